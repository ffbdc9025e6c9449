import { describe, expect, it } from 'vitest';
import type { Draft } from '../../src/extraction/draft.js';
import { readPages } from '../../src/extraction/read_pages.js';
import { typed } from './typed_page.js';

const bill = (...sums: string[]): Draft => billOf('Victorian Bathrooms Ltd    VAT No GB 196 0038 62', sums);

const billOf = (supplier: string, sums: readonly string[]): Draft =>
  readPages(
    [
      typed([
        supplier,
        'VAT INVOICE VB-20881734    Date: 30/08/2025',
        '',
        'Item                              Qty      Price      Total',
        'Edwardian basin 560mm               1    £165.95    £165.95',
        'Artisan bath filler                 2     £71.00    £142.00',
        'Quantum bath 1700 x 750             1    £389.00    £389.00',
        '',
        ...sums,
      ]),
    ],
    'text',
  );

describe('a total that tells the VAT in it', () => {
  it.each([
    'Total   £696.95  (includes VAT of £116.16)',
    'Order total   £696.95 (includes VAT of £116.16)',
    'Total   £696.95 (VAT £116.16)',
    'Total   £696.95 (incl. £116.16 VAT)',
    'Total   £696.95 including VAT at 20% of £116.16',
    'Grand total   £696.95 of which VAT £116.16',
  ])('is the gross of prices with VAT: %s', (total) => {
    for (const above of [[], ['Subtotal   £696.95'], ['Subtotal   £696.95', 'Delivery     £0.00']]) {
      const draft = bill(...above, total);
      expect([draft.reconciled, draft.vatInclusive, draft.totals]).toEqual([
        true,
        true,
        { net: '580.79', vat: '116.16', gross: '696.95' },
      ]);
      expect(draft.lines.map(({ gross }) => gross)).toEqual(['165.95', '142.00', '389.00']);
    }
    expect(bill('Subtotal   £696.95', total.replace('116.16', '416.16')).reconciled).toBe(false);
    expect(bill('Subtotal   £696.95', total.replace('696.95', '396.95')).reconciled).toBe(false);
  });
});

describe('a total with VAT whose VAT is not told', () => {
  it.each(['TOTAL INCLUDING VAT   £696.95', 'Total   £696.95 (includes VAT)'])('is no net: %s', (total) => {
    for (const draft of [bill(total), bill('Subtotal   £696.95', total)]) {
      expect([draft.vatInclusive, draft.totals]).toEqual([true, { net: null, vat: null, gross: '696.95' }]);
      expect(draft.lines.map(({ net, gross }) => `${net} ${gross}`)).toEqual([
        'null 165.95',
        'null 142.00',
        'null 389.00',
      ]);
    }
  });

  it('does not fit where the rate is told', () => {
    const { problems, reconciled } = bill('Subtotal   £696.95', 'Total   £696.95 including 20% VAT');
    expect([reconciled, problems.map(({ code }) => code)]).toEqual([false, ['vat_not_found']]);
  });
});

describe('goods whose only sum is one with VAT', () => {
  const prices = 'All prices are inclusive of VAT at 20%';
  it.each([
    ['Subtotal   £696.95', 'VAT included', 'Order total   £696.95'],
    ['Subtotal   £696.95', 'Order total   £696.95', prices],
    ['Subtotal (inc VAT)   £696.95', 'Total   £696.95'],
    ['Goods total   £696.95', 'Amount paid   £696.95', prices],
    ['Goods total   £696.95', 'Amount paid   £696.95', 'All prices include VAT'],
  ])('have no VAT of nothing: %s, %s, %s', (...sums) => {
    const draft = bill(...sums.filter((sum) => sum !== undefined));
    expect([draft.vatInclusive, draft.totals]).toEqual([true, { net: null, vat: null, gross: '696.95' }]);
    expect(draft.lines.map(({ net, vat, vatRate }) => [net, vat, vatRate])).toEqual(
      draft.lines.map(() => [null, null, null]),
    );
  });

  it('but have what a net total says', () => {
    expect(bill('Total ex VAT   £696.95', 'All prices include VAT where it is charged').totals.net).toBe('696.95');
  });
});

describe('a document that says that no VAT is charged', () => {
  it.each([
    ['Total   £696.95', 'No VAT is chargeable on this invoice.'],
    ['Total   £696.95', 'The work is zero rated so there is no VAT to add.'],
    ['Total   £696.95', 'All works are zero-rated for VAT.'],
    ['VAT nil rated new house     -', 'Total   £696.95'],
    ['Total = £696.95 (new build so no VAT)'],
  ])('%s %s', (...said) => {
    expect(bill(...said)).toMatchObject({
      reconciled: true,
      totals: { net: '696.95', vat: '0.00', gross: '696.95' },
    });
  });

  it.each(['I am not VAT registered.', 'Please note we are not currently registered for VAT', 'Not VAT registered'])(
    'and is of one who is not registered: %s',
    (said) => {
      const draft = billOf('S. Angove Brickwork', ['Total   £696.95', said]);
      expect(draft).toMatchObject({ totals: { net: '696.95', vat: '0.00' }, reconciled: true });
      expect(bill('Total   £696.95', said).totals.vat).toBeNull();
    },
  );

  it('says nothing of a customer who is not registered', () => {
    for (const said of ['If you are not VAT registered please ask', 'You are not VAT registered.'])
      expect(billOf('S. Angove Brickwork', ['Total   £696.95', said]).totals.vat).toBeNull();
  });

  it('on a part of it alone says nothing of the rest', () => {
    expect(bill('Total   £696.95', 'No VAT is chargeable on postage.').totals.vat).toBeNull();
  });
});

describe('delivery between the sub-total and the total', () => {
  it.each([
    ['34.85', '731.80'],
    ['139.39', '836.34'],
  ])('of %s is no VAT', (delivery, total) => {
    for (const said of [[], ['VAT included'], ['All prices include VAT at 20%']]) {
      const draft = bill('Subtotal   £696.95', `Delivery   £${delivery}`, ...said, `Total   £${total}`);
      expect([draft.reconciled, draft.totals]).toEqual([true, { net: null, vat: null, gross: total }]);
      expect(draft.lines.map(({ vat }) => vat)).toEqual([null, null, null, null]);
    }
  });
});

describe('VAT that the customer accounts for', () => {
  const NOTE = 'Reverse charge: customer to pay the VAT to HMRC';

  it.each([
    ['Sub total   £696.95', 'Reverse charge VAT @ 20%   £139.39', 'Total payable   £696.95', NOTE],
    ['Total   £696.95', 'Less CIS @ 20%   -£139.39', 'Amount due   £557.56', NOTE],
    ['Net   £696.95', 'VAT   £0.00', 'Total   £696.95', NOTE],
  ])('is none of the invoice, nor of its lines: %s %s', (...sums) => {
    const draft = bill(...sums);
    expect(draft).toMatchObject({ reconciled: true, totals: { net: '696.95', vat: '0.00', gross: '696.95' } });
    expect(draft.lines.map(({ vatRate, vat }) => [vatRate, vat])).toEqual(draft.lines.map(() => ['0', '0.00']));
  });

  it('is charged where it is in the total or on it', () => {
    const may = 'The reverse charge applies to builders.';
    expect(bill('Total   £696.95', 'VAT included   £116.16', may).totals.vat).toBe('116.16');
    expect(bill('Net   £696.95', 'VAT @ 20%   £139.39', 'Total   £836.34', may).totals.vat).toBe('139.39');
  });
});
