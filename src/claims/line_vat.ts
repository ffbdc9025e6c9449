import type { DocumentType } from '../rulebook/evidence.js';
import { apportion, parsePence } from '../rulebook/money.js';
import type { Rulebook } from '../rulebook/rulebook.js';

/** Amounts of an invoice line as printed, decimal strings in pounds, and its rate in percent. */
export interface PrintedLine {
  net: string | null;
  vat: string | null;
  gross: string | null;
  vatRate: string | null;
}

/** Totals of a document as printed, decimal strings in pounds. */
export interface PrintedTotals {
  net: string | null;
  vat: string | null;
  gross: string | null;
}

/** Net and VAT of a line in pence, or why they are not known. */
export type LineMoney = { net: number; vat: number } | { net: number | null; fault: string };

/**
 * Net and VAT of every line. Where the invoice prints its VAT only by rate or as a whole, that VAT is shared out over
 * its lines, so that they add up to the VAT printed and to nothing more.
 * @param totalVat VAT of the invoice, decimal string; null when not printed.
 * @param reconciled whether the figures of the invoice fit together; VAT is shared out only then.
 * @param vatInPrices whether the VAT may be taken out of prices where none is printed (`holdsVatInPrices`).
 */
export function lineMoney(
  lines: readonly PrintedLine[],
  totalVat: string | null,
  reconciled: boolean,
  vatInPrices = false,
): LineMoney[] {
  const money = lines.map((line): LineMoney | null => {
    const [net, vat, gross] = [line.net, line.vat, line.gross].map((t) => (t === null ? null : parsePence(t))) as (
      | number
      | null
    )[];
    if (net != null && vat != null) return { net, vat };
    if (net != null && gross != null) return { net, vat: gross - net };
    if (gross != null && vat != null) return { net: gross - vat, vat };
    return null;
  });
  const open = lines.flatMap((line, i) => (money[i] === null ? [{ line, i }] : []));
  if (open.length > 0) {
    const total = totalVat === null ? null : parsePence(totalVat);
    const rated = open.every(({ line }) => line.vatRate !== null && (line.net ?? line.gross) !== null);
    if (reconciled && totalVat === null && vatInPrices) {
      const shares = vatInside(open.map(({ line }) => line));
      open.forEach(({ line, i }, n) => {
        const [gross, vat] = [parsePence(line.gross ?? ''), shares[n]];
        if (gross !== null && vat != null) money[i] = { net: gross - vat, vat };
      });
    } else if (reconciled && total !== null && rated) {
      const left = total - money.reduce((sum, m) => sum + (m !== null && 'vat' in m ? m.vat : 0), 0);
      const exact = open.map(({ line }) => exactVat(line));
      // What is taken off bears its VAT the other way round, so only the pennies that rounding leaves are shared out.
      const shares = shareOut(left, exact, Math.round);
      open.forEach(({ line, i }, n) => {
        const share = shares[n] ?? 0;
        const net = line.net === null ? null : parsePence(line.net);
        money[i] =
          net === null ? { net: (parsePence(line.gross ?? '') ?? 0) - share, vat: share } : { net, vat: share };
      });
    }
  }
  return lines.map(
    (line, i) => money[i] ?? { net: line.net === null ? null : parsePence(line.net), fault: faultOf(line, reconciled) },
  );
}

/**
 * The VAT inside prices that name their rate, by rate: rounded down, and shared out over the lines (fact book on the scheme, 1.9,
 * 4.4). Null where a line names no rate or no price.
 */
function vatInside(lines: readonly PrintedLine[]): (number | null)[] {
  const shares = lines.map((): number | null => null);
  const rates = new Set(lines.flatMap(({ vatRate, gross }) => (vatRate !== null && gross !== null ? [vatRate] : [])));
  for (const rate of rates) {
    const at = lines.flatMap((line, i) => (line.vatRate === rate && line.gross !== null ? [i] : []));
    const prices = at.map((i) => parsePence(lines[i]?.gross ?? '') ?? 0);
    const percent = Number(rate);
    const exact = prices.map((price) => (price * percent) / (100 + percent));
    const whole = Math.floor((prices.reduce((sum, price) => sum + price, 0) * percent) / (100 + percent));
    const rounded = shareOut(whole, exact, Math.floor);
    at.forEach((i, n) => {
      shares[i] = rounded[n] ?? 0;
    });
  }
  return shares;
}

/** Whole pence of each line that come to a sum: those it bears, rounded, and the pennies that rounding leaves. */
function shareOut(whole: number, exact: readonly number[], round: (pence: number) => number): number[] {
  const rounded = exact.map(round);
  const pennies = apportion(whole - rounded.reduce((sum, vat) => sum + vat, 0), exact.map(Math.abs));
  return rounded.map((pence, n) => pence + (pennies[n] ?? 0));
}

/** Parts of a penny are kept, so that shares go by what each line really bears. */
function exactVat(line: PrintedLine): number {
  const rate = Number(line.vatRate);
  if (line.net !== null) return ((parsePence(line.net) ?? 0) * rate) / 100;
  return ((parsePence(line.gross ?? '') ?? 0) * rate) / (100 + rate);
}

function faultOf(line: PrintedLine, reconciled: boolean): string {
  if (line.net === null && line.gross === null) return 'its amount could not be read';
  for (const key of ['net', 'vat', 'gross'] as const) {
    const printed = line[key];
    if (printed !== null && parsePence(printed) === null)
      return `its ${key === 'vat' ? 'VAT' : key} of £${printed} has a part of a penny. Correct the lines with what is printed`;
  }
  if (!reconciled) return 'its VAT is not printed, and the figures of the invoice do not fit together';
  // A simplified invoice shows the rate of each price with VAT (VAT Regulations 1995, 16A).
  if (line.net === null)
    return 'its price holds VAT at a rate that was not read. If the rate stands on the paper, correct the lines with their prices and rates; if not, ask for a VAT receipt';
  return 'the invoice does not say how much of the VAT is on it';
}

/** Net and VAT of every line of a document as a claim counts them: what a credit note credits is less than nothing. */
export function claimMoney(
  lines: readonly PrintedLine[],
  document: { documentType: DocumentType; totals: PrintedTotals; reconciled: boolean },
  evidence: Rulebook['evidence'] | null = null,
): LineMoney[] {
  const vatInPrices = evidence !== null && holdsVatInPrices(evidence, document);
  const money = lineMoney(lines, document.totals.vat, document.reconciled, vatInPrices);
  if (document.documentType !== 'credit_note') return money;
  const sign = creditSign(lines, document.totals);
  const credited = (pence: number) => (sign === null ? -Math.abs(pence) : -sign * pence) || 0;
  return money.map((line) => {
    const net = line.net === null ? null : credited(line.net);
    return 'fault' in line ? { ...line, net } : { net: net ?? 0, vat: credited(line.vat) };
  });
}

/** Whether a document may print prices and rates alone: a receipt of no more than a simplified invoice may be of (VATR 1995 reg 16A). */
function holdsVatInPrices(
  { documents, fullInvoiceAbove }: Rulebook['evidence'],
  { documentType, totals }: { documentType: DocumentType; totals: PrintedTotals },
): boolean {
  const gross = totals.gross === null ? null : parsePence(totals.gross);
  const isReceipt = documents.get(documentType)?.is === 'simplified_invoice';
  return isReceipt && gross !== null && gross > 0 && gross <= fullInvoiceAbove;
}

/**
 * How a credit note prints what it credits: 1 as more than nothing, -1 as less. Lines of the other sign lessen the credit, as a
 * charge for restocking does. Null when it prints both, and its totals do not say which of them is credited: then none lessens it.
 */
export function creditSign(lines: readonly PrintedLine[], { net, vat, gross }: PrintedTotals): 1 | -1 | null {
  const pence = (text: string | null) => (text === null ? null : parsePence(text));
  // A credit of the VAT alone has a net of nothing.
  const signOf = ({ net, gross, vat }: PrintedLine) => Math.sign(pence(net) || pence(gross) || pence(vat) || 0);
  const signs = new Set(lines.map(signOf).filter((sign) => sign !== 0));
  if (signs.size < 2) return signs.has(-1) ? -1 : 1;
  const [wholeVat, wholeGross] = [pence(vat), pence(gross)];
  const wholes = {
    net: pence(net) ?? (wholeGross === null || wholeVat === null ? null : wholeGross - wholeVat),
    gross: wholeGross,
    vat: wholeVat,
  };
  for (const key of ['net', 'gross', 'vat'] as const) {
    const amounts = lines.map((line) => pence(line[key]));
    const sum = amounts.reduce<number | null>((all, p) => (all === null || p === null ? null : all + p), 0);
    const whole = wholes[key];
    if (sum && whole && Math.abs(sum) === Math.abs(whole)) return sum > 0 ? 1 : -1;
  }
  return null;
}
