import { nearestPence } from '../numbers.js';
import {
  type BandReading,
  emptyLine,
  emptyTotals,
  type Figure,
  type LineReading,
  type Place,
  type TotalsReading,
} from '../reading.js';
import type { TotalKind } from './labels.js';

/** How sure it is that a sum called the net is that. */
const NAMED_NET = 2;

/** A sum printed beside its label. */
export interface Sum {
  kind: TotalKind;
  label: string;
  figure: Figure;
}

interface Choice {
  net: Figure | null;
  vat: Figure | null;
  gross: Figure | null;
  score: number;
}

/**
 * Which sums are the net, the VAT and the gross of the invoice. Three that add up are preferred to any single label:
 * "Total" may mean either, and what is left to pay need not be what was invoiced.
 */
export function chooseTotals(sums: readonly Sum[], bands: readonly BandReading[]): TotalsReading {
  const of = (...kinds: TotalKind[]) => sums.filter((s) => kinds.includes(s.kind));
  const single = of('net', 'total').map((s, i) => ({
    figure: s.figure,
    score: (s.kind === 'net' ? NAMED_NET : 0.5) + 0.01 * i,
  }));
  const nets = [...single, ...withExtras(single, of('charge', 'discount'))];
  const vats = vatCandidates(of('vat'), bands, of('gross', 'total', 'due'));
  const grosses = of('gross', 'total', 'due').map((s, i) => ({
    figure: s.figure,
    score: (s.kind === 'gross' ? 3 : s.kind === 'total' ? 2 : 1) + 0.01 * i,
  }));
  let best: Choice | null = null;
  const consider = (choice: Choice) => {
    if (best === null || choice.score > best.score) best = choice;
  };
  for (const gross of grosses) {
    for (const vat of vats) {
      for (const net of nets) {
        if (net.figure === gross.figure || Math.abs(net.figure.value + vat.figure.value - gross.figure.value) > 0.005)
          continue;
        consider({
          net: net.figure,
          vat: vat.figure,
          gross: gross.figure,
          score: 10 + net.score + vat.score + gross.score + (vat.figure.value === 0 ? -3 : 0),
        });
      }
    }
  }
  const paid = of('due')[0]?.figure ?? null;
  const found = best as Choice | null;
  if (found) return { ...emptyTotals(), net: found.net, vat: found.vat, gross: found.gross, due: paid };
  const last = (list: { figure: Figure; score: number }[]) =>
    [...list].sort((a, b) => b.score - a.score)[0]?.figure ?? null;
  const gross = isLeftOf(sums) ? null : (last(grosses) ?? paidInAll(sums));
  // What may be a part of the VAT is taken only with a net and a total that it fits.
  const vat = last(vats.filter(({ partial }) => !partial));
  const fits = (figure: Figure) =>
    vat !== null && gross !== null && Math.abs(figure.value + vat.value - gross.value) <= 0.005;
  // The sub-total of a section is no net; that of the whole says nothing more than that.
  const printed = of('net').findLast((s) => fits(s.figure) || !isSectionTotal(s.label))?.figure ?? null;
  // The sub-total of a till or a web shop is what there is to pay, VAT and all, at most without the delivery.
  const inclusive =
    printed !== null &&
    vat !== null &&
    vat.value !== 0 &&
    [{ figure: printed }, ...withExtras([{ figure: printed, score: 0 }], of('charge', 'discount'))].some(
      ({ figure }) => figure.value === gross?.value,
    );
  const net = inclusive ? null : printed;
  return { ...emptyTotals(), net, vat, gross, due: paid };
}

/** `PAID   £940.00` below the lines of a counter that prints no other sum: what they come to. */
function paidInAll(sums: readonly Sum[]): Figure | null {
  const [only, another] = sums.filter(({ kind }) => kind !== 'charge' && kind !== 'discount');
  return only !== undefined && another === undefined && /^paid(?: in full| with thanks)?\W*$/i.test(only.label)
    ? only.figure
    : null;
}

/** Whether the only sum below the net and the VAT is what they leave to pay once what is taken off ("CIS deduction") is gone. */
function isLeftOf(sums: readonly Sum[]): boolean {
  // "Total payable" may be what was invoiced, or what is left of it.
  const named = sums.map((s) => (PAYABLE.test(s.label) ? { ...s, kind: 'due' } : s));
  const of = (...kinds: TotalKind[]) =>
    named.flatMap((s) => (kinds.some((k) => k === s.kind) ? nearestPence(s.figure) : []));
  const [[net], [vat], dues, paid] = [of('net'), of('vat'), of('due'), of('paid')];
  if (net === undefined || vat === undefined || of('net').length > 1 || of('vat').length > 1) return false;
  const left = paid.reduce((sum, pence) => sum - Math.abs(pence), net + vat);
  return of('gross', 'total').length === 0 && paid.length > 0 && dues.length === 1 && dues[0] === left;
}

const PAYABLE = /\b(?:payable|to pay|payment due)\b/i;

/** `Sub-total Worktops` */
function isSectionTotal(label: string): boolean {
  return /^sub[\s-]?totals?\s+(?:of |for |- )?(?!ex|net|before|incl?\b|goods|amount|vat|due|gbp)[a-z]{3}/i.test(label);
}

/** Goods and what is charged beside them, or taken off: some invoices print no sum of both before the VAT. */
function withExtras(
  nets: readonly { figure: Figure; score: number }[],
  extras: readonly Sum[],
): { figure: Figure; score: number }[] {
  if (extras.length === 0 || isNetBelow(nets, extras)) return [];
  const signed = extras.map((e) => extraLine(e).amount as Figure);
  const sets = [signed, ...(signed.length > 1 ? signed.map((f) => [f]) : [])];
  return nets.flatMap(({ figure, score }) =>
    sets.flatMap((set) => {
      const sum = addFigures([figure, ...set]);
      return sum === null ? [] : [{ figure: sum, score: score - 0.5 }];
    }),
  );
}

/** Whether the net of goods and extras is itself printed below both: then no other is worked out, whether that one fits or not. */
function isNetBelow(nets: readonly { figure: Figure; score: number }[], extras: readonly Sum[]): boolean {
  const ofExtras = extras.flatMap(({ figure }) => figure.place ?? []);
  const named = nets.flatMap(({ figure, score }) =>
    figure.place !== null && score >= NAMED_NET ? [figure.place] : [],
  );
  return (
    ofExtras.length === extras.length &&
    named.some((net) => ofExtras.every((extra) => isBelow(net, extra))) &&
    named.some((net) => ofExtras.every((extra) => isBelow(extra, net)))
  );
}

/** Below in the same column of figures. */
export function isBelow(lower: Place, upper: Place): boolean {
  const sameColumn = Math.abs(lower.box[2] - upper.box[2]) < SAME_EDGE;
  return sameColumn && lower.page === upper.page && lower.box[1] >= upper.box[3] - SAME_EDGE / 2;
}

/** How far the right edges of figures of one column stand apart, in shares of the width. */
const SAME_EDGE = 0.02;

/** The VAT of the invoice: one sum, or what its sums by rate come to. */
function vatCandidates(
  vats: readonly Sum[],
  bands: readonly BandReading[],
  wholes: readonly Sum[],
): { figure: Figure; score: number; partial: boolean }[] {
  const rates = vats.flatMap(({ label }) => /\d{1,2}(?:\.\d+)?(?= ?%)/.exec(label) ?? []);
  // Of several, each at a rate of its own, none is the whole.
  const each = rates.length > 1 && new Set(rates).size === vats.length;
  const single = vats.map((s, i) => ({
    figure: s.figure,
    score: (/total/i.test(s.label) ? 2 : each ? 0.7 : 1) + 0.01 * i,
    partial: false,
  }));
  const byLabel = new Map(vats.filter((s) => /\d/.test(s.label)).map((s) => [s.label, s.figure]));
  // In an analysis whose rows do not come to the total one may not have been read, and its VAT is missing.
  const analysed = addFigures(bands.flatMap((b) => (b.net && b.vat ? [b.net, b.vat] : [])))?.value;
  const whole = wholes.length === 0 || wholes.some((w) => Math.abs(w.figure.value - (analysed ?? 0)) < 0.005);
  const ofBands = addFigures(bands.flatMap((b) => (b.vat ? [b.vat] : [])));
  const partial = !whole && bands.every((b) => b.net !== null);
  // An analysis that comes to the total tells the VAT of all, beside that of each rate.
  const proved = bands.length > 1 && wholes.some((w) => Math.abs(w.figure.value - (analysed ?? 0)) < 0.005);
  const ofLabels = addFigures([...byLabel.values()]);
  return [
    ...single,
    ...(ofLabels === null ? [] : [{ figure: ofLabels, score: 0.8, partial: false }]),
    ...(ofBands === null || (partial && ofBands.value === 0)
      ? []
      : [{ figure: ofBands, score: proved ? 1.9 : 0.8, partial }]),
  ];
}

/** The sum of several printed figures, placed where the last of them stands. */
function addFigures(figures: readonly Figure[]): Figure | null {
  if (figures.length === 0) return null;
  const pence = figures.reduce((sum, f) => sum + nearestPence(f), 0);
  const known = figures.map((f) => f.confidence).filter((c) => c !== null);
  const last = figures.at(-1) as Figure;
  return {
    value: pence / 100,
    text: (pence / 100).toFixed(2),
    raw: figures.map((f) => f.raw).join(' + '),
    place: last.place,
    confidence: known.length === 0 ? null : Math.min(...known),
  };
}

export function extraLine({ kind, label, figure: printed }: Sum): LineReading {
  const less = (kind === 'discount' || kind === 'paid') && printed.value > 0;
  const amount = less ? { ...printed, value: -printed.value, text: `-${printed.text}` } : printed;
  return { ...emptyLine(), unread: [], description: label.replace(/[:\s]+$/, ''), amount, place: printed.place };
}
