import type { Finding, Lint, WordLintInput } from './lint.js';

/** A term that, once plurals and abbreviations are folded, another concept has too. */
export const termTwice: Lint<WordLintInput> = {
  id: 'term_twice',
  about: 'a term that two concepts claim',
  *check({ terms }) {
    for (const same of terms.shared()) {
      const [first, ...others] = same;
      if (!first) continue;
      for (const { concept, index, text } of others) {
        if (concept === first.concept) continue;
        yield {
          severity: 'error',
          subject: { kind: 'concept', id: concept.id, path: ['terms', index] },
          other: first.concept.id,
          message: `the term “${text}” is read as ${first.concept.id}, whose term “${first.text}” has the same words once plurals and abbreviations are folded`,
        } satisfies Finding;
      }
    }
  },
};
