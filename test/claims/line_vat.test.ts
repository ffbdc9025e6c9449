import { describe, expect, it } from 'vitest';
import { claimMoney, type PrintedLine } from '../../src/claims/line_vat.js';
import type { DocumentType } from '../../src/rulebook/evidence.js';
import { rulebook } from '../rulebook/book.js';

const line = (net: string, vat: string | null = null, vatRate = '20'): PrintedLine => ({
  net,
  vat,
  gross: null,
  vatRate,
});
const totals = (net: string | null, vat: string | null, gross: string | null) => ({ net, vat, gross });

describe('the lines of a credit note', () => {
  const credited = (lines: readonly PrintedLine[], of: ReturnType<typeof totals>) =>
    claimMoney(lines, { documentType: 'credit_note', totals: of, reconciled: true }).map((money) =>
      'fault' in money ? money : [money.net, money.vat],
    );
  const bricks = [line('900.00', '180.00'), line('-840.00', '-168.00')];

  it.each([
    ['printed as more than nothing', bricks, totals('60.00', '12.00', '72.00'), [-90000, -18000], [84000, 16800]],
    [
      'printed as less than nothing',
      [line('-900.00', '-180.00'), line('840.00', '168.00')],
      totals('-60.00', '-12.00', '-72.00'),
      [-90000, -18000],
      [84000, 16800],
    ],
    [
      'of which the total alone is printed the other way',
      [line('-900.00', '-180.00'), line('840.00', '168.00')],
      totals('60.00', '12.00', '72.00'),
      [-90000, -18000],
      [84000, 16800],
    ],
    [
      'with VAT by the rate only',
      [line('154.00'), line('-15.40')],
      totals('138.60', '27.72', '166.32'),
      [-15400, -3080],
      [1540, 308],
    ],
    ['without totals all take VAT off', bricks, totals(null, null, null), [-90000, -18000], [-84000, -16800]],
    ['whose totals do not fit, too', bricks, totals('1740.00', null, null), [-90000, -18000], [-84000, -16800]],
  ])('%s', (_, lines, of, ...expected) => expect(credited(lines, of)).toEqual(expected));

  it('whose amounts are of one sign are all taken off, whichever that is', () => {
    for (const sign of ['', '-'])
      expect(credited([line(`${sign}10.00`, `${sign}2.00`)], totals('10.00', '2.00', '12.00'))).toEqual([
        [-1000, -200],
      ]);
  });

  it.each([
    ['800.00', '0.00'],
    ['-800.00', '0.00'],
    ['-800.00', null],
  ])('of the VAT alone are taken off, printed as %s', (vat, net) => {
    expect(credited([line('0.00', vat)], totals(net, vat, vat))).toEqual([[0, -80000]]);
    expect(credited([line('0.00', vat)], totals(null, null, null))).toEqual([[0, -80000]]);
  });

  it('of the VAT alone keep what lessens the credit', () => {
    const lines = [line('0.00', '-800.00'), line('0.00', '50.00')];
    expect(credited(lines, totals('0.00', '-750.00', '-750.00'))).toEqual([
      [0, -80000],
      [0, 5000],
    ]);
  });

  it('keep their sign where the VAT is not known', () => {
    const [, fee] = claimMoney([line('154.00'), line('-15.40')], {
      documentType: 'credit_note',
      totals: totals('138.60', null, null),
      reconciled: false,
    });
    expect(fee).toMatchObject({ net: 1540, fault: expect.any(String) });
  });
});

it('VAT shared out over an invoice goes the other way on what is taken off', () => {
  const lines = [line('100.03'), line('50.02'), line('-20.02')];
  const money = claimMoney(lines, {
    documentType: 'invoice',
    totals: totals('130.03', '26.01', null),
    reconciled: true,
  });
  expect(money).toEqual([
    { net: 10003, vat: 2001 },
    { net: 5002, vat: 1000 },
    { net: -2002, vat: -400 },
  ]);
});

it('a part of a penny is told as such, and not as VAT that is not printed', () => {
  const [money] = claimMoney([{ ...line('10.999'), vat: '2.00' }], {
    documentType: 'invoice',
    totals: totals(null, null, null),
    reconciled: false,
  });
  expect(money).toMatchObject({ fault: expect.stringContaining('its net of £10.999 has a part of a penny') });
});

describe('prices with the VAT in them', () => {
  const priced = (gross: string, vatRate: string | null = '20'): PrintedLine => ({
    net: null,
    vat: null,
    gross,
    vatRate,
  });
  const taken = async (
    lines: readonly PrintedLine[],
    gross: string,
    more: { documentType?: DocumentType; reconciled?: boolean } = {},
  ) => {
    const document = {
      documentType: 'simplified_receipt' as const,
      totals: totals(null, null, gross),
      reconciled: true,
    };
    const money = claimMoney(lines, { ...document, ...more }, (await rulebook()).evidence);
    return money.map((m) => ('fault' in m ? 'not known' : [m.net, m.vat]));
  };

  it.each([
    ['one sixth at 20%, rounded down', [priced('187.49')], '187.49', [[15_625, 3_124]]],
    ['one twenty-first at 5%', [priced('100.00', '5')], '100.00', [[9_524, 476]]],
    [
      'by rate, and not line by line',
      [priced('1.99'), priced('1.99'), priced('2.00')],
      '5.98',
      [
        [166, 33],
        [166, 33],
        [167, 33],
      ],
    ],
    [
      'of two rates',
      [priced('120.00'), priced('21.00', '5')],
      '141.00',
      [
        [10_000, 2_000],
        [2_000, 100],
      ],
    ],
    [
      'less what is taken off',
      [priced('120.00'), priced('-12.00')],
      '108.00',
      [
        [10_000, 2_000],
        [-1_000, -200],
      ],
    ],
    ['up to the limit', [priced('250.00')], '250.00', [[20_834, 4_166]]],
    ['not above it', [priced('250.01')], '250.01', ['not known']],
    ['not without a rate', [priced('187.49', null)], '187.49', ['not known']],
  ])('a receipt holds VAT: %s', async (_, lines, gross, expected) => {
    expect(await taken(lines, gross)).toEqual(expected);
  });

  it('is not taken out of another document, or of figures that do not fit', async () => {
    const lines = [priced('187.49')];
    expect(await taken(lines, '187.49', { documentType: 'invoice' })).toEqual(['not known']);
    expect(await taken(lines, '187.49', { documentType: 'unknown' })).toEqual(['not known']);
    expect(await taken(lines, '190.00', { reconciled: false })).toEqual(['not known']);
  });
});
