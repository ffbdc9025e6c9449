import type { Cells } from './cells.js';
import { type ColumnKind, MONEY_KINDS, NUMBER_KINDS } from './column_names.js';
import { totalKind } from './labels.js';
import { labelledMoney, moneyIn } from './money_words.js';
import { type Row, textOf } from './page.js';

/** Fewer sums of one row may be a total with other words of the paper beside its label. */
const FEWEST_SUMS = 2;

/**
 * Whether a row says in the column of the words what it is of, and what names a sum stands in another column of words: `Roof tiles   Goods   1400.00
 * 280.00   1680.00` under "Type". In the first column of all a total is named, whatever stands beside it.
 */
export function isOfKind(row: Row, cells: Cells, kinds: readonly ColumnKind[]): boolean {
  const money = labelledMoney(row);
  const described = kinds.indexOf('description');
  const words = textOf(cells[described] ?? []);
  const label = money[0]?.labelWords ?? [];
  const first = cells.find((cell) => cell.length > 0) ?? [];
  const sums = kinds.filter((kind, c) => MONEY_KINDS.has(kind) && (cells[c] ?? []).some((w) => moneyIn(w) !== null));
  return (
    sums.length >= FEWEST_SUMS &&
    /\p{L}{3}/u.test(words) &&
    totalKind(words) === null &&
    !/total/i.test(first === cells[described] ? '' : textOf(first)) &&
    money.every(({ labelWords }) => textOf(labelWords) === textOf(label)) &&
    cells.some((cell, c) => !NUMBER_KINDS.has(kinds[c] ?? 'other') && label[0] !== undefined && cell.includes(label[0]))
  );
}
