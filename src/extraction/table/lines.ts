import { penceOf, readNumber } from '../numbers.js';
import { emptyLine, type Figure, type LineReading, type TotalsReading } from '../reading.js';
import type { TableBody } from './body.js';
import { type Cells, looksNumeric } from './cells.js';
import { type ColumnKind, headingKinds } from './column_names.js';
import { takeTold } from './free_line_figures.js';
import { isAfterword, type TotalKind, totalKind } from './labels.js';
import { labelledMoney } from './money_words.js';
import { confidenceOf, middle, placeOf, type Row, textOf, type Word } from './page.js';
import { mayBeVatOn, readCode, readRate } from './rate_cell.js';
import { segmentsOf } from './rows.js';
import { perBehind, perHeaded } from './units.js';

/** A row of a table with what its columns are. */
interface BodyRow {
  row: Row;
  cells: Cells;
  kind: 'line' | 'text' | 'skip';
  description: Word[];
}

const TEXT_KINDS: ReadonlySet<ColumnKind> = new Set(['description', 'code', 'lineNumber', 'date', 'other', 'unit']);

/** The lines of one table body, each with the words of the rows that belong to it. */
export function linesOf(body: TableBody, kinds: readonly ColumnKind[]): LineReading[] {
  const rows = body.rows.map((row, i) => bodyRow(row, body.cells[i] ?? [], kinds));
  const opening = body.columns[kinds.indexOf('description')]?.x0 ?? 0;
  const owners = ownersOf(rows, opening);
  const lines: LineReading[] = [];
  const heading = (kind: ColumnKind) => body.columns[kinds.indexOf(kind)]?.heading ?? '';
  const per = perHeaded(heading('unitPrice'), heading('quantity'));
  const percentHeaded = heading('discount').includes('%');
  let section: string | null = null;
  rows.forEach((at, i) => {
    if (at.kind === 'text' && owners[i] === 'section') section = textOf(at.description).replace(/:$/, '');
    if (at.kind !== 'line') return;
    const mine = rows.filter((r, j) => j !== i && r.kind === 'text' && owners[j] === i);
    const line = lineFrom(at, mine, kinds, section, percentHeaded);
    takeTold(line);
    lines.push({ ...line, per: line.per ?? per });
  });
  return withoutNumbers(lines);
}

/** Without the numbers of the paragraphs ("1. Strip", "2. Slate") when every line has one, each above that before it. */
function withoutNumbers(lines: LineReading[]): LineReading[] {
  const numbers = lines.map(({ description }) => Number(/^(\d{1,2})[.)] \S/.exec(description)?.[1] ?? Number.NaN));
  if (lines.length < 2 || !numbers.every((n, i) => i === 0 || n > (numbers[i - 1] as number))) return lines;
  return lines.map((line) => ({ ...line, description: line.description.replace(/^\d{1,2}[.)] /, '') }));
}

function bodyRow(row: Row, cells: Cells, kinds: readonly ColumnKind[]): BodyRow {
  const filled = (...wanted: ColumnKind[]) =>
    kinds.some(
      (kind, c) =>
        wanted.includes(kind) && (cells[c] ?? []).some((w) => readNumber(w.text) !== null || looksNumeric(w.text)),
    );
  const described = kinds.flatMap((kind, c) => (kind === 'description' ? (cells[c] ?? []) : []));
  const texts = kinds.flatMap((kind, c) => (TEXT_KINDS.has(kind) ? (cells[c] ?? []) : []));
  // Words that begin further left, where others have a code, are the words all the same.
  const spelt = texts.filter((w) => /^\p{L}[\p{Ll}]{2}/u.test(w.text));
  const description = described.length > 0 || spelt.length < 2 ? described : texts;
  if (!filled('quantity', 'unitPrice') && isSumKind(totalKind(labelledMoney(row)[0]?.label ?? '')))
    return { row, cells, kind: 'skip', description };
  // "Delivery   FREE", or a stage of which nothing is due this time.
  const nothing = kinds.some(
    (kind, c) => ['amount', 'net', 'gross'].includes(kind) && /^(?:-|–|—|nil|free|n\/c)$/i.test(textOf(cells[c] ?? [])),
  );
  if (nothing && !filled('quantity', 'unitPrice')) return { row, cells, kind: 'skip', description };
  if (filled('amount', 'net', 'gross') || (filled('unitPrice', 'netPrice', 'unitPriceGross') && filled('quantity')))
    return { row, cells, kind: 'line', description };
  const words = description.length > 0 ? description : texts;
  const only = row.words.every((w) => texts.includes(w)) || description.length >= 2;
  if (!only || !words.some((w) => /[\p{L}\d]/u.test(w.text)) || isAfterword(textOf(row.words)))
    return { row, cells, kind: 'skip', description };
  return { row, cells, kind: 'text', description: words };
}

/** For each row of text: the index of the line it belongs to, `section` for a heading, or null for neither. */
function ownersOf(rows: readonly BodyRow[], opening: number): (number | 'section' | null)[] {
  const gap = (i: number): number => {
    const above = rows[i - 1]?.row;
    const below = rows[i]?.row;
    if (!above || !below || above.page !== below.page) return Number.POSITIVE_INFINITY;
    return (2 * (middle(below) - middle(above))) / Math.max(1e-6, above.height + below.height);
  };
  const blocks = blocksOf(rows, gap);
  const shouted = rows.some((r) => r.kind === 'line' && isCapitals(textOf(r.description)));
  return rows.map((row, i) => {
    if (row.kind !== 'text') return null;
    // Among descriptions in small letters, capitals right above a line or more text are a heading.
    const heads = rows[i + 1] !== undefined && rows[i + 1]?.kind !== 'skip' && gap(i + 1) < 4;
    if (!shouted && heads && isCapitals(textOf(row.row.words))) return 'section';
    if (heads && row.row.words.length === 1 && headingKinds(textOf(row.row.words))[0] === 'description')
      return 'section';
    // "COLLECTED Docket 118311/1" begins left of the words of the lines, where their codes stand, and goes on under them.
    const [first, ...more] = row.row.words;
    const runsOver =
      first &&
      opening - first.x0 > 2 * row.row.height &&
      (more.some((w) => w.x0 > opening) || !row.row.words.some((w) => /\d/.test(w.text)));
    if (heads && rows[i + 1]?.kind === 'line' && PART.test(textOf(row.row.words))) return 'section';
    if (heads && runsOver && rows[i + 1]?.kind === 'line' && segmentsOf(row.row).length === 1) return 'section';
    const beside = rows.findIndex((r) => r.kind === 'line' && standsBeside(r.row, row.row));
    if (beside >= 0) return beside;
    const block = blocks?.find(([from, to]) => i >= from && i < to);
    if (block) {
      const line = rows.findIndex((r, j) => j >= block[0] && j < block[1] && r.kind === 'line');
      // A block of one short row and no line is a heading.
      return line >= 0 ? line : block[1] - block[0] === 1 ? 'section' : null;
    }
    const after = rows.findIndex((r, j) => j > i && r.kind !== 'text');
    const before = rows.findLastIndex((r, j) => j < i && r.kind !== 'text');
    const next = after >= 0 && rows[after]?.kind === 'line' ? after : -1;
    const previous = before >= 0 && rows[before]?.kind === 'line' ? before : -1;
    const gapAbove = gap(before + 1);
    const gapBelow = after < 0 ? Number.POSITIVE_INFINITY : gap(after);
    const steps = after - i;
    // A line whose amounts stand on the last row of its text has no words of its own there.
    if (
      next >= 0 &&
      rows[next]?.description.length === 0 &&
      gapBelow < 3 &&
      (previous < 0 || gapBelow <= gapAbove + 0.3)
    )
      return next;
    if (previous < 0) return next >= 0 && steps === 1 ? 'section' : null;
    if (next >= 0 && steps === 1 && gapAbove > 1.25 * gapBelow && i === before + 1) return 'section';
    if (gapAbove > 3.2) return next >= 0 && steps === 1 ? 'section' : null;
    return previous;
  });
}

/** What the lines below are, and no end of a description. */
const PART =
  /^(?:variations?|extras|(?:extra|additional|external|contract) works?|day ?works?|(?:sales and )?(?:other|additional|sundry) charges|provisional sums|omissions|additions|disbursements|expenses|sundries|carriage)$/i;

/** Words in capitals alone, and not only a code or a size. */
function isCapitals(text: string): boolean {
  return /[A-Z]{4}/.test(text) && text === text.toUpperCase() && !/\d/.test(text);
}

/** How far apart rows are at most that would run into each other, in heights. */
const BESIDE = 0.82;

/** Rows that would run into each other, were they not of different columns: one of them is set in the middle of the other. */
function standsBeside(a: Row, b: Row): boolean {
  return a.page === b.page && Math.abs(middle(a) - middle(b)) < BESIDE * Math.min(a.height, b.height);
}

/**
 * Blocks of rows with wider gaps between them, when none holds two lines: then all its text is of that line, also
 * what stands above the amounts. Null when the rows do not fall into such blocks.
 */
function blocksOf(rows: readonly BodyRow[], gap: (i: number) => number): [number, number][] | null {
  if (!rows.some((r) => r.kind === 'text')) return null;
  const gaps = rows.map((_, i) => gap(i)).filter((g) => Number.isFinite(g) && g >= BESIDE);
  const small = [...gaps].sort((a, b) => a - b)[Math.floor(gaps.length / 4)] ?? 0;
  const blocks: [number, number][] = [];
  for (let i = 0; i < rows.length; i++) {
    const last = blocks.at(-1);
    if (!last || gap(i) > 1.2 * small) blocks.push([i, i + 1]);
    else last[1] = i + 1;
  }
  const counts = blocks.map(([from, to]) => rows.slice(from, to).filter((r) => r.kind === 'line').length);
  return counts.filter((n) => n === 1).length >= 2 && counts.every((n) => n <= 1) ? blocks : null;
}

function lineFrom(
  at: BodyRow,
  texts: readonly BodyRow[],
  kinds: readonly ColumnKind[],
  section: string | null,
  percentHeaded: boolean,
): LineReading {
  const line = { ...emptyLine(), unread: [], section };
  const above = texts.filter((t) => middle(t.row) < middle(at.row));
  const below = texts.filter((t) => middle(t.row) >= middle(at.row));
  const times = timesBefore(at, kinds);
  const own = at.description.slice(0, at.description.length - times.length);
  line.description = runOn([...above.map((t) => t.description), own, ...below.map((t) => t.description)]);
  const cell = (kind: ColumnKind): Word[] => at.cells[kinds.indexOf(kind)] ?? [];
  if (line.description === '') line.description = textOf([...cell('code'), ...cell('other')]);
  line.place = placeOf(at.row.page, [...at.row.words, ...texts.flatMap((t) => t.row.words)]);

  const counted = cell('quantity');
  if (isRate(counted)) line.description = `${line.description} ${textOf(counted)}`.trim();
  else readQuantity(line, at.row, counted.length > 0 ? counted : times.slice(0, 1));
  if (!kinds.includes('quantity')) takeTimes(line, at, own);
  line.periods = figureIn(line, at.row, 'periods', cell('periods'));
  if (line.unit === null) line.unit = textOf(cell('unit')) || null;
  const priced = (['unitPrice', 'netPrice', 'unitPriceGross'] as const).find((kind) => cell(kind).length > 0);
  line.per = textOf(cell('per')) || (priced === undefined ? null : perBehind(textOf(cell(priced))));
  if (priced !== undefined) line.unitPrice = figureIn(line, at.row, 'unitPrice', cell(priced));
  if (priced === 'unitPrice') line.netPrice = figureIn(line, at.row, 'netPrice', cell('netPrice'));
  const discount = cell('discount');
  const off = figureIn(line, at.row, 'discount', discount);
  // A discount of nothing leaves one price, whatever is printed beside it.
  if (off?.value === 0) line.netPrice = null;
  if (off && off.value !== 0)
    line.discount = { figure: off, percent: percentHeaded || isPercentDiscount(off, textOf(discount), at, kinds) };
  const beside = rateBeside(cell('vat'));
  for (const kind of ['net', 'vat', 'gross', 'amount'] as const)
    line[kind] = figureIn(
      line,
      at.row,
      kind,
      kind === 'vat' ? cell('vat').filter((w) => !beside.includes(w)) : cell(kind),
    );
  priceForDiscount(line);
  plainDiscount(line);
  const rate = textOf(cell('vatRate')) || textOf(beside).replace(/[()]/g, '') || codeBeside(at, kinds);
  line.vatRate = readRate(rate);
  line.vatCode = readCode(rate);
  // A bare 0, 1, 2, 5 or 20 may be a code; the VAT analysis says which.
  if (line.vatCode !== null && line.vatRate !== null && !/^\d+$/.test(line.vatCode)) line.vatCode = null;
  return line;
}

/** Nothing is taken off where there is no price: what makes the amount with the quantity is the price, read one column too far. */
function priceForDiscount(line: LineReading): void {
  const { discount, quantity, unitPrice } = line;
  const amount = line.net ?? line.amount ?? line.gross;
  if (discount === null || discount.percent || quantity === null || unitPrice !== null || amount === null) return;
  if (Math.abs(quantity.value * discount.figure.value - amount.value) > 0.0051) return;
  line.unitPrice = discount.figure;
  line.discount = null;
}

/** What is taken off may be printed with its minus: `2 at 58.96, -5.90, 112.02`. */
function plainDiscount(line: LineReading): void {
  const { discount, quantity, unitPrice } = line;
  const amount = line.net ?? line.amount ?? line.gross;
  if (!discount || discount.percent || discount.figure.value >= 0 || !quantity || !unitPrice || !amount) return;
  const { figure } = discount;
  if (Math.abs(quantity.value * unitPrice.value + figure.value - amount.value) > 0.0051) return;
  line.discount = { ...discount, figure: { ...figure, value: -figure.value, text: figure.text.replace(/^-/, '') } };
}

/** Rows of words as one text; a word that is broken at its hyphen goes on without a blank. */
function runOn(rows: readonly (readonly Word[])[]): string {
  return rows
    .map((words) => textOf(words))
    .reduce((text, row) => (/[A-Z\d]-$/i.test(text) && /^[A-Z\d]/i.test(row) ? text + row : `${text} ${row}`), '')
    .replace(/\s+/g, ' ')
    .trim();
}

/** The rate printed in the cell of the VAT itself: `£92.50 (20%)`. */
function rateBeside(words: readonly Word[]): Word[] {
  const rates = words.filter((w) => /^\(?\d{1,2}(?:\.\d{1,2})?%\)?$/.test(w.text));
  return rates.length === 1 && words.length > 1 ? rates : [];
}

/** A VAT code printed beside the amount, in no column of its own. */
function codeBeside(at: BodyRow, kinds: readonly ColumnKind[]): string {
  for (const kind of ['gross', 'net', 'amount'] as const) {
    const words = at.cells[kinds.indexOf(kind)] ?? [];
    const last = words.at(-1);
    if (words.length === 2 && last && /^[A-Z*#]$|^[A-Z]\d$|^\d$/.test(last.text)) return last.text;
    const stuck = words.length === 1 ? /\.\d\d([A-Z*#])$/.exec(last?.text ?? '') : null;
    if (stuck) return stuck[1] ?? '';
  }
  return '';
}

function readQuantity(line: LineReading, row: Row, words: readonly Word[]): void {
  if (words.length === 0) return;
  const text = textOf(words);
  const match = /^([-−–(]?[\d.,]+[-−)]?)\s*(?:[xX*@]\s*)?([A-Za-z][A-Za-z0-9².³]*\.?)?(?:\s*[xX@])?$/.exec(text);
  const number = readNumber(match?.[1] ?? text);
  if (number === null) {
    if (/\d/.test(text)) line.unread.push({ column: 'quantity', raw: text });
    return;
  }
  line.quantity = {
    value: number.value,
    text: number.text,
    raw: text,
    place: placeOf(row.page, words),
    confidence: confidenceOf(words),
  };
  line.unit = match?.[2] ?? null;
}

/** `Discount 5%`: a rate that stands where the quantities do is one of the words. */
function isRate(words: readonly Word[]): boolean {
  return readNumber(textOf(words))?.percent === true;
}

/** `7 ×` between the words and the price, under a heading "Qty × price": when it makes the amount with that. */
function timesBefore(at: BodyRow, kinds: readonly ColumnKind[]): Word[] {
  const words = at.description.slice(-2);
  const value = (kind: ColumnKind) => readNumber(textOf(at.cells[kinds.indexOf(kind)] ?? []))?.value ?? null;
  const quantity = readNumber(words[0]?.text ?? '');
  const price = value('unitPrice');
  const amount = value('net') ?? value('amount') ?? value('gross');
  if (words.length < 2 || !/^[x×@]$/i.test(words[1]?.text ?? '') || value('quantity') !== null) return [];
  if (quantity === null || price === null || amount === null) return [];
  return Math.abs(quantity.value * price - amount) > 0.0051 ? [] : words;
}

/** `2 x Basin tap`: how many of it, before its name. */
function takeTimes(line: LineReading, { row }: BodyRow, words: readonly Word[]): void {
  const length = /^\d{1,4}[x×]$/i.test(words[0]?.text ?? '')
    ? 1
    : /^\d{1,4} [x×]$/i.test(textOf(words.slice(0, 2)))
      ? 2
      : 0;
  const printed = words.slice(0, length);
  const number = readNumber((words[0]?.text ?? '').replace(/[x×]$/i, ''));
  // "3 x 2 m" is a size.
  if (number === null || length === 0 || !/^[a-z]{2}/i.test(words[length]?.text ?? '')) return;
  const { value, text } = number;
  line.quantity = {
    value,
    text,
    raw: textOf(printed),
    place: placeOf(row.page, printed),
    confidence: confidenceOf(printed),
  };
  if (line.description.startsWith(textOf(printed)))
    line.description = line.description.slice(textOf(printed).length).trim();
}

const NOTHING = /^(?:-|–|—|n\/?a|nil|foc|free|inc|incl|included|n\/c)\.?$/i;

function figureIn(line: LineReading, row: Row, column: string, words: readonly Word[]): Figure | null {
  if (words.length === 0) return null;
  const text = textOf(words);
  if (NOTHING.test(text)) return null;
  const numbers = words.filter((w) => readNumber(w.text) !== null);
  const chosen =
    readNumber(text) !== null ? words : numbers.length >= 1 ? pick(column, words, numbers) : stripped(words);
  const joined = chosen === null ? null : withoutTail(textOf(chosen));
  const number = joined === null ? null : readNumber(joined);
  if (number === null || chosen === null || (number.percent && column !== 'discount')) {
    if (/\d/.test(text)) line.unread.push({ column, raw: text });
    return null;
  }
  return {
    value: number.value,
    text: number.text,
    raw: text,
    place: placeOf(row.page, chosen),
    confidence: confidenceOf(chosen),
  };
}

/** Without the VAT code or the unit that is stuck to a number; what belongs to the number, as CR does, stays. */
function withoutTail(text: string): string {
  if (readNumber(text) !== null) return text;
  return text.replace(/(?<=\.\d\d)[A-Z*#]$/, '').replace(/(?<=\d)\/?[a-z]{1,4}$/i, '');
}

/** The one number of a cell that also holds a unit or a code; null when there are two numbers that may be meant. */
function pick(column: string, words: readonly Word[], numbers: readonly Word[]): Word[] | null {
  if (numbers.length === 1) return [...numbers];
  const last = words.at(-1) as Word;
  const first = numbers[0] as Word;
  // A price and how many it is for.
  if (/price$/i.test(column) && numbers.length === 2 && /^1,?00?0$/.test(last.text) && /\.\d\d/.test(first.text))
    return [first];
  // An amount and the code of its rate.
  if (column !== 'unitPrice' && numbers.length === 2 && /^\d$/.test(last.text) && /\.\d\d$/.test(first.text))
    return [first];
  return null;
}

function stripped(words: readonly Word[]): Word[] | null {
  return words.length === 1 ? [...words] : null;
}

function isPercentDiscount(off: Figure, raw: string, at: BodyRow, kinds: readonly ColumnKind[]): boolean {
  if (raw.includes('%')) return true;
  const value = (kind: ColumnKind) => {
    const words = at.cells[kinds.indexOf(kind)] ?? [];
    return readNumber(textOf(words))?.value ?? readNumber(words[0]?.text ?? '')?.value ?? null;
  };
  const full = (value('quantity') ?? 1) * (value('unitPrice') ?? 0);
  const paid = value('net') ?? value('amount') ?? value('gross');
  if (paid === null || full === 0) return penceOf(off) !== null && off.value <= 100;
  const asPercent = Math.abs(full * (1 - off.value / 100) - paid);
  const asSum = Math.abs(full - Math.abs(off.value) - paid);
  return asPercent <= asSum;
}

/** A row of figures without words that is the sum of the lines above it, in a column at least. */
export function isColumnSum(line: LineReading, above: readonly LineReading[]): boolean {
  if (line.description !== '' || above.length < 2) return false;
  const pence = (l: LineReading) => penceOf(l.net ?? l.amount ?? l.gross ?? { value: Number.NaN }) ?? 0;
  return pence(line) === above.reduce((sum, l) => sum + pence(l), 0);
}

/** Lines that only repeat a sum, such as a total printed in the table's own columns. */
export function isSumLine(line: LineReading): boolean {
  return isSumKind(totalKind(line.description)) && line.quantity === null && line.unitPrice === null;
}

/** Sums of lines; carriage and discounts may be lines themselves. */
function isSumKind(kind: TotalKind | null): boolean {
  return kind !== null && kind !== 'charge' && kind !== 'discount';
}

/**
 * Without rows that only say what those above them come to, all of them or those since the last such row ("Section A to summary"): when
 * what is left comes to the total, and all together does not. What follows such a sum and may be the VAT on it is no line either.
 */
export function withoutRunningSums(
  lines: LineReading[],
  { net, vat, gross }: Pick<TotalsReading, 'net' | 'vat' | 'gross'>,
): LineReading[] {
  const wanted = [net, gross].flatMap((f) => (f === null ? [] : [Math.round(f.value * 100)]));
  if (net === null && vat !== null && gross !== null) wanted.push(Math.round((gross.value - vat.value) * 100));
  const pence = (l: LineReading) => penceOf(l.net ?? l.amount ?? l.gross ?? { value: Number.NaN }) ?? Number.NaN;
  const sum = (part: readonly LineReading[]) => part.reduce((total, l) => total + pence(l), 0);
  if (wanted.length === 0 || wanted.includes(sum(lines))) return lines;
  const kept: LineReading[] = [];
  const sums: number[] = [];
  let from = 0;
  for (const line of lines) {
    const bare = line.quantity === null && line.unitPrice === null && kept.length > 0;
    const amount = pence(line);
    if (bare && (amount === sum(kept) || (from < kept.length && amount === sum(kept.slice(from))))) {
      from = kept.length;
      sums.push(amount);
    } else if (bare && sums.some((of) => mayBeVatOn(of / 100, amount / 100))) return lines;
    else kept.push(line);
  }
  return wanted.includes(sum(kept)) ? kept : lines;
}

/** Most rows that say again what the lines before them come to, as "Labour" and "Materials" do under a table. */
const MOST_RECAP = 4;

/** Without rows at the end that have no quantity or price and come, to the penny, to what all lines before them come to. */
export function withoutRecap(lines: readonly LineReading[]): LineReading[] {
  const pence = (l: LineReading) => penceOf(l.net ?? l.amount ?? l.gross ?? { value: Number.NaN }) ?? Number.NaN;
  const sum = (part: readonly LineReading[]) => part.reduce((total, l) => total + pence(l), 0);
  for (let count = 1; count <= MOST_RECAP && lines.length - count >= 2; count++) {
    const last = lines.slice(-count);
    const before = lines.slice(0, -count);
    if (last.some((l) => l.quantity !== null || l.unitPrice !== null)) break;
    if (before.every((l) => l.quantity === null && l.unitPrice === null)) break;
    if (sum(last) === sum(before)) return before;
  }
  return [...lines];
}
