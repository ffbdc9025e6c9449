import { describe, expect, it } from 'vitest';
import { readDocument } from '../../src/extraction/read_document.js';
import { readPages } from '../../src/extraction/read_pages.js';
import { stackedPercent } from '../../src/extraction/table/figure_cells.js';
import { letterhead, readTyped, typed } from './typed_page.js';

const HEAD = letterhead('Wainwright Heating Ltd');

describe('the heading above a table', () => {
  const bill = (labour: string, materials: string) =>
    readPages(
      [
        typed([
          ...HEAD,
          labour,
          'Description                     Hours    Rate      £',
          'First fix pipework                 32   38.00  1,216.00',
          'Pressure test                       3   38.00    114.00',
          '                                Total labour   1,330.00',
          '',
          materials,
          'Description                     Qty      Each      £',
          'Pipe coil 500m                     3   178.00    534.00',
          'Manifold, 8 port                   1   412.60    412.60',
          '                             Total materials     946.60',
          '',
          '                                    VAT          189.32',
          '                                    Total      2,465.92',
        ]),
      ],
      'text',
    );

  it('tells the rate of its lines', () => {
    const draft = bill('LABOUR (new build, zero rated)', 'MATERIALS (VAT 20%)');
    expect(draft).toMatchObject({ reconciled: true, totals: { net: '2276.60', vat: '189.32', gross: '2465.92' } });
    expect(draft.lines.map(({ vatRate, vat }) => `${vatRate} ${vat}`)).toEqual([
      '0 0.00',
      '0 0.00',
      '20 106.80',
      '20 82.52',
    ]);
  });

  it('is checked against the VAT', () => {
    expect(bill('LABOUR (VAT 5%)', 'MATERIALS (VAT 20%)').reconciled).toBe(false);
    expect(bill('LABOUR (VAT 20%)', 'MATERIALS (new build, zero rated)').reconciled).toBe(false);
  });
});

describe('discounts one after another', () => {
  it.each([
    ['45+10', 50.5],
    ['45 + 10%', 50.5],
    ['33⅓+5', 100 - (200 / 3) * 0.95],
    ['12½', 12.5],
  ])('%s', (text, percent) => {
    expect(stackedPercent(text)?.value).toBeCloseTo(percent, 6);
  });

  it.each(['45', '20%', '4+', 'A+B', '1/2 inch'])('%s is none', (text) => {
    expect(stackedPercent(text)).toBeNull();
  });
});

describe('text that begins with a bracket', () => {
  it('is a mail unless it is JSON', async () => {
    const mail = '[Order #30918] (June 24, 2025)\n\nOak flooring   201.00\nTotal   201.00\n';
    expect((await readDocument(Buffer.from(mail))).lines).toHaveLength(1);
    await expect(readDocument(Buffer.from('[{"lines": '))).rejects.toThrow(/JSON/);
  });
});

describe('a dash before the sum of a line', () => {
  it('is no minus behind the price of one', async () => {
    const bill = [...HEAD, 'Skip hire x 3 at £260 - £780.00', 'Net £780.00', 'VAT 20% £156.00', 'Total £936.00'];
    const draft = await readDocument(Buffer.from(bill.join('\n')));
    expect(draft.lines.map(({ net }) => net)).toEqual(['780.00']);
    expect(draft.reconciled).toBe(true);
  });
});

describe('the headings of a weighbridge', () => {
  it('tell the load with its lorry and without', () => {
    const draft = readPages(
      [
        typed([
          ...HEAD,
          'Material                     Gross t    Tare t     Net t     £/t          £',
          'Type 1 MOT limestone          31.84     12.30     19.54    18.75      366.38',
          '20mm clean stone              27.90     12.28     15.62    24.10      376.44',
          '                                            Sub total              742.82',
          '                                            VAT 20%                148.56',
          '                                            Total                  891.38',
        ]),
      ],
      'text',
    );
    expect(draft.reconciled).toBe(true);
    expect(draft.lines).toMatchObject([
      { quantity: '19.54', unitPrice: '18.75', net: '366.38' },
      { quantity: '15.62', unitPrice: '24.10', net: '376.44' },
    ]);
  });
});

describe('words left of the lines', () => {
  it('head those that are set in under them', () => {
    const draft = readPages(
      [
        typed([
          ...HEAD,
          'Description of charge                        Amount',
          '',
          'Contestable works',
          '  Service cable, excavation by others        612.40',
          '  Meter cut-out and termination              188.15',
          'Non-contestable works',
          '  Assessment and design                      214.00',
          '',
          'Total excluding VAT                        1,014.55',
          'VAT 20%                                      202.91',
          'Total                                      1,217.46',
        ]),
      ],
      'text',
    );
    expect(draft.reconciled).toBe(true);
    expect(draft.lines.map(({ description, section }) => `${section}: ${description}`)).toEqual([
      'Contestable works: Service cable, excavation by others',
      'Contestable works: Meter cut-out and termination',
      'Non-contestable works: Assessment and design',
    ]);
  });
});

it('headings in two languages may go on in the row below with the currency', () => {
  const draft = readPages(
    [
      typed([
        ...HEAD,
        'Pos.  Omschrijving / Description          Aantal /   Prijs / Price   Bedrag / Amount',
        '                                          Qty                  EUR               EUR',
        '10    Fixed frame, Accoya, 1480 x 2100         4          1.286,00          5.144,00',
        '20    Tilt and turn window, Accoya             7            912,50          6.387,50',
        '',
        '                                             Subtotaal / Subtotal          11.531,50',
        '                                             BTW 0% / VAT 0%                    0,00',
        '                                             Totaal / Total EUR            11.531,50',
      ]),
    ],
    'text',
  );
  expect(draft.reconciled).toBe(true);
  expect(draft.lines.map(({ description, quantity, section }) => [description, quantity, section])).toEqual([
    ['Fixed frame, Accoya, 1480 x 2100', '4', null],
    ['Tilt and turn window, Accoya', '7', null],
  ]);
});

it('words in two columns are read one column after the other', () => {
  const draft = readTyped(
    ...HEAD,
    'Activity           Description                Qty      Rate      Amount',
    'Timber frame       Carpentry to garage          5    260.00    1,300.00',
    'repairs            link roof',
    '',
    'Net                                                            1,300.00',
    'VAT 20%                                                          260.00',
    'Total                                                          1,560.00',
  );
  expect(draft.lines.map(({ description }) => description)).toEqual([
    'Timber frame repairs Carpentry to garage link roof',
  ]);
});
