import { describe, expect, it } from 'vitest';
import type { Draft } from '../../src/extraction/draft.js';
import { letterhead, readTyped } from './typed_page.js';

const HEAD = letterhead('Dell Electrical Ltd');
const WORK = [
  'Description                               Net         VAT       Total',
  'First fix wiring                    30,000.00    6,000.00   36,000.00',
  'Second fix wiring                   12,000.00    2,400.00   14,400.00',
];
const LESS = ['', 'Net       39,900.00', 'VAT        7,980.00', 'Total     47,880.00'];
const WHOLE = ['', 'Net       42,000.00', 'VAT        8,400.00', 'Total     50,400.00'];

const read = (...rows: string[]): Draft => readTyped(...HEAD, ...rows);
const figures = ({ lines }: Draft) => lines.map(({ net, vat, gross }) => `${net} ${vat} ${gross}`);
const row = (label: string, ...sums: string[]) => label.padEnd(33) + sums.map((sum) => sum.padStart(12)).join('');

const NAMES = [
  'Less retention 5%',
  'Less retention',
  'Retention held 5%',
  'Retention deducted',
  'Less deposit paid',
  'Contra charge for broken window',
  'CIS deduction',
];

describe('what is taken off with its net and its VAT', () => {
  it.each(NAMES)('is a line below nothing: %s', (name) => {
    const draft = read(...WORK, row(name, '-2,100.00', '-420.00', '-2,520.00'), ...LESS);
    expect(draft.reconciled).toBe(true);
    expect(figures(draft).at(-1)).toBe('-2100.00 -420.00 -2520.00');
  });

  it('is so where it is printed without its minus, and where its gross is not printed', () => {
    const plain = read(...WORK, row('Less retention 5%', '2,100.00', '420.00', '2,520.00'), ...LESS);
    expect([plain.reconciled, figures(plain).at(-1)]).toEqual([true, '-2100.00 -420.00 -2520.00']);
    const short = read(
      ...WORK.map((text) => text.slice(0, 58)),
      row('Less retention 5%', '2,100.00', '420.00'),
      ...LESS,
    );
    expect([short.reconciled, figures(short).at(-1)]).toEqual([true, '-2100.00 -420.00 -2520.00']);
  });

  it('is so below the totals of the work', () => {
    const draft = read(
      ...WORK,
      row('Totals', '42,000.00', '8,400.00', '50,400.00'),
      row('Less retention 5%', '-2,100.00', '-420.00', '-2,520.00'),
      row('Net due', '39,900.00', '7,980.00', '47,880.00'),
    );
    expect([draft.reconciled, draft.totals.vat, draft.lines.length]).toEqual([true, '7980.00', 3]);
  });

  it('does not fit with another net or VAT', () => {
    for (const sums of [
      ['-2,400.00', '-420.00', '-2,520.00'],
      ['-2,100.00', '-720.00', '-2,520.00'],
      ['-2,100.00', '-420.00', '-2,820.00'],
    ])
      expect(read(...WORK, row('Less retention 5%', ...sums), ...LESS).reconciled).toBe(false);
  });
});

describe('what is taken off without VAT', () => {
  it.each([...NAMES, 'Deposit paid'])('is no line: %s', (name) => {
    const draft = read(...WORK, ...WHOLE, `${name}   -2,100.00`, 'Amount due   48,300.00');
    expect([draft.reconciled, draft.lines.length, draft.totals.vat]).toEqual([true, 2, '8400.00']);
  });

  it('is none among the lines either', () => {
    const draft = read(
      ...WORK,
      row('Totals', '42,000.00', '8,400.00', '50,400.00'),
      row('CIS deduction', '', '', '-2,100.00'),
      row('Amount due', '', '', '48,300.00'),
    );
    expect([draft.reconciled, draft.lines.length, draft.totals.gross]).toEqual([true, 2, '50400.00']);
  });

  it('may leave the only sum there is below the net and the VAT', () => {
    const paid = (due: string, label = 'Less CIS deduction 20% on labour element 30,000.00') =>
      read(
        'Description                               Net',
        'First fix wiring                    30,000.00',
        'Second fix wiring                   12,000.00',
        '',
        'Sub total    42,000.00',
        'VAT           8,400.00',
        `${label}    6,000.00`,
        `AMOUNT PAYABLE   ${due}`,
      );
    const draft = paid('44,400.00');
    expect([draft.reconciled, draft.totals]).toEqual([true, { net: '42000.00', vat: '8400.00', gross: '50400.00' }]);
    expect(paid('44,500.00').reconciled).toBe(false);
    expect(paid('44,400.00', 'Holdback on labour').reconciled).toBe(false);
  });
});

describe('what is taken off among lines without a table', () => {
  const kitchen = (label: string, off = '-2,000.00') =>
    read(
      'Shaker kitchen units, 18 units                 5,000.00',
      'Fitted single oven                             1,000.00',
      `${label.padEnd(46)} ${off}`,
      '',
      'Net                                            4,000.00',
      'VAT 20%                                          800.00',
      'Total                                          4,800.00',
    );

  it.each([
    'Less deposit invoice TK-2050 of 01/06/2025',
    'Less our invoice TK-2050 dated 01/06/2025',
    'Less deposit paid',
  ])('is a line, with a date in its words or above the net: %s', (label) => {
    const draft = kitchen(label);
    expect([draft.reconciled, ...draft.lines.map(({ description, net }) => `${description}: ${net}`)]).toEqual([
      true,
      'Shaker kitchen units, 18 units: 5000.00',
      'Fitted single oven: 1000.00',
      `${label}: -2000.00`,
    ]);
    expect(kitchen(label, '-2,100.00').reconciled).toBe(false);
  });
});

describe('a part of an order', () => {
  const deposit = (whole: string, rest: string) =>
    read(
      `Order value excluding VAT            ${whole}`,
      'Deposit 40% of order value            8,584.00',
      'VAT @ 20.00%                          1,716.80',
      'Deposit payable                      10,300.80',
      '',
      `Balance on delivery                  ${rest} + VAT`,
    );

  it('is charged alone; the order and what is left of it are no sums of the invoice', () => {
    const draft = deposit('21,460.00', '12,876.00');
    expect([draft.reconciled, draft.totals, draft.lines.map(({ net }) => net)]).toEqual([
      true,
      { net: '8584.00', vat: '1716.80', gross: '10300.80' },
      ['8584.00'],
    ]);
    expect(draft.notes).toContain('Order value excluding VAT 21,460.00');
    expect(deposit('21,560.00', '12,876.00').reconciled).toBe(false);
  });
});
