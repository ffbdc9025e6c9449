import { describe, expect, it } from 'vitest';
import { readPages } from '../../src/extraction/read_pages.js';
import { typed } from './typed_page.js';

const page = (number: string, net = '815.00') => [
  'Ferry Timber Ltd     VAT No GB 196 0038 62',
  `INVOICE 4471         Date 23/07/2025      ${number}`,
  '',
  'Description            Qty     Price       Net',
  'Sawn battens            20      4.25     85.00',
  `Roofing slates         500      1.46    730.00`,
  '',
  `Net        ${net}`,
  'VAT 20%    163.00',
  'Total      978.00',
];
const read = (...pages: string[][]) =>
  readPages(
    pages.map((rows, i) => ({ ...typed(rows), number: i + 1 })),
    'text',
  );
const told = (draft: ReturnType<typeof read>) =>
  draft.problems.filter(({ code }) => code === 'page_missing').map(({ message, found }) => `${found}: ${message}`);

describe('pages that are numbered', () => {
  it('are told to be missing', () => {
    expect(told(read(page('Page 2 of 2')))).toEqual([
      'Page 2 of 2: Page 1 of 2 is missing; give all pages of the document together.',
    ]);
    expect(told(read(page('PAGE 1/3')))[0]).toContain('Page 2, 3 of 3');
  });

  it('keep nothing from fitting by themselves', () => {
    expect(read(page('Page 1 of 2')).reconciled).toBe(true);
    expect(read(page('Page 1 of 2', '915.00')).reconciled).toBe(false);
  });

  it('are not missing where all are there', () => {
    expect(told(read(page('Page 1 of 1')))).toEqual([]);
    expect(told(read(page('Page 1 of 2'), ['Page 2 of 2', 'Terms and conditions']))).toEqual([]);
    expect(told(read(page('')))).toEqual([]);
  });
});
