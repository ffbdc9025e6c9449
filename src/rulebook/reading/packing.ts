import type { Concept } from '../catalogue.js';
import type { Lexicon } from '../lexicon.js';
import type { PhraseMatch } from '../phrases.js';
import type { Word } from '../words.js';

/** A number and its unit written together ("850kg"). */
const MEASURE = /^\d+(?:\.\d+)?([a-z]+)$/;

/** "Sharp sand black bag 850kg", "cable tie black bag of 100": a packing and its colour, behind goods and before how much it holds. */
export function packsGoods(
  { from, to }: { from: number; to: number },
  words: readonly Word[],
  lexicon: Lexicon,
): boolean {
  const before = words[from - 1];
  if (before === undefined || before.kind === 'break' || to - from < 2) return false;
  if (!isPacking(words[to - 1], lexicon) || !lexicon.isColour(words.slice(from, to - 1))) return false;
  const held = words[to]?.form === 'of' ? words[to + 1] : words[to];
  return held?.kind === 'code';
}

/**
 * Where a name ends before its packing. "Grout 2kg bag" is no "grout bag": a weight before the last word of a name, which packs, says
 * how much goods it holds.
 */
export function packedAt(
  { from, to, length }: PhraseMatch<Concept>,
  words: readonly Word[],
  lexicon: Lexicon,
): number | undefined {
  const [weight, packing] = words.slice(to - 2, to);
  if (length < 2 || to - from <= length || !isPacking(packing, lexicon)) return undefined;
  return weight?.kind === 'code' && isWeight(weight, lexicon) ? to - 2 : undefined;
}

function isPacking(word: Word | undefined, lexicon: Lexicon): boolean {
  return word !== undefined && lexicon.packs(word.form);
}

function isWeight({ form }: Word, lexicon: Lexicon): boolean {
  return lexicon.lists.weights.has(MEASURE.exec(form)?.[1] ?? '');
}
