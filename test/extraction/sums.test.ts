import { describe, expect, it } from 'vitest';
import { readPages } from '../../src/extraction/read_pages.js';
import { large, letterhead, typed } from './typed_page.js';

const HEAD = letterhead('Dell Building Ltd');

const read = (...rows: string[]) => readPages([large([...HEAD, ...rows])], 'text');

describe('which sum is the net', () => {
  const work = [
    'Description                     Qty      Rate     Amount',
    'Brickwork, two men                4    360.00   1,440.00',
    'Hod carrier                       4    140.00     560.00',
    'Wall starter kits                 1     96.40      96.40',
    '',
    'Total labour                                    2,000.00',
    'Total materials                                    96.40',
  ];

  it('is none of two of which each is that of a part of the lines', () => {
    const none = read(...work, 'Invoice total                                   2,096.40', 'No VAT is charged.');
    expect(none).toMatchObject({ reconciled: true, totals: { net: null, vat: null, gross: '2096.40' } });
    const taxed = read(
      ...work,
      'VAT 20%                                           419.28',
      'Invoice total                                   2,515.68',
    );
    expect(taxed).toMatchObject({ reconciled: true, totals: { net: '2096.40', vat: '419.28', gross: '2515.68' } });
  });

  it('is no sum under the VAT of the lines', () => {
    const draft = read(
      'Charge                           Amount    VAT rate       VAT',
      'Jointing works                 1,284.00          0%      0.00',
      'Supply cabinet, hire             262.97         20%     52.59',
      'Subtotal                       1,546.97                 52.59',
      'Total charges including VAT:                         1,599.56',
    );
    expect(draft).toMatchObject({ reconciled: true, totals: { net: '1546.97', vat: '52.59', gross: '1599.56' } });
  });

  it('is none that has the VAT in it', () => {
    const draft = read(
      'All prices shown include VAT at 20%.',
      'Product                          Qty  Price inc VAT   Amount inc VAT',
      'Vinyl matt 10L                     3          52.80           158.40',
      'Loft ladder                        1          96.00            96.00',
      'Subtotal                                                      254.40',
      'Trade card discount 5%                                        -12.72',
      'Total to pay inc VAT                                          241.68',
      'Total includes VAT of 40.28 (net 201.40)',
    );
    expect(draft).toMatchObject({ reconciled: true, totals: { net: '201.40', vat: '40.28', gross: '241.68' } });
    expect(draft.lines.at(-1)).toMatchObject({ description: 'Trade card discount 5%', gross: '-12.72' });
  });
});

describe('sums told in other words', () => {
  it('VAT of nothing may be printed as "Nil"', () => {
    const draft = read(
      'Section                       Contract sum     % complete    Value to date',
      'Preliminaries                     9,800.00             65         6,370.00',
      'Groundworks                      31,250.00            100        31,250.00',
      'Gross valuation                                                  37,620.00',
      'Less retention 5%                                                (1,881.00)',
      'Amount due this application                                      35,739.00',
      'VAT at 0%                                                              Nil',
    );
    expect(draft).toMatchObject({ reconciled: true, totals: { net: '35739.00', vat: '0.00', gross: '35739.00' } });
    expect(draft.lines).toHaveLength(3);
  });

  it('a delivery of a kind of its own is a line, and "before despatch" is no other sum', () => {
    const draft = read(
      'Goods                            Qty   Each/Per       Line',
      'Reclaimed brick, cleaned       1,450       1.15   1,667.50',
      'Oak beam, air dried                8      64.50     516.00',
      '',
      'Goods                                             2,183.50',
      'Tail-lift delivery                                   95.00',
      'VAT @ 20%                                           455.70',
      'To pay before despatch                            2,734.20',
    );
    expect(draft).toMatchObject({ reconciled: true, totals: { net: '2278.50', vat: '455.70', gross: '2734.20' } });
    expect(draft.lines.at(-1)).toMatchObject({ description: 'Tail-lift delivery', net: '95.00' });
    expect(draft.lines[0]).toMatchObject({ quantity: '1450', unitPrice: '1.15' });
  });
});

describe('the signs of a till', () => {
  it('stand behind the names and are explained below', () => {
    const till = (hat: string) =>
      readPages(
        [
          large([
            'TOOLBASE   TRURO',
            'VAT NO. 391 3130 73',
            '',
            'EVERBUILD PVA 5L           *      18.99',
            'MASKING TAPE 48MM          *',
            '    4 @ 3.49                      13.96',
            '    MULTIBUY 4 FOR 3              -3.49',
            `CHILD HARD HAT             ${hat}       9.99`,
            '',
            '6 ITEMS    TOTAL                  39.45',
            'CASH                              40.00',
            'CHANGE                             0.55',
            '',
            '*    VAT 20% ON 24.55              4.91',
            'Z    VAT 0% ON 9.99                0.00',
            '08/04/26 12:51 TILL 03 TXN 5581',
          ]),
        ],
        'text',
      );
    const draft = till('Z');
    expect(draft.reconciled).toBe(true);
    expect(draft.lines.map((l) => `${l.description} ${l.vatRate}`)).toEqual([
      'EVERBUILD PVA 5L 20',
      'MASKING TAPE 48MM 20',
      'MULTIBUY 4 FOR 3 20',
      'CHILD HARD HAT 0',
    ]);
    expect(till(' ').lines.map((l) => l.description)).toContain('MASKING TAPE 48MM *');
  });
});

describe('sums below a table', () => {
  const goods = [
    'Description                  Qty     Price      Amount',
    'Quartzite walling, tonne      14    182.00    2,548.00',
    'Coping stones                 20     24.50      490.00',
    '',
  ];

  it('may have their currency far before them', () => {
    const draft = read(
      ...goods,
      'Subtotal                GBP   3038.00',
      'VAT 20%                 GBP    607.60',
      'Total                   GBP   3645.60',
    );
    expect(draft).toMatchObject({
      reconciled: true,
      totals: { net: '3038.00', vat: '607.60', gross: '3645.60' },
    });
  });

  it.each(['Less 5% loyalty', 'Less loyalty bonus', 'Less trade terms 5%'])(
    'may be lessened by a discount: %s',
    (name) => {
      const draft = read(
        ...goods,
        'Goods      3,038.00',
        `${name}   -151.90`,
        'Net        2,886.10',
        'VAT 20%      577.22',
        'Total      3,463.32',
      );
      expect([draft.reconciled, draft.lines.at(-1)?.description, draft.lines.at(-1)?.net]).toEqual([
        true,
        name,
        '-151.90',
      ]);
    },
  );
});

describe('invoices below each other', () => {
  const bill = (number: string) => [
    'Severn Valley Tiles Ltd     VAT No 441 8072 19',
    `INVOICE ${number}      Date: 02/02/2025`,
    'Porcelain floor tile             42    24.00    1,008.00',
    'Net       1,008.00',
    'VAT 20%     201.60',
    'Total     1,209.60',
    '',
  ];
  const told = (...rows: string[]) =>
    readPages([large(rows)], 'text').problems.filter(({ code }) => code === 'several_invoices');

  it('are told, and the same one over several pages is not', () => {
    expect(told(...bill('5501'), ...bill('5532')).map(({ found }) => found)).toEqual(['5501, 5532']);
    expect(told(...bill('5501'), ...bill('5501'))).toEqual([]);
    expect(told('INVOICE 5501', ...bill('5501').slice(2), 'Invoice 5532 replaces the one before.')).toEqual([]);
    // A date behind the title, and a slip for the payment.
    const slip = ['Invoice Number INV-5501', 'Amount due   1,209.60'];
    expect(told('TAX INVOICE 11 Jan 2025', ...bill('').slice(2), ...slip)).toEqual([]);
  });
});

describe('sums below the lines without a word', () => {
  const quote = (...below: string[]) =>
    readPages(
      [
        typed([
          'Warmfoot Heating',
          'VAT reg 391 3130 73',
          'QUOTATION  Q-2208          18 March 2025',
          '',
          'Supply and install wet heating, ground floor       3,120.00',
          'Supply and install wet heating, bathrooms            780.00',
          ...below,
        ]),
      ],
      'text',
    );
  const sums = ({ reconciled, totals }: ReturnType<typeof quote>) => [reconciled, ...Object.values(totals)];

  it('are the net where the lines come to it and VAT follows, and the total below that VAT', () => {
    const net = '                                                   3,900.00';
    const vat = 'VAT at 20%                                           780.00';
    for (const last of ['            ', 'Quoted price'])
      expect(sums(quote(net, vat, `${last}                                       4,680.00`))).toEqual([
        true,
        '3900.00',
        '780.00',
        '4680.00',
      ]);
    expect(quote(net, vat, 'Quoted price                                       4,880.00').reconciled).toBe(false);
    expect(quote(net, vat, '                                                   4,880.00').reconciled).toBe(false);
    expect(quote(net, vat.replace('780', '680')).reconciled).toBe(false);
    expect(quote(net.replace('3,9', '3,8'), vat).reconciled).toBe(false);
  });
});

describe('what is left to pay', () => {
  const WORK = [
    'Works                           Net',
    'Heat pump installed        9,860.00',
    'Underfloor heating         5,245.00',
    '',
    'Subtotal                  15,105.00',
  ];

  it.each(['Less BUS grant            -7,500.00', 'Scheme grant             (7,500.00)'])(
    'is less by what is taken off above it, whatever that is called: %s',
    (grant) => {
      const bill = (left: string) =>
        read(
          ...WORK,
          'VAT (0%)                       0.00',
          'Total                     15,105.00',
          grant,
          `To pay ${left}`,
        );
      expect(bill('                    7,605.00')).toMatchObject({ reconciled: true, totals: { gross: '15105.00' } });
      expect(bill('                    7,635.00').reconciled).toBe(false);
    },
  );

  it('may be the one sum below the deduction of tax, and is not what was invoiced', () => {
    const bill = (left: string) =>
      read(
        ...WORK,
        'VAT 20%                    3,021.00',
        'Less CIS 20% on labour      -840.00',
        `Total payable ${left}`,
      );
    expect(bill('            17,286.00')).toMatchObject({
      reconciled: true,
      totals: { net: '15105.00', vat: '3021.00', gross: '18126.00' },
    });
    expect(bill('            17,289.00').reconciled).toBe(false);
  });
});

describe('sums in boxes over their labels', () => {
  const strip = (...figures: string[]) =>
    read(
      'Product                     Quantity       Price         Net',
      'Shower tray 900                    1      189.50      189.50',
      'Bar shower with riser              2      142.75      285.50',
      '',
      '',
      figures.map((figure) => figure.padStart(14)).join(''),
      ['Goods', 'Carriage', 'Net', 'VAT @ 20%', 'Total to pay'].map((label) => label.padStart(14)).join(''),
    );

  it('are read where a net and its VAT make the total', () => {
    const draft = strip('475.00', '25.00', '500.00', '100.00', '600.00');
    expect(draft).toMatchObject({ reconciled: true, totals: { net: '500.00', vat: '100.00', gross: '600.00' } });
    expect(draft.lines.at(-1)).toMatchObject({ description: 'Carriage', net: '25.00' });
    expect(strip('475.00', '25.00', '500.00', '103.00', '600.00').reconciled).toBe(false);
    expect(strip('475.00', '28.00', '500.00', '100.00', '600.00').reconciled).toBe(false);
  });
});
