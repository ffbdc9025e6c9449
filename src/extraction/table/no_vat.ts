import { isReverseCharge } from '../header/document_type.js';
import type { Figure, TotalsReading } from '../reading.js';
import { placeOf, type Row } from './page.js';
import { rowText } from './rows.js';

/** `No VAT is chargeable on this invoice.`, `the work is zero-rated for VAT`, `VAT nil rated new house`: of the whole, and not of a part of it. What is
 * sold second-hand under the margin scheme shows none. */
const NO_VAT =
  /\b(?:there is|there's|with) no VAT (?:to add|to pay|on (?:this|these|the above)\b(?! (?:line|item|part)))|\bno VAT (?:is |has been |will be )?(?:to be )?(?:chargeable|charged|payable|due|added|applicable|applied) (?:on|to|for) (?:this|these|the above|our) (?:invoice|bill|account|works?|supply|supplies|services?|charges?|sums?|amounts?)(?=[.,;]|$)|\b(?:works?|job|invoice|bill|everything) (?:is|are|has been|have been) zero[- ]rated\b|^\W*VAT:? (?:nil|zero)(?:[- ]rated)?\b|\bmargin scheme\b/i;

/** Beside the total: `£4,233.00 (new build so no VAT)`. */
const NONE_IN_TOTAL = /\bno VAT\b(?! (?:inc\w*|no|number|yet)\b)|\bzero[- ]rated\b/i;

/** Whose supplier says of himself that he charges none. */
const NOT_REGISTERED =
  /(?:\b(?:I am|I'm|we are|we're)|^\W*(?:(?:this|the) (?:business|company|firm) is )?)(?: currently| presently)? ?not (?:currently |yet )?(?:VAT[- ]registered|registered for VAT)\b(?! (?:customers?|clients?))/i;

/** The totals of a document that says that no VAT is charged, or that its customer accounts for it, and tells none. */
export function withoutVat(totals: TotalsReading, rows: readonly Row[], vatNumber: string | null): TotalsReading {
  const whole = totals.gross ?? totals.net;
  const says = (text: string) =>
    NO_VAT.test(text) || isReverseCharge(text) || (vatNumber === null && NOT_REGISTERED.test(text));
  const isBeside = (row: Row) => row.words.some(({ text }) => text === whole?.raw) && NONE_IN_TOTAL.test(rowText(row));
  const at = rows.findIndex((row, i) => says(rowText(row)) || says(joined(row, rows[i + 1])) || isBeside(row));
  const row = rows[at];
  const isTold = totals.vat !== null || totals.includesVat || totals.bands.some(({ vat }) => vat !== null);
  if (whole === null || row === undefined || isTold || (totals.net ?? whole).value !== whole.value) return totals;
  const vat: Figure = {
    value: 0,
    text: '0.00',
    raw: rowText(row),
    place: placeOf(row.page, row.words),
    confidence: null,
  };
  return { ...totals, net: totals.net ?? whole, vat, gross: whole };
}

/** A sentence may go on in the next row. */
function joined(row: Row, next: Row | undefined): string {
  return next === undefined ? '' : `${rowText(row)} ${rowText(next)}`;
}
