import type { Finding, Lint } from './lint.js';
import { regionsOf } from './regions.js';

/** A rule that never decides, because wherever it applies a rule that overrides it applies too. */
export const shadowed: Lint = {
  id: 'shadowed',
  about: 'a rule that never decides because others override it',
  *check({ book, spaces }) {
    for (const rule of book.rules) {
      const reached = regionsOf(rule, spaces).filter(({ space, region }) => region.applies !== space.sets.none);
      const [first] = reached;
      if (!first) continue;
      const decides = reached.some(({ space, region, slices }) =>
        slices.some((slice) => space.decides(region, slice) !== space.sets.none),
      );
      if (decides) continue;
      const above = book.rules.filter(({ overrides }) => overrides.includes(rule.id)).map(({ id }) => id);
      yield {
        severity: 'error',
        subject: { kind: 'rule', id: rule.id },
        other: above.join(' '),
        message: `never decides: wherever it applies, ${above.join(' or ')} overrides it`,
        witness: first.space.witness(first.region.applies),
      } satisfies Finding;
    }
  },
};
