import { describe, expect, it } from 'vitest';
import { readDocument } from '../../src/extraction/read_document.js';
import { readPages } from '../../src/extraction/read_pages.js';
import { typed } from './typed_page.js';

const FOOT = [
  '',
  'Description                    Qty     Price      Amount',
  'Oak door                         2    100.00      200.00',
  '',
  '                                         Net      200.00',
  '                                     VAT 20%       40.00',
  '                                       Total      240.00',
];
const page = (...head: string[]) => readPages([typed([...head, ...FOOT])], 'text');

describe('the number of an invoice', () => {
  it.each([
    ['Unit 5 Sorrel Park', 'INV-4471'],
    ['Suite 12 The Maltings', 'INV-4471'],
    ['Accounts department', '90217'],
  ])('stands below its label where another block stands beside: %s', (beside, number) => {
    const draft = page(
      'Tern Glazing Systems Ltd',
      '',
      `${'Invoice Date'.padEnd(30)}Tern Glazing Systems Ltd`,
      `${'5 Jun 2025'.padEnd(30)}Attention: accounts`,
      `${'Invoice Number'.padEnd(30)}${beside}`,
      `${number.padEnd(30)}LOUGHBOROUGH`,
      `${'VAT Number'.padEnd(30)}LE12 8XX`,
      '391 3130 73',
    );
    expect(draft.invoiceNumber).toBe(number);
  });

  it('stands beside its label where the labels stand below each other', () => {
    const draft = page(
      'Tern Glazing Systems Ltd',
      'VAT No 391 3130 73',
      'Invoice number       TG-118',
      'Job                  44-20',
      'Date                 5 June 2025',
    );
    expect(draft.invoiceNumber).toBe('TG-118');
  });

  it.each(['STAGE INVOICE', 'Deposit invoice', 'FINAL INVOICE'])('stands below a title: %s', (title) => {
    const draft = page('Tern Frames Ltd', 'VAT No 391 3130 73', title, 'TF/2231/02', 'Date 5 June 2025');
    expect(draft.invoiceNumber).toBe('TF/2231/02');
  });

  it('is not which of several stages it is', () => {
    const draft = page('Tern Frames Ltd', 'VAT No 391 3130 73', 'STAGE INVOICE 2 OF 2', 'Invoice 5604', '11 June 2025');
    expect(draft.invoiceNumber).toBe('5604');
  });

  it('is not the VAT number that stands apart from its label', () => {
    const draft = page('Tern Frames Ltd', 'VAT NO:    391 3130 73', '18/03/25 12:31   TILL 3   RCPT 0188-30417');
    expect(draft.invoiceNumber).toBe('0188-30417');
  });

  it.each(['Rechnung Nr. 2025-10417', 'Rechnung (Invoice) Nr. 2025-10417'])('in German: %s', (title) => {
    const draft = page('Holzbau Brandt e.K.', 'USt-IdNr. DE 811447209', title, 'Datum 12.05.2025');
    expect(draft).toMatchObject({
      invoiceNumber: '2025-10417',
      documentType: 'invoice',
      supplier: { name: 'Holzbau Brandt e.K.' },
    });
  });
});

describe('the supplier', () => {
  it.each([
    ['Alder Fencing, Heather LE67 2XX', 'Alder Fencing'],
    ['R Finch Plastering, 8 Mill Rd, Ellistown LE67 1XX', 'R Finch Plastering'],
  ])('is named without the address in the same row: %s', (row, name) => {
    expect(page(row, 'VAT No 391 3130 73', 'Invoice 318', 'Date 5 June 2025').supplier.name).toBe(name);
  });

  it('is no branch with a number', () => {
    const draft = page(
      'WILLOW JOINERY DEPOTS',
      'Depot 718 Coalville                      VAT REG 391 3130 73',
      'Invoice 318',
      'Date 5 June 2025',
    );
    expect(draft.supplier.name).toBe('WILLOW JOINERY DEPOTS');
  });

  it('is not what a list tells a spreadsheet', async () => {
    const draft = await readDocument(
      Buffer.from('sep=,\r\nDescription,Qty,Unit Price,Net,VAT,Gross\r\nOak door,2,100.00,200.00,40.00,240.00\r\n'),
    );
    expect(draft).toMatchObject({ reconciled: true, supplier: { name: null } });
  });
});

describe('the customer', () => {
  const addressed = (firm: string, ...block: string[]) =>
    page(firm, 'VAT No 391 3130 73', '', '', ...block, '', 'Invoice Number: 0217', 'Date 5 June 2025').customer.name;

  it('may be a person over an address in a block of their own', () => {
    expect(addressed('Mulberry Stair Company Ltd', 'Dan Orr', '14 Chapel Street')).toBe('Dan Orr');
    expect(addressed('Mulberry Stair Company Ltd', 'Dan Orr', 'Plot 2 Ravenstone Lane')).toBe('Dan Orr');
  });

  it('is nobody who may be the one that invoices', () => {
    expect(addressed('Orr Joinery Ltd', 'Dan Orr', '14 Chapel Street')).toBeNull();
    expect(addressed('Dan Orr', 'Jo Pell', '14 Chapel Street')).toBeNull();
  });
});

describe('the date of an invoice', () => {
  it('is not that of an agreement it is issued under', () => {
    const draft = page(
      'Tern Frames Ltd',
      'VAT No 391 3130 73',
      'Invoice no.: SB-000118     Date: 28 March 2025     Period: w/e 28/03/25',
      'We declare that this invoice is issued under an agreement dated 6 January 2025.',
    );
    expect(draft.invoiceDate).toBe('2025-03-28');
  });
});

describe('the supplier', () => {
  it('is named once where the sign above closes its words up', () => {
    const draft = page(
      'tileloft',
      'Tile Loft Ltd',
      'Bishop Meadow Road, Loughborough',
      'VAT 391 3130 73',
      'Invoice 90772',
    );
    expect(draft.supplier.name).toBe('Tile Loft Ltd');
  });

  it('is whose letterhead ends in the VAT number, and not the firm that is written to', () => {
    const draft = page(
      `${''.padEnd(50)}D J Freer Plastering & Rendering`,
      `${''.padEnd(50)}12 Cotes Road`,
      `${''.padEnd(50)}Barrow upon Soar`,
      `${''.padEnd(50)}UTR 44110 22991`,
      `${''.padEnd(50)}VAT 391 3130 73`,
      'Quornfield Design & Build Ltd',
      'The Old Dairy',
      'Quorn',
      '',
      'INVOICE DJF 88',
      'Date: 16.05.25',
    );
    expect(draft).toMatchObject({ supplier: { name: 'D J Freer Plastering & Rendering' }, invoiceNumber: 'DJF 88' });
  });

  it('is no heading of the VAT analysis of a till', async () => {
    const till = [
      'HOMEWISE',
      'Loughborough Superstore',
      'Derby Road LE11 5XX',
      'VAT No 391 3130 73',
      '',
      'MASONRY PAINT 10L WHT              64.00 A',
      'GRAB RAIL 450MM CHROME             18.50 B',
      '',
      'BALANCE DUE                        82.50',
      'VISA                               82.50',
      '',
      'VAT RATE      EX-VAT     VAT     INC-VAT',
      'A  20.0%       53.33   10.67       64.00',
      'B   5.0%       17.62    0.88       18.50',
      '02/06/2025 17:44',
    ];
    const draft = await readDocument(Buffer.from(till.join('\n')), {});
    expect(draft).toMatchObject({ reconciled: true, supplier: { name: 'HOMEWISE' } });
  });
});
