import { nearestPence, penceOf } from '../numbers.js';
import type { Figure, LineReading, TotalsReading } from '../reading.js';
import { isSumKind, totalKind } from './labels.js';
import { mayBeVatOn } from './rate_cell.js';

/** Rows of figures without words that are the sum of the lines above them, in a column at least: of all, and of those since the last such row. */
export function bareSumsOf(lines: readonly LineReading[]): { ofAll: LineReading[]; ofSections: LineReading[] } {
  const found = { ofAll: [] as LineReading[], ofSections: [] as LineReading[] };
  const kept: LineReading[] = [];
  let from = 0;
  for (const line of lines) {
    const isBare = line.description === '' && kept.length >= 2;
    const amount = pence(line);
    if (isBare && amount === sum(kept)) found.ofAll.push(line);
    else if (isBare && from < kept.length && amount === sum(kept.slice(from))) found.ofSections.push(line);
    else {
      kept.push(line);
      continue;
    }
    from = kept.length;
  }
  return found;
}

/** Lines that only repeat a sum, such as a total printed in the table's own columns. */
export function isSumLine(line: LineReading): boolean {
  const kind = totalKind(line.description);
  return isSumKind(kind) && !isTaxedDeduction(line) && line.quantity === null && line.unitPrice === null;
}

/** What was paid bears no VAT; a retention, or a deposit that was invoiced before, is taken off with its VAT. */
function isTaxedDeduction(line: LineReading): boolean {
  const bearsVat = line.vatRate !== null || (line.vat !== null && line.vat.value !== 0);
  return totalKind(line.description) === 'paid' && bearsVat;
}

/** `Less total amount previously certified`, perhaps behind the letter of a paragraph. */
const SAYS_LESS = /^(?:[A-Z]\.? |\d{1,2}[.)] )?less:? (?!than\b)/i;

/**
 * With what is taken off below nothing, where it is printed without its minus and the lines then come to the total. What says "less" is never
 * charged, unless as printed the lines come to the total.
 */
export function withDeductions(
  lines: LineReading[],
  totals: Pick<TotalsReading, 'net' | 'vat' | 'gross'>,
): LineReading[] {
  const wanted = wantedOf(totals);
  const saysLess = (line: LineReading) => SAYS_LESS.test(line.description) && pence(line) > 0;
  const isPlain = (line: LineReading) => saysLess(line) || (isTaxedDeduction(line) && pence(line) > 0);
  if (wanted.includes(sum(lines)) || !lines.some(isPlain)) return lines;
  const less = lines.map((line) => (isPlain(line) ? takenOff(line) : line));
  if (wanted.includes(sum(less))) return less;
  return lines.map((line) => (saysLess(line) ? takenOff(line) : line));
}

function takenOff(line: LineReading): LineReading {
  const { net, vat, gross, amount } = line;
  return { ...line, net: negative(net), vat: negative(vat), gross: negative(gross), amount: negative(amount) };
}

function negative(figure: Figure | null): Figure | null {
  return figure === null || figure.value <= 0 ? figure : { ...figure, value: -figure.value, text: `-${figure.text}` };
}

/**
 * Without rows that only say what those above them come to, all of them or those since the last such row ("Section A to summary"): when
 * what is left comes to the total, or to it before what is held back, and all together does not. What follows such a sum and may be the VAT on it is no line either.
 */
export function withoutRunningSums(
  lines: LineReading[],
  totals: Pick<TotalsReading, 'net' | 'vat' | 'gross'>,
  heldBack: readonly LineReading[] = [],
): LineReading[] {
  const printed = wantedOf(totals);
  const wanted = heldBack.length === 0 ? printed : [...printed, ...printed.map((of) => of - sum(heldBack))];
  if (wanted.length === 0 || wanted.includes(sum(lines))) return lines;
  const kept: LineReading[] = [];
  const sums: number[] = [];
  let from = 0;
  for (const line of lines) {
    const bare = line.unitPrice === null && kept.length > 0 && isInAllOf(line, kept.slice(from));
    const amount = pence(line);
    if (bare && (amount === sum(kept) || (from < kept.length && amount === sum(kept.slice(from))))) {
      from = kept.length;
      sums.push(amount);
    } else if (bare && sums.some((of) => mayBeVatOn(of / 100, amount / 100))) return lines;
    else kept.push(line);
  }
  return wanted.includes(sum(kept)) ? kept : lines;
}

/** Without a quantity, or with what those of the lines above come to ("4 loads, 79.66 t"). */
function isInAllOf({ quantity }: LineReading, lines: readonly LineReading[]): boolean {
  if (quantity === null) return true;
  const inAll = lines.reduce((total, line) => total + (line.quantity?.value ?? Number.NaN), 0);
  return Math.abs(inAll - quantity.value) < 1e-6;
}

/**
 * Without the tables that only tell of other things ("Where we are in the contract"): when the lines of one table come to the total, and
 * all together do not.
 */
export function withoutSchedules(
  lines: LineReading[],
  tables: readonly (readonly LineReading[])[],
  totals: Pick<TotalsReading, 'net' | 'vat' | 'gross'>,
): LineReading[] {
  const wanted = wantedOf(totals);
  if (tables.length < 2 || wanted.length === 0 || wanted.includes(sum(lines))) return lines;
  const fitting = tables
    .map((table) => lines.filter((line) => table.includes(line)))
    .filter((of) => of.length > 0 && of.length < lines.length && wanted.includes(sum(of)));
  return fitting.length === 1 ? (fitting[0] as LineReading[]) : lines;
}

/** What is invoiced now, below the stages of the whole: `This invoice: Stage 2 - Start of manufacture`. */
const OF_THIS_INVOICE = /^(?:on )?this (?:invoice|stage|claim)\b(?: is(?: for)?)?\s*[:–-]\s*(?=[A-Za-z])/i;

/** The lines that say they are what this invoice charges, when they come to the total and all together do not. */
export function onlyOfThisInvoice(
  lines: LineReading[],
  totals: Pick<TotalsReading, 'net' | 'vat' | 'gross'>,
): LineReading[] {
  const wanted = wantedOf(totals);
  const own = lines.filter(({ description }) => OF_THIS_INVOICE.test(description));
  if (own.length === 0 || wanted.includes(sum(lines)) || !wanted.includes(sum(own))) return lines;
  return own.map((line) => ({ ...line, description: line.description.replace(OF_THIS_INVOICE, '') }));
}

/** What the lines may come to, in pence. */
function wantedOf({ net, vat, gross }: Pick<TotalsReading, 'net' | 'vat' | 'gross'>): number[] {
  const wanted = [net, gross].flatMap((f) => (f === null ? [] : [nearestPence(f)]));
  if (net === null && vat !== null && gross !== null) wanted.push(Math.round((gross.value - vat.value) * 100));
  return wanted;
}

function pence(l: LineReading): number {
  return penceOf(l.net ?? l.amount ?? l.gross ?? { value: Number.NaN }) ?? Number.NaN;
}

const sum = (part: readonly LineReading[]) => part.reduce((total, l) => total + pence(l), 0);

/** Most rows that say again what the lines before them come to, as "Labour" and "Materials" do under a table. */
const MOST_RECAP = 4;

/** Without rows at the end that have no quantity or price and come, to the penny, to what all lines before them come to. */
export function withoutRecap(lines: readonly LineReading[]): LineReading[] {
  for (let count = 1; count <= MOST_RECAP && lines.length - count >= 2; count++) {
    const last = lines.slice(-count);
    const before = lines.slice(0, -count);
    if (last.some((l) => l.quantity !== null || l.unitPrice !== null)) break;
    if (before.every((l) => l.quantity === null && l.unitPrice === null)) break;
    if (sum(last) === sum(before)) return before;
  }
  return [...lines];
}
