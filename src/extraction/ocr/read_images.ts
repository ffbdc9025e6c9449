import decodeHeic from 'heic-decode';
import sharp, { type Metadata, type Sharp } from 'sharp';
import { LIMITS } from '../limits.js';
import { readNumber } from '../numbers.js';
import { readPages } from '../read_pages.js';
import { DocumentRefused } from '../refusal.js';
import { median, type Page, type Word } from '../table/page.js';
import type { Grey } from './grey.js';
import { lighten, openImage, prepare, scaled, tooLarge } from './prepare.js';
import type { Recognised, Recogniser } from './recognise.js';
import { type Ink, unreadInk } from './unread.js';

/** A page of characters surer than this stands the right way up. */
const CLEAR = 0.72;
/** Fewer clear words than this and another way up is tried. */
const FEW_WORDS = 12;
/** Characters lower than this are enlarged and read again. */
const LOW_TEXT = 15;

/**
 * The pages of an image file, each ready to be prepared. Sizes are looked at before anything is unpacked.
 * @throws DocumentRefused when it is too large, too long or damaged.
 */
export async function imagesOf(bytes: Uint8Array, mime: string): Promise<(() => Sharp)[]> {
  if (/hei[cf]/.test(mime)) return [await heicImage(bytes)];
  let meta: Metadata;
  try {
    meta = await sharp(bytes, { limitInputPixels: LIMITS.imagePixels, pages: 1 }).metadata();
  } catch (error) {
    if (/pixel limit/i.test((error as Error).message)) throw tooLarge();
    throw new DocumentRefused('damaged', 'the image is cut off or damaged; take or scan it again.');
  }
  checkSize(meta.width, meta.pageHeight ?? meta.height);
  const pages = mime === 'image/tiff' ? (meta.pages ?? 1) : 1;
  if (pages > LIMITS.ocrPages)
    throw new DocumentRefused(
      'too_many_pages',
      `it has ${pages} pages; at most ${LIMITS.ocrPages} images are read. Split it.`,
    );
  return Array.from({ length: pages }, (_, page) => () => openImage(bytes, page));
}

function checkSize(width: number, height: number): void {
  if (width * height > LIMITS.imagePixels || Math.max(width, height) > LIMITS.imageSide) throw tooLarge();
}

/** HEIC is decoded by libheif; its size stands in `ispe` boxes near the start, which are read first. */
async function heicImage(bytes: Uint8Array): Promise<() => Sharp> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = buffer.indexOf('ispe'); at >= 0 && at + 16 <= buffer.length; at = buffer.indexOf('ispe', at + 4))
    checkSize(buffer.readUInt32BE(at + 8), buffer.readUInt32BE(at + 12));
  try {
    const { width, height, data } = await decodeHeic({ buffer });
    return () => sharp(data, { raw: { width, height, channels: 4 } });
  } catch {
    throw new DocumentRefused('damaged', 'the HEIC image is cut off or damaged; take it again or save it as JPEG.');
  }
}

/** A page as read, and its prepared picture, so that it can be read in another way. */
export interface PictureRead {
  page: Page;
  picture: Grey;
}

/** Reads one picture of a page; when it stands on its head or side, or its text is tiny, it is turned or enlarged and read again. */
export async function readImage(image: () => Sharp, number: number, recogniser: Recogniser): Promise<PictureRead> {
  const lit = await lighten(image());
  let best: { prepared: Grey; read: Recognised } | null = null;
  for (const turn of lit.turns) {
    const prepared = await prepare(lit, turn);
    const read = await recogniser.read(prepared, 'block');
    if (best === null || clearWords(read) > clearWords(best.read)) best = { prepared, read };
    if (read.confidence >= CLEAR && clearWords(read) >= FEW_WORDS) break;
  }
  if (best === null) throw new RangeError('a picture has four ways up');
  let { prepared, read } = best;
  const height = median(read.words.map((w) => w.y1 - w.y0));
  if (read.words.length > 5 && height < LOW_TEXT) {
    const larger = await scaled(prepared, Math.min(2, 24 / Math.max(6, height)));
    const again = await recogniser.read(larger, 'block');
    if (again.confidence > read.confidence) [prepared, read] = [larger, again];
  }
  const { width, height: tall } = prepared;
  const block = { number, width, height: tall, words: withoutSpecks(read.words) };
  const part = doubtfulPart(prepared, block);
  const page = part === null ? block : await readAgain(prepared, block, part, recogniser);
  return { page, picture: prepared };
}

/** The same page with its whole head, and what of the table stands in it, taken from the surer of two readings. */
export function readHead({ page, picture }: PictureRead, recogniser: Recogniser): Promise<Page> {
  return readAgain(picture, page, { x0: 0, y0: 0, x1: page.width, y1: Math.round(HEAD * page.height) }, recogniser);
}

async function readAgain(picture: Grey, page: Page, part: Ink, recogniser: Recogniser): Promise<Page> {
  const { x0, y0, x1, y1 } = part;
  const { words } = await recogniser.read(cutOut(picture, x0, y0, x1, y1), 'column');
  const whole = withoutSpecks(words)
    // What the edges of the part cut through is no word.
    .filter((w) => (w.x0 > 1 || x0 === 0) && (w.y0 > 1 || y0 === 0) && w.y1 < y1 - y0 - 1)
    .filter((w) => w.x1 < x1 - x0 - 1 || x1 === picture.width)
    .map((w) => ({ ...w, x0: w.x0 + x0, x1: w.x1 + x0, y0: w.y0 + y0, y1: w.y1 + y0 }));
  return surerHead(page, whole);
}

/** The same picture taken apart in the other way, which finds what stands alone and loses narrow columns of digits. */
export async function readAsColumn({ page, picture }: PictureRead, recogniser: Recogniser): Promise<Page> {
  return { ...page, words: withoutSpecks((await recogniser.read(picture, 'column')).words) };
}

/** Share of a page, from its top, that the name of the supplier and the kind of document stand in. */
const HEAD = 0.3;

/** Words of the head that name the document are looked at again below this. */
const SURE_HEAD = 0.5;

/** Heights of a row that are looked at to the left and right of what is doubtful. */
const ASIDE = 6;

/**
 * The part of the head to which another look can add: where letters were lost, or what names the document is unsure; all
 * of it where something is missing; null when there is none.
 */
function doubtfulPart(picture: Grey, page: Page): Ink | null {
  const bottom = Math.round(HEAD * page.height);
  const { documentType, supplier, invoiceNumber, invoiceDate } = readPages([page], 'ocr');
  const numbered = invoiceNumber !== null || documentType === 'simplified_receipt';
  if (supplier.name === null || !numbered || invoiceDate === null)
    return { x0: 0, y0: 0, x1: picture.width, y1: bottom };
  const words = page.words.filter((w) => w.y0 < bottom);
  const names = `${supplier.name} ${supplier.vatNumber} ${invoiceNumber}`;
  const unsure = words.filter((w) => (w.confidence ?? 1) < SURE_HEAD && w.text.length > 2 && names.includes(w.text));
  const places = [...unreadInk(cutOut(picture, 0, 0, picture.width, bottom), words), ...unsure];
  if (places.length === 0) return null;
  const around = median(words.map((w) => w.y1 - w.y0));
  return {
    x0: Math.max(0, Math.floor(Math.min(...places.map((p) => p.x0)) - ASIDE * around)),
    y0: Math.max(0, Math.floor(Math.min(...places.map((p) => p.y0)) - around)),
    x1: Math.min(picture.width, Math.ceil(Math.max(...places.map((p) => p.x1)) + ASIDE * around)),
    y1: Math.min(bottom, Math.ceil(Math.max(...places.map((p) => p.y1)) + around)),
  };
}

/** A page whose head, with its letters of many sizes, is taken word for word from the surer of two readings. */
function surerHead(page: Page, other: readonly Word[]): Page {
  const surer = other.filter((w) =>
    page.words.every((o) => !overlap(w, o) || (o.confidence ?? 1) < (w.confidence ?? 1)),
  );
  return { ...page, words: [...page.words.filter((o) => !surer.some((w) => overlap(w, o))), ...surer] };
}

function overlap(a: Word, b: Word): boolean {
  return Math.min(a.x1, b.x1) > Math.max(a.x0, b.x0) && Math.min(a.y1, b.y1) > Math.max(a.y0, b.y0);
}

/** Height of letters that is recognised best, in pixels of their ink. */
const BEST_TEXT = 22;

/**
 * The same picture read smaller, in the coordinates of the first: strokes that ran together may part, and letters that
 * are too large become ordinary ones.
 */
export async function readResized({ page, picture }: PictureRead, recogniser: Recogniser): Promise<Page> {
  const height = median(page.words.map((w) => w.y1 - w.y0));
  const scale = Math.min(0.8, Math.max(0.4, BEST_TEXT / Math.max(1, height)));
  const { words } = await recogniser.read(await scaled(picture, scale), 'block');
  const back = (n: number) => n / scale;
  return {
    ...page,
    words: withoutSpecks(words.map((w) => ({ ...w, x0: back(w.x0), y0: back(w.y0), x1: back(w.x1), y1: back(w.y1) }))),
  };
}

/** A word that is a figure, or a sign or two away from one. */
const FIGURE = /^[£€$(-]{0,2}\d[\d.,:'’]*[%)-]?$/;
/** Paper around a figure that is looked at with it, and white around that, in pixels. */
const MARGIN = 12;
const RIM = 15;

/**
 * The same page with the figures that are wanted read again, each by itself. Among words, recognition loses decimal points of small print
 * that it sees when it looks at the figure alone.
 */
export async function readFigures(
  { page, picture }: PictureRead,
  recogniser: Recogniser,
  wanted: (word: Word) => boolean,
): Promise<Page> {
  const words: Word[] = [];
  for (const word of page.words) {
    if (!FIGURE.test(word.text) || !wanted(word) || words.length > LIMITS.pageWords) {
      words.push(word);
      continue;
    }
    const { words: read } = await readFigure(picture, word, recogniser);
    const text = read.map((w) => w.text).join('');
    // A currency sign and the end of a row are easily cut off; only the figure is taken from this look.
    const alike = text.replace(/\D/g, '') === word.text.replace(/\D/g, '');
    words.push(alike && FIGURE.test(text) && readNumber(text) !== null ? { ...word, text } : word);
  }
  return { ...page, words };
}

/** What a single figure is taken for among words. */
const ODD = /^[+IlOo&]{1,2}$/;
/** More gaps than this, and the page is not read well enough for them to be looked at one by one. */
const MOST_GAPS = 40;
/** A figure found in a gap must be surer than this. */
const SURE_FIGURE = 0.7;

/**
 * The same page with figures where there were none: signs that a figure may have been taken for, and ink that no word
 * covers, looked at one by one.
 * @param beside whether a place is worth it.
 */
export async function readGaps(
  { page, picture }: PictureRead,
  recogniser: Recogniser,
  beside: (place: Ink) => boolean,
): Promise<Page> {
  const odd = page.words.filter((word) => ODD.test(word.text) && beside(word));
  const gaps: Ink[] = [...odd, ...unreadInk(picture, page.words).filter(beside)];
  if (gaps.length === 0 || gaps.length > MOST_GAPS) return page;
  const found: Word[] = [];
  for (const { x0, y0, x1, y1 } of gaps) {
    const { words, confidence } = await readFigure(picture, { x0, y0, x1, y1 }, recogniser);
    const text = words.map((w) => w.text).join('');
    if (FIGURE.test(text) && readNumber(text) !== null && confidence >= SURE_FIGURE)
      found.push({ text, x0, y0, x1, y1, confidence });
  }
  const kept = page.words.filter((word) => !odd.includes(word) || !found.some((f) => overlap(f, word)));
  return { ...page, words: [...kept, ...found] };
}

/** How much larger a figure is looked at by itself: its decimal point is then seen as one. */
const LARGER = 1.5;

/** A figure read by itself, on paper of its own. */
async function readFigure(picture: Grey, { x0, y0, x1, y1 }: Ink, recogniser: Recogniser): Promise<Recognised> {
  const ink = cutOut(
    picture,
    Math.floor(x0) - MARGIN,
    Math.floor(y0) - MARGIN,
    Math.ceil(x1) + MARGIN,
    Math.ceil(y1) + MARGIN,
  );
  const alone = cutOut(ink, -RIM, -RIM, ink.width + RIM, ink.height + RIM);
  return recogniser.read(await scaled(alone, LARGER), 'number');
}

/** The words of one reading and those of another that stand where the first saw nothing. */
export function together(first: Page, second: Page): Page {
  const added = second.words.filter(
    (word) => (word.confidence ?? 0) > 0.5 && !first.words.some((w) => overlap(w, word)),
  );
  return { ...first, words: [...first.words, ...added] };
}

/** Words that are surely words; a page on its head has many marks and few of these. */
function clearWords({ words }: Recognised): number {
  return words.filter((w) => (w.confidence ?? 0) > 0.7 && /[\p{L}\p{N}]{2}/u.test(w.text)).length;
}

/** A part of a picture; white where it reaches out of it. */
function cutOut({ data, width, height }: Grey, left: number, top: number, right: number, bottom: number): Grey {
  const part = {
    data: new Uint8Array((right - left) * (bottom - top)).fill(255),
    width: right - left,
    height: bottom - top,
  };
  const [from, to] = [Math.max(0, left), Math.min(width, right)];
  for (let y = Math.max(0, top); y < Math.min(height, bottom); y++)
    part.data.set(data.subarray(y * width + from, y * width + to), (y - top) * part.width + from - left);
  return part;
}

/** Leaves out what is far too tall, flat or small to be text of this page: edges, rules, staples, specks. */
function withoutSpecks(words: readonly Word[]): Word[] {
  const usual = median(words.map((w) => w.y1 - w.y0));
  return words.filter((w) => {
    const height = w.y1 - w.y0;
    if (height > 5 * usual || (height < 0.35 * usual && !/^[-–—=.:]+$/.test(w.text))) return false;
    return (w.confidence ?? 1) > 0.3 || /\p{N}|\p{L}{2}/u.test(w.text);
  });
}
