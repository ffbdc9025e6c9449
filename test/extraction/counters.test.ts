import { describe, expect, it } from 'vitest';
import { readDocument } from '../../src/extraction/read_document.js';

const read = (...rows: readonly string[]) => readDocument(Buffer.from(rows.join('\n')));

const PAINT = (off: string, total: string) => [
  '      BRISTLE & ROLLER',
  '     14 Lower Quay, Exeter',
  '     VAT NO. 391313073',
  '',
  '12/01/2026 10:47  TILL 2  OP: JO',
  'RECEIPT 4-220117',
  '--------------------------------------',
  'QTY ITEM                        INC £',
  '--------------------------------------',
  ' 2x TRADE SATIN WHT 5L          96.00 A',
  '    @ 48.00',
  ' 3x EMULSION TINTED 2.5L        90.00 A',
  '    "WINTER BARN"',
  '    @ 30.00',
  ' 1x CARD BOOKLET                 3.00 Z',
  '--------------------------------------',
  'SUBTOTAL                       189.00',
  `TRADE CARD 10% OFF A ITEMS     ${off}`,
  `TOTAL  £                       ${total}`,
  '--------------------------------------',
  'VAT     RATE     GOODS      VAT    TOTAL',
  'A     20.00%    139.50    27.90   167.40',
  'Z      0.00%      3.00     0.00     3.00',
];

describe('the receipt of a counter', () => {
  it('takes a discount off the goods of the rate that are less by it', async () => {
    const draft = await read(...PAINT('-18.60', '170.40'));
    expect(draft.reconciled).toBe(true);
    expect(draft.totals).toEqual({ net: '142.50', vat: '27.90', gross: '170.40' });
    expect(draft.lines).toMatchObject([
      { description: 'TRADE SATIN WHT 5L', quantity: '2', unitPrice: '48.00', gross: '96.00', vatRate: '20' },
      { description: 'EMULSION TINTED 2.5L "WINTER BARN"', quantity: '3', unitPrice: '30.00' },
      { description: 'CARD BOOKLET', quantity: '1', vatRate: '0' },
      { gross: '-18.60', vatRate: '20' },
    ]);
  });

  it('does not reconcile with a discount that is another', async () => {
    expect((await read(...PAINT('-16.80', '172.20'))).reconciled).toBe(false);
  });

  const STORE = (vat: string) => [
    'LYNE VALLEY COUNTRY STORE',
    'Market Yard, Longtown CA6',
    '',
    'Sale 3/0117705     Mon 12-Jan-2026 14:02',
    '',
    'POST MIX 20KG                 5 @ 6.00     30.00  S',
    'FENCE RAIL 3M                 6 @ 9.00     54.00  S',
    'SMOKELESS FUEL 25KG           2 @ 15.75    31.50  L',
    'HEN FEED 20KG                 1 @ 11.40    11.40  Z',
    '                                      ----------',
    'BALANCE DUE                               126.90',
    'Mastercard                                126.90',
    '',
    'Tax summary',
    ` S 20%   gross    84.00  net    70.00  vat    ${vat}`,
    ' L 5%    gross    31.50  net    30.00  vat     1.50',
    ' Z 0%    gross    11.40  net    11.40  vat     0.00',
    '',
    'VAT registration 391 3130 73',
  ];

  it('may name the sums of each rate in the row of the rate', async () => {
    const draft = await read(...STORE('14.00'));
    expect(draft).toMatchObject({
      reconciled: true,
      invoiceNumber: '3/0117705',
      totals: { net: '111.40', vat: '15.50', gross: '126.90' },
    });
    expect(draft.lines.map(({ vat }) => vat)).toEqual(['5.00', '9.00', '1.50', '0.00']);
  });

  it('does not reconcile where such a row does not work out', async () => {
    expect((await read(...STORE('16.00'))).reconciled).toBe(false);
  });

  const YARD = (paid: string) => [
    'Lune Bank Reclamation',
    'Old Station Yard, Hornby LA2 8JT',
    '',
    'SALES RECEIPT   Book 9 No. 112',
    'Date:  Sat 17 Jan 2026',
    'Sold to: Greta Lindley',
    '',
    ' 3   2 panel cottage doors, dipped              @ 60      180.00',
    '200  Handmade bricks (approx)                   90p each  180.00',
    ' 1   Quarry tile hearth                                   95.00',
    '                                                         -------',
    '                                                          455.00',
    '     Cash, round it down                                  - 5.00',
    '                                                         =======',
    `     PAID                                                £${paid}`,
    '',
    'Sold under the VAT margin scheme for second-hand goods:',
    'no VAT can be shown or reclaimed.',
  ];

  it('of second-hand goods shows no VAT, and what was paid is its total', async () => {
    expect(await read(...YARD('450.00'))).toMatchObject({
      reconciled: true,
      invoiceNumber: 'Book 9 No. 112',
      totals: { net: '450.00', vat: '0.00', gross: '450.00' },
      lines: [
        { description: '2 panel cottage doors, dipped', quantity: '3', unitPrice: '60.00', net: '180.00' },
        { quantity: '200', unitPrice: '0.90' },
        { net: '95.00' },
        { net: '-5.00' },
      ],
    });
    expect((await read(...YARD('440.00'))).reconciled).toBe(false);
  });
});

describe('a bill in the words of a mail', () => {
  const mail = (total: string, taxed = '250.00') => [
    'From: Owain <owain@taroak.example>',
    'To: Beth Pryor <beth@pryor.example>',
    'Subject: Stairs - inv 0131',
    'Date: Fri, 16 Jan 2026 19:44:02 +0000',
    'MIME-Version: 1.0',
    'Content-Type: text/plain; charset=utf-8',
    '',
    'Dear Beth,',
    '',
    'Invoice 0131 from Owain Taf Joinery Works, 16 January 2026 (VAT reg 391 3130 73)',
    '',
    'Staircase as drawing 2, made and fitted   2900.00  no vat',
    'Extra day for the handrail                 240.00  no vat',
    '                                         -------',
    '                                         3140.00',
    '',
    '10 oak boards 150x22x2.4m',
    'for your shelves            @ 20.00       200.00  + vat',
    'Oil, 2.5 litre                             50.00  + vat',
    '                                         -------',
    '                                          250.00',
    `VAT on ${taxed} @ 20%                        50.00`,
    '',
    `All together 3140 + 250 + 50.00   =     £${total}`,
    'Less what you paid in December           -1000.00',
    '',
    'Owain',
    '',
    'Owain Taf Joinery Works | Whitland SA34 0QE | 07700 900655',
  ];

  it('tells of each sum whether VAT is on it, and what the total is made of', async () => {
    const draft = await read(...mail('3440.00'));
    expect(draft).toMatchObject({
      reconciled: true,
      supplier: { name: 'Owain Taf Joinery Works' },
      totals: { net: '3390.00', vat: '50.00', gross: '3440.00' },
    });
    expect(draft.lines.map(({ net, vatRate }) => [net, vatRate])).toEqual([
      ['2900.00', '0'],
      ['240.00', '0'],
      ['200.00', '20'],
      ['50.00', '20'],
    ]);
  });

  it('does not reconcile with a total that is not made of that', async () => {
    expect((await read(...mail('3430.00'))).reconciled).toBe(false);
    expect((await read(...mail('3440.00', '260.00'))).reconciled).toBe(false);
  });

  it('may tell the VAT of an order in brackets below its total', async () => {
    const draft = await read(
      'From: Latchworks Online <orders@latchworks.example>',
      'Subject: Your order LW-4410293 - VAT receipt',
      'MIME-Version: 1.0',
      'Content-Type: text/plain; charset=utf-8',
      '',
      'Thank you for your order LW-4410293',
      'VAT receipt - keep this email',
      'Order date 12 January 2026',
      '',
      '4 x Oak door, four panel',
      '    £150.00 each   £600.00',
      '2 x Door lining set',
      '    £30.00 each   £60.00',
      '',
      'Delivery   £36.00',
      'Order total   £696.00',
      '(of which VAT £116.00)',
    );
    expect(draft).toMatchObject({
      reconciled: true,
      invoiceNumber: 'LW-4410293',
      totals: { net: '580.00', vat: '116.00', gross: '696.00' },
    });
    expect(draft.lines.map(({ vatRate }) => vatRate)).toEqual(['20', '20', '20']);
  });
});
