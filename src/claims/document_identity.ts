import { plainWords } from './plain_words.js';
import type { Invoice, InvoiceHead } from './records.js';

type Supplier = Pick<InvoiceHead, 'supplierName' | 'supplierVatNumber'>;
type Identifying = Supplier &
  Pick<InvoiceHead, 'invoiceNumber' | 'invoiceDate'> &
  Partial<Pick<Invoice, 'contentHash'>>;

/** Whether two documents are one: `doubtful` where what would tell is missing or contradicts itself. */
export type Likeness = 'same' | 'doubtful' | 'different';

/**
 * Compares what two documents say of their supplier and number, however they write it. The same bytes are one document. VAT
 * numbers decide where both show one; where they contradict the same name, or one document leaves the supplier half open,
 * nobody but its owner can tell.
 */
export function likeness(a: Identifying, b: Identifying): Likeness {
  if (a.contentHash != null && a.contentHash === b.contentHash) return 'same';
  const number = numberKey(a.invoiceNumber);
  if (number === null || number !== numberKey(b.invoiceNumber)) return 'different';
  const [nameA, nameB] = [nameKey(a.supplierName), nameKey(b.supplierName)];
  const [vatA, vatB] = [vatKey(a.supplierVatNumber), vatKey(b.supplierVatNumber)];
  const namedAlike = nameA !== null && nameA === nameB;
  if (vatA !== null && vatB !== null) {
    if (vatA === vatB) return 'same';
    return namedAlike ? 'doubtful' : 'different';
  }
  if (namedAlike) return 'same';
  const sameDay = a.invoiceDate !== null && a.invoiceDate === b.invoiceDate;
  const told = [nameA, vatA].some((key) => key !== null) && [nameB, vatB].some((key) => key !== null);
  const mayBeNamedAlike = nameA === null || nameB === null || within(nameA, nameB) || within(nameB, nameA);
  return sameDay && told && mayBeNamedAlike ? 'doubtful' : 'different';
}

/** The number of a document in small letters and digits; null when it has none. */
export function numberKey(invoiceNumber: string | null): string | null {
  return folded(invoiceNumber ?? '').replaceAll(' ', '') || null;
}

/** One supplier however it is written: by its VAT number, else by its name. */
export function supplierKey({ supplierName, supplierVatNumber }: Supplier): string | null {
  return vatKey(supplierVatNumber) ?? nameKey(supplierName);
}

/** Said of a document beside another one that is, or may be, the same: a person has to say which of them counts. */
export const sameNumber = (twin: Invoice, number: string | null): InvoiceHead['problems'][number] => ({
  code: 'same_number',
  message: `Invoice ${twin.id} is of the same supplier and has the same number. If they are one invoice, delete one of them (over REST, DELETE /api/v1/invoices/{invoiceId}): its VAT can be claimed once.`,
  found: number,
  expected: null,
});

/** What a company is, which is left out as often as it is written. */
const COMPANY_FORM = / (?:ltd|limited|plc|llp|lp|cic|inc)$/;

function nameKey(supplierName: string | null): string | null {
  return folded(supplierName ?? '').replace(COMPANY_FORM, '') || null;
}

function vatKey(supplierVatNumber: string | null): string | null {
  return (supplierVatNumber ?? '').replace(/\D/g, '') || null;
}

/** A name as it is compared. Keys that are stored are made by it: migration 006 has its copy. */
export function folded(text: string): string {
  return plainWords(text.replaceAll('&', ' and ')).join(' ');
}

/** Whether every word of one name is in the other. */
function within(a: string, b: string): boolean {
  const words = new Set(b.split(' '));
  return a.split(' ').every((word) => words.has(word));
}
