import type { Grey } from './grey.js';
import { darkSquares, SQUARE } from './squares.js';

/**
 * Takes rules away: solid ones between rows and columns, dashed and dotted ones, leaders, lines of dashes on a till roll.
 * Recognition of a block takes the dots for accents and the rules for letters, and loses the row beside them.
 */

/** The dots of a rule are small and faint. */
const FAINT = 200;
const DOT = 2;
/** The shortest rule, in squares: longer than any dash and than the strokes of the largest letters. */
const SHORTEST = 30;
/** White that a solid rule is drawn with besides, in pixels: its soft edges. */
const FRINGE = 2;

/** A run of squares in a row, or where the picture was turned in a column. */
interface Run {
  row: number;
  from: number;
  to: number;
}

/** Wipes the rules out of a picture that was drawn straight already. */
export function wipeRules(picture: Grey): void {
  const squares = darkSquares(picture, FAINT, DOT);
  const level = [...solidRuns(squares), ...dottedRuns(squares)];
  const upright = solidRuns(turnedOver(squares));
  const { data, width, height } = picture;
  const wipe = (left: number, top: number, right: number, bottom: number) => {
    const [from, to] = [Math.max(0, left), Math.min(width, right)];
    for (let y = Math.max(0, top); y < Math.min(height, bottom); y++) data.fill(255, y * width + from, y * width + to);
  };
  const across = ({ row }: Run) => [row * SQUARE - FRINGE, (row + 1) * SQUARE + FRINGE] as const;
  const along = ({ from, to }: Run) => [from * SQUARE - FRINGE, to * SQUARE + FRINGE] as const;
  for (const run of level) wipe(along(run)[0], across(run)[0], along(run)[1], across(run)[1]);
  for (const run of upright) wipe(across(run)[0], along(run)[0], across(run)[1], along(run)[1]);
}

function turnedOver({ data, width, height }: Grey): Grey {
  const out = new Uint8Array(data.length);
  for (let y = 0, i = 0; y < height; y++) for (let x = 0; x < width; x++, i++) out[x * height + y] = data[i] ?? 0;
  return { data: out, width: height, height: width };
}

/** Of a solid rule, how much may have ink beside it: what crosses it, and letters that touch it. */
const CROSSED = 0.3;

/** Unbroken ink, beside which there is mostly none. */
function solidRuns({ data, width, height }: Grey): Run[] {
  const found: Run[] = [];
  const inked = (row: number, from: number, to: number) => {
    if (row < 0 || row >= height) return 0;
    let count = 0;
    for (let x = from; x < to; x++) count += data[row * width + x] ?? 0;
    return count;
  };
  for (let row = 0; row < height; row++) {
    for (let x = 0; x < width; x++) {
      const from = x;
      while (x < width && data[row * width + x] === 1) x++;
      const most = CROSSED * (x - from);
      if (x - from < SHORTEST || inked(row - 2, from, x) > most || inked(row + 2, from, x) > most) continue;
      found.push({ row, from, to: x });
    }
  }
  return found;
}

/** Where there is nothing above and below dots, in squares, and to either side of each. */
const CLEAR: readonly number[] = [-3, -2, 2, 3];
const BESIDE = 3;
/** Squares between two dots, and the share of a rule that is dots. */
const GAP = 3;
const INKED = 0.25;

/** Ink with short gaps that stands alone, far from the decimal points and full stops it might be. */
function dottedRuns({ data, width, height }: Grey): Run[] {
  const found: Run[] = [];
  const crowded = new Uint8Array(width);
  for (let row = 0; row < height; row++) {
    if (!data.subarray(row * width, (row + 1) * width).includes(1)) continue;
    crowded.fill(0);
    for (const off of CLEAR) {
      const other = row + off;
      if (other < 0 || other >= height) continue;
      for (let x = 0; x < width; x++)
        if (data[other * width + x] === 1) crowded.fill(1, Math.max(0, x - BESIDE), Math.min(width, x + BESIDE + 1));
    }
    let from = -1;
    let last = -1;
    let dots = 0;
    for (let x = 0; x <= width; x++) {
      if (from >= 0 && (x === width || x - last > GAP + 1 || crowded[x] === 1)) {
        const length = last + 1 - from;
        if (length >= SHORTEST && dots >= INKED * length) found.push({ row, from, to: last + 1 });
        from = -1;
        dots = 0;
      }
      if (x === width || crowded[x] === 1 || data[row * width + x] !== 1) continue;
      if (from < 0) from = x;
      last = x;
      dots++;
    }
  }
  return found;
}
