import type { Finding, Lint } from './lint.js';
import { regionsOf } from './regions.js';

/** A rule whose condition holds only for facts that no line can have together. */
export const unreachable: Lint = {
  id: 'unreachable',
  about: 'a rule that no line can reach',
  *check({ book, spaces }) {
    for (const rule of book.rules) {
      const places = regionsOf(rule, spaces);
      if (!places.some(({ space, region }) => region.whole !== space.sets.none)) continue;
      if (places.some(({ space, region }) => region.applies !== space.sets.none)) continue;
      const reads = places[0]?.space.sets.reads(places[0].region.whole) ?? [];
      yield {
        severity: 'error',
        subject: { kind: 'rule', id: rule.id, path: ['when'] },
        message: `no line can reach this rule: nothing in the catalogue has these values of ${reads.join(', ')} together, or rules/impossible.yaml rules them out`,
      } satisfies Finding;
    }
  },
};
