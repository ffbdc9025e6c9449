import { nearestPence } from '../numbers.js';
import type { Doubt, Figure, LineReading, TotalsReading } from '../reading.js';
import { isOfRun, SUMMED, type Summed } from '../runs.js';
import type { TableBody } from './body.js';
import { assignCells } from './cells.js';
import type { ColumnKind } from './column_names.js';
import { totalKind } from './labels.js';
import { figureAt, labelledMoney, moneyIn } from './money_words.js';
import type { Row } from './page.js';

/**
 * Figures of a row "Totals" that stand under columns of a table and are neither what the lines come to in that column nor a sum of the invoice:
 * of such a row only what fits is taken for the totals, and the rest would go untold.
 */
export function columnTotals(
  rows: readonly Row[],
  bodies: readonly TableBody[],
  kinds: readonly (readonly ColumnKind[])[],
  lines: readonly LineReading[],
  totals: TotalsReading,
): Doubt[] {
  const body = bodies.at(-1);
  const last = body?.rows.at(-1);
  if (body === undefined || last === undefined) return [];
  const known = [totals.net, totals.vat, totals.gross].flatMap((f) => (f === null ? [] : [nearestPence(f)]));
  return rows
    .filter((row) => isTotals(row, last))
    .flatMap((row) => {
      const [cells] = assignCells([row], body.columns);
      return SUMMED.flatMap((kind): Doubt[] => {
        const words = (cells?.[(kinds.at(-1) ?? []).indexOf(kind)] ?? []).filter((word) => moneyIn(word) !== null);
        const figure = words.length === 1 && words[0] ? figureAt(row, words[0]) : null;
        const whole = figure === null ? null : wholeOf(lines, kind);
        if (figure === null || whole === null || known.includes(nearestPence(figure))) return [];
        if (isOfRun(lines, [kind], figure)) return [];
        // "Balance due" may tell the net, the VAT and the gross of what is left to pay.
        if (isOwed(row) && addsUp(row)) return [];
        return [
          {
            code: kind === 'vat' ? 'vat_does_not_sum' : 'totals_do_not_add',
            message: `“${labelledMoney(row)[0]?.label ?? ''}”: a figure is neither what the lines come to in its column nor a sum that fits.`,
            found: figure.raw,
            expected: (whole / 100).toFixed(2),
          },
        ];
      });
    });
}

/** A row below the table that is labelled as a sum of all and has a figure for several columns. */
function isTotals(row: Row, last: Row): boolean {
  if (row.page.number < last.page.number || (row.page === last.page && row.y0 < last.y0)) return false;
  const money = labelledMoney(row);
  const [first] = money;
  const kind = totalKind(first?.label ?? '');
  const ofOne = money.every(({ labelWords }) => labelWords[0] === first?.labelWords[0]);
  return money.length > 1 && ofOne && (kind === 'total' || kind === 'net' || kind === 'gross' || isOwed(row));
}

/** `Total paid   1,077.00   153.00   1,230.00` */
function isOwed(row: Row): boolean {
  const money = labelledMoney(row);
  return money.length === 3 && totalKind(money[0]?.label ?? '') === 'due';
}

function addsUp(row: Row): boolean {
  const [net, vat, gross] = labelledMoney(row).map(({ number }) => nearestPence(number));
  return net !== undefined && vat !== undefined && net + vat === gross;
}

/** What all lines come to in a column, in pence; null when one has no figure there. */
function wholeOf(lines: readonly LineReading[], kind: Summed): number | null {
  return lines.length === 0 || lines.some((line) => line[kind] === null)
    ? null
    : lines.reduce((sum, line) => sum + nearestPence(line[kind] as Figure), 0);
}
