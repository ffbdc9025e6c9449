import { isMoney, makes, readNumber } from '../numbers.js';
import type { Doubt, Figure, LineReading, Place } from '../reading.js';
import { totalKind } from '../table/labels.js';
import { labelledMoney } from '../table/money_words.js';
import { type Page, placeOf, type Row, type Word } from '../table/page.js';
import { mayBeVatOn } from '../table/rate_cell.js';
import { rowsOf } from '../table/rows.js';

/** How far apart, in shares of the width of a page, the ends of the sums of one column stand. */
const COLUMN = 0.012;

/**
 * Sums that belong to no line, among the lines in the column of their amounts, or anywhere behind a quantity and a price: a line was lost. What is left may
 * still come to a sum of the document, that of one rate perhaps, and must not be said to reconcile.
 */
export function lostAmounts(lines: readonly LineReading[], pages: readonly Page[]): Doubt[] {
  const figures = lines.flatMap((line) =>
    places([line.amount, line.net, line.vat, line.gross, line.unitPrice, line.quantity, line.discount?.figure]),
  );
  const amounts = lines.flatMap(({ amount, net, gross }) => places([amount, net, gross]));
  const isClaimed = (page: Page, word: Word) => {
    const place = placeOf(page, [word]);
    return place !== null && figures.some((figure) => within(place, figure) || within(figure, place));
  };
  return pages.flatMap((page) => {
    const here = lines.flatMap(({ place }) => (place?.page === page.number ? [place.box] : []));
    const [top, bottom] = [Math.min(...here.map((box) => box[1])), Math.max(...here.map((box) => box[3]))];
    return rowsOf(page).flatMap((row) =>
      labelledMoney(row).flatMap(({ label, word, number }): Doubt[] => {
        const place = placeOf(page, [word]);
        if (place === null || number.value === 0 || totalKind(label) !== null) return [];
        const [, y0, right, y1] = place.box;
        const among =
          (y0 + y1) / 2 > top &&
          (y0 + y1) / 2 < bottom &&
          amounts.some((a) => a.page === place.page && Math.abs(a.box[2] - right) < COLUMN);
        if (!among && (!isProduct(row, word) || row.words.some((other) => isClaimed(page, other)))) return [];
        if (isClaimed(page, word)) return [];
        // A stage of which nothing is due, and what the lines above come to.
        if (/^[-–—]$/.test(row.words.at(-1)?.text ?? '') || isSumOfAbove(page, word, number.value, lines)) return [];
        return [
          {
            code: 'unreadable_figure',
            message: 'An amount belongs to none of the lines read; one more could not be read.',
            found: word.text,
          },
        ];
      }),
    );
  });
}

/**
 * Whether two lines or more, all that stand above, come to a sum: it is none of them. What stands below must then be lines
 * too, and not the VAT on that sum under a word that nobody knows.
 */
function isSumOfAbove(page: Page, word: Word, value: number, lines: readonly LineReading[]): boolean {
  const isAbove = ({ place }: LineReading) =>
    place !== null &&
    (place.page < page.number || (place.page === page.number && place.box[3] * page.height <= word.y1));
  const sumOf = ({ amount, net, gross }: LineReading) => (amount ?? net ?? gross)?.value ?? Number.NaN;
  const above = lines.filter(isAbove);
  return (
    above.length > 1 &&
    Math.abs(above.reduce((total, line) => total + sumOf(line), 0) - value) < 0.005 &&
    !lines.some((line) => !isAbove(line) && mayBeVatOn(value, sumOf(line)))
  );
}

/** Whether words, a quantity and a price stand before an amount, and these make it: a line, wherever it stands. */
function isProduct({ words }: Row, amount: Word): boolean {
  if (!words.some((word) => /\p{L}{3}/u.test(word.text))) return false;
  const before = words.slice(0, words.indexOf(amount)).flatMap((word) => {
    const number = readNumber(word.text);
    return number === null || number.percent ? [] : [number];
  });
  const value = readNumber(amount.text)?.value ?? Number.NaN;
  return before.some((quantity, i) =>
    before.slice(i + 1).some((price) => isMoney(price) && makes(quantity, price, value)),
  );
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
