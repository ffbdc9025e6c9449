import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readDocument } from '../../src/extraction/read_document.js';

const file = (name: string) => readFileSync(new URL(`../../fixtures/invoices/einvoices/${name}`, import.meta.url));

describe('e-invoices', () => {
  it('reads UBL', async () => {
    const draft = await readDocument(file('ubl_invoice.xml'));
    expect(draft).toMatchObject({
      documentType: 'invoice',
      supplier: { name: 'Harrow Vale Builders Merchants Ltd', vatNumber: 'GB123456727' },
      customer: { name: 'A Whitfield' },
      invoiceNumber: 'SI10442',
      invoiceDate: '2025-03-14',
      taxPoint: '2025-03-12',
      currency: 'GBP',
      totals: { net: '1085.00', vat: '209.00', gross: '1294.00' },
      reconciled: true,
      source: 'structured',
    });
    expect(draft.lines.map((l) => [l.description, l.quantity, l.unitPrice, l.net, l.vatRate])).toEqual([
      ['Facing Brick 65mm', '1000', '0.82', '820.00', '20'],
      ['Insulation board 100mm 2400 x 1200', '5', '48.00', '216.00', '20'],
      ['Publication', '1', '40.00', '40.00', '0'],
      ['Delivery', null, null, '25.00', '20'],
      ['Trade discount', null, null, '-16.00', '20'],
    ]);
  });

  it('reads a UBL credit note', async () => {
    const draft = await readDocument(file('ubl_credit_note.xml'));
    expect(draft).toMatchObject({
      documentType: 'credit_note',
      reconciled: true,
      totals: { net: '82.00', vat: '16.40', gross: '98.40' },
    });
  });

  it.each(['cii_invoice.xml', 'zugferd_1.xml'])('reads %s', async (name) => {
    const draft = await readDocument(file(name));
    expect(draft).toMatchObject({
      documentType: 'invoice',
      supplier: { name: 'Brightwater Renewables Limited', vatNumber: 'GB417258843' },
      invoiceNumber: 'BW-2025-7',
      invoiceDate: '2025-05-02',
      totals: { net: '1200.00', vat: '240.00', gross: '1440.00' },
      reconciled: true,
    });
    expect(draft.lines.map((l) => [l.description, l.quantity, l.unitPrice, l.net, l.vatRate])).toEqual([
      ['Heat pump controller', '2', '600.00', '1200.00', '20'],
    ]);
  });

  it.each([
    ['ubl_invoice.xml', 'LineExtensionAmount'],
    ['ubl_invoice.xml', 'PayableAmount'],
    ['cii_invoice.xml', 'LineTotalAmount'],
    ['cii_invoice.xml', 'DuePayableAmount'],
  ])('of %s tells another %s', async (name, element) => {
    const sums = /MonetaryTotal|HeaderMonetarySummation/.exec(file(name).toString())?.index ?? 0;
    const text = file(name).toString();
    const after = text.slice(sums).replace(new RegExp(`(<[^>]*${element}[^>]*>)(\\d+)`), '$17$2');
    expect(text.slice(sums)).not.toBe(after);
    const { reconciled, problems } = await readDocument(Buffer.from(text.slice(0, sums) + after));
    expect([reconciled, problems.map(({ code }) => /do_not/.test(code))]).toEqual([false, [true]]);
  });

  it('of a document tell what is charged and allowed on the whole of it, and what was paid before', async () => {
    const text = file('ubl_invoice.xml').toString();
    const told = async (sums: string, payable = '1294.00') => {
      const changed = text
        .replace(/(?=<cbc:PayableAmount)/, sums)
        .replace(/(<cbc:PayableAmount[^>]*>)[^<]*/, `$1${payable}`);
      return (await readDocument(Buffer.from(changed))).problems.map(({ code, expected }) => `${code} ${expected}`);
    };
    const sum = (name: string, value: string) => `<cbc:${name} currencyID="GBP">${value}</cbc:${name}>`;
    expect(await told(sum('AllowanceTotalAmount', '16.00') + sum('ChargeTotalAmount', '25.00'))).toEqual([]);
    expect(await told(sum('AllowanceTotalAmount', '46.00'))).toEqual(['lines_do_not_sum 16.00']);
    expect(await told(sum('ChargeTotalAmount', '55.00'))).toEqual(['lines_do_not_sum 25.00']);
    expect(await told(sum('PrepaidAmount', '500.00'), '794.00')).toEqual([]);
    expect(await told(sum('PrepaidAmount', '500.00'))).toEqual(['totals_do_not_add 794.00']);
  });

  it('says which figure of an invoice does not fit', async () => {
    const wrong = file('cii_invoice.xml').toString().replaceAll('1440.00', '1449.00');
    const draft = await readDocument(Buffer.from(wrong));
    expect(draft.reconciled).toBe(false);
    expect(draft.problems).toContainEqual({
      code: 'totals_do_not_add',
      message: expect.any(String),
      found: '1449.00',
      expected: '1440.00',
    });
    expect(draft.totals.gross).toBe('1449.00');
  });

  it('finds the e-invoice inside a PDF', async () => {
    const { facturX } = await import('../../fixtures/invoices/generator/factur_x.js');
    const draft = await readDocument(await facturX(file('cii_invoice.xml')));
    expect(draft).toMatchObject({ invoiceNumber: 'BW-2025-7', reconciled: true, source: 'structured' });
  });

  it.each([
    [
      'a file of the machine',
      '<?xml version="1.0"?><!DOCTYPE Invoice [<!ENTITY x SYSTEM "file:///etc/passwd">]><Invoice><ID>&x;</ID></Invoice>',
      'unsafe_xml',
    ],
    [
      'entities that swell',
      '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]><Invoice>&b;</Invoice>',
      'unsafe_xml',
    ],
    ['endless depth', `<Invoice>${'<a>'.repeat(200)}${'</a>'.repeat(200)}</Invoice>`, 'unsafe_xml'],
    ['broken XML', '<?xml version="1.0"?><Invoice><ID>1</Invoice>', 'damaged'],
    ['other XML', '<?xml version="1.0"?><feed><entry/></feed>', 'unsupported'],
  ])('refuses %s', async (_, xml, code) => {
    await expect(readDocument(Buffer.from(xml))).rejects.toMatchObject({ code });
  });

  it('is not poisoned by the name of an element', async () => {
    const xml = '<?xml version="1.0"?><Invoice><__proto__><polluted>yes</polluted></__proto__><ID>1</ID></Invoice>';
    await readDocument(Buffer.from(xml)).catch(() => {});
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });
});

describe('what the notes of an e-invoice say', () => {
  it.each([
    [
      'ubl_invoice.xml',
      (xml: string) =>
        xml
          .replace(
            '<cbc:DocumentCurrencyCode',
            '<cbc:Note>Supplied and fitted at the stable block</cbc:Note><cbc:DocumentCurrencyCode',
          )
          .replace(/(<cac:InvoiceLine>\s*<cbc:ID>[^<]*<\/cbc:ID>)/, '$1<cbc:Note>For the stables</cbc:Note>'),
    ],
    [
      'cii_invoice.xml',
      (xml: string) =>
        xml
          .replace(
            '</rsm:ExchangedDocument>',
            '<ram:IncludedNote><ram:Content>Supplied and fitted at the stable block</ram:Content></ram:IncludedNote></rsm:ExchangedDocument>',
          )
          .replace(
            /(<\/ram:LineID>)/,
            '$1<ram:IncludedNote><ram:Content>For the stables</ram:Content></ram:IncludedNote>',
          ),
    ],
  ])('stands in those of the document and beside the words of its line: %s', async (name, noted) => {
    const draft = await readDocument(Buffer.from(noted(file(name).toString('utf8'))));
    expect(draft.notes).toContain('Supplied and fitted at the stable block');
    expect(draft.lines[0]?.remark).toBe('For the stables');
    expect(draft.reconciled).toBe(true);
  });

  it('is kept where the description says all that the name does', async () => {
    const xml = file('ubl_invoice.xml').toString('utf8');
    const longer = xml.replace(
      /(<cac:Item>)[\s\S]*?<cbc:Name>([^<]*)<\/cbc:Name>/,
      '$1<cbc:Description>$2 for the stables</cbc:Description><cbc:Name>$2</cbc:Name>',
    );
    const draft = await readDocument(Buffer.from(longer));
    expect(draft.lines[0]?.description).toMatch(/ for the stables$/);
  });
});
