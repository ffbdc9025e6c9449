import { expect, it } from 'vitest';
import { readDocument } from '../../src/extraction/read_document.js';

it("a merchant's export is read with its totals and its name below it", async () => {
  const row = (...cells: string[]) => [...cells, 'BR-330187', '2026-02-11', 'SELF BUILD OTLEY', 'Skipton'].join(',');
  const draft = await readDocument(
    Buffer.from(
      [
        'Doc Type,Line VAT,Net Line Value,Tax Code,UOM,Qty Invoiced,Unit Sell,Product Code,Product Description,Invoice No.,Tax Point,Cust Ref,Branch',
        row('INV', '46.80', '234.00', 'S1', 'EA', '12', '19.50', 'CLS63', 'CLS timber 38 x 63 x 2.4m'),
        row('INV', '9.36', '46.80', 'S1', 'BX', '4', '11.70', 'WSCR', '"Wood screw 5 x 80, box"'),
        row('RTN', '-7.80', '-39.00', 'S1', 'EA', '-2', '19.50', 'CLS63', 'CLS timber 38 x 63 x 2.4m'),
        row('INV', '0.00', '2.00', 'Z0', 'EA', '1', '2.00', 'GIVE', 'Donation: hospice'),
        '',
        ',,,,,,,,Brantwood Timber Ltd  VAT GB 391 3130 73',
        'TOTALS,48.36,243.80,,,,,,"Gross 292.16"',
      ].join('\n'),
    ),
  );
  expect(draft).toMatchObject({
    reconciled: true,
    supplier: { name: 'Brantwood Timber Ltd', vatNumber: 'GB391313073' },
    invoiceNumber: 'BR-330187',
    totals: { net: '243.80', vat: '48.36', gross: '292.16' },
  });
  expect(draft.lines.map(({ description }) => description).at(-1)).toBe('Donation: hospice');
});
