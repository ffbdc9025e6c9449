import { describe, expect, it } from 'vitest';
import { LAYOUTS } from '../../fixtures/invoices/generator/all.js';
import { readPdf } from '../../src/extraction/pdf/text.js';
import { readPages } from '../../src/extraction/read_pages.js';
import { expectAsPrinted } from './as_printed.js';

describe.each(Object.entries(LAYOUTS))('PDF of layout %s', (_name, layout) => {
  it.each([1, 2, 3])('invoice %i is read as it is printed', async (seed) => {
    const { pdf, truth } = await layout(seed);
    const { pages } = await readPdf(pdf, () => {});
    const draft = readPages(pages, 'text');
    expect(draft.problems.filter((p) => p.code !== 'no_invoice_number')).toEqual([]);
    expectAsPrinted(draft, truth);
    expect(draft.totals).toEqual(truth.totals.vat === null ? { ...truth.totals, vat: draft.totals.vat } : truth.totals);
    for (const i of truth.lines.keys()) {
      expect(draft.lines[i]?.page).toBeGreaterThanOrEqual(1);
      const [x0, y0, x1, y1] = draft.lines[i]?.box ?? [1, 1, 0, 0];
      expect(x0 < x1 && y0 < y1 && x0 >= 0 && y1 <= 1).toBe(true);
    }
  });
});
