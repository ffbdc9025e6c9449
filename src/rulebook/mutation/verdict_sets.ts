import type { Condition } from '../conditions.js';
import type { FactSpace } from '../lints/fact_space.js';
import type { PointSet } from '../lints/point_sets.js';
import type { Rule } from '../model.js';
import { asksFor, CONFLICT, decidedBy, NO_RULE } from './verdict_text.js';

/**
 * Which verdict the rules give at every point of a region, exactly: the region cut into one set for each verdict. The
 * same cuts from two sets of rules mean that no line of the region is answered differently.
 * @param inForce the rules in force together.
 * @param factOrder facts in the order in which they are asked for.
 */
export function verdictSets(
  space: FactSpace,
  inForce: readonly Rule[],
  region: PointSet,
  factOrder: readonly string[],
): Map<string, PointSet> {
  const { sets } = space;
  const verdicts = new Map<string, PointSet>();
  const put = (verdict: string, set: PointSet) => {
    if (set !== sets.none) verdicts.set(verdict, sets.or(verdicts.get(verdict) ?? sets.none, set));
  };
  const placed = [...inForce]
    .sort((a, b) => (a.id < b.id ? -1 : 1))
    .map((rule) => {
      const hit = sets.and(space.where(rule.when), region);
      const never = sets.and(space.where({ kind: 'not', of: rule.when }), region);
      return { rule, hit, open: sets.minus(sets.minus(region, hit), never) };
    })
    .filter(({ hit, open }) => hit !== sets.none || open !== sets.none);
  const standing = placed.map(({ rule, hit }) => {
    const above = placed.filter((other) => other.rule.overrides.includes(rule.id));
    return { rule, set: sets.minus(hit, sets.any(above.map((other) => other.hit))) };
  });
  const any = sets.any(standing.map(({ set }) => set));

  let rest = any;
  for (const { rule, open } of placed) {
    const below = standing.filter((s) => rule.overrides.includes(s.rule.id));
    const challenged = sets.every([open, rest, sets.any(below.map(({ set }) => set))]);
    asked(space, [rule], challenged, factOrder, put);
    rest = sets.minus(rest, challenged);
  }
  const conflict = sets.any(
    standing.flatMap((a, i) =>
      standing
        .slice(i + 1)
        .filter((b) => outcomeKey(a.rule) !== outcomeKey(b.rule))
        .map((b) => sets.every([a.set, b.set, rest])),
    ),
  );
  put(CONFLICT, conflict);
  rest = sets.minus(rest, conflict);
  for (const { rule, set } of standing) {
    put(decidedBy(rule), sets.and(set, rest));
    rest = sets.minus(rest, set);
  }

  const undecided = sets.minus(region, any);
  const open = sets.and(undecided, sets.any(placed.map((p) => p.open)));
  asked(
    space,
    placed.map(({ rule }) => rule),
    open,
    factOrder,
    put,
  );
  put(NO_RULE, sets.minus(undecided, open));
  return verdicts;
}

/** Cuts a region by the fact that is asked for there first. */
function asked(
  space: FactSpace,
  rules: readonly Rule[],
  region: PointSet,
  factOrder: readonly string[],
  put: (verdict: string, set: PointSet) => void,
): void {
  const { sets } = space;
  if (region === sets.none) return;
  const missing = new Map<string, PointSet>();
  for (const rule of rules) missingSets(space, rule.when, region, missing);
  let rest = region;
  for (const fact of factOrder) {
    const here = sets.and(missing.get(fact) ?? sets.none, rest);
    put(asksFor(fact), here);
    rest = sets.minus(rest, here);
  }
  put(NO_RULE, rest);
}

/** Where each fact would help to tell whether a condition holds; as `missingFacts`, for all points of a region at once. */
function missingSets(space: FactSpace, condition: Condition, within: PointSet, found: Map<string, PointSet>): void {
  const { sets } = space;
  const told = sets.or(space.where(condition), space.where({ kind: 'not', of: condition }));
  const open = sets.minus(within, told);
  if (open === sets.none) return;
  if (condition.kind === 'in') found.set(condition.fact, sets.or(found.get(condition.fact) ?? sets.none, open));
  else if (condition.kind === 'not') missingSets(space, condition.of, open, found);
  else if (condition.kind !== 'unknown') for (const part of condition.of) missingSets(space, part, open, found);
}

function outcomeKey(rule: Rule): string {
  return JSON.stringify(rule.outcome);
}
