import type { Page, Row, Word } from './page.js';
import { rowsOf } from './rows.js';

/** A pound and a penny heading side by side, as ruled invoice books have them. */
interface Ruled {
  row: Row;
  pounds: Word;
  pence: Word;
}

/**
 * Joins pounds and pence that stand in two ruled columns, on the page below their headings: `189 | 50` is 189.50. A figure
 * that runs over both columns is left without a value: whether its last digits are pence cannot be seen.
 */
export function withPenceJoined(page: Page): Page {
  return withRuledPence(withStrokesForPence(withStrokesBeforePence(page)));
}

/** `£440-00` */
const STRUCK = /^(£?\d[\d,]*)-(\d\d)$/;

/** Bills written by hand set the pence off with a stroke: `440-00` is 440.00, where several rows end so, one below the other. */
function withStrokesBeforePence(page: Page): Page {
  if (page.words.filter(({ text }) => STRUCK.test(text)).length < FEWEST_STROKES) return page;
  const rows = rowsOf(page);
  const struck = rows.flatMap(({ words }) => {
    const last = words.at(-1);
    return words.length > 1 && last !== undefined && STRUCK.test(last.text) ? [last] : [];
  });
  const [first] = struck;
  const isColumn = struck.every(({ x1, y0, y1 }) => Math.abs(x1 - (first?.x1 ?? 0)) < (y1 - y0) / 2);
  if (struck.length < FEWEST_STROKES || !isColumn) return page;
  const words = rows.flatMap((row) =>
    row.words.map((word) => (struck.includes(word) ? { ...word, text: word.text.replace(STRUCK, '$1.$2') } : word)),
  );
  return { ...page, words };
}

/** Fewer strokes under each other are signs or dashes. */
const FEWEST_STROKES = 3;

/**
 * Bills written by hand end whole pounds with a stroke for the pence: `1280 -`. Where every row that ends in a figure ends so, one below the other; a
 * stroke behind one sum alone takes it off.
 */
function withStrokesForPence(page: Page): Page {
  if (page.words.filter(({ text }) => STROKE.test(text)).length < FEWEST_STROKES) return page;
  const rows = rowsOf(page);
  const struck = rows.flatMap((row) => {
    const [pounds, stroke] = row.words.slice(-2);
    const ends = pounds && stroke && WHOLE_POUNDS.test(pounds.text) && STROKE.test(stroke.text);
    return ends && stroke.x0 - pounds.x1 < row.height ? [{ pounds, stroke, height: row.height }] : [];
  });
  const [first] = struck;
  const isColumn = struck.every(({ stroke, height }) => Math.abs(stroke.x1 - (first?.stroke.x1 ?? 0)) < height / 2);
  const isAlone = !rows.some((row) => /[.,]\d\d-?$/.test(row.words.at(-1)?.text ?? ''));
  const takesOff = page.words.some(({ text }) => /^(?:credit|refund)/i.test(text));
  if (struck.length < FEWEST_STROKES || !isColumn || !isAlone || takesOff) return page;
  const words = rows.flatMap((row) => {
    const found = struck.find(({ stroke }) => row.words.includes(stroke));
    if (found === undefined) return row.words;
    const { pounds, stroke } = found;
    return [...row.words.slice(0, -2), { ...pounds, text: `${pounds.text}.00`, x1: stroke.x1 }];
  });
  return { ...page, words };
}

const STROKE = /^[-–—]$/;
const WHOLE_POUNDS = /^£?\d[\d,]*$/;

function withRuledPence(page: Page): Page {
  if (!page.words.some(({ text }) => PENCE.test(text))) return page;
  const rows = rowsOf(page);
  const head = rows.map(ruledBy).find((found) => found !== null);
  if (!head) return page;
  const words = rows.flatMap((row) => (row.y0 < head.row.y1 ? row.words : joined(row, head)));
  return { ...page, words: words.filter((word) => !(word.x0 === head.pence.x0 && word.y0 === head.pence.y0)) };
}

const PENCE = /^p\.?$/i;

function ruledBy(row: Row): Ruled | null {
  const [pounds, pence] = row.words.slice(-2);
  if (!pounds || !pence || row.words.length < 3) return null;
  return /^£$/.test(pounds.text) && PENCE.test(pence.text) ? { row, pounds, pence } : null;
}

function joined(row: Row, { pounds, pence }: Ruled): Word[] {
  const last = row.words.at(-1) as Word;
  const before = row.words.at(-2);
  const inPence = last.x1 > pounds.x1 + 0.5 * (pence.x0 - pounds.x1);
  if (!inPence) return row.words;
  if (
    /^\d{2}$/.test(last.text) &&
    before &&
    /^£?(?:\d{1,3}(?:,\d{3})+|\d+)$/.test(before.text) &&
    before.x1 < pence.x0
  ) {
    const confidence =
      before.confidence === null || last.confidence === null ? null : Math.min(before.confidence, last.confidence);
    const y0 = Math.min(before.y0, last.y0);
    const y1 = Math.max(before.y1, last.y1);
    return [
      ...row.words.slice(0, -2),
      { text: `${before.text}.${last.text}`, x0: before.x0, x1: last.x1, y0, y1, confidence },
    ];
  }
  const over = /^£?\d[\d,]{2,}$/.test(last.text) && last.x0 < pounds.x1;
  return over ? [...row.words.slice(0, -1), { ...last, text: `${last.text}|?` }] : row.words;
}
