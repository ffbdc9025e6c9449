import { daysBetween } from '../rulebook/calendar.js';
import type { ClaimedLine, ClaimedLines } from './claimed_lines.js';
import { likeness } from './document_identity.js';
import { numberKey } from './invoice_numbers.js';
import type { LineOfDocument } from './one_supply.js';
import { plainWords } from './plain_words.js';
import type { Invoice } from './records.js';
import type { DocumentsOfSupplier } from './suppliers.js';

/** Two documents of one supplier that claim the same of the same things at about the same time, under two numbers. */
export interface PerhapsSamePurchase {
  /** The later of the two. */
  key: string;
  supplierName: string | null;
  /** Pence that the later one claims. */
  vat: number;
  /** The same, where both prove it: what does not (a pro forma, say) is counted nowhere among what is proved. */
  vatProved: number;
  first: readonly LineOfDocument[];
  again: readonly LineOfDocument[];
}

/**
 * Documents that may be one purchase given twice, as an order and its invoice or a copy under a number of its own. Those that are told to be
 * one by their number are left out.
 * @param suppliers of the project, with their documents outside the trash.
 * @param claimed the claimed lines of these.
 */
export function perhapsSamePurchase(
  suppliers: readonly DocumentsOfSupplier[],
  claimed: ClaimedLines,
): PerhapsSamePurchase[] {
  return suppliers.flatMap(([, documents]) => {
    const before = new Map<string, Dated[]>();
    return documents.flatMap((invoice) => {
      const lines = claimed.get(invoice.id) ?? [];
      if (!isDated(invoice) || lines.every(({ vat }) => vat <= 0)) return [];
      const vat = lines.reduce((sum, line) => sum + line.vat, 0);
      // Few documents claim as much on as many lines, and only of those the words are read.
      const much = `${lines.length} ${vat}`;
      const alike = before.get(much) ?? [];
      before.set(much, [...alike, invoice]);
      const first = alike.find(
        (other) =>
          !isOneByNumber(other, invoice) &&
          isNear(other, invoice, lines.length) &&
          contentOf(claimed.get(other.id) ?? []) === contentOf(lines),
      );
      if (first === undefined) return [];
      return [
        {
          key: invoice.id,
          supplierName: invoice.supplierName ?? first.supplierName,
          vat,
          vatProved: proves(first) && proves(invoice) ? vat : 0,
          first: (claimed.get(first.id) ?? []).map(({ line }) => line),
          again: lines.map(({ line }) => line),
        },
      ];
    });
  });
}

/** Whether it is told of the documents that they are, or with one number may be, one; a number in another dress is told beside it. */
function isOneByNumber(a: Invoice, b: Invoice): boolean {
  const alike = likeness(a, b);
  return alike === 'same' || (alike === 'doubtful' && numberKey(a.invoiceNumber) === numberKey(b.invoiceNumber));
}

/** Whether nothing is missing of a document as evidence. */
export const proves = ({ evidence }: Pick<Invoice, 'evidence'>): boolean => evidence.length === 0;

type Dated = Invoice & { invoiceDate: string };

const isDated = (invoice: Invoice): invoice is Dated => invoice.invoiceDate !== null;

/** An order is invoiced some days later; the same of many things is seldom bought again so soon, of one or two it may be. */
const MANY_LINES = 3;
const MOST_DAYS = 31;

function isNear(a: Dated, b: Dated, lines: number): boolean {
  const apart = Math.abs(daysBetween(a.invoiceDate, b.invoiceDate));
  return apart === 0 || (lines >= MANY_LINES && apart <= MOST_DAYS);
}

/** What is claimed on which words, in whatever order. */
function contentOf(lines: readonly ClaimedLine[]): string {
  return lines
    .map(({ line, vat }) => `${plainWords(line.text).join(' ')} ${vat}`)
    .sort()
    .join('|');
}
