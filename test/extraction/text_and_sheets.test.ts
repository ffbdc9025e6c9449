import { describe, expect, it } from 'vitest';
import writeWorkbook from 'write-excel-file/node';
import type { Draft } from '../../src/extraction/draft.js';
import { readDocument } from '../../src/extraction/read_document.js';

const read = (text: string) => readDocument(Buffer.from(text));
const rows = (draft: Draft) =>
  draft.lines.map((l) => [l.description, l.quantity, l.unitPrice, l.net, l.vatRate, l.vat, l.gross]);

describe('spreadsheets', () => {
  const LIST = [
    'Supplier,Invoice No,Date,Description,Qty,Unit Price,Net,VAT Rate,VAT,Gross',
    'Harrow Vale Ltd,SI1,14/03/2025,"Facing bricks, red",1000,0.82,820.00,20%,164.00,984.00',
    'Harrow Vale Ltd,SI1,14/03/2025,Sharp sand,2,56.50,113.00,20%,22.60,135.60',
  ];

  it('a list of lines without totals fits together by its own figures', async () => {
    const draft = await read(LIST.join('\n'));
    expect(rows(draft)).toEqual([
      ['Facing bricks, red', '1000', '0.82', '820.00', '20', '164.00', '984.00'],
      ['Sharp sand', '2', '56.50', '113.00', '20', '22.60', '135.60'],
    ]);
    expect(draft).toMatchObject({
      supplier: { name: 'Harrow Vale Ltd' },
      invoiceNumber: 'SI1',
      source: 'structured',
      reconciled: true,
    });
  });

  it('says when the list is of several invoices', async () => {
    const draft = await read([...LIST, 'Other Ltd,SI2,15/03/2025,Nails,1,5.00,5.00,20%,1.00,6.00'].join('\n'));
    expect(draft.reconciled).toBe(false);
    expect(draft.problems.map((p) => p.code)).toContain('several_invoices');
  });

  it('shows both figures of a row that does not add up', async () => {
    const draft = await read(LIST.join('\n').replace('135.60', '153.60'));
    expect(draft.reconciled).toBe(false);
    expect(draft.problems).toContainEqual(
      expect.objectContaining({ code: 'line_does_not_add', found: '153.60', expected: '135.60', line: 1 }),
    );
    expect(draft.lines[1]?.gross).toBe('153.60');
  });

  it('a workbook laid out as an invoice', async () => {
    const sheet = [
      ['Brightwater Renewables Limited', null, null, null],
      ['VAT number GB417258843', null, null, null],
      ['Invoice number', 'BW-77', 'Invoice date', '2025-05-02'],
      ['Description', 'Quantity', 'Unit price', 'Amount'],
      ['Radiator 600 x 1000', 4, 92.5, 370],
      ['Towel rail', 1, 110, 110],
      [null, null, 'Subtotal', 480],
      [null, null, 'VAT 20%', 96],
      [null, null, 'Total', 576],
    ];
    const data = sheet.map((row) =>
      row.map((value) => (value === null ? null : { value, type: typeof value === 'number' ? Number : String })),
    );
    const bytes = await writeWorkbook(data as never).toBuffer();
    const draft = await readDocument(bytes);
    expect(draft).toMatchObject({
      supplier: { name: 'Brightwater Renewables Limited', vatNumber: 'GB417258843' },
      invoiceNumber: 'BW-77',
      invoiceDate: '2025-05-02',
      reconciled: true,
      totals: { net: '480.00', vat: '96.00', gross: '576.00' },
    });
    expect(rows(draft)).toEqual([
      ['Radiator 600 x 1000', '4', '92.50', '370.00', '20', '74.00', '444.00'],
      ['Towel rail', '1', '110.00', '110.00', '20', '22.00', '132.00'],
    ]);
  });
});

describe('plain text', () => {
  it('settles VAT codes by what they come to', async () => {
    const draft = await read(`Jewson Ltd                     VAT INVOICE   Invoice Number: 0411/00123
VAT Reg No 394 1212 63        Tax Point: 02/05/2025

Qty        Description                 Price        Unit    Value      VAT
50.00      CELCON BLOCK 100MM          2.15         EACH    107.50     1
1.00       SAFETY LEAFLET              12.00        EACH     12.00     0

                         Goods total            119.50
                         VAT                     21.50
                         Invoice total          141.00
`);
    expect(rows(draft)).toEqual([
      ['CELCON BLOCK 100MM', '50', '2.15', '107.50', '20', '21.50', '129.00'],
      ['SAFETY LEAFLET', '1', '12.00', '12.00', '0', '0.00', '12.00'],
    ]);
    expect(draft).toMatchObject({ taxPoint: '2025-05-02', reconciled: true });
  });

  it('a till receipt whose quantities stand above and whose sub-total has the VAT in it', async () => {
    const draft = await read(`        HOMEMASTER
   VAT NO 333 2894 54
5 X 3.50
MULTI-FINISH PLASTER            17.50
PAINT BRUSH SET                  9.00
2 FOR 1 OFFER                   -2.00
SUBTOTAL                        24.50
TOTAL TO PAY                    24.50
VISA DEBIT                      24.50
VAT included 20%                 4.08
01/05/2025 14:22:01
`);
    expect(draft).toMatchObject({
      documentType: 'simplified_receipt',
      vatInclusive: true,
      reconciled: true,
      totals: { net: '20.42', vat: '4.08', gross: '24.50' },
    });
    expect(draft.lines.map((l) => [l.description, l.quantity, l.unitPrice, l.gross])).toEqual([
      ['MULTI-FINISH PLASTER', '5', '3.50', '17.50'],
      ['PAINT BRUSH SET', null, null, '9.00'],
      ['2 FOR 1 OFFER', null, null, '-2.00'],
    ]);
  });

  it('VAT after a settlement discount, a reverse charge, a foreign currency', async () => {
    const settled = await read(
      'OLD MILL JOINERY LIMITED   INVOICE No 4471   DATE 12/11/2014\nDescription                   Qty     Price      Amount\nOak staircase                  1     2,000.00   2,000.00\n                              Goods              2,000.00\n                              VAT @ 20%            390.00\n                              Total              2,390.00\n2.5% settlement discount if paid within 7 days\n',
    );
    expect(settled.reconciled).toBe(true);
    const reversed = await read(
      'GROUNDWORKS LTD   Invoice: 5512   Date: 01/04/2025\nDescription                        Amount\nExcavation to plots 1-3            12,500.00\nNet                                12,500.00\nVAT                                     0.00\nTotal                              12,500.00\nReverse charge: customer to account to HMRC for the VAT\n',
    );
    expect(reversed).toMatchObject({ reverseCharge: true, reconciled: true });
    const foreign = await read(
      'Fenster GmbH  USt-IdNr. DE123456789\nInvoice No 2025-118   Date 12.03.2025\nDescription                    Qty   Unit price    Total\nTimber window                  4     1.250,00      5.000,00\n                               Net total           5.000,00 EUR\n                               VAT 0%                  0,00 EUR\n                               Total               5.000,00 EUR\n',
    );
    expect(foreign).toMatchObject({
      currency: 'EUR',
      supplier: { vatNumber: 'DE123456789' },
      totals: { gross: '5000.00' },
    });
    expect(foreign.problems.map((p) => p.code)).toContain('foreign_currency');
  });

  it('takes neither of two figures for the price when either may be', async () => {
    const draft = await read(
      'A Builder  Invoice 12345\nStone delivered to site     14.50   18.70    271.15\nTotal                                  271.15\n',
    );
    expect(draft.lines[0]).toMatchObject({ quantity: null, unitPrice: null, net: '271.15' });
  });
});
