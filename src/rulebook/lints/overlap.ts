import type { FactSpace, RuleRegion, Slice } from './fact_space.js';
import type { Finding, Lint } from './lint.js';

/** Two rules that decide one line with different outcomes, neither an exception to the other. */
export const overlap: Lint = {
  id: 'overlap',
  about: 'two rules that decide one line differently',
  *check({ spaces }) {
    const told = new Set<string>();
    for (const space of spaces) for (const slice of space.slices) yield* overlapsOf(space, slice, told);
  },
};

function* overlapsOf(space: FactSpace, slice: Slice, told: Set<string>): Iterable<Finding> {
  const { sets } = space;
  const decides = new Map<RuleRegion, number>();
  const decided = (region: RuleRegion) => {
    const known = decides.get(region) ?? space.decides(region, slice);
    decides.set(region, known);
    return known;
  };
  const regions = [...slice.regions].sort((a, b) => (a.rule.id < b.rule.id ? -1 : 1));
  for (const [i, b] of regions.entries()) {
    for (const a of regions.slice(0, i)) {
      const key = `${a.rule.id} ${b.rule.id}`;
      if (told.has(key) || JSON.stringify(a.rule.outcome) === JSON.stringify(b.rule.outcome)) continue;
      const both = sets.and(decided(a), decided(b));
      if (both === sets.none) continue;
      told.add(key);
      yield {
        severity: 'error',
        subject: { kind: 'rule', id: b.rule.id, path: ['when'] },
        other: a.rule.id,
        message: `applies together with ${a.rule.id}, which says ${a.rule.outcome.treatment.replace(/_/g, ' ')} where this says ${b.rule.outcome.treatment.replace(/_/g, ' ')}${sameTreatment(a, b)}; narrow one of them, or let one override the other`,
        witness: space.witness(both),
      };
    }
  }
}

/** Two outcomes may share a treatment and differ in amounts or question. */
function sameTreatment({ rule: a }: RuleRegion, { rule: b }: RuleRegion): string {
  if (a.outcome.treatment !== b.outcome.treatment) return '';
  const differ = (['reclaim', 'recover', 'correctRate', 'question'] as const).filter(
    (key) => a.outcome[key] !== b.outcome[key],
  );
  return ` with another ${differ.join(' and ')}`;
}
