import { isSpaceAt, isWordAt, wordEnd } from './tokens.js';

/** An abbreviation of several words, each without its full stop. */
interface LongAbbreviation {
  words: readonly string[];
  forms: readonly string[];
}

type ByFirstWord = ReadonlyMap<string, readonly LongAbbreviation[]>;

/** Lines are many, and their abbreviations always the same. */
const known = new WeakMap<ReadonlyMap<string, readonly string[]>, ByFirstWord>();

/** The abbreviations of several words ("conc. cistern") by the first of them, the longest first. */
export function longAbbreviations(abbreviations: ReadonlyMap<string, readonly string[]>): ByFirstWord {
  const found = known.get(abbreviations);
  if (found) return found;
  const byFirst = new Map<string, LongAbbreviation[]>();
  for (const [printed, forms] of abbreviations) {
    const words = printed.split(' ').map(withoutStop);
    const [first, another] = words;
    if (first === undefined || another === undefined) continue;
    const same = byFirst.get(first);
    if (same) same.push({ words, forms });
    else byFirst.set(first, [{ words, forms }]);
  }
  for (const same of byFirst.values()) same.sort((a, b) => b.words.length - a.words.length);
  known.set(abbreviations, byFirst);
  return byFirst;
}

/**
 * The abbreviation of several words that stands in a line, and where it ends: each word but the last with or without its full stop.
 * @param end of its first word.
 * @param begun those that begin with that word, the longest first.
 */
export function longAbbreviationAt(
  line: string,
  end: number,
  begun: readonly LongAbbreviation[],
): { forms: readonly string[]; end: number } | null {
  for (const { words, forms } of begun) {
    let at = end;
    const goesOn = words.slice(1).every((word) => {
      if (line[at] === '.') at++;
      if (!isSpaceAt(line, at)) return false;
      while (at < line.length && isSpaceAt(line, at)) at++;
      const to = isWordAt(line, at) ? wordEnd(line, at) : at + word.length;
      const isSame = line.slice(at, to).toLowerCase() === word;
      at = to;
      return isSame;
    });
    if (goesOn) return { forms, end: at };
  }
  return null;
}

function withoutStop(word: string): string {
  return word.endsWith('.') ? word.slice(0, -1) : word;
}
