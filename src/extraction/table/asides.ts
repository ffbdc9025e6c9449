import { bandsOfRow } from './bands.js';
import { isAnalysisHead } from './body.js';
import { tableHeadAt } from './header_row.js';
import { type TotalKind, totalKind } from './labels.js';
import { labelledMoney, moneyIn } from './money_words.js';
import { type Page, type Row, textOf, type Word } from './page.js';
import { rowFrom, rowsOf, segmentsOf } from './rows.js';

/** How far its words may stand from the left edge of a box, in heights. */
const ALIGNED = 0.6;
/** Rows without any word of the box that it goes on over, at most. */
const MOST_BETWEEN = 3;

/**
 * The rows of a page, and apart from them those of a box of sums that stands right of the lines ("Net 1,184.00, VAT 20% 236.80"
 * beside the goods): side by side they would be read as one.
 */
export function rowsApart(page: Page): { rows: Row[]; aside: Row[] } {
  const rows = rowsOf(page);
  const box = boxBeside(rows);
  if (box === null) return { rows, aside: [] };
  const parts = rows.map((row, i) =>
    i < box.from || i > box.to ? { left: row.words, right: [] } : parted(row, box.x0),
  );
  const made = (words: Row['words']) => (words.length === 0 ? [] : [rowFrom(page, words)]);
  return { rows: parts.flatMap(({ left }) => made(left)), aside: parts.flatMap(({ right }) => made(right)) };
}

interface Box {
  x0: number;
  from: number;
  to: number;
}

function parted(row: Row, x0: number): { left: Row['words']; right: Row['words'] } {
  const edge = x0 - ALIGNED * row.height;
  return { left: row.words.filter((w) => w.x0 < edge), right: row.words.filter((w) => w.x0 >= edge) };
}

/** The box of sums of a page beside its lines; null where the sums stand below them, as they mostly do. */
function boxBeside(rows: readonly Row[]): Box | null {
  const labels = rows.flatMap((row, i) => {
    const found = segmentsOf(row).flatMap((words) => {
      const kind = totalKind(textOf(words.filter((w) => moneyIn(w) === null)));
      const [first, last] = [words[0], words.at(-1)];
      if (kind === null || !first || !last || !hasSum(rows, i, first, last)) return [];
      return [{ i, kind, x0: first.x0, height: row.height }];
    });
    // What heads a column of the lines is no label of a sum.
    return found.length > 0 && (isAnalysisHead(row) || tableHeadAt(rows, i) !== null) ? [] : found;
  });
  for (const { x0, height } of labels) {
    const mine = labels.filter((l) => Math.abs(l.x0 - x0) < ALIGNED * height);
    const has = (...kinds: TotalKind[]) => mine.some(({ kind }) => kinds.includes(kind));
    const [first, last] = [mine[0], mine.at(-1)];
    if (!first || !last || !has('vat') || !has('gross', 'total', 'due')) continue;
    const beside = rows.slice(first.i, last.i + 1).filter((row) => isLineLeftOf(row, x0));
    if (beside.length < 2 || !isFree(rows.slice(first.i, last.i + 1), x0)) continue;
    return { x0, from: grown(rows, first.i, -1, x0), to: grown(rows, last.i, 1, x0) };
  }
  return null;
}

/** Whether the sum of a label stands behind it as the last of the row, or right below where the label begins. */
function hasSum(rows: readonly Row[], i: number, first: Word, last: Word): boolean {
  const row = rows[i] as Row;
  const end = row.words.at(-1) as Word;
  const behind = row.words.filter((w) => w.x0 > last.x0 && w !== end);
  if (moneyIn(end) !== null && behind.length === 0) return true;
  return rows
    .slice(i + 1, i + 3)
    .some(({ words }) => words.some((w) => moneyIn(w) !== null && Math.abs(w.x0 - first.x0) < ALIGNED * row.height));
}

/** Words and a sum that end left of the box, and name no sum of the document and no rate. */
function isLineLeftOf(row: Row, x0: number): boolean {
  const { left } = parted(row, x0);
  const end = left.at(-1);
  if (end === undefined || moneyIn(end) === null || x0 - end.x1 < row.height) return false;
  const part = rowFrom(row.page, left);
  return (
    left.some((w) => /[a-z]{3}/i.test(w.text)) &&
    totalKind(labelledMoney(part).at(-1)?.label ?? '') === null &&
    bandsOfRow(part, true).length === 0
  );
}

/** Whether no word stands across the left edge of the box. */
function isFree(rows: readonly Row[], x0: number): boolean {
  return rows.every((row) => {
    const { left, right } = parted(row, x0);
    return right.length === 0 || left.every((w) => w.x1 < x0 - ALIGNED * row.height);
  });
}

/** The last row of the box above or below a row of it: further rows begin at its left edge. */
function grown(rows: readonly Row[], from: number, step: 1 | -1, x0: number): number {
  let end = from;
  for (let at = from + step; rows[at] !== undefined && Math.abs(at - end) <= MOST_BETWEEN + 1; at += step) {
    const row = rows[at] as Row;
    const { right } = parted(row, x0);
    if (!isFree([row], x0)) break;
    if (right[0] !== undefined && right[0].x0 < x0 + ALIGNED * row.height) end = at;
    else if (right.length > 0) break;
  }
  return end;
}
