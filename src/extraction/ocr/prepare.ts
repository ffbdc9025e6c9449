import sharp, { type Sharp } from 'sharp';
import { LIMITS } from '../limits.js';
import { DocumentRefused } from '../refusal.js';
import { takeBandsAway } from './bands.js';
import { type Grey, inkPlaces, isOnItsSide, paperTiles, percentile, skewOf } from './grey.js';
import { type Corners, laidFlat, paperCorners } from './paper.js';
import { type Bend, redrawn } from './redraw.js';
import { wipeRules } from './rules.js';
import { bendOf } from './straighten.js';

/** Long side of an A4 page at about 230 dpi; text of 8 points is then some 20 pixels high. At 200 dpi small print was misread. */
const LONG_SIDE = 2700;
const LARGEST = 3600;
/** Lines of text less crooked than this, in degrees, are level. */
const LEAST_SKEW = 0.04;
/** Paper darker than this, or lit unevenly, is a photograph. */
const WHITE = 225;

/** Opens an image that came from outside, with its limits; EXIF turns are done. */
export function openImage(bytes: Uint8Array, page = 0): Sharp {
  return sharp(bytes, {
    limitInputPixels: LIMITS.imagePixels,
    failOn: 'error',
    page,
    sequentialRead: true,
    // What shade a colour has exactly is of no use to reading, and takes as long to find out as half the unpacking.
    ignoreIcc: true,
  }).rotate();
}

/** A picture as it came, in grey and evenly lit, with what the first look at it says. */
export interface Lit extends Grey {
  /** The same picture, small enough to be looked at as a whole. */
  small: Grey;
  /** Quarter turns to the right that would set its lines of text level, the likeliest first. */
  turns: readonly number[];
}

/** Takes colour, shadows and the table under the paper away, and looks which way the lines of text run. */
export async function lighten(image: Sharp): Promise<Lit> {
  const taken = await decoded(image);
  const look = await shrunk(taken);
  const flat = await flattened(taken, look);
  const lit = await evenlyLit(flat);
  const small = lit === taken ? look : await shrunk(lit);
  return { ...lit, small, turns: isOnItsSide(inkPlaces(small)) ? [3, 1, 0, 2] : [0, 2, 3, 1] };
}

/**
 * Makes a page of characters out of a picture: turned, level, straight and large enough. What the small picture shows is
 * enough to know how; the large one is drawn once.
 * @param quarterTurns to the right.
 */
export async function prepare(lit: Lit, quarterTurns: number): Promise<Grey> {
  const seen = skewOf(inkPlaces(turned(lit.small, quarterTurns, 0, 1, null)));
  const skew = Math.abs(seen) < LEAST_SKEW ? 0 : seen;
  const [width, height] = sizeOf(lit, quarterTurns, skew);
  const long = Math.max(width, height);
  const scale = Math.min(3, long < LONG_SIDE ? LONG_SIDE / long : long > LARGEST ? LARGEST / long : 1);
  const bend = bendOf(turned(lit.small, quarterTurns, skew, 1, null), height * scale);
  // Where pixels are left out, all of them must have been looked at.
  const large =
    scale < 0.8
      ? turned(await scaled(lit, scale), quarterTurns, skew, 1, bend, WHITENED)
      : turned(lit, quarterTurns, skew, scale, bend, WHITENED);
  takeBandsAway(large);
  wipeRules(large);
  return large;
}

/** Paper brighter than this is white: its grain, where little ink stands, is taken for specks and dots. */
const GRAIN = 228;

/** The paper made white, and its ink as dark beside it as before. */
const WHITENED = Uint8Array.from({ length: 256 }, (_, grey) => Math.min(255, Math.round((grey * 255) / GRAIN)));

/** Width and height of a picture that was turned; what it turns about is its middle, and nothing of it is cut off. */
function sizeOf({ width, height }: Grey, quarterTurns: number, degrees: number): [number, number] {
  const [w, h] = quarterTurns % 2 === 0 ? [width, height] : [height, width];
  const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.abs(Math.sin((degrees * Math.PI) / 180))];
  return [w * cos + h * sin, w * sin + h * cos];
}

/**
 * A picture turned to the right by quarters, then to the left by some degrees, and enlarged.
 * @param bend of the lines of text when all this is done.
 * @param tones what each grey becomes.
 */
function turned(
  source: Grey,
  quarterTurns: number,
  degrees: number,
  scale: number,
  bend: Bend | null,
  tones?: Uint8Array,
): Grey {
  const asItIs = quarterTurns === 0 && degrees === 0 && scale === 1 && bend === null;
  if (asItIs)
    return tones === undefined ? source : { ...source, data: source.data.map((grey) => tones[grey] as number) };
  const [width, height] = sizeOf(source, quarterTurns, degrees).map((side) => Math.round(side * scale)) as [
    number,
    number,
  ];
  // Each quarter to the right takes what was across to what is down.
  const angle = ((degrees - 90 * quarterTurns) * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle) / scale, Math.sin(angle) / scale];
  const map = {
    ax: cos,
    bx: -sin,
    cx: source.width / 2 - (cos * width - sin * height) / 2,
    ay: sin,
    by: cos,
    cy: source.height / 2 - (sin * width + cos * height) / 2,
  };
  return redrawn(source, width, height, map, bend, tones);
}

/** A picture made larger or smaller. */
export function scaled(grey: Grey, factor: number): Promise<Grey> {
  const width = Math.max(1, Math.round(grey.width * factor));
  return raw(fromGrey(grey).resize({ width, kernel: 'cubic' }));
}

/**
 * A photographed sheet laid flat, when its edges are seen; any other picture as it is.
 * @param look the same picture, small.
 */
async function flattened(grey: Grey, look: Grey): Promise<Grey> {
  const width = 360;
  const small = await raw(fromGrey(look).resize({ width }).blur(1.2));
  const corners = paperCorners(small);
  if (corners === null) return grey;
  const scale = grey.width / width;
  return laidFlat(grey, corners.map(([x, y]) => [x * scale, y * scale]) as unknown as Corners);
}

/** Small enough to be looked at as a whole. */
function shrunk(grey: Grey): Promise<Grey> {
  const width = Math.round((900 * grey.width) / Math.max(grey.width, grey.height));
  return raw(fromGrey(grey).resize({ width: Math.max(16, Math.min(grey.width, width)), kernel: 'cubic' }));
}

async function decoded(image: Sharp): Promise<Grey> {
  try {
    return await raw(image.flatten({ background: '#ffffff' }).greyscale());
  } catch (error) {
    const { message } = error as Error;
    if (/pixel limit|too large|exceeds/i.test(message)) throw tooLarge();
    throw new DocumentRefused('damaged', 'the image is cut off or damaged; take or scan it again.');
  }
}

export function tooLarge(): DocumentRefused {
  return new DocumentRefused(
    'image_too_large',
    `the image has more than ${LIMITS.imagePixels / 1e6} million pixels, or a side over ${LIMITS.imageSide}; save it smaller (a page needs 2,000 by 3,000).`,
  );
}

async function raw(image: Sharp): Promise<Grey> {
  const { data, info } = await image.toColourspace('b-w').raw().toBuffer({ resolveWithObject: true });
  if (info.channels === 1) return { data, width: info.width, height: info.height };
  const grey = new Uint8Array(info.width * info.height);
  for (let i = 0; i < grey.length; i++) grey[i] = data[i * info.channels] ?? 255;
  return { data: grey, width: info.width, height: info.height };
}

function fromGrey({ data, width, height }: Grey): Sharp {
  return sharp(data, { raw: { width, height, channels: 1 }, limitInputPixels: 4 * LIMITS.imagePixels });
}

/** Takes shadows and coloured paper away by dividing through the brightness of the paper; a clean scan stays as it is. */
async function evenlyLit(grey: Grey): Promise<Grey> {
  const thumb = await raw(fromGrey(grey).resize(64, 90, { fit: 'fill' }));
  if (percentile(thumb.data, 0.6) >= WHITE && percentile(thumb.data, 0.15) >= 120) return grey;
  const tile = Math.max(8, Math.round(grey.width / 28));
  const tiles = paperTiles(grey, tile);
  const paper = await raw(
    fromGrey(tiles).median(3).blur(1).resize(grey.width, grey.height, { fit: 'fill', kernel: 'cubic' }),
  );
  // What is much darker than the paper usually is, is the table it lies on.
  const table = 0.52 * percentile(tiles.data, 0.6);
  const lit = new Uint8Array(grey.data.length);
  for (let i = 0; i < lit.length; i++) {
    const white = paper.data[i] ?? 255;
    const value = (255 * (grey.data[i] ?? 255)) / Math.max(24, white * 0.97);
    lit[i] = white < table || value >= 255 ? 255 : value + 0.5;
  }
  return { ...grey, data: lit };
}
