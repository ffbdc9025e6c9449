import { figureOf, nearestPence, readNumber } from '../numbers.js';
import type { Doubt, Figure, LineReading } from '../reading.js';
import type { TableBody } from './body.js';
import type { Cells } from './cells.js';
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

function partsOf(columns: readonly Column[], kinds: readonly ColumnKind[]): number[] {
  return columns.flatMap(({ heading }, c) => (kinds[c] === 'other' && PART.test(headingText(heading)) ? [c] : []));
}

/** `4 days at 210.00, materials 186.40, 1,026.40`: what comes on top of how many times the price, where the two make the amount. */
export function addedIn(
  { columns }: TableBody,
  kinds: readonly ColumnKind[],
  cells: Cells,
  { quantity, unitPrice, net, amount, gross }: LineReading,
): Figure | null {
  const parts = partsOf(columns, kinds).flatMap((c) => figureOf(textOf(cells[c] ?? [])) ?? []);
  const [part, another] = parts;
  const whole = net ?? amount ?? gross;
  if (!quantity || !unitPrice || !whole || !part || another || part.value === 0) return null;
  return Math.abs(quantity.value * unitPrice.value + part.value - whole.value) < 0.0051 ? part : null;
}

/** Rows in which the parts do not make the amount, as in the others they do; where they seldom do, what they are is not clear. */
export function partColumns({ columns, cells }: TableBody, kinds: readonly ColumnKind[]): Doubt[] {
  const parts = partsOf(columns, kinds);
  const amount = kinds.findIndex((kind) => kind === 'amount' || kind === 'net' || kind === 'gross');
  if (parts.length === 0 || amount < 0) return [];
  const pence = (row: (typeof cells)[number], c: number) => {
    const number = readNumber(textOf(row[c] ?? []));
    return number === null || number.percent ? null : nearestPence(number);
  };
  const rows = cells.flatMap((row) => {
    const [whole, each] = [pence(row, amount), parts.flatMap((c) => pence(row, c) ?? [])];
    if (whole === null || each.length === 0) return [];
    const sum = each.reduce((all, part) => all + part, 0);
    return [{ row, fits: sum === whole || sum + (productIn(row, kinds) ?? Number.NaN) === whole }];
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

/** How many times the price of a row, in pence. */
function productIn(row: Cells, kinds: readonly ColumnKind[]): number | null {
  const [quantity, price] = (['quantity', 'unitPrice'] as const).map((kind) =>
    readNumber(textOf(row[kinds.indexOf(kind)] ?? [])),
  );
  return quantity && price ? Math.round(quantity.value * price.value * 100) : null;
}
