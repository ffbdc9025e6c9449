import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cellWord, columnName, recogniseColumns } from '../../src/cli/csv/columns.js';
import { safeCell } from '../../src/cli/csv/write.js';
import { readAmount, readDate } from '../../src/extraction/spreadsheet/cells.js';
import { decodeText, detectDelimiter } from '../../src/extraction/spreadsheet/decode.js';
import { formatPence, poundsText } from '../../src/rulebook/money.js';

describe('amounts', () => {
  it.each([
    ['1240.50', 124050],
    ['£1,240.50', 124050],
    [' £ 1,240.5 ', 124050],
    ['1,234,567', 123456700],
    ['.99', 99],
    ['12.', 1200],
    ['12.3400', 1234],
    ['-62.00', -6200],
    ['−62', -6200],
    ['-£62', -6200],
    ['£-62', -6200],
    ['(62.00)', -6200],
    ['(£1,062.00)', -106200],
    ['£(62.00)', null],
    ['62.00-', -6200],
    ['62.00 CR', -6200],
    ['GBP 12', 1200],
    ['£12.00', 1200],
    ['-', 0],
    ['£-', 0],
    ['nil', 0],
    ['-0.00', 0],
    ['', null],
    ['12.345', null],
    ['1,24', null],
    ['1.240,50', null],
    ['12,34.00', null],
    ['(-62)', null],
    ['12 apples', null],
    ['20%', null],
    ['€12', null],
    ['1e3', null],
    ['99999999999', null],
    ['.', null],
    ['£', null],
  ])('%j', (cell, pence) => {
    const read = readAmount(cell);
    expect('value' in read ? read.value : null).toBe(pence);
  });

  it('every amount we print is read back', () => {
    fc.assert(
      fc.property(fc.integer({ min: -999_999_999, max: 999_999_999 }), (pence) => {
        expect(readAmount(formatPence(pence))).toEqual({ value: pence });
        expect(readAmount(poundsText(pence))).toEqual({ value: pence });
        const whole = Math.abs(pence);
        if (pence < 0)
          for (const text of [`(${formatPence(whole)})`, `${formatPence(whole)}-`, `${formatPence(whole)} CR`])
            expect(readAmount(text)).toEqual({ value: pence });
      }),
    );
  });
});

describe('dates', () => {
  it.each([
    ['2024-03-01', '2024-03-01'],
    ['2024/3/1', '2024-03-01'],
    ['2024-03-01T10:30:00Z', '2024-03-01'],
    ['01/03/2024', '2024-03-01'],
    ['1/3/24', '2024-03-01'],
    ['31.12.1999', '1999-12-31'],
    ['1/3/97', '1997-03-01'],
    ['1 Mar 2024', '2024-03-01'],
    ['1-Mar-24', '2024-03-01'],
    ['3rd September 2023', '2023-09-03'],
    ['29/02/2024', '2024-02-29'],
    ['01/03/2024 00:00', '2024-03-01'],
    ['29/02/2023', null],
    ['03/13/2024', null],
    ['2024-02-30', null],
    ['1 Foo 2024', null],
    ['45000', null],
    ['soon', null],
  ])('%j', (cell, iso) => {
    const read = readDate(cell);
    expect('value' in read ? read.value : null).toBe(iso);
  });
});

describe('columns', () => {
  it('are known by the names people give them', () => {
    const fields = (...header: string[]) =>
      Object.fromEntries([...recogniseColumns(header)].map(([field, i]) => [field, header[i]]));
    expect(fields('Invoice Date', 'Supplier', 'Description', 'Net Amount (£)', 'VAT @ 20%', 'VAT', 'Total')).toEqual({
      taxPoint: 'Invoice Date',
      supplier: 'Supplier',
      text: 'Description',
      net: 'Net Amount (£)',
      vat: 'VAT',
      gross: 'Total',
    });
    expect(
      fields('lineText', 'netAmount', 'vatCharged', 'supplyType', 'claimantRoute', 'taxPoint', 'confirmedAnswer'),
    ).toEqual({
      text: 'lineText',
      net: 'netAmount',
      vat: 'vatCharged',
      supplyType: 'supplyType',
      route: 'claimantRoute',
      taxPoint: 'taxPoint',
      answer: 'confirmedAnswer',
    });
    expect(fields('ITEM', 'GOODS', 'TAX')).toEqual({ text: 'ITEM', net: 'GOODS', vat: 'TAX' });
    expect(fields('Details', 'Amount', 'VAT rate', 'V.A.T.')).toEqual({
      text: 'Details',
      net: 'Amount',
      vat: 'V.A.T.',
    });
  });

  it('prefer the surer of two names', () => {
    const header = ['Amount', 'Item', 'Description', 'Net', 'VAT'];
    const fields = recogniseColumns(header);
    expect([fields.get('text'), fields.get('net')]).toEqual([2, 3]);
  });

  it('never take a rate, a code or a registration for the VAT', () => {
    expect(recogniseColumns(['VAT %', 'VAT rate', 'VAT code', 'VAT no', 'VAT reg']).has('vat')).toBe(false);
    expect(columnName('VAT (%)')).toBe('vat %');
  });

  it.each([
    ['Supply & fit', 'supply_and_install'],
    ['S&F', 'supply_and_install'],
    ['supply_and_install', 'supply_and_install'],
    ['Materials only', 'materials'],
    ['Labour', 'labour'],
    ['Plant-hire', 'plant_hire'],
    ['Professional services', 'professional_services'],
    ['constructor', 'constructor'],
    ['sundry', 'sundry'],
  ])('supply type %j', (cell, value) => {
    expect(cellWord('supplyType', cell)).toBe(value);
  });

  it.each([
    ['NB', 'self_build_431nb'],
    ['VAT431C', 'self_build_431c'],
    ['self_build_431c', 'self_build_431c'],
    ['Conversion', 'self_build_431c'],
  ])('route %j', (cell, value) => {
    expect(cellWord('route', cell)).toBe(value);
  });
});

describe('files', () => {
  it('are decoded by their mark, and as Windows-1252 when they are not UTF-8', () => {
    const text = 'Door,£10';
    expect(decodeText(Buffer.from(text))).toBe(text);
    expect(decodeText(Buffer.from(`\ufeff${text}`))).toBe(text);
    expect(decodeText(Buffer.from(`\ufeff${text}`, 'utf16le'))).toBe(text);
    expect(decodeText(Buffer.from(`\ufeff${text}`, 'utf16le').swap16())).toBe(text);
    expect(decodeText(Buffer.from('5 \x96 10mm \x80', 'latin1'))).toBe('5 – 10mm €');
    expect(decodeText(Buffer.from(text, 'latin1'))).toBe(text);
  });

  it.each([
    ['description,net,vat\n"a; b; c",1,2\n', ','],
    ['description;net;vat\na, b, c and d, e;1,00;2\n', ';'],
    ['description\tnet\tvat\na, b\t1\t2\n', '\t'],
    ['description|net|vat\na|1|2\n', '|'],
    ['description\n', ','],
    ['Title\n\ndescription;net;vat\n"x\ny,z";1;2\n', ';'],
  ])('%j', (text, delimiter) => {
    expect(detectDelimiter(text)).toBe(delimiter);
  });
});

describe('cells of the output', () => {
  it.each([
    ['=1+1', "'=1+1"],
    ['+44 20 7946', "'+44 20 7946"],
    ['-2+3', "'-2+3"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\t=1', "'\t=1"],
    ['＝1', "'＝1"],
    ['-62.00', '-62.00'],
    ['-£1,062.00', '-£1,062.00'],
    ['£10', '£10'],
    ['Door', 'Door'],
    ['', ''],
  ])('%j', (cell, safe) => {
    expect(safeCell(cell)).toBe(safe);
  });
});
