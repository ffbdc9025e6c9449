import { withinOne } from '../reading/spelling.js';
import type { Finding, Lint, WordLintInput } from './lint.js';
import { claimDiffers, lookedAt, type Word } from './terms.js';

/** Shorter words have so many neighbours that no spelling is repaired to them. */
const MIN_LENGTH = 5;

/** Two terms of one word, one letter apart and treated differently: a slip of the pen makes one thing the other. */
export const nearSpelling: Lint<WordLintInput> = {
  id: 'near_spelling',
  about: "a term that is one letter away from another class's term",
  *check({ book: { lexicon }, terms }) {
    for (const [a, b] of neighbours([...terms.single.values()].filter(({ folded }) => folded.length >= MIN_LENGTH))) {
      if (a.concept === b.concept || !claimDiffers(a.concept, b.concept) || lookedAt(a, b, lexicon)) continue;
      yield {
        severity: 'warning',
        subject: { kind: 'concept', id: a.concept.id, path: ['terms', a.index] },
        other: b.concept.id,
        message: `“${a.folded}” is one letter away from “${b.folded}” of ${b.concept.id}, which is treated differently; show with a look-alike of either that they stay apart`,
      } satisfies Finding;
    }
  },
};

/** Every pair of words one letter apart, each once. A letter left out of both makes them one word, or each the other. */
function* neighbours(all: readonly Word[]): Iterable<[Word, Word]> {
  const byRest = new Map<string, Word[]>();
  const told = new Set<string>();
  for (const term of all) {
    const { folded } = term;
    const rests = new Set([folded, ...[...folded].map((_, i) => folded.slice(0, i) + folded.slice(i + 1))]);
    for (const rest of rests) {
      const alike = byRest.get(rest) ?? [];
      byRest.set(rest, alike);
      for (const other of alike) {
        const key = `${other.folded} ${folded}`;
        if (told.has(key) || !withinOne(other.folded, folded)) continue;
        told.add(key);
        yield [other, term];
      }
      alike.push(term);
    }
  }
}
