import { nearestPence } from '../numbers.js';
import { emptyLine, type Figure, type LineReading, type TotalsReading } from '../reading.js';
import { totalKind } from './labels.js';
import { figureAt, labelledMoney } from './money_words.js';
import { placeOf, type Row } from './page.js';

/**
 * `Deposit   4,000.00` above `Subtotal   4,000.00`: the one line of an invoice may be called as sums are that were paid or are left to pay. It is
 * the only such row above the net, and comes to it.
 */
export function onlyCharge(rows: readonly Row[], { net }: Pick<TotalsReading, 'net'>): LineReading | null {
  if (net === null) return null;
  const end = rows.findIndex((row) => holds(row, net));
  const found = rows.slice(0, Math.max(0, end)).flatMap((row) => {
    const [only, another] = labelledMoney(row);
    const kind = only && totalKind(only.label);
    const amount = only && figureAt(row, only.word);
    if (!amount || another !== undefined || (kind !== 'paid' && kind !== 'due')) return [];
    return [{ ...emptyLine(), unread: [], description: only.label, amount, place: placeOf(row.page, row.words) }];
  });
  const [line, ...others] = found;
  return line?.amount && others.length === 0 && nearestPence(line.amount) === nearestPence(net) ? line : null;
}

function holds(row: Row, { place }: Figure): boolean {
  return row.words.some((word) => JSON.stringify(placeOf(row.page, [word])) === JSON.stringify(place));
}

/** What the works have come to so far, at the head of a valuation: `Gross value of works to date   £96,400.00`. */
const TO_DATE = /\b(?:works?|work done|valuation)\b.*\bto date\b|^(?:gross )?(?:valuation|value of works?)\b/i;

/** The works to date as the line from which what is held back and was certified before is taken, where these leave the net. */
export function worksToDate(
  rows: readonly Row[],
  { net }: Pick<TotalsReading, 'net'>,
  heldBack: readonly LineReading[],
): LineReading[] {
  if (net === null || heldBack.length === 0) return [];
  const less = heldBack.reduce((sum, { amount }) => sum + (amount === null ? 0 : nearestPence(amount)), 0);
  const [works, another] = rows.flatMap((row) => {
    const [only, more] = labelledMoney(row);
    const amount = only && TO_DATE.test(only.label.trim()) ? figureAt(row, only.word) : null;
    if (!only || !amount || more !== undefined || nearestPence(amount) + less !== nearestPence(net)) return [];
    return [{ ...emptyLine(), unread: [], description: only.label, amount, place: placeOf(row.page, row.words) }];
  });
  return works === undefined || another !== undefined ? [] : [works, ...heldBack];
}
