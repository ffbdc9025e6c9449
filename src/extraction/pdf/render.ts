import { PDFiumLibrary } from '@hyzyla/pdfium';
import sharp, { type Sharp } from 'sharp';
import { DocumentRefused } from '../refusal.js';

/** Pixels of the long side of a rendered page: A4 at some 230 dpi. */
const LONG_SIDE = 2700;

/**
 * Pages of a PDF as pictures, for those whose text is not stored in them.
 * @throws DocumentRefused when the PDF cannot be drawn.
 */
export async function renderPages(bytes: Uint8Array): Promise<{
  /** @param number from 1. */ image: (number: number) => Promise<() => Sharp>;
  close: () => void;
}> {
  const library = await PDFiumLibrary.init();
  let document: Awaited<ReturnType<typeof library.loadDocument>>;
  try {
    document = await library.loadDocument(Buffer.from(bytes));
  } catch {
    library.destroy();
    throw new DocumentRefused('damaged', 'its pages cannot be drawn; print it to a new PDF and send that.');
  }
  return {
    image: async (number) => {
      const page = document.getPage(number - 1);
      const { originalWidth, originalHeight } = page.getOriginalSize();
      const scale = Math.min(6, LONG_SIDE / Math.max(1, originalWidth, originalHeight));
      const { data, width, height } = await page.render({ scale, render: 'bitmap' });
      // pdfium gives blue, green, red, alpha; for grey only the alpha must stay where it is.
      const copy = Buffer.from(data);
      return () => sharp(copy, { raw: { width, height, channels: 4 } });
    },
    close: () => {
      document.destroy();
      library.destroy();
    },
  };
}
