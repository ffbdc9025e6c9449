import type { Concept } from '../catalogue.js';
import { wordingOf } from '../meaning/wording.js';
import type { Rulebook } from '../rulebook.js';

/** How many concepts are read before progress is told. */
const STRIDE = 100;

/** The two lists of look-alikes of a concept, and whether their lines must be read as it. */
export const LOOKALIKE_LISTS = [
  { name: 'are', wanted: true },
  { name: 'areNot', wanted: false },
] as const;

/** A look-alike that does not hold, by its place in a list of its concept. */
export interface LookalikeFault {
  concept: string;
  list: (typeof LOOKALIKE_LISTS)[number]['name'];
  index: number;
  message: string;
}

/**
 * The look-alikes that do not hold, in the order of the concepts.
 * @param progress told how many concepts are done, now and then.
 */
export function lookalikeFaults(
  book: Rulebook,
  progress: (done: number, of: number) => void = () => {},
): LookalikeFault[] {
  const { concepts } = book.catalogue;
  return concepts.flatMap((concept, done) => {
    if (done % STRIDE === 0) progress(done, concepts.length);
    return LOOKALIKE_LISTS.flatMap(({ name: list, wanted }) =>
      concept.lookalikes[list].flatMap((text, index): LookalikeFault[] => {
        const message = lookalikeFault(book, concept, text, wanted);
        return message === null ? [] : [{ concept: concept.id, list, index, message }];
      }),
    );
  });
}

/** What does not hold of a look-alike of a concept; null when it holds. */
function lookalikeFault(
  book: Pick<Rulebook, 'reader'>,
  concept: Concept,
  text: string,
  wanted: boolean,
): string | null {
  const reading = book.reader.read(text);
  const head = reading.head?.mention.concept.id ?? null;
  // A line with words of work or hire is about the work or the hire, whatever thing it names.
  const isThing =
    head === concept.id &&
    (wanted ||
      concept.goodsAlone === 'not_goods' ||
      ['nothing', 'goods_alone', 'goods_hints'].includes(wordingOf(reading)));
  if (isThing === wanted) return null;
  if (!wanted) return `look-alike “${text}” should not be this, but is read as it`;
  const read =
    head === null
      ? `as unknown${reading.unknownWord === null ? '' : ` (“${reading.unknownWord}” is not known)`}`
      : `as ${head}`;
  return `look-alike “${text}” should be this, but is read ${read}`;
}
