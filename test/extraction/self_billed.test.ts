import { describe, expect, it } from 'vitest';
import { readDocument } from '../../src/extraction/read_document.js';

const BILL = [
  'SELF BILLING INVOICE',
  '',
  'Issued by (customer):                         Supplier:',
  'Tern Developments Ltd                         K Pell Brickwork Ltd',
  '3 Brook Street                                77 Meeting Street',
  'Wymeswold LE12 6XX                            Quorn LE12 8XX',
  'VAT No. 391 3130 73                           VAT No. 196 0038 62',
  '',
  'Self-bill no.: SB-118       Date: 28 March 2025        Period: w/e 28/03/25',
  '',
  'Ref    Works                                   Units     Rate      Gross      VAT%      VAT',
  '1      Lay facing bricks, plot 1               14.5 th   620.00   8,990.00     0       0.00',
  '2      Lay blocks 100mm, inner leaf            186 m2     18.50   3,441.00     0       0.00',
  '3      Daywork - rebuild gate pier (existing',
  '       boundary wall)                          9 hrs      32.00     288.00    20      57.60',
  '4      Contra: mixer hire                      1         -75.00     -75.00    20     -15.00',
  '                                               TOTALS            12,644.00             42.60',
  '                                               Less CIS @ 20% on 12,719.00         -2,543.80',
  '                                               Net payment to you                  10,142.80',
  '',
  'This self billed invoice is issued under an agreement dated 6 January 2025.',
];
const read = (rows = BILL) => readDocument(Buffer.from(rows.join('\n')), {});

describe('a bill that the customer makes out', () => {
  it('is read with what was earned before the tax taken off it', async () => {
    const draft = await read();
    expect(draft).toMatchObject({
      reconciled: true,
      supplier: { name: 'K Pell Brickwork Ltd', vatNumber: '196003862' },
      invoiceDate: '2025-03-28',
      totals: { net: '12644.00', vat: '42.60', gross: '12686.60' },
    });
    expect(draft.lines.map(({ description, net, vat }) => `${description}: ${net} ${vat}`)).toEqual([
      'Lay facing bricks, plot 1: 8990.00 0.00',
      'Lay blocks 100mm, inner leaf: 3441.00 0.00',
      'Daywork - rebuild gate pier (existing boundary wall): 288.00 57.60',
      'Contra: mixer hire: -75.00 -15.00',
    ]);
  });

  it.each(['8,990.00', '288.00', '57.60', '12,644.00', '42.60', '10,142.80'])(
    'is told not to fit where %s is another sum',
    async (sum) => {
      const changed = BILL.map((row) =>
        row.replace(` ${sum}`, ` ${sum.replace(/\d\.(?=\d\d$)/, (d) => `${(Number(d[0]) + 3) % 10}.`)}`),
      );
      expect(changed).not.toEqual(BILL);
      expect((await read(changed)).reconciled).toBe(false);
    },
  );
});
