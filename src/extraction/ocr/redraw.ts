import type { Grey } from './grey.js';
import { fourAt } from './squares.js';

/**
 * Where a place of a new picture lies in the one it is drawn from, before the bend: `x = ax·X + bx·Y + cx`, and the same
 * for y. Places are measured from the corner of the picture, so the middle of its first pixel is at a half.
 */
export interface Map {
  ax: number;
  bx: number;
  cx: number;
  ay: number;
  by: number;
  cy: number;
}

/** How much lower than itself each place is to be drawn from, given and told in shares of the width and the height. */
export type Bend = (x: number, y: number) => number;

/** The bend changes slowly; it is worked out every so many pixels and is straight between. */
const GRID = 16;
/** Places in the source are whole numbers of this part of a pixel. */
const PART = 65_536;

const AS_THEY_ARE = Uint8Array.from({ length: 256 }, (_, grey) => grey);

/**
 * Turns, straightens and enlarges a picture at once. Each of them alone costs as much, and softens the letters again.
 * Where the new picture reaches out of the old one it is white.
 * @param tones what each grey becomes.
 */
export function redrawn(
  source: Grey,
  width: number,
  height: number,
  map: Map,
  bend: Bend | null,
  tones: Uint8Array = AS_THEY_ARE,
): Grey {
  const { data: from, width: across, height: down } = source;
  const data = new Uint8Array(width * height).fill(255);
  const [mostU, mostV] = [(across - 1) * PART, (down - 1) * PART];
  const hasInk = inkWithin(source, tones);
  const columns = Math.ceil(width / GRID) + 1;
  const row = (y: number) =>
    Float64Array.from({ length: columns }, (_, c) =>
      bend === null ? 0 : bend((c * GRID) / width, y / height) * height,
    );
  let above = row(0);
  let below = above;
  for (let y = 0; y < height; y++) {
    if (y % GRID === 0) {
      above = below;
      below = bend === null ? above : row(y + GRID);
    }
    const part = (y % GRID) / GRID;
    for (let c = 0; c + 1 < columns; c++) {
      const x = c * GRID;
      const lift = (above[c] as number) * (1 - part) + (below[c] as number) * part;
      const next = (above[c + 1] as number) * (1 - part) + (below[c + 1] as number) * part;
      const rise = (next - lift) / GRID;
      const [x0, y0] = [x + 0.5, y + 0.5 + lift];
      let u = Math.round((map.ax * x0 + map.bx * y0 + map.cx - 0.5) * PART);
      let v = Math.round((map.ay * x0 + map.by * y0 + map.cy - 0.5) * PART);
      const du = Math.round((map.ax + map.bx * rise) * PART);
      const dv = Math.round((map.ay + map.by * rise) * PART);
      // A straight run between two places within the source lies within it.
      let start = 0;
      let end = Math.min(GRID, width - x);
      let [endU, endV] = [u + (end - 1) * du, v + (end - 1) * dv];
      for (; start < end && outside(u, v, mostU, mostV); start++, u += du, v += dv);
      for (; start < end && outside(endU, endV, mostU, mostV); end--, endU -= du, endV -= dv);
      // Most of a page is white, and so is the new picture already.
      if (start >= end || !hasInk(u >> 16, v >> 16, endU >> 16, endV >> 16)) continue;
      for (let i = y * width + x + start, last = y * width + x + end; i < last; i++, u += du, v += dv) {
        const at = (v >> 16) * across + (u >> 16);
        const right = (u >> 8) & 255;
        const one = from[at] as number;
        const upper = (one << 8) + ((from[at + 1] as number) - one) * right;
        const two = from[at + across] as number;
        const lower = (two << 8) + ((from[at + across + 1] as number) - two) * right;
        data[i] = tones[((upper << 8) + (lower - upper) * ((v >> 8) & 255) + 32_768) >> 16] as number;
      }
    }
  }
  return { data, width, height };
}

/** Side of the squares by which a source is looked over for what is not white, as a power of two. */
const SQUARE_BITS = 3;

/**
 * Looks a picture over once. What it gives tells whether anything in and around the places between two of them, and the pixels right of and
 * below these, may become other than white.
 */
function inkWithin(
  { data, width, height }: Grey,
  tones: Uint8Array,
): (x0: number, y0: number, x1: number, y1: number) => boolean {
  let white = 255;
  while (white > 128 && tones[white - 1] === 255) white--;
  const columns = (width >> SQUARE_BITS) + 1;
  const inked = new Uint8Array(columns * ((height >> SQUARE_BITS) + 1));
  const four = fourAt(data);
  // Four pixels at once: one is white when this, added to its lower seven bits, carries into the eighth, which it has too.
  const rest = (256 - white) * 0x01010101;
  for (let y = 0; y < height; y++) {
    const row = (y >> SQUARE_BITS) * columns;
    let x = 0;
    for (let at = y * width; x + 4 <= width; x += 4, at += 4) {
      const pixels = four.getInt32(at, true);
      if ((((pixels & 0x7f7f7f7f) + rest) & pixels & 0x80808080) !== ALL_FOUR) inked[row + (x >> SQUARE_BITS)] = 1;
    }
    for (; x < width; x++) if ((data[y * width + x] as number) < white) inked[row + (x >> SQUARE_BITS)] = 1;
  }
  return (x0, y0, x1, y1) => {
    const [left, right] = x0 < x1 ? [x0, x1] : [x1, x0];
    const [top, bottom] = y0 < y1 ? [y0, y1] : [y1, y0];
    for (let row = top >> SQUARE_BITS; row <= (bottom + 1) >> SQUARE_BITS; row++)
      for (let column = left >> SQUARE_BITS; column <= (right + 1) >> SQUARE_BITS; column++)
        if (inked[row * columns + column] === 1) return true;
    return false;
  };
}

const ALL_FOUR = 0x80808080 | 0;

function outside(u: number, v: number, mostU: number, mostV: number): boolean {
  return u < 0 || v < 0 || u >= mostU || v >= mostV;
}
