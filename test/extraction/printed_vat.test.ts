import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import type { Draft } from '../../src/extraction/draft.js';
import { readDocument } from '../../src/extraction/read_document.js';
import { readPages } from '../../src/extraction/read_pages.js';
import { STANDARD_SINCE } from '../../src/extraction/reconcile/rates.js';
import { typed } from './typed_page.js';

const data = (invoice: object): Promise<Draft> => readDocument(Buffer.from(JSON.stringify(invoice)));
const ratesOf = ({ lines, reconciled, problems }: Draft) => ({
  rates: lines.map(({ vatRate }) => vatRate),
  reconciled,
  told: problems.map(({ code }) => code).filter((code) => code.startsWith('vat_')),
});

describe('VAT of customs beside the fee of who paid it', () => {
  const courier = (fee: string) =>
    data({
      invoiceDate: '2026-05-14',
      lines: [
        { description: 'Import VAT on floor tiles (C79)', net: '0.00', vat: '300.00' },
        { description: 'Customs duty', net: '50.00', vat: '0.00' },
        { description: 'Clearance fee', net: '40.00', vat: fee },
      ],
      totals: { net: '90.00', vat: '308.00', gross: '398.00' },
    });

  it('has no rate, and is proved by its sum', async () => {
    expect(ratesOf(await courier('8.00'))).toMatchObject({ reconciled: true, told: [] });
  });

  it('is not where another line bears VAT at no known rate, or the sum is another', async () => {
    expect((await courier('9.00')).reconciled).toBe(false);
    expect((await courier('2.00')).reconciled).toBe(false);
  });
});

describe('VAT that is printed line by line at several rates', () => {
  const lines = [
    { description: 'Conversion work', net: '12000', vat: '600' },
    { description: 'Garden wall', net: '1200', vat: '240' },
  ];
  const totals = { net: '13200', vat: '840', gross: '14040' };

  it('tells the rates', async () => {
    const draft = await data({ invoiceDate: '2026-03-03', lines, totals });
    expect(ratesOf(draft)).toEqual({ rates: ['5', '20'], reconciled: true, told: [] });
    const page = typed([
      'Dell Building Ltd     VAT Reg No. 391 3130 73',
      'Invoice no 4471       Date 3 March 2026',
      '',
      'Description                    Net        VAT       Total',
      'Conversion work          12,000.00     600.00   12,600.00',
      'Garden wall               1,200.00     240.00    1,440.00',
      'Zero-rated new dwelling   5,000.00       0.00    5,000.00',
      '',
      'Net       18,200.00',
      'VAT          840.00',
      'Total     19,040.00',
    ]);
    expect(ratesOf(readPages([page], 'text'))).toEqual({ rates: ['5', '20', '0'], reconciled: true, told: [] });
  });

  it('tells those of another country, by its money or the number of its supplier', async () => {
    const irish = [
      { description: 'Porcelain floor tiles', net: '1275.00', vat: '293.25' },
      { description: 'Laying', net: '400.00', vat: '54.00' },
    ];
    const sums = { net: '1675.00', vat: '347.25', gross: '2022.25' };
    const of = async (more: object) =>
      ratesOf(await data({ invoiceDate: '2026-06-01', lines: irish, totals: sums, ...more }));
    const fits = { rates: ['23', '13.5'], reconciled: true, told: [] };
    expect(await of({ currency: 'EUR', supplier: { name: 'Donegal Tiles', vatNumber: 'IE6388047V' } })).toEqual(fits);
    expect(await of({ supplier: { name: 'Donegal Tiles', vatNumber: 'IE6388047V' } })).toEqual(fits);
    expect(await of({ supplier: { name: 'Dell Tiles', vatNumber: 'GB391313073' } })).toMatchObject({
      reconciled: false,
    });
  });

  it('tells those of its day alone', async () => {
    const old = [lines[0], { description: 'Garden wall', net: '1200', vat: '210' }];
    const sums = { net: '13200', vat: '810', gross: '14010' };
    const on = async (invoiceDate?: string) => ratesOf(await data({ invoiceDate, lines: old, totals: sums }));
    expect((await on('2010-06-01')).rates).toEqual(['5', '17.5']);
    expect(await on('2026-06-01')).toEqual({ rates: [null, null], reconciled: false, told: ['vat_rate_unclear'] });
    expect((await on()).reconciled).toBe(true);
  });

  it('tells nothing where a penny is off or the totals are others', async () => {
    const off = [lines[0], { description: 'Garden wall', net: '1200', vat: '240.01' }];
    expect((await data({ lines: off, totals: { net: '13200', vat: '840.01', gross: '14040.01' } })).reconciled).toBe(
      false,
    );
    expect((await data({ lines, totals: { ...totals, vat: '840.50', gross: '14040.50' } })).reconciled).toBe(false);
    expect((await data({ lines, totals: { ...totals, net: '13300', gross: '14140' } })).reconciled).toBe(false);
  });

  it('is at the standard rates of the rules', () => {
    const { rates } = parse(readFileSync(new URL('../../rules/rulebook.yaml', import.meta.url), 'utf8')) as {
      rates: { standard: { from: string; percent: number }[] };
    };
    expect(STANDARD_SINCE).toEqual(rates.standard.map(({ from, percent }) => [from, percent]));
  });
});

describe('a sum that is called subject to VAT', () => {
  const fees = (subject: string) =>
    readPages(
      [
        typed([
          'Finch Okafor LLP      VAT registered 995 1206 04',
          'Fee note 1187         Date 2 October 2025',
          '',
          'Professional fees                                         Now due',
          'RIBA Stage 4 Technical Design                            3,480.00',
          'Planning portal fee (paid on your behalf, no VAT)          145.00',
          '',
          `Sub-total subject to VAT       ${subject}`,
          'VAT @ 20%                        696.00',
          'Disbursements (no VAT)           145.00',
          'Total payable                  4,321.00',
        ]),
      ],
      'text',
    );

  it('is what the rate below it is charged on', () => {
    expect(ratesOf(fees('3,480.00'))).toEqual({ rates: ['20', '0'], reconciled: true, told: [] });
    expect(fees('3,480.00').vatBands).toEqual([{ rate: '20', code: null, net: '3480.00', vat: '696.00' }]);
    expect(fees('3,780.00').reconciled).toBe(false);
  });
});
