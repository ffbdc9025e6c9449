import { type PrintedNumber, readNumber } from '../numbers.js';
import { NUMBER_KINDS } from './column_names.js';
import type { Column } from './header_row.js';
import { median, type Row, type Word } from './page.js';
import { HIGHEST_RATE, readRate } from './rate_cell.js';
import { UNIT } from './units.js';

/** The words of a row by column; a column without words is empty. */
export type Cells = Word[][];

/** Where the words of a column really stand, as learnt from the rows. */
interface Extent {
  x0: number;
  x1: number;
}

const FAR = 1e6;

/** How many rows above and below say where a column stands at a row; a photographed page is never quite straight. */
const NEIGHBOURS = 6;

/**
 * Gives each word of each row to a column. Words keep their order, so this is the cheapest way to cut a row into
 * columns. Done twice: the first pass learns where the figures under each heading really stand.
 */
export function assignCells(rows: readonly Row[], columns: readonly Column[]): Cells[] {
  const headings = columns.map((c) => ({ x0: c.x0, x1: c.x1 }));
  const first = rows.map((row) => assignRow(row, columns, headings));
  return rows.map((row, i) => {
    const cells = wordsBehindCode(assignRow(row, columns, learnt(first, columns, i)), columns, row);
    return rateInWords(cells, columns, row);
  });
}

/** The longest rate told in words: `Outside the scope`. */
const MOST_OF_RATE = 3;

/** `Outside scope`: a rate in words that stands under its heading, apart from the words of the line, is none of them. */
function rateInWords(cells: Cells, columns: readonly Column[], row: Row): Cells {
  const to = columns.findIndex((c) => c.kinds[0] === 'vatRate');
  const from = columns.findLastIndex((c, i) => i < to && c.kinds[0] === 'description');
  const words = cells[from] ?? [];
  const column = columns[to];
  if (column === undefined || from < 0 || (cells[to] ?? []).length > 0) return cells;
  for (let count = Math.min(MOST_OF_RATE, words.length - 1); count > 0; count--) {
    const [said, last] = [words.slice(-count), words[words.length - count - 1] as Word];
    const [first] = said as [Word];
    const isUnder = first.x0 < column.x1 && (said.at(-1) as Word).x1 > column.x0;
    const isApart = first.x0 - last.x1 > row.height;
    if (isUnder && isApart && /^\p{L}/u.test(first.text) && readRate(said.map(({ text }) => text).join(' ')) !== null)
      return cells.map((cell, c) => (c === from ? words.slice(0, -count) : c === to ? said : cell));
  }
  return cells;
}

/** `4.01 Scaffold`: behind a number set close before them, words that stand under the heading of words belong there. */
function wordsBehindCode(cells: Cells, columns: readonly Column[], row: Row): Cells {
  // Of two headings for words the first is of codes: "Product  Description".
  const at = columns.findLastIndex((c) => c.kinds[0] === 'description');
  const code = at - 1;
  const [number, ...words] = cells[code] ?? [];
  const column = columns[code];
  if (!column || !number || (cells[at] ?? []).length > 0 || !/\d|^[A-Z]{2,}$/.test(number.text)) return cells;
  if (!column.kinds.includes('code') && !column.kinds.includes('lineNumber')) return cells;
  const [word] = words;
  const opens = (columns[at] as Column).x0 - 0.5 * row.height;
  // They stand apart from it, or under the heading of words.
  if (!word || (word.x0 < opens && word.x0 - number.x1 < 0.6 * row.height)) return cells;
  return cells.map((cell, c) => (c === code ? [number] : c === at ? words : cell));
}

function learnt(cells: readonly Cells[], columns: readonly Column[], at: number): Extent[] {
  return columns.map((column, c) => {
    if (column.kinds.includes('description')) {
      // A heading in the middle of its column stands right of where the text begins.
      const left = cells.flatMap((row) => row[c]?.find((w) => readNumber(w.text) === null)?.x0 ?? []);
      return { x0: left.length < 2 ? column.x0 : Math.min(column.x0, median(left)), x1: column.x1 };
    }
    if (!isNumberColumn(column)) return { x0: column.x0, x1: column.x1 };
    const near: Word[][] = [];
    for (let distance = 0; distance < cells.length && near.length < NEIGHBOURS; distance++) {
      for (const i of distance === 0 ? [at] : [at - distance, at + distance]) {
        const words = cells[i]?.[c] ?? [];
        if (words.some((w) => readNumber(w.text) !== null)) near.push(words);
      }
    }
    if (near.length < 3) return { x0: column.x0, x1: column.x1 };
    const x0 = median(near.map((words) => words[0]?.x0 ?? 0));
    const x1 = median(near.map((words) => words.at(-1)?.x1 ?? 0));
    return { x0: Math.min(x0, Math.max(column.x0, x0 - (x1 - x0))), x1: Math.max(x1, Math.min(column.x1, x1)) };
  });
}

function isNumberColumn(column: Column): boolean {
  return NUMBER_KINDS.has(column.kinds[0] ?? 'other');
}

function assignRow(row: Row, columns: readonly Column[], extents: readonly Extent[]): Cells {
  const words = row.words;
  const cells: Cells = columns.map(() => []);
  if (words.length === 0 || columns.length === 0) return cells;
  const stands = words.map((_, w) => withUnit(words, w, row));
  const numbers = words.map((word) => readNumber(word.text));
  const numeric = words.map((word, w) => numbers[w] !== null || looksNumeric(word.text));
  const opened = words.map((_, w) => openedColumn(words, w, columns, row));
  const cost = (w: number, c: number, joins: boolean) =>
    costOf(words, stands, numbers, numeric, w, c, joins, columns, extents, row) +
    (c < (opened[w] as number) ? PASSED_OVER : 0);
  // best[c]: cheapest way to place the words so far with the last one in column c.
  let best: Way[] = columns.map((_, column) => ({ cost: cost(0, column, false), column, before: null }));
  for (let w = 1; w < words.length; w++) {
    best = columns.map((_, c) => {
      // What a word costs in a column depends on the column of the word before it only where that is the same one.
      const opening = cost(w, c, false);
      let least = FAR;
      let way: Way | null = null;
      for (let before = 0; before <= c; before++) {
        const from = best[before];
        if (!from || from.cost >= FAR) continue;
        const along = from.cost + (before === c ? cost(w, c, true) : opening);
        if (along < least) [least, way] = [along, from];
      }
      return { cost: least, column: c, before: way };
    });
  }
  let way: Way | null = best.reduce((a, b) => (b.cost < a.cost ? b : a));
  if (way.cost >= FAR && words.length > 1) return cells;
  for (let w = words.length - 1; way !== null; w--, way = way.before) cells[way.column]?.unshift(words[w] as Word);
  return cells;
}

/** A way to place the words so far: the column of the last of them, and how those before it are placed. */
interface Way {
  cost: number;
  column: number;
  before: Way | null;
}

/** What it costs to leave a word in a column before the one whose left edge it stands at. */
const PASSED_OVER = 4;

/** Columns whose cells are set by their left edge: those of words, and of rates that may be words. */
function opensWithWords(column: Column): boolean {
  return !isNumberColumn(column) || column.kinds.includes('vatRate');
}

/** How wide a blank between two words is at most, in heights; in letters of one width it is as wide as any of them. */
const ONE_BLANK = 0.54;

/** Where a word stands; a figure and its unit ("12.60 m2") stand as one, at the end of a row of words or before a gap. */
function withUnit(words: readonly Word[], w: number, row: Row): Extent {
  const near = (a: Word | undefined, b: Word | undefined, blank = 0.5) => a && b && b.x0 - a.x1 < blank * row.height;
  const pair = (a: number): Extent | null => {
    const [figure, unit, next] = words.slice(a, a + 3);
    const apart = !near(words[a - 1], figure) && !near(unit, next);
    return figure && unit && apart && near(figure, unit, ONE_BLANK) && isMeasured(figure.text, unit.text)
      ? { x0: figure.x0, x1: unit.x1 }
      : null;
  };
  return pair(w) ?? (w > 0 ? pair(w - 1) : null) ?? (words[w] as Word);
}

/** `12.60 m2`, or a rate and its code: `20.0% S`. */
function isMeasured(figure: string, unit: string): boolean {
  const number = readNumber(figure);
  return number !== null && (UNIT.test(unit) || (number.percent && /^[A-Z]\d?$/.test(unit)));
}

/** The column of words under whose left edge a piece of text begins at word `w`; -1 when it begins under none. */
function openedColumn(words: readonly Word[], w: number, columns: readonly Column[], row: Row): number {
  const word = words[w] as Word;
  const before = words[w - 1];
  if (before && word.x0 - before.x1 < 0.45 * row.height) return -1;
  return columns.findLastIndex((c) => opensWithWords(c) && Math.abs(word.x0 - c.x0) < 0.25 * row.height);
}

/**
 * What it costs to put word `w` into column `c`.
 * @param joins whether the word before it is in that column too.
 */
function costOf(
  words: readonly Word[],
  stands: readonly Extent[],
  numbers: readonly (Readonly<PrintedNumber> | null)[],
  numeric: readonly boolean[],
  w: number,
  c: number,
  joins: boolean,
  columns: readonly Column[],
  extents: readonly Extent[],
  row: Row,
): number {
  const word = words[w] as Word;
  const stand = stands[w] as Extent;
  const column = columns[c] as Column;
  const extent = extents[c] as Extent;
  const height = Math.max(row.height, 1e-6);
  const number = numbers[w] ?? null;
  const afterNumber = w > 0 && (numbers[w - 1] ?? null) !== null;
  const gap = w === 0 ? FAR : (word.x0 - (words[w - 1]?.x1 ?? 0)) / height;
  const follows = joins && gap < 1.2;

  // Two figures never share a cell, save a quantity and its unit.
  const second = joins && number !== null && afterNumber;
  if (isNumberColumn(column)) {
    const away = distance(stand, extent) / height;
    const foreign = numeric[w] ? 0 : fitsNumberColumn(word.text, column) ? 0.6 : 5;
    return away + foreign + (second ? 4 : 0);
  }
  if (column.kinds.includes('description')) {
    const end = extents[c + 1]?.x0 ?? Number.POSITIVE_INFINITY;
    const territory = { x0: extent.x0, x1: Math.max(extent.x1, end) };
    if (follows)
      return number !== null && standsUnder(stand, columns, extents, c) ? 1 + 1.2 * Math.max(0, gap - 0.35) : 0;
    // Left of its heading, but right of the column before it, text is still more likely its own than anyone's.
    const before = extents[c - 1]?.x1 ?? 0;
    // `14.350   thou   Facing bricks`: the unit of the figure before it, in a column without a heading.
    const alone = (words[w + 1]?.x0 ?? FAR) - word.x1 > 0.5 * height;
    const ofFigure = afterNumber && alone && UNIT.test(word.text) && word.x1 < extent.x0 - 0.3 * height ? 3 : 0;
    const away = (word.x0 >= before && word.x1 <= territory.x0 ? 0.25 : 1) * (distance(word, territory) / height);
    return away + ofFigure + (number !== null && standsUnder(stand, columns, extents, c) ? 2.5 : 0);
  }
  const away = follows ? 0 : distance(word, extent) / height;
  if (column.kinds[0] === 'other' && joins && number !== null && afterNumber) return away + 3;
  if (column.kinds[0] === 'lineNumber')
    return away + (/^\d{1,4}[.)]?$/.test(word.text) || (number !== null && column.kinds.includes('quantity')) ? 0 : 4);
  if (column.kinds[0] === 'unit')
    return away + (word.text.length > 8 || number !== null ? 1 : 0) + (joins ? 1 : 0) + (second ? 4 : 0);
  // A rate and a sum beside it are two cells, however close they stand.
  if (joins && number !== null && number.decimals === 2 && afterNumber) return away + 3;
  if (column.kinds[0] === 'vatRate') {
    const sum = number !== null && number.decimals === 2 && number.value > HIGHEST_RATE;
    return away + (sum ? 4 : number !== null || word.text.length <= 3 ? 0 : 1.5);
  }
  return away + (joins && !follows ? 1 : 0);
}

/** How far a word stands from a column, sideways; nothing where they overlap enough. */
function distance(word: Extent, extent: Extent): number {
  const overlap = Math.min(word.x1, extent.x1) - Math.max(word.x0, extent.x0);
  const width = Math.max(1e-6, Math.min(word.x1 - word.x0, extent.x1 - extent.x0));
  if (overlap > 0) return (1 - Math.min(1, overlap / width)) * 0.5 * width;
  // Figures are set by one of their edges or by their middle.
  const edges = [
    Math.abs(word.x1 - extent.x1),
    Math.abs(word.x0 - extent.x0),
    Math.abs(word.x0 + word.x1 - extent.x0 - extent.x1) / 2,
  ];
  return Math.min(-overlap + 0.25 * width, ...edges);
}

/** Whether a number of the row stands under another column, of figures. */
function standsUnder(word: Extent, columns: readonly Column[], extents: readonly Extent[], except: number): boolean {
  return extents.some((extent, i) => {
    if (i === except || !isNumberColumn(columns[i] as Column)) return false;
    return (
      Math.min(word.x1, extent.x1) - Math.max(word.x0, extent.x0) >
      0.5 * Math.min(word.x1 - word.x0, extent.x1 - extent.x0)
    );
  });
}

/** Characters that recognition may have got wrong, but that were a number. */
export function looksNumeric(text: string): boolean {
  const digits = text.replace(/[^0-9]/g, '').length;
  return digits > 0 && digits >= 0.5 * text.length && /^[£€$(\-−]?[\dOoIlSB.,:;'’£]+[%)A-Za-z]?$/.test(text);
}

/** Words that stand where a number might: units beside a quantity, codes beside a rate, nothing-at-all. */
function fitsNumberColumn(text: string, column: Column): boolean {
  if (/^(?:-|–|—|n\/?a|nil|f\.?o\.?c|free|inc|incl|included|n\/c|nett?)\.?$/i.test(text)) return true;
  if (column.kinds.includes('quantity'))
    return /^[xX@*]$|^\d+(?:\.\d+)?[a-z]{1,5}\d?\.?$/i.test(text) || UNIT.test(text);
  if (column.kinds.includes('vatRate'))
    return (
      text.length <= 3 ||
      /^(?:zero|std|standard|reduced|exempt|rated|low|high|drc|rev|rc|none|no|not|outside|scope|subject|vat|on|income|expenses|\(|ex|os|t\d{1,2})/i.test(
        text,
      )
    );
  if (column.kinds.includes('unitPrice') || column.kinds.includes('discount'))
    return UNIT.test(text) || /^(?:@|\/|per|each|ea|p|\/\w+)$/i.test(text);
  return /^[A-Z*#]$/.test(text);
}
