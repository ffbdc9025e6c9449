import { percentOf } from '../../rulebook/money.js';
import { penceOf } from '../numbers.js';
import type { BandReading, InvoiceReading, LineReading, TotalsReading } from '../reading.js';
import { KNOWN_RATES, mayBeVatOn } from '../table/rate_cell.js';
import { ratesOfGroups } from './rates_of_groups.js';

/** Rates a code may stand for when the document does not say: those of today. */
const USUAL = [20, 5, 0] as const;
/** More codes than this on one invoice cannot be told apart by their sums. */
const MOST_CODES = 3;

/** Lines whose amounts are used for finding rates, in pence. */
function base(line: LineReading): number | null {
  const figure = line.net ?? line.amount;
  return figure === null ? null : penceOf(figure);
}

/**
 * Gives each line the rate its code stands for. The VAT analysis says so, or the sums do: a reading of the codes is
 * taken only when it is the only one whose VAT comes to what is printed.
 */
export function settleRates(reading: InvoiceReading): void {
  leaveToCustomer(reading);
  byBands(reading.lines, reading.totals.bands);
  ratesOfGroups(reading.lines, reading.totals.bands, isInclusive(reading));
  byTakenOff(reading);
  byWords(reading);
  byNamed(reading);
  bySums(reading);
  byWhole(reading);
  byPrintedVat(reading);
  byRest(reading);
}

/** Under the reverse charge an invoice tells the rate and the VAT that its customer accounts for, and charges neither. */
function leaveToCustomer({ header, lines, totals }: InvoiceReading): void {
  if (!header.reverseCharge || vatPence(totals) !== 0) return;
  totals.bands = totals.bands.filter(({ vat }) => vat === null || vat.value === 0);
  for (const line of lines) {
    line.vatRate = 0;
    line.vat = null;
  }
}

/** `Reverse charge VAT @ 20%   550.00` above a total that the lines come to without it: nothing is charged. */
export function leaveOutCustomersVat({ header, lines, totals }: InvoiceReading): void {
  const { net, vat, gross } = totals;
  if (!header.reverseCharge || totals.includesVat || vat === null || gross === null) return;
  // VAT that is in the total is charged.
  if (!mayBeVatOn(gross.value, vat.value) || (net ?? gross).value !== gross.value) return;
  if (inAll(lines.map(base)) !== penceOf(gross)) return;
  totals.net = net ?? gross;
  totals.vat = { ...vat, value: 0, text: '0.00' };
}

function byBands(lines: readonly LineReading[], bands: readonly BandReading[]): void {
  const known = bands.flatMap((b) => (b.code !== null && b.rate !== null ? [[b.code, b.rate] as const] : []));
  // Below a heading "T" stands the number alone of what the analysis calls "T1".
  const numbers = known.flatMap(([code, rate]) => (/^T\d$/.test(code) ? [[code.slice(1), rate] as const] : []));
  const coded = new Map([...numbers, ...known]);
  for (const line of lines) {
    const rate = line.vatCode === null ? undefined : coded.get(line.vatCode);
    if (rate !== undefined) line.vatRate = rate;
    // "20" in the column is the rate itself when no code of that name is analysed.
    else if (line.vatRate !== null && line.vatCode !== null && /^\d+$/.test(line.vatCode)) line.vatCode = null;
  }
}

/** What is taken off ("10% off A items") is at the one rate whose goods in the VAT analysis are less by just that, where all other rates are as their lines. */
function byTakenOff(reading: InvoiceReading): void {
  const { lines, totals } = reading;
  const [open, another] = lines.filter((l) => l.vatRate === null && l.vatCode === null);
  const bands = totals.bands.filter((b) => b.rate !== null && b.net !== null);
  if (open === undefined || another !== undefined || bands.length < 2 || bands.length < totals.bands.length) return;
  const inclusive = isInclusive(reading);
  const penceIn = (line: LineReading) => base(line) ?? (line.gross === null ? null : penceOf(line.gross));
  const off = penceIn(open);
  if (off === null || off >= 0 || lines.some((line) => penceIn(line) === null)) return;
  /** By how much the goods of a rate are less than its lines. */
  const lack = ({ rate, net, vat }: BandReading) => {
    const of = [net, inclusive ? vat : null].map((figure) => (figure === null ? 0 : (penceOf(figure) ?? 0)));
    return inAll(of) - inAll(lines.filter((line) => line.vatRate === rate).map(penceIn));
  };
  const lacking = bands.filter((band) => lack(band) !== 0);
  if (lacking.length === 1 && lack(lacking[0] as BandReading) === off) open.vatRate = lacking[0]?.rate ?? null;
}

/** Words of a line on which no VAT is charged. */
const WITHOUT_VAT = /\b(?:outside (?:the )?scope|no vat|vat exempt|exempt from vat|zero[ -]rated|not vatable)\b/i;

/** Lines that say of themselves that they are without VAT, when all others come to the goods of the only rate that is charged. */
function byWords({ lines, totals }: InvoiceReading): void {
  const [band, other] = totals.bands.filter((b) => b.rate !== null && b.rate > 0);
  if (!band?.rate || other || lines.some((l) => (l.vatRate ?? 0) !== 0 || l.vatCode !== null)) return;
  const taxed = lines.filter((l) => l.vatRate === null && !WITHOUT_VAT.test(l.description));
  const amounts = taxed.map(base);
  const goods = inAll(amounts);
  // Without its goods the VAT tells them only where each other line has it beside its sum that it bears none.
  const isSaid = lines.every((l) => l.vatRate === 0 || taxed.includes(l));
  const isAll =
    band.net === null ? isSaid && percentOf(goods, band.rate) === vatPence(totals) : goods === penceOf(band.net);
  if (taxed.length === lines.length || amounts.includes(null) || !isAll) return;
  for (const line of lines) line.vatRate = taxed.includes(line) ? band.rate : 0;
}

/** `VAT on hire only @ 20%   85.00`: the lines whose words name it bear the VAT, where it is that of just these. */
function byNamed({ lines, totals, notes = [] }: InvoiceReading): void {
  const named = notes.map((note) => /\bVAT on (?:the )?([a-z]{4,}) only\b/i.exec(note)?.[1]).find(Boolean);
  const [band, other] = totals.bands.filter((b) => b.rate !== null && b.rate > 0);
  if (named === undefined || !band?.rate || !band.vat || other) return;
  if (lines.some((l) => l.vatRate !== null || l.vatCode !== null)) return;
  const { rate, vat } = band;
  const taxed = lines.filter((l) => new RegExp(`\\b${named}\\b`, 'i').test(l.description));
  const amounts = taxed.map(base);
  if (taxed.length === 0 || amounts.includes(null) || percentOf(inAll(amounts), rate) !== penceOf(vat)) return;
  for (const line of lines) line.vatRate = taxed.includes(line) ? rate : 0;
}

function bySums(reading: InvoiceReading): void {
  const { lines, totals } = reading;
  const open = lines.filter((l) => l.vatRate === null && l.vatCode !== null);
  const codes = [...new Set(open.map((l) => l.vatCode as string))];
  const vat = vatPence(totals);
  if (codes.length === 0 || codes.length > MOST_CODES || vat === null) return;
  if (lines.some((l) => l.vatRate === null && l.vatCode === null && base(l) !== 0)) return;
  const inclusive = isInclusive(reading);
  const fitting: Map<string, number>[] = [];
  const walk = (chosen: Map<string, number>) => {
    const code = codes[chosen.size];
    if (code === undefined) {
      let expected = 0;
      for (const line of lines) {
        const amount = base(line) ?? (line.gross === null ? 0 : (penceOf(line.gross) ?? 0));
        expected += vatIn(amount, line.vatRate ?? chosen.get(line.vatCode ?? '') ?? 0, inclusive);
      }
      if (Math.abs(expected - vat) <= Math.max(1, lines.length / 2)) fitting.push(new Map(chosen));
      return;
    }
    for (const rate of USUAL) walk(new Map([...chosen, [code, rate]]));
  };
  walk(new Map());
  const [only, other] = fitting;
  if (!only || other) return;
  for (const line of open) line.vatRate = only.get(line.vatCode as string) ?? null;
}

/** Without any code: VAT of just 20% of everything, or a single stated rate, is the rate of every line. */
function byWhole(reading: InvoiceReading): void {
  const { lines, totals } = reading;
  const open = lines.filter((l) => l.vatRate === null && l.vatCode === null);
  const vat = vatPence(totals);
  if (open.length === 0 || vat === null || reading.header.reverseCharge) return;
  const net =
    totals.net !== null ? penceOf(totals.net) : totals.gross === null ? null : (penceOf(totals.gross) ?? 0) - vat;
  if (net === null || net === 0) return;
  const stated = [...new Set(totals.bands.map((b) => b.rate).filter((r) => r !== null))];
  const discount = totals.settlementPercent === null ? 0 : percentOf(net, totals.settlementPercent);
  const fits = (rate: number) =>
    [net, net - discount].some((basis) => Math.abs(percentOf(basis, rate) - vat) <= Math.max(1, lines.length / 2));
  const rate = fits(20)
    ? 20
    : vat === 0
      ? 0
      : stated.length === 1 && fits(stated[0] as number)
        ? (stated[0] as number)
        : null;
  if (rate === null || lines.some((l) => l.vatRate !== null && l.vatRate !== rate)) return;
  for (const line of open) line.vatRate = rate;
}

/**
 * VAT that is printed line by line tells the rates, where each is to the penny that of its net at a rate of the day and all nets and all VAT
 * come to those of the document. VAT without a price, as customs charge it, is at none.
 */
function byPrintedVat({ lines, totals, header }: InvoiceReading): void {
  const open = lines.filter((l) => l.vatRate === null && l.vatCode === null && !isVatAlone(l));
  if (open.length === 0 || header.reverseCharge) return;
  const [vat, net] = [vatPence(totals), netPence(totals)];
  const each = lines.map(netAndVat);
  if (vat === null || vat !== sumOrNull(each.map((of) => of?.vat ?? null))) return;
  if (net !== sumOrNull(each.map((of) => of?.net ?? null))) return;
  const rates = triesForeignRates(header) ? KNOWN_RATES : ratesOn(header.taxPoint ?? header.invoiceDate);
  const found = open.map((line) => {
    const of = netAndVat(line);
    return rates.find((rate) => of !== null && percentOf(of.net, rate) === of.vat);
  });
  if (found.includes(undefined)) return;
  for (const [i, line] of open.entries()) line.vatRate = found[i] ?? null;
}

/** Whether a line charges VAT and no price that it is of. */
export function isVatAlone(line: LineReading): boolean {
  const of = netAndVat(line);
  return of !== null && of.net === 0 && of.vat !== 0;
}

/** The net and the VAT of a line in pence, of which one may follow from the other and the gross. */
function netAndVat({ net, vat, gross }: LineReading): { net: number; vat: number } | null {
  const [n, v, g] = [net, vat, gross].map((figure) => (figure === null ? null : penceOf(figure)));
  if (n != null && v != null) return { net: n, vat: v };
  if (n != null && g != null) return { net: n, vat: g - n };
  return v != null && g != null ? { net: g - v, vat: v } : null;
}

function netPence({ net, vat, gross }: TotalsReading): number | null {
  if (net !== null) return penceOf(net);
  return gross === null || vat === null ? null : (penceOf(gross) ?? 0) - (penceOf(vat) ?? 0);
}

function sumOrNull(pence: readonly (number | null)[]): number | null {
  return pence.includes(null) ? null : inAll(pence);
}

/**
 * Carriage among the sums has no column of rates: what is left of the VAT beside the lines that say theirs is its own, when just
 * one rate comes to that.
 */
function byRest(reading: InvoiceReading): void {
  const { lines, totals } = reading;
  const open = lines.filter((l) => l.vatRate === null && l.vatCode === null);
  const told = lines.filter((l) => !open.includes(l));
  const vat = vatPence(totals);
  const amounts = open.map(base);
  if (open.length === 0 || told.length === 0 || vat === null || isInclusive(reading) || amounts.includes(null)) return;
  const vats = told.map((l) => (l.vat === null || l.vatRate === null ? null : penceOf(l.vat)));
  if (vats.includes(null)) return;
  const rest = vat - inAll(vats);
  const fitting = USUAL.filter((rate) => Math.abs(percentOf(inAll(amounts), rate) - rest) <= 1);
  if (fitting.length !== 1) return;
  for (const line of open) line.vatRate = fitting[0] as number;
}

function inAll(pence: readonly (number | null)[]): number {
  return pence.reduce<number>((sum, p) => sum + (p ?? 0), 0);
}

/** The VAT of an invoice in pence: as printed, or what lies between its net and its gross. */
export function vatPence({ net, vat, gross }: TotalsReading): number | null {
  if (vat !== null) return penceOf(vat);
  if (net === null || gross === null) return null;
  return (penceOf(gross) ?? 0) - (penceOf(net) ?? 0);
}

/** VAT on a net amount, or in a gross one, at a rate: half a penny rounds up. */
export function vatIn(pence: number, rate: number, inclusive: boolean): number {
  if (!inclusive) return percentOf(pence, rate);
  const exact = (Math.abs(pence) * rate) / (100 + rate);
  const rounded = Math.floor(exact + 0.5 + 1e-9);
  return pence < 0 ? -rounded : rounded;
}

export function isInclusive(reading: InvoiceReading): boolean {
  return reading.amountColumn === 'gross';
}

/** Standard rates and the days from which they were charged, as in the rules. */
export const STANDARD_SINCE: readonly (readonly [from: string, percent: number])[] = [
  ['1991-04-01', 17.5],
  ['2008-12-01', 15],
  ['2010-01-01', 17.5],
  ['2011-01-04', 20],
];

/** The rates of a day, the lowest first; of a day that is not known, all there were. */
function ratesOn(day: string | null): number[] {
  const standard = day === null ? STANDARD_SINCE : STANDARD_SINCE.filter(([from]) => from <= day).slice(-1);
  return [0, 5, ...new Set(standard.map(([, percent]) => percent))];
}

/** Rates of the United Kingdom since 1991; other countries charge theirs in their own money. */
const BRITISH_RATES: readonly number[] = [20, 17.5, 15, 12.5, 8, 5, 0];

/**
 * Whether the rates of other countries are tried too: other money is charged, or the VAT number begins with other letters. Whose VAT it is, the
 * rules say (rules/evidence.yaml).
 */
function triesForeignRates({ currency, vatNumber }: InvoiceReading['header']): boolean {
  return (currency ?? 'GBP') !== 'GBP' || /^(?!GB|XI)[A-Z]{2}/i.test(vatNumber ?? '');
}

/** The known rate that VAT on a net amount comes to; null when none does. A fifth of the gross is a quarter of the net. */
export function rateOf(net: number, vat: number, header: InvoiceReading['header'], slack = 1): number | null {
  if (net === 0) return null;
  const rates = triesForeignRates(header) ? [...KNOWN_RATES].reverse() : BRITISH_RATES;
  return rates.find((rate) => Math.abs(percentOf(net, rate) - vat) <= slack) ?? null;
}
