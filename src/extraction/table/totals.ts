import { nearestPence, readNumber } from '../numbers.js';
import type { Figure, LineReading, TotalsReading } from '../reading.js';
import { bandsOf, bandsOfRow, namedBand } from './bands.js';
import { isAnalysisHead } from './body.js';
import { chooseTotals, extraLine, isBelow, type Sum } from './chosen_totals.js';
import { headingKinds } from './column_names.js';
import { extraKind, type TotalKind, totalKind } from './labels.js';
import { figureAt, type LabelledMoney, labelledMoney, moneyAt, moneyIn } from './money_words.js';
import { askedInWords, type OtherSums, otherNets, otherTotals, otherVat, takenOffIn } from './other_sums.js';
import { middle, placeOf, type Row, textOf, type Word } from './page.js';
import { HIGHEST_RATE, mayBeVatOn } from './rate_cell.js';
import { rowText, segmentsOf } from './rows.js';
import { unfitBands } from './unfit_bands.js';

/** The sums of a document: what the rows outside its tables say, and which of them make up the invoice. */
export interface SumsReading {
  totals: TotalsReading;
  /** Delivery and discounts that stand among the sums, as lines; the lines of the table may or may not need them. */
  extras: LineReading[];
  /** What is held back or was invoiced before and is taken off ahead of the VAT, as lines. */
  heldBack: LineReading[];
  /** Sums called the VAT or the total that are another than those of the invoice. */
  others: OtherSums;
}

/** @param pricesIncludeVat what the header says of all prices. */
export function readSums(rows: readonly Row[], pricesIncludeVat: boolean): SumsReading {
  // Of several rates each with its own sums none are those of the whole.
  const named = rows.filter((row) => namedBand(row) !== null);
  const beside = rows.map((row) => (named.length > 1 && named.includes(row) ? [] : sumsBeside(row)));
  const below = sumsBelow(rows);
  const single = withNetDue([...beside.flat(), ...below]);
  const pairs = rows.map((row) => netAndVat(row, single));
  // What stands under the VAT of the lines is no second net.
  const sums = withoutParts(
    withNetDue([...beside.flatMap((of, i) => (pairs[i]?.length ? [] : of)), ...below, ...pairs.flat()]),
  );
  const bands = bandsOf(rows);
  const totals = { ...chooseTotals(sums, bands), bands };
  const extras = sums.filter((s) => s.kind === 'charge' || s.kind === 'discount').map(extraLine);
  // What lies between the sub-total and the total is the delivery, and no VAT that nothing tells.
  if (totals.vat === null && makeDifference(extras, totals)) totals.net = null;
  const texts = rows.map(rowText);
  if (totals.vat === null && (rows.some(saysWithVat) || pricesIncludeVat)) {
    const { net } = totals;
    // A total with VAT in it that nothing tells is no net, though the sub-total be the same; nor is the one sum of goods priced with VAT.
    const isNet = sums.some(({ figure, label }) => figure === net && SAID_NET.test(label));
    if (net !== null && !isNet && net.value === (totals.gross ?? net).value)
      Object.assign(totals, { net: null, gross: net });
    totals.includesVat = totals.net === null && rows.some(saysWithVat);
  }
  const settlement = texts.map(settlementPercent).find((p) => p !== null);
  totals.settlementPercent = settlement ?? null;
  return {
    totals,
    extras,
    heldBack: sums
      .filter(
        (s) => s.kind === 'paid' && (HELD_BACK.test(s.label) || isInvoicedBefore(s.label) || isAbove(s, totals.net)),
      )
      .map(extraLine),
    others: {
      vat: otherVat(sums, totals),
      total: otherTotals([...sums, ...rows.flatMap(askedInWords)], totals, texts.join('\n'), takenOffIn(rows)),
      net: otherNets(sums, totals),
      unfit: unfitBands(rows, bands, totals.settlementPercent),
    },
  };
}

/** What was paid and stands above the net may have lessened it. */
function isAbove({ label, figure }: Sum, net: Figure | null): boolean {
  const isDeposit = /^(?:less|minus)\b.*\b(?:deposit|paid|payment|on account)\b/i.test(label);
  return isDeposit && figure.place !== null && !!net?.place && isBelow(net.place, figure.place);
}

/** Whether what is charged or taken off besides, all of it or one sum, is what lies between the net and the gross. */
function makeDifference(extras: readonly LineReading[], { net, gross }: Pick<TotalsReading, 'net' | 'gross'>): boolean {
  if (net === null || gross === null || net.value === gross.value) return false;
  const each = extras.map(({ amount }) => (amount === null ? 0 : nearestPence(amount)));
  const whole = each.reduce((sum, pence) => sum + pence, 0);
  const between = nearestPence(gross) - nearestPence(net);
  return extras.length > 0 && [whole, ...each, ...each.map((pence) => whole - pence)].includes(between);
}

/** "Net due" above the VAT is the net; below the total it is what is left to pay. */
function withNetDue(sums: readonly Sum[]): Sum[] {
  return sums.map((sum, i) => {
    const vatFollows = sums.slice(i + 1).some(({ kind }) => kind === 'vat') && !sums.slice(0, i).some(isVat);
    return sum.kind === 'due' && /^nett?\b/i.test(sum.label) && vatFollows ? { ...sum, kind: 'net' } : sum;
  });
}

function isVat({ kind }: Sum): boolean {
  return kind === 'vat';
}

const HELD_BACK =
  /^(?:less|minus)\b.*\binvoiced?\b|\bretention\b|\bdeposit,? invoiced?\b|\bpreviously (?:invoiced|certified)\b|\bprevious (?:invoices|applications|certificates|valuations)\b|\bless previous\b|\bcertified and paid\b|\bpaid and certified\b|^(?:less )?contra\b/i;

/** Sums whose label stands before them in the row. */
function sumsBeside(row: Row): Sum[] {
  const found: Sum[] = [];
  const within = vatWithin(row);
  // What stands in the brackets is no part of the label of the sum behind them.
  const money = withoutWorking(
    labelledMoney(within === null ? row : { ...row, words: row.words.filter((w) => !within.words.includes(w)) }),
  );
  if (within !== null) found.push(within);
  const across = sumsAcross(row, money);
  if (across.length > 0) return across;
  for (const [i, { label, word, labelWords }] of money.entries()) {
    // The last figure after a label is its sum: "VAT @ 20% on 1,240.00   248.00".
    if (money[i + 1]?.labelWords[0] === labelWords[0] && labelWords.length > 0) continue;
    const value = figureAt(row, word);
    const kind =
      totalKind(label) ??
      extraKind(label) ??
      extraKind(textOf(row.words.slice(0, row.words.indexOf(word)))) ??
      (isInvoicedBefore(label) && value !== null && value.value < 0 ? 'paid' : null);
    if (kind !== null && kind !== 'skip' && value !== null)
      found.push({ kind: isPlusVat(row, word, kind) ? 'net' : kind, label, figure: value });
  }
  if (money.length > 0 || found.length > 0) return found;
  // Spreadsheets leave the pence away: "Total" beside 9600.
  const words = /^(?:GBP|EUR|USD)$/.test(row.words.at(-1)?.text ?? '') ? row.words.slice(0, -1) : row.words;
  const last = words.at(-1);
  const label = textOf(words.slice(0, -1));
  const kind = OF_LAW.test(label) ? null : totalKind(label);
  const value = last && words.length > 1 ? (figureAt(row, last) ?? (kind === 'vat' ? nilAt(row, last) : null)) : null;
  return kind !== null && kind !== 'skip' && value !== null && !value.raw.includes('%')
    ? [{ kind, label, figure: value }]
    : [];
}

/** `Total £1,500.00 plus VAT £300.00`: a total to which the VAT is yet to come. */
function isPlusVat({ words }: Row, sum: Word, kind: TotalKind): boolean {
  const behind = words.slice(words.indexOf(sum) + 1, words.indexOf(sum) + 3);
  return (kind === 'total' || kind === 'gross' || kind === 'due') && /^(?:plus|\+) ?V\.?A\.?T\b/i.test(textOf(behind));
}

/** `Second stage, invoice KD-2241 of 11/02/26   -4,000.00` */
function isInvoicedBefore(label: string): boolean {
  return /\binvoiced?\b/i.test(label);
}

/** `VAT, 255.01 and 77.81   £332.82`: what the last sum is made of is no sum of the whole. */
function withoutWorking(money: readonly LabelledMoney[]): readonly LabelledMoney[] {
  const [last, ...parts] = [...money].reverse();
  const first = parts.at(-1);
  if (last === undefined || first === undefined || parts.length < 2 || totalKind(first.label) !== 'vat') return money;
  const isSum = parts.reduce((sum, { number }) => sum + nearestPence(number), 0) === nearestPence(last.number);
  const joins = parts.slice(0, -1).every(({ label }) => /^(?:and|plus|\+|&|,)$/i.test(label));
  return isSum && joins ? [{ ...last, label: first.label, labelWords: first.labelWords }] : money;
}

/** `VAT   Nil` */
function nilAt(row: Row, word: Word): Figure | null {
  if (!/^[£€]?nil\.?$/i.test(word.text)) return null;
  const { confidence } = word;
  return { value: 0, text: '0.00', raw: word.text, place: placeOf(row.page, [word]), confidence };
}

/** `VAT Act 1994, Sch 8`: the number of a schedule is no sum without pence. */
const OF_LAW = /\b(?:act|sch(?:edule)?|gr(?:ou)?p|section|s|notice|para(?:graph)?|art(?:icle)?|item)\.?\s*$/i;

/** Words of the VAT before its sum, behind a total: `(includes VAT of`, `of which VAT at 20%`, `(VAT`. */
const BEFORE_VAT_WITHIN =
  /^(?:[([](?:which )?(?:includ(?:es|ing)|incl?\.?|of which)?|includ(?:es|ing)|incl?\.?|of which) ?(?:\d{1,2}(?:\.\d+)?% )?(?:VAT|tax)\b(?: (?:at |@ ?)\d{1,2}(?:\.\d+)?%)?(?: of)?:?$/i;
/** So many words tell the VAT in a total, at most. */
const MOST_WITHIN = 7;

/** `(includes £45.33 VAT)` or `(includes VAT of £116.16)` behind a total. */
function vatWithin(row: Row): (Sum & { words: Word[] }) | null {
  for (const [i, word] of row.words.entries()) {
    const bare = { ...word, text: word.text.replace(/[)\]]+[.,]?$/, '') };
    const figure = moneyAt(row, bare);
    if (figure === null) continue;
    const found = (from: number, to: number) => ({
      kind: 'vat' as const,
      label: 'includes VAT',
      figure,
      words: row.words.slice(from, to + 1),
    });
    const before = row.words[i - 1]?.text ?? '';
    const after = textOf(row.words.slice(i + 1, i + 4));
    if (
      /^[([]?(?:includ(?:es|ing)|incl?\.?|inc)$/i.test(before) &&
      /^(?:of )?(?:\(?\d+%\)? )?(?:VAT|tax)\b/i.test(after)
    )
      return found(
        i - 1,
        row.words.findIndex((w, at) => at > i && /^(?:VAT|tax)\b/i.test(w.text)),
      );
    // Right behind the total that it is in, or in brackets in a row of its own.
    for (let from = Math.max(0, i - MOST_WITHIN); from < i; from++)
      if (
        (from === 0 ? bare.text !== word.text : isMoneyWord(row.words[from - 1])) &&
        BEFORE_VAT_WITHIN.test(textOf(row.words.slice(from, i)))
      )
        return found(from, i);
  }
  return null;
}

function isMoneyWord(word: Word | undefined): boolean {
  return word !== undefined && moneyIn(word) !== null;
}

/** What a sum without VAT is called. */
const SAID_NET = /\b(?:nett?|ex\w*|before|without)\b/i;

/** `VAT included`, in a row of its own among the sums. */
const VAT_INCLUDED =
  /^(?:\W*(?:\d{1,2}(?:\.\d+)? ?% )?(?:VAT|tax) (?:is )?inc(?:luded|l)?\b|inc\w*\.? (?:of )?VAT)[^\d£]*$/i;

/** Whether the row of a total, or of the VAT where its sum would stand, says that VAT is in it. */
function saysWithVat(row: Row): boolean {
  const text = rowText(row).trim();
  if (VAT_INCLUDED.test(text)) return true;
  const isTotal = sumsBeside(row).some(({ kind }) => ['gross', 'total', 'due', 'net'].includes(kind));
  return isTotal && /(?<!\bnot )\binc\w*\.? (?:of )?(?:\d{1,2}(?:\.\d+)? ?% )?(?:VAT|tax)\b/i.test(text);
}

/** A row "Totals" under the columns of net, VAT and gross, in this order or the other, with its words before or behind them. */
function sumsAcross(row: Row, money: readonly LabelledMoney[]): Sum[] {
  // How much of all may stand before the sums: "Invoice totals   97.700   2,119.51   423.90   2,543.41".
  const said = textOf(row.words.filter((w) => readNumber(w.text) === null));
  const label = totalKind(money[0]?.label ?? '') === null ? said : (money[0]?.label ?? '');
  const kind = totalKind(label);
  if (money.length !== 3 || !['total', 'net', 'gross', 'due'].includes(kind ?? '')) return [];
  const figures = money.map((m) => figureAt(row, m.word));
  const [first, second, last] = figures;
  if (!first || !second || !last) return [];
  // The VAT stands between the two, or before the net where it is at a rate.
  const isVatFirst = Math.abs(first.value) < Math.abs(second.value) && mayBeVatOn(second.value, first.value);
  const vat = isVatFirst ? first : second;
  const [net, gross] = isVatFirst
    ? [second, last]
    : Math.abs(first.value) <= Math.abs(last.value)
      ? [first, last]
      : [last, first];
  if (Math.abs(net.value + vat.value - gross.value) > 0.005) return [];
  // Labour and materials add up to their total too, but no VAT is above the highest rate.
  if (Math.abs(vat.value) > Math.abs(net.value) * (HIGHEST_RATE / 100) + 0.01) return [];
  return [
    { kind: 'net', label, figure: net },
    { kind: 'vat', label, figure: vat },
    { kind: 'gross', label, figure: gross },
  ];
}

/** A row "Totals" under the columns of net and VAT alone, when the two come to another sum of the document, or to it with what is taken off before that. */
function netAndVat(row: Row, sums: readonly Sum[]): Sum[] {
  const money = labelledMoney(row);
  const label = money[0]?.label ?? '';
  const [net, vat] = money.map((m) => figureAt(row, m.word));
  const kind = totalKind(label);
  if (money.length !== 2 || (kind !== 'total' && kind !== 'net') || !net || !vat) return [];
  const paid = sums.reduce((sum, s) => sum + (s.kind === 'paid' ? Math.abs(s.figure.value) : 0), 0);
  const whole = sums.some(
    ({ kind, figure }) =>
      ['gross', 'total', 'due'].includes(kind) &&
      [0, kind === 'due' ? paid : 0].some((off) => Math.abs(net.value + vat.value - off - figure.value) < 0.005),
  );
  return whole
    ? [
        { kind: 'net', label, figure: net },
        { kind: 'vat', label, figure: vat },
      ]
    : [];
}

/** Without the nets of which two or more make up a total: "Total labour" and "Total materials" are each of a part of the lines. */
function withoutParts(sums: readonly Sum[]): Sum[] {
  const pence = ({ figure }: Sum) => nearestPence(figure);
  const vats = [0, ...sums.filter(({ kind }) => kind === 'vat').map(pence)];
  const wholes = sums.filter(({ kind }) => kind === 'total' || kind === 'gross').map(pence);
  const parts = sums.filter((sum) => sum.kind === 'net' && IS_PART.test(sum.label));
  const together = parts.reduce((total, sum) => total + pence(sum), 0);
  const fits = vats.some((vat) => wholes.includes(together + vat));
  return parts.length > 1 && fits ? sums.filter((sum) => !parts.includes(sum)) : [...sums];
}

/** What names some of the lines of an invoice. */
const IS_PART = /\b(?:labour|materials?|goods|parts|plant|works?|hire|sales|fees|expenses|products?)\b/i;

/** `VAT rate 20 %` says nothing of the sum beside it. */
const IS_RATE = /\b(?:vat|tax) rate\b/i;

/** Sums that stand under their labels: a row "Goods   VAT   Total" over a row of figures. */
function sumsBelow(rows: readonly Row[]): Sum[] {
  return rows.flatMap((_, i) => sumsUnder(rows, i).sums);
}

/** The rows of such labels and of the sums below them. */
export function rowsOfSums(rows: readonly Row[]): Set<Row> {
  return new Set(
    rows.flatMap((row, i) => {
      const { sums, below } = sumsUnder(rows, i);
      // Under the head of a table stand its lines, and not figures alone.
      const bare = below.every(
        (r) => labelledMoney(r).every(({ label }) => label === '') && !r.words.some((w) => /\p{L}{4}/u.test(w.text)),
      );
      return sums.length > 1 && (bare || (addUp(sums) && isNoHead(row))) ? [row, ...below] : [];
    }),
  );
}

/** What stands beside the labels of sums tells a number or a weight, and heads no column. */
function isNoHead(row: Row): boolean {
  return segmentsOf(row, 0.9).every((words) => totalKind(textOf(words)) !== null || /\d/.test(textOf(words)));
}

/** A net and its VAT that come to what is to be paid: those of an invoice, whatever else their rows tell. */
function addUp(sums: readonly Sum[]): boolean {
  const of = (...kinds: TotalKind[]) => sums.find(({ kind }) => kinds.includes(kind))?.figure;
  const [net, vat, gross] = [of('net'), of('vat'), of('gross', 'total', 'due')];
  if (sums.length !== 3 || !net || !vat || !gross || vat.value === 0) return false;
  return nearestPence(net) + nearestPence(vat) === nearestPence(gross);
}

function sumsUnder(rows: readonly Row[], i: number): { sums: Sum[]; below: Row[] } {
  const none = { sums: [], below: [] };
  const row = rows[i] as Row;
  const labels = segmentsOf(row, 0.9).map((words) => ({ words, kind: totalKind(textOf(words)) }));
  // "Details   Net credited   VAT credited": the head of a table of lines.
  if (labels.some(({ words }) => headingKinds(textOf(words))[0] === 'description')) return none;
  const known = labels.filter((l) => l.kind !== null && l.kind !== 'skip');
  const [first] = known;
  // What is told before the labels, as a weight, is told by itself.
  if (first === undefined || labelledMoney(row).some(({ word }) => word.x0 >= (first.words[0]?.x0 ?? 0))) return none;
  // Under the head of an analysis of several rates stand their figures and no sums, but the sums may have a box beside it.
  const bands = rows.slice(i + 1, i + 4).filter((r) => bandsOfRow(r, true).length > 0).length;
  const ofSums = isAnalysisHead(row) && bands > 1 ? secondBox(known) : known;
  if (ofSums.length === 0) return none;
  const over = sumsOver(rows[i - 1], row, labels);
  if (over !== null) return over;
  const below = rows.slice(i + 1, i + 3).find((r) => r.page === row.page && labelledMoney(r).length > 0);
  if (!below || middle(below) - middle(row) > 4 * Math.max(row.height, below.height)) return none;
  // Figures of several sizes stand in several rows that run into each other.
  const figures = rows.slice(i + 1, i + 4).filter((r) => r === below || standBeside(r, below));
  const money = figures.flatMap((r) => labelledMoney(r).map((m) => ({ ...m, row: r })));
  // A label in the row of the figures speaks for them itself.
  if (money.some(({ label }) => totalKind(label) !== null && !IS_RATE.test(label))) return none;
  const sums = ofSums.flatMap(({ words, kind }) => {
    const x0 = words[0]?.x0 ?? 0;
    const x1 = words.at(-1)?.x1 ?? 0;
    const under = money.filter(
      ({ word }) => Math.min(word.x1, x1) - Math.max(word.x0, x0) > 0 || Math.abs(word.x1 - x1) < 2 * row.height,
    );
    const [only] = under;
    const value = only !== undefined && under.length === 1 ? figureAt(only.row, only.word) : null;
    return kind === null || value === null ? [] : [{ kind, label: textOf(words), figure: value }];
  });
  return { sums, below: figures };
}

/** Sums that stand over their labels, one over each, as boxes at the foot of a page print them: taken only where a net and its VAT make the total. */
function sumsOver(
  above: Row | undefined,
  row: Row,
  labels: readonly { words: Word[]; kind: TotalKind | null }[],
): { sums: Sum[]; below: Row[] } | null {
  if (above === undefined || above.page !== row.page || above.words.length !== labels.length) return null;
  if (middle(row) - middle(above) > 3 * Math.max(row.height, above.height)) return null;
  const sums = labels.flatMap(({ words, kind }, i) => {
    const word = above.words[i] as Word;
    const figure = moneyAt(above, word);
    const isOver = Math.min(word.x1, words.at(-1)?.x1 ?? 0) - Math.max(word.x0, words[0]?.x0 ?? 0) > 0;
    return kind === null || kind === 'skip' || figure === null || !isOver
      ? []
      : [{ kind, label: textOf(words), figure }];
  });
  const of = (...kinds: TotalKind[]) => sums.flatMap((s) => (kinds.includes(s.kind) ? nearestPence(s.figure) : []));
  const [vat] = of('vat');
  const isWhole = vat !== undefined && of('net').some((net) => of('gross', 'total', 'due').includes(net + vat));
  return sums.length === labels.length && isWhole ? { sums, below: [above] } : null;
}

/** Rows of which one begins before the other ends, by half its height. */
function standBeside(a: Row, b: Row): boolean {
  return a.page === b.page && Math.min(a.y1, b.y1) - Math.max(a.y0, b.y0) > 0.5 * Math.min(a.y1 - a.y0, b.y1 - b.y0);
}

/** The headings from the first that names again what one before it named: those of another box in the same row. */
function secondBox<T extends { kind: TotalKind | null }>(labels: readonly T[]): T[] {
  // "VAT   RATE   NET   VAT   GROSS" of a till: the first is the code.
  const coded = labels[0]?.kind === 'vat' && labels.filter(({ kind }) => kind === 'vat').length === 2;
  const sums = coded ? labels.slice(1) : labels;
  const again = sums.findIndex(({ kind }, i) => sums.slice(0, i).some((l) => l.kind === kind));
  return again < 0 ? [] : sums.slice(again);
}

/** Percent of a settlement discount; before 2015, and in some trades still, VAT was worked out on what is left after it. */
function settlementPercent(text: string): number | null {
  const match =
    /(?:settlement|prompt payment|early payment|cash) disc(?:ount\b|\b\.?)[^\d%]*(\d{1,2}(?:\.\d+)?) ?%|(\d{1,2}(?:\.\d+)?) ?% (?:settlement|prompt payment|early payment) disc(?:ount\b|\b)|\bdiscount of (\d{1,2}(?:\.\d+)?) ?%.{0,40}\b(?:if|when|for)\b.{0,20}\b(?:paid|payment)\b|^settlement(?: terms)?:? +(\d{1,2}(?:\.\d+)?) ?%|\b(\d{1,2}(?:\.\d+)?) ?% (?:may be (?:deducted|taken) )?if paid (?:by|within|before|in)\b/i.exec(
      text,
    );
  return match ? Number(match.slice(1).find((percent) => percent !== undefined)) : null;
}
