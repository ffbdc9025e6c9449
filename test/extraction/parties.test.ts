import { describe, expect, it } from 'vitest';
import { readDocument } from '../../src/extraction/read_document.js';
import { readPages } from '../../src/extraction/read_pages.js';
import { large, letterhead, readTyped, typed } from './typed_page.js';

const LINES = ['Oak door               420.00', 'Skirting               180.00'];
const SUMS = ['Net                    600.00', 'VAT 20%                120.00', 'Total                  720.00'];

const read = (...head: string[]) => readPages([large([...head, '', ...LINES, ...SUMS])], 'text');

const NUMBERED = letterhead('Dell Joinery Ltd');

describe('whom a paper is for', () => {
  it.each([
    ['Customer: Halden Build Limited, 3 Quay Street, Whitby YO21 1DP. Customer VAT no: GB 905 3316 27', 'Halden Build'],
    ['Ref: PF/3390 Raised: 2 April 2026 Client: R. Amin', 'R. Amin'],
    ['Employer: Mr A Whitcombe', 'Mr A Whitcombe'],
    ['Trade card holder: E. Lindqvist', 'E. Lindqvist'],
    ['Mr & Mrs S Okafor, 4 Moor View', 'Mr & Mrs S Okafor'],
    ['Mr D Crossley Account CR20417', 'Mr D Crossley'],
  ])('%s', (row, name) => {
    expect(read(...NUMBERED, row).customer.name).toMatch(new RegExp(`^${name}`));
  });

  it.each([
    ['Jane Ellwood, 4 High Street, Kingsland HR6 9QP', 'Jane Ellwood'],
    ['Jane Ellwood, 4 High Street', 'Jane Ellwood'],
    ['Jane Ellwood, Kingsland HR6 9QP', 'Jane Ellwood'],
    ['Jane Ellwood, Paul Rees, 4 High Street, Kingsland HR6 9QP', null],
    ['Jane Ellwood, c/o MacLeod Contracting, 4 High Street', null],
    ['Jane Ellwood, Oakwood Estates, Kingsland HR6 9QP', null],
    ['Jane Ellwood, Managing Agent for Vines Trust, Kingsland HR6 9QP', null],
    ['Jane Ellwood, Paul Rees HR6 9QP', null],
  ])('is everybody who stands before the address: %s', (row, name) => {
    expect(read(...NUMBERED, `Customer: ${row}`).customer.name).toBe(name ?? row);
  });

  it.each([
    ['Invoice to: Cash Builders Ltd', 'Site: Jane Ellwood', 'Cash Builders Ltd'],
    ['Invoice to: H2O', 'Deliver to: Jane Ellwood', 'H2O'],
    ['Invoice to:', 'Deliver to: Jane Ellwood', null],
    ['Invoice to:', 'Site address: Jane Ellwood', null],
    ['Invoice to: CASH SALE', 'Jane Ellwood', null],
    ['Customer: Cash', 'Jane Ellwood', null],
    ['Invoice to: MacLeod Builders Ltd accounts@macleod.co.uk', 'Site: Kingsland', 'MacLeod Builders Ltd'],
    ['Invoice to: H0442', 'Jane Ellwood', 'Jane Ellwood'],
  ])('is not who stands under another label: %s / %s', (row, next, name) => {
    expect(read(...NUMBERED, row, next).customer.name).toBe(name);
  });

  it('stands under "Credit to:" too', () => {
    expect(read(...NUMBERED, 'Credit to:', 'Miss L Hargreaves', '4 Moor View').customer.name).toBe('Miss L Hargreaves');
  });

  it.each([
    ['MacLeod Builders Ltd', '4 High Street', 'Kingsland HR6 9QP'],
    ['MacLeod Contracting'],
    ['Paul Rees'],
    ['4 High Street'],
  ])('is not whom a letter greets where an addressee stands above: %s', (...block) => {
    expect(read(...NUMBERED, ...block, '', 'Dear Mr Ellwood,').customer.name).not.toBe('Mr Ellwood');
  });

  it.each([
    ['beside a firm', ['Ruth Hale', 'Plumpton Plot', 'Ulverston LA12 7YY'], 'Ruth Hale'],
    ['below where it was sent', ['Ship to', 'Fiona Garside', 'Scout Edge', 'Hebden Bridge HX7 7LL'], 'Fiona Garside'],
    ['with a trade', ['Dan Hale', 'Plasterer', 'Tel 07700 900418', 'Ulverston LA12 7YY'], null],
    ['without an address', ['Ruth Hale', 'Plumpton Plot', 'Balance due'], null],
    ['for the attention of', ['FAO Ms Nadia Rahim', 'Aston on Trent'], 'Ms Nadia Rahim'],
    ['who works at a firm', ['FAO Ms Nadia Rahim', 'Rahim Homes Ltd'], null],
  ])('is a person %s', (_, block, name) => {
    expect(readTyped(...NUMBERED, ...block, '', ...LINES, ...SUMS).customer.name).toBe(name);
  });

  it('is whom a mail greets below nothing but its head', async () => {
    const head = ['From: Dell Joinery <sales@dell.example>', 'To: j@mail.example', 'Subject: Invoice 4471', ''];
    const mail = [...head, 'Dear Mr Ellwood,', '', 'Invoice no 4471, 2 March 2026', '', ...LINES, ...SUMS];
    expect((await readDocument(Buffer.from(mail.join('\n')))).customer.name).toBe('Mr Ellwood');
  });

  it('is no part of the first line, above which the address stands', async () => {
    const rows = [...NUMBERED.slice(0, 4), 'To: Sam Smith, 1 Mill Lane York', ...LINES, ...SUMS];
    for (const draft of [await readDocument(Buffer.from(rows.join('\n'))), readPages([large(rows)], 'text')])
      expect(draft.lines.map((l) => [l.description, l.section])).toEqual([
        ['Oak door', null],
        ['Skirting', null],
      ]);
  });
});

describe('whose paper it is', () => {
  it('is no title with its letters set apart, and stands before its address', () => {
    const draft = read(
      'P R O - F O R M A',
      'Stone Reclamation Yard - Bristol Road, Stonehouse GL10 3SX - VAT 391 3130 73',
    );
    expect(draft.supplier.name).toBe('Stone Reclamation Yard');
  });

  it('is the block that ends in a VAT number, and no firm that is written to', () => {
    const draft = readTyped(
      'Bayliss & Crewe Bricklaying Contractors',
      'Yard 4, Lower Gornal, DY3 2EE',
      'VAT 391 3130 73',
      '',
      'Harborne Developments Ltd',
      'Metchley Works, B17 0AA',
      '',
      'Invoice BC-311   11 September 2025',
      ...LINES,
      ...SUMS,
    );
    expect(draft.supplier.name).toBe('Bayliss & Crewe Bricklaying Contractors');
  });

  it('is no town beside the VAT number', () => {
    const draft = readTyped(
      'P. Rowntree     STONE REPAIRS',
      'Grassington     VAT 391 3130 73',
      'Bill no 14      3 June 2025',
      ...LINES,
      ...SUMS,
    );
    expect(draft.supplier.name).toBe('P. Rowntree');
  });

  it('is the contractor, where an employer is named', () => {
    const draft = read(
      'APPLICATION FOR PAYMENT No. 4',
      'Contractor: Severn Vale Builders LLP, Tewkesbury GL20 5AB',
      'Employer: Mr A Whitcombe',
    );
    expect(draft.supplier.name).toBe('Severn Vale Builders LLP');
  });
});

describe('numbers and days of a paper', () => {
  it('are not those of a plan', () => {
    const head = ['Dell Kitchens Ltd', 'Sales invoice', 'LK-2026-0317', 'Plan ref: TUD/REV4', 'Date 3 March 2026'];
    expect(read(...head).invoiceNumber).toBe('LK-2026-0317');
  });

  it('stand under a title in two languages', () => {
    expect(read('Val Secchia S.p.A.', 'FATTURA / INVOICE', 'N. 2026/E/00418').invoiceNumber).toBe('2026/E/00418');
  });

  it.each([
    [['VALUATION 6 - VAT INVOICE KEH-0619'], 'KEH-0619'],
    [['DUTY AND VAT INVOICE    DV-881204          27/06/2025'], 'DV-881204'],
    [['CASH SALE INVOICE 40318'], '40318'],
    [['Rechnung / Invoice                      Nr. RE-2025-0912'], 'RE-2025-0912'],
    [['LESS DEPOSIT INVOICE 40318', 'INVOICE 40777'], '40777'],
  ])('stand behind longer titles, and behind no other mention: %s', (titles, number) => {
    expect(read('Dell Kitchens Ltd', ...titles).invoiceNumber).toBe(number);
  });

  it('of a ticket is its own, and that of a delivery note makes it no invoice', () => {
    expect(read('Dell Hire', 'VAT receipt', 'Ticket HT 55210     25/09/2025').invoiceNumber).toBe('HT 55210');
    const note = read(
      'Dell Brick Ltd',
      'DELIVERY NOTE  DN 330918            Date 26/06/2025',
      'Invoice will follow by post.',
    );
    expect(note).toMatchObject({ documentType: 'delivery_note' });
  });

  it('of an invoice behind a statement are its own', () => {
    const draft = read(
      'Dell Sand Ltd',
      'STATEMENT OF ACCOUNT                       Statement date: 31/08/2025',
      'COPY VAT INVOICE',
      'Invoice no. SI-20418                   Date / tax point 05/08/2025',
    );
    expect(draft.invoiceDate).toBe('2025-08-05');
  });

  it('are told apart from the tax point', () => {
    const head = ['Number      JPB/0562', 'Date        30/01/2026', 'Tax point   28/01/2026'];
    const draft = read('Dell Kitchens Ltd', 'INVOICE', ...head);
    expect(draft).toMatchObject({ invoiceNumber: 'JPB/0562', invoiceDate: '2026-01-30', taxPoint: '2026-01-28' });
  });

  it('of a list stand in columns whose headings are cut short', async () => {
    const list = [
      'Trans Ref,Payee,Doc Dt,Narrative,Units,Rate (GBP),Goods Amt,Tax Amt,Tax Cd,Line Gross',
      'PI-55120,Calder Stone Ltd,02-03-26,Coping,12,38.40,460.80,92.16,T1,552.96',
      'PI-55120,Calder Stone Ltd,02-03-26,Delivery,1,85.00,85.00,17.00,T1,102.00',
    ];
    expect(await readDocument(Buffer.from(list.join('\n')))).toMatchObject({
      reconciled: true,
      supplier: { name: 'Calder Stone Ltd' },
      invoiceNumber: 'PI-55120',
      invoiceDate: '2026-03-02',
      lines: [{ net: '460.80' }, { net: '85.00' }],
    });
  });
});

describe('a panel down the side', () => {
  it('tells the number, the date and what is to be paid, without the VAT', () => {
    const page = large([
      'Your invoice',
      '                           Mercia Grid Connections plc',
      '                           VAT registration number 391 3130 73',
      'Account number             Mr Tandy, Plot at Green Lane, Alcester',
      '8800 4417 209',
      '                           New electricity connection - MPAN 14',
      'Invoice number             1002 3345 116',
      'NC-7741920',
      '                           Charge                          Amount    VAT rate       VAT',
      'Date of issue',
      '17 March 2026              Jointing and connection       1,284.00          0%      0.00',
      '                           to the main in the road',
      'Amount due                 Supply cabinet, hire            262.97         20%     52.59',
      '1,599.56',
      '                           Subtotal                      1,546.97                 52.59',
      '                           Total charges including VAT                         1,599.56',
    ]);
    expect(readPages([page], 'text')).toMatchObject({
      reconciled: true,
      invoiceNumber: 'NC-7741920',
      invoiceDate: '2026-03-17',
      lines: [
        { description: 'Jointing and connection to the main in the road' },
        { description: 'Supply cabinet, hire' },
      ],
    });
  });
});

describe('a payment slip below an invoice', () => {
  it('says who the customer is, whose address above has no label', () => {
    const page = typed([
      'TAX INVOICE                       Invoice Date        Groundline Civils Ltd',
      '                                  19 Jun 2026         Yard 3',
      'Linden Park Homes Limited         Invoice Number      Slyfield Green',
      'Attention: Accounts               INV-0457            Guildford',
      '',
      'Description                       Quantity   Unit Price   VAT    Amount',
      'Lay drainage run                      18.00       62.40   20%   1,123.20',
      'Inspection chamber                     3.00      214.75   20%     644.25',
      '                                             Subtotal           1,767.45',
      '                                             VAT 20%              353.49',
      '                                             Total              2,120.94',
      '',
      'PAYMENT ADVICE                    Customer            Linden Park Homes Limited',
      'To: Groundline Civils Ltd         Invoice Number      INV-0457',
    ]);
    expect(readPages([page], 'text')).toMatchObject({ reconciled: true, supplier: { name: 'Groundline Civils Ltd' } });
  });
});

describe('an order of a market place', () => {
  const order = (second: string) =>
    read(
      'Your order summary',
      'Sold by: BathDirect UK Ltd   VAT GB331904576',
      'Acrylic bath 1700mm white          £429.00',
      `Sold by: ${second}`,
      'LED downlight, pack of 10          £129.98',
      'Total                              £558.98',
    );

  it('of several sellers is several invoices, and none of them supplied it all', () => {
    const draft = order('LumaGlow-Shenzhen');
    expect(draft).toMatchObject({ supplier: { name: null }, reconciled: false });
    expect(draft.problems.map(({ code }) => code)).toContain('several_invoices');
    expect(order('BathDirect UK Ltd').problems.map(({ code }) => code)).not.toContain('several_invoices');
  });
});
