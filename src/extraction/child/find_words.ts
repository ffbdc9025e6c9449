import type { Sharp } from 'sharp';
import type { Draft } from '../draft.js';
import { LIMITS } from '../limits.js';
import type { PictureRead } from '../ocr/read_images.js';
import type { Recogniser } from '../ocr/recognise.js';
import { type Ink, unreadInk } from '../ocr/unread.js';
import { FEW_CHARACTERS, readPdf } from '../pdf/text.js';
import { readPages } from '../read_pages.js';
import { DocumentRefused } from '../refusal.js';
import type { Page, Word } from '../table/page.js';
import type { Task, WordsFound } from './messages.js';

/**
 * Turns a document into words with their places. Runs in the child process; libraries load only when needed.
 * @param open a recogniser that is open already and stays so; otherwise the document gets its own.
 */
export async function findWords(
  task: Task,
  progress: (page: number, pages: number) => void,
  open?: Recogniser,
): Promise<WordsFound> {
  if (task.kind === 'xlsx') {
    const { pagesOfWorkbook } = await import('../spreadsheet/xlsx.js');
    return { pages: await pagesOfWorkbook(Buffer.from(task.bytes)), recognised: false, xml: [] };
  }
  if (task.kind === 'image') {
    const { imagesOf } = await import('../ocr/read_images.js');
    const images = await imagesOf(task.bytes, task.mime);
    const pages = await recognised(
      images.map((image, i) => ({ number: i + 1, image: async () => image })),
      (read) => read,
      progress,
      open,
    );
    return { pages, recognised: true, xml: [] };
  }
  const { pages, xml } = await readPdf(task.bytes, () => {});
  const empty = pages.filter((page) => task.asPictures || characters(page) < FEW_CHARACTERS);
  if (empty.length === 0 || (xml.length > 0 && !task.asPictures)) return { pages, recognised: false, xml };
  if (empty.length > LIMITS.ocrPages)
    throw new DocumentRefused(
      'too_many_pages',
      `${empty.length} of its pages are pictures; at most ${LIMITS.ocrPages} are read. Split it.`,
    );
  return { pages: await withPictures(task.bytes, pages, empty, progress, open), recognised: true, xml };
}

function characters(page: Page): number {
  return page.words.reduce((sum, w) => sum + w.text.length, 0);
}

async function withPictures(
  bytes: Uint8Array,
  pages: readonly Page[],
  empty: readonly Page[],
  progress: (page: number, pages: number) => void,
  open: Recogniser | undefined,
): Promise<Page[]> {
  const { renderPages } = await import('../pdf/render.js');
  const drawn = await renderPages(bytes);
  try {
    return await recognised(
      empty.map(({ number }) => ({ number, image: () => drawn.image(number) })),
      (read) => pages.map((page) => read.find((r) => r.number === page.number) ?? page),
      progress,
      open,
    );
  } finally {
    drawn.close();
  }
}

/**
 * Reads pictures of pages. The figures themselves say whether that went well: when they do not fit together, the
 * pictures are read in another way too, and what fits best is taken.
 * @param whole the whole document with these pages in their places.
 */
async function recognised(
  pictures: readonly { number: number; image: () => Promise<() => Sharp> }[],
  whole: (read: readonly Page[]) => readonly Page[],
  progress: (page: number, pages: number) => void,
  open: Recogniser | undefined,
): Promise<Page[]> {
  const [
    { Recogniser },
    { readAsColumn, readFigures, readGaps, readHead, readImage, readResized, together },
    { betterNumbers },
  ] = await Promise.all([
    import('../ocr/recognise.js'),
    import('../ocr/read_images.js'),
    import('../ocr/second_look.js'),
  ]);
  const recogniser = open ?? (await Recogniser.open());
  try {
    const read: PictureRead[] = [];
    for (const { number, image } of pictures) {
      progress(read.length + 1, pictures.length);
      read.push(await readImage(await image(), number, recogniser));
    }
    let best = whole(read.map((r) => r.page));
    const readings = [best];
    const settle = () => {
      for (const other of readings) if (fitness(other) > fitness(best)) best = other;
      if (fitness(best) < Number.POSITIVE_INFINITY) best = betterNumbers(best, readings, fitness);
    };
    const nothingToAdd = () => {
      const draft = draftOf(best);
      return draft.reconciled && !lacks(draft, read);
    };
    const lookAtFigures = async () => {
      const wanted = doubtful(draftOf(best));
      const again: Page[] = [];
      for (const picture of read) {
        const page = best.find((p) => p.number === picture.page.number) ?? picture.page;
        again.push(await readFigures({ ...picture, page }, recogniser, (word) => wanted(page, word)));
      }
      readings.push(whole(again));
      settle();
    };
    const gaps = beside(draftOf(best));
    if (gaps !== null) {
      const filled: Page[] = [];
      for (const picture of read)
        filled.push(await readGaps(picture, recogniser, (place) => gaps(picture.page, place)));
      // A figure that spoils what fitted was none.
      if (fitness(whole(filled)) >= fitness(best)) {
        filled.forEach((page, i) => {
          read[i] = { ...(read[i] as PictureRead), page };
        });
        best = whole(filled);
        readings.push(best);
      }
    }
    if (nothingToAdd()) return [...best];
    // A lost decimal point is the likeliest fault, and a figure is soon looked at.
    if (fitness(best) < Number.POSITIVE_INFINITY) await lookAtFigures();
    if (nothingToAdd()) return [...best];
    if (fitness(best) < Number.POSITIVE_INFINITY) {
      const heads: Page[] = [];
      for (const picture of read) heads.push(await readHead(picture, recogniser));
      readings.push(whole(heads));
      settle();
      if (nothingToAdd()) return [...best];
    }
    const columns: Page[] = [];
    for (const picture of read) columns.push(await readAsColumn(picture, recogniser));
    const both = whole(read.map(({ page }, i) => together(page, columns[i] ?? page)));
    // What was found beside is wanted unless it spoils what fitted.
    if (fitness(both) >= fitness(best)) best = both;
    readings.push(both, whole(columns));
    settle();
    if (fitness(best) < Number.POSITIVE_INFINITY) {
      const resized: Page[] = [];
      for (const picture of read) resized.push(await readResized(picture, recogniser));
      readings.push(whole(resized), whole(read.map(({ page }, i) => together(page, resized[i] ?? page))));
      settle();
    }
    if (fitness(best) < Number.POSITIVE_INFINITY) await lookAtFigures();
    return [...best];
  } finally {
    if (open === undefined) await recogniser.close();
  }
}

const drafts = new WeakMap<readonly Page[], Draft>();

/** What a reading says; the same reading is asked many times. */
function draftOf(pages: readonly Page[]): Draft {
  const known = drafts.get(pages) ?? readPages(pages, 'ocr');
  drafts.set(pages, known);
  return known;
}

/** How well the figures of a reading fit together: infinity when they reconcile, else lines less what does not fit. */
function fitness(pages: readonly Page[]): number {
  const draft = draftOf(pages);
  if (draft.reconciled) return Number.POSITIVE_INFINITY;
  const totals = Object.values(draft.totals).filter((t) => t !== null).length;
  return draft.lines.length + 2 * totals - draft.problems.length;
}

/** Problems with what stands outside the figures. */
const OF_THE_HEAD = new Set([
  'no_supplier',
  'no_invoice_number',
  'no_invoice_date',
  'vat_number_check_digits',
  'foreign_currency',
]);

/** The figures that may be at fault: those of the lines that do not work out, or all where more than lines do not. */
function doubtful({ lines, problems }: Draft): (page: Page, word: Word) => boolean {
  const figures = problems.filter((p) => !OF_THE_HEAD.has(p.code));
  if (figures.some((p) => p.line === undefined)) return () => true;
  const boxes = figures.map((p) => lines[p.line ?? -1]);
  return (page, word) =>
    boxes.some(
      (line) =>
        line?.page === page.number &&
        line.box !== null &&
        word.y1 > line.box[1] * page.height &&
        word.y0 < line.box[3] * page.height,
    );
}

/** Tells the places beside lines that lack a figure; null when none lacks one. */
function beside({ lines }: Draft): ((page: Page, place: Ink) => boolean) | null {
  const lacking = lines.filter((l) => l.quantity === null || l.unitPrice === null || l.vatRate === null);
  if (lacking.length === 0) return null;
  return (page, { y0, y1 }) =>
    lacking.some(
      (line) =>
        line.page === page.number &&
        line.box !== null &&
        (y0 + y1) / 2 > line.box[1] * page.height &&
        (y0 + y1) / 2 < line.box[3] * page.height,
    );
}

/** Whether a line lacks a figure and something beside it was not read: another look may find it there. */
function lacks(draft: Draft, read: readonly PictureRead[]): boolean {
  const lacking = beside(draft);
  if (lacking === null) return false;
  if (draft.problems.some((p) => p.code === 'unconfirmed_figure')) return true;
  return read.some(({ page, picture }) => unreadInk(picture, page.words).some((ink) => lacking(page, ink)));
}
