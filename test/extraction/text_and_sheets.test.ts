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

  it('a row of few words alone above a line heads a section, where the list begins with one', async () => {
    const list = (...words: string[]) =>
      read(
        [
          'What,Qty,Unit,Rate,Amount',
          ...(words[0] === undefined ? [] : [words[0]]),
          'Breathable felt,148,m2,11.50,1702.00',
          'Dry ridge grey,10,m,46.40,464.00',
          words[1],
          'Code 4 valleys,2,no,385.00,770.00',
          ',,,Sub total,2936.00',
          ',,,VAT 20%,587.20',
          ',,,Total,3523.20',
        ].join('\n'),
      );
    const told = (draft: Draft) => draft.lines.map(({ section, description }) => `${section}: ${description}`);
    expect(told(await list('Main roof,,,,', 'Leadwork,,,,'))).toEqual([
      'Main roof: Breathable felt',
      'Main roof: Dry ridge grey',
      'Leadwork: Code 4 valleys',
    ]);
    expect(told(await list('Main roof,,,,', 'with clips and unions,,,,'))[1]).toBe(
      'Main roof: Dry ridge grey with clips and unions',
    );
  });

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

  it('its columns may say who supplied whom, and the VAT number', async () => {
    const about = (heading: string, cell: string) =>
      LIST.map((row, i) => `${row},${i === 0 ? heading : cell}`).join('\n');
    for (const heading of ['VAT No', 'VAT Reg No', 'VAT number'])
      expect((await read(about(heading, 'GB 123 4567 82'))).supplier.vatNumber).toBe('GB123456782');
    for (const heading of ['Customer', 'Bill to', 'Client name'])
      expect((await read(about(heading, 'Anna Marsh'))).customer.name).toBe('Anna Marsh');
  });

  it('says when the list is of several invoices', async () => {
    const draft = await read([...LIST, 'Other Ltd,SI2,15/03/2025,Nails,1,5.00,5.00,20%,1.00,6.00'].join('\n'));
    expect(draft.reconciled).toBe(false);
    expect(draft.problems.map((p) => p.code)).toContain('several_invoices');
  });

  const BILLS = (number: string, ...rows: string[]) =>
    [
      'Hall self build',
      'Transactions by supplier',
      '',
      `Date,Transaction Type,${number},Supplier,Memo,Net,VAT,Gross`,
      ...rows,
      '',
      '"Friday, 6 June 2025"',
    ].join('\n');
  const SAND = '02/05/2025,Bill,70112,Marl Sand Ltd,Sharp sand,100.00,20.00,120.00';

  it.each(['Num', 'No.', 'Invoice No'])(
    'a list of bills names them in a column %s, and its title and run date are none of theirs',
    async (number) => {
      const one = await read(BILLS(number, SAND, SAND));
      expect(one).toMatchObject({
        supplier: { name: 'Marl Sand Ltd' },
        invoiceNumber: '70112',
        invoiceDate: '2025-05-02',
        reconciled: true,
      });
      expect(one.lines.map(({ of }) => of)).toEqual([undefined, undefined]);
      const two = await read(
        BILLS(number, SAND, '09/05/2025,Bill,INV-33,J Orr Joinery,Joists fitted,50.00,10.00,60.00'),
      );
      expect(two).toMatchObject({
        supplier: { name: null },
        invoiceNumber: null,
        invoiceDate: null,
        reconciled: false,
      });
      expect(two.problems.map(({ code }) => code)).toContain('several_invoices');
      expect(two.lines.map(({ of }) => of)).toEqual([
        { supplier: 'Marl Sand Ltd', invoiceNumber: '70112' },
        { supplier: 'J Orr Joinery', invoiceNumber: 'INV-33' },
      ]);
    },
  );

  it('different suppliers are several invoices, also where no number is told', async () => {
    const list = (supplier: string) =>
      read(
        [
          'Supplier,Description,Net,VAT,Gross',
          'Marl Sand Ltd,Sharp sand,100.00,20.00,120.00',
          `${supplier},Nails,10.00,2.00,12.00`,
        ].join('\n'),
      );
    expect((await list('J Orr Joinery')).problems.map(({ code }) => code)).toContain('several_invoices');
    expect((await list('MARL SAND LTD.')).problems.map(({ code }) => code)).not.toContain('several_invoices');
    const billed = await read(
      [
        'Invoice no,R-77',
        'Supplier,Description,Net,VAT,Gross',
        'Marl Sand Ltd,Sharp sand,100.00,20.00,120.00',
        'Nail Co,Nails,10.00,2.00,12.00',
      ].join('\n'),
    );
    expect(billed.problems.map(({ code }) => code)).not.toContain('several_invoices');
  });

  it('a column No. that counts the lines, or how many there are, numbers no documents', async () => {
    const list = (...numbers: string[]) =>
      read(
        [
          'No,Supplier,Description,Net,VAT,Gross',
          ...numbers.map((n, i) => `${n},Marl Sand Ltd,Sand type ${i},100.00,20.00,120.00`),
        ].join('\n'),
      );
    expect((await list('4411', '4412', '4413')).invoiceNumber).toBeNull();
    for (const draft of [await list('4411', '4412', '4413'), await list('12', '4', '12')])
      expect(draft.problems.map(({ code }) => code)).not.toContain('several_invoices');
  });

  it('checks the lines against the sums that an export repeats on each of them', async () => {
    const list = (total: string) =>
      [
        'InvoiceNumber,InvoiceDate,Total,TaxTotal,Description,Quantity,UnitAmount,LineAmount,TaxType,TaxAmount',
        `S-9,01/02/2026,${total},24.00,Sand,2,40.00,80.00,20% (VAT on Expenses),16.00`,
        `S-9,01/02/2026,${total},24.00,Cement,4,10.00,40.00,20% (VAT on Expenses),8.00`,
      ].join('\n');
    expect(await read(list('144.00'))).toMatchObject({
      reconciled: true,
      invoiceNumber: 'S-9',
      invoiceDate: '2026-02-01',
      totals: { net: '120.00', vat: '24.00', gross: '144.00' },
    });
    expect((await read(list('154.00'))).reconciled).toBe(false);
  });

  it('lines of several orders are no one document', async () => {
    const draft = await read(
      [
        'Order ID,Order Date,Title,Item Quantity,Purchase PPU,Item Subtotal,Item VAT,Item Net Total',
        '204-1,01/02/2026,Foil tape,2,5.00,10.00,2.00,12.00',
        '204-2,02/02/2026,Drill bits,1,20.00,20.00,4.00,24.00',
      ].join('\n'),
    );
    expect(draft.reconciled).toBe(false);
    expect(draft.problems.map((p) => p.code)).toContain('several_invoices');
  });

  it('of two sheets that are both invoices, neither is taken for the whole', async () => {
    const sheet = (number: string, price: number) => ({
      sheet: number,
      data: [
        ['Invoice number', number, null],
        ['Description', 'Quantity', 'Amount'],
        ['Paving', 1, price],
        [null, 'Total', price],
      ].map((row) =>
        row.map((value) => (value === null ? null : { value, type: typeof value === 'number' ? Number : String })),
      ),
    });
    const draft = await readDocument(await writeWorkbook([sheet('A-11', 100), sheet('A-12', 250)] as never).toBuffer());
    expect(draft.reconciled).toBe(false);
  });

  it('VAT of a line that is at no rate is told where no total proves it', async () => {
    const wrong = await read('Description,Net,VAT,Gross\nFacing bricks,5.00,2.00,7.00\nSand,10.00,2.00,12.00\n');
    expect(wrong.reconciled).toBe(false);
    expect(wrong.problems).toContainEqual(
      expect.objectContaining({
        code: 'vat_rate_unclear',
        line: 0,
        found: '2.00',
        message: expect.stringContaining('Facing bricks'),
      }),
    );
    const right = await read('Description,Net,VAT,Gross\nFacing bricks,5.00,1.00,6.00\nSand,10.00,2.00,12.00\n');
    expect(right.reconciled).toBe(true);
  });

  it('a total with parts of a penny that the sheet shows does not reconcile', async () => {
    const draft = await read(
      'Invoice No,X-7,,\nDescription,Qty,Price,Amount\nSand,1,10.03,10.03\n,,Net,10.03\n,,VAT 20%,2.006\n,,Total,12.036\n',
    );
    expect(draft.problems.map((p) => p.code)).toContain('part_of_a_penny');
    expect(draft.reconciled).toBe(false);
  });

  it('a dash sets a sum off; before what is taken off it is a minus', async () => {
    const draft = await read(
      'Dave Hill Carpentry\nInvoice 31\n02/03/2026\nHang six doors - £420.00\nDiscount - £20.00\nTotal - £400.00\n',
    );
    expect(draft.lines.map((l) => l.net)).toEqual(['420.00', '-20.00']);
    expect(draft).toMatchObject({ reconciled: true, totals: { gross: '400.00' } });
  });

  it.each([
    ['taken off', 'Holdback 3%                  -£90.00\nNet now                    £2,910.00'],
    ['on top', 'Scaffold extra weeks         £120.00'],
  ])('a sum %s below the net and the VAT, with no total, leaves it open what is invoiced', async (_what, below) => {
    const letter = (rest: string) =>
      `Hill Roofing Ltd\nInvoice 12\n12/03/2026\n\nStrip roof                 £1,000.00\nRe-tile roof               £2,000.00\nNet                        £3,000.00\nVAT @ 20%                    £600.00\n${rest}`;
    expect((await read(letter('Thank you'))).reconciled).toBe(true);
    const draft = await read(letter(below));
    expect(draft.problems.map((p) => p.code)).toContain('no_total');
    expect(draft.reconciled).toBe(false);
  });

  it('the VAT number of the customer is not the supplier’s', async () => {
    const draft = await read(
      'Marek Drylining\nInvoice 93\n09/10/2026\nCustomer: Orchard Homes Ltd, VAT 512 0447 93\nBoard ceilings    £1,036.00\nTotal    £1,036.00\n',
    );
    expect(draft.supplier).toEqual({ name: 'Marek Drylining', vatNumber: null });
  });

  it('sums of sections and sums between discounts are no lines', async () => {
    const draft = await read(
      [
        'Hill Roofing Ltd\nInvoice 12\n12/03/2026\n\nLABOUR',
        'Strip roof                 £1,000.00\nRe-tile roof               £2,000.00\nLabour                     £3,000.00\n\nMATERIALS',
        'Slates                       £500.00\nMaterials                    £500.00\n',
        'Net                        £3,500.00\nVAT @ 20%                    £700.00\nTotal                      £4,200.00',
      ].join('\n'),
    );
    expect(draft.lines.map((l) => [l.section, l.description, l.net])).toEqual([
      ['LABOUR', 'Strip roof', '1000.00'],
      ['LABOUR', 'Re-tile roof', '2000.00'],
      ['MATERIALS', 'Slates', '500.00'],
    ]);
    expect(draft.reconciled).toBe(true);
  });

  it('a sum of lines at the right is none of them; at the left it is, and CIS is no VAT', async () => {
    const letter = (between: string, rest: string) =>
      `Hill Roofing Ltd\nInvoice 12\n12/03/2026\n\nStrip roof${' '.repeat(40)}£500.00\n${between}${rest}`;
    const right = await read(
      letter(
        `${' '.repeat(40)}Labour    £500.00\n`,
        `Net${' '.repeat(47)}£500.00\nVAT${' '.repeat(47)}£0.00\nTotal${' '.repeat(45)}£500.00\nCIS deduction 20% x £500.00    £100.00\n`,
      ),
    );
    expect(right.lines.map((l) => l.description)).toEqual(['Strip roof']);
    expect(right).toMatchObject({ reconciled: true, vatBands: [] });
    const left = await read(letter(`Labour${' '.repeat(44)}£500.00\n`, `Total${' '.repeat(45)}£1,000.00\n`));
    expect(left.lines.map((l) => l.description)).toEqual(['Strip roof', 'Labour']);
    expect(left.reconciled).toBe(true);
  });

  it('a line that is as much as those above it stays one', async () => {
    const draft = await read(
      'Hill Roofing Ltd\nInvoice 12\n12/03/2026\n\nStrip roof    £50.00\nFelt    £50.00\nSlates    £100.00\nVAT @ 20%    £40.00\nTotal    £240.00\n',
    );
    expect(draft.lines.map((l) => l.net)).toEqual(['50.00', '50.00', '100.00']);
    expect(draft.reconciled).toBe(true);
  });

  it('a chat is no JSON; who wrote the bill is the supplier', async () => {
    const said = (who: string, text: string) => `18/07/2026, 19:02 - ${who}: ${text}`;
    const draft = await read(
      [
        said('Ruth', 'what do I owe you'),
        said(
          'Daz Holloway Brickwork',
          'INVOICE 31\n18/7/26\nInner skin 96m2 @ £24  £2304\nLabourer 6 days @ 130  £780\nTOTAL £3084',
        ),
      ].join('\n'),
    );
    expect(draft.lines.map((l) => [l.description, l.quantity, l.unit, l.unitPrice, l.net])).toEqual([
      ['Inner skin', '96', 'm2', '24.00', '2304.00'],
      ['Labourer', '6', 'days', '130.00', '780.00'],
    ]);
    expect(draft).toMatchObject({
      reconciled: true,
      invoiceNumber: '31',
      supplier: { name: 'Daz Holloway Brickwork' },
    });
    await expect(read('[{"lines": 1')).rejects.toThrow('not valid JSON');
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

describe('headings that go over two rows of cells', () => {
  const order = (...heads: string[]) =>
    read(
      [
        'Brightwater Kitchens Ltd,,,,,,,',
        'VAT number GB417258843,,,,,,Invoice number,BK-77',
        ...heads,
        '01,Base unit 600 drawerline,7,210.00,40%,126.00,882.00,176.40',
        '02,Quartz worktop 30mm,1,4250.00,,4250.00,4250.00,850.00',
        ',,,,,Totals,5132.00,1026.40',
        ',,,,,,Invoice total,6158.40',
      ].join('\n'),
    );

  it('are those of cells that were merged, and the names below them', async () => {
    const draft = await order('Item,Description,Qty,Price each (ex VAT),,,Line total,', ',,,List,Disc,Net,Net,VAT 20%');
    expect(draft).toMatchObject({ reconciled: true, totals: { net: '5132.00', vat: '1026.40', gross: '6158.40' } });
    expect(rows(draft)).toEqual([
      ['Base unit 600 drawerline', '7', '210.00', '882.00', '20', '176.40', '1058.40'],
      ['Quartz worktop 30mm', '1', '4250.00', '4250.00', '20', '850.00', '5100.00'],
    ]);
  });
});

describe('mails', () => {
  const MAIL = (bank: string, dated = 'Invoice 117, 9 April 2026') =>
    [
      'Hi Jo, invoice for the barn as agreed:',
      '',
      'Stud walls and plasterboarding downstairs, my labour £2,350',
      'Plasterboard, studs, screws I bought £1,180',
      'VAT at 5% £176.50',
      'Total to pay £3,706.50',
      '',
      bank,
      'Dave Hodge trading as Hodge Carpentry, VAT reg 440 1988 53',
      dated,
    ].join('\n');

  it('sums of thousands are not cut at their comma, though most rows have commas', async () => {
    const draft = await read(MAIL('Bank: 20-11-33 44556677'));
    expect(rows(draft)).toEqual([
      ['Stud walls and plasterboarding downstairs, my labour', null, null, '2350.00', '5', '117.50', '2467.50'],
      ['Plasterboard, studs, screws I bought', null, null, '1180.00', '5', '59.00', '1239.00'],
    ]);
    expect(draft).toMatchObject({ invoiceNumber: '117', totals: { gross: '3706.50' }, reconciled: true });
  });

  it.each([
    'Bank: 20-11-33 44556677',
    'Sort code 20-11-33, account 44556677',
    'Account 44556677, sort code 20-11-33',
    'Pay to Lloyds 20-11-33 a/c no 44556677',
  ])('%s is no date', async (bank) => expect(await read(MAIL(bank))).toMatchObject({ invoiceDate: '2026-04-09' }));

  it('who is billed is the customer, and whom the mail was sent to only where nobody is', async () => {
    const mail = (to: string, ...billed: string[]) =>
      read(
        [
          'From: orders@bathstorehub.example',
          `To: ${to}`,
          'Date: Tue, 12 May 2026 18:22',
          'Subject: Your VAT invoice BH-88213',
          '',
          'BathHub Online Ltd, 12 Canal St, Leeds LS1 4AA',
          ...billed,
          '',
          'Freestanding acrylic bath    £479.00',
          'Order total (inc VAT)   £479.00',
        ].join('\n'),
      );
    const billed = 'Bill to: Alex Marsh, Long Barn, Bromyard HR7 4XX';
    expect((await mail('alexmarsh@mail.example', billed)).customer.name).toBe(
      'Alex Marsh, Long Barn, Bromyard HR7 4XX',
    );
    expect((await mail('Jo Marsh <jo@mail.example>')).customer.name).toBe('Jo Marsh');
    expect((await mail('alexmarsh@mail.example')).customer.name).toBeNull();
  });

  it('figures that each say what they are stand in columns', async () => {
    const draft = await read(
      [
        'VAT receipt - Amazon.co.uk',
        'Sold by Lichtwelt GmbH   VAT number GB 219 0733 74',
        'Order date 3 May 2026  Invoice number DE-7781',
        '',
        'LED recessed downlight GU10 10-pack   qty 2   unit £41.66 ex VAT   20%   £99.98 inc VAT',
        'Smart speaker Echo Dot    qty 1   £45.82 ex VAT  20%   £54.98 inc VAT',
        'Postage   £4.16 ex VAT   20%   £4.99 inc VAT',
        '',
        'Invoice total £159.95',
      ].join('\n'),
    );
    expect(draft.lines.map((l) => [l.description, l.quantity, l.unitPrice, l.net, l.vat, l.gross])).toEqual([
      ['LED recessed downlight GU10 10-pack', '2', '41.66', null, null, '99.98'],
      ['Smart speaker Echo Dot', '1', null, '45.82', '9.16', '54.98'],
      ['Postage', null, null, '4.16', '0.83', '4.99'],
    ]);
    expect(draft).toMatchObject({ totals: { gross: '159.95' }, reconciled: true });
  });

  it('a date far ahead is that of the document only where no other stands', async () => {
    const far = `${new Date().getFullYear() + 7}-11-20`;
    expect(await read(MAIL(`Reference ${far}`))).toMatchObject({ invoiceDate: '2026-04-09' });
    expect(await read(MAIL('', `Invoice 117, ${far}`))).toMatchObject({ invoiceDate: far });
  });

  it('a list between commas stays one where its sums are in quotes', async () => {
    const list = ['Item,Qty,Net', 'Facing bricks,1000,"£1,240.00"', 'Sand,2,£113.00', 'Total,,"£1,353.00"'];
    expect(rows(await read(list.join('\n'))).map(([text, , , net]) => [text, net])).toEqual([
      ['Facing bricks', '1240.00'],
      ['Sand', '113.00'],
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

describe('what is no invoice', () => {
  it('the sum of a statement is what is due, and not a row of it', async () => {
    const draft = await read(
      [
        'STATEMENT',
        'Wye Valley Builders Merchants Ltd',
        'Date 31/05/2026',
        '',
        'Date         Ref         Details     Debit      Balance',
        '02/05/2026   WV-219001   Invoice     1,080.00   1,080.00',
        '16/05/2026   WV-219877   Invoice       516.00   1,596.00',
        '',
        'Amount due                                      1,596.00',
      ].join('\n'),
    );
    expect(draft).toMatchObject({
      documentType: 'statement',
      totals: { net: null, vat: null, gross: '1596.00' },
      reconciled: false,
    });
  });

  it('a pro forma has its own number', async () => {
    const draft = await read(
      'PRO FORMA INVOICE\nKitchens Ltd\nPro forma no. PF-3302\n\nUnits   100.00\nTotal   100.00',
    );
    expect(draft).toMatchObject({ documentType: 'pro_forma', invoiceNumber: 'PF-3302' });
  });
});

describe('contractors and shops', () => {
  it('sums of sections are no lines', async () => {
    const draft = await read(`R & M Construction Ltd          VAT No: 391 3130 73
INVOICE                                Invoice no 1187      Date 30.04.2025

Description                                   Qty    Unit     Rate       Total
Labour
Bricklayer gang                                12    days     480.00     5,760.00
Sub-total labour                                                         5,760.00
Materials
Sand and cement                                 1    item     412.50       412.50
Sub-total materials                                                        412.50
                                              Subtotal                   6,172.50
                                              VAT 20%                    1,234.50
                                              Total                      7,407.00
`);
    expect(draft).toMatchObject({ reconciled: true, invoiceNumber: '1187', invoiceDate: '2025-04-30' });
    expect(draft.lines.map((l) => [l.description, l.net])).toEqual([
      ['Bricklayer gang', '5760.00'],
      ['Sand and cement', '412.50'],
    ]);
  });

  it('sums in the columns of the table, a discount and delivery among the sums, sums without pence', async () => {
    const across = await read(
      'PRO-FORMA INVOICE\nOakmere Kitchens Ltd   Pro-forma No: PF3321  Date: 11/03/2025\nDescription            Qty   Price      VAT       Total\nKitchen units          1     4,000.00   800.00    4,800.00\nWorktops               1     1,500.00   300.00    1,800.00\nTotal                        5,500.00   1,100.00  6,600.00\n',
    );
    expect(across).toMatchObject({
      documentType: 'pro_forma',
      reconciled: true,
      totals: { net: '5500.00', vat: '1100.00', gross: '6600.00' },
    });
    const among = await read(
      'Window Warehouse Limited     Invoice Number: WW/5510   Date: 20/01/2025\nProduct            Qty   Unit Price   Amount\nuPVC window        6     310.00       1,860.00\nSubtotal                              1,860.00\nDiscount 10%                           -186.00\nDelivery                                 60.00\nNet                                   1,734.00\nVAT (20%)                               346.80\nTotal                                 2,080.80\n',
    );
    expect(among.reconciled).toBe(true);
    expect(among.lines.map((l) => [l.description, l.net])).toEqual([
      ['uPVC window', '1860.00'],
      ['Discount 10%', '-186.00'],
      ['Delivery', '60.00'],
    ]);
    const round = await read(
      'INVOICE\nDave Jones Electrical, 07700 900456\n12/06/25   Inv 31\nRewire garage and fit consumer unit    850\nMaterials                              215.50\nTOTAL                                 1065.50\n',
    );
    expect(round).toMatchObject({ reconciled: true, invoiceNumber: '31', supplier: { name: 'Dave Jones Electrical' } });
    expect(round.lines.map((l) => l.net)).toEqual(['850.00', '215.50']);
  });

  it('a till that prints the code before the amount, and what was paid at each rate with the VAT in it', async () => {
    const draft = await read(
      [
        'WOLD COUNTRY STORES',
        'VAT Reg 330 9716 61',
        'TREATED POST 100X100',
        '  6 @ 15.60            S   93.60',
        'HI VIS HELMET',
        '  2 @ 13.25            Z   26.50',
        'GALV NAILS 1KG         S    5.95',
        'BALANCE DUE               126.05',
        'CASH                      130.00',
        'CHANGE                      3.95',
        'VAT            GROSS         VAT',
        'S 20.0%        99.55       16.59',
        'Z  0.0%        26.50        0.00',
        '03/09/2026 11:20',
      ].join('\n'),
    );
    expect(rows(draft)).toEqual([
      ['TREATED POST 100X100', '6', '15.60', '78.00', '20', '15.60', '93.60'],
      ['HI VIS HELMET', '2', '13.25', '26.50', '0', '0.00', '26.50'],
      ['GALV NAILS 1KG', null, null, '4.96', '20', '0.99', '5.95'],
    ]);
    expect(draft).toMatchObject({ reconciled: true, totals: { net: '109.46', vat: '16.59', gross: '126.05' } });
    expect(draft.vatBands).toEqual([
      { rate: '20', code: 'S', net: '82.96', vat: '16.59' },
      { rate: '0', code: 'Z', net: '26.50', vat: '0.00' },
    ]);
  });

  it('the one total below a heading of the same name is the total, and no sum of a section', async () => {
    const draft = await read(
      'BRAMLEY DIY\n\nREFUND\n\nCEILING ROSE LARGE     -18.99\nCOVING ADHESIVE         -7.49\nREFUND TOTAL          -26.48\nVAT INCLUDED AT 20%     -4.41\n18/08/2026\n',
    );
    expect(draft.lines.map((l) => [l.description, l.gross])).toEqual([
      ['CEILING ROSE LARGE', '-18.99'],
      ['COVING ADHESIVE', '-7.49'],
    ]);
    expect(draft).toMatchObject({ reconciled: true, totals: { gross: '-26.48' } });
  });

  it.each([
    'Deposit',
    'Payment on account',
    'Balance',
    'Balance of kitchen order 2231',
    'Deposit for windows and doors, 50% of order',
    'Deposit for your order 2231 - staircase',
  ])('the one line of an invoice may be called as sums are that were paid: %s', async (charged) => {
    const head = 'Hearth Windows Ltd\nVAT No GB 480 0562 64\nINVOICE 1042\nDate: 12 March 2026\n\n';
    const foot = '\nSubtotal      £4,000.00\nVAT @ 20%      £800.00\nTotal      £4,800.00\n';
    for (const table of ['', 'Description      Amount\n']) {
      const draft = await read(`${head}${table}${charged}      £4,000.00\n${foot}`);
      expect(draft.reconciled).toBe(true);
      expect(rows(draft)).toEqual([[charged, null, null, '4000.00', '20', '800.00', '4800.00']]);
    }
    const paid = await read(
      `${head}Oak doors      £6,000.00\n${foot.replaceAll('4,', '6,').replace('800.00\nT', '1,200.00\nT').replace('6,800', '7,200')}Deposit      £4,000.00\n`,
    );
    expect(rows(paid)).toEqual([['Oak doors', null, null, '6000.00', '20', '1200.00', '7200.00']]);
  });

  it.each([
    [
      'ORDER CONFIRMATION   Sales order no: SO-99812\nTile Direct Ltd   Date: 2025-05-01\nItem      Qty    Price    Line total\nTile      2      10.00    20.00\nOrder total               20.00\n',
      'order_confirmation',
      'SO-99812',
    ],
    [
      'QUOTATION\nSunny Solar Ltd     Quote ref: Q-2211    Date: 4 May 2025   Valid for 30 days\nSolar panels fitted     6,250.00\nTotal                   6,250.00\n',
      'quotation',
      'Q-2211',
    ],
    [
      'STATEMENT OF ACCOUNT\nHarrow Vale   Account WHI001   Statement date 31/05/2025\n01/05/2025   SI10233   Invoice    412.10\nBalance due 412.10\n',
      'statement',
      null,
    ],
  ])('kinds of document: %#', async (text, type, number) => {
    const draft = await read(text);
    expect(draft.documentType).toBe(type);
    expect(draft.invoiceNumber).toBe(number);
  });
});
