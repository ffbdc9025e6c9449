import sharp, { type Sharp } from 'sharp';
import { LIMITS } from '../limits.js';
import { DocumentRefused } from '../refusal.js';
import { type Grey, inkOf, isOnItsSide, paperTiles, percentile, skewOf } from './grey.js';

/** A page ready for character recognition. */
export interface Prepared extends Grey {
  /** PNG of the same picture. */
  png: Buffer;
}

/** Long side of an A4 page at about 230 dpi; text of 8 points is then some 20 pixels high. */
const LONG_SIDE = 2700;
const LARGEST = 3600;
/** Paper darker than this, or lit unevenly, is a photograph. */
const WHITE = 225;

/** Opens an image that came from outside, with its limits; EXIF turns are done. */
export function openImage(bytes: Uint8Array, page = 0): Sharp {
  return sharp(bytes, { limitInputPixels: LIMITS.imagePixels, failOn: 'error', page, sequentialRead: true }).rotate();
}

/**
 * Makes a page of characters out of a picture: grey, evenly lit, upright, level and large enough.
 * @param quarterTurns further turns to the right, when the first reading shows that it stands on its head.
 */
export async function prepare(image: Sharp, quarterTurns = 0): Promise<Prepared> {
  const grey = await decoded(image);
  const turned = quarterTurns === 0 ? grey : await raw(fromGrey(grey).rotate(90 * quarterTurns));
  const lit = await evenlyLit(turned);
  const small = await raw(
    fromGrey(lit).resize({
      width: Math.min(lit.width, Math.round((900 * lit.width) / Math.max(lit.width, lit.height))),
      kernel: 'cubic',
    }),
  );
  const ink = inkOf(small);
  const sideways = isOnItsSide(ink);
  const upright = sideways ? await raw(fromGrey(lit).rotate(270)) : lit;
  const skew = skewOf(sideways ? inkOf(await raw(fromGrey(small).rotate(270))) : ink);
  const level = Math.abs(skew) < 0.04 ? upright : await raw(fromGrey(upright).rotate(-skew, { background: '#ffffff' }));
  const long = Math.max(level.width, level.height);
  const scale = Math.min(3, long < LONG_SIDE ? LONG_SIDE / long : long > LARGEST ? LARGEST / long : 1);
  const sized =
    scale === 1
      ? level
      : await raw(
          fromGrey(level).resize({ width: Math.round(level.width * scale), kernel: scale > 1 ? 'cubic' : 'lanczos3' }),
        );
  const png = await fromGrey(sized).png({ compressionLevel: 1 }).toBuffer();
  return { ...sized, png };
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
  const lit = new Uint8Array(grey.data.length);
  for (let i = 0; i < lit.length; i++)
    lit[i] = Math.min(255, Math.round((255 * (grey.data[i] ?? 255)) / Math.max(24, (paper.data[i] ?? 255) * 0.97)));
  return { ...grey, data: lit };
}
