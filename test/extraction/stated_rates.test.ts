import { describe, expect, it } from 'vitest';
import { readPages } from '../../src/extraction/read_pages.js';
import { typed } from './typed_page.js';

const HEAD = ['Tudor Rose Stairs Ltd', 'VAT Reg No. 391 3130 73', 'INVOICE no 4471', 'Date 3 March 2026', ''];
const told = (...rows: string[]) =>
  readPages([typed([...HEAD, ...rows])], 'text').problems.map(({ code, found }) => `${code} ${found}`);

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
