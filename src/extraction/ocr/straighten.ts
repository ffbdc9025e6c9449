import { solved } from './equations.js';
import { type Grey, inkOf } from './grey.js';
import type { Bend } from './redraw.js';

/** Finds the bend in the lines of text of a page that did not lie flat when its picture was taken. */

/** Upright strips whose rows of text are compared with their neighbours'. */
const STRIPS = 16;
/** Parts of the page, from top to bottom, each of which may bend otherwise. */
const SECTIONS = 4;
/** How far, in pixels of the small picture, rows may move from one strip to the next. */
const MOST = 4;
/** Bends smaller than this, in pixels of the picture to be drawn, are left alone. */
const LEAST = 3;

/** How much lower the text of a strip stands than that of the strip before it. */
interface Step {
  /** Middle of the first strip and of the section, 0 to 1 across and down the page. */
  x: number;
  y: number;
  shift: number;
  /** How much ink agrees on it. */
  weight: number;
}

/** Terms of the bend: powers of x times powers of y; what does not depend on x moves whole rows and bends nothing. */
const TERMS: readonly (readonly [number, number])[] = [
  [1, 0],
  [2, 0],
  [3, 0],
  [1, 1],
  [2, 1],
  [3, 1],
];

/**
 * How the lines of text bend; null where they run straight, or nothing agrees on how they do.
 * @param small the picture about a thousand pixels long, which is looked at.
 * @param height of the picture that is to be drawn straight.
 */
export function bendOf(small: Grey, height: number): Bend | null {
  const bend = smoothBend(stepsOf(inkOf(small)), small.height);
  if (bend === null) return null;
  let most = 0;
  for (let x = 0; x <= 8; x++) for (let y = 0; y <= 4; y++) most = Math.max(most, Math.abs(bend(x / 8, y / 4)));
  return most * height < LEAST || most > 0.05 ? null : bend;
}

/** Compares the rows of ink of neighbouring strips, section by section. */
function stepsOf({ data, width, height }: Grey): Step[] {
  const strip = width / STRIPS;
  const counts = Array.from({ length: STRIPS }, () => new Float32Array(height));
  for (const [s, profile] of counts.entries()) {
    const [from, to] = [Math.floor(s * strip), Math.floor((s + 1) * strip)];
    for (let y = 0; y < height; y++) {
      let count = 0;
      for (let at = y * width + from, end = y * width + to; at < end; at++) count += data[at] as number;
      profile[y] = count;
    }
  }
  const profiles = counts.map(smoothed);
  const steps: Step[] = [];
  for (let s = 0; s + 1 < STRIPS; s++) {
    for (let part = 0; part < SECTIONS; part++) {
      const [from, to] = [Math.floor((part * height) / SECTIONS), Math.floor(((part + 1) * height) / SECTIONS)];
      const scores = Array.from({ length: 2 * MOST + 1 }, (_, i) =>
        agreement(profiles[s] as Float32Array, profiles[s + 1] as Float32Array, from, to, i - MOST),
      );
      const best = scores.indexOf(Math.max(...scores));
      const [before, here, after] = [scores[best - 1], scores[best] ?? 0, scores[best + 1]];
      // The best shift at the end of what was tried is no best one.
      if (before === undefined || after === undefined || here <= 0) continue;
      const curve = before - 2 * here + after;
      const weight = here - Math.min(...scores);
      if (weight > 0)
        steps.push({
          x: (s + 0.5) / STRIPS,
          y: (part + 0.5) / SECTIONS,
          shift: best - MOST + (curve === 0 ? 0 : (0.5 * (before - after)) / curve),
          weight,
        });
    }
  }
  return steps;
}

function smoothed(profile: Float32Array): Float32Array {
  // Without its mean over some rows, a profile is nothing but where the lines are.
  const out = new Float32Array(profile.length);
  const reach = 12;
  let sum = 0;
  for (let y = -reach; y < profile.length; y++) {
    sum += profile[y + reach] ?? 0;
    sum -= profile[y - reach - 1] ?? 0;
    if (y >= 0)
      out[y] = ((profile[y - 1] ?? 0) + 2 * (profile[y] ?? 0) + (profile[y + 1] ?? 0)) / 4 - sum / (2 * reach + 1);
  }
  return out;
}

function agreement(a: Float32Array, b: Float32Array, from: number, to: number, shift: number): number {
  let sum = 0;
  for (let y = from; y < to; y++) sum += (a[y] ?? 0) * (b[y + shift] ?? 0);
  return sum;
}

/** The smooth bend that fits the steps best, in shares of the height; null when too little agrees on one. */
function smoothBend(steps: readonly Step[], height: number): Bend | null {
  if (steps.length < 2 * TERMS.length) return null;
  const power = (x: number, y: number, [i, j]: readonly [number, number]) => (x - 0.5) ** i * (y - 0.5) ** j;
  const rises = steps.map(({ x, y }) => TERMS.map((term) => power(x + 1 / STRIPS, y, term) - power(x, y, term)));
  let weights = steps.map((s) => Math.sqrt(s.weight));
  let factors: number[] = [];
  for (let round = 0; round < 4; round++) {
    const sumOf = (part: (step: Step, rise: readonly number[]) => number) =>
      steps.reduce((sum, s, n) => sum + (weights[n] ?? 0) * part(s, rises[n] ?? []), 0);
    const matrix = TERMS.map((_, i) => TERMS.map((_, j) => sumOf((_, rise) => (rise[i] ?? 0) * (rise[j] ?? 0))));
    const right = TERMS.map((_, i) => sumOf((s, rise) => (rise[i] ?? 0) * s.shift));
    TERMS.forEach((_, k) => {
      const line = matrix[k] as number[];
      line[k] = (line[k] ?? 0) * 1.001 + 1e-9;
    });
    factors = solved(matrix.map((row, i) => [...row, right[i] ?? 0]));
    // Steps that others contradict (a rule, a logo) count for less in the next round.
    weights = steps.map((s, n) => {
      const fit = factors.reduce((sum, factor, k) => sum + factor * (rises[n]?.[k] ?? 0), 0);
      return Math.sqrt(s.weight) / (1 + ((s.shift - fit) / 0.6) ** 2);
    });
  }
  if (factors.some((f) => !Number.isFinite(f))) return null;
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = factors.map((factor) => factor / height);
  return (x, y) => {
    const [p, q] = [x - 0.5, y - 0.5];
    return p * (a + d * q + p * (b + e * q + p * (c + f * q)));
  };
}
