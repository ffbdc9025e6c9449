import type { Finding, Lint, WordLintInput } from './lint.js';

/** A term that no line matches: a line of nothing but the term is not read as its concept. */
export const unreadTerm: Lint<WordLintInput> = {
  id: 'unread_term',
  about: 'a term that, read alone, is not its concept',
  *check({ book, terms }) {
    for (const { concept, index, text } of terms.all()) {
      // Two claims to one term are the business of another lint.
      if (book.reader.isReadWhole(text) || terms.namedBy(text) !== concept) continue;
      const reading = book.reader.read(text);
      const head = reading.head?.mention.concept;
      if (head === concept) continue;
      const read = head ? head.id : `nothing known${reading.unknownWord === null ? '' : ` (“${reading.unknownWord}”)`}`;
      yield {
        severity: 'error',
        subject: { kind: 'concept', id: concept.id, path: ['terms', index] },
        other: text,
        message: `the term “${text}” names nothing: a line of it alone is read as ${read}`,
      } satisfies Finding;
    }
  },
};
