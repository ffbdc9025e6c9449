import type { ClaimedLine, ClaimedLines } from './claimed_lines.js';
import { likeness } from './document_identity.js';
import { type LineOfDocument, suppliersOf } from './one_supply.js';
import { plainWords } from './plain_words.js';
import type { Invoice } from './records.js';

/** Two documents of one supplier and one day that claim the same of the same things, under two numbers. */
export interface PerhapsSamePurchase {
  /** The later of the two. */
  key: string;
  supplierName: string | null;
  /** Pence that the later one claims. */
  vat: number;
  first: readonly LineOfDocument[];
  again: readonly LineOfDocument[];
}

/**
 * Documents that may be one purchase given twice, as an order and its invoice or a copy under a number of its own. Those that are told to be
 * one by their number are left out.
 * @param invoices of the project outside the trash, with their claimed lines.
 */
export function perhapsSamePurchase(invoices: readonly Invoice[], claimed: ClaimedLines): PerhapsSamePurchase[] {
  return [...suppliersOf(invoices).values()].flatMap((documents) => {
    const firsts = new Map<string, Invoice>();
    return documents.flatMap((invoice) => {
      const lines = claimed.get(invoice.id) ?? [];
      if (invoice.invoiceDate === null || lines.every(({ vat }) => vat <= 0)) return [];
      const what = `${invoice.invoiceDate} ${contentOf(lines)}`;
      const first = firsts.get(what);
      if (first === undefined) {
        firsts.set(what, invoice);
        return [];
      }
      if (likeness(first, invoice) !== 'different') return [];
      return [
        {
          key: invoice.id,
          supplierName: invoice.supplierName ?? first.supplierName,
          vat: lines.reduce((sum, { vat }) => sum + vat, 0),
          first: (claimed.get(first.id) ?? []).map(({ line }) => line),
          again: lines.map(({ line }) => line),
        },
      ];
    });
  });
}

/** What is claimed on which words, in whatever order. */
function contentOf(lines: readonly ClaimedLine[]): string {
  return lines
    .map(({ line, vat }) => `${plainWords(line.text).join(' ')} ${vat}`)
    .sort()
    .join('|');
}
