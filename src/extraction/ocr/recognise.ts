import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { createWorker, PSM, type Worker } from 'tesseract.js';
import { LIMITS } from '../limits.js';
import { DocumentRefused } from '../refusal.js';
import type { Word } from '../table/page.js';
import type { Grey } from './grey.js';

/** The English model that comes with the package; tesseract.js would fetch one from the network otherwise. */
const MODEL = join(
  dirname(createRequire(import.meta.url).resolve('@tesseract.js-data/eng/package.json')),
  '4.0.0_best_int',
);

/** What tesseract calls a word among blocks, paragraphs and lines; it costs less to tell so than as a tree of symbols. */
const WORD = '5';
/** Words below this are specks of paper more often than words. */
const LEAST_CONFIDENCE = 12;

export interface Recognised {
  words: Word[];
  /** 0 to 1, over the words; 0 without any. */
  confidence: number;
}

/**
 * How tesseract takes a page apart: as one block, which keeps narrow columns of digits and loses large letters beside
 * small ones; or as one column of lines, which does the opposite; or as a single figure.
 */
export type Mode = 'column' | 'block' | 'number';
const SEGMENTATION: Readonly<Record<Mode, PSM>> = {
  column: PSM.SINGLE_COLUMN,
  block: PSM.SINGLE_BLOCK,
  number: PSM.SINGLE_LINE,
};

/** What the picture of a single figure may show. */
const FIGURES = '0123456789.,-£€%()';

/** Character recognition of one document; `close` it when done. */
export class Recogniser {
  private constructor(private readonly worker: Worker) {}

  static async open(): Promise<Recogniser> {
    if (!existsSync(join(MODEL, 'eng.traineddata.gz')))
      throw new DocumentRefused('reader_failed', 'the language model for reading images is not installed; run npm ci.');
    const worker = await createWorker('eng', 1, {
      langPath: MODEL,
      gzip: true,
      cacheMethod: 'none',
      errorHandler: () => {},
    });
    await worker.setParameters({
      preserve_interword_spaces: '1',
      user_defined_dpi: '230',
    });
    return new Recogniser(worker);
  }

  /**
   * The words of a prepared page, in its pixels.
   * @throws DocumentRefused when a page takes longer than it may.
   */
  async read(picture: Grey, mode: Mode): Promise<Recognised> {
    await this.worker.setParameters({
      tessedit_pageseg_mode: SEGMENTATION[mode],
      tessedit_char_whitelist: mode === 'number' ? FIGURES : '',
    });
    const job = this.worker.recognize(tiffOf(picture), {}, { tsv: true, text: false });
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(
        () =>
          reject(
            new DocumentRefused('too_slow', `a page took longer than ${LIMITS.ocrPageMs / 1000} seconds to read.`),
          ),
        LIMITS.ocrPageMs,
      );
    });
    const { data } = await Promise.race([job, late]).finally(() => clearTimeout(timer));
    const words = wordsOf(data.tsv ?? '');
    const sum = words.reduce((total, w) => total + (w.confidence ?? 0), 0);
    return { words: words.filter((w) => w.text !== ''), confidence: words.length === 0 ? 0 : sum / words.length };
  }

  async close(): Promise<void> {
    await this.worker.terminate();
  }
}

/** The words of a table of all that was found: its level, five numbers of where it belongs, its box, how sure, its text. */
function wordsOf(table: string): Word[] {
  return table.split('\n').flatMap((row): Word[] => {
    const [level, , , , , , left, top, width, height, confidence, text = ''] = row.split('\t');
    if (level !== WORD || Number(confidence) < LEAST_CONFIDENCE) return [];
    if (!/[\p{L}\p{N}£€$%&+@#]|^[-–—(]$/u.test(text)) return [];
    const [x0, y0] = [Number(left), Number(top)];
    return [
      {
        text: tidy(text),
        x0,
        y0,
        x1: x0 + Number(width),
        y1: y0 + Number(height),
        confidence: Number(confidence) / 100,
      },
    ];
  });
}

/** The picture as a TIFF file, whose rows are copied as they stand; those of a PGM are read pixel by pixel. */
function tiffOf({ data, width, height }: Grey): Buffer {
  const tags = (at: number) => [
    [256, width],
    [257, height],
    // Bits a pixel, not packed, 0 is black.
    [258, 8],
    [259, 1],
    [262, 1],
    // Where the pixels begin, one value each, all rows in one piece.
    [273, at],
    [277, 1],
    [278, height],
    [279, data.length],
  ];
  const start = 8;
  const count = tags(0).length;
  const head = Buffer.alloc(start + 2 + 12 * count + 4);
  head.write('II*', 'latin1');
  head.writeUInt32LE(start, 4);
  head.writeUInt16LE(count, start);
  for (const [i, [tag = 0, value = 0]] of tags(head.length).entries()) {
    const at = start + 2 + 12 * i;
    head.writeUInt16LE(tag, at);
    head.writeUInt16LE(WHOLE_NUMBER, at + 2);
    head.writeUInt32LE(1, at + 4);
    head.writeUInt32LE(value, at + 8);
  }
  return Buffer.concat([head, data]);
}

/** Type of a TIFF value that is a number of four bytes. */
const WHOLE_NUMBER = 4;

/** Rules of a table that recognition takes for characters at the edge of a word. */
function tidy(text: string): string {
  return text
    .replace(/^[|[\]{}_~“”‘'"`]+(?=\S)/, '')
    .replace(/(?<=\S)[|[\]{}_~“”‘'"`]+$/, '')
    .replace(/[‘’]/g, "'");
}
