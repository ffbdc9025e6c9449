import { describe, expect, it } from 'vitest';
import writeWorkbook from 'write-excel-file/node';
import { readDocument } from '../../src/extraction/read_document.js';
import { readPages } from '../../src/extraction/read_pages.js';
import { typed } from './typed_page.js';

const HEAD = ['Fell Factors Ltd', 'VAT Reg No. 391 3130 73', 'Invoice 318', 'Date 3 March 2026', ''];
const page = (...rows: string[]) => readPages([typed([...HEAD, ...rows])], 'text');
const foot = (net: string, vat: string, gross: string) =>
  [`Net ${net}`, `VAT 20% ${vat}`, `Total ${gross}`].map((row) => row.padStart(70));

describe('prices of electrical factors', () => {
  const cable = (per: string, amount: string) =>
    page(
      'Qty   Description                 Price     per     Disc      Nett',
      `200   Cable 6mm grey             120.00    ${per.padEnd(8)}50.0    ${amount}`,
      ' 10   Back box 35mm                0.90    each    nett      9.00',
      ...foot('129.00', '25.80', '154.80'),
    );

  it.each(['100m', '100 m', '100', '100mtr'])('may be for so many of a unit: per %s', (per) => {
    const draft = cable(per, '120.00');
    expect(draft.problems).toEqual([]);
    expect(draft.reconciled).toBe(true);
  });

  it('still have to make the amount', () => {
    expect(cable('100m', '130.00').reconciled).toBe(false);
    expect(cable('each', '120.00').reconciled).toBe(false);
  });

  it.each(['Settlement 2.50% if paid by 16 July 2026', '2.5% settlement disc. for payment in 14 days'])(
    'may have their VAT worked out on what is left after: %s',
    (terms) => {
      const bill = (vat: string, gross: string) =>
        page(
          terms,
          '',
          'Qty   Description                 Price     Nett',
          '  2   Consumer unit 16 way       100.00   200.00',
          ' 10   Back box 35mm                1.00    10.00',
          ...foot('210.00', vat, gross),
        ).reconciled;
      expect(bill('40.95', '250.95')).toBe(true);
      expect(bill('40.05', '250.05')).toBe(false);
    },
  );
});

describe('goods that are given away', () => {
  it.each(['F.O.C.', 'FOC', 'FREE', 'N/C'])('cost nothing: %s', (free) => {
    const draft = page(
      'Qty   Description                 Price        Nett',
      '  4   Base unit 600               50.00      200.00',
      ` 24   Hinge soft close             2.10      ${free}`,
      '  1   Wall unit 600               40.00       40.00',
      ...foot('240.00', '48.00', '288.00'),
    );
    expect(draft.reconciled).toBe(true);
    expect(draft.lines[1]).toMatchObject({ quantity: '24', net: '0.00' });
  });
});

describe('a rate told in words of two rows', () => {
  it.each([[['Outside scope']], [['Outside', 'scope']], [['Outside the', 'scope']]])(
    'is read: %j',
    ([first = '', second]) => {
      const draft = page(
        'Description                 Qty      Unit       VAT             Net',
        'Heat pump                     1   4000.00        0%         4000.00',
        'Service plan                  1    180.00       20%          180.00',
        `Grant taken off               1  -1500.00   ${first.padEnd(12)}    -1500.00`,
        ...(second === undefined ? [] : [`${' '.repeat(44)}${second}`]),
        ...foot('2680.00', '36.00', '2716.00'),
      );
      expect(draft.reconciled).toBe(true);
      expect(draft.lines.map(({ vatRate }) => vatRate)).toEqual(['0', '20', '0']);
      expect(draft.lines).toHaveLength(3);
    },
  );
});

describe('headings set one word below the other', () => {
  it('are one head', () => {
    const draft = page(
      'Description                   Qty   Unit      VAT    Unit      Item',
      '                                    price     rate   price     subtotal',
      '                                    (excl.           (incl.    (incl.',
      '                                    VAT)             VAT)      VAT)',
      'Shower drain 900mm            2     50.00     20%    60.00     120.00',
      'Floor thermostat              1     30.00     20%    36.00      36.00',
      '                                              Invoice total    156.00',
      '',
      'VAT rate      Item subtotal     VAT subtotal',
      '              (excl. VAT)',
      '20%           130.00            26.00',
      'Total         130.00            26.00',
    );
    expect(draft).toMatchObject({ reconciled: true, totals: { net: '130.00', vat: '26.00', gross: '156.00' } });
    expect(draft.lines.map(({ quantity, gross }) => [quantity, gross])).toEqual([
      ['2', '120.00'],
      ['1', '36.00'],
    ]);
  });
});

describe('whole sums of a letter', () => {
  const letter = (second: string) =>
    readDocument(
      Buffer.from(
        [
          'N Ames Building, 8 Mill Rd, Ellistown LE67 1XX',
          'Invoice no 61',
          '9 June 2026',
          '',
          'Take down chimney - 450',
          `New lead flashing ${second}`,
          '3 days labour @ 190 - 570',
          'Mortar and sand 61.40',
          '',
          'Total 1361.40',
          '',
          'Not VAT registered so no VAT to add.',
        ].join('\n'),
      ),
    );

  it('are lines where all comes to the total', async () => {
    const draft = await letter('280');
    expect(draft.reconciled).toBe(true);
    expect(draft.lines.map(({ net }) => net)).toEqual(['450.00', '280.00', '570.00', '61.40']);
  });

  it('are none where it does not', async () => {
    expect((await letter('290')).reconciled).toBe(false);
  });
});

describe('days at a rate with materials on top', () => {
  const bill = async (total: number) =>
    readDocument(
      await writeWorkbook([
        [{ value: 'P Ames Joinery' }],
        [{ value: 'VAT No. 391 3130 73' }],
        [{ value: 'Invoice' }, { value: 42, format: '"PA-"0000' }],
        [{ value: 'Date' }, { value: '04/07/2025' }],
        ['Item', 'Days', 'Rate', 'Materials', 'Total'].map((value) => ({ value })),
        [{ value: 'Stud walls' }, { value: 4 }, { value: 210 }, { value: 86.4 }, { value: total }],
        [{ value: 'Door linings' }, { value: 2 }, { value: 210 }, null, { value: 420 }],
        [null, null, null, { value: 'Net' }, { value: total + 420 }],
        [null, null, null, { value: 'VAT 20%' }, { value: (total + 420) / 5 }],
        [null, null, null, { value: 'Total' }, { value: (total + 420) * 1.2 }],
      ] as never).toBuffer(),
    );

  it('make the amount together', async () => {
    const draft = await bill(926.4);
    expect(draft.problems).toEqual([]);
    expect(draft).toMatchObject({ reconciled: true, invoiceNumber: 'PA-0042' });
    expect(draft.lines[0]).toMatchObject({ quantity: '4', unitPrice: '210.00', net: '926.40' });
  });

  it('do not reconcile where the sheet names its VAT and total and has no figure for them', async () => {
    const draft = await readDocument(
      Buffer.from(
        [
          'Item,Days,Rate,Materials,Total',
          'Stud walls,4,210.00,86.40,926.40',
          'Door linings,2,210.00,,420.00',
          ',,,Net,1346.40',
          ',,,VAT,',
          ',,,Total due,',
        ].join('\n'),
      ),
    );
    expect(draft.reconciled).toBe(false);
  });

  it('or the line does not multiply', async () => {
    expect((await bill(936.4)).problems.map(({ code }) => code)).toContain('line_does_not_multiply');
  });
});

describe('a deposit that is a share of a contract', () => {
  const invoice = (deposit: string, vat: string) =>
    page(
      'For the supply and installation of 11 windows',
      'Contract price excluding VAT              10,000.00',
      'VAT @ 20%                                  2,000.00',
      'Contract price including VAT              12,000.00',
      `30% deposit now due                        ${deposit}`,
      `of which VAT                                 ${vat}`,
      'Balance on completion                      8,400.00',
    );

  it('is what the invoice charges', () => {
    const draft = invoice('3,600.00', '600.00');
    expect(draft).toMatchObject({ reconciled: true, totals: { net: '3000.00', vat: '600.00', gross: '3600.00' } });
    expect(draft.lines).toHaveLength(1);
  });

  it('has to be that share, with the VAT in it', () => {
    expect(invoice('3,900.00', '650.00').reconciled).toBe(false);
    expect(invoice('3,600.00', '640.00').reconciled).toBe(false);
  });
});
