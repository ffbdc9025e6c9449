import { percentOf } from '../../rulebook/money.js';
import type { InvoiceReading } from '../reading.js';

/** Whether the VAT is that of the amount less the settlement discount, as it was worked out until 2015. In pence. */
export function settlementFits(reading: InvoiceReading, net: number, vat: number, rate: number): boolean {
  const percent = reading.totals.settlementPercent;
  if (percent === null) return false;
  const paid = net - percentOf(net, percent);
  return Math.abs(percentOf(paid, rate) - vat) <= 1;
}
