import { numberLikeness } from './invoice_numbers.js';
import type { Invoice, InvoiceHead } from './records.js';
import { type SupplierHead, supplierLikeness } from './suppliers.js';

type Identifying = SupplierHead &
  Pick<InvoiceHead, 'invoiceNumber' | 'invoiceDate'> &
  Partial<Pick<Invoice, 'contentHash'>>;

/** Whether two documents are one: `doubtful` where what would tell is missing or contradicts itself. */
export type Likeness = 'same' | 'doubtful' | 'different';

/**
 * Compares what two documents say of their supplier and number, however they write it. The same bytes are one document. Where
 * supplier or number are only perhaps the same, nobody but its owner can tell.
 */
export function likeness(a: Identifying, b: Identifying): Likeness {
  if (a.contentHash != null && a.contentHash === b.contentHash) return 'same';
  const number = numberLikeness(a.invoiceNumber, b.invoiceNumber);
  if (number === 'different') return 'different';
  const supplier = supplierLikeness(a, b);
  const sameDay = a.invoiceDate !== null && a.invoiceDate === b.invoiceDate;
  if (supplier === 'different' || (supplier === 'open' && !sameDay)) return 'different';
  return number === 'same' && supplier === 'same' ? 'same' : 'doubtful';
}

/** Said of a document beside another one that is, or may be, the same: a person has to say which of them counts. */
export const sameNumber = (twin: Invoice, number: string | null): InvoiceHead['problems'][number] => ({
  code: 'same_number',
  message: `Invoice ${twin.id} is of the same supplier and has the same number${twin.invoiceNumber === number ? '' : `, written ${twin.invoiceNumber}`}. If they are one invoice, delete one of them (over REST, DELETE /api/v1/invoices/{invoiceId}): its VAT can be claimed once.`,
  found: number,
  expected: null,
});
