import { readNumber } from '../numbers.js';
import { emptyLine, type LineReading } from '../reading.js';
import { placeOf, type Row, textOf, type Word } from '../table/page.js';
import { figureAt, isLettered, type Paper, plain } from './on_paper.js';
import type { ProposedLine } from './proposal.js';

/** From right to left as merchants print them; equal figures of one row are told apart by that. */
const AMOUNTS = ['gross', 'vat', 'net', 'unitPrice'] as const;
const FIGURES = [...AMOUNTS, 'quantity'] as const;

/** The row of a page that has all figures of a proposed line. */
interface Found {
  line: ProposedLine;
  at: number;
  row: Row;
  words: Partial<Record<(typeof FIGURES)[number], Word>>;
}

export interface LinesOnPaper {
  lines: LineReading[];
  /** Where the amount of each line stands. */
  amounts: { row: Row; word: Word }[];
}

/**
 * Finds proposed lines on the paper: one row for each, in their order, that has every figure of it, and beside them
 * the words of its description. What is given back is the paper's own words.
 * @param read the lines that were read without the model; a description or a rate read in the same row stands.
 * @returns null when anything proposed is not on the paper, or when text among the lines belongs to none of them.
 */
export function linesOnPaper(
  paper: Paper,
  proposed: readonly ProposedLine[],
  read: readonly LineReading[],
): LinesOnPaper | null {
  const found: Found[] = [];
  for (const line of proposed) {
    const next = findRow(paper, line, (found.at(-1)?.at ?? -1) + 1);
    if (next === null) return null;
    found.push(next);
    paper.take(...Object.values(next.words));
  }
  const beside = found.map(({ row }) => sameRow(row, read));
  const lines: LineReading[] = [];
  for (const [i, one] of found.entries()) {
    const line = lineFrom(paper, one, found[i - 1], found[i + 1], alone(beside, i));
    if (line === null) return null;
    lines.push(line);
  }
  if (found.some((one, i) => hasStrayText(paper, one, found[i + 1]))) return null;
  return {
    lines,
    amounts: found.flatMap(({ row, words }) => {
      const word = words.net ?? words.gross;
      return word === undefined ? [] : [{ row, word }];
    }),
  };
}

function findRow(paper: Paper, line: ProposedLine, from: number): Found | null {
  if (line.net === null && line.gross === null) return null;
  const told = new Set(line.description.split(/\s+/).map(plain));
  for (let at = from; at < paper.rows.length; at++) {
    const row = paper.rows[at];
    if (row === undefined || row.page.number !== line.page) continue;
    const words = figuresIn(paper, row, line);
    const named = row.words.some((word) => isLettered(word) && told.has(plain(word.text)));
    if (words !== null && named) return { line, at, row, words };
  }
  return null;
}

function figuresIn(paper: Paper, row: Row, line: ProposedLine): Found['words'] | null {
  const found: Found['words'] = {};
  for (const key of FIGURES) {
    const value = line[key];
    if (value === null) continue;
    const order = key === 'quantity' ? row.words : [...row.words].reverse();
    const taken = Object.values(found);
    const word = order.find(
      (w) => paper.isFree(w) && !taken.includes(w) && readNumber(w.text)?.value === Number(value),
    );
    if (word === undefined) return null;
    found[key] = word;
  }
  return found;
}

function lineFrom(
  paper: Paper,
  { line, at, row, words }: Found,
  before: Found | undefined,
  after: Found | undefined,
  read: LineReading | undefined,
): LineReading | null {
  const figure = (key: (typeof FIGURES)[number]) => {
    const word = words[key];
    return word === undefined ? null : figureAt(row, word);
  };
  const description = describe(paper, line, at, before?.at ?? at - ROWS_ABOVE, after?.at ?? at + ROWS_BELOW);
  if (description === null) return null;
  const [net, gross] = [figure('net'), figure('gross')];
  const one = net === null || gross === null;
  return {
    ...emptyLine(),
    unread: [],
    description: read && read.description !== '' ? read.description : description.text,
    quantity: figure('quantity'),
    unitPrice: figure('unitPrice'),
    vat: figure('vat'),
    // Whether VAT is in the only amount of a line, the totals decide as they do for every other document.
    ...(one ? { amount: net ?? gross } : { net, gross }),
    unit: read?.unit ?? null,
    discount: read?.discount ?? null,
    vatRate: read?.vatRate ?? null,
    vatCode: read?.vatCode ?? null,
    section: read?.section ?? null,
    above: read?.above ?? [],
    remark: read?.remark ?? null,
    place: placeOf(row.page, [...description.words, ...row.words]),
  };
}

/** Rows above the first and below the last line in which their descriptions are looked for. */
const ROWS_ABOVE = 3;
const ROWS_BELOW = 5;

/** The words of a description in the paper's order: all text of its own row, and what was told of the rows around it. */
function describe(
  paper: Paper,
  line: ProposedLine,
  at: number,
  above: number,
  below: number,
): { text: string; words: Word[] } | null {
  const page = paper.rows[at]?.page;
  const wanted = line.description
    .split(/\s+/)
    .map(plain)
    .filter((token) => token !== '');
  const words: Word[] = [];
  for (let r = Math.max(0, above + 1); r < Math.min(paper.rows.length, below); r++) {
    const row = paper.rows[r];
    if (row === undefined || row.page !== page) continue;
    for (const word of row.words) {
      if (!paper.isFree(word)) continue;
      const told = wanted.indexOf(plain(word.text));
      if (told >= 0) wanted.splice(told, 1);
      if (told >= 0 || (r === at && isLettered(word))) words.push(word);
    }
  }
  // A figure of the line may be part of its description too: "25 kg" in a row of 25.
  const figures = new Set(paper.rows[at]?.words.map((word) => plain(word.text)));
  if (wanted.some((token) => !figures.has(token))) return null;
  paper.take(...words);
  return { text: textOf(words), words };
}

/** Text right below a line that no line has: it may say what the line is, so the proposal is not the whole of the paper. */
function hasStrayText(paper: Paper, { at, row }: Found, next: Found | undefined): boolean {
  let last = row;
  for (const below of paper.rows.slice(at + 1, next?.at)) {
    if (below.page !== row.page) return false;
    if (next === undefined && (paper.isTaken(below) || below.y0 - last.y1 > row.height)) return false;
    if (below.words.some((word) => isLettered(word) && paper.isFree(word))) return true;
    last = below;
  }
  return false;
}

/** The line read there, unless it was read over the rows of two. */
function alone(beside: readonly (LineReading | undefined)[], i: number): LineReading | undefined {
  return beside.filter((line) => line === beside[i]).length === 1 ? beside[i] : undefined;
}

/** The line that was read in the same row. */
function sameRow({ page, y0, y1 }: Row, read: readonly LineReading[]): LineReading | undefined {
  const middle = (y0 + y1) / 2 / page.height;
  const hits = read.filter(
    ({ place }) => place?.page === page.number && place.box[1] <= middle && middle <= place.box[3],
  );
  return hits.length === 1 ? hits[0] : undefined;
}
