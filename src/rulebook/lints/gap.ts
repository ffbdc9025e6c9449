import type { Cube, FactSpace } from './fact_space.js';
import type { Finding, Lint } from './lint.js';
import type { PointSet } from './point_sets.js';

/** Cases told of one route and supply type; the rest are counted. */
const MOST_TOLD = 5;

/** Facts that a line can have, for which no rule decides and none asks. */
export const gap: Lint = {
  id: 'gap',
  about: 'lines that no rule decides or asks about',
  *check({ spaces }) {
    for (const space of spaces) {
      const cases = casesOf(space);
      for (const { set, at } of cases.slice(0, MOST_TOLD)) {
        const witness = space.witness(set);
        const facts = spelt(space.unusual(at));
        yield {
          severity: 'error',
          subject: { kind: 'partition', id: space.name },
          other: facts,
          message: `no rule decides or asks about a line with ${facts === '' ? 'the usual facts' : facts}; let a rule cover it, or say in impossible.yaml why it cannot be`,
          ...(witness ? { witness } : {}),
        } satisfies Finding;
      }
      if (cases.length > MOST_TOLD)
        yield {
          severity: 'error',
          subject: { kind: 'partition', id: space.name },
          message: `and ${cases.length - MOST_TOLD} more kinds of line that no rule decides or asks about`,
        } satisfies Finding;
    }
  },
};

/** What no rule covers today, case by case. Older days are the business of the lint on dates. */
function casesOf(space: FactSpace): { set: PointSet; at: Cube }[] {
  const { sets } = space;
  const slice = space.slices.at(-1);
  const cases: { set: PointSet; at: Cube }[] = [];
  const uncovered = slice ? sets.minus(space.possible, space.covered(slice)) : sets.none;
  let left = uncovered;
  while (left !== sets.none) {
    const at = space.widened(uncovered, space.nearestPoint(left));
    const set = sets.and(left, space.cube(at));
    cases.push({ set, at });
    left = sets.minus(left, set);
  }
  return cases;
}

function spelt(cube: Cube): string {
  return Object.entries(cube)
    .map(([fact, values]) => `${fact} ${values.map((value) => value ?? 'not known').join(' or ')}`)
    .join(', ');
}
