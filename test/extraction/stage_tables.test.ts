import { describe, expect, it } from 'vitest';
import { readPages } from '../../src/extraction/read_pages.js';
import { large, letterhead, readTyped, typed } from './typed_page.js';

const HEAD = letterhead('Dell Builders Ltd');

const ROWS = [
  '1     Oversite slab                       28,500.00      100%     28,500.00           0.00',
  '2     Frame, erected                      54,200.00      100%     40,650.00      13,550.00',
  '3     Roof coverings                      22,750.00       60%          0.00      13,650.00',
  '4     Windows                             19,900.00        0%          0.00           0.00',
];
const TOTALS = [
  '      Totals                             125,350.00                69,150.00      27,200.00',
  '      VAT at 0%                                                                       0.00',
  '      Amount payable this invoice                                                27,200.00',
];

describe('a table of stages', () => {
  it.each([
    [
      'a heading over two columns',
      [
        'Item  Stage of work                        Contract    Complete          Invoiced',
        '                                              value     to date   Previously      This invoice',
      ],
    ],
    [
      'headings that go on in the next row',
      [
        'Item  Stage of work                        Contract    Complete   Previously          This',
        '                                              value                 invoiced       invoice',
      ],
    ],
  ])('tells of %s what is invoiced now', (_, head) => {
    const draft = readPages([large([...HEAD, ...head, ...ROWS, ...TOTALS])], 'text');
    expect(draft).toMatchObject({ reconciled: true, totals: { net: '27200.00', vat: '0.00', gross: '27200.00' } });
    expect(draft.lines.map((l) => [l.description, l.quantity, l.unitPrice, l.net])).toEqual([
      ['Oversite slab', null, null, '0.00'],
      ['Frame, erected', null, null, '13550.00'],
      ['Roof coverings', null, null, '13650.00'],
      ['Windows', null, null, '0.00'],
    ]);
  });
});

describe('an application for payment', () => {
  it('has the gross value of the work beside what is applied for', () => {
    const draft = readPages(
      [
        typed([
          ...HEAD,
          'Description                    Contract        %    Gross value    Previously           This',
          '                                  sum £ complete      to date £     applied £  application £',
          'Preliminaries                 12,500.00      60%       7,500.00      6,250.00       1,250.00',
          'Timber frame                  46,150.00      70%      32,305.00     23,075.00       9,230.00',
          'Totals                        58,650.00               39,805.00     29,325.00      10,480.00',
          '                                            Less retention @ 5%                      -524.00',
          '                                            Amount due this application (excl. VAT) 9,956.00',
          '                                            VAT at 0%                                   0.00',
          '                                            Total now due                           9,956.00',
        ]),
      ],
      'text',
    );
    expect(draft).toMatchObject({
      reconciled: true,
      vatInclusive: false,
      totals: { net: '9956.00', gross: '9956.00' },
    });
    expect(draft.lines.map(({ net }) => net)).toEqual(['1250.00', '9230.00', '-524.00']);
  });
});

describe('a description that goes on with a word for sums', () => {
  it('ends no table', () => {
    const lines = [
      'Description                     Qty      Rate     Amount',
      'Roof coverings and rainwater      2    400.00     800.00',
      'goods',
      'Battens                          10     20.00     200.00',
      '',
      'Net                                             1,000.00',
      'VAT 20%                                           200.00',
      'Total                                           1,200.00',
    ];
    const draft = readTyped(...HEAD, ...lines);
    expect(draft.lines.map((l) => l.description)).toEqual(['Roof coverings and rainwater goods', 'Battens']);
    expect(draft.reconciled).toBe(true);
  });
});
