import { factsRead } from '../conditions.js';
import { KNOWN_OF_EVERY_LINE } from './fact_space.js';
import type { Lint } from './lint.js';
import { regionsOf } from './regions.js';

/** A fact that can stay unknown, or a doubt that can stop a line, that no question can settle. */
export const unaskable: Lint = {
  id: 'unaskable',
  about: 'a fact or doubt that can stop a line and that no question settles',
  *check({ book, spaces }) {
    for (const fact of book.facts) {
      if (fact.presume !== undefined || fact.asks !== undefined || KNOWN_OF_EVERY_LINE.has(fact.name)) continue;
      const reader = book.rules.find(({ when }) => factsRead(when).has(fact.name));
      if (reader)
        yield {
          severity: 'error',
          subject: { kind: 'fact', id: fact.name },
          other: reader.id,
          message: `may be unknown when ${reader.id} needs it, and nothing asks for it; give it "asks" or "presume"`,
        };
    }
    const doubts = book.facts.find(({ name }) => name === 'doubt');
    for (const { value, asks } of doubts?.values ?? []) {
      if (asks !== undefined) continue;
      const asking = book.rules.find(
        (rule) =>
          rule.outcome.question === 'doubt' &&
          regionsOf(rule, spaces).some(
            ({ space, region }) => space.sets.and(region.applies, space.pointSet({ doubt: value })) !== space.sets.none,
          ),
      );
      if (asking)
        yield {
          severity: 'error',
          subject: { kind: 'fact', id: 'doubt' },
          other: value,
          message: `${asking.id} asks the question of the doubt where the doubt is ${value}, which has none`,
        };
    }
  },
};
