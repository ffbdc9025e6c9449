import { moneyIn } from './money_words.js';
import { type Row, textOf, type Word } from './page.js';

/** Left and right edges of the sums of money, by which a sum without pence is known for one. */
export function moneyEdges(rows: readonly Row[]): { x0: number; x1: number; height: number }[] {
  return rows.flatMap((row) =>
    row.words.filter((w) => moneyIn(w) !== null).map(({ x0, x1 }) => ({ x0, x1, height: row.height })),
  );
}

/** `850`, `985.5` or `1,200` under or over sums with pence, as spreadsheets print them. */
function isRoundSum(word: Word, before: Word | undefined, edges: ReturnType<typeof moneyEdges>): boolean {
  // "Job no. 2214"
  if (/^(?:no|nos|num|number|ref|job|plot|phase|order|inv|invoice|account|a\/c|code|#)\.?:?$/i.test(before?.text ?? ''))
    return false;
  // Five digits without a comma are a membership or telephone number more often than a price.
  if (!/^\d{2,3}$|^\d{1,3}(?:,\d{3})+(?:\.\d)?$|^[1-9]\d{3}$|^\d{1,4}\.\d$/.test(word.text)) return false;
  return edges.some((e) => Math.min(Math.abs(e.x0 - word.x0), Math.abs(e.x1 - word.x1)) < 0.6 * e.height);
}

/** `18 May 2026`, of which the month may not have been read. */
function isYear(words: readonly Word[], at: number): boolean {
  return (
    /^20[1-4]\d$/.test(words[at]?.text ?? '') &&
    words.slice(Math.max(0, at - 2), at).some(({ text }) => /^(?:0?[1-9]|[12]\d|3[01])$/.test(text))
  );
}

/** How many words at the end of a row say whether VAT is in its sum, or on it: `£360.00 including VAT`, `£85.00 + VAT`, `£265.00  no VAT`. */
function wordsOfVat(words: readonly Word[]): number {
  const said =
    /(?: |^)\(?(?:including|inclusive of|inc\.?|incl\.?|excluding|ex\.?|excl\.?|plus|\+|no) ?V\.?A\.?T\.?\)?$/i.exec(
      textOf(words.slice(-4)),
    );
  return said === null ? 0 : said[0].trim().split(' ').length;
}

/** `850`, `1,200` at the end of what somebody wrote by hand: `Skim ceilings x 5 - 850`; a year, a number of a thing and a size are none. */
function isBareSum(words: readonly Word[]): boolean {
  const [before, last] = words.slice(-2);
  return (
    last !== undefined &&
    /^(?:[1-9]\d{1,4}|\d{1,3},\d{3})$/.test(last.text) &&
    /^[-–—=:]$|^[\p{L})]+[:,.)]?$/u.test(before?.text ?? '') &&
    !/^(?:no|nos|num|number|ref|job|plot|phase|order|inv|invoice|account|a\/c|code|x|@|at|of|on|to)\.?:?$/i.test(
      before?.text ?? '',
    ) &&
    !isYear(words, words.length - 1)
  );
}

/**
 * The sum a row ends in, before a VAT code or sign; null when it has none.
 * @param bare whether a whole number that ends it is one, wherever it stands.
 */
export function amountOf(row: Row, edges: ReturnType<typeof moneyEdges>, bare = false): number | null {
  if (bare && isBareSum(row.words)) return row.words.length - 1;
  const end = row.words.length - wordsOfVat(row.words);
  const isPrice = /^(?:@|at|x|×)$/i.test(row.words[end - 2]?.text ?? '');
  const sum = row.words[end - 1];
  if (end < row.words.length && !isPrice && sum !== undefined && moneyIn(sum) !== null) return end - 1;
  for (let at = row.words.length - 1; at >= Math.max(0, row.words.length - 3); at--) {
    const word = row.words[at] as Word;
    if (moneyIn(word) !== null) return at;
    const grouped = /^\d{3,}$/.test(row.words[at - 1]?.text ?? '');
    if (
      at === row.words.length - 1 &&
      at > 0 &&
      !grouped &&
      !isYear(row.words, at) &&
      isRoundSum(word, row.words[at - 1], edges)
    )
      return at;
    if (!/^[A-Z*#%]{1,2}\d?$|^\d{1,2}%?$|^\((?:.|[Ii]nc|[Ii]ncluded|[Ff]ree|FREE|FOC|foc)\)$/.test(word.text))
      return null;
  }
  return null;
}
