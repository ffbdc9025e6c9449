import { nearestPence, readNumber } from '../numbers.js';
import type { Doubt } from '../reading.js';
import type { TableBody } from './body.js';
import { type ColumnKind, headingText } from './column_names.js';
import { textOf } from './page.js';

const TO_DATE = /\bto date$|^cumulative$/;
const BEFORE = /^(?:less )?previous(?:ly)?\b|\bpreviously$|\bbefore$/;
/** So many rows show that the columns are what their headings say. */
const FEWEST_ROWS = 2;

/** Rows of a table of stages in which what is done to date, less what was invoiced before, is not what is invoiced now, as in the others. */
export function stageColumns({ columns, cells }: TableBody, kinds: readonly ColumnKind[]): Doubt[] {
  const headed = (pattern: RegExp) => columns.findIndex(({ heading }) => pattern.test(headingText(heading)));
  const [toDate, before] = [headed(TO_DATE), headed(BEFORE)];
  const now = kinds.findIndex((kind) => kind === 'amount' || kind === 'net');
  if (toDate < 0 || before < 0 || now < 0 || new Set([toDate, before, now]).size < 3) return [];
  const pence = (row: (typeof cells)[number], c: number) => {
    const number = readNumber(textOf(row[c] ?? []));
    return number === null || number.percent ? null : nearestPence(number);
  };
  const rows = cells.flatMap((row) => {
    const [done, paid, due] = [toDate, before, now].map((c) => pence(row, c));
    return done == null || paid == null || due == null ? [] : [{ row, off: done - Math.abs(paid) - due }];
  });
  const unfit = rows.filter(({ off }) => off !== 0);
  if (rows.length - unfit.length < FEWEST_ROWS || unfit.length >= rows.length / 2) return [];
  return unfit.map(({ row }) => ({
    code: 'line_does_not_add',
    message: `“${textOf(row.flat())}”: what is done to date, less what was invoiced before, is not what is invoiced now.`,
    found: textOf(row[now] ?? []),
  }));
}
