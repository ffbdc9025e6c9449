import { COMPANY } from '../header/names.js';
import { isMoney, readNumber } from '../numbers.js';
import { assignCells, type Cells } from './cells.js';
import { type ColumnKind, headingKinds, NUMBER_KINDS } from './column_names.js';
import type { Column } from './header_row.js';
import { isPaymentSlip, type TableHead, tableHeadAt } from './header_row.js';
import { isOfKind } from './kind_of_line.js';
import { totalKind } from './labels.js';
import { labelledMoney, moneyIn } from './money_words.js';
import { median, middle, type Row, textOf, type Word } from './page.js';
import { rowText, segmentsOf } from './rows.js';
import { isSumOfSection } from './section_sums.js';

/** Rows of one table on one page, between its head and its sums. */
export interface TableBody {
  /** The rows of its headings; none where a page goes on without them. */
  head: readonly Row[];
  columns: readonly Column[];
  rows: Row[];
  cells: Cells[];
}

/**
 * The tables of lines of a document, and the rows that belong to none of them.
 * @param sums rows of labels of sums and of the sums below them, which are no table.
 */
export function tableBodies(rows: readonly Row[], sums: ReadonlySet<Row>): { bodies: TableBody[]; rest: Row[] } {
  const bodies: TableBody[] = [];
  const rest: Row[] = [];
  /** The table whose sums have not been met, for a page that goes on without a head of its own. */
  let open: TableHead | null = null;
  let at = 0;
  while (at < rows.length) {
    const row = rows[at] as Row;
    // "Hire and sales   VAT   Invoice total" over three figures.
    const head = sums.has(row) ? null : headAt(rows, at);
    const newPage = at > 0 && rows[at - 1]?.page !== row.page;
    if (head) {
      const end = bodyEnd(rows, head.bodyFrom, head.columns, sums);
      addBody(
        bodies,
        head.columns,
        rows.slice(head.bodyFrom, withoutNextHeading(rows, head.bodyFrom, end.at)),
        rows.slice(head.from, head.bodyFrom),
      );
      at = Math.max(end.at, head.bodyFrom);
      open = end.summed ? null : head;
    } else if (newPage && open !== null && !headOnPage(rows, at)) {
      const end = bodyEnd(rows, at, open.columns, sums);
      addBody(bodies, open.columns, rows.slice(at, end.at), []);
      at = Math.max(end.at, at + 1);
      if (end.summed) open = null;
    } else {
      rest.push(row);
      at++;
    }
  }
  return { bodies, rest };
}

/** The head at a row; one in two languages, a row for each, is the one that names more columns. */
function headAt(rows: readonly Row[], at: number): TableHead | null {
  const head = tableHeadAt(rows, at);
  const below = head && rows[head.bodyFrom];
  const last = head && rows[head.bodyFrom - 1];
  if (!head || !below || !last || below.page !== last.page) return head;
  if (middle(below) - middle(last) > 2 * Math.max(below.height, last.height)) return head;
  const other = tableHeadAt(rows, head.bodyFrom);
  if (!other || !sameColumns(head.columns, other.columns)) return head;
  const columns = other.columns.length > head.columns.length ? other.columns : head.columns;
  return { columns, from: head.from, bodyFrom: other.bodyFrom };
}

/** Whether most headings of one row stand above or below a heading of the same kind of the other. */
function sameColumns(a: readonly Column[], b: readonly Column[]): boolean {
  const [more, fewer] = a.length >= b.length ? [a, b] : [b, a];
  const alike = fewer.filter((x) =>
    more.some((y) => Math.min(x.x1, y.x1) > Math.max(x.x0, y.x0) && y.kinds.some((kind) => x.kinds.includes(kind))),
  );
  return alike.length >= 3 && alike.length >= fewer.length - 1;
}

/** A few words set apart right before the head of the next table are its heading ("Materials") and no end of a description. */
function withoutNextHeading(rows: readonly Row[], from: number, to: number): number {
  const [last, before] = [rows[to - 1], rows[to - 2]];
  if (to - from < 3 || to >= rows.length || !last || !before || last.words.length > 5) return to;
  if (tableHeadAt(rows, to) === null && !isAnalysisHead(rows[to] as Row)) return to;
  if (last.words.some((w) => readNumber(w.text) !== null)) return to;
  const gaps = rows.slice(from + 1, to - 1).map((row, i) => middle(row) - middle(rows[from + i] as Row));
  return middle(last) - middle(before) > 1.3 * Math.min(...gaps) ? to - 1 : to;
}

function addBody(bodies: TableBody[], columns: readonly Column[], rows: Row[], head: readonly Row[]): void {
  const lines = rows.filter((row) => !isCarriedOver(row));
  if (lines.length > 0) bodies.push({ head, columns, rows: lines, cells: assignCells(lines, columns) });
}

function headOnPage(rows: readonly Row[], at: number): boolean {
  const page = rows[at]?.page;
  for (let i = at; i < rows.length && rows[i]?.page === page; i++) if (tableHeadAt(rows, i)) return true;
  return false;
}

/** First row after the body: a sum, another head, an analysis of VAT or the end of the page. */
function bodyEnd(
  rows: readonly Row[],
  from: number,
  columns: readonly Column[],
  sums: ReadonlySet<Row>,
): { at: number; summed: boolean } {
  const page = rows[from]?.page;
  const usuallyFilled = usuallyFilledFrom(rows, from, columns);
  for (let i = from; i < rows.length; i++) {
    const row = rows[i] as Row;
    if (row.page !== page || (i > from && areNotes(rows, i, columns))) return { at: i, summed: false };
    if (isCarriedOver(row)) {
      // In a text without pages the head of the next one stands between the lines.
      if (isCarriedForward(row) && headFollows(rows, i + 1)) return { at: i + 1, summed: false };
      continue;
    }
    if (sums.has(row)) return { at: i, summed: true };
    if (tableHeadAt(rows, i)) return { at: i, summed: false };
    if (i > from && namesFirm(rows, i, columns)) return { at: i, summed: false };
    if (isAnalysisHead(row)) return { at: i, summed: true };
    if (isSum(row, columns) && !goesOnAfter(rows, from, i, columns, usuallyFilled(i))) return { at: i, summed: true };
  }
  return { at: rows.length, summed: false };
}

/** Fewer words at the margin go on with a description, or head what follows. */
const FEWEST_OF_NOTE = 9;

/** Under how many columns of figures a sentence runs on that is no end of a description. */
const FEWEST_UNDER = 2;

/** Sentences below the lines, that begin left of the descriptions or run on under the figures, with no sum on the rest of the page. */
function areNotes(rows: readonly Row[], at: number, columns: readonly Column[]): boolean {
  const row = rows[at] as Row;
  const opening = columns.find((c) => c.kinds[0] === 'description')?.x0 ?? 0;
  const first = row.words[0]?.x0 ?? 0;
  const under = columns.filter((c) => isNumeric(c) && row.words.some((w) => w.x0 < c.x1 && w.x1 > c.x0));
  const runsOver = first < opening - row.height || under.length >= FEWEST_UNDER;
  if (!runsOver || row.words.length < FEWEST_OF_NOTE || filledNumbers(row, columns) > 1) return false;
  for (let i = at + 1; i < rows.length && rows[i]?.page === row.page; i++) {
    const below = rows[i] as Row;
    if (filledNumbers(below, columns) > 0 && moneyIn(below.words.at(-1) as Word) !== null) return false;
  }
  return true;
}

/** `Harlow Dry Lining Ltd  VAT GB 350 1178 62` below the last line: who it is from, and no end of a description. */
function namesFirm(rows: readonly Row[], at: number, columns: readonly Column[]): boolean {
  const row = rows[at] as Row;
  const text = rowText(row);
  if (!COMPANY.test(text) || !/\bVAT\b[^\d]{0,14}\d{3} ?\d{4} ?\d{2}\b/i.test(text)) return false;
  const below = rows.slice(at + 1).filter(({ page }) => page === row.page);
  return below.every((other) => filledNumbers(other, columns) < 2 || isSum(other, columns));
}

function isCarriedOver(row: Row): boolean {
  const text = rowText(row);
  const label = labelledMoney(row)[0]?.label ?? text;
  return totalKind(label) === 'skip' || totalKind(text) === 'skip' || /^page \d+(?: of \d+)?$/i.test(text.trim());
}

function isCarriedForward(row: Row): boolean {
  return /^(?:total )?(?:carried|c) ?\/? ?(?:forward|fwd|f)\b/i.test(rowText(row).trim());
}

/** How many rows the head of a page takes before that of its table. */
const HEAD_OF_PAGE = 15;

function headFollows(rows: readonly Row[], from: number): boolean {
  return rows.slice(from, from + HEAD_OF_PAGE).some((_, i) => tableHeadAt(rows, from + i) !== null);
}

/** A row of the sums: its label names one and it is no line with figures of its own. */
function isSum(row: Row, columns: readonly Column[]): boolean {
  const money = labelledMoney(row);
  const pieces = segmentsOf(row).map(textOf);
  const kinds = [
    ...money.map((m) => totalKind(m.label)),
    // "Total" and "VAT" may stand in one row with their figures below, or a figure without pence.
    ...(money.length === 0
      ? [totalKind(pieces.at(-1) ?? ''), totalKind(rowText(row).replace(/[£€$]?[\d,]+(?:\.\d+)?\s*$/, ''))]
      : [totalKind(pieces[0] ?? '')]),
  ];
  const sum = kinds.some((k) => k !== null && k !== 'skip' && k !== 'charge' && k !== 'discount');
  // A line has a quantity where there is a column for it; the one figure of a row is no quantity, wherever it stands.
  const figures = row.words.filter((w) => readNumber(w.text) !== null);
  // Where the words stand right of the sums: "535.42  89.23  446.19  Totals credited".
  const said = textOf(row.words.filter((w) => readNumber(w.text) === null));
  if (figures.length >= 3 && row.words.slice(0, 3).every((w) => figures.includes(w)) && totalKind(said) === 'total')
    return true;
  // "Rainwater" over "goods": a description goes on.
  if (figures.length === 0 && /^\p{Ll}/u.test(said)) return false;
  return (
    sum &&
    !isOfKind(
      row,
      assignCells([row], columns)[0] as Cells,
      columns.map((c) => c.kinds[0] ?? 'other'),
    ) &&
    !(kinds.includes('paid') && isTaxed(row, columns)) &&
    // "Invoice totals   97.700   2,119.51   423.90   2,543.41": how much of all, in its column too.
    (figures.length === 1 || totalKind(said) === 'total' || !isCounted(row, columns))
  );
}

/** `Less CIS @ 20% on 12,719.00   -2,543.80`: what income tax is worked out on is no net. */
const IS_WITHHELD = /^(?:less |minus )?(?:cis|construction industry scheme)\b.* (?:on|of) £?\d/i;

/** Whether a rate or a sum of VAT stands in its column: what was paid bears none, but a retention, or a deposit invoiced before, that takes VAT off is a line. */
function isTaxed(row: Row, columns: readonly Column[]): boolean {
  if (IS_WITHHELD.test(rowText(row).trim())) return false;
  const [cells] = assignCells([row], columns);
  const isIn = (kind: ColumnKind, test: (text: string) => boolean) =>
    columns.some((c, i) => c.kinds.includes(kind) && test(textOf(cells?.[i] ?? [])));
  return (
    isIn('vatRate', (text) => /^\d{1,2}(?:\.\d+)?%$/.test(text)) ||
    (isIn('vat', isSumOfMoney) && filledNumbers(row, columns) > 1)
  );
}

/** Nothing is no VAT. */
function isSumOfMoney(text: string): boolean {
  const number = readNumber(text);
  return number !== null && isMoney(number) && number.value !== 0;
}

/** How many columns of figures the row fills. */
function filledNumbers(row: Row, columns: readonly Column[], counted: (column: Column) => boolean = isNumeric): number {
  const [cells] = assignCells([row], columns);
  return columns.filter((c, i) => counted(c) && (cells?.[i] ?? []).some((w) => readNumber(w.text) !== null)).length;
}

/** Whether the row has a quantity; a sum of money that stands in that column is none. */
function isCounted(row: Row, columns: readonly Column[]): boolean {
  const [cells] = assignCells([row], columns);
  const isCount = ({ text }: Word) => readNumber(text) !== null && !/[£€$]/.test(text);
  return columns.some((c, i) => c.kinds[0] === 'quantity' && (cells?.[i] ?? []).some(isCount));
}

function isNumeric(column: Column): boolean {
  return column.kinds.some((k) => NUMBER_KINDS.has(k));
}

/**
 * How many columns of figures most lines from one row up to another fill; at most three, which only lines do. Each row is looked at
 * once, however many sub-totals ask.
 */
function usuallyFilledFrom(rows: readonly Row[], from: number, columns: readonly Column[]): (to: number) => number {
  const counts: number[] = [];
  return (to) => {
    for (const row of rows.slice(from + counts.length, to)) counts.push(filledNumbers(row, columns));
    const filled = counts.filter((count) => count >= 2);
    return Math.min(3, filled.length > 0 ? median(filled) : columns.filter(isNumeric).length);
  };
}

/**
 * Whether lines follow a sum, as after the sub-total of a section.
 * @param filled how many columns of figures a row fills that is a line.
 */
function goesOnAfter(
  rows: readonly Row[],
  from: number,
  at: number,
  columns: readonly Column[],
  filled: number,
): boolean {
  const row = rows[at] as Row;
  const kind = totalKind(labelledMoney(row)[0]?.label ?? rowText(row));
  if (kind !== 'net' && kind !== 'total') return false;
  if (isSumOfSection(rows, from, at, true) && (filled < 2 || !headFollowsSum(rows, at))) return true;
  if (filled < 2) return false;
  for (let i = at + 1; i < rows.length && rows[i]?.page === row.page; i++) {
    const next = rows[i] as Row;
    const money = labelledMoney(next);
    if (money.some((m) => ['vat', 'gross', 'due'].includes(totalKind(m.label) ?? ''))) return false;
    if (isAnalysisHead(next) || isPaymentSlip(next) || tableHeadAt(rows, i)) return false;
    // The figures of a sentence stand in no columns.
    const described = next.words.some((w) => /[a-z]{3}/i.test(w.text)) && segmentsOf(next).length > 1;
    if (
      described &&
      (filledNumbers(next, columns) >= filled || isTaxed(next, columns)) &&
      (totalKind(money[0]?.label ?? '') === null || isTaxedDeduction(next, columns))
    )
      return true;
  }
  return false;
}

/** Whether the lines of another table follow, under a head of their own. */
function headFollowsSum(rows: readonly Row[], at: number): boolean {
  const next = rows.findIndex((row, i) => i > at && labelledMoney(row).length > 0);
  return rows.slice(at + 1, next < 0 ? rows.length : next).some((_, i) => tableHeadAt(rows, at + 1 + i) !== null);
}

function isTaxedDeduction(row: Row, columns: readonly Column[]): boolean {
  return totalKind(labelledMoney(row)[0]?.label ?? '') === 'paid' && isTaxed(row, columns);
}

/** `VAT rate Item subtotal VAT subtotal`: the headings of an analysis with one blank between them. */
const SET_CLOSE = /^(?:vat|tax) rate (?:item )?(?:sub ?-?total|net|goods)(?: amount)? (?:vat|tax)\b[^\d]*$/i;

/** Head of an analysis of VAT: rates or codes beside goods and VAT, with no description. */
export function isAnalysisHead(whole: Row): boolean {
  if (/^(?:vat|tax) (?:analysis|summary|breakdown|rate summary)\b/i.test(rowText(whole).trim())) return true;
  if (SET_CLOSE.test(rowText(whole).trim())) return true;
  const row = withoutSumBeside(whole);
  if (row.words.some((w) => readNumber(w.text) !== null)) return false;
  const pieces = segmentsOf(row, 0.75).map(textOf);
  const kinds = pieces.map(headingKinds);
  if (kinds.some((k) => k[0] === 'description')) return false;
  const has = (kind: 'vatRate' | 'net' | 'vat' | 'gross') => kinds.some((k) => k[0] === kind);
  // "VAT   GROSS   VAT": the first is the rate.
  const rateSaid = has('vatRate') || (has('gross') && kinds.filter((k) => k[0] === 'vat').length === 2);
  return has('vat') && (rateSaid || has('net')) && pieces.length >= 2 && kinds.filter((k) => k.length > 0).length >= 2;
}

/** Without the one sum of the document that stands right of such headings: `VAT Code   Rate   Goods   VAT        VAT   164.63`. */
function withoutSumBeside(row: Row): Row {
  const last = row.words.at(-1);
  if (last === undefined || moneyIn(last) === null) return row;
  const segments = segmentsOf(row);
  const labelled = segments.at(-1)?.length === 1 ? -2 : -1;
  const label = textOf(segments.slice(labelled).flat().slice(0, -1));
  return segments.length + labelled < 2 || totalKind(label) === null
    ? row
    : { ...row, words: segments.slice(0, labelled).flat() };
}
