import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { createWorker, type Worker } from 'tesseract.js';
import { extractText, getDocumentProxy } from 'unpdf';
import { LAYOUTS } from '../fixtures/invoices/generator/all.js';
import { scan } from '../fixtures/invoices/generator/degrade.js';
import { built, ROOT } from './built.js';
import { type Figure, median, rates } from './measure.js';

const PDF_GOAL = 2;
const OCR_GOAL = 1.5;
const LAYOUTS_READ = ['merchant', 'till', 'labour', 'cloud_accounts', 'stage_payment'] as const;

/** Reading documents beside what reading them costs at the least: the text alone, or recognition alone. */
export async function readingFigures(): Promise<Figure[]> {
  return [...(await pdfFigures()), ...(await ocrFigures()), ...(await einvoiceFigures())];
}

async function pdfFigures(): Promise<Figure[]> {
  const { readPdf } = await built<typeof import('../src/extraction/pdf/text.js')>('extraction/pdf/text.js');
  const { readPages } = await built<typeof import('../src/extraction/read_pages.js')>('extraction/read_pages.js');
  const files = await Promise.all(
    LAYOUTS_READ.map(
      async (name) => new Uint8Array((await (LAYOUTS[name] as (seed: number) => Promise<{ pdf: Buffer }>)(1)).pdf),
    ),
  );
  const [plain = 0, read = 0] = await rates(
    async () => {
      for (const bytes of files) {
        const document = await getDocumentProxy(new Uint8Array(bytes), { isEvalSupported: false, verbosity: 0 });
        await extractText(document);
        await document.destroy();
      }
      return files.length;
    },
    async () => {
      for (const bytes of files) readPages((await readPdf(bytes, () => {})).pages, 'text');
      return files.length;
    },
  );
  const times = plain / read;
  return [
    { what: 'PDF with text, the words by plain unpdf', goal: '', measured: `${(1000 / plain).toFixed(1)} ms a page` },
    {
      what: 'PDF with text, read and reconciled',
      goal: `${PDF_GOAL} x plain unpdf`,
      measured: `${(1000 / read).toFixed(1)} ms a page, ${times.toFixed(2)} x`,
      reached: times <= PDF_GOAL,
    },
  ];
}

async function ocrFigures(): Promise<Figure[]> {
  const { findWords } = await built<typeof import('../src/extraction/child/find_words.js')>(
    'extraction/child/find_words.js',
  );
  const { Recogniser } =
    await built<typeof import('../src/extraction/ocr/recognise.js')>('extraction/ocr/recognise.js');
  const model = join(
    dirname(createRequire(import.meta.url).resolve('@tesseract.js-data/eng/package.json')),
    '4.0.0_best_int',
  );
  const pictures: Buffer[] = [];
  for (const layout of Object.values(LAYOUTS)) {
    const pages = await scan((await layout(1)).pdf, 1);
    if (pages.length === 1) pictures.push(pages[0] as Buffer);
  }
  const start = () =>
    createWorker('eng', 1, { langPath: model, gzip: true, cacheMethod: 'none', errorHandler: () => {} });
  const plainly = async (worker: Worker, bytes: Buffer) => {
    await worker.recognize(bytes, {}, { blocks: true, text: false });
  };
  const fully = async (bytes: Buffer, open?: Awaited<ReturnType<typeof Recogniser.open>>) => {
    await findWords({ kind: 'image', mime: 'image/jpeg', bytes, asPictures: false }, () => {}, open);
  };
  const worker = await start();
  const open = await Recogniser.open();
  const ratios: number[] = [];
  const seconds: number[] = [];
  const [first] = pictures as [Buffer, ...Buffer[]];
  // The first pages of a process are slow for both, until their code is compiled well.
  for (let i = 0; i < 2; i++) {
    await plainly(worker, first);
    await fully(first, open);
  }
  for (const bytes of pictures) {
    const plain = await processorSeconds(() => plainly(worker, bytes));
    const read = await processorSeconds(() => fully(bytes, open));
    ratios.push(read / plain);
    seconds.push(read);
  }
  await worker.terminate();
  await open.close();
  const alone = await processorSeconds(async () => {
    const own = await start();
    await plainly(own, first);
    await own.terminate();
  });
  const document = await processorSeconds(() => fully(first));
  const times = median(ratios);
  const sorted = [...ratios].sort((a, b) => a - b).map((r) => r.toFixed(1));
  return [
    {
      what: 'Scanned page, prepared, recognised, reconciled',
      goal: `${OCR_GOAL} x plain tesseract.js`,
      measured: `${median(seconds).toFixed(1)} s a page, ${times.toFixed(2)} x (${sorted.join(', ')})`,
      reached: times <= OCR_GOAL,
    },
    {
      what: '  the first of them, with its recogniser started and ended',
      goal: '',
      measured: `${document.toFixed(1)} s, ${(document / alone).toFixed(2)} x plain tesseract.js started and ended`,
    },
  ];
}

async function einvoiceFigures(): Promise<Figure[]> {
  const { readEInvoice } = await built<typeof import('../src/extraction/einvoice/read_einvoice.js')>(
    'extraction/einvoice/read_einvoice.js',
  );
  const xml = await Promise.all(
    ['cii_invoice.xml', 'ubl_invoice.xml', 'zugferd_1.xml'].map((name) =>
      readFile(join(ROOT, 'fixtures/invoices/einvoices', name)),
    ),
  );
  const [rate = 0] = await rates(async () => {
    for (const bytes of xml) readEInvoice(bytes);
    return xml.length;
  });
  return [{ what: 'E-invoice, read and reconciled', goal: '', measured: `${(1000 / rate).toFixed(2)} ms` }];
}

async function processorSeconds(work: () => Promise<void>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}
