import { describe, expect, it } from 'vitest';
import { LAYOUTS } from '../../fixtures/invoices/generator/all.js';
import { readPdf } from '../../src/extraction/pdf/text.js';
import { readPages } from '../../src/extraction/read_pages.js';

const number = (text: string | null) => (text === null ? null : Number(text));

describe.each(Object.entries(LAYOUTS))('PDF of layout %s', (_name, layout) => {
  it.each([1, 2, 3])('invoice %i is read as it is printed', async (seed) => {
    const { pdf, truth } = await layout(seed);
    const { pages } = await readPdf(pdf, () => {});
    const draft = readPages(pages, 'text');
    expect(draft.problems.filter((p) => p.code !== 'no_invoice_number')).toEqual([]);
    expect(draft.reconciled).toBe(true);
    expect({
      type: draft.documentType,
      supplier: draft.supplier,
      number: draft.invoiceNumber,
      date: draft.invoiceDate,
      currency: draft.currency,
    }).toEqual({
      type: truth.documentType,
      supplier: truth.supplier,
      number: truth.invoiceNumber,
      date: truth.invoiceDate,
      currency: truth.currency,
    });
    expect(draft.totals).toEqual(truth.totals.vat === null ? { ...truth.totals, vat: draft.totals.vat } : truth.totals);
    expect(draft.lines.map((l) => l.description)).toEqual(truth.lines.map((l) => l.description));
    for (const [i, line] of truth.lines.entries()) {
      for (const key of ['quantity', 'unitPrice', 'net', 'vatRate', 'vat', 'gross'] as const)
        if (line[key] !== null)
          expect([i, key, number(draft.lines[i]?.[key] ?? null)]).toEqual([i, key, number(line[key])]);
      expect(draft.lines[i]?.page).toBeGreaterThanOrEqual(1);
      const [x0, y0, x1, y1] = draft.lines[i]?.box ?? [1, 1, 0, 0];
      expect(x0 < x1 && y0 < y1 && x0 >= 0 && y1 <= 1).toBe(true);
    }
  });
});
