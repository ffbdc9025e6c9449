import type { Grey } from './grey.js';
import { FOUR_WHITE, fourAt, SQUARE } from './squares.js';

/** Takes shaded bands and boxes away that headings stand in, so that all text is dark on white. */

/** Wider than the strokes of letters, narrower than a band. */
const WINDOW = 25;
/** A ground darker than this bears light letters. */
const DARK = 110;
/** Share that is dark between two pieces of dark ground when letters stand there; of the page itself less is. */
const BETWEEN = 0.35;
/** Rows above and below that are looked at with each, some half of a band. */
const AROUND = 12;
/** Longest word, and longest way from the edge of a band to its first letter, in pixels. */
const LONGEST = 700;
const EDGE = 40;

/** A ground at least this bright is plain paper. */
const PAPER = 250;
/** Makes light letters dark and divides everything by what it stands on. */
export function takeBandsAway({ data, width, height }: Grey): void {
  for (const [from, to] of shadedStrips({ data, width, height })) {
    // The ground of a row is made of the rows around it, and the row is turned round before it is looked for again.
    // Another strip is further off than that.
    const [top, bottom] = [Math.max(0, from - 2 * WINDOW), Math.min(height, to + 2 * WINDOW)];
    const cut = { data: data.subarray(top * width, bottom * width), width, height: bottom - top };
    data.set(onPaper(cut).subarray((from - top) * width, (to - top) * width), from * width);
  }
}

function onPaper(picture: Grey): Uint8Array {
  let upright = picture;
  let ground = closed(picture);
  const turned = darkLetters(picture, ground);
  if (turned !== null) {
    upright = turned;
    ground = closed(turned);
  }
  const data = new Uint8Array(upright.data.length);
  for (let i = 0; i < data.length; i++) {
    const on = ground[i] ?? 255;
    const value = upright.data[i] ?? 255;
    data[i] = on >= PAPER ? value : Math.min(255, Math.round((255 * value) / Math.max(60, on)));
  }
  return data;
}

/**
 * Rows, from and up to, outside of which all ground is plain paper. Squares are compared instead of pixels: no ground
 * is darker than what this finds, so nothing is missed.
 */
function shadedStrips({ data, width, height }: Grey): [number, number][] {
  const columns = Math.ceil(width / SQUARE);
  const rows = Math.ceil(height / SQUARE);
  const squares = new Uint8Array(columns * rows);
  const four = fourAt(data);
  for (let row = 0, at = 0; row < rows; row++) {
    const bottom = Math.min(height, (row + 1) * SQUARE);
    for (let left = 0; left < width; left += SQUARE, at++) {
      const right = Math.min(width, left + SQUARE);
      // One white pixel says enough of a square; mostly its first four are.
      const isWhite = right - left === SQUARE && four.getInt32(row * SQUARE * width + left, true) === FOUR_WHITE;
      squares[at] = isWhite ? 255 : brightestWithin(data, width, left, row * SQUARE, right, bottom);
    }
  }
  // Whole squares within the window of every pixel of one, then all squares that the window of any touches.
  const half = (WINDOW - 1) / 2;
  const within = 2 * (Math.floor((half + 1) / SQUARE) - 1) + 1;
  const touched = 2 * Math.ceil(half / SQUARE) + 1;
  const brightest = brightestNear({ data: squares, width: columns, height: rows }, within);
  const ground = darkestNear({ data: brightest, width: columns, height: rows }, touched);
  const strips: [number, number][] = [];
  for (let row = 0; row < rows; row++) {
    let at = row * columns;
    const end = at + columns;
    while (at < end && (ground[at] as number) >= PAPER) at++;
    if (at === end) continue;
    const [from, to] = [row * SQUARE, Math.min(height, (row + 1) * SQUARE)];
    const last = strips.at(-1);
    if (last && from - last[1] <= 4 * WINDOW) last[1] = to;
    else strips.push([from, to]);
  }
  return strips;
}

function brightestWithin(
  data: Uint8Array,
  width: number,
  left: number,
  top: number,
  right: number,
  bottom: number,
): number {
  let most = 0;
  for (let y = top; y < bottom; y++)
    for (let at = y * width + left, end = y * width + right; at < end; at++)
      if ((data[at] as number) > most) most = data[at] as number;
  return most;
}

/**
 * Turns the areas round whose ground is dark; null when there are none. Between the words of a band its ground is
 * plain to see; where the words stand it is known by the dark on either side and around the letters.
 */
function darkLetters({ data, width, height }: Grey, ground: Uint8Array): Grey | null {
  if (!ground.some((on) => on < DARK)) return null;
  const share = darkShares({ data, width, height });
  const out = new Uint8Array(data);
  for (let y = 0; y < height; y++) {
    const row = ground.subarray(y * width, (y + 1) * width);
    for (const [from, to] of darkRuns(row, (x0, x1) => share(x0, x1, y)))
      for (let x = from; x < to; x++) out[y * width + x] = 255 - (data[y * width + x] ?? 255);
  }
  return { data: out, width, height };
}

/** Share of dark pixels from one place of a row to another, in the rows just above and below too. */
function darkShares({ data, width, height }: Grey): (x0: number, x1: number, y: number) => number {
  // Dark pixels above and left of each.
  const sums = new Uint32Array((width + 1) * (height + 1));
  for (let y = 0; y < height; y++) {
    let row = 0;
    for (let x = 0; x < width; x++) {
      if ((data[y * width + x] ?? 255) < 128) row++;
      sums[(y + 1) * (width + 1) + x + 1] = (sums[y * (width + 1) + x + 1] ?? 0) + row;
    }
  }
  return (from, to, y) => {
    const [x0, x1] = [Math.max(0, from), Math.min(width, to)];
    const [y0, y1] = [Math.max(0, y - AROUND), Math.min(height, y + AROUND + 1)];
    const at = (x: number, line: number) => sums[line * (width + 1) + x] ?? 0;
    const area = (x1 - x0) * (y1 - y0);
    return area <= 0 ? 0 : (at(x1, y1) - at(x0, y1) - at(x1, y0) + at(x0, y0)) / area;
  };
}

/** The parts of a row of pixels that are dark ground, with the letters on it. */
function darkRuns(ground: Uint8Array, share: (from: number, to: number) => number): [number, number][] {
  const width = ground.length;
  const runs: [number, number][] = [];
  for (let x = 0; x < width; x++) {
    if ((ground[x] ?? 255) >= DARK) continue;
    const from = x;
    while (x < width && (ground[x] ?? 255) < DARK) x++;
    const last = runs.at(-1);
    if (last && from - last[1] < LONGEST && share(last[1], from) >= BETWEEN) last[1] = x;
    else runs.push([from, x]);
  }
  return runs.map(([from, to]) => {
    let [left, right] = [from, to];
    while (left > 0 && from - left < LONGEST && share(left - EDGE, left) >= BETWEEN) left--;
    while (right < width && right - to < LONGEST && share(right, right + EDGE) >= BETWEEN) right++;
    return [left, right];
  });
}

/** The ground under the letters: the brightest nearby, and of that the darkest nearby, so that edges stay in place. */
function closed({ data, width, height }: Grey): Uint8Array {
  return darkestNear({ data: brightestNear({ data, width, height }, WINDOW), width, height }, WINDOW);
}

function darkestNear({ data, width, height }: Grey, window: number): Uint8Array {
  return inverted(brightestNear({ data: inverted(data), width, height }, window));
}

function inverted(data: Uint8Array): Uint8Array {
  const out = new Uint8Array(data.length);
  for (let i = 0; i < data.length; i++) out[i] = 255 - (data[i] ?? 0);
  return out;
}

/** The greatest value in a square around each pixel, its side an odd number of pixels. */
function brightestNear({ data, width, height }: Grey, window: number): Uint8Array {
  const half = (window - 1) / 2;
  const stride = width + 2 * half;
  // With a black rim, a window is at most what begins at its first pixel, and a step down is as simple as one across.
  const padded = new Uint8Array(stride * (height + 2 * half));
  for (let y = 0; y < height; y++) padded.set(data.subarray(y * width, (y + 1) * width), (y + half) * stride + half);
  for (const step of [1, stride]) {
    let reach = 1;
    for (; 2 * reach <= window; reach *= 2) brighten(padded, reach * step);
    brighten(padded, (window - reach) * step);
  }
  const out = new Uint8Array(data.length);
  for (let y = 0; y < height; y++) out.set(padded.subarray(y * stride, y * stride + width), y * width);
  return out;
}

/** Makes each value at least that of the one so many places on. */
function brighten(values: Uint8Array, places: number): void {
  for (let i = 0, j = places; j < values.length; i++, j++) {
    const other = values[j] ?? 0;
    if (other > (values[i] ?? 0)) values[i] = other;
  }
}
