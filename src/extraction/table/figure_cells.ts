import { readNumber } from '../numbers.js';
import type { Figure, LineReading } from '../reading.js';
import { confidenceOf, placeOf, type Row, textOf, type Word } from './page.js';

const NOTHING = /^(?:-|–|—|n\/?a|nil|inc|incl|included)\.?$/i;

/** What is charged for goods that are given away. */
export const FREE = /^(?:f\.?o\.?c|free(?: of charge)?|n\/c|no charge)\.?$/i;

const AMOUNTS: ReadonlySet<string> = new Set(['net', 'gross', 'amount']);

/** The quantity of a line, with the unit beside it. */
export function readQuantity(line: LineReading, row: Row, words: readonly Word[]): void {
  if (words.length === 0) return;
  const text = textOf(words);
  const match = /^([-−–(]?[\d.,]+[-−)]?)\s*(?:[xX*@]\s*)?([A-Za-z][A-Za-z0-9².³]*\.?)?(?:\s*[xX@])?$/.exec(text);
  const number = readNumber(match?.[1] ?? text);
  if (number === null) {
    if (/\d/.test(text)) line.unread.push({ column: 'quantity', raw: text });
    return;
  }
  if (number.percent) return;
  line.quantity = {
    value: number.value,
    text: number.text,
    raw: text,
    place: placeOf(row.page, words),
    confidence: confidenceOf(words),
  };
  line.unit = match?.[2] ?? null;
}

/** The figure of a cell, without what stands beside it; what has digits and cannot be read is kept as unread. */
export function figureIn(line: LineReading, row: Row, column: string, words: readonly Word[]): Figure | null {
  if (words.length === 0) return null;
  const text = textOf(words);
  if (NOTHING.test(text)) return null;
  if (FREE.test(text))
    return AMOUNTS.has(column)
      ? { value: 0, text: '0.00', raw: text, place: placeOf(row.page, words), confidence: confidenceOf(words) }
      : null;
  const numbers = words.filter((w) => readNumber(w.text) !== null);
  const chosen =
    readNumber(text) !== null ? words : numbers.length >= 1 ? pick(column, words, numbers) : stripped(words);
  const joined = chosen === null ? null : withoutTail(textOf(chosen));
  const number = joined === null ? null : readNumber(joined);
  if (number === null || chosen === null || (number.percent && column !== 'discount')) {
    if (/\d/.test(text)) line.unread.push({ column, raw: text });
    return null;
  }
  return {
    value: number.value,
    text: number.text,
    raw: text,
    place: placeOf(row.page, chosen),
    confidence: confidenceOf(chosen),
  };
}

/** Parts of a percent as merchants print them. */
const PARTS: Readonly<Record<string, number>> = { '¼': 0.25, '⅓': 1 / 3, '½': 0.5, '⅔': 2 / 3, '¾': 0.75 };
const PERCENT = String.raw`(\d{1,2}(?:\.\d{1,2})?)([¼⅓½⅔¾])? ?%?`;
const STACKED = new RegExp(`^${PERCENT}(?: ?[+/&] ?${PERCENT})?(?: ?[+/&] ?${PERCENT})?$`);

/** What is taken off in percent by discounts of which each is taken of what the one before it left: `45+10`, `33⅓+5`; null for a plain one. */
export function stackedPercent(text: string): { value: number; text: string } | null {
  const match = /[+/&¼⅓½⅔¾]/.test(text) ? STACKED.exec(text.trim()) : null;
  if (match === null) return null;
  const [, ...parts] = match;
  let left = 1;
  for (let i = 0; i < parts.length; i += 2)
    if (parts[i] !== undefined) left *= 1 - (Number(parts[i]) + (PARTS[parts[i + 1] ?? ''] ?? 0)) / 100;
  const value = (1 - left) * 100;
  return { value, text: String(Number(value.toFixed(4))) };
}

/** A discount that is no plain number, as a figure. */
export function stackedDiscount(row: Row, words: readonly Word[]): Figure | null {
  const raw = textOf(words);
  const percent = stackedPercent(raw);
  return percent && { ...percent, raw, place: placeOf(row.page, words), confidence: confidenceOf(words) };
}

/** Without the VAT code or the unit that is stuck to a number; what belongs to the number, as CR does, stays. */
function withoutTail(text: string): string {
  if (readNumber(text) !== null) return text;
  return text.replace(/(?<=\.\d\d)[A-Z*#]$/, '').replace(/(?<=\d)\/?[a-z]{1,4}$/i, '');
}

/** The one number of a cell that also holds a unit or a code; null when there are two numbers that may be meant. */
function pick(column: string, words: readonly Word[], numbers: readonly Word[]): Word[] | null {
  if (numbers.length === 1) return [...numbers];
  const last = words.at(-1) as Word;
  const first = numbers[0] as Word;
  // A price and how many it is for.
  if (/price$/i.test(column) && numbers.length === 2 && /^1,?00?0$/.test(last.text) && /\.\d\d/.test(first.text))
    return [first];
  // An amount and the code of its rate.
  if (column !== 'unitPrice' && numbers.length === 2 && /^\d$/.test(last.text) && /\.\d\d$/.test(first.text))
    return [first];
  return null;
}

function stripped(words: readonly Word[]): Word[] | null {
  return words.length === 1 ? [...words] : null;
}
