import type { Concept } from '../catalogue.js';
import { wordingOf } from '../meaning/wording.js';
import type { Rulebook } from '../rulebook.js';

/** The two lists of look-alikes of a concept, and whether their lines must be read as it. */
export const LOOKALIKE_LISTS = [
  { name: 'are', wanted: true },
  { name: 'areNot', wanted: false },
] as const;

/** What does not hold of a look-alike of a concept; null when it holds. */
export function lookalikeFault(
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
