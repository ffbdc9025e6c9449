import { nearestPence } from '../numbers.js';
import type { Figure, TotalsReading } from '../reading.js';
import { isBelow } from './chosen_totals.js';
import { figureAt, labelledMoney } from './money_words.js';
import type { Row } from './page.js';

/** Sums that stand below the lines without a word. */

/**
 * With what all lines come to, printed below them without a word: the total where nothing else is told, and the net where VAT follows. A sum
 * without a word below that VAT, or what was quoted, is the total.
 * @param rows what stands outside the lines.
 */
export function withBareSum(totals: TotalsReading, sum: Figure, rows: readonly Row[]): TotalsReading {
  const { net, vat, gross, due } = totals;
  if (net !== null) return totals;
  if (vat === null) return gross === null || gross === due ? { ...totals, gross: sum } : totals;
  const whole = gross ?? totalBelow(rows, vat);
  return whole === null || nearestPence(sum) + nearestPence(vat) === nearestPence(whole) || gross === null
    ? { ...totals, net: sum, gross: whole }
    : totals;
}

/** What a quotation calls its total; elsewhere it is told for comparison. */
const QUOTED = /^quoted (?:price|total)\W*$/i;

function totalBelow(rows: readonly Row[], vat: Figure): Figure | null {
  for (const row of rows) {
    const [only, another] = labelledMoney(row);
    if (only === undefined || another !== undefined) continue;
    const figure = row.words.length === 1 || QUOTED.test(only.label) ? figureAt(row, only.word) : null;
    if (figure?.place && vat.place && isBelow(figure.place, vat.place)) return figure;
  }
  return null;
}
