import type { Concept } from '../catalogue.js';
import type { Language, Lexicon } from '../lexicon.js';
import type { PhraseMatch } from '../phrases.js';
import { isService, standing } from '../standing.js';
import type { Word } from '../words.js';

const PURPOSE = 'for';
const MOST_OF_HEAD = 3;

/**
 * "Isolating valve 15mm (dishwasher)" is one for a dishwasher: brackets with nothing but the name of a thing that is refused, behind a
 * part of the building's installation, say what that serves. Other lines stay as they are.
 */
export function forInBrackets(words: readonly Word[], lexicon: Lexicon): readonly Word[] {
  const open = words.findIndex(({ kind, form }) => kind === 'break' && form === '(');
  if (open < 1) return words;
  const close = words.findIndex(({ kind, form }, at) => at > open && kind === 'break' && form === ')');
  if (close < 0) return words;
  const served = words.slice(open + 1, close);
  const isRefused = lexicon.named(served)?.every(({ goodsAlone }) => goodsAlone === 'no') === true;
  const end = words.slice(0, open).findLastIndex((word) => word.kind !== 'code' && !lexicon.isColour([word])) + 1;
  const head = words.slice(Math.max(0, end - MOST_OF_HEAD), end).map(({ form }) => form);
  if (!isRefused || !lexicon.lists.isInstallationHead(head)) return words;
  const mark = words[open] as Word;
  return [...words.slice(0, open), { ...mark, kind: 'word', form: PURPOSE }, ...served, ...words.slice(close + 1)];
}

const FITS = 'fit';
/** A maker's name has at most so many words. */
const MOST_WORDS_OF_MAKER = 2;

/** "Seal to fit Velux": before a maker's name the words tell what the goods suit, and no work. */
export function saidOfWhatSuits(
  match: PhraseMatch<Language>,
  words: readonly Word[],
  lexicon: Lexicon,
): PhraseMatch<Language> {
  const { from, to, payloads } = match;
  const isSaid = from > 0 && to - from === 2 && words[from]?.form === 'to' && words[from + 1]?.form === FITS;
  if (!isSaid || !isMakerAt(words, to, lexicon)) return match;
  return { ...match, payloads: payloads.filter(({ kind }) => kind === 'breaker') };
}

function isMakerAt(words: readonly Word[], at: number, lexicon: Lexicon): boolean {
  for (let end = at + 1; end <= at + MOST_WORDS_OF_MAKER; end++) if (lexicon.isMaker(words.slice(at, end))) return true;
  return false;
}

/** "Blackout blind to fit Velux": behind goods a name of works that begins with the verb tells what they suit, and no work. */
export function isWhatGoodsFit(
  { from, payloads }: PhraseMatch<Concept>,
  named: readonly PhraseMatch<Concept>[],
  words: readonly Word[],
): boolean {
  if (words[from]?.form !== FITS || words[from - 1]?.form !== 'to') return false;
  if (!payloads.every((concept) => standing(concept) === 'works')) return false;
  const goods = named.findLast(({ to }) => to < from);
  return (
    goods?.payloads.every((concept) => !isService(concept)) === true &&
    words.slice(goods.to, from - 1).every(({ kind }) => kind === 'word' || kind === 'code')
  );
}
