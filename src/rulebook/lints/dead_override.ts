import type { Finding, Lint } from './lint.js';
import { regionsOf } from './regions.js';

/** An override of a rule that never applies, or may apply, together with the rule that overrides it. */
export const deadOverride: Lint = {
  id: 'dead_override',
  about: 'an override of a rule that never applies together with it',
  *check({ book, spaces }) {
    for (const rule of book.rules) {
      for (const [index, id] of rule.overrides.entries()) {
        const meets = regionsOf(rule, spaces).some(({ space: { sets }, region, slices }) =>
          slices.some((slice) => {
            const under = slice.regions.find((other) => other.rule.id === id);
            return (
              under !== undefined &&
              sets.and(region.conceivable, sets.and(under.whole, under.conceivable)) !== sets.none
            );
          }),
        );
        if (meets) continue;
        yield {
          severity: 'error',
          subject: { kind: 'rule', id: rule.id, path: ['overrides', index] },
          other: id,
          message:
            id === rule.id
              ? 'a rule cannot override itself'
              : `overrides ${id}, but the two never apply to one line; take the override away`,
        } satisfies Finding;
      }
    }
  },
};
