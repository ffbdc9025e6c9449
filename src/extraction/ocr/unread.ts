import { median, type Word } from '../table/page.js';
import type { Grey } from './grey.js';
import { darkSquares, SQUARE } from './squares.js';

/** A piece of ink, in pixels of the picture. */
export interface Ink {
  x0: number;
  y0: number;
  x1: number;
  y1: number;
}

/** What is ink of a character, and how much of it a square holds. */
const DARK = 140;
const ENOUGH = 4;
/** Height of a character and share of its box that is ink, beside the usual height of words. */
const LOW = 0.5;
const HIGH = 6;
const LEAST_FILLED = 0.25;

/**
 * Ink like that of characters that no word covers: what recognition lost, which another way of taking the page apart may
 * find. Rules, frames and specks are none.
 */
export function unreadInk(picture: Grey, words: readonly Word[]): Ink[] {
  const { data: ink, width: columns, height: rows } = darkSquares(picture, DARK, ENOUGH);
  for (const { x0, y0, x1, y1 } of words) {
    const from = Math.max(0, Math.floor(x0 / SQUARE) - 1);
    const to = Math.min(columns, Math.ceil(x1 / SQUARE) + 1);
    for (let row = Math.max(0, Math.floor(y0 / SQUARE) - 1); row < Math.min(rows, Math.ceil(y1 / SQUARE) + 1); row++)
      ink.fill(0, row * columns + from, row * columns + to);
  }
  const usual = median(words.map((w) => w.y1 - w.y0)) / SQUARE;
  return piecesOf(ink, columns)
    .filter(({ x0, y0, x1, y1, squares }) => {
      const tall = y1 - y0;
      const wide = x1 - x0;
      return (
        tall >= LOW * usual && tall <= HIGH * usual && wide <= 4 * HIGH * usual && squares >= LEAST_FILLED * wide * tall
      );
    })
    .map(({ x0, y0, x1, y1 }) => ({ x0: x0 * SQUARE, y0: y0 * SQUARE, x1: x1 * SQUARE, y1: y1 * SQUARE }));
}

/** The connected pieces of ink, in squares; takes them out of what it is given. */
function piecesOf(ink: Uint8Array, columns: number): (Ink & { squares: number })[] {
  const pieces: (Ink & { squares: number })[] = [];
  const waiting: number[] = [];
  for (let start = 0; start < ink.length; start++) {
    if (ink[start] !== 1) continue;
    const piece = { x0: columns, y0: Number.POSITIVE_INFINITY, x1: 0, y1: 0, squares: 0 };
    ink[start] = 0;
    waiting.push(start);
    for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
      const x = at % columns;
      const y = (at - x) / columns;
      piece.x0 = Math.min(piece.x0, x);
      piece.x1 = Math.max(piece.x1, x + 1);
      piece.y0 = Math.min(piece.y0, y);
      piece.y1 = Math.max(piece.y1, y + 1);
      piece.squares++;
      for (let down = -1; down <= 1; down++)
        for (let across = Math.max(-1, -x); across <= Math.min(1, columns - 1 - x); across++) {
          const next = at + down * columns + across;
          if (ink[next] !== 1) continue;
          ink[next] = 0;
          waiting.push(next);
        }
    }
    pieces.push(piece);
  }
  return pieces;
}
