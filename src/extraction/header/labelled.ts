import { middle, type Page, type Row, textOf, type Word } from '../table/page.js';
import { segmentsOf } from '../table/rows.js';

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

/**
 * Values of a label, the likeliest first: the rest of its own piece, the next piece of its row, the piece below it.
 * @param label matches the label at the start of a piece, or anywhere in it after other text.
 */
export function valuesOf(pieces: readonly Piece[], label: RegExp): { value: string; from: Piece }[] {
  const found: { value: string; from: Piece; rank: number }[] = [];
  pieces.forEach((piece, i) => {
    const match = label.exec(piece.text);
    if (!match) return;
    const rest = piece.text
      .slice(match.index + match[0].length)
      .replace(/^[\s:.#\-–]+/, '')
      .trim();
    const rank = match.index === 0 ? 0 : 0.5;
    if (rest !== '') found.push({ value: rest, from: piece, rank });
    const next = pieces[i + 1];
    if (next && next.row === piece.row)
      found.push({ value: next.text, from: next, rank: rank + (rest === '' ? 0.1 : 2) });
    if (rest !== '') return;
    const below = pieces.find(
      (p) =>
        p.page === piece.page &&
        p.row !== piece.row &&
        middle(p.row) > middle(piece.row) &&
        middle(p.row) - middle(piece.row) < 3 * Math.max(piece.row.height, p.row.height) &&
        Math.min(p.x1, piece.x1) - Math.max(p.x0, piece.x0) > -0.5 * piece.row.height,
    );
    if (below) found.push({ value: below.text, from: below, rank: rank + 1 });
  });
  return found.sort((a, b) => a.rank - b.rank);
}
