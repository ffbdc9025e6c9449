import { inForce, turningDays } from '../effective.js';
import { FactSpace } from '../lints/fact_space.js';
import type { Witness } from '../lints/lint.js';
import type { Observed } from '../lints/observed.js';
import type { FactDefinition, Route, Rule, SupplyType } from '../model.js';
import { verdictSets } from '../mutation/verdict_sets.js';
import type { Rulebook } from '../rulebook.js';

/** Facts for which two rulebooks give different verdicts. */
export interface VerdictChange {
  route: Route;
  supplyType: SupplyType;
  from: string;
  to: string;
  /** A day on which it shows, the latest there is. */
  date: string;
  witness: Witness;
}

export interface ComparedCombinations {
  changes: VerdictChange[];
  /** Routes and supply types with too many combinations to look at every one. */
  sampled: string[];
}

/**
 * Every combination of facts that the rules of two editions answer differently, where their rules differ at all.
 * @param observed facts of real lines, which say what can go together.
 */
export function compareCombinations(before: Rulebook, after: Rulebook, observed: Observed): ComparedCombinations {
  const facts = bothFacts(before.facts, after.facts);
  const order = facts.map(({ name }) => name);
  const changes: VerdictChange[] = [];
  const sampled: string[] = [];
  for (const [place, was, is] of changedPlaces(before, after)) {
    const [route, supplyType] = place.split('/') as [Route, SupplyType];
    const space = new FactSpace(route, supplyType, [...was, ...is], {
      facts,
      rules: [...was, ...is],
      supply: after.supply,
      impossible: after.impossible,
      observed,
    });
    if (!space.exact) sampled.push(space.name);
    const found = new Map<string, VerdictChange>();
    for (const date of turningDays([...was, ...is]))
      for (const change of changesOn(date, space, was, is, order)) {
        const key = `${change.from}\u0000${change.to}`;
        if (!found.has(key)) found.set(key, change);
      }
    changes.push(...found.values());
  }
  return { changes, sampled };
}

function changesOn(
  date: string,
  space: FactSpace,
  was: readonly Rule[],
  is: readonly Rule[],
  order: readonly string[],
): VerdictChange[] {
  const { sets } = space;
  const a = verdictSets(
    space,
    was.filter((rule) => inForce(rule, date)),
    space.possible,
    order,
  );
  const b = verdictSets(
    space,
    is.filter((rule) => inForce(rule, date)),
    space.possible,
    order,
  );
  return [...a].flatMap(([from, x]) =>
    [...b].flatMap(([to, y]) => {
      if (from === to) return [];
      const witness = space.witness(sets.and(x, y));
      return witness ? [{ route: space.route, supplyType: space.supplyType, from, to, date, witness }] : [];
    }),
  );
}

/** The routes and supply types whose rules are not the same in both, with the rules of each. */
function changedPlaces(before: Rulebook, after: Rulebook): [string, Rule[], Rule[]][] {
  const places = new Map<string, [Rule[], Rule[]]>();
  for (const [side, book] of [before, after].entries())
    for (const rule of book.rules)
      for (const type of rule.supplyTypes) {
        const place = `${rule.route}/${type}`;
        const lists = places.get(place) ?? [[], []];
        places.set(place, lists);
        lists[side as 0 | 1].push(rule);
      }
  return [...places]
    .filter(([, [was, is]]) => meaningOf(was) !== meaningOf(is))
    .map(([place, [was, is]]) => [place, was, is]);
}

/** All of the rules that decides, as text. */
function meaningOf(rules: readonly Rule[]): string {
  return JSON.stringify(
    [...rules]
      .sort((a, b) => (a.id < b.id ? -1 : 1))
      .map(({ id, when, outcome, overrides, effective }) => [id, when, outcome, [...overrides].sort(), effective]),
  );
}

/** The facts of both, with the values of both. */
function bothFacts(before: readonly FactDefinition[], after: readonly FactDefinition[]): FactDefinition[] {
  const gone = before.filter(({ name }) => !after.some((fact) => fact.name === name));
  const still = after.map((fact) => {
    const old = before.find(({ name }) => name === fact.name)?.values ?? [];
    return { ...fact, values: [...fact.values, ...old.filter((v) => !fact.values.some((w) => w.value === v.value))] };
  });
  return [...still, ...gone];
}
