import { describe, expect, it } from 'vitest';
import { readDocument } from '../../src/extraction/read_document.js';
import { readPages } from '../../src/extraction/read_pages.js';
import { letterhead, readTyped, typed } from './typed_page.js';

const HEAD = letterhead('Dell Drylining Ltd');

const codes = (...rows: string[]) => readTyped(...HEAD, ...rows).problems.map(({ code, found }) => `${code} ${found}`);

describe('figures under headings that are not understood', () => {
  const table = (first: string, second: string, amount = '4,601.00') => [
    `Description              ${first.padStart(8)}   ${second.padStart(10)}     Amount`,
    'Board and skim ceilings        86        24.00   2,064.00',
    `Board and skim walls          214        21.50   ${amount}`,
    'Laminate to reveals            18        39.00     702.00',
  ];
  const totals = ['', 'Net           7,367.00', 'VAT 20%       1,473.40', 'Total         8,840.40'];

  it.each([
    ['m²', '£/m²'],
    ['m2', 'GBP per m2'],
    ['Qty', '£/no'],
    ['Ordered', 'Struck'],
    ['Fitted', 'Schedule'],
  ])('are quantity and price when they make the amounts: %s, %s', (first, second) => {
    const draft = readTyped(...HEAD, ...table(first, second), ...totals);
    expect(draft.reconciled).toBe(true);
    expect(draft.lines.map((l) => `${l.quantity} x ${l.unitPrice}`)).toEqual([
      '86 x 24.00',
      '214 x 21.50',
      '18 x 39.00',
    ]);
    // So much then is told of the row that does not.
    const wrong = [...table(first, second, '4,610.00'), '', 'Net           7,376.00', 'VAT 20%       1,475.20'];
    expect(codes(...wrong, 'Total         8,851.20')).toEqual(['line_does_not_multiply 4,610.00']);
  });

  it('of a sheet too, whatever names it has for them', async () => {
    const sheet = (amount: string) =>
      readDocument(
        Buffer.from(
          `Stock code;Details;Ordered;Sold at (£);Value;TC\nAG20;Gravel;14,5;31,20;452,40;T1\nMOT1;Type 1;40;22,75;${amount};T1\nHAUL;Haulage;3;65,00;195,00;T1`,
        ),
      );
    expect((await sheet('910,00')).lines.map((l) => l.unitPrice)).toEqual(['31.20', '22.75', '65.00']);
    expect((await sheet('901,00')).problems.map(({ code }) => code)).toContain('line_does_not_multiply');
  });

  it('are told when nothing shows what they are', () => {
    const one = [
      'Description           Fitted    Schedule     Amount',
      'Board and skim             86       24.00   2,064.00',
    ];
    expect(codes(...one, '', 'Net           2,064.00', 'VAT 20%         412.80', 'Total         2,476.80')).toEqual([
      'unconfirmed_figure 86',
      'unconfirmed_figure 24.00',
    ]);
  });

  it('are not told beside a quantity and a price', () => {
    const rows = [
      'Description          Girth     Qty      Price     Amount',
      'Oak beam             12.40       2     100.00     200.00',
      'Pine post             9.10       3      10.00      30.00',
    ];
    expect(codes(...rows, '', 'Net             230.00', 'VAT 20%          46.00', 'Total           276.00')).toEqual(
      [],
    );
  });
});

describe('another total above the lines', () => {
  const told = (above: string[], ...below: string[]) =>
    codes(
      ...above,
      '',
      'Description                    Qty      Rate     Amount',
      'First fix wiring, labour        64     38.00   2,432.00',
      'Consumer unit 18 way             2    374.00     748.00',
      '',
      'Net amount                                     3,180.00',
      'VAT 20%                                          636.00',
      'Gross amount                                   3,816.00',
      ...below,
    );

  it.each([
    'AMOUNT DUE £3,936.00',
    'Invoice total: £3,618.00',
    'Please pay £3,936.00',
    'TOTAL £3,936.00',
    'SALES INVOICE Amount due: £3,963.00',
  ])('is told: %s', (said) => {
    expect(told([said])).toEqual([`totals_do_not_add ${said.split(' ').at(-1)}`]);
  });

  it('is none where it is the gross, the net or one of several payments', () => {
    expect(told(['AMOUNT DUE £3,816.00'])).toEqual([]);
    expect(told(['Total net £3,180.00'])).toEqual([]);
    expect(told(['Due by 1 April  £1,816.00', 'Due by 1 May  £2,000.00'])).toEqual([]);
  });

  it('may be less what was paid, is held back or may be taken off', () => {
    expect(told(['AMOUNT DUE £2,816.00'], 'Deposit received                               1,000.00')).toEqual([]);
    expect(told(['Amount due £3,625.20'], 'Less retention 5%                                190.80')).toEqual([]);
    expect(told(['Amount due £3,739.68'], 'Settlement discount 2% if paid within 14 days     76.32')).toEqual([]);
  });

  it('may be that of the account or of the whole order', () => {
    expect(told(['Total due £4,016.00'], 'Previous balance                                 200.00')).toEqual([]);
    expect(told(['Account balance £9,000.00'])).toEqual([]);
    expect(told(['Order total £9,000.00'])).toEqual([]);
  });
});

describe('a row without figures among the lines', () => {
  const table = (row: string, ...totals: string[]) => [
    'Description                        Qty      Rate        Net',
    'Close board fence 1.8m high         34     62.00   2,108.00',
    'Field gate 3.6m galvanised           1    486.00     486.00',
    row,
    'Turf laid on prepared soil         120      7.25     870.00',
    '',
    ...totals,
  ];
  const short = [
    'Net                    3,824.00',
    'VAT at 20%               764.80',
    'Total                  4,588.80',
  ];
  const whole = [
    'Net                    3,464.00',
    'VAT at 20%               692.80',
    'Total                  4,156.80',
  ];

  it('is a line whose amount is missing when the lines are less than the net', () => {
    const draft = readTyped(...HEAD, ...table('Removal of old hedge', ...short));
    expect(draft.lines.map((l) => `${l.description}: ${l.net}`)).toContain('Removal of old hedge: null');
    expect(draft.problems).toEqual([expect.objectContaining({ code: 'line_without_amount', line: 2 })]);
  });

  it('goes on with a description when they are not, or when it begins in small letters', () => {
    const fits = readTyped(...HEAD, ...table('Hung on new posts', ...whole));
    expect(fits.reconciled).toBe(true);
    expect(fits.lines.map((l) => l.description)).toContain('Field gate 3.6m galvanised Hung on new posts');
    const small = readTyped(...HEAD, ...table('and hung on posts', ...short));
    expect(small.lines).toHaveLength(3);
    expect(small.problems.map(({ code }) => code)).toContain('lines_do_not_sum');
  });
});

describe('a row of totals under the columns of a receipt', () => {
  const receipt = (paid: string) =>
    readPages(
      [
        typed([
          ...HEAD,
          'Item                              Net        VAT       Gross',
          'Plan fee                       245.00      49.00      294.00',
          'Inspection fee                 520.00     104.00      624.00',
          'Street naming                   62.00       0.00       62.00',
          '',
          `Total paid${paid}`,
        ]),
      ],
      'text',
    );
  const figures = (net: string, vat: string, gross: string) => net.padStart(27) + vat.padStart(11) + gross.padStart(12);

  it('is checked whatever it calls what was paid', () => {
    expect(receipt(figures('827.00', '153.00', '980.00'))).toMatchObject({
      reconciled: true,
      totals: { net: '827.00', vat: '153.00', gross: '980.00' },
    });
    expect(receipt(figures('837.00', '153.00', '980.00')).reconciled).toBe(false);
    expect(receipt(figures('827.00', '156.00', '980.00')).reconciled).toBe(false);
  });
});

describe('what VAT is said to be charged on', () => {
  const WORK = [
    'Description                Amount',
    'Oak door                 1,000.00',
    'Oak frame                  240.00',
    '',
  ];
  const bill = (...vat: string[]) =>
    codes(...WORK, 'Net                      1,240.00', ...vat, 'Total                    1,488.00');

  it.each(['VAT @ 20% on 1,240.00      248.00', 'VAT (20% on £1,240.00)     248.00'])('makes it: %s', (vat) => {
    expect(bill(vat)).toEqual([]);
  });

  it.each(['VAT @ 20% on 1,243.00      248.00', 'VAT (20% on £1,243.00)     248.00'])(
    'is told otherwise: %s',
    (vat) => {
      expect(bill(vat)).toEqual(['band_does_not_sum 248.00']);
    },
  );

  it('may stand before the rate in an analysis', () => {
    const analysis = (goods: string) =>
      bill(
        'VAT                        248.00',
        '',
        'VAT summary      Goods     Rate       VAT',
        `S1            ${goods}   20.00%    248.00`,
        '',
      );
    expect(analysis('1,240.00')).toEqual([]);
    expect(analysis('1,243.00')).toEqual(['band_does_not_sum 248.00']);
  });
});

describe('what is printed twice', () => {
  const bill = ({ goods = '620.00', subtotal = '650.00', net = '650.00', free = '30.00', rate = '20.0' } = {}) =>
    codes(
      'Description              Qty     Price   VAT    Amount',
      'Oak beam                   2    310.00     S    620.00',
      'Survey                     1     30.00     Z     30.00',
      '',
      'Rate          Goods        VAT',
      `${rate}        ${goods}     124.00`,
      '',
      `Subtotal                                     £${subtotal}`,
      `Total excluding VAT                          £${net}`,
      'VAT S 20% on £620.00                         £124.00',
      `VAT Z 0% on £${free}                           £0.00`,
      'Total                                        £774.00',
    );

  it('is one sum: goods of a rate without a sign, goods without VAT, a sub-total right above the net', () => {
    expect(bill()).toEqual([]);
    expect(bill({ goods: '623.00' })).toContain('band_does_not_sum 124.00');
    expect(bill({ free: '33.00' })).toContain('band_does_not_sum 33.00');
    expect(bill({ subtotal: '653.00' })).toContain('totals_do_not_add £653.00');
    expect(bill({ net: '653.00' })).toContain('totals_do_not_add £653.00');
  });
});

describe('a sub-total with VAT above a discount', () => {
  const shop = (subtotal: string) =>
    codes(
      'Product                  Quantity   Price (inc. VAT)   Amount (inc. VAT)',
      'Porcelain sandstone            38              41.95            1,594.10',
      'Grout limestone                 9              14.25              128.25',
      '',
      `Subtotal (inc. VAT)      ${subtotal}`,
      'Self-builder discount 10%         -172.24',
      'Total (inc. VAT)                 1,550.11',
      'Of which VAT at 20%                258.35',
      'Total excluding VAT              1,291.76',
    );

  it('comes to the total with it', () => {
    expect(shop('        1,722.35')).toEqual([]);
    expect(shop('        1,725.35')).toEqual(['totals_do_not_add 1,725.35']);
  });
});
