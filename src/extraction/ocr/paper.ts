import { solved } from './equations.js';
import { type Grey, percentile } from './grey.js';

/** Finds the sheet of paper on a photograph and lays it flat. */

type Point = readonly [number, number];
/** Corners: top left, top right, bottom right, bottom left. */
export type Corners = readonly [Point, Point, Point, Point];

/** A straight edge: the other coordinate is `at + slope * along`. */
interface Edge {
  at: number;
  slope: number;
  /** Found in the picture, and not its border. */
  seen: boolean;
}

/** Share of an edge's points that must lie on its line. */
const STRAIGHT = 0.6;
/** A sheet covers at least this share of a photograph that is worth reading. */
const LEAST_AREA = 0.35;

/**
 * The corners of the paper in a small picture, when at least two of its edges are seen against something darker; null
 * when the paper fills the picture or nothing like a sheet is found.
 */
export function paperCorners(small: Grey): Corners | null {
  const { data, width, height } = small;
  const bright = 0.6 * percentile(data, 0.8);
  const at = (x: number, y: number) => data[y * width + x] ?? 0;
  const left = edgeOf(height, width, bright, (y, i) => at(i, y));
  const right = mirrored(
    edgeOf(height, width, bright, (y, i) => at(width - 1 - i, y)),
    width,
  );
  const top = edgeOf(width, height, bright, (x, i) => at(x, i));
  const bottom = mirrored(
    edgeOf(width, height, bright, (x, i) => at(x, height - 1 - i)),
    height,
  );
  if ([left, right, top, bottom].filter((e) => e.seen).length < 2) return null;
  const corners = [crossing(left, top), crossing(right, top), crossing(right, bottom), crossing(left, bottom)] as const;
  const inside = corners.every(
    ([x, y]) => x > -0.1 * width && x < 1.1 * width && y > -0.1 * height && y < 1.1 * height,
  );
  return inside && area(corners) > LEAST_AREA * width * height ? corners : null;
}

type Brightness = (position: number, depth: number) => number;

/** In the shadow, paper is as much darker than in the light. */
const SHADED = [1, 0.8, 0.65] as const;

/** The first paper met from one side, for each position along that side, as a straight line; in the shadow, if none is seen in the light. */
function edgeOf(along: number, across: number, bright: number, at: Brightness): Edge {
  for (const shade of SHADED) {
    const edge = edgeAbove(along, across, shade * bright, at);
    if (edge.seen) return edge;
  }
  return BORDER;
}

const BORDER: Edge = { at: 0, slope: 0, seen: false };

/** How much brighter paper is than the table beside it; where a shadow begins, it grows darker by less than that. */
const CONTRAST = 1.2;
/** How far from an edge the two are compared, in pixels of the small picture. */
const BESIDE = 4;

function edgeAbove(along: number, across: number, bright: number, at: Brightness): Edge {
  const points: [number, number][] = [];
  for (let position = Math.floor(along * 0.12); position < along * 0.88; position += 2) {
    for (let depth = 0; depth < across * 0.35; depth++) {
      if (![0, 1, 2, 3, 4, 5].every((k) => at(position, depth + k) > bright)) continue;
      points.push([position, depth]);
      break;
    }
  }
  if (points.length < along * 0.2) return BORDER;
  const line = medianLine(points);
  const near = points.filter(([p, d]) => Math.abs(line.at + line.slope * p - d) < 0.008 * across + 1);
  const middle = line.at + line.slope * (along / 2);
  if (near.length < STRAIGHT * points.length || middle < 0.012 * across || Math.abs(line.slope) > 0.25) return BORDER;
  const contrast = near
    .filter(([, d]) => d >= BESIDE)
    .map(([p, d]) => at(p, d + BESIDE) / Math.max(1, at(p, d - BESIDE)));
  return middleOf(contrast) < CONTRAST ? BORDER : { ...line, seen: true };
}

/** The line through points with the median of their slopes, which a thumb or a fold does not pull away. */
function medianLine(points: readonly [number, number][]): { at: number; slope: number } {
  const slopes: number[] = [];
  const step = Math.max(1, Math.floor(points.length / 60));
  for (let i = 0; i < points.length; i += step)
    for (let j = i + 10 * step; j < points.length; j += step) {
      const [[p, d], [q, e]] = [points[i] as Point, points[j] as Point];
      if (q !== p) slopes.push((e - d) / (q - p));
    }
  const slope = middleOf(slopes);
  return { slope, at: middleOf(points.map(([p, d]) => d - slope * p)) };
}

function middleOf(numbers: number[]): number {
  return numbers.sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;
}

function mirrored({ at, slope, seen }: Edge, across: number): Edge {
  return { at: across - 1 - at, slope: -slope, seen };
}

/** Where an upright edge (x by y) and a level one (y by x) meet. */
function crossing(upright: Edge, level: Edge): Point {
  const y = (level.at + level.slope * upright.at) / (1 - level.slope * upright.slope);
  return [upright.at + upright.slope * y, y];
}

function area(corners: Corners): number {
  let twice = 0;
  corners.forEach(([x, y], i) => {
    const [u, v] = corners[(i + 1) % 4] as Point;
    twice += x * v - u * y;
  });
  return Math.abs(twice) / 2;
}

/** The picture within its corners, laid flat to a rectangle as long and wide as the sides of the sheet. */
export function laidFlat(picture: Grey, corners: Corners): Grey {
  const [a, b, c, d] = corners;
  const length = ([x, y]: Point, [u, v]: Point) => Math.hypot(u - x, v - y);
  const width = Math.round(Math.max(length(a, b), length(d, c)));
  const height = Math.round(Math.max(length(a, d), length(b, c)));
  const map = homography(
    [
      [0, 0],
      [width, 0],
      [width, height],
      [0, height],
    ],
    corners,
  );
  const [h0 = 0, h1 = 0, h2 = 0, h3 = 0, h4 = 0, h5 = 0, h6 = 0, h7 = 0] = map;
  const { data, width: across, height: down } = picture;
  // Paper white where the sheet reaches out of the picture.
  const flat = new Uint8Array(width * height).fill(255);
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      const w = h6 * x + h7 * y + 1;
      const u = (h0 * x + h1 * y + h2) / w;
      const v = (h3 * x + h4 * y + h5) / w;
      if (u < 0 || v < 0 || u >= across - 1 || v >= down - 1) continue;
      const x0 = Math.trunc(u);
      const y0 = Math.trunc(v);
      const at = y0 * across + x0;
      const left = data[at] ?? 0;
      const below = data[at + across] ?? 0;
      const top = left + ((data[at + 1] ?? 0) - left) * (u - x0);
      const bottom = below + ((data[at + across + 1] ?? 0) - below) * (u - x0);
      flat[i] = top + (bottom - top) * (v - y0) + 0.5;
    }
  }
  return { data: flat, width, height };
}

/** The eight numbers of the projection that takes four points to four others, by elimination. */
export function homography(from: readonly Point[], to: readonly Point[]): number[] {
  const rows: number[][] = [];
  from.forEach(([x, y], i) => {
    const [u, v] = to[i] as Point;
    rows.push([x, y, 1, 0, 0, 0, -u * x, -u * y, u], [0, 0, 0, x, y, 1, -v * x, -v * y, v]);
  });
  return solved(rows);
}
