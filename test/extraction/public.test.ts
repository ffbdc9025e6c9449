import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Truth } from '../../fixtures/invoices/generator/truth.js';
import { readPdf } from '../../src/extraction/pdf/text.js';
import { readDocument } from '../../src/extraction/read_document.js';
import { readPages } from '../../src/extraction/read_pages.js';

const FOLDER = new URL('../../fixtures/invoices/public/', import.meta.url);
const bytesOf = (file: string) => readFileSync(new URL(file, FOLDER));
const truthOf = (file: string) =>
  JSON.parse(bytesOf(file.replace(/\.\w+$/, '.json')).toString()) as Truth & { reconciles: boolean };
const files = readdirSync(FOLDER);
const known = files.filter((f) => /\.(?:xml|pdf)$/.test(f) && files.includes(f.replace(/\.\w+$/, '.json')));
const number = (text: string | null | undefined) => (text === null || text === undefined ? null : Number(text));

/** Documents written or published by programs of other people; `fixtures/invoices/public/README.md` says whose. */
describe('a document of another program is read to the penny', { timeout: 120_000 }, () => {
  it.each(known)('%s', async (file) => {
    const truth = truthOf(file);
    const draft = await readDocument(bytesOf(file));
    expect(draft.reconciled).toBe(truth.reconciles);
    expect(draft.source).toBe(/factur_x|\.xml/.test(file) ? 'structured' : 'text');
    expect({
      type: draft.documentType,
      name: draft.supplier.name,
      vatNumber: draft.supplier.vatNumber,
      number: draft.invoiceNumber,
      date: draft.invoiceDate,
      currency: draft.currency,
    }).toEqual({
      type: truth.documentType,
      name: truth.supplier.name,
      vatNumber: truth.supplier.vatNumber,
      number: truth.invoiceNumber,
      date: truth.invoiceDate,
      currency: truth.currency,
    });
    expect(draft.lines).toHaveLength(truth.lines.length);
    for (const [i, line] of truth.lines.entries())
      for (const key of ['quantity', 'unitPrice', 'net', 'vatRate', 'vat', 'gross'] as const)
        if (line[key] !== null) expect([i, key, number(draft.lines[i]?.[key])]).toEqual([i, key, number(line[key])]);
    for (const key of ['net', 'vat', 'gross'] as const)
      if (truth.totals[key] !== null)
        expect([key, number(draft.totals[key])]).toEqual([key, number(truth.totals[key])]);
  });

  it('a page, without the data inside its PDF', async () => {
    const truth = truthOf('factur_x_german.pdf');
    const { pages } = await readPdf(bytesOf('factur_x_german.pdf'), () => {});
    const draft = readPages(pages, 'text');
    expect(draft).toMatchObject({
      documentType: 'invoice',
      reconciled: true,
      invoiceNumber: truth.invoiceNumber,
      invoiceDate: truth.invoiceDate,
      currency: truth.currency,
      supplier: truth.supplier,
    });
    expect(draft.lines.map((l) => [number(l.quantity), number(l.unitPrice), number(l.net), number(l.vatRate)])).toEqual(
      truth.lines.map((l) => [number(l.quantity), number(l.unitPrice), number(l.net), number(l.vatRate)]),
    );
  });

  it.each([
    ['an e-invoice of a profile without lines', 'no_lines_cii.xml'],
    ['a file that only calls itself one', 'not_cii_readme.xml'],
  ])('%s says that it has no lines', async (_, file) => {
    const draft = await readDocument(bytesOf(file));
    expect(draft.reconciled).toBe(false);
    expect(draft.problems.map((p) => p.code)).toContain('no_lines');
  });
});
