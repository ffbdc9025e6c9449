import { type Condition, factsRead } from '../conditions.js';
import type { FactSpace } from './fact_space.js';
import type { Finding, Lint } from './lint.js';

/** A condition, or one way of an `any`, that no value of the facts can make true. */
export const contradiction: Lint = {
  id: 'contradiction',
  about: 'a condition that no facts can make true',
  *check({ book, spaces }) {
    for (const rule of book.rules) {
      const space = spaces.find(({ rules }) => rules.includes(rule));
      const never = space && neverTrue(space, rule.when);
      if (!never) continue;
      const facts = [...factsRead(never)].join(', ');
      const message =
        never === rule.when
          ? `the condition can never be true, whatever the values of ${facts}`
          : `one way of an "any" can never be true, whatever the values of ${facts}`;
      yield { severity: 'error', subject: { kind: 'rule', id: rule.id, path: ['when'] }, message } satisfies Finding;
    }
  },
};

/** The outermost part of a condition that can never be true and whose falsehood the whole does not show by itself. */
function neverTrue(space: FactSpace, condition: Condition): Condition | null {
  if (space.where(condition) === space.sets.none) return condition;
  if (condition.kind !== 'all' && condition.kind !== 'any') return null;
  for (const part of condition.of) {
    const never = neverTrue(space, part);
    if (never) return never;
  }
  return null;
}
