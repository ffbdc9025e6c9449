import { expect, it } from 'vitest';
import { readDocument } from '../../src/extraction/read_document.js';
import { letterhead, readTyped } from './typed_page.js';

it('names in rows of their own above the figures are read over the whole width of the table', async () => {
  const rows = [
    'TARN VALLEY ELECTRICAL FACTORS',
    'VAT REG 391 3130 73',
    'CASH SALE / VAT RECEIPT',
    'No 12-4009183    14-01-26 08:12',
    '',
    'Product',
    '   Qty  Unit      Price    Disc      Net',
    'TE25-100   TWIN AND EARTH 2.5MM 100M',
    '     2  DRM      84.00     30%   117.60',
    'PATTRESS   DRY LINING BOX',
    '    20  EA        0.92             18.40',
    'SKT2G      SOCKET 2 GANG WHITE',
    '    12  EA        4.10     25%    36.90',
    'SKT2G      SOCKET 2 GANG WHITE    **RETURN**',
    '    -2  EA        4.10     25%    -6.15',
    '                              ---------',
    'Goods                             166.75',
    'VAT 20.0%                          33.35',
    'TOTAL GBP                         200.10',
  ];
  const draft = await readDocument(Buffer.from(rows.join('\n')));
  expect(draft.reconciled).toBe(true);
  expect(draft.lines.map(({ description, net }) => [description, net])).toEqual([
    ['TWIN AND EARTH 2.5MM 100M', '117.60'],
    ['DRY LINING BOX', '18.40'],
    ['SOCKET 2 GANG WHITE', '36.90'],
    ['SOCKET 2 GANG WHITE **RETURN**', '-6.15'],
  ]);
});

it('what steel weighs is no count of it', () => {
  const draft = readTyped(
    ...letterhead('Marrick Steelwork Ltd'),
    'Mark   Section                          kg     No.      £ each           £',
    'B1     203 x 203 UC 46, primed         198       1      540.00      540.00',
    'B2     178 x 102 UB 19, spliced         70       3      180.50      541.50',
    '-      Delivery with hiab                        1       80.00       80.00',
    '',
    '                                                 Net              1,161.50',
    '                                                 VAT 20%            232.30',
    '                                                 Total            1,393.80',
  );
  expect(draft.reconciled).toBe(true);
  expect(draft.lines.map(({ quantity, unitPrice }) => [quantity, unitPrice])).toEqual([
    ['1', '540.00'],
    ['3', '180.50'],
    ['1', '80.00'],
  ]);
});
