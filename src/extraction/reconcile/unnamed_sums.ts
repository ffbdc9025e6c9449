import { nearestPence } from '../numbers.js';
import type { Doubt, LineReading, TotalsReading } from '../reading.js';
import { totalKind } from '../table/labels.js';
import { labelledMoney } from '../table/money_words.js';
import type { Row } from '../table/page.js';

/**
 * Sums below the lines, in the column of the totals, whose label says nothing, on a document whose total was not found: the net and
 * its VAT may fit the lines, and yet something ("Holdback 3%") may be taken off or come on top before what is invoiced.
 */
export function unnamedSums(rows: readonly Row[], lines: readonly LineReading[], totals: TotalsReading): Doubt[] {
  const { net, vat, gross } = totals;
  if (gross !== null || net === null || vat === null) return [];
  const whole = nearestPence(net) + nearestPence(vat);
  const places = lines.flatMap(({ place }) => place ?? []);
  const lastPage = Math.max(0, ...places.map(({ page }) => page));
  const bottom = Math.max(0, ...places.filter(({ page }) => page === lastPage).map(({ box }) => box[3]));
  return rows.flatMap((row) => {
    const { page, height } = row;
    if (page.number < lastPage || (page.number === lastPage && row.y1 / page.height < bottom)) return [];
    return labelledMoney(row).flatMap(({ label, word, number }): Doubt[] => {
      const column = [net, vat].some(({ place }) => place && Math.abs(place.box[2] * page.width - word.x1) < height);
      if (!column || !/\p{L}/u.test(label) || totalKind(label) !== null || nearestPence(number) === whole) return [];
      return [
        {
          code: 'no_total',
          message: `“${label}”: no total was found, and this sum beside the net and the VAT is none that is known.`,
          found: word.text,
        },
      ];
    });
  });
}
