import { figureOf, isMoney, leadingNumber, makes, readNumber } from '../numbers.js';
import { emptyLine, type Figure, type LineReading } from '../reading.js';
import { totalKind } from './labels.js';
import { figureAt, moneyIn } from './money_words.js';
import { confidenceOf, placeOf, type Row, textOf, type Word } from './page.js';
import { rateOf, readRate } from './rate_cell.js';
import { rowText } from './rows.js';
import { UNIT } from './units.js';

/** The figures of a line that stands in a row without columns: its amount, and the quantity and price that make it. */

/** A quantity and a price in a row of their own, above or below the line they belong to. */
const TIMES =
  /^(-?\d+(?:\.\d+)?)\s*(?:(?:ea(?:ch)?|hrs?|hours?|days?|weeks?|m|m2|nr|no)\s*)?[xX@×]\s*£?(\d+\.\d{2})(?:\s*(?:each|ea))?$/;

/** The price alone, below a line that begins with how many there are: `@ 19.95`. */
const PRICE_BELOW = /^(?:@|at)\s*£?(\d+\.\d{2})(?:\s*(?:each|ea))?$/i;

/** Whether a row says no more than how the amount of another one came about. */
export function isWorking(text: string): boolean {
  return TIMES.test(text.trim()) || PRICE_BELOW.test(text.trim());
}

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

/** How many words at the end of a row say whether VAT is in its sum: `£360.00 including VAT`, `£85.00 + VAT`. */
function wordsOfVat(words: readonly Word[]): number {
  const said =
    /(?: |^)\(?(?:including|inclusive of|inc\.?|incl\.?|excluding|ex\.?|excl\.?|plus|\+) ?V\.?A\.?T\.?\)?$/i.exec(
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
  line.vatRate = tail.map((t) => (t.includes('%') ? readRate(t) : null)).find((r) => r !== null) ?? null;
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

type NumberWord = { word: Word; number: NonNullable<ReturnType<typeof readNumber>> };

/**
 * A quantity and the price behind it whose product is the amount. When both are printed with pence either may be the
 * price, and neither is taken.
 */
function product(numbers: readonly NumberWord[], amount: number): [NumberWord, NumberWord] | null {
  for (const [i, quantity] of numbers.entries())
    for (const price of numbers.slice(i + 1))
      if (quantity.number.decimals < 2 && price.number.decimals >= 2 && makes(quantity.number, price.number, amount))
        return [quantity, price];
  return null;
}

/** The sign of multiplication, which recognition may see twice. */
export function isTimesSign(text: string): boolean {
  return /^(?:[x×]{1,2}|[@*])$/i.test(text);
}

/** `Qty: 2 x £26.49`: no word of what was bought. */
const SAYS_HOW_MANY = /^(?:qty|quantity)\.?:?$/i;

/** `2 x 3.50`, `2 @ £3.50 each`. */
function takeTimes(line: LineReading, row: Row, words: Word[]): Word[] {
  if (line.quantity !== null) return words;
  const amount = line.amount?.value ?? Number.NaN;
  const split = timesAround(words, amount) ?? timesBehind(words, amount);
  const before = (at: number) => words.slice(0, SAYS_HOW_MANY.test(words[at - 1]?.text ?? '') ? at - 1 : at);
  if (split !== null) {
    const printed = leadingNumber(split.quantity.text);
    line.quantity = printed && {
      value: printed.value,
      text: printed.text,
      raw: split.quantity.text,
      place: placeOf(row.page, [split.quantity]),
      confidence: split.quantity.confidence,
    };
    line.unitPrice = figureAt(row, split.price);
    line.unit = split.unit;
    return split.between;
  }
  for (const [i, quantity] of words.entries()) {
    // `3 days x 280.00`
    const unit = UNIT.test(words[i + 1]?.text ?? '') && i + 3 < words.length ? 1 : 0;
    const joined = /^(\d+(?:\.\d+)?)[xX@]$/.exec(quantity.text);
    const sign = words[i + 1 + unit];
    const price = joined ? sign : words[i + 2 + unit];
    if (sign === undefined || price === undefined || (!joined && !isTimesSign(sign.text))) continue;
    const [q, p] = [readNumber(joined?.[1] ?? quantity.text), readNumber(price.text)];
    if (q === null || p === null || !makes(q, p, amount)) continue;
    const length = unit + (joined ? 2 : 3);
    const behind = words.slice(i + length);
    // What goes on behind the price ("per week") needs it.
    if (/^(?:per|a)$/i.test(behind[0]?.text ?? '')) continue;
    // `£329.95 × 2`
    if (isMoney(q) && !isMoney(p) && !joined && unit === 0) {
      [line.quantity, line.unitPrice] = [figureAt(row, price), figureAt(row, quantity)];
      return [...before(i), ...behind];
    }
    line.quantity = {
      value: q.value,
      text: q.text,
      raw: quantity.text,
      place: placeOf(row.page, [quantity]),
      confidence: quantity.confidence,
    };
    line.unitPrice = figureAt(row, price);
    if (unit > 0) line.unit = words[i + 1]?.text ?? null;
    return [...before(i), ...behind.filter((w) => !/^(?:each|ea)$/i.test(w.text))];
  }
  return words;
}

interface Times {
  quantity: Word;
  price: Word;
  unit: string | null;
  /** What is left of the words. */
  between: Word[];
}

function wordsMake(quantity: Word | undefined, price: Word | undefined, amount: number): boolean {
  const [q, p] = [leadingNumber(quantity?.text ?? ''), readNumber(price?.text ?? '')];
  return q !== null && p !== null && makes(q, p, amount);
}

/** `2 x Sink @ £189.00`, `13 sets Lever on rose @ 240.00`: the quantity before the words and the price behind them. */
function timesAround(words: readonly Word[], amount: number): Times | null {
  const [quantity, sign] = words;
  const at = words.findLastIndex((w) => w.text === '@');
  const price = words[at + 1];
  if (!quantity || !sign || !price || at < 3 || words.slice(at + 2).some((w) => !/^(?:each|ea)$/i.test(w.text)))
    return null;
  const isUnit = UNIT.test(sign.text);
  if (
    readNumber(quantity.text) === null ||
    (!isUnit && !/^[xX×]{1,2}$/.test(sign.text)) ||
    !wordsMake(quantity, price, amount)
  )
    return null;
  return { quantity, price, unit: isUnit ? sign.text : null, between: words.slice(2, at) };
}

/** `TRV sets x 9 at £21.60`, `inner skin 96m2 @ £24`, `gable 4200 bricks @ 0.85 each`: the words, how many, and the price of one. */
function timesBehind(words: readonly Word[], amount: number): Times | null {
  const at = words.findLastIndex((w) => /^(?:@|at)$/i.test(w.text));
  const [quantity, price] = [words[at - 1], words[at + 1]];
  if (!quantity || !price || at < 2 || words.slice(at + 2).some((w) => !/^(?:each|ea)$/i.test(w.text))) return null;
  if (
    /^[xX×]$/.test(words[at - 2]?.text ?? '') &&
    readNumber(quantity.text) !== null &&
    wordsMake(quantity, price, amount)
  )
    return { quantity, price, unit: null, between: words.slice(0, at - 2) };
  const unit = /^[\d.,]+([a-z]{1,6}[\d²³]?)$/i.exec(quantity.text)?.[1];
  if (unit !== undefined && UNIT.test(unit) && wordsMake(quantity, price, amount))
    return { quantity, price, unit, between: words.slice(0, at - 1) };
  // What is counted by its own name keeps it.
  const counted = words[at - 2];
  if (
    counted !== undefined &&
    /^\d[\d,]*$/.test(counted.text) &&
    /^[a-z]{3,}$/i.test(quantity.text) &&
    !UNIT.test(quantity.text) &&
    wordsMake(counted, price, amount)
  )
    return { quantity: counted, price, unit: null, between: words.slice(0, at) };
  return null;
}

/** `4 Copper tube 3m` over `@ 23.40`, `9 x Post` over `£13.80 each`, or `Basin mixer × 2`: how many there are is told in the words of the line. */
export function takeCounted(line: LineReading): void {
  const { place, amount } = line;
  if (line.quantity !== null || line.unitPrice !== null || amount === null) return;
  const told = (raw: string) => figureOf(raw, place, amount.confidence);
  const around =
    /^(\d{1,4})(?: ?[x×])? (.*[a-z].*?) (?:@ £?|(?=£?[\d.]+ (?:each|ea)$)£?)(\d+\.\d{2})(?: (?:each|ea))?$/i.exec(
      line.description,
    );
  const [quantity, price] = [told(around?.[1] ?? ''), told(around?.[3] ?? '')];
  if (around && quantity && price && makes(quantity, price, amount.value)) {
    [line.quantity, line.unitPrice, line.description] = [quantity, price, around[2] as string];
    return;
  }
  const behind = /^(.*(?:[a-z)\]]{3}|[)\]])) × ?(\d{1,3})$/i.exec(line.description);
  if (behind) [line.quantity, line.description] = [told(behind[2] as string), behind[1] as string];
}

/** `112 miles at £0.45`, `3 weeks @ £92.50 per week`: a working within the words, that makes the amount; the words stay as they are. */
export function takeTold(line: LineReading): void {
  const { place } = line;
  const amount = line.net ?? line.amount ?? line.gross;
  if (line.unitPrice !== null || amount === null) return;
  const told = (raw: string): Figure | null => {
    const pence = /^(\d+)p$/i.exec(raw)?.[1];
    const figure = figureOf(pence === undefined ? raw : (Number(pence) / 100).toFixed(2), place, amount.confidence);
    return figure && { ...figure, raw };
  };
  if (line.quantity !== null) {
    // How many stood before the words.
    const each = told(/@ ?£?(\d[\d,]*(?:\.\d+)?)$/.exec(line.description)?.[1] ?? '');
    if (each && makes(line.quantity, each, amount.value)) line.unitPrice = each;
    return;
  }
  for (const match of line.description.matchAll(TOLD)) {
    const [quantity, price] = [told(match[1] as string), told(match[2] as string)];
    if (quantity === null || price === null || !makes(quantity, price, amount.value)) continue;
    [line.quantity, line.unitPrice] = [quantity, price];
    return;
  }
}

const TOLD =
  /(?<![\d.,£])(\d[\d,]*(?:\.\d+)?)(?: ?[a-z]+[²³\d]?)?(?: [a-z]+){0,4} ?(?:@|\bat\b|[x×]) ?£?(\d+(?:\.\d+)?p\b|\d[\d,]*(?:\.\d+)?)(?![\d.,]*\d)/gi;

/** A whole number before the words is the quantity on many tills. */
function takeLeading(line: LineReading, row: Row, words: Word[]): Word[] {
  const [first, second] = words;
  if (line.quantity !== null || !first || !second) return words;
  if (
    !/^\d{1,3}$/.test(first.text) ||
    !/^[A-Za-z]{2}/.test(second.text) ||
    UNIT.test(second.text) ||
    // "10 year warranty", "3 bed house", "8 yard skip": what it is, and not how many.
    /^(?:for|years?|yrs?|months?|bed(?:room)?s?|way|gang|storey|part|stage|phase|ply|bar|star|yards?|yds?|inch(?:es)?|pole|zone|port|person)$/i.test(
      second.text,
    )
  )
    return words;
  line.quantity = figureAt(row, first);
  return words.slice(1);
}

/** `2 @ 3.50` in a row of its own beside a line says how its amount came about. */
export function quantitiesBeside(lines: LineReading[], body: readonly Row[], used: Set<Row>): LineReading[] {
  for (const row of body) {
    if (used.has(row)) continue;
    if (priceBelow(lines, row)) used.add(row);
    const match = TIMES.exec(rowText(row).trim());
    if (!match) continue;
    const value = Number(match[1]) * Number(match[2]);
    const near = lines.find(
      (l) =>
        l.quantity === null &&
        l.place?.page === row.page.number &&
        Math.abs((l.amount?.value ?? 0) - value) < 0.0051 &&
        Math.min(
          Math.abs(l.place.box[3] * row.page.height - row.y0),
          Math.abs(l.place.box[1] * row.page.height - row.y1),
        ) <
          2.5 * row.height,
    );
    const told = (raw = '') => figureOf(raw, placeOf(row.page, row.words), confidenceOf(row.words));
    const [quantity, price] = [told(match[1]), told(match[2])];
    if (!near || !quantity || !price) continue;
    near.quantity = quantity;
    near.unitPrice = price;
    near.description = near.description
      .replace(rowText(row), '')
      // "Paving slab x 18" over "18 @ £24.80".
      .replace(new RegExp(`\\s[x×] ?${match[1]}$`, 'i'), '')
      .trim();
    used.add(row);
  }
  return lines;
}

/** Gives the line right above the price that stands alone in a row; the count its words begin with proves it. */
function priceBelow(lines: readonly LineReading[], row: Row): boolean {
  const price = readNumber(PRICE_BELOW.exec(rowText(row).trim())?.[1] ?? '');
  const line = lines.findLast(
    (l) =>
      l.unitPrice === null &&
      l.place?.page === row.page.number &&
      Math.abs(row.y0 - l.place.box[3] * row.page.height) < row.height,
  );
  if (price === null || line === undefined || line.amount === null || line.place === null) return false;
  const counted = /^(\d{1,4}) (?=[a-z]{2})/i.exec(line.description);
  const number = readNumber(counted?.[1] ?? '');
  const { place } = line;
  const quantity =
    line.quantity ??
    (counted && number && { ...number, raw: counted[1] as string, place, confidence: line.amount.confidence });
  if (!quantity || !makes(quantity, price, line.amount.value)) return false;
  if (line.quantity === null) line.description = line.description.slice(counted?.[0].length).trim();
  line.quantity = {
    value: quantity.value,
    text: quantity.text,
    raw: quantity.raw,
    place: quantity.place,
    confidence: quantity.confidence,
  };
  line.unitPrice = {
    value: price.value,
    text: price.text,
    raw: rowText(row),
    place: placeOf(row.page, row.words),
    confidence: confidenceOf(row.words),
  };
  return true;
}
