import { nearestPence, readNumber } from '../numbers.js';
import type { Doubt } from '../reading.js';
import type { TableBody } from './body.js';
import { type ColumnKind, headingText } from './column_names.js';
import type { Column } from './header_row.js';
import { moneyIn } from './money_words.js';
import { type Row, textOf } from './page.js';

/** What heads the parts of an amount, or the words of the lines. */
const PART = /^(?:labour|materials?|plant|parts|equipment|fixings|sundries|labour cost|materials? cost)$/;

/** Where money stands under "Labour" and "Materials" they head parts of the amounts, and no words. */
export function partsNamed(columns: Column[], below: readonly Row[]): void {
  const parts = columns.filter(({ heading }) => PART.test(headingText(heading)));
  if (parts.length < 2 || columns.some((c) => c.kinds[0] === 'description' && !parts.includes(c))) return;
  const isUnder = ({ x0, x1 }: { x0: number; x1: number }, c: Column) => Math.min(x1, c.x1) > Math.max(x0, c.x0);
  const filled = below.filter(({ words }) =>
    parts.some((part) => words.some((word) => moneyIn(word) !== null && isUnder(word, part))),
  );
  if (filled.length <= 0.5 * below.length) return;
  for (const part of parts) part.kinds = ['other'];
}

/** Rows in which the parts do not make the amount, as in the others they do; where they seldom do, what they are is not clear. */
export function partColumns({ columns, cells }: TableBody, kinds: readonly ColumnKind[]): Doubt[] {
  const parts = columns.flatMap(({ heading }, c) =>
    kinds[c] === 'other' && PART.test(headingText(heading)) ? [c] : [],
  );
  const amount = kinds.findIndex((kind) => kind === 'amount' || kind === 'net' || kind === 'gross');
  if (parts.length === 0 || amount < 0) return [];
  const pence = (row: (typeof cells)[number], c: number) => {
    const number = readNumber(textOf(row[c] ?? []));
    return number === null || number.percent ? null : nearestPence(number);
  };
  const rows = cells.flatMap((row) => {
    const [whole, each] = [pence(row, amount), parts.flatMap((c) => pence(row, c) ?? [])];
    if (whole === null || each.length === 0) return [];
    return [{ row, fits: each.reduce((sum, part) => sum + part, 0) === whole }];
  });
  const unfit = rows.filter(({ fits }) => !fits).map(({ row }) => row);
  const seldom = unfit.length > rows.length / 2;
  return unfit.map((row) => ({
    code: seldom ? 'unconfirmed_figure' : 'line_does_not_add',
    message: seldom
      ? `“${textOf(row.flat())}”: it is not clear what its parts are, so they are left out.`
      : `“${textOf(row.flat())}”: its parts do not make the amount.`,
    found: textOf(parts.flatMap((c) => row[c] ?? [])),
  }));
}
