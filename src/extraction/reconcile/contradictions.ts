import type { Doubt, Figure, InvoiceReading } from '../reading.js';
import { isOfRun } from '../runs.js';
import { totalKind } from '../table/labels.js';
import { figureAt, labelledMoney } from '../table/money_words.js';
import type { OtherSums } from '../table/other_sums.js';
import type { Row } from '../table/page.js';

/**
 * What is printed as the VAT beside that with which the figures fit, and above the lines as the total: one of the two is wrong. A statement lists
 * those of other documents.
 */
export function contradictions(
  { vat: vats, total: totals, net: nets, unfit }: OtherSums,
  reading: InvoiceReading,
): Doubt[] {
  const { vat, gross } = reading.totals;
  if (reading.header.documentType === 'statement' || vat === null) return [];
  // What the customer accounts for is no VAT of the invoice.
  const isLeftToCustomer = reading.header.reverseCharge && vat.value === 0;
  const others = isLeftToCustomer ? [] : vats.filter(({ figure }) => !isOfSection(figure, reading));
  const found = [
    ...others.map(({ label, figure }) => ({
      code: 'vat_does_not_sum',
      message: `“${label.trim()}” is another VAT than that which the other figures make.`,
      found: figure.raw,
      expected: vat.text,
    })),
    ...nets
      .filter(({ figure }) => !isOfSection(figure, reading))
      .map(({ label, figure }) => ({
        code: 'totals_do_not_add',
        message: `“${label.trim()}” does not come to the net with what stands between the two.`,
        found: figure.raw,
      })),
    ...(isLeftToCustomer ? [] : unfit).map(({ what, figure, expected }) => ({
      code: 'band_does_not_sum',
      message: `In the VAT analysis ${what} is not what its other figures make.`,
      found: figure.raw,
      ...(expected === null ? {} : { expected }),
    })),
  ];
  if (gross === null) return found;
  return [
    ...found,
    ...totals
      .filter(({ figure }) => isAbove(figure, reading) || !isOfSection(figure, reading))
      .map(({ label, figure }) => ({
        code: 'totals_do_not_add',
        message: isAbove(figure, reading)
          ? `“${label.trim()}” above the lines is another sum than the total below them.`
          : `“${label.trim()}” is another sum than the net and the VAT make.`,
        found: figure.raw,
        expected: gross.text,
      })),
  ];
}

/** What a section is said to come to, among the lines ("TICKET TOTAL   185.60"), and no lines that follow each other do. */
export function sectionSums(rows: readonly Row[], reading: InvoiceReading): Doubt[] {
  if (reading.lines.some((line) => line.amount === null && line.net === null && line.gross === null)) return [];
  return rows.flatMap((row): Doubt[] => {
    const money = labelledMoney(row);
    const [only] = money;
    if (only === undefined || money.length > 1 || !SECTION_TOTAL.test(only.label)) return [];
    const figure = totalKind(only.label) === 'skip' ? figureAt(row, only.word) : null;
    if (figure === null || isOfSection(figure, reading)) return [];
    return [
      {
        code: 'lines_do_not_sum',
        message: `“${only.label.trim()}” is not what the lines of a section come to.`,
        found: figure.raw,
      },
    ];
  });
}

const SECTION_TOTAL =
  /\b(?:despatch|dispatch|delivery note|advice note|docket|drop|ticket|consignment|load|section|room|plot)\b.*\btotal\b|\b(?:sub ?-?)?total (?:of |for )?(?:section|room|plot)\b/i;

/** Whether a figure is what lines that follow each other come to in one of their columns, as below a section. */
function isOfSection(figure: Figure, { lines }: InvoiceReading): boolean {
  return isOfRun(lines, ['vat', 'amount', 'net', 'gross'], figure);
}

/** Whether a figure stands above the first line. */
function isAbove({ place }: Figure, { lines }: InvoiceReading): boolean {
  const places = lines.flatMap((line) => line.place ?? []);
  const first = Math.min(...places.map(({ page }) => page));
  const top = Math.min(...places.filter(({ page }) => page === first).map(({ box }) => box[1]));
  return place !== null && (place.page < first || (place.page === first && place.box[3] <= top));
}
