import type { Lexicon } from '../lexicon.js';
import { isEndOfClause, type Word } from '../words.js';

const MARKS = new Set(['-', ':']);
const MOST_OF_PART = 4;

/**
 * "Stairs - supply and fit", "Lighting: s&f": a name of works whose words a mark parts from how they were supplied, where what stands
 * before the mark names nothing alone. Other lines stay as they are.
 */
export function supplyBehind(words: readonly Word[], lexicon: Lexicon): readonly Word[] {
  const mark = words.findIndex(({ kind, form }) => kind === 'break' && MARKS.has(form));
  if (mark < 1 || mark > MOST_OF_PART) return words;
  const before = words.slice(0, mark);
  const end = words.findIndex((word, at) => at > mark && isEndOfClause(word));
  const behind = words.slice(mark + 1, end < 0 ? words.length : end);
  if (behind.length === 0 || behind.length > MOST_OF_PART || lexicon.named(before)) return words;
  return lexicon.named([...before, ...behind]) && lexicon.saysSupply(behind) ? words.toSpliced(mark, 1) : words;
}
