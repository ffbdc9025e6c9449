import type { Sharp } from 'sharp';
import { LIMITS } from '../limits.js';
import type { PictureRead } from '../ocr/read_images.js';
import { FEW_CHARACTERS, readPdf } from '../pdf/text.js';
import { readPages } from '../read_pages.js';
import { DocumentRefused } from '../refusal.js';
import type { Page } from '../table/page.js';
import type { Task, WordsFound } from './messages.js';

/** Turns a document into words with their places. Runs in the child process; libraries load only when needed. */
export async function findWords(task: Task, progress: (page: number, pages: number) => void): Promise<WordsFound> {
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
  return { pages: await withPictures(task.bytes, pages, empty, progress), recognised: true, xml };
}

function characters(page: Page): number {
  return page.words.reduce((sum, w) => sum + w.text.length, 0);
}

async function withPictures(
  bytes: Uint8Array,
  pages: readonly Page[],
  empty: readonly Page[],
  progress: (page: number, pages: number) => void,
): Promise<Page[]> {
  const { renderPages } = await import('../pdf/render.js');
  const drawn = await renderPages(bytes);
  try {
    return await recognised(
      empty.map(({ number }) => ({ number, image: () => drawn.image(number) })),
      (read) => pages.map((page) => read.find((r) => r.number === page.number) ?? page),
      progress,
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
): Promise<Page[]> {
  const [{ Recogniser }, { readAsColumn, readFigures, readImage, readResized, together }, { betterNumbers }] =
    await Promise.all([
      import('../ocr/recognise.js'),
      import('../ocr/read_images.js'),
      import('../ocr/second_look.js'),
    ]);
  const recogniser = await Recogniser.open();
  try {
    const read: PictureRead[] = [];
    for (const { number, image } of pictures) {
      progress(read.length + 1, pictures.length);
      read.push(await readImage(await image(), number, recogniser));
    }
    let best = whole(read.map((r) => r.page));
    if (isWhole(best)) return [...best];
    const readings = [best];
    const settle = () => {
      for (const other of readings) if (fitness(other) > fitness(best)) best = other;
      best = betterNumbers(best, readings, fitness);
    };
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
    if (fitness(best) < Number.POSITIVE_INFINITY) {
      const chosen = (picture: PictureRead) => best.find((p) => p.number === picture.page.number) ?? picture.page;
      const again: Page[] = [];
      for (const picture of read) again.push(await readFigures({ ...picture, page: chosen(picture) }, recogniser));
      readings.push(whole(again));
      settle();
    }
    return [...best];
  } finally {
    await recogniser.close();
  }
}

/** How well the figures of a reading fit together: infinity when they reconcile, else lines less what does not fit. */
function fitness(pages: readonly Page[]): number {
  const draft = readPages(pages, 'ocr');
  if (draft.reconciled) return Number.POSITIVE_INFINITY;
  const totals = Object.values(draft.totals).filter((t) => t !== null).length;
  return draft.lines.length + 2 * totals - draft.problems.length;
}

/** Whether a reading reconciles and no line lacks a figure that the others have, so that no other look can add to it. */
function isWhole(pages: readonly Page[]): boolean {
  const { reconciled, lines } = readPages(pages, 'ocr');
  const alike = (key: 'quantity' | 'unitPrice' | 'vatRate') => new Set(lines.map((l) => l[key] === null)).size === 1;
  return reconciled && alike('quantity') && alike('unitPrice') && alike('vatRate');
}
