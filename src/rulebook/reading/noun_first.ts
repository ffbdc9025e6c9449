import type { Concept } from '../catalogue.js';
import type { Lexicon } from '../lexicon.js';
import type { Word } from '../words.js';

/** What stands between a noun and its kinds where a name is printed noun first. */
const NOUN_ENDS = new Set([',', '-']);
const MOST_WORDS_OF_NOUN = 2;
const MOST_WORDS = 5;
/** "Square, roofing": a word for work that is part of a name says nothing of how it was supplied. */
const DOING = 'ing';

/**
 * "Recorder, digital video, 4TB", "Lintel, steel, cavity": the words of a line whose first is the noun of a longer name, with that
 * noun last. Null for any other line, and where the noun alone names work ("Roofing, slate").
 */
export function nounLast(lexicon: Lexicon, words: readonly Word[]): Word[] | null {
  const noun = wordsFrom(words, 0);
  const mark = words[noun.length];
  if (noun.length === 0 || noun.length > MOST_WORDS_OF_NOUN || !NOUN_ENDS.has(mark?.form ?? '')) return null;
  const first = wordsFrom(words, noun.length + 1);
  const firstTo = noun.length + 1 + first.length;
  const second = words[firstTo]?.form === ',' ? wordsFrom(words, firstTo + 1) : [];
  const goesOn = words[firstTo]?.kind === 'and' || words[firstTo]?.kind === 'slash';
  const isName = (kinds: readonly Word[]) => kinds.length > 0 && isNamedWith(lexicon, kinds, noun);
  if (first.length > 0 && second.length > 0) {
    const kinds = [
      [...second, ...first],
      [...first, ...second],
    ].find(isName);
    if (kinds) return [...kinds, ...noun, ...words.slice(firstTo + 1 + second.length)];
  }
  for (let length = first.length; length > 0; length--) {
    const kinds = first.slice(0, length);
    // "Bell box, dummy and live" is no dummy alone: words left over may say more of a thing that the noun alone names.
    const isWhole = (length === first.length && !goesOn) || lexicon.named(noun).every(saysLittle);
    if (isWhole && isName(kinds)) return [...kinds, ...noun, ...words.slice(noun.length + 1 + length)];
  }
  return null;
}

function saysLittle({ generic, goodsAlone }: Concept): boolean {
  return generic === true || goodsAlone === 'ask';
}

function isNamedWith(lexicon: Lexicon, kinds: readonly Word[], noun: readonly Word[]): boolean {
  if (
    kinds.length + noun.length > MOST_WORDS ||
    kinds.some(({ form }) => lexicon.saysSupply(form) && !form.endsWith(DOING))
  )
    return false;
  const named = lexicon.named([...kinds, ...noun]);
  return named.length > 0 && lexicon.named(noun).every(({ goodsAlone }) => goodsAlone !== 'not_goods');
}

/** The words from a place on, up to the next size or mark. */
function wordsFrom(words: readonly Word[], from: number): Word[] {
  const end = words.findIndex(({ kind }, at) => at >= from && kind !== 'word');
  return words.slice(from, end < 0 ? undefined : end);
}
