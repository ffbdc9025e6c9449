import type { Lint } from './lint.js';

/** A rule without an example that it decides, or without one that it does not. */
export const examples: Lint = {
  id: 'examples',
  about: 'a rule without an example that it decides and one that it does not',
  *check({ book }) {
    for (const { id, examples: given } of book.rules) {
      const names = (named: string | undefined) => named === 'this' || named === id;
      const wanted = [
        { has: given.some(({ is }) => names(is)), what: 'a line that it decides (is: this)' },
        {
          has: given.some(({ is, not }) => names(not) || (is !== undefined && !names(is))),
          what: 'a line that it does not decide (not: this)',
        },
      ];
      for (const { has, what } of wanted)
        if (!has)
          yield {
            severity: 'error',
            subject: { kind: 'rule', id, path: ['examples'] },
            message: `has no example of ${what}`,
          };
    }
  },
};
