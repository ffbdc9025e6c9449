import { formatPence } from '../../rulebook/money.js';
import type { Draft, DraftLine, DraftProblem, DraftTotals, VatBand } from '../draft.js';
import { hasValidCheckDigits } from '../header/vat_number.js';
import { moneyText, penceOf, quantityText } from '../numbers.js';
import type { Figure, InvoiceReading, LineReading } from '../reading.js';
import { settleBasis } from './basis.js';
import { withholdUnconfirmed } from './certainty.js';
import { checkFigures } from './checks.js';
import { problem } from './problem.js';
import { isInclusive, leaveOutCustomersVat, settleRates, vatIn, vatPence } from './rates.js';

/**
 * Checks what was read and makes the draft. Nothing printed is changed: a figure that does not fit stays as it is, and
 * a problem says what the others would make it.
 * @param reading filled in by a reader; its lines get their rates here.
 * @param extras sums under the table that may be lines as well, such as delivery.
 * @param heldBack sums taken off before the VAT, such as a retention.
 */
export function reconcile(
  reading: InvoiceReading,
  extras: readonly LineReading[] = [],
  heldBack: readonly LineReading[] = [],
): Draft {
  leaveOutCustomersVat(reading);
  settleBasis(reading, extras, heldBack);
  settleRates(reading);
  const figures = checkFigures(reading);
  const withheld = withholdUnconfirmed(reading);
  const reconciled = figures.length === 0 && reading.doubts.every(({ code }) => INFORMATIVE.has(code));
  // Of figures that contradict each other nothing follows.
  const follows = figures.length === 0 && !reading.doubts.some(({ code }) => CONTRADICTING.has(code));
  const derived = follows ? derivedLines(reading) : reading.lines.map(() => ({}));
  const { header, totals } = reading;
  return {
    documentType: header.documentType,
    supplier: { name: header.supplierName, vatNumber: header.vatNumber },
    customer: { name: header.customerName },
    invoiceNumber: header.invoiceNumber,
    invoiceDate: header.invoiceDate,
    taxPoint: header.taxPoint,
    currency: header.currency,
    lines: reading.lines.map((line, i) => draftLine(line, derived[i] ?? {})),
    totals: draftTotals(reading, follows),
    vatBands: totals.bands.map(
      (band): VatBand => ({ rate: rateText(band.rate), code: band.code, net: money(band.net), vat: money(band.vat) }),
    ),
    reverseCharge: header.reverseCharge,
    vatInclusive: isInclusive(reading),
    source: reading.source,
    notes: reading.notes ?? [],
    pages: reading.pages,
    reconciled,
    problems: [...figures, ...withheld, ...reading.doubts.map(toProblem), ...headerProblems(reading)],
  };
}

/** Doubts about what no sum is made of. */
const INFORMATIVE: ReadonlySet<string> = new Set(['unconfirmed_figure', 'page_missing']);

/** Doubts about sums, of which one is another than the others make it. */
const CONTRADICTING: ReadonlySet<string> = new Set([
  'totals_do_not_add',
  'vat_does_not_sum',
  'band_does_not_sum',
  'lines_do_not_sum',
]);

function toProblem(doubt: InvoiceReading['doubts'][number]): DraftProblem {
  return problem(doubt.code, doubt.message, doubt.found ?? null, doubt.expected ?? null, doubt.line);
}

/** What is missing or odd outside the figures; it does not keep an invoice from reconciling. */
function headerProblems({ header }: InvoiceReading): DraftProblem[] {
  const found: DraftProblem[] = [];
  const missing = (code: string, what: string) => found.push(problem(code, `${what} was found.`, null, null));
  if (header.supplierName === null) missing('no_supplier', 'No name of a supplier');
  if (header.invoiceNumber === null && header.documentType !== 'simplified_receipt')
    missing('no_invoice_number', 'No invoice number');
  if (header.invoiceDate === null) missing('no_invoice_date', 'No invoice date');
  const digits = /^(?:GB|XI)?(\d{9})(?:\d{3})?$/.exec(header.vatNumber?.replace(/\s/g, '') ?? '')?.[1];
  if (digits !== undefined && !hasValidCheckDigits(digits))
    found.push(
      problem(
        'vat_number_check_digits',
        'The check digits of the VAT number do not fit; it is misread or misprinted.',
        header.vatNumber,
        null,
      ),
    );
  if (header.currency !== null && header.currency !== 'GBP')
    found.push(
      problem('foreign_currency', `The amounts are in ${header.currency}, not in pounds.`, header.currency, 'GBP'),
    );
  return found;
}

type Derived = Partial<Record<'net' | 'vat' | 'gross', number>>;

/**
 * Amounts that are not printed on a line and follow from those that are, in pence. VAT by a rate is filled in only when
 * all lines together then come to the VAT printed, so that no penny is made up.
 */
function derivedLines(reading: InvoiceReading): Derived[] {
  const inclusive = isInclusive(reading);
  const printedVat = vatPence(reading.totals);
  const byRate = reading.lines.map((line): Derived => {
    const [net, vat, gross] = [line.net, line.vat, line.gross].map((f) => (f === null ? null : penceOf(f))) as (
      | number
      | null
    )[];
    if (net !== null && vat !== null && net !== undefined && vat !== undefined)
      return gross === null ? { gross: net + vat } : {};
    if (net != null && gross != null) return { vat: gross - net };
    if (vat != null && gross != null) return { net: gross - vat };
    if (line.vatRate === null) return {};
    if (net != null) {
      const tax = vatIn(net, line.vatRate, false);
      return { vat: tax, gross: net + tax };
    }
    if (gross != null && inclusive) {
      const tax = vatIn(gross, line.vatRate, true);
      return { vat: tax, net: gross - tax };
    }
    return {};
  });
  const total = reading.lines.reduce<number | null>((sum, line, i) => {
    const vat = line.vat === null ? byRate[i]?.vat : penceOf(line.vat);
    return sum === null || vat === undefined || vat === null ? null : sum + vat;
  }, 0);
  if (total !== null && (printedVat === null ? total === 0 : total === printedVat)) return byRate;
  return reading.lines.map((line, i) =>
    line.vat !== null || (line.net !== null && line.gross !== null) ? (byRate[i] ?? {}) : {},
  );
}

function draftLine(line: LineReading, derived: Derived): DraftLine {
  const amount = (key: 'net' | 'vat' | 'gross') => {
    const figure = line[key];
    if (figure !== null) return moneyText(figure);
    const pence = derived[key];
    return pence === undefined ? null : formatPence(pence);
  };
  return {
    description: line.description,
    ...(line.remark === null ? {} : { remark: line.remark }),
    quantity: line.quantity === null ? null : quantityText(line.quantity),
    unit: line.unit,
    unitPrice: money(line.unitPrice),
    discount:
      line.discount === null
        ? null
        : line.discount.percent
          ? `${quantityText(line.discount.figure)}%`
          : moneyText(line.discount.figure),
    net: amount('net'),
    vatRate: rateText(line.vatRate),
    vatCode: line.vatCode,
    vat: amount('vat'),
    gross: amount('gross'),
    section: line.section,
    ...(line.above.length === 0 ? {} : { above: line.above }),
    ...(line.of === null ? {} : { of: line.of }),
    derived: (['net', 'vat', 'gross'] as const).filter(
      (key) => (line[key] === null && derived[key] !== undefined) || (key === 'net' && line.isProduct),
    ),
    page: line.place?.page ?? null,
    box: line.place?.box ?? null,
  };
}

/** The totals as printed; of three, one that is not printed follows from the other two when the figures fit. */
function draftTotals({ totals }: InvoiceReading, fits: boolean): DraftTotals {
  const [net, vat, gross] = [totals.net, totals.vat, totals.gross];
  const pence = (f: Figure) => penceOf(f) ?? 0;
  return {
    net: net ? money(net) : fits && vat && gross ? formatPence(pence(gross) - pence(vat)) : null,
    vat: vat ? money(vat) : fits && net && gross ? formatPence(pence(gross) - pence(net)) : null,
    gross: gross ? money(gross) : fits && net && vat ? formatPence(pence(net) + pence(vat)) : null,
  };
}

function money(figure: Figure | null): string | null {
  return figure === null ? null : moneyText(figure);
}

function rateText(rate: number | null): string | null {
  return rate === null ? null : String(rate);
}
