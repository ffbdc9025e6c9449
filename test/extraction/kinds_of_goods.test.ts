import { describe, expect, it } from 'vitest';
import { readDocument } from '../../src/extraction/read_document.js';

const read = (...rows: string[]) => readDocument(Buffer.from(`${rows.join('\n')}\n`));

describe('a list whose rows say of which kind their goods are', () => {
  const list = (kind: string, ...foot: string[]) =>
    read(
      'Merchant,Bill No,Date,Description,Category,Net,VAT,Gross',
      'Orrin Timber Ltd,7714,02/05/2025,Treated joists 47 x 220,Supply,640.00,128.00,768.00',
      `Orrin Timber Ltd,7714,02/05/2025,Breather membrane,${kind},90.00,18.00,108.00`,
      'Orrin Timber Ltd,7714,02/05/2025,Joist hangers,Supply,55.00,11.00,66.00',
      ...foot,
    );

  it.each(['Goods', 'Net', 'Total goods', 'Balance', 'VAT', 'Subtotal', 'Materials'])(
    'loses no line where one is of the kind “%s”',
    async (kind) => {
      for (const foot of [[], ['Total,,,,,785.00,157.00,942.00']]) {
        const draft = await list(kind, ...foot);
        expect(draft.reconciled).toBe(true);
        expect(draft.lines.map(({ net }) => net)).toEqual(['640.00', '90.00', '55.00']);
      }
    },
  );

  it('of which the first is called as a sum is', async () => {
    const draft = await read(
      'Kind,Description,Net,VAT,Gross',
      'Supply,Oak sills,310.00,62.00,372.00',
      'Goods,Oak architrave,310.00,62.00,372.00',
    );
    expect(draft.lines).toHaveLength(2);
  });

  it('does not reconcile where a row is named as a sum and the lines above do not come to it', async () => {
    const named = (word: string) =>
      read(
        'Date,Description,Net,VAT,Gross',
        `03/05/2025,${word},240.00,48.00,288.00`,
        '03/05/2025,Sand and cement,110.00,22.00,132.00',
      );
    for (const word of ['Goods', 'Net', 'Total goods', 'Subtotal']) expect((await named(word)).reconciled).toBe(false);
  });

  it('does not reconcile where a row below what was taken for the sum was left out', async () => {
    const draft = await read(
      'Description,Kind,Amount',
      'Clay pavers,Supply,220.00',
      'Edging kerbs,Total,220.00',
      'Kiln dried sand,Supply,48.00',
    );
    expect(draft.reconciled).toBe(false);
  });

  it('still ends at its sums, with other words of the paper beside them', async () => {
    const draft = await read(
      'Description,Qty,Unit,Rate,Amount',
      'Clay pavers,10,pack,22.00,220.00',
      'Kiln dried sand,4,bag,12.00,48.00',
      'Thank you for your custom,,,Net,268.00',
      ',,,VAT 20%,53.60',
      ',,,Total,321.60',
    );
    expect(draft).toMatchObject({ reconciled: true, totals: { net: '268.00', vat: '53.60', gross: '321.60' } });
    expect(draft.lines).toHaveLength(2);
  });
});
