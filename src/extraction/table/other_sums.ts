import { nearestPence } from '../numbers.js';
import type { Place, TotalsReading } from '../reading.js';
import { extraLine, isBelow, type Sum } from './chosen_totals.js';
import { totalKind } from './labels.js';
import { figureAt, labelledMoney } from './money_words.js';
import type { Row } from './page.js';
import { HIGHEST_RATE } from './rate_cell.js';
import type { UnfitFigure } from './unfit_bands.js';

/** Sums that are called what the invoice has another of. */
export interface OtherSums {
  vat: Sum[];
  total: Sum[];
  /** Sub-totals above what is taken off or charged before the net. */
  net: Sum[];
  /** Of the analysis of VAT. */
  unfit: UnfitFigure[];
}

/** Sums called the VAT that are neither the VAT of the invoice nor a part of it. */
export function otherVat(
  sums: readonly Sum[],
  { vat, gross, bands, settlementPercent }: Pick<TotalsReading, 'vat' | 'gross' | 'bands' | 'settlementPercent'>,
): Sum[] {
  if (vat === null || gross === null) return [];
  const printed = sums.filter(({ kind }) => kind === 'vat');
  const whole = nearestPence(vat);
  const parts = [
    printed.map((s) => nearestPence(s.figure)),
    bands.flatMap((b) => (b.vat ? [nearestPence(b.vat)] : [])),
  ];
  return printed.filter(({ label, figure }) => {
    // Beside a rate may stand what it is charged on.
    if (/\d|\bon$/i.test(label) && (bands.length > 0 || printed.length > 1)) return false;
    const value = nearestPence(figure);
    const mayBeVat =
      value !== 0 && Math.abs(value) <= (Math.abs(nearestPence(gross)) * HIGHEST_RATE) / (100 + HIGHEST_RATE) + 1;
    const early = settlementPercent !== null && Math.abs(value - (whole * (100 - settlementPercent)) / 100) <= 1;
    return (
      mayBeVat && !early && Math.abs(value) !== Math.abs(whole) && !parts.some((list) => isPart(value, list, whole))
    );
  });
}

/** Sub-totals that do not come to the net below them with what stands between the two. */
export function otherNets(sums: readonly Sum[], { net }: Pick<TotalsReading, 'net'>): Sum[] {
  const last = net?.place;
  if (!net || !last) return [];
  const isAbove = ({ figure }: Sum, place: Place) => figure.place !== null && isBelow(place, figure.place);
  const twins = twinsOf(sums);
  return sums.filter((sum) => {
    const { kind, figure } = sum;
    const { place } = figure;
    if (twins.includes(sum)) return nearestPence(figure) !== nearestPence(net);
    if (kind !== 'net' || place === null || !isAbove(sum, last)) return false;
    const between = sums.filter((s) => isAbove(s, last) && s.figure.place !== null && isBelow(s.figure.place, place));
    const extras = between.filter((s) => ['charge', 'discount', 'paid'].includes(s.kind));
    const signed = extras.map((s) => nearestPence(extraLine(s).amount ?? s.figure));
    const whole = signed.reduce((total, pence) => total + pence, nearestPence(figure));
    return extras.length > 0 && extras.length === between.length && whole !== nearestPence(net);
  });
}

const SUB_TOTAL = /^\s*sub ?-?total\s*:?\s*$/i;
const BEFORE_VAT = /\b(?:ex\w*\.?|before|without) (?:of )?(?:vat|tax)\b/i;

/** The only sub-total and, right below it, the total without VAT: nothing stands between the two. */
function twinsOf(sums: readonly Sum[]): Sum[] {
  const [first, another] = sums.filter(({ label }) => SUB_TOTAL.test(label));
  const below = first === undefined ? undefined : sums[sums.indexOf(first) + 1];
  const isTwin = another === undefined && below?.kind === 'net' && BEFORE_VAT.test(below.label);
  return first !== undefined && isTwin ? [first, below] : [];
}

/** More sums of VAT than these are those of a list of documents. */
const MOST_PARTS = 12;

/** Whether a sum makes up a whole together with others of a list it stands in. */
function isPart(value: number, list: readonly number[], whole: number): boolean {
  const at = list.indexOf(value);
  if (at < 0) return false;
  if (list.length > MOST_PARTS) return true;
  let reached = [value];
  for (const other of list.toSpliced(at, 1)) reached = [...reached, ...reached.map((sum) => sum + other)];
  return reached.includes(whole);
}

/** What asks for a sum at the end of other words: `SALES INVOICE Amount due: £2,879.76`. */
const ASKED =
  /\S (?:amount due|total due|amount payable|total payable|total to pay|amount to pay|please pay|invoice total)\s*:?$/i;

/** Sums to be paid whose label is the end of other words. */
export function askedInWords(row: Row): Sum[] {
  return labelledMoney(row).flatMap(({ label, word }) => {
    const figure = totalKind(label) === null && ASKED.test(label) ? figureAt(row, word) : null;
    return figure === null ? [] : [{ kind: 'due' as const, label, figure }];
  });
}

/** What the sum of an account or of an order is called, which an invoice may be only a part of. */
const OF_MORE =
  /\b(?:balance|outstanding|ow(?:ed|ing)|account|contract|order|quot\w*|estimate|job|project|works?|list|retail|stage|credit|overdue|arrears|monthly|instal\w*)\b/i;

/** `Subtotal inc VAT`: the total, with what is charged or taken off besides. */
const IS_WITH_VAT = /^sub ?-?total\b.*\binc\w*\.? (?:of )?vat\b/i;

/** Words by which more is asked for than was invoiced. */
const ON_TOP =
  /\b(?:previous|last|opening|account|old|outstanding) (?:balance|bill|account)\b|\bbalance (?:brought|b\/f|from|forward)|\bbrought forward\b|\barrears\b|\bstatement\b|\bpaying by (?:credit )?card\b/i;

/** Words by which less is asked for than was invoiced. */
const TAKEN_OFF =
  /\b(?:deposit|retention|retained|cis|contra|received|paid|prepaid|instal\w*|settlement|early payment|prompt payment|discount|previously|allocated|credit note|on account|part[- ]payment|first payment)\b/i;

/** What rows take off, in pence: `Less BUS grant   -7,500.00`, `Grant   (7,500.00)`. */
export function takenOffIn(rows: readonly Row[]): number[] {
  return rows.flatMap((row) => {
    const last = labelledMoney(row).at(-1);
    if (last === undefined || !/[a-z]{3}/i.test(last.label)) return [];
    const pence = nearestPence(last.number);
    return pence < 0 || /^(?:less|minus)\b/i.test(last.label) ? [Math.abs(pence)] : [];
  });
}

/**
 * Sums called the total or what is to be paid that are neither the gross of the invoice nor explained: by what was paid or is held back, by what
 * an account owes besides, or as one of several payments.
 * @param text everything that stands outside the tables.
 * @param takenOff what its rows take off, each in pence: what they leave of the gross is explained, whatever they call it.
 */
export function otherTotals(
  sums: readonly Sum[],
  { net, vat, gross }: Pick<TotalsReading, 'net' | 'vat' | 'gross'>,
  text: string,
  takenOff: readonly number[],
): Sum[] {
  if (net === null || vat === null || gross === null) return [];
  const whole = nearestPence(gross);
  const less = [...takenOff, takenOff.reduce((sum, pence) => sum + pence, 0)];
  const extras = sums.filter(({ kind }) => kind === 'charge' || kind === 'discount');
  const added = extras.reduce((sum, s) => sum + nearestPence(extraLine(s).amount ?? s.figure), 0);
  const named = sums.filter(
    ({ kind, label }) =>
      (kind === 'due' || kind === 'gross' || kind === 'total' || IS_WITH_VAT.test(label)) && !OF_MORE.test(label),
  );
  const asked = [...new Set(named.filter(({ kind }) => kind === 'due').map((s) => nearestPence(s.figure)))];
  return named.filter(({ kind, label, figure }) => {
    const value = nearestPence(figure);
    if (extras.length > 0 && IS_WITH_VAT.test(label) && value !== whole) return value + added !== whole;
    if (value === 0 || [net, vat, gross].some((known) => Math.abs(nearestPence(known)) === Math.abs(value)))
      return false;
    if (kind === 'due' && whole > value && less.includes(whole - value)) return false;
    if (Math.abs(value) > Math.abs(whole) ? ON_TOP.test(text) : TAKEN_OFF.test(text)) return false;
    return !(kind === 'due' && isPart(value, asked, whole));
  });
}
