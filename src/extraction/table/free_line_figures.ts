import { isMoney, makes, readNumber } from '../numbers.js';
import { emptyLine, type LineReading } from '../reading.js';
import { product, takeTimes } from './free_line_times.js';
import { totalKind } from './labels.js';
import { figureAt } from './money_words.js';
import { placeOf, type Row, textOf, type Word } from './page.js';
import { rateOf, readRate } from './rate_cell.js';
import { UNIT } from './units.js';

/** The figures of a line that stands in a row without columns: its amount, and the quantity and price that make it. */
export function lineOf(row: Row, at: number): LineReading | null {
  const line: LineReading = { ...emptyLine(), unread: [] };
  const amountWord = row.words[at] as Word;
  line.amount = figureAt(row, amountWord);
  line.place = placeOf(row.page, row.words);
  const tail = [
    ...row.words.slice(at + 1).map((w) => w.text),
    /(?<=\.\d\d)[A-Z*#]$/.exec(amountWord.text)?.[0] ?? '',
  ].filter((t) => t !== '');
  const code = tail.find((t) => /^[A-Z*#]\d?$|^\d$/.test(t));
  line.vatCode = code ?? null;
  line.vatRate = /^\(?no vat\)?$/i.test(tail.join(' '))
    ? 0
    : (tail.map((t) => (t.includes('%') ? readRate(t) : null)).find((r) => r !== null) ?? null);
  let words = row.words.slice(0, at);
  if (code === undefined && isCodeBefore(row, at)) {
    line.vatCode = row.words[at - 1]?.text ?? null;
    words = words.slice(0, -1);
  }
  // `2 x Sink @ £189.00 = £378.00`
  if (words.at(-1)?.text === '=') words = words.slice(0, -1);
  words = takeRate(line, words);
  words = takeBegun(line, row, words);
  words = takeTail(line, row, words);
  words = takeTimes(line, row, words);
  words = takeAround(line, row, words);
  words = takeLeading(line, row, words);
  line.description = textOf(words.filter((w) => !/^[£€$]$/.test(w.text)))
    // A sentence may go on above the figures that end it; before a quantity the words are at their end.
    .replace(line.quantity === null ? /(?:[\s:–-]|\.{2,}|(?<=\s)\.)+$/ : /[.,\s:–-]+$/, '')
    // The number of a paragraph, or the sign before an item of a list.
    .replace(/^[*•·▪‣-] (?=[\p{L}\d])/u, '')
    .replace(/^\d{1,2}[.)] /, '')
    .trim();
  const kind = totalKind(line.description);
  if (kind !== null && kind !== 'charge' && kind !== 'discount') return null;
  return line;
}

/** `1 @ £235.00   VAT 20%   £235.00`: the rate of the line between its price and its amount. */
function takeRate(line: LineReading, words: Word[]): Word[] {
  const match = /(?<=@ ?[£€$]?[\d,.]*\d )(no vat|vat (?:at |@ ?)?(\d{1,2}(?:\.\d+)?%))$/i.exec(textOf(words));
  if (match === null) return words;
  line.vatRate = match[2] === undefined ? 0 : readRate(match[2]);
  return words.slice(0, words.length - match[0].split(' ').length);
}

/** Some tills print the code of the VAT in a column before the amount. */
function isCodeBefore(row: Row, at: number): boolean {
  const [before, code, amount] = [row.words[at - 2], row.words[at - 1], row.words[at]];
  if (!before || !code || !amount || !/^[A-Z]$/.test(code.text)) return false;
  return code.x0 - before.x1 > 2 * row.height && amount.x0 - code.x1 < 4 * row.height;
}

/** `x 6   £3.29` and the amount, in a row below what was bought: how many and the price, whether they make it or not. */
function takeBegun(line: LineReading, row: Row, words: Word[]): Word[] {
  const [sign, quantity, price] = words;
  const number = readNumber(price?.text ?? '');
  if (!sign || !quantity || !price || number === null || words.length > 3 || !/^[x×]$/i.test(sign.text)) return words;
  if (!isMoney(number) || !/^\d{1,4}$/.test(quantity.text)) return words;
  [line.quantity, line.unitPrice] = [figureAt(row, quantity), figureAt(row, price)];
  return [];
}

/** Figures before the amount that make it up: price and quantity, or net and VAT before the gross. */
function takeTail(line: LineReading, row: Row, words: Word[]): Word[] {
  const run: Word[] = [];
  for (const word of [...words].reverse()) {
    if (readNumber(word.text) === null && !(UNIT.test(word.text) && run.length > 0)) break;
    run.unshift(word);
  }
  const numbers = run.flatMap((word) => {
    const number = readNumber(word.text);
    return number === null ? [] : [{ word, number }];
  });
  const amount = line.amount?.value ?? 0;
  for (const net of numbers) {
    const vat = numbers.find(
      (n) =>
        n !== net &&
        isMoney(n.number) &&
        Math.abs(net.number.value + n.number.value - amount) < 0.005 &&
        rateOf(net.number.value, n.number.value) !== undefined,
    );
    if (!vat || !isMoney(net.number)) continue;
    line.net = figureAt(row, net.word);
    line.vat = figureAt(row, vat.word);
    line.gross = line.amount;
    line.amount = null;
    line.vatRate =
      numbers.map((n) => (n.number.percent ? readRate(n.word.text) : null)).find((r) => r !== null) ?? line.vatRate;
    const rest = numbers.filter((n) => n !== net && n !== vat && !n.number.percent);
    const pair = product(rest, net.number.value);
    if (pair) [line.quantity, line.unitPrice] = [figureAt(row, pair[0].word), figureAt(row, pair[1].word)];
    return words.slice(0, words.length - run.length);
  }
  const pair = product(numbers, amount);
  if (!pair) return words;
  [line.quantity, line.unitPrice] = [figureAt(row, pair[0].word), figureAt(row, pair[1].word)];
  const first = words.indexOf(pair[0].word) < words.indexOf(pair[1].word) ? pair[0].word : pair[1].word;
  // `42 38.40 20.00 1,612.80`: the rate stands between the price and the amount.
  const rest = numbers.slice(numbers.indexOf(pair[1]) + 1).filter(({ word }) => /\.\d\d$|%$/.test(word.text));
  if (rest.length === 1) line.vatRate ??= readRate(rest[0]?.word.text ?? '');
  const unit = run.find((w) => UNIT.test(w.text));
  line.unit = unit?.text ?? null;
  return words.slice(0, words.indexOf(first));
}

/** `1,200  Natural slates   1.85   2,220.00`: how many before the words and the price behind them, when they make the amount. */
function takeAround(line: LineReading, row: Row, words: Word[]): Word[] {
  const [first, second] = words;
  const last = words.at(-1);
  if (line.quantity !== null || !first || !second || !last || words.length < 3 || line.amount === null) return words;
  // A working within the words stays in them.
  if (/^(?:@|at|x{1,2}|×)$/i.test(words.at(-2)?.text ?? '')) return words;
  const [quantity, price] = [readNumber(first.text), readNumber(last.text)];
  if (quantity === null || price === null || !isMoney(price) || !/^\d[\d,]*(?:\.\d)?$/.test(first.text)) return words;
  if (!makes(quantity, price, line.amount.value)) return words;
  line.quantity = figureAt(row, first);
  line.unitPrice = figureAt(row, last);
  line.unit = UNIT.test(second.text) && words.length > 3 ? second.text : null;
  return words.slice(line.unit === null ? 1 : 2, -1);
}

/** A whole number before the words is the quantity on many tills. */
function takeLeading(line: LineReading, row: Row, words: Word[]): Word[] {
  const [first, second] = words;
  if (line.quantity !== null || !first || !second) return words;
  // `3x TRADE MATT`
  const counted = /^(\d{1,3})[x×]?$/i.exec(first.text)?.[1];
  if (
    counted === undefined ||
    !/^[A-Za-z]{2}/.test(second.text) ||
    UNIT.test(second.text) ||
    // "10 year warranty", "3 bed house", "8 yard skip": what it is, and not how many.
    /^(?:for|years?|yrs?|months?|bed(?:room)?s?|way|gang|storey|part|stage|phase|ply|bar|star|yards?|yds?|inch(?:es)?|pole|zone|port|person)$/i.test(
      second.text,
    )
  )
    return words;
  const quantity = figureAt(row, { ...first, text: counted });
  line.quantity = quantity && { ...quantity, raw: first.text };
  return words.slice(1);
}
