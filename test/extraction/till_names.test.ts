import { describe, expect, it } from 'vitest';
import { readPages } from '../../src/extraction/read_pages.js';
import { readTyped, typed } from './typed_page.js';

/** A till whose names stand above how many there are; `sign` is what was read between the count and the price. */
const till = (first: string, last = '3 x 2.40        7.20') =>
  readPages(
    [
      typed(
        [
          'MEREVALE TRADE COUNTER',
          'VAT No. 391 3130 73',
          'SALES INVOICE 7-20931',
          'Date: 14/06/2025',
          '',
          'BONDING COAT 25KG',
          `  ${first}`,
          'ANGLE BEAD 2.4M',
          '  10 x 3.15       31.50',
          'SCRIM TAPE 90M',
          `  ${last}`,
          '',
          'Total ex VAT      87.90',
          'VAT @ 20%         17.58',
          'TOTAL            105.48',
        ],
        0.9,
      ),
    ],
    'ocr',
  );

describe('the names of a till', () => {
  it.each([
    '4 x 12.30       49.20',
    '4 xX 12.30      49.20',
    '4 Xx 12.30      49.20',
    '4X 12.30        49.20',
    'Qty: 4 x 12.30  49.20',
  ])('are no sign of multiplication: %s', (first) => {
    const draft = till(first);
    expect(draft.lines.map(({ description, quantity, net }) => [description, quantity, net])).toEqual([
      ['BONDING COAT 25KG', '4', '49.20'],
      ['ANGLE BEAD 2.4M', '10', '31.50'],
      ['SCRIM TAPE 90M', '3', '7.20'],
    ]);
    expect(draft.reconciled).toBe(true);
  });

  it.each(['2X 7.20          7.20', '2x 7:20          7.20'])(
    'stand above a working that makes the amount: %s',
    (last) => {
      expect(till('4 x 12.30       49.20', last).reconciled).toBe(false);
    },
  );

  it('stand above their prices, and what the rate is charged on is no VAT', () => {
    const draft = readPages(
      [
        typed([
          'MEREVALE TRADE COUNTER',
          'VAT No. 391 3130 73',
          'Date: 14/06/2025',
          '',
          'BONDING COAT 25KG',
          '  4 x 12.30       49.20 A',
          'SCRIM TAPE 90M     7.20 A',
          '',
          'TOTAL            £56.40',
          'DEBIT CARD       £56.40',
          '',
          'VAT A 20%   GOODS 47.00',
          '            VAT    9.40',
        ]),
      ],
      'text',
    );
    expect(draft).toMatchObject({ reconciled: true, totals: { net: '47.00', vat: '9.40', gross: '56.40' } });
    expect(draft.vatBands).toMatchObject([{ rate: '20', net: null, vat: null }]);
  });
});

describe('how many and the price below the name', () => {
  const counter = (price: string) =>
    readTyped(
      'MEREVALE TRADE COUNTER',
      'VAT No. 391 3130 73',
      'Receipt no 4419-812',
      'Date: 14/06/2025',
      '',
      '5011633880114 Flexi hose 15mm x 1/2in',
      `   x 6      £${price}         £19.74`,
      '5011633880121 Isolating valve 10pk',
      '   x 2      £12.99         £25.98',
      '',
      'Total            £45.72',
      'VAT included @ 20%   £7.62',
    );

  it('begin with the sign, and the number of the stock is none of the name', () => {
    const draft = counter('3.29');
    expect(draft.reconciled).toBe(true);
    expect(draft.lines.map(({ description, quantity, unitPrice }) => [description, quantity, unitPrice])).toEqual([
      ['Flexi hose 15mm x 1/2in', '6', '3.29'],
      ['Isolating valve 10pk', '2', '12.99'],
    ]);
  });

  it('are told where they do not make the amount', () => {
    expect(counter('6.29').problems.map(({ code }) => code)).toContain('line_does_not_multiply');
  });
});
