/** What a claim turns on of one invoice. Amounts are pence. */
export interface InvoiceSums {
  /** What its lines can reclaim, each by itself. */
  claimable: number;
  /** VAT of open lines that take something off: discounts, deposits deducted, credits. Positive. */
  openReductions: number;
  /** Its lines with their VAT. */
  gross: number;
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
export function claimOf(sums: InvoiceSums): number {
  const { claimable, openReductions, vatPrinted, isCredit } = sums;
  if (claimable <= 0) return claimable;
  if (isCredit) return 0;
  const most = Math.min(vatPrinted ?? claimable, claimable - vatAbovePrice(sums));
  return Math.max(0, Math.min(claimable - openReductions, most));
}

/** VAT of what the lines come to above the price printed: as much as if it stood on the lines with the highest rate. */
function vatAbovePrice({ gross, grossPrinted, vatShare }: InvoiceSums): number {
  if (grossPrinted === null || gross <= grossPrinted) return 0;
  const PART_OF_A_PENNY = 1e-6;
  return Math.ceil((gross - grossPrinted) * vatShare - PART_OF_A_PENNY);
}

/**
 * Of what is open on a document, what its own claimable lines cannot bear: goods returned, say, that another invoice of its supplier
 * charged, whatever the document is called and whatever else stands on it.
 */
export function openCredit({ claimable, openReductions }: Pick<InvoiceSums, 'claimable' | 'openReductions'>): number {
  return Math.max(0, openReductions - Math.max(0, claimable));
}

/**
 * What an invoice does to a claim by itself. What is open on a credit comes off too, as it does from the other invoices of its supplier where
 * these are summed (`openCredit`).
 */
export function claimAlone(sums: InvoiceSums): number {
  const takesOff = sums.isCredit || sums.claimable < 0;
  return claimOf(sums) - (takesOff ? openCredit(sums) : 0);
}
