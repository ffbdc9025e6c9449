import type { Finding, Lint, WordLintInput } from './lint.js';
import { claimDiffers, lookedAt, type Term } from './terms.js';

/** Endings with which merchants print one thing several ways, and which folding does not take away everywhere. */
const ENDINGS = ['s', 'es', 'ing', 'ings', 'er', 'ers', 'work', 'works'];

/** A term of one word that is the beginning of another's, but for an ending, when the two are treated differently. */
export const nearTerm: Lint<WordLintInput> = {
  id: 'near_term',
  about: "a term that is another class's term but for an ending or an abbreviation",
  *check({ book: { lexicon }, terms }) {
    for (const [word, short] of terms.single) {
      for (const ending of ENDINGS) {
        const long = terms.single.get(word + ending);
        if (!long || long.concept === short.concept || !claimDiffers(long.concept, short.concept)) continue;
        if (lookedAt(long, short, lexicon)) continue;
        yield {
          severity: 'warning',
          subject: { kind: 'concept', id: long.concept.id, path: ['terms', long.index] },
          other: short.concept.id,
          message: `the term “${long.text}” is “${short.text}” of ${short.concept.id} with an ending, and is treated differently; show that they stay apart with a look-alike of either`,
        } satisfies Finding;
      }
    }
    const asWritten = new Map<string, Term>();
    for (const term of terms.all()) {
      const key = term.text.toLowerCase();
      if (lexicon.abbreviations.has(key)) asWritten.set(key, term);
    }
    for (const [key, words] of lexicon.abbreviations) {
      const written = asWritten.get(key);
      const meant = lexicon.named(words.map((form) => ({ form })))?.[0];
      if (!written || !meant || written.concept === meant) continue;
      if (!claimDiffers(written.concept, meant)) continue;
      yield {
        severity: 'error',
        subject: { kind: 'concept', id: written.concept.id, path: ['terms', written.index] },
        other: meant.id,
        message: `the term “${written.text}” is an abbreviation of “${words.join(' ')}” (${meant.id}) in abbreviations.yaml, so lines with it are read as that`,
      } satisfies Finding;
    }
  },
};
