import { percentOf } from '../../rulebook/money.js';
import { nearestPence, penceOf } from '../numbers.js';
import type { Figure, LineReading, TotalsReading } from '../reading.js';

/**
 * The lines of a list that tells of each no more than how many, a price and the VAT, as programs take in bills, with how many times the price for
 * their net: where on every line that is whole pence and has its VAT at its rate, and all lines make the total. Otherwise nothing is worked out.
 */
export function withProducts(
  lines: readonly LineReading[],
  { net, vat, gross }: Pick<TotalsReading, 'net' | 'vat' | 'gross'>,
): LineReading[] {
  const products = lines.map(productOf);
  const whole = products.reduce<number | null>(
    (sum, pence, i) => (sum === null || pence === null ? null : sum + pence + nearestPence(lines[i]?.vat as Figure)),
    0,
  );
  if (lines.length === 0 || whole === null || net !== null || vat !== null || gross === null) return [...lines];
  if (whole !== nearestPence(gross)) return [...lines];
  return lines.map((line, i) => ({ ...line, net: inPounds(products[i] as number, line), isProduct: true }));
}

/** How many times the price in pence, when nothing else is printed of the line but its VAT, which that makes. */
function productOf(line: LineReading): number | null {
  const { quantity, unitPrice, vat, vatRate, discount, periods, added } = line;
  const isTold = line.net !== null || line.gross !== null || line.amount !== null;
  if (isTold || quantity === null || unitPrice === null || vat === null || vatRate === null) return null;
  if (discount !== null || periods !== null || added !== null || line.per !== null) return null;
  const pence = penceOf({ value: quantity.value * unitPrice.value });
  return pence !== null && percentOf(pence, vatRate) === nearestPence(vat) ? pence : null;
}

function inPounds(pence: number, { quantity, unitPrice, place }: LineReading): Figure {
  const value = pence / 100;
  return { value, text: value.toFixed(2), raw: `${quantity?.raw} x ${unitPrice?.raw}`, place, confidence: null };
}
