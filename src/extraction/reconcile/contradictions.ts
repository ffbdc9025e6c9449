import type { Doubt, Figure, InvoiceReading } from '../reading.js';
import type { OtherSums } from '../table/other_sums.js';

/**
 * What is printed as the VAT beside that with which the figures fit, and above the lines as the total: one of the two is wrong. A statement lists
 * those of other documents.
 */
export function contradictions({ vat: vats, total: totals }: OtherSums, reading: InvoiceReading): Doubt[] {
  const { vat, gross } = reading.totals;
  if (reading.header.documentType === 'statement' || vat === null) return [];
  const found = vats.map(({ label, figure }) => ({
    code: 'vat_does_not_sum',
    message: `“${label.trim()}” is another VAT than that which the other figures make.`,
    found: figure.raw,
    expected: vat.text,
  }));
  if (gross === null) return found;
  return [
    ...found,
    ...totals
      .filter(({ figure }) => isAbove(figure, reading))
      .map(({ label, figure }) => ({
        code: 'totals_do_not_add',
        message: `“${label.trim()}” above the lines is another sum than the total below them.`,
        found: figure.raw,
        expected: gross.text,
      })),
  ];
}

/** Whether a figure stands above the first line. */
function isAbove({ place }: Figure, { lines }: InvoiceReading): boolean {
  const places = lines.flatMap((line) => line.place ?? []);
  const first = Math.min(...places.map(({ page }) => page));
  const top = Math.min(...places.filter(({ page }) => page === first).map(({ box }) => box[1]));
  return place !== null && (place.page < first || (place.page === first && place.box[3] <= top));
}
