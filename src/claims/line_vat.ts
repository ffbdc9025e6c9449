import { apportion, parsePence } from '../rulebook/money.js';

/** Amounts of an invoice line as printed, decimal strings in pounds, and its rate in percent. */
export interface PrintedLine {
  net: string | null;
  vat: string | null;
  gross: string | null;
  vatRate: string | null;
}

/** Net and VAT of a line in pence, or why they are not known. */
export type LineMoney = { net: number; vat: number } | { fault: string };

/**
 * Net and VAT of every line. Where the invoice prints its VAT only by rate or as a whole, that VAT is shared out over
 * its lines, so that they add up to the VAT printed and to nothing more.
 * @param totalVat VAT of the invoice, decimal string; null when not printed.
 * @param reconciled whether the figures of the invoice fit together; VAT is shared out only then.
 */
export function lineMoney(lines: readonly PrintedLine[], totalVat: string | null, reconciled: boolean): LineMoney[] {
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
    if (reconciled && total !== null && rated) {
      const left = total - money.reduce((sum, m) => sum + (m !== null && 'vat' in m ? m.vat : 0), 0);
      const exact = open.map(({ line }) => exactVat(line));
      const shares = apportion(left, exact.map(Math.abs));
      open.forEach(({ line, i }, n) => {
        const share = shares[n] ?? 0;
        const net = line.net === null ? null : parsePence(line.net);
        money[i] =
          net === null ? { net: (parsePence(line.gross ?? '') ?? 0) - share, vat: share } : { net, vat: share };
      });
    }
  }
  return lines.map((line, i) => money[i] ?? { fault: faultOf(line, reconciled) });
}

/** Parts of a penny are kept, so that shares go by what each line really bears. */
function exactVat(line: PrintedLine): number {
  const rate = Number(line.vatRate);
  if (line.net !== null) return ((parsePence(line.net) ?? 0) * rate) / 100;
  return ((parsePence(line.gross ?? '') ?? 0) * rate) / (100 + rate);
}

function faultOf(line: PrintedLine, reconciled: boolean): string {
  if (line.net === null && line.gross === null) return 'its amount could not be read';
  if (!reconciled) return 'its VAT is not printed, and the figures of the invoice do not fit together';
  return 'the invoice does not say how much of the VAT is on it';
}

/** Net and VAT of every line of a document as a claim counts them. */
export function claimMoney(
  lines: readonly PrintedLine[],
  document: { documentType: string; totalVat: string | null; reconciled: boolean },
): LineMoney[] {
  const money = lineMoney(lines, document.totalVat, document.reconciled);
  return document.documentType === 'credit_note' ? money.map(asCredit) : money;
}

/** Net and VAT of a credit note are negative in a claim, whichever way they are printed. */
function asCredit(money: LineMoney): LineMoney {
  return 'fault' in money ? money : { net: -Math.abs(money.net), vat: -Math.abs(money.vat) };
}
