import { onceFor } from '../remember.js';
import { middle } from '../table/page.js';
import type { Piece } from './labelled.js';

/** Of each piece the one right above it, and of each the first piece right below. */
export const stacked = onceFor((pieces: readonly Piece[]) => {
  const above = new Map<Piece, Piece>();
  const below = new Map<Piece, Piece>();
  for (const piece of pieces) {
    const over = pieceAbove(piece, pieces);
    if (over === undefined) continue;
    above.set(piece, over);
    if (!below.has(over)) below.set(over, piece);
  }
  return { above, below };
});

/** The piece right above another one, set by the same edge or the same middle. */
function pieceAbove(piece: Piece, pieces: readonly Piece[]): Piece | undefined {
  const height = piece.row.height;
  return pieces.find(
    (p) =>
      p.page === piece.page &&
      middle(p.row) < middle(piece.row) - 0.4 * height &&
      middle(piece.row) - middle(p.row) < 2 * Math.max(height, p.row.height) &&
      Math.min(Math.abs(p.x0 - piece.x0), Math.abs(p.x1 - piece.x1), Math.abs(p.x0 + p.x1 - piece.x0 - piece.x1) / 2) <
        0.6 * height,
  );
}

/** The piece right under another one, by its left edge. */
export function below(piece: Piece, pieces: readonly Piece[]): Piece | undefined {
  const height = piece.row.height;
  return pieces.find(
    (p) =>
      p.page === piece.page &&
      middle(p.row) > middle(piece.row) + 0.4 * height &&
      middle(p.row) - middle(piece.row) < 3.5 * height &&
      Math.abs(p.x0 - piece.x0) < 3 * height,
  );
}
