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
