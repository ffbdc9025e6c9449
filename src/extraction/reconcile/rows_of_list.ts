import { nearestPence } from '../numbers.js';
import type { Doubt, Figure, LineReading, TotalsReading } from '../reading.js';
import { SUMMED } from '../runs.js';
import type { TableBody } from '../table/body.js';
import { assignCells } from '../table/cells.js';
import type { ColumnKind } from '../table/column_names.js';
import { extraKind, totalKind } from '../table/labels.js';
import { figureAt, labelledMoney } from '../table/money_words.js';
import { median, placeOf, type Row, textOf } from '../table/page.js';

/**
 * Rows of a list that are no line of it: what names a sum there may be the kind of goods, and where no total tells what all comes to, nothing says
 * that a line was left out. A row is a sum when the lines above come to it and nothing but its label says what it is of.
 */
export function rowsLeftOut(
  rows: readonly Row[],
  body: TableBody | undefined,
  kinds: readonly ColumnKind[],
  lines: readonly LineReading[],
  totals: TotalsReading,
): Doubt[] {
  const places = lines.flatMap(({ place }) => place ?? []);
  if (body === undefined || places.length === 0) return [];
  const cellsOf = (row: Row) => assignCells([row], body.columns)[0] ?? [];
  const filled = (row: Row) => cellsOf(row).filter((cell) => cell.length > 0).length;
  const isOfLine = (row: Row) => places.some((place) => isWithin(row, place));
  const list = rows.slice(rows.indexOf(body.rows[0] as Row));
  const ofLine = median(list.flatMap((row) => (isOfLine(row) ? [filled(row)] : [])));
  return list.flatMap((row): Doubt[] => {
    const [first] = labelledMoney(row);
    const figure = first === undefined ? null : figureAt(row, first.word);
    if (first === undefined || figure === null || isOfLine(row)) return [];
    const kind = totalKind(first.label) ?? extraKind(first.label);
    const isFull = filled(row) >= ofLine;
    // Below a printed total may stand what is said of other sums.
    if (kind === 'charge' || kind === 'discount' || (totals.gross !== null && (kind !== null || !isFull))) return [];
    const words = textOf(cellsOf(row)[kinds.indexOf('description')] ?? []);
    const isNamed =
      kind !== null &&
      (words === '' || totalKind(words.replace(/ £?-?[\d,]+\.\d\d$/, '')) !== null) &&
      (!isFull || /total/i.test(words));
    const isOfAbove =
      kind !== 'net' && kind !== 'total' && kind !== 'gross' ? true : isSumOf(figure, above(lines, row));
    if (isNamed && isOfAbove) return [];
    return [
      {
        code: 'lines_do_not_sum',
        message: `“${textOf(row.words)}”: this row of the list is none of its lines, and nothing says that it is what they come to.`,
        found: first.word.text,
      },
    ];
  });
}

/**
 * Rows of a sheet with several sums of which no line is made: its head was not understood, and whatever else was taken for lines, these
 * are the ones it lists.
 */
export function rowsWithoutHead(rows: readonly Row[], lines: readonly LineReading[]): Doubt[] {
  const read = lines.flatMap(({ amount, net, gross }) => [amount, net, gross].flatMap((figure) => figure?.place ?? []));
  const isRead = (row: Row) =>
    row.words.some((word) => {
      const place = placeOf(row.page, [word]);
      return place !== null && read.some(({ page, box }) => page === place.page && String(box) === String(place.box));
    });
  return rows
    .filter((row) => {
      const sums = labelledMoney(row);
      return sums.length > 1 && totalKind(sums[0]?.label ?? '') === null && !isRead(row);
    })
    .map((row) => ({
      code: 'unreadable_figure',
      message: `“${textOf(row.words)}”: the figures of this row belong to none of the lines.`,
      found: labelledMoney(row).at(-1)?.word.text ?? '',
    }));
}

type PlaceOfLine = NonNullable<LineReading['place']>;

function isWithin(row: Row, { page, box }: PlaceOfLine): boolean {
  const place = placeOf(row.page, row.words);
  const y = place === null ? Number.NaN : (place.box[1] + place.box[3]) / 2;
  return place?.page === page && box[1] < y && y < box[3];
}

function above(lines: readonly LineReading[], row: Row): LineReading[] {
  const at = placeOf(row.page, row.words);
  return lines.filter(
    ({ place }) => place && at && (place.page < at.page || (place.page === at.page && place.box[1] < at.box[1])),
  );
}

/** Whether the last lines, or all of them, come to a figure in one of their columns. */
function isSumOf(figure: Figure, lines: readonly LineReading[]): boolean {
  const wanted = nearestPence(figure);
  return SUMMED.some((kind) => {
    let sum = 0;
    for (const line of lines.toReversed()) {
      const of = line[kind];
      if (of === null) return false;
      sum += nearestPence(of);
      if (sum === wanted) return true;
    }
    return false;
  });
}
