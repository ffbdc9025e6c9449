/** What a claim turns on of one invoice. Amounts are pence. */
export interface InvoiceSums {
  /** What its lines can reclaim, each by itself. */
  claimable: number;
  /** VAT of open lines that take something off: discounts, deposits deducted, credits. Positive. */
  openReductions: number;
  /** VAT of the document as printed; null when it does not say. */
  vatPrinted: number | null;
}

/**
 * What can be claimed on an invoice today: never more than the VAT it prints, and as if all that an open reduction takes off
 * came off the claim (decisions.md: when in doubt never towards a claim). Credits stay as they are.
 */
export function claimOf({ claimable, openReductions, vatPrinted }: InvoiceSums): number {
  if (claimable <= 0) return claimable;
  const left = Math.max(0, claimable - openReductions);
  return vatPrinted === null ? left : Math.min(left, Math.max(0, vatPrinted));
}

/** Of a credit note that is open, what takes nothing off its own lines and so may take it off other invoices of its supplier. */
export function openCredit({ claimable, openReductions }: InvoiceSums): number {
  return Math.max(0, openReductions - Math.max(0, claimable));
}
