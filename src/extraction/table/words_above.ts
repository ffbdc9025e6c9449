import type { LineReading } from '../reading.js';
import { labelledMoney } from './money_words.js';
import type { Row } from './page.js';
import { rowText } from './rows.js';

/** More words than these are a sentence. */
const MOST_WORDS = 12;
/** Right above the first line of a page stand its heading and that of its table; further up is the head of the page. */
const ABOVE_FIRST = 2;

/**
 * Tells each line the rows of words between it and the line before. They may head it, or go on with the line before, which how they are set does
 * not always say. What also stands in the head of the document, as on the next page, heads nothing.
 */
export function tellWordsAbove(lines: readonly LineReading[], rows: readonly Row[]): void {
  const starts = startsOf(lines, rows);
  const head = new Set<string>();
  /** Rows since the last line, of the page it is on and of the page now read. */
  let left: string[] = [];
  let above: string[] = [];
  let page: Row['page'] | null = null;
  let isFirst = true;
  let opens = true;
  for (const row of rows) {
    if (row.page !== page) {
      if (!isFirst) left = [...left, ...above.slice(0, ABOVE_FIRST)];
      above = [];
      page = row.page;
      opens = true;
    }
    const here = starts.get(row);
    if (here !== undefined) {
      here.above = [...left, ...(opens ? above.slice(-ABOVE_FIRST) : above)];
      left = [];
      above = [];
      isFirst = false;
      opens = false;
      continue;
    }
    const text = rowText(row).replace(/\s+/g, ' ').trim();
    if (row.words.length > MOST_WORDS || !/[a-z]{3}/i.test(text) || labelledMoney(row).length > 0) continue;
    if (isFirst) head.add(text);
    if (isFirst || !head.has(text)) above.push(text);
  }
}

/** The first line of each row that has the sums of lines. */
function startsOf(lines: readonly LineReading[], rows: readonly Row[]): Map<Row, LineReading> {
  const starts = new Map<Row, LineReading>();
  for (const line of lines) {
    const place = (line.net ?? line.amount ?? line.gross)?.place ?? line.place;
    if (place === null) continue;
    const at = (place.box[1] + place.box[3]) / 2;
    const row = rows.find(
      ({ page, y0, y1 }) => page.number === place.page && at * page.height >= y0 && at * page.height <= y1,
    );
    if (row !== undefined && !starts.has(row)) starts.set(row, line);
  }
  return starts;
}
