import { saidForAll } from '../claims/document_place.js';
import { headingOf } from '../claims/heading.js';
import { movedToVat, withImportVat } from '../claims/import_vat.js';
import { claimMoney, creditSign } from '../claims/line_vat.js';
import type { ReadInvoice } from '../claims/reading_result.js';
import type { Printed } from '../claims/records.js';
import type { GivenLine } from '../claims/route_line.js';
import { type Draft, type DraftLine, wordsOf } from '../extraction/draft.js';
import { isDay } from '../rulebook/calendar.js';
import { DOCUMENT_TYPES, type DocumentType } from '../rulebook/evidence.js';
import { parsePence } from '../rulebook/money.js';
import type { Rulebook } from '../rulebook/rulebook.js';

/** The longest text the tools take for a line. */
const LONGEST_TEXT = 2000;
/** The longest name or number that is kept of a head. */
const LONGEST_WORD = 200;

/**
 * A draft as claims keep it. What cannot be kept as it was read is null and named in the problems.
 * @param saidToBe what the sender says the document is: it counts where the document does not say, and where it makes less
 *   of the document than the document itself.
 */
export function readInvoice(draft: Draft, saidToBe: DocumentType | null, book: Rulebook): ReadInvoice {
  const problems = draft.problems.map(({ code, message, found, expected }) => ({ code, message, found, expected }));
  const day = (name: 'invoiceDate' | 'taxPoint'): string | null => {
    const value = draft[name];
    if (value === null || isDay(value)) return value;
    problems.push({
      code: 'date_unclear',
      message: 'A date on it is no day of the calendar.',
      found: value,
      expected: null,
    });
    return null;
  };
  const documentType = kindOf(draft.documentType, saidToBe);
  const bothSigns = documentType === 'credit_note' && creditSign(draft.lines, draft.totals) === null;
  if (bothSigns)
    problems.push({
      code: 'credit_signs',
      message:
        'The lines of this credit note have both signs, and its totals do not say which of them are credited. All are taken off.',
      found: null,
      expected: null,
    });
  const { lines, movedToVat: ofCustoms } = linesOf(draft, documentType, book);
  const moved = (text: string | null, by: number) => {
    const amount = pence(text);
    return amount === null ? null : amount + by;
  };
  return {
    head: {
      documentType,
      heading: headingOf(book, draft.notes),
      saidFor: saidForAll(draft),
      supplierName: word(draft.supplier.name),
      supplierVatNumber: word(draft.supplier.vatNumber),
      invoiceNumber: word(draft.invoiceNumber),
      invoiceDate: day('invoiceDate'),
      taxPoint: day('taxPoint'),
      customerName: word(draft.customer.name),
      currency: draft.currency ?? 'GBP',
      netTotal: moved(draft.totals.net, -ofCustoms),
      vatTotal: moved(draft.totals.vat, ofCustoms),
      grossTotal: pence(draft.totals.gross),
      reconciled: draft.reconciled && !bothSigns,
      problems,
    },
    lines,
  };
}

/** Documents that take VAT off a claim or add none to it. */
const NO_CLAIM: ReadonlySet<DocumentType> = new Set([
  'credit_note',
  'pro_forma',
  'quotation',
  'statement',
  'order_confirmation',
  'delivery_note',
]);

/** What a document is: what it says of itself, unless that is nothing or more than its sender says. */
export function kindOf(read: DocumentType, said: DocumentType | null): DocumentType {
  if (said === null || said === 'unknown') return read;
  return read === 'unknown' || (NO_CLAIM.has(said) && !NO_CLAIM.has(read)) ? said : read;
}

/** The lines, and the VAT of customs among them, which stands in the totals as an amount without VAT. */
function linesOf(draft: Draft, documentType: DocumentType, book: Rulebook): { lines: GivenLine[]; movedToVat: number } {
  const texts = draft.lines.map((line) => wordsOf(line).slice(0, LONGEST_TEXT));
  const printed = claimMoney(draft.lines, { ...draft, documentType }, book.evidence);
  const money = withImportVat(book, texts, printed);
  const lines = draft.lines.map((line, i): GivenLine => {
    const amounts = money[i] ?? { net: null, fault: 'its amount could not be read' };
    const fault = 'fault' in amounts ? { fault: amounts.fault } : {};
    return {
      text: texts[i] ?? '',
      net: amounts.net,
      vat: 'fault' in amounts ? null : amounts.vat,
      stated: {},
      printed: { ...printedOf(line), ...fault },
      answers: [],
    };
  });
  return { lines, movedToVat: movedToVat(printed, money) };
}

function printedOf({ quantity, unit, unitPrice, vatRate, gross, section, above, of, page, box }: DraftLine): Printed {
  const ifTold = { ...(above === undefined ? {} : { above }), ...(of === undefined ? {} : { of }) };
  return { quantity, unit, unitPrice, vatRate, gross, section, ...ifTold, page, box };
}

function pence(text: string | null): number | null {
  return text === null ? null : parsePence(text);
}

function word(text: string | null): string | null {
  return text === null || text.trim() === '' ? null : text.trim().slice(0, LONGEST_WORD);
}

/** The word as a document type; null when it is none. */
export const documentTypeOf = (word: string | null | undefined): DocumentType | null =>
  DOCUMENT_TYPES.find((type) => type === word) ?? null;
