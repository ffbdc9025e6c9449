import { penceOf } from '../numbers.js';
import type { InvoiceReading, LineReading } from '../reading.js';

/**
 * Settles whether the one amount column of the lines is with VAT or without, and which sums printed under the table
 * (delivery, a discount) are lines too: what adds up to a printed total decides, the headings only where nothing does.
 */
export function settleBasis(
  reading: InvoiceReading,
  extras: readonly LineReading[],
  heldBack: readonly LineReading[] = [],
): void {
  const chosen = chooseBasis(reading, extras, heldBack);
  reading.lines.push(...chosen.extras);
  reading.amountColumn = chosen.basis;
  for (const line of reading.lines) {
    if (line.amount === null) continue;
    // Beside an amount with VAT the other is without it, whether it fits or not.
    line[line.gross !== null ? 'net' : chosen.basis] ??= line.amount;
    line.amount = null;
  }
}

function chooseBasis(
  reading: InvoiceReading,
  extras: readonly LineReading[],
  heldBack: readonly LineReading[],
): { extras: readonly LineReading[]; basis: 'net' | 'gross' } {
  const net = pence(reading.totals.net);
  const vat = pence(reading.totals.vat);
  const gross = pence(reading.totals.gross);
  const before = net ?? (gross !== null && vat !== null ? gross - vat : null);
  const withVat = reading.header.pricesIncludeVat || reading.totals.includesVat || isTill(reading);
  // Beside its net the other amount of every line is that with VAT, whatever is charged below both.
  const open = reading.lines.some((l) => l.amount !== null && l.net === null);
  for (const extra of extras.length === 0 ? [[]] : [[], extras, ...subsets(extras)]) {
    const lines = [...reading.lines, ...extra];
    if (!open) {
      if (before !== null && sum(lines.map((l) => l.net ?? l.amount)) === before)
        return { extras: extra, basis: 'net' };
      const allGross =
        reading.lines.every((l) => l.net === null) ||
        // Where some say what they are without VAT too, and nothing else does.
        (before === null && reading.lines.some((l) => l.net === null) && lines.every((l) => l.gross !== null));
      if (allGross && gross !== null && sum(lines.map((l) => l.gross ?? l.amount)) === gross)
        return { extras: extra, basis: 'gross' };
      continue;
    }
    const total = sum(lines.map((l) => l.amount ?? l.net));
    if (total === null) continue;
    const asGross = total === gross;
    const asNet = total === before && !(asGross && reading.amountColumn === 'gross');
    if (asNet && asGross) return { extras: extra, basis: withVat && vat === null ? 'gross' : 'net' };
    if (asNet) return { extras: extra, basis: 'net' };
    // Without any VAT on it, the total of an invoice says nothing of VAT in its lines.
    if (asGross) return { extras: extra, basis: before === null && !withVat ? 'net' : 'gross' };
  }
  // What is held back counts only where the net is printed after it and VAT was worked out on that.
  if (net !== null && vat !== null && reading.amountColumn !== 'gross')
    for (const held of heldBack.length === 0 ? [] : [heldBack, ...subsets(heldBack)])
      if (sum([...reading.lines, ...held].map((l) => l.amount ?? l.net)) === net) return { extras: held, basis: 'net' };
  const lines = reading.lines;
  if (lines.length > 0 && lines.every((l) => l.net === null && l.amount === null && l.gross !== null))
    return { extras: [], basis: 'gross' };
  const told = reading.amountColumn;
  return { extras: [], basis: told !== 'unsaid' ? told : withVat ? 'gross' : 'net' };
}

function isTill(reading: InvoiceReading): boolean {
  return reading.header.documentType === 'simplified_receipt';
}

function pence(figure: { value: number } | null): number | null {
  return figure === null ? null : penceOf(figure);
}

/** Null when any is missing: what is not read must not count as nothing. */
function sum(figures: readonly ({ value: number } | null)[]): number | null {
  let total = 0;
  for (const figure of figures) {
    const p = pence(figure);
    if (p === null) return null;
    total += p;
  }
  return total;
}

/** Each alone and all but each; enough for the two or three sums an invoice has. */
function subsets(extras: readonly LineReading[]): LineReading[][] {
  if (extras.length < 2) return [];
  return [...extras.map((e) => [e]), ...(extras.length > 2 ? extras.map((e) => extras.filter((x) => x !== e)) : [])];
}
