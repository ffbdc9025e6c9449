import type { Grey } from './grey.js';

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

/** The picture with light letters made dark, and everything divided by what it stands on. */
export function withoutBands(picture: Grey): Grey {
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
    data[i] = on >= 250 ? value : Math.min(255, Math.round((255 * value) / Math.max(60, on)));
  }
  return { ...upright, data };
}

/**
 * Turns the areas round whose ground is dark; null when there are none. Between the words of a band its ground is
 * plain to see; where the words stand it is known by the dark on either side and around the letters.
 */
function darkLetters({ data, width, height }: Grey, ground: Uint8Array): Grey | null {
  if (!ground.some((on) => on < DARK)) return null;
  const share = darkShares({ data, width, height });
  const out = Uint8Array.from(data);
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
  const across = extreme(data, height, width, width, 1, Math.max);
  const brightest = extreme(across, width, height, 1, width, Math.max);
  const back = extreme(brightest, height, width, width, 1, Math.min);
  return extreme(back, width, height, 1, width, Math.min);
}

/**
 * The greatest or least value within the window along each line, by van Herk's method: two running values per pixel,
 * whatever the window.
 * @param lines how many lines, each `length` pixels long; lines start `between` apart and their pixels `step`.
 */
function extreme(
  data: Uint8Array,
  lines: number,
  length: number,
  between: number,
  step: number,
  pick: (a: number, b: number) => number,
): Uint8Array {
  const out = new Uint8Array(data.length);
  const half = (WINDOW - 1) / 2;
  const forward = new Uint8Array(length);
  const backward = new Uint8Array(length);
  for (let line = 0; line < lines; line++) {
    const from = line * between;
    for (let i = 0; i < length; i++) {
      const value = data[from + i * step] ?? 0;
      forward[i] = i % WINDOW === 0 ? value : pick(forward[i - 1] ?? 0, value);
    }
    for (let i = length - 1; i >= 0; i--) {
      const value = data[from + i * step] ?? 0;
      backward[i] = i === length - 1 || (i + 1) % WINDOW === 0 ? value : pick(backward[i + 1] ?? 0, value);
    }
    for (let i = 0; i < length; i++) {
      const low = Math.max(0, i - half);
      const high = Math.min(length - 1, i + half);
      out[from + i * step] = pick(backward[low] ?? 0, forward[high] ?? 0);
    }
  }
  return out;
}
