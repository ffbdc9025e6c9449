import { figureOf, isMoney, leadingNumber, makes, readNumber } from '../numbers.js';
import type { Figure, LineReading } from '../reading.js';
import { figureAt } from './money_words.js';
import { placeOf, type Row, type Word } from './page.js';
import { UNIT } from './units.js';

export type NumberWord = { word: Word; number: NonNullable<ReturnType<typeof readNumber>> };

/**
 * A quantity and the price behind it whose product is the amount. When both are printed with pence either may be the
 * price, and neither is taken.
 */
export function product(numbers: readonly NumberWord[], amount: number): [NumberWord, NumberWord] | null {
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
export function takeTimes(line: LineReading, row: Row, words: Word[]): Word[] {
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
  // In a column of its own it needs no sign: `2    4 panel doors, stripped    @ 85`.
  const isApart = sign.x0 - quantity.x1 > quantity.y1 - quantity.y0;
  const isSigned = isUnit || /^[xX×]{1,2}$/.test(sign.text);
  if (readNumber(quantity.text) === null || !(isSigned || isApart) || !wordsMake(quantity, price, amount)) return null;
  return { quantity, price, unit: isUnit ? sign.text : null, between: words.slice(isSigned ? 2 : 1, at) };
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
    const each = told(EACH.exec(line.description)?.slice(1).find(Boolean) ?? '');
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

/** `@ 23.40`, `85p each` */
const EACH = /@ ?£?(\d[\d,]*(?:\.\d+)?)$| £?(\d+p|\d[\d,]*\.\d\d) (?:each|ea)$/i;
const TOLD =
  /(?<![\d.,£])(\d[\d,]*(?:\.\d+)?)(?: ?[a-z]+[²³\d]?)?(?: [a-z]+){0,4} ?(?:@|\bat\b|[x×]) ?£?(\d+(?:\.\d+)?p\b|\d[\d,]*(?:\.\d+)?)(?![\d.,]*\d)/gi;
