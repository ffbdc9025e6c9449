import { middle, type Page, type Row, textOf, type Word } from '../table/page.js';
import { segmentsOf } from '../table/rows.js';
import { datesIn, isDayOfMonth } from './dates.js';

/** A piece of text of the first pages, with what stands right of it and below it. */
export interface Piece {
  row: Row;
  words: Word[];
  text: string;
  x0: number;
  x1: number;
  page: Page;
}

export function piecesOf(rows: readonly Row[]): Piece[] {
  return rows.flatMap((row) =>
    segmentsOf(row, 1.0)
      .flatMap(byLetterSize)
      .map((words) => ({
        row,
        words,
        text: textOf(words),
        x0: words[0]?.x0 ?? 0,
        x1: words.at(-1)?.x1 ?? 0,
        page: row.page,
      })),
  );
}

/** What stands under the words of a label in a row of headings that stand so close that they are one piece. */
function underWords(piece: Piece, match: RegExpExecArray, pieces: readonly Piece[]): string | null {
  const before = piece.text.slice(0, match.index).split(' ').length - 1;
  const length = match[0].trim().split(' ').length;
  const x0 = piece.words[before]?.x0 ?? piece.x0;
  const x1 = piece.words[before + length]?.x0 ?? piece.x1;
  const row = rightBelow(piece, pieces)?.row;
  const words =
    row?.words.filter((w) => w.x0 > x0 - 0.5 * piece.row.height && w.x0 < x1 - 0.2 * piece.row.height) ?? [];
  return words.length === 0 ? null : textOf(words);
}

/** Large letters and small ones beside them are two pieces: a name and what its owner says of himself. */
function byLetterSize(words: readonly Word[]): Word[][] {
  const parts: Word[][] = [];
  for (const word of words) {
    const last = parts.at(-1)?.at(-1);
    const size = (w: Word) => w.y1 - w.y0;
    // The height of recognised words is that of their ink and says little.
    const other =
      last && word.confidence === null && Math.max(size(word), size(last)) > 1.45 * Math.min(size(word), size(last));
    if (last && !other) parts.at(-1)?.push(word);
    else parts.push([word]);
  }
  return parts;
}

/** The first piece in the next rows that stands under another one, however it is set. */
export function rightBelow(piece: Piece, pieces: readonly Piece[]): Piece | undefined {
  return pieces.find(
    (p) =>
      p.page === piece.page &&
      p.row !== piece.row &&
      middle(p.row) > middle(piece.row) &&
      middle(p.row) - middle(piece.row) < 3.5 * Math.max(piece.row.height, p.row.height) &&
      Math.min(p.x1, piece.x1) - Math.max(p.x0, piece.x0) > -0.5 * piece.row.height,
  );
}

/** The text of a piece; a date in a narrow column may have its year in the row below. */
function wholeDate(piece: Piece, pieces: readonly Piece[]): string {
  if (!isDayOfMonth(piece.text) || datesIn(piece.text).length > 0) return piece.text;
  const next = rightBelow(piece, pieces);
  const year = /^(?:19|20)\d\d\b/.exec(next?.text ?? '')?.[0];
  return year === undefined ? piece.text : `${piece.text} ${year}`;
}

/** A number set right under its label, where what stands beside is the words of another block: an address, as a rule. */
function isOwnBelow(label: Piece, below: Piece, beside: Piece | undefined): boolean {
  const isSetUnder = Math.abs(below.x0 - label.x0) < 0.3 * label.row.height;
  const isNumber = (text: string) => /^(?=\S*\d)[\w/-]{3,20}$/.test(text);
  return isSetUnder && isNumber(below.text) && beside?.row === label.row && /^\p{L}{3,} /u.test(beside.text);
}

/**
 * Values of a label, the likeliest first: the rest of its own piece, the next piece of its row, the piece below it.
 * @param label matches the label at the start of a piece, or anywhere in it after other text.
 * @returns each with the piece that it stands in, and the piece of its label.
 */
export function valuesOf(pieces: readonly Piece[], label: RegExp): { value: string; from: Piece; of: Piece }[] {
  const found: { value: string; from: Piece; of: Piece; rank: number }[] = [];
  pieces.forEach((piece, i) => {
    const match = label.exec(piece.text);
    if (!match) return;
    const rest = piece.text
      .slice(match.index + match[0].length)
      .replace(/^[\s:.#\-–]+/, '')
      .trim();
    const rank = match.index === 0 ? 0 : 0.5;
    if (rest !== '') found.push({ value: rest, from: piece, of: piece, rank });
    const next = pieces[i + 1];
    if (next && next.row === piece.row)
      found.push({ value: next.text, from: next, of: piece, rank: rank + (rest === '' ? 0.1 : 2) });
    if (rest !== '') {
      const under = underWords(piece, match, pieces);
      if (under) found.push({ value: under, from: piece, of: piece, rank: rank + 2.5 });
      return;
    }
    const below = rightBelow(piece, pieces);
    if (below)
      found.push({
        value: wholeDate(below, pieces),
        from: below,
        of: piece,
        rank: rank + (isOwnBelow(piece, below, next) ? 0 : 1),
      });
  });
  return found.sort((a, b) => a.rank - b.rank);
}
