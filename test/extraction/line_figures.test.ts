import { describe, expect, it } from 'vitest';
import type { Draft } from '../../src/extraction/draft.js';
import { readPages } from '../../src/extraction/read_pages.js';
import { typed } from './typed_page.js';

const HEAD = ['Ferry Kitchens Ltd', 'VAT No GB 196 0038 62', 'INVOICE 4471     Date 23/07/2025', ''];

const read = (rows: readonly string[]): Draft => readPages([typed([...HEAD, ...rows])], 'text');

/** The rows with each figure of money or count of the first so many changed in turn. */
function changed(rows: readonly string[], last: number): { rows: string[]; figure: string }[] {
  return rows.slice(0, last + 1).flatMap((row, at) =>
    [...row.matchAll(/(?<= {2})\d[\d,]*(?:\.\d\d)?%?(?= {2}|$)/g)].map(({ 0: figure, index }) => {
      const other = `${row.slice(0, index)}${(Number(row[index]) + 3) % 10}${row.slice(index + 1)}`;
      return { rows: rows.with(at, other), figure: `${figure} in row ${at}` };
    }),
  );
}

/** What is changed and yet said to fit. */
const missed = (rows: readonly string[], last: number) =>
  changed(rows, last)
    .filter((other) => read(other.rows).reconciled)
    .map(({ figure }) => figure);

describe('a table whose last column is the VAT of its lines', () => {
  const table = (said: string) => [
    'Description                Qty      Price        Net      VAT 20%',
    'Carcass 600 base unit        4      87.60     350.40        70.08',
    'Larder unit tall             2     293.76     587.52       117.50',
    'Belfast sink white           1     209.40     209.40        41.88',
    '',
    '',
    `${said.padEnd(38)}Total goods value  1,147.32`,
    '                                      VAT                  229.46',
    '                                      Total payable      1,376.78',
  ];

  it.each([
    '',
    'You have saved £412.00',
    'Deposit required £500.00',
    'If paid by 20/09 deduct £46.34',
    'Credit limit 5,000.00',
    'Total weight 440.50 kg',
    'RRP total £3,920.00',
  ])('is read with its nets, and no figure of it changes unnoticed: %s', (said) => {
    const draft = read(table(said));
    expect(draft.reconciled).toBe(true);
    expect(draft.lines.map(({ net, vat }) => `${net} ${vat}`)).toEqual([
      '350.40 70.08',
      '587.52 117.50',
      '209.40 41.88',
    ]);
    expect(missed(table(said), 3)).toEqual([]);
  });
});

describe('a net among the lines of a list without a head', () => {
  it('is no line, though it makes the total with their VAT', () => {
    const draft = read([
      'Carcass base unit, white             70.08',
      'Larder unit, tall                   117.50',
      'Goods and delivered sum             937.92',
      'Net goods                           937.92',
      'VAT                                 187.58',
      'Total                             1,125.50',
    ]);
    expect(draft.reconciled).toBe(false);
  });
});

describe('a discount and the price that it leaves', () => {
  const table = [
    'Description              Qty       List      Disc%    Your price       Net',
    'Base unit drawerline       4     182.50      52.00         87.60    350.40',
    'Larder unit tall           2     612.00      52.00        293.76    587.52',
    'Oak worktop three metres   3     380.00       0.00        380.00  1,140.00',
    '',
    'Net        2,077.92',
    'VAT 20%      415.58',
    'Total      2,493.50',
  ];

  it('are told when one of them is changed', () => {
    expect(read(table).reconciled).toBe(true);
    expect(read(table).lines.map(({ unitPrice }) => unitPrice)).toEqual(['182.50', '612.00', '380.00']);
    // Where nothing is taken off, the second price says nothing more.
    expect(missed(table, 3)).toEqual(['380.00 in row 3']);
  });
});

describe('a price that a discount leaves of the list price', () => {
  const tiles = (...foot: string[]) =>
    read([
      'Qty      Description                   List   Disc    Price    Amount',
      '24 m2    Porcelain floor tile         42.00    15%    35.70    856.80',
      '12 bag   Flexible tile adhesive       14.00   nett    14.00    168.00',
      '',
      ...foot,
      '                                      Net                973.56',
      '                                      VAT 20%            194.71',
      '                                      To pay          £1,168.27',
    ]);

  it('stands under "Price" behind "List", and is no amount', () => {
    const draft = tiles(
      '                      Goods total    1,024.80',
      '                      Less 5% loyalty discount   -51.24',
    );
    expect(draft.reconciled).toBe(true);
    expect(draft.lines.map(({ unitPrice, discount, net }) => [unitPrice, discount, net])).toEqual([
      ['42.00', '15%', '856.80'],
      ['14.00', null, '168.00'],
      [null, null, '-51.24'],
    ]);
  });

  it('is not what is taken off below the lines, wherever that stands', () => {
    for (const indent of [30, 33, 36]) {
      const draft = tiles(`${' '.repeat(indent)}Less 5% loyalty discount   -51.24`);
      expect([draft.reconciled, draft.lines.at(-1)?.net]).toEqual([true, '-51.24']);
    }
  });
});

describe('labour and materials in columns of their own', () => {
  const work = (labour = '1,240.00', sums = '2,220.00      1,101.15    3,321.15') =>
    read([
      '                                        Labour     Materials       Total',
      `First fix wiring ground floor         ${labour}        612.40    1,852.40`,
      'First fix wiring first floor            980.00        488.75    1,468.75',
      `                                      ${sums}`,
      'VAT @ 20%                                                         664.23',
      'TOTAL DUE                                                       3,985.38',
    ]);

  it('are parts of the amounts, and no words', () => {
    const draft = work();
    expect([draft.reconciled, ...draft.lines.map(({ description, net }) => `${description}: ${net}`)]).toEqual([
      true,
      'First fix wiring ground floor: 1852.40',
      'First fix wiring first floor: 1468.75',
    ]);
  });

  it('are told where they do not make the amount', () => {
    const codes = (draft: Draft) => draft.problems.map(({ code, found }) => `${code} ${found}`);
    expect(codes(work('1,250.00'))).toEqual(['line_does_not_add 1,250.00 612.40']);
    expect(work('1,250.00').reconciled).toBe(false);
  });
});

describe('lines without a heading', () => {
  it('have the count before their words and the price behind them, when these make the amount', () => {
    const draft = read([
      '1,200  Natural slates 500x250                 1.85     2,220.00',
      '4      Copper nails 5kg                      78.00       312.00',
      '6 m2   Ridge lead                            10.00        60.00',
      '2      Old slates to match                   50.00       120.00',
      '',
      'Net      2,712.00',
      'VAT 20%    542.40',
      'Total    3,254.40',
    ]);
    expect(draft.reconciled).toBe(true);
    expect(
      draft.lines.map(({ description, quantity, unit, unitPrice }) => [description, quantity, unit, unitPrice]),
    ).toEqual([
      ['Natural slates 500x250', '1200', null, '1.85'],
      ['Copper nails 5kg', '4', null, '78.00'],
      ['Ridge lead', '6', 'm2', '10.00'],
      ['Old slates to match 50.00', '2', null, null],
    ]);
  });
});
