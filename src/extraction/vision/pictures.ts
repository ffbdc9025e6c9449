import type { Sharp } from 'sharp';
import type { Task } from '../child/messages.js';
import { imagesOf } from '../ocr/read_images.js';
import { renderPages } from '../pdf/render.js';
import type { PagePicture } from './proposal.js';

/** Pixels of the long side: print of 8 points stays readable, and a page stays below some 400 kB. */
const LONG_SIDE = 1800;
const QUALITY = 80;

/**
 * The pages of a document as grey pictures to show to a model. Decodes a stranger's file, so it runs in the child process.
 * @throws DocumentRefused as reading does.
 */
export async function picturesOf({ kind, mime, bytes }: Task, pages: readonly number[]): Promise<PagePicture[]> {
  if (kind === 'image') {
    const images = await imagesOf(bytes, mime);
    return each(pages, async (page) => images[page - 1] ?? null);
  }
  const drawn = await renderPages(bytes);
  try {
    return await each(pages, (page) => drawn.image(page));
  } finally {
    drawn.close();
  }
}

async function each(
  pages: readonly number[],
  image: (page: number) => Promise<(() => Sharp) | null>,
): Promise<PagePicture[]> {
  const pictures: PagePicture[] = [];
  for (const page of pages) {
    const open = await image(page);
    if (open === null) continue;
    const jpeg = await open()
      .autoOrient()
      .greyscale()
      .flatten({ background: '#fff' })
      .resize(LONG_SIDE, LONG_SIDE, { fit: 'inside', withoutEnlargement: true })
      .jpeg({ quality: QUALITY })
      .toBuffer();
    pictures.push({ page, mime: 'image/jpeg', bytes: jpeg });
  }
  return pictures;
}
