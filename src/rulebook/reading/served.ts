import type { Lexicon } from '../lexicon.js';
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
