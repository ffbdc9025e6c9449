import { readdirSync, readFileSync } from 'node:fs';
import PDFDocument from 'pdfkit';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { photo, scan } from '../../fixtures/invoices/generator/degrade.js';
import { labour } from '../../fixtures/invoices/generator/layouts/contractors.js';
import { till } from '../../fixtures/invoices/generator/layouts/merchants.js';
import { TAKEN } from '../../fixtures/invoices/generator/pictures_of_pages.js';
import type { Truth } from '../../fixtures/invoices/generator/truth.js';
import type { Draft } from '../../src/extraction/draft.js';
import { laidFlat, paperCorners } from '../../src/extraction/ocr/paper.js';
import { betterNumbers } from '../../src/extraction/ocr/second_look.js';
import { readDocument } from '../../src/extraction/read_document.js';
import type { Page } from '../../src/extraction/table/page.js';

const amounts = (of: Draft | Truth) => ({
  totals: of.totals,
  lines: of.lines.map((l) => [l.quantity, l.unitPrice, l.net ?? null, l.vatRate]),
});

describe('pictures of paper', { timeout: 240_000 }, () => {
  it('a photograph in perspective, with a shadow, turned on its side', async () => {
    const { pdf, truth } = await labour(2);
    const [picture] = await photo(pdf, 2, { turn: 90 });
    const seen: number[] = [];
    const draft = await readDocument(picture as Buffer, { onProgress: ({ page }) => seen.push(page) });
    expect(amounts(draft)).toEqual(amounts(truth));
    expect(draft).toMatchObject({
      source: 'ocr',
      reconciled: true,
      supplier: truth.supplier,
      invoiceNumber: truth.invoiceNumber,
    });
    expect(seen).toContain(1);
  });

  it('a scan inside a PDF, page by page beside pages of text', async () => {
    const { pdf, truth } = await till(2);
    const [picture] = await scan(pdf, 2);
    const doc = new PDFDocument({ size: [226, 500], margin: 0 });
    const chunks: Buffer[] = [];
    doc.on('data', (chunk: Buffer) => chunks.push(chunk));
    const done = new Promise((resolve) => doc.on('end', resolve));
    doc.image(picture as Buffer, 0, 0, { width: 226 });
    doc.end();
    await done;
    const draft = await readDocument(Buffer.concat(chunks));
    expect(draft.totals).toEqual(truth.totals);
    expect(draft).toMatchObject({ source: 'ocr', reconciled: true, vatInclusive: true });
  });
});

describe('photographs of till receipts', { timeout: 120_000 }, () => {
  const folder = new URL('../../fixtures/invoices/receipts/', import.meta.url);
  it.each(readdirSync(folder).filter((file) => file.endsWith('.jpg')))('%s', async (file) => {
    const truth = JSON.parse(readFileSync(new URL(file.replace('.jpg', '.json'), folder), 'utf8')) as Truth;
    const draft = await readDocument(readFileSync(new URL(file, folder)));
    expect(draft).toMatchObject({ source: 'ocr', reconciled: true, supplier: truth.supplier });
    expect(draft.totals.gross).toBe(truth.totals.gross);
    expect(draft.lines.map((l, i) => (truth.lines[i]?.net ? l.net : l.gross))).toEqual(
      truth.lines.map((l) => l.net ?? l.gross),
    );
  });
});

describe('pictures of papers of many kinds', { timeout: 120_000 }, () => {
  // Of the others, docs/reading.md says how many reconcile.
  const read = [
    'online_order',
    'timber_valuation',
    'reverse_charge',
    'settlement_sage',
    'stage_retention',
    'stairs_proforma',
  ];
  const pictures = Object.entries(TAKEN).flatMap(([folder, taken]) =>
    Object.entries(taken).flatMap(([name, take]) =>
      folder === 'mixed_papers' || read.includes(name) ? [[`${folder}/${name}`, take] as const] : [],
    ),
  );
  it.each(pictures)('%s', async (name, take) => {
    const file = (ending: string) =>
      readFileSync(new URL(`../../fixtures/invoices/${name}.${ending}`, import.meta.url));
    const truth = JSON.parse(file('json').toString()) as Truth;
    const [picture] = await take(file('pdf'));
    const draft = await readDocument(picture as Buffer);
    expect(draft).toMatchObject({ source: 'ocr', reconciled: true });
    expect(draft.totals.gross).toBe(truth.totals.gross);
    expect(draft.lines.map((l, i) => (truth.lines[i]?.net ? l.net : l.gross))).toEqual(
      truth.lines.map((l) => l.net ?? l.gross),
    );
  });
});

describe('signs that recognition takes for others', { timeout: 120_000 }, () => {
  const folder = new URL('../../fixtures/invoices/supplier_pages/', import.meta.url);
  it.each([
    ['a low dash between the words of a label, and a schedule of an Act', 'roofing_retention', scan],
    ['a comma for a point', 'kitchen_package_inclusive', photo],
  ] as const)('%s', async (_what, name, take) => {
    const truth = JSON.parse(readFileSync(new URL(`${name}.json`, folder), 'utf8')) as Truth;
    const [picture] = await take(readFileSync(new URL(`${name}.pdf`, folder)), 1);
    const draft = await readDocument(picture as Buffer);
    expect(draft).toMatchObject({ source: 'ocr', reconciled: true, totals: { gross: truth.totals.gross } });
    expect(draft.lines.map((l, i) => (truth.lines[i]?.net ? l.net : l.gross))).toEqual(
      truth.lines.map((l) => l.net ?? l.gross),
    );
  });
});

describe('paper', () => {
  it('is found on a darker table and laid flat', async () => {
    const svg =
      '<svg width="400" height="500"><rect width="400" height="500" fill="#504840"/><polygon points="60,40 350,55 365,460 40,445" fill="#f4f4f4"/></svg>';
    const { data, info } = await sharp(Buffer.from(svg)).greyscale().raw().toBuffer({ resolveWithObject: true });
    const grey = { data: new Uint8Array(data), width: info.width, height: info.height };
    const corners = paperCorners(grey);
    expect(corners).not.toBeNull();
    const near = [
      [60, 40],
      [350, 55],
      [365, 460],
      [40, 445],
    ].every(([x = 0, y = 0], i) => Math.hypot((corners?.[i]?.[0] ?? 0) - x, (corners?.[i]?.[1] ?? 0) - y) < 6);
    expect(near).toBe(true);
    const flat = laidFlat(grey, corners as never);
    expect(flat.data.filter((v) => v < 200).length / flat.data.length).toBeLessThan(0.02);
  });

  it('in the shadow is not cut off where the shadow begins', () => {
    const [width, height] = [360, 480];
    const data = Uint8Array.from({ length: width * height }, (_, i) => {
      const [x, y] = [i % width, Math.floor(i / width)];
      const lit = 0.55 + 0.45 / (1 + Math.exp((x / width - 0.75) * 14));
      return lit * (x >= 40 && x < 330 && y >= 30 && y < 450 ? 235 : 96);
    });
    const corners = paperCorners({ data, width, height });
    expect(corners).not.toBeNull();
    for (const [x] of [corners?.[1], corners?.[2]] as [number, number][]) expect(Math.abs(x - 330)).toBeLessThan(6);
  });

  it('that fills the picture is left as it is', () => {
    expect(paperCorners({ data: new Uint8Array(40_000).fill(240), width: 200, height: 200 })).toBeNull();
  });
});

describe('a second look', () => {
  const page = (text: string): Page => ({
    number: 1,
    width: 100,
    height: 100,
    words: [{ text, x0: 0, y0: 0, x1: 20, y1: 10, confidence: 0.9 }],
  });
  const fitness = (right: string) => (pages: readonly Page[]) =>
    pages[0]?.words[0]?.text === right ? Number.POSITIVE_INFINITY : 0;

  it('takes a number that another reading saw there and that fits', () => {
    expect(betterNumbers([page('1561.05')], [[page('151.05')]], fitness('151.05'))[0]?.words[0]?.text).toBe('151.05');
  });

  it('never takes one that no reading saw', () => {
    expect(betterNumbers([page('1561.05')], [[page('157.05')]], fitness('151.05'))[0]?.words[0]?.text).toBe('1561.05');
  });
});
