import { describe, expect, it } from 'vitest';
import { readPages } from '../../src/extraction/read_pages.js';
import { letterhead, readTyped, typed } from './typed_page.js';

const HEAD = letterhead('Tudor Rose Stairs Ltd');
const told = (...rows: string[]) => readTyped(...HEAD, ...rows).problems.map(({ code, found }) => `${code} ${found}`);

describe('a rate that is not that of the VAT', () => {
  const bill = ({ column = '20.00', label = 'VAT @ 20.00%', total = '£6,835.20', due = '£6,835.20' } = {}) => [
    'Description               Qty        Rate     VAT %      Amount',
    'Oak staircase               1    4,865.00     20.00    4,865.00',
    `Oak handrail                2      415.50     ${column}      831.00`,
    '',
    'Sub Total      5,696.00',
    `${label}   1,139.20`,
    `Total         ${total}`,
    `Balance due   ${due}`,
  ];

  it('is told where it stands beside a line, below the lines or at the head of a column', () => {
    expect(told(...bill())).toEqual([]);
    expect(told(...bill({ column: '50.00' }))).toEqual(['vat_rate_unclear 50.00']);
    for (const label of ['VAT @ 50.00%', 'VAT 50%', 'Standard Rate (50%)'])
      expect(told(...bill({ label }))).toEqual(['vat_differs 1,139.20']);
    const headed = (heading: string) => [
      `Description            Net      ${heading}`,
      'Oak staircase     4,865.00       973.00',
      'Oak handrail        831.00       166.20',
      '',
      'Net       5,696.00',
      'VAT       1,139.20',
      'Total     6,835.20',
    ];
    expect(told(...headed('VAT 20%'))).toEqual([]);
    expect(told(...headed('VAT 50%'))).toContain('line_vat_differs 973.00');
  });

  it('is no rate of VAT that is 0 on some lines', () => {
    const mixed = [
      'Description              Net      VAT 20%',
      'New dwelling        5,000.00         0.00',
      'Garden wall           831.00       166.20',
      '',
      'Net       5,831.00',
      'VAT         166.20',
      'Total     5,997.20',
    ];
    expect(told(...mixed)).toEqual([]);
  });

  it('is so with another total below the lines than the net and the VAT make', () => {
    expect(told(...bill({ total: '£6,865.20' }))).toEqual(['totals_do_not_add £6,865.20']);
  });
});

describe('a rate in words', () => {
  it('stands in its column, and is none of the words of the line', () => {
    const draft = readPages(
      [
        typed([
          ...HEAD,
          'Charge                                      VAT rate      Net       VAT     Gross',
          'New water connection, 25mm, short side         0%       486.00      0.00    486.00',
          'Infrastructure charge - water             Outside scope 412.00      0.00    412.00',
          'Administration of temporary supply            20%        92.00     18.40    110.40',
          'Total                                                   990.00     18.40  1,008.40',
        ]),
      ],
      'text',
    );
    expect(draft.reconciled).toBe(true);
    expect(draft.lines.map(({ description, vatRate }) => [description, vatRate])).toEqual([
      ['New water connection, 25mm, short side', '0'],
      ['Infrastructure charge - water', '0'],
      ['Administration of temporary supply', '20'],
    ]);
  });
});

describe('a sign whose rate only the analysis tells', () => {
  const coded = (heading: string, ...codes: string[]) =>
    readPages(
      [
        typed([
          ...HEAD,
          `Item                            Net    ${heading}`,
          `Heat pump, supply and fit   9,850.00   ${codes[0]}`,
          `Wood stove                  1,195.00   ${codes[1]}`,
          `Copper pipe                   186.00   ${codes[2]}`,
          '',
          'VAT summary',
          'Code   Rate      Net         VAT',
          'Z       0%    9,850.00      0.00',
          'S      20%    1,381.00    276.20',
          '',
          'Net total    11,231.00',
          'VAT total       276.20',
          'Total due    11,507.20',
        ]),
      ],
      'text',
    );

  it('is that of the VAT in a column headed no more than "Code", where the analysis knows them all', () => {
    const draft = coded('Code', 'Z', 'S', 'S');
    expect([draft.reconciled, draft.lines.map(({ vatRate }) => vatRate)]).toEqual([true, ['0', '20', '20']]);
    expect(draft.lines.map(({ vat }) => vat)).toEqual(['0.00', '239.00', '37.20']);
    expect(coded('Code', 'Z', 'Z', 'S').problems.map(({ code }) => code)).toContain('band_does_not_sum');
    expect(coded('Code', 'Z', 'S', 'Q').lines.map(({ vatCode }) => vatCode)).toEqual([null, null, null]);
  });

  const till = (star: string, nought: string) =>
    readPages(
      [
        typed([
          'TOOLBARN COUNTER',
          'VAT NO 391 3130 73',
          '09/08/2025',
          'PVA ADHESIVE 5L        18.99',
          `SAFETY BOOTS           54.99${star}`,
          'DRILL BIT SET          24.00',
          'TOTAL          GBP     97.98',
          'VISA DEBIT             97.98',
          '* ZERO RATED GOODS',
          'RATE      GOODS     VAT      TOTAL',
          '20.00%    35.82    7.17      42.99',
          ` 0.00%    ${nought}    0.00      ${nought}`,
        ]),
      ],
      'text',
    );

  it('is told by the sums of the analysis alone, when the signed lines and the others come to them in one way', () => {
    const draft = till('*', '54.99');
    expect([draft.reconciled, draft.totals.gross]).toEqual([true, '97.98']);
    expect(draft.lines.map(({ vatRate }) => vatRate)).toEqual(['20', '0', '20']);
    expect(till('', '54.99').lines.map(({ vatRate }) => vatRate)).toEqual([null, null, null]);
  });
});
