import { nearestPence } from '../numbers.js';
import type { Doubt, LineReading, TotalsReading } from '../reading.js';
import { totalKind } from '../table/labels.js';
import { labelledMoney } from '../table/money_words.js';
import { type Row, textOf } from '../table/page.js';

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

/** The VAT or the total that a sheet names below its net without a figure: a formula that broke, of which nothing can be checked. */
export function sumsWithoutFigure(rows: readonly Row[], { net, vat, gross }: TotalsReading): Doubt[] {
  if (net === null || vat !== null || gross !== null) return [];
  const at = rows.findIndex((row) => row.words.some((word) => word.text === net.raw));
  const named = rows.slice(at + 1).find((row) => {
    const text = textOf(row.words);
    return !/\d/.test(text) && ['vat', 'total', 'gross', 'due'].includes(totalKind(text) ?? '');
  });
  if (at < 0 || named === undefined) return [];
  return [
    {
      code: 'no_total',
      message: `“${textOf(named.words)}” has no figure, and of the totals only the net could be read.`,
    },
  ];
}
