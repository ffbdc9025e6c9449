/** What a claim turns on of one invoice. Amounts are pence. */
export interface InvoiceSums {
  /** What its lines can reclaim, each by itself. */
  claimable: number;
  /** VAT of open lines that take something off: discounts, deposits deducted, credits. Positive. */
  openReductions: number;
  /** Its lines with their VAT, and their VAT. */
  gross: number;
  vat: number;
  /** Of its lines, the largest part of a price that is VAT. */
  vatShare: number;
  /** VAT of the document as printed, and its price with it; null when it does not say. */
  vatPrinted: number | null;
  grossPrinted: number | null;
  isCredit: boolean;
}

/**
 * What can be claimed on an invoice today: never more than the VAT it prints, and as if all that an open reduction takes off
 * came off the claim (decisions.md: when in doubt never towards a claim). Credits stay as they are, and a credit note adds nothing.
 */
export function claimOf(sums: Omit<InvoiceSums, 'vat'>): number {
  const { claimable, openReductions, vatPrinted, isCredit } = sums;
  if (claimable <= 0) return claimable;
  if (isCredit) return 0;
  const most = Math.min(vatPrinted ?? claimable, claimable - vatAbovePrice(sums));
  return Math.max(0, Math.min(claimable - openReductions, most));
}

/** VAT of what the lines come to above the price printed: as much as if it stood on the lines with the highest rate. */
function vatAbovePrice({ gross, grossPrinted, vatShare }: Omit<InvoiceSums, 'vat'>): number {
  if (grossPrinted === null || gross <= grossPrinted) return 0;
  const PART_OF_A_PENNY = 1e-6;
  return Math.ceil((gross - grossPrinted) * vatShare - PART_OF_A_PENNY);
}

/**
 * Of a document that is open, what takes nothing off its own lines and so may take it off other invoices of its supplier: of a credit note
 * all, of a document called otherwise as far as it comes to less than nothing, which makes it one.
 */
export function openCredit({
  claimable,
  openReductions,
  vat,
  isCredit,
}: Pick<InvoiceSums, 'claimable' | 'openReductions' | 'vat' | 'isCredit'>): number {
  const beyondItsLines = Math.max(0, openReductions - Math.max(0, claimable));
  return isCredit ? beyondItsLines : Math.min(beyondItsLines, Math.max(0, -vat));
}
