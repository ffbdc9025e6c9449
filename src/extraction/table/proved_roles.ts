import { readNumber } from '../numbers.js';
import type { Doubt } from '../reading.js';
import type { TableBody } from './body.js';
import { type ColumnKind, headingKinds } from './column_names.js';
import type { Column } from './header_row.js';
import { textOf } from './page.js';

/** So many rows whose product is the amount prove what two columns are. */
const FEWEST_PRODUCTS = 2;

const PRICES: ReadonlySet<ColumnKind> = new Set(['unitPrice', 'netPrice', 'unitPriceGross']);
const AMOUNTS: ReadonlySet<ColumnKind> = new Set(['net', 'amount', 'gross']);

/**
 * The kinds of columns, with quantity and price where no heading names them and the figures do: two columns whose product is the amount in
 * most rows. A row that does not multiply then comes to light.
 * @param texts the cells, by column.
 */
export function provedRoles(
  kinds: readonly ColumnKind[],
  columns: readonly Column[],
  texts: readonly (readonly string[])[],
): ColumnKind[] {
  const of = (wanted: (kind: ColumnKind) => boolean) => kinds.flatMap((kind, c) => (wanted(kind) ? [c] : []));
  const named = { counts: of((kind) => kind === 'quantity'), prices: of((kind) => PRICES.has(kind)) };
  const open = of((kind) => kind === 'other');
  if (open.length === 0 || (named.counts.length > 0 && named.prices.length > 0)) return [...kinds];
  const numbers = texts.map((cells) => cells.map(plainNumber));
  const amounts = of((kind) => AMOUNTS.has(kind)).map((c) => numbers[c] ?? []);
  const counts = named.counts.length > 0 ? named.counts : open;
  const prices = named.prices.length > 0 ? named.prices : open;
  for (const count of counts)
    for (const price of prices) {
      if (count === price || !amounts.some((amount) => areFactors(numbers[count], numbers[price], amount))) continue;
      // Of two that nothing names, the one with pence is the price.
      const turned =
        counts === prices && isPriced(columns[count], texts[count]) > isPriced(columns[price], texts[price]);
      const [first, second] = turned ? [price, count] : [count, price];
      return kinds.map((kind, c) =>
        c === first && kind === 'other' ? 'quantity' : c === second && kind === 'other' ? 'unitPrice' : kind,
      );
    }
  return [...kinds];
}

function plainNumber(text: string): number | null {
  const number = readNumber(text);
  return number === null || number.percent ? null : number.value;
}

type Cells = readonly (number | null)[];

/** Whether two columns multiply to a third in most of the rows that have all three; by one or nothing everything multiplies. */
function areFactors(a: Cells = [], b: Cells = [], product: Cells = []): boolean {
  let [fits, rows] = [0, 0];
  for (const [row, value] of product.entries()) {
    const [x, y] = [a[row] ?? null, b[row] ?? null];
    if (value === null || x === null || y === null || [x, y].some((n) => n === 0 || Math.abs(n) === 1)) continue;
    rows++;
    const slack = Math.max(0.011, 0.005 * Math.min(Math.abs(x), Math.abs(y)));
    if (Math.abs(Math.abs(x * y) - Math.abs(value)) <= slack) fits++;
  }
  return fits >= FEWEST_PRODUCTS && fits > rows / 2;
}

/** How much a column looks like one of prices. */
function isPriced(column: Column | undefined, cells: readonly string[] = []): number {
  const filled = cells.filter((text) => text !== '');
  const pence = filled.filter((text) => /[£€$]|[.,]\d\d$/.test(text)).length / Math.max(1, filled.length);
  return pence + (/[£€$@]|\bat\b/i.test(column?.heading ?? '') ? 1 : 0);
}

/** At most so many figures of a column are told. */
const MOST_TOLD = 5;

/**
 * Figures under a heading that is not understood, beside amounts: where the quantity or the price of a line is not known they may be it, and then
 * nothing has shown that it multiplies.
 */
export function unplacedFigures({ columns, cells }: TableBody, kinds: readonly ColumnKind[]): Doubt[] {
  const filled = (row: readonly { text: string }[][], wanted: (kind: ColumnKind) => boolean) =>
    kinds.some((kind, c) => wanted(kind) && (row[c] ?? []).some(({ text }) => readNumber(text) !== null));
  const open = cells.filter(
    (row) =>
      filled(row, (kind) => AMOUNTS.has(kind)) &&
      !(filled(row, (kind) => kind === 'quantity') && filled(row, (kind) => PRICES.has(kind))),
  );
  return columns.flatMap(({ heading }, c): Doubt[] => {
    if (kinds[c] !== 'other' || heading === '' || headingKinds(heading).length > 0) return [];
    const figures = open.map((row) => textOf(row[c] ?? [])).filter((text) => readNumber(text) !== null);
    if (figures.length === 0) return [];
    return [
      {
        code: 'unconfirmed_figure',
        message: `It is not clear what the figures under “${heading}” are, so they are left out.`,
        found: figures.slice(0, MOST_TOLD).join(', '),
      },
    ];
  });
}
