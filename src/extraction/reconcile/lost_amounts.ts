import type { Doubt, Figure, LineReading, Place } from '../reading.js';
import { totalKind } from '../table/labels.js';
import { labelledMoney } from '../table/money_words.js';
import { type Page, placeOf } from '../table/page.js';
import { rowsOf } from '../table/rows.js';

/** How far apart, in shares of the width of a page, the ends of the sums of one column stand. */
const COLUMN = 0.012;

/**
 * Sums among the lines, in the column of their amounts, that belong to none of them: a line was lost. What is left may
 * still come to a sum of the document, that of one rate perhaps, and must not be said to reconcile.
 */
export function lostAmounts(lines: readonly LineReading[], pages: readonly Page[]): Doubt[] {
  const figures = lines.flatMap((line) =>
    places([line.amount, line.net, line.vat, line.gross, line.unitPrice, line.quantity, line.discount?.figure]),
  );
  const amounts = lines.flatMap(({ amount, net, gross }) => places([amount, net, gross]));
  return pages.flatMap((page) => {
    const here = lines.flatMap(({ place }) => (place?.page === page.number ? [place.box] : []));
    const [top, bottom] = [Math.min(...here.map((box) => box[1])), Math.max(...here.map((box) => box[3]))];
    return rowsOf(page).flatMap((row) =>
      labelledMoney(row).flatMap(({ label, word, number }): Doubt[] => {
        const place = placeOf(page, [word]);
        if (place === null || number.value === 0 || totalKind(label) !== null) return [];
        const [, y0, right, y1] = place.box;
        if ((y0 + y1) / 2 < top || (y0 + y1) / 2 > bottom) return [];
        if (!amounts.some((a) => a.page === place.page && Math.abs(a.box[2] - right) < COLUMN)) return [];
        if (figures.some((figure) => within(place, figure) || within(figure, place))) return [];
        return [
          {
            code: 'unreadable_figure',
            message: 'An amount stands among the lines and belongs to none of them; a line could not be read.',
            found: word.text,
          },
        ];
      }),
    );
  });
}

function places(figures: readonly (Figure | null | undefined)[]): Place[] {
  return figures.flatMap((figure) => (figure?.place ? [figure.place] : []));
}

/** Whether the middle of one place lies in another. */
function within({ page, box }: Place, outer: Place): boolean {
  const [x, y] = [(box[0] + box[2]) / 2, (box[1] + box[3]) / 2];
  const [left, top, right, bottom] = outer.box;
  return page === outer.page && x > left && x < right && y > top && y < bottom;
}
