import { crc32, deflateRawSync, deflateSync } from 'node:zlib';
import PDFDocument from 'pdfkit';
import sharp from 'sharp';
import { afterAll, describe, expect, it } from 'vitest';
import { merchant } from '../../fixtures/invoices/generator/layouts/merchants.js';
import { LIMITS } from '../../src/extraction/limits.js';
import { readDocument } from '../../src/extraction/read_document.js';
import { DocumentRefused } from '../../src/extraction/refusal.js';

/** Files that are broken, locked, too large or made to do harm: each has its own clear refusal, and none hangs. */

const refusal = async (bytes: Uint8Array) => {
  const error = await readDocument(bytes).then(
    (draft) => ({ code: 'was read', message: JSON.stringify(draft) }),
    (e: unknown) => e,
  );
  return error as DocumentRefused;
};

function pdf(make: (doc: PDFKit.PDFDocument) => void, options: PDFKit.PDFDocumentOptions = {}): Promise<Buffer> {
  const doc = new PDFDocument(options);
  const chunks: Buffer[] = [];
  const done = new Promise<Buffer>((resolve) => {
    doc.on('data', (chunk: Buffer) => chunks.push(chunk));
    doc.on('end', () => resolve(Buffer.concat(chunks)));
  });
  make(doc);
  doc.end();
  return done;
}

/** A PNG that claims to be of a size and holds nothing like it. */
function pngOf(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const out = Buffer.alloc(body.length + 8);
    out.writeUInt32BE(data.length, 0);
    body.copy(out, 4);
    out.writeUInt32BE(crc32(body), body.length + 4);
    return out;
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 0, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc(1000))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** A zip of the entries given; `claimed` overstates or understates the size of each. */
function zip(entries: { name: string; data: Buffer; claimed?: number }[]): Buffer {
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, data, claimed } of entries) {
    const packed = deflateRawSync(data);
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt16LE(8, 4);
    fields.writeUInt32LE(crc32(data), 10);
    fields.writeUInt32LE(packed.length, 14);
    fields.writeUInt32LE(claimed ?? data.length, 18);
    fields.writeUInt16LE(name.length, 22);
    const local = Buffer.concat([Buffer.from('504b0304', 'hex'), fields, Buffer.from(name), packed]);
    const central = Buffer.alloc(46);
    Buffer.from('504b0102', 'hex').copy(central);
    central.writeUInt16LE(20, 4);
    fields.copy(central, 6);
    central.writeUInt32LE(offset, 42);
    files.push(local);
    directory.push(Buffer.concat([central, Buffer.from(name)]));
    offset += local.length;
  }
  const listing = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  Buffer.from('504b0506', 'hex').copy(end);
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(listing.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...files, listing, end]);
}

const CONTENT_TYPES = {
  name: '[Content_Types].xml',
  data: Buffer.from(
    '<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/></Types>',
  ),
};
const workbook = (entries: { name: string; data: Buffer; claimed?: number }[]) =>
  zip([CONTENT_TYPES, { name: 'xl/workbook.xml', data: Buffer.from('<workbook/>') }, ...entries]);

describe('what is not read is refused in words', () => {
  it.each([
    ['nothing', Buffer.alloc(0), 'empty', 'it is empty'],
    ['blanks', Buffer.from(' \n\n  '), 'empty', 'nothing but blanks'],
    ['one byte', Buffer.from([0x89]), 'unsupported', 'Accepted: PDF'],
    [
      'a web page named .pdf',
      Buffer.from('<!DOCTYPE html><html><script>alert(1)</script></html>'),
      'unsupported',
      'it is a web page',
    ],
    [
      'a drawing with a script',
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
      'unsupported',
      'SVG drawing',
    ],
    ['a program', Buffer.concat([Buffer.from('7f454c46', 'hex'), Buffer.alloc(200)]), 'unsupported', 'Accepted: PDF'],
    [
      'a GIF',
      Buffer.from('47494638396101000100800000000000ffffff2c00000000010001000002024401003b', 'hex'),
      'unsupported',
      'Save it as JPEG or PNG',
    ],
    ['an archive', zip([{ name: 'a.txt', data: Buffer.from('hello') }]), 'unsupported', 'it is an archive'],
    ['rich text', Buffer.from('{\\rtf1 Invoice}'), 'unsupported', 'word processor'],
    ['broken JSON', Buffer.from('{"lines": ['), 'damaged', 'not valid JSON'],
    ['JSON without lines', Buffer.from('{"hello": 1}'), 'unsupported', '"lines" is missing'],
    [
      'JSON with a wrong amount',
      Buffer.from('{"lines":[{"description":"Bricks","net":"twelve"}]}'),
      'unsupported',
      'lines[0].net',
    ],
  ])('%s', async (_, bytes, code, words) => {
    const error = await refusal(bytes);
    expect(error).toBeInstanceOf(DocumentRefused);
    expect(error.code).toBe(code);
    expect(error.message).toContain(words);
    expect(error.retryCanHelp).toBe(false);
  });

  it('a file beyond the size, and not one at it', async () => {
    expect((await refusal(Buffer.alloc(LIMITS.fileBytes + 1, 'a'))).code).toBe('too_large');
    expect((await refusal(Buffer.alloc(LIMITS.fileBytes, 0))).code).not.toBe('empty');
  });
});

describe('PDF', () => {
  it('cut off', async () => {
    const { pdf: whole } = await merchant(2);
    const error = await refusal(whole.subarray(0, 300));
    expect(error.code).toMatch(/damaged|no_text/);
  });

  it('locked with a password', async () => {
    const locked = await pdf((doc) => doc.text('Invoice'), { userPassword: 'secret', ownerPassword: 'owner' });
    expect(await refusal(locked)).toMatchObject({ code: 'password', message: expect.stringContaining('without one') });
  });

  it('locked against printing alone is read', async () => {
    const draft = await readDocument(
      await pdf(
        (doc) => doc.text('INVOICE of Smith Builders Ltd, 3 Mill Lane').text('Bricks 120.00').text('Total 120.00'),
        { ownerPassword: 'owner', permissions: { printing: 'lowResolution' } },
      ),
    );
    expect(draft.source).toBe('text');
  });

  it('of more pages than are read', async () => {
    const long = await pdf((doc) => {
      for (let i = 0; i < LIMITS.pdfPages; i++) doc.text('page').addPage();
    });
    expect(await refusal(long)).toMatchObject({
      code: 'too_many_pages',
      message: expect.stringContaining(`${LIMITS.pdfPages + 1} pages`),
    });
  });

  it('with a script and a launch action runs neither', async () => {
    const armed = await pdf((doc) => {
      doc.text('INVOICE of Smith Builders Ltd, 3 Mill Lane').text('Bricks 120.00').text('Total 120.00');
      const catalog = doc as unknown as {
        _root: { data: Record<string, unknown> };
        ref: (o: object) => { end: () => void };
      };
      const action = catalog.ref({ S: 'JavaScript', JS: 'app.launchURL("http://127.0.0.1:9/");' } as object);
      action.end();
      catalog._root.data.OpenAction = action;
    });
    expect((await readDocument(armed)).lines).toHaveLength(1);
  });

  it('with a web page before its header is a PDF all the same, and nothing else', async () => {
    const { pdf: inner, truth } = await merchant(2);
    const both = Buffer.concat([Buffer.from('<html><script>alert(1)</script></html>\n'), inner]);
    const draft = await readDocument(both);
    expect(draft.invoiceNumber).toBe(truth.invoiceNumber);
  });
});

describe('images', () => {
  it('of more pixels than are decoded, told before anything is', async () => {
    const from = performance.now();
    expect(await refusal(pngOf(30_000, 30_000))).toMatchObject({ code: 'image_too_large' });
    expect(performance.now() - from).toBeLessThan(20_000);
  });

  it('with a side too long', async () => expect((await refusal(pngOf(20_000, 10))).code).toBe('image_too_large'));

  it('cut off', async () => {
    const whole = await sharp({
      create: {
        width: 800,
        height: 1000,
        channels: 3,
        background: '#ffffff',
        noise: { type: 'gaussian', mean: 200, sigma: 30 },
      },
    })
      .jpeg()
      .toBuffer();
    expect((await refusal(whole.subarray(0, whole.length / 3))).code).toBe('damaged');
  });

  it('TIFF of a thousand pages', async () => {
    const page = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#fff' } })
      .png()
      .toBuffer();
    const tiff = await sharp(
      Array.from({ length: 30 }, () => page),
      { join: { animated: true } } as never,
    )
      .tiff()
      .toBuffer();
    expect((await refusal(tiff)).code).toMatch(/too_many_pages/);
  });

  it('without any text', async () => {
    const blank = await sharp({ create: { width: 600, height: 800, channels: 3, background: '#ffffff' } })
      .png()
      .toBuffer();
    expect(await refusal(blank)).toMatchObject({ code: 'no_text' });
  });
});

describe('workbooks', () => {
  it('that would unpack to far more', async () => {
    expect(
      (await refusal(workbook([{ name: 'xl/worksheets/sheet1.xml', data: Buffer.alloc(60 * 1024 * 1024, 'a') }]))).code,
    ).toBe('archive_too_large');
  });

  it('that lie about what they unpack to', async () => {
    const error = await refusal(
      workbook([{ name: 'xl/worksheets/sheet1.xml', data: Buffer.alloc(30 * 1024 * 1024, 'a'), claimed: 100 }]),
    );
    expect(error.code).toMatch(/archive_too_large|damaged/);
  });

  it('with another archive inside', async () =>
    expect((await refusal(workbook([{ name: 'xl/inner.zip', data: Buffer.from('PK') }]))).code).toBe(
      'archive_too_large',
    ));
  it('with too many files', async () => {
    const many = Array.from({ length: LIMITS.zipEntries + 1 }, (_, i) => ({
      name: `xl/f${i}.xml`,
      data: Buffer.from('x'),
    }));
    expect((await refusal(workbook(many))).code).toBe('archive_too_large');
  });
  it('that are none', async () => expect((await refusal(workbook([]))).code).toBe('damaged'));
});

describe('the process that reads', () => {
  it('ends when the reader is told to stop, and says so', async () => {
    const cancel = new AbortController();
    const { pdf: bytes } = await merchant(2);
    const reading = readDocument(bytes, { signal: cancel.signal });
    setTimeout(() => cancel.abort(), 30);
    await expect(reading).rejects.toMatchObject({ code: 'cancelled', retryCanHelp: true });
  });

  it('is not started for a signal that has fired', async () => {
    await expect(readDocument((await merchant(2)).pdf, { signal: AbortSignal.abort() })).rejects.toMatchObject({
      code: 'cancelled',
    });
  });
});

afterAll(() => sharp.cache(false));
