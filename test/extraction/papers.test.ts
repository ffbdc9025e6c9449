import { describe, expect, it } from 'vitest';
import { readDocument } from '../../src/extraction/read_document.js';
import { readPages } from '../../src/extraction/read_pages.js';
import { typed } from './typed_page.js';

const read = (...lines: string[]) => readDocument(Buffer.from(lines.join('\n')));

const HEAD = ['Dell Timber Ltd', 'Invoice no 4471', 'Date 3 March 2026', ''];

describe('whose VAT number it is', () => {
  it("is not the customer's, whose block it stands in or whose it is said to be", async () => {
    const lines = ['Sand     113.00', 'Net 113.00', 'VAT 20% 22.60', 'Total 135.60'];
    const said = await read(...HEAD, 'Cust VAT No. 333 2894 54', ...lines, 'VAT Reg No. 391 3130 73');
    expect(said.supplier.vatNumber).toBe('391313073');
    const below = await read(
      ...HEAD,
      'Invoice to',
      'Moor Homes Ltd',
      'VAT no. 333 2894 54',
      '',
      ...lines,
      '',
      'Our VAT no. 391 3130 73',
    );
    expect(below.supplier.vatNumber).toBe('391313073');
  });
});

describe('sums among the lines and beside them', () => {
  const table = [
    'Description                     Qty    Rate    Amount',
    'Strip topsoil                   240    2.15    516.00',
    'Cart away surplus                31   33.00  1,023.00',
    'Section A to summary                         1,539.00',
    'Foundation concrete              36  148.00  5,328.00',
    'Section B to summary                         5,328.00',
  ];
  const totals = [
    'Net                                          6,867.00',
    'VAT 20%                                      1,373.40',
    'Total                                        8,240.40',
  ];

  it('what rows above come to is no line, when the rest makes the total', () => {
    const draft = readPages([typed([...HEAD, ...table, ...totals])], 'text');
    expect(draft).toMatchObject({ reconciled: true, totals: { net: '6867.00' } });
    expect(draft.lines.map((l) => l.net)).toEqual(['516.00', '1023.00', '5328.00']);
  });

  it('and stays one when it does not', () => {
    const wrong = totals.map((row) => row.replace('6,867.00', '6,887.00').replace('8,240.40', '8,260.40'));
    expect(readPages([typed([...HEAD, ...table, ...wrong])], 'text').reconciled).toBe(false);
  });

  it('a box of sums right of the lines is read by itself', () => {
    const draft = readPages(
      [
        typed([
          ...HEAD,
          'Kitchen window, agate grey            1,184.00         Supplied and fitted 3,162.00',
          'Landing window, obscure                 412.00         VAT 20%               632.40',
          'Bedroom windows, a pair               1,566.00         Invoice total       3,794.40',
        ]),
      ],
      'text',
    );
    expect(draft).toMatchObject({ reconciled: true, totals: { vat: '632.40', gross: '3794.40' } });
    expect(draft.lines.map((l) => l.net)).toEqual(['1184.00', '412.00', '1566.00']);
  });

  it('a table with a column of VAT is no such box', () => {
    const draft = readPages(
      [
        typed([
          ...HEAD,
          'Item                            Qty   Price     Net    VAT',
          'Lime mortar                      14   13.85  193.90  38.78',
          'Lime putty                        6   21.40  128.40  25.68',
          '                                        Net  322.30',
          '                                        VAT   64.46',
          '                                      Total  386.76',
        ]),
      ],
      'text',
    );
    expect(draft.reconciled).toBe(true);
    expect(draft.lines.map((l) => [l.quantity, l.unitPrice, l.net, l.vat])).toEqual([
      ['14', '13.85', '193.90', '38.78'],
      ['6', '21.40', '128.40', '25.68'],
    ]);
  });
});

describe('what the words of a line tell', () => {
  it('a working that makes the amount, and the words stay as they are', async () => {
    const draft = await read(
      ...HEAD,
      'Extra hire, 3 weeks @ £92.50 per week     £277.50',
      'Alarm 11 wks at £12     £132.00',
      'Net £409.50',
      'VAT 20% £81.90',
      'Total £491.40',
    );
    expect(draft.reconciled).toBe(true);
    expect(draft.lines.map((l) => [l.description, l.quantity, l.unitPrice])).toEqual([
      ['Extra hire, 3 weeks @ £92.50 per week', '3', '92.50'],
      ['Alarm 11 wks at £12', '11', '12.00'],
    ]);
  });

  it('that it is outside the scope of VAT, when the others come to what VAT is charged on', () => {
    const draft = readPages(
      [
        typed([
          ...HEAD,
          'Design, stage 4                                     2,940.00',
          'Building Control charge, outside the scope of VAT     462.00',
          'Sum excluding VAT                                   3,402.00',
          'VAT at 20% on £2,940.00                               588.00',
          'Total of this account                               3,990.00',
        ]),
      ],
      'text',
    );
    expect(draft).toMatchObject({ reconciled: true, lines: [{ vatRate: '20' }, { vatRate: '0' }] });
  });

  it('numbers down the page count nothing, also where some lines have a quantity', () => {
    const draft = readPages(
      [
        typed([
          ...HEAD,
          'Strip slates           186 x 14.50     2,697.00',
          '2 Breathable membrane                  2,092.50',
          '3 Spanish slate                       12,722.40',
          'Net                                   17,511.90',
          'VAT 0%                                     0.00',
          'Total                                 17,511.90',
        ]),
      ],
      'text',
    );
    expect(draft.lines.map((l) => l.quantity)).toEqual(['186', null, null]);
  });
});

describe('a misprint', () => {
  const words = [
    'Code  Charge              VAT     Net     VAT £    Gross',
    'W1    Water connection    20%  842.00   168.40  1,010.40',
  ];
  it('is not read away by taking each row by itself', () => {
    const rows = [
      ...words,
      'W2    Infrastructure      O/S  459.00     3.00    459.00',
      'W3    Building water       0%   96.00     0.00     96.00',
      'Total                          1,397.00   168.40  1,565.40',
    ];
    const draft = readPages([typed([...HEAD, 'Your payment received £0.00', '', ...rows])], 'text');
    expect(draft.reconciled).toBe(false);
  });
});

describe('kinds and numbers of documents', () => {
  it('a quotation that an invoice refers to does not make it one', async () => {
    const draft = await read(
      'Severn Water',
      'Invoice number    9200118365',
      'Quotation     Q88120 of 02/12/2025',
      'Date of invoice 11 February 2026',
      '',
      'Connection 842.00',
      'Net 842.00',
      'VAT 20% 168.40',
      'Total 1,010.40',
    );
    expect(draft).toMatchObject({ documentType: 'invoice', invoiceNumber: '9200118365' });
  });

  it('an order confirmation says that it is one', async () => {
    const draft = await read(
      'Tubs Ltd',
      'Order #TT-109 placed on 7 February 2026. This is your order confirmation, it is not a VAT invoice.',
      'Bath £649.99',
      'Order total £649.99',
      'Includes 20% VAT of £108.33',
    );
    expect(draft).toMatchObject({ documentType: 'order_confirmation', totals: { vat: '108.33', gross: '649.99' } });
  });

  it('of several dates in a list that of the invoice is taken, and the number of the seller', async () => {
    const draft = await read(
      'Order Date;Invoice Number;Invoice Date;Seller Name;Seller VAT No;Title;Item Quantity;Purchase PPU;Item Subtotal;Item Promotion;Item Net Total;VAT Rate;Item VAT;Item Net + VAT',
      '05/02/2026;GB-1;07/02/2026;Build Ltd;GB333289454;Foam;2;58.96;117.92;-5.90;112.02;20%;22.40;134.42',
      '05/02/2026;GB-1;07/02/2026;Build Ltd;GB333289454;Tape;1;24.95;24.95;0.00;24.95;20%;4.99;29.94',
    );
    expect(draft).toMatchObject({
      reconciled: true,
      invoiceDate: '2026-02-07',
      supplier: { vatNumber: 'GB333289454' },
    });
    expect(draft.lines.map((l) => [l.discount, l.net, l.gross])).toEqual([
      ['5.90', '112.02', '134.42'],
      [null, '24.95', '29.94'],
    ]);
  });
});

describe('an invoice of several deliveries', () => {
  const PAPER = [
    ...HEAD,
    'Description             Qty    Price    Net     VAT',
    'Despatch note D1',
    'Sharp sand                2    56.50   113.00   S',
    'Despatch total                         113.00',
    'Despatch note D2',
    'Cement                   10     8.70    87.00   S',
    'Despatch total                          87.00',
    '',
    'VAT analysis',
    'Code   Rate     Goods     VAT        Net       200.00',
    'S     20.00%   200.00   40.00        VAT        40.00',
    'Z      0.00%     0.00    0.00        Total     240.00',
  ];

  it('what each delivery comes to is no line of it, and a sum beside the analysis is not of a rate', () => {
    const draft = readPages([typed(PAPER)], 'text');
    expect(draft.lines.map((l) => l.net)).toEqual(['113.00', '87.00']);
    expect(draft.problems).toEqual([]);
    expect(draft).toMatchObject({ reconciled: true, totals: { net: '200.00', vat: '40.00', gross: '240.00' } });
  });
});

describe('the lines of an account', () => {
  const account = (total: string, ...lines: string[]) =>
    read(
      'VAT registration,GB391313073',
      '',
      'Invoice,Invoice date,Description,Qty,Line net,VAT %,Line VAT,Line total',
      ...lines,
      total,
    );
  const SAND = '4471,03/03/2026,Sharp sand,2,113.00,20,22.60,135.60';
  const CEMENT = '4471,03/03/2026,Cement,10,87.00,20,17.40,104.40';

  it.each(['Invoice 4471 total', 'Total for invoice no. 4471', 'Order SO-4471 total', 'Total'])(
    'are checked against the row "%s"',
    async (label) => {
      const total = `,,${label},,200.00,,40.00,240.00`;
      const whole = await account(total, SAND, CEMENT);
      expect(whole).toMatchObject({ reconciled: true, totals: { net: '200.00', vat: '40.00', gross: '240.00' } });
      expect(whole.supplier).toEqual({ name: null, vatNumber: 'GB391313073' });
      const lost = await account(total, SAND);
      expect(lost.reconciled).toBe(false);
      expect(lost.lines.map((l) => l.net)).toEqual(['113.00']);
      expect((await account(total.replace('240.00', '250.00'), SAND, CEMENT)).reconciled).toBe(false);
    },
  );
});

describe('a kitchen with options', () => {
  const PAPER = [
    'Larder Kitchens Ltd',
    'INVOICE',
    '(your order confirmation OC-3317, 12 March 2025, as amended)',
    'Invoice number LL-0884',
    'Invoice date 3 July 2025',
    '',
    'Options                    Qty     Price    Selected     Total',
    'Soft-close upgrade           1    216.00    Yes         216.00',
    'Quartz splashback            1    695.00    No               -',
    'Pull-out larder              1    387.00    Yes         387.00',
    'Trade discount                                         50.00 -',
    '',
    'Net total                                               553.00',
    'VAT 20%                                                 110.60',
    'Invoice total                                           663.60',
  ];

  it('does not give the words of what was not taken to what was', () => {
    const draft = readPages([typed(PAPER)], 'text');
    expect(draft.documentType).toBe('invoice');
    expect(draft.lines.map((l) => l.net)).toEqual(['216.00', '387.00', '-50.00']);
    expect(draft.lines.some((l) => /splashback/.test(l.description))).toBe(false);
    expect(draft.reconciled).toBe(true);
  });
});

describe('the invoice of what is left to pay', () => {
  const paper = (...sums: string[]) => [
    ...HEAD,
    'Description                 Qty      Each       Total',
    'Flush casement, 1770 x 1050   1   1,184.00   1,184.00',
    'Fixed light 600 x 2100        2     408.00     816.00',
    '',
    ...sums,
  ];

  it('takes off the deposit invoiced before, before VAT', () => {
    const draft = readPages(
      [
        typed(
          paper(
            'Less: deposit, invoice SW-102 of 14/11/2024 (30%)    (600.00)',
            'Net amount of this invoice                          1,400.00',
            'VAT at 20%                                            280.00',
            'Total now payable                                   1,680.00',
          ),
        ),
      ],
      'text',
    );
    expect(draft.lines.map((l) => l.net)).toEqual(['1184.00', '816.00', '-600.00']);
    expect(draft).toMatchObject({ reconciled: true, totals: { net: '1400.00', vat: '280.00', gross: '1680.00' } });
  });

  it('a deposit paid, taken off after VAT, is no line', () => {
    const draft = readPages(
      [
        typed(
          paper(
            'Net                                                 2,000.00',
            'VAT at 20%                                            400.00',
            'Total                                               2,400.00',
            'Less: deposit, invoice SW-102 of 14/11/2024          (720.00)',
            'Balance due                                         1,680.00',
          ),
        ),
      ],
      'text',
    );
    expect(draft.lines.map((l) => l.net)).toEqual(['1184.00', '816.00']);
    expect(draft).toMatchObject({ reconciled: true, totals: { net: '2000.00', vat: '400.00', gross: '2400.00' } });
  });
});

describe('a sum of VAT beside the one that the figures make', () => {
  const table = [
    'Description                     Qty    Rate    Amount',
    'Facing bricks                   500    1.20    600.00',
    'Lintels                           4   32.00    128.00',
  ];
  const analysis = ['', 'VAT rate    Goods      VAT', '20%         728.00   145.60', ''];
  const sums = (vat: string) => [
    'Net                                            728.00',
    `VAT                                            ${vat}`,
    'Total                                          873.60',
  ];

  it('is told, and keeps the invoice from reconciling', () => {
    const draft = readPages([typed([...HEAD, ...table, ...analysis, ...sums('142.60')])], 'text');
    expect(draft.reconciled).toBe(false);
    expect(draft.problems).toContainEqual(
      expect.objectContaining({ code: 'vat_does_not_sum', found: '142.60', expected: '145.60' }),
    );
  });

  it('may be that of one rate of several, or what the VAT is charged on', () => {
    const fits = readPages([typed([...HEAD, ...table, ...analysis, ...sums('145.60')])], 'text');
    expect(fits.reconciled).toBe(true);
    const rates = ['VAT at 5%   20.00', 'VAT at 20%   65.60', 'VAT   85.60'];
    const lines = ['Description      Amount', 'Plastering       400.00', 'Bricks           328.00'];
    const totals = ['Net              728.00', ...rates, 'Total            813.60'];
    expect(readPages([typed([...HEAD, ...lines, '', ...totals])], 'text').problems.map((p) => p.code)).not.toContain(
      'vat_does_not_sum',
    );
  });
});

describe('an amount that is off by no more than the price may be rounded', () => {
  const invoice = (last: string, amount: string, net: string, vat: string, total: string) =>
    readPages(
      [
        typed([
          ...HEAD,
          'Description                     Qty    Rate    Amount',
          'Facing bricks                   500    1.20    600.00',
          'Treated batten                   84    2.15    180.60',
          'Lintels                           4   32.00    128.00',
          `${last}${amount.padStart(10)}`,
          `Net                        ${net.padStart(26)}`,
          `VAT 20%                    ${vat.padStart(26)}`,
          `Total                      ${total.padStart(26)}`,
        ]),
      ],
      'text',
    );

  it('is told where the other prices make their amounts and no price of three decimals makes it', () => {
    const draft = invoice('Sawn joist                       31   12.40', '384.50', '1,293.10', '258.62', '1,551.72');
    expect(draft.reconciled).toBe(false);
    expect(draft.problems).toContainEqual(
      expect.objectContaining({ code: 'line_does_not_multiply', found: '384.50', expected: '384.40' }),
    );
  });

  it('is right where a price of three decimals makes it', () => {
    const draft = invoice('Copper tube                      31    1.25', '38.60', '947.20', '189.44', '1,136.64');
    expect(draft.problems.map(({ code }) => code)).not.toContain('line_does_not_multiply');
  });
});
