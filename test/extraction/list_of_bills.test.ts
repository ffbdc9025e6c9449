import { describe, expect, it } from 'vitest';
import { readDocument } from '../../src/extraction/read_document.js';

const HEAD =
  '*ContactName,*InvoiceNumber,*InvoiceDate,Total,InventoryItemCode,Description,*Quantity,*UnitAmount,*AccountCode,*TaxType,TaxAmount,Currency';
const bill = (...lines: string[]) =>
  readDocument(
    Buffer.from(
      [HEAD, ...lines.map((line) => `Tern Insulation Ltd,TI-7781,07/03/2025,2747.16,${line},GBP`)].join('\n'),
    ),
    {},
  );
const BOARD = 'PIR100,PIR board 100mm foil faced,42,38.40,310,20% (VAT on Expenses),322.56';
const ROLL = 'MF,Multi-foil insulation 10m roll,6,112.75,310,20% (VAT on Expenses),135.30';

describe('the bills that a program takes in', () => {
  it('tell of each line how many, the price and the VAT, and on each line the total of all', async () => {
    const draft = await bill(BOARD, ROLL);
    expect(draft).toMatchObject({ reconciled: true, invoiceNumber: 'TI-7781', totals: { gross: '2747.16' } });
    expect(draft.lines).toMatchObject([
      { net: '1612.80', vat: '322.56', gross: '1935.36', derived: ['net', 'gross'] },
      { net: '676.50', vat: '135.30', gross: '811.80', derived: ['net', 'gross'] },
    ]);
  });

  it.each([
    ['a price', BOARD.replace('38.40', '38.70')],
    ['how many', BOARD.replace(',42,', ',43,')],
    ['the VAT', BOARD.replace('322.56', '322.86')],
  ])('are not worked out where %s does not fit', async (_, board) => {
    const draft = await bill(board, ROLL);
    expect(draft.reconciled).toBe(false);
    expect(draft.lines[1]?.net).toBeNull();
  });
});

describe('a list of what was spent', () => {
  it.each(['Bought from', 'Paid to', 'Who', 'Shop', 'Supplied by'])(
    'is of several suppliers, whatever heads their names: %s',
    async (heading) => {
      const list = [
        'Self build spend,,,,,',
        `Date,${heading},What,Net,VAT,Gross`,
        '03/02/2026,Brickyard Ltd,Facing bricks 6000,"£4,320.00",£864.00,"£5,184.00"',
        '05/02/2026,Lime Co,NHL 3.5 lime 40 bags,£580.00,£116.00,£696.00',
        ',,Totals,"£4,900.00",£980.00,"£5,880.00"',
      ];
      const draft = await readDocument(Buffer.from(list.join('\n')));
      expect(draft).toMatchObject({ reconciled: false, supplier: { name: null } });
      expect(draft.problems.map(({ code }) => code)).toContain('several_invoices');
    },
  );
});
