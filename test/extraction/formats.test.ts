import { readFileSync } from 'node:fs';
import PDFDocument from 'pdfkit';
import sharp, { type Sharp } from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { scan } from '../../fixtures/invoices/generator/degrade.js';
import { merchant, till } from '../../fixtures/invoices/generator/layouts/merchants.js';
import type { Truth } from '../../fixtures/invoices/generator/truth.js';
import { imagesOf } from '../../src/extraction/ocr/read_images.js';
import { readDocument } from '../../src/extraction/read_document.js';
import { DocumentRefused } from '../../src/extraction/refusal.js';

/** The same receipt in every form that telephones and scanners give it: each is read alike. */

let receipt: Buffer;
let truth: Truth;

beforeAll(async () => {
  const made = await till(2);
  truth = made.truth;
  receipt = (await scan(made.pdf, 2))[0] as Buffer;
});

describe('an image', { timeout: 120_000 }, () => {
  const forms: [string, (image: Sharp) => Promise<Buffer>][] = [
    ['JPEG in the four inks of print', (image) => image.toColourspace('cmyk').jpeg().toBuffer()],
    ['PNG of 16 bits, with transparency', (image) => image.ensureAlpha().toColourspace('rgb16').png().toBuffer()],
    ['TIFF of 16 bits', (image) => image.toColourspace('grey16').tiff({ compression: 'lzw' }).toBuffer()],
    ['WebP', (image) => image.webp({ quality: 90 }).toBuffer()],
    ['AVIF', (image) => image.avif({ lossless: true }).toBuffer()],
  ];
  it.each(forms)('%s', async (_, encode) => {
    const draft = await readDocument(await encode(sharp(receipt)));
    expect(draft).toMatchObject({ source: 'ocr', reconciled: true, totals: truth.totals });
  });

  it('HEIC, as telephones store photographs', async () => {
    const folder = new URL('../../fixtures/invoices/', import.meta.url);
    const { totals, supplier, invoiceNumber, invoiceDate } = JSON.parse(
      readFileSync(new URL('samples/till.json', folder), 'utf8'),
    ) as Truth;
    const draft = await readDocument(readFileSync(new URL('photographs/till.heic', folder)));
    expect(draft).toMatchObject({ source: 'ocr', reconciled: true, totals, supplier, invoiceNumber, invoiceDate });
  });

  it.each([1, 2, 3, 4, 5, 6, 7, 8])('turned as its EXIF orientation %i says', async (orientation) => {
    // Black above white: where the black is says which way up the picture was opened.
    const half = await sharp({ create: { width: 40, height: 60, channels: 3, background: '#ffffff' } })
      .composite([
        { input: { create: { width: 40, height: 30, channels: 3, background: '#000000' } }, top: 0, left: 0 },
      ])
      .png()
      .toBuffer();
    const stored = await storedAs(half, orientation);
    const [open] = await imagesOf(stored, 'image/jpeg');
    const { data, info } = await (open as () => Sharp)().greyscale().raw().toBuffer({ resolveWithObject: true });
    expect([info.width, info.height]).toEqual([40, 60]);
    const at = (x: number, y: number) => (data[(y * info.width + x) * info.channels] ?? 0) > 128;
    expect([at(5, 10), at(35, 10), at(5, 50), at(35, 50)]).toEqual([false, false, true, true]);
  });

  it('TIFF of several pages, as one document', async () => {
    const second = await sharp({ create: { width: 600, height: 800, channels: 3, background: '#ffffff' } })
      .png()
      .toBuffer();
    const pages = await Promise.all(
      [receipt, second].map((page) =>
        sharp(page).resize({ width: 900, height: 1800, fit: 'contain', background: '#ffffff' }).png().toBuffer(),
      ),
    );
    const tiff = await sharp(pages, { join: { animated: true } } as never)
      .tiff()
      .toBuffer();
    const seen: string[] = [];
    const draft = await readDocument(tiff, { onProgress: ({ page, pages: of }) => seen.push(`${page} of ${of}`) });
    expect(draft).toMatchObject({ pages: 2, totals: truth.totals });
    expect(seen).toEqual(['1 of 2', '2 of 2']);
  });

  it('HEIC that claims more pixels than are decoded, and HEIC that is cut off', async () => {
    const box = (type: string, ...inner: Buffer[]) => {
      const body = Buffer.concat([Buffer.from(type), ...inner]);
      const size = Buffer.alloc(4);
      size.writeUInt32BE(body.length + 4);
      return Buffer.concat([size, body]);
    };
    const heic = (width: number, height: number) => {
      const ispe = Buffer.alloc(12);
      ispe.writeUInt32BE(width, 4);
      ispe.writeUInt32BE(height, 8);
      return Buffer.concat([
        box('ftyp', Buffer.from('heic\0\0\0\0mif1heic')),
        box('meta', Buffer.alloc(4), box('iprp', box('ipco', box('ispe', ispe)))),
      ]);
    };
    await expect(readDocument(heic(30_000, 30_000))).rejects.toMatchObject({ code: 'image_too_large' });
    await expect(readDocument(heic(300, 300))).rejects.toMatchObject({ code: 'damaged' });
  });
});

/** The picture stored turned, with the orientation that undoes it. */
async function storedAs(upright: Buffer, orientation: number): Promise<Buffer> {
  const undo: Record<number, (image: Sharp) => Sharp> = {
    1: (image) => image,
    2: (image) => image.flop(),
    3: (image) => image.rotate(180),
    4: (image) => image.flip(),
    // A mirror comes before a turn, whatever the order they are asked for in.
    5: (image) => image.flip().rotate(90),
    6: (image) => image.rotate(270),
    7: (image) => image.flop().rotate(90),
    8: (image) => image.rotate(90),
  };
  const turned = await (undo[orientation] as (image: Sharp) => Sharp)(sharp(upright)).png().toBuffer();
  return sharp(turned).withMetadata({ orientation }).jpeg({ quality: 100 }).toBuffer();
}

describe('a PDF', { timeout: 120_000 }, () => {
  const pdf = async (make: (doc: PDFKit.PDFDocument) => void, size: [number, number] = [595, 842]): Promise<Buffer> => {
    const doc = new PDFDocument({ size, margin: 0 });
    const chunks: Buffer[] = [];
    const done = new Promise((resolve) => doc.on('end', resolve));
    doc.on('data', (chunk: Buffer) => chunks.push(chunk));
    make(doc);
    doc.end();
    await done;
    return Buffer.concat(chunks);
  };

  it('with a program inside is read for what is printed, and the program is left alone', async () => {
    const bytes = await pdf((doc) => {
      doc
        .text('INVOICE of Smith Builders Ltd, 3 Mill Lane', 50, 50)
        .text('Bricks 120.00', 50, 90)
        .text('Total 120.00', 50, 110);
      doc.file(Buffer.concat([Buffer.from('MZ'), Buffer.alloc(500)]), { name: 'invoice.xml' });
      doc.file(Buffer.from('<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><x>&e;</x>'), {
        name: 'factur-x.xml',
      });
    });
    const draft = await readDocument(bytes);
    expect(draft).toMatchObject({ source: 'text', totals: { gross: '120.00' } });
    expect(JSON.stringify(draft)).not.toContain('root:');
  });

  it('whose page unpacks to far more than it may is refused and hurts nothing', async () => {
    const bytes = await pdf((doc) => {
      doc.text('INVOICE', 50, 50);
      doc.addContent(`${'0 0 m 1 1 l S\n'.repeat(6_000_000)}`);
    });
    expect(bytes.length).toBeLessThan(2_000_000);
    const error = await readDocument(bytes).catch((e: unknown) => e);
    expect(error).toBeInstanceOf(DocumentRefused);
    expect((error as DocumentRefused).code).toMatch(/too_slow|too_much_memory|reader_failed|no_text/);
  });

  it('with a page as large as a house is drawn no larger than it is read', async () => {
    const bytes = await pdf(
      (doc) => {
        doc.image(receipt, 0, 0, { height: 14_000 });
      },
      [7000, 14_000],
    );
    expect(await readDocument(bytes)).toMatchObject({ source: 'ocr', totals: truth.totals });
  });

  it('cut off at the end still gives the pages it has', async () => {
    const { pdf: whole, truth: printed } = await merchant(2);
    const draft = await readDocument(whole.subarray(0, whole.length - 60));
    expect(draft).toMatchObject({ reconciled: true, totals: printed.totals });
  });
});
