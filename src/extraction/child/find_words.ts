import { LIMITS } from '../limits.js';
import { FEW_CHARACTERS, readPdf } from '../pdf/text.js';
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
    const { imagesOf, readImage } = await import('../ocr/read_images.js');
    const images = await imagesOf(task.bytes, task.mime);
    return {
      pages: await recognised(images.length, progress, async (number, recogniser) =>
        readImage(images[number - 1] as (typeof images)[number], number, recogniser),
      ),
      recognised: true,
      xml: [],
    };
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
  const { readImage } = await import('../ocr/read_images.js');
  const { renderPages } = await import('../pdf/render.js');
  const drawn = await renderPages(
    bytes,
    empty.map((p) => p.number),
  );
  try {
    const read = await recognised(empty.length, progress, async (nth, recogniser) => {
      const { number } = empty[nth - 1] as Page;
      return readImage(await drawn.image(number), number, recogniser);
    });
    return pages.map((page) => read.find((r) => r.number === page.number) ?? page);
  } finally {
    drawn.close();
  }
}

type RecogniserOf = Awaited<ReturnType<typeof import('../ocr/recognise.js')['Recogniser']['open']>>;

async function recognised(
  count: number,
  progress: (page: number, pages: number) => void,
  read: (nth: number, recogniser: RecogniserOf) => Promise<Page>,
): Promise<Page[]> {
  const { Recogniser } = await import('../ocr/recognise.js');
  const recogniser = await Recogniser.open();
  try {
    const pages: Page[] = [];
    for (let nth = 1; nth <= count; nth++) {
      progress(nth, count);
      pages.push(await read(nth, recogniser));
    }
    return pages;
  } finally {
    await recogniser.close();
  }
}
