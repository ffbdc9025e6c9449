import type { Concept } from '../catalogue.js';
import { withinOne } from '../reading/spelling.js';
import type { Finding, Lint, LintedBook, WordLintInput } from './lint.js';

/** Shorter words begin and end too many others. */
const MIN_LENGTH = 3;

/** A concept without look-alikes, or whose `areNot` have nothing of its own words, so that they prove nothing. */
export const lookalikes: Lint<WordLintInput> = {
  id: 'lookalikes',
  about: 'a concept without look-alikes, or with none that is like it',
  *check({ book }) {
    for (const concept of book.catalogue.concepts) {
      const subject = (list: 'are' | 'areNot') => ({
        kind: 'concept' as const,
        id: concept.id,
        path: ['lookalikes', list],
      });
      if (concept.lookalikes.are.length === 0)
        yield {
          severity: 'error',
          subject: subject('are'),
          message: 'has no line that must be read as it',
        } satisfies Finding;
      if (concept.lookalikes.areNot.length === 0)
        yield {
          severity: 'error',
          subject: subject('areNot'),
          message: 'has no line that looks like it and must not be read as it',
        } satisfies Finding;
      else if (!looksLike(book, concept))
        yield {
          severity: 'error',
          subject: subject('areNot'),
          message: 'none of these lines has a word of its terms, or one like it, so they prove nothing',
        } satisfies Finding;
    }
  },
};

function looksLike({ lexicon }: Pick<LintedBook, 'lexicon'>, { terms, lookalikes: { areNot } }: Concept): boolean {
  const words = new Set(areNot.flatMap((line) => lexicon.forms(line)));
  const seen = new Set<string>();
  for (const term of terms) {
    for (const own of lexicon.forms(term)) {
      if (words.has(own)) return true;
      if (seen.has(own)) continue;
      seen.add(own);
      for (const word of words) if (alike(own, word)) return true;
    }
  }
  return false;
}

/** One word inside the other at an end ("hob" in "hobnail"), or one letter apart. */
function alike(a: string, b: string): boolean {
  if (Math.min(a.length, b.length) < MIN_LENGTH) return false;
  return a.startsWith(b) || b.startsWith(a) || a.endsWith(b) || b.endsWith(a) || withinOne(a, b);
}
