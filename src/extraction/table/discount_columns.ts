import { readNumber } from '../numbers.js';
import type { Doubt } from '../reading.js';
import type { TableBody } from './body.js';
import { type ColumnKind, headingText } from './column_names.js';
import { textOf } from './page.js';

const IN_PERCENT = /%|\b(?:percent|pct|rate)\b/;

/**
 * Rows in which a discount that is told both in percent and as a sum ("Disc%" beside "Disc Amount") is not the same: the lines are read with one
 * of the two alone.
 */
export function discountColumns({ columns, cells }: TableBody, kinds: readonly ColumnKind[]): Doubt[] {
  const of = columns.flatMap(({ kinds: named, heading }, c) =>
    named[0] === 'discount' ? [{ c, inPercent: IN_PERCENT.test(headingText(heading)) }] : [],
  );
  const [percent, sum] = [of.find((d) => d.inPercent), of.find((d) => !d.inPercent)];
  const amount = kinds.findIndex((kind) => kind === 'amount' || kind === 'net' || kind === 'gross');
  if (of.length !== 2 || percent === undefined || sum === undefined || amount < 0) return [];
  const counted = kinds.indexOf('quantity');
  return cells.flatMap((row): Doubt[] => {
    const value = (c: number) => readNumber(textOf(row[c] ?? []))?.value ?? null;
    const [rate, off, paid] = [value(percent.c), value(sum.c), value(amount)];
    if (rate === null || off === null || paid === null) return [];
    // What is taken off may be told of all of them or of each.
    const times = [1, Math.abs(value(counted) ?? 1)];
    const fits = times.some(
      (n) => Math.abs(((Math.abs(paid) / n + Math.abs(off)) * rate) / 100 - Math.abs(off)) < 0.0151,
    );
    if (fits) return [];
    return [
      {
        code: 'line_does_not_multiply',
        message: `“${textOf(row.flat())}”: the discount in percent and as a sum are not the same.`,
        found: textOf([...(row[percent.c] ?? []), ...(row[sum.c] ?? [])]),
      },
    ];
  });
}
