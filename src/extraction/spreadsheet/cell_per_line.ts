import { isMoney, leadingNumber, readNumber } from '../numbers.js';
import { type ColumnKind, headingKinds, MONEY_KINDS } from '../table/column_names.js';
import { totalKind } from '../table/labels.js';
import { readRate } from '../table/rate_cell.js';
import { aligned } from './text_cells.js';

/** Fewest and most headings that are looked for one below the other. */
const HEADINGS = { least: 3, most: 9 } as const;

/** Tables that were pasted with each cell in a line of its own: the headings, then the cells of each row, all below one another. */
export function cellPerLineTables(lines: readonly string[]): string[] {
  const out: string[] = [];
  let at = 0;
  while (at < lines.length) {
    const found = tableAt(lines, at);
    if (found === null) {
      out.push(lines[at] as string);
      at++;
    } else {
      out.push(...aligned(found.rows));
      at = found.next;
    }
  }
  return out;
}

function tableAt(lines: readonly string[], from: number): { rows: string[][]; next: number } | null {
  const named = headingKinds((lines[from] ?? '').trim());
  if (!named.includes('description')) return null;
  for (let width: number = HEADINGS.most; width >= HEADINGS.least; width--) {
    const head = take(lines, from, width);
    const kinds = head?.cells.map((cell) => headingKinds(cell)) ?? [];
    if (head === null || kinds.some((k) => k.length === 0) || !MONEY_KINDS.has(kinds.at(-1)?.[0] ?? 'other')) continue;
    const rows = [head.cells];
    let next = head.next;
    for (;;) {
      const row = take(lines, next, width);
      if (row === null || !row.cells.every((cell, c) => fits(cell, c, kinds[c] ?? []))) break;
      rows.push(row.cells);
      next = row.next;
    }
    if (rows.length > 1) return { rows, next };
  }
  return null;
}

/** The next cells, which blank lines may set apart. */
function take(lines: readonly string[], from: number, count: number): { cells: string[]; next: number } | null {
  const cells: string[] = [];
  let next = from;
  for (; next < lines.length && cells.length < count; next++) {
    const cell = (lines[next] as string).trim();
    if (cell !== '') cells.push(cell);
  }
  return cells.length === count ? { cells, next } : null;
}

function fits(cell: string, column: number, kinds: readonly ColumnKind[]): boolean {
  if (column === 0 || kinds[0] === 'description') return /[a-z]{2}/i.test(cell) && totalKind(cell) === null;
  if (kinds.some((kind) => kind === 'vatRate') && readRate(cell) !== null) return true;
  if (MONEY_KINDS.has(kinds[0] ?? 'other')) {
    const sum = readNumber(cell);
    return sum !== null && isMoney(sum);
  }
  return leadingNumber(cell) !== null || kinds.some((kind) => kind === 'unit' || kind === 'code' || kind === 'date');
}
