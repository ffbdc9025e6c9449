import { describe, expect, it } from 'vitest';
import { readPages } from '../../src/extraction/read_pages.js';
import { typed } from './typed_page.js';

const HEAD = ['Calder Cladding Ltd', 'VAT Reg No. 391 3130 73', 'Invoice 318', 'Date 3 March 2026', ''];
const at = (...cells: readonly [string, number][]) =>
  cells.reduce((row, [text, end]) => row + text.padStart(end - row.length), '');
const read = (...rows: readonly string[]) => readPages([typed([...HEAD, ...rows])], 'text');

describe('what is printed between the lines and the total', () => {
  it('is a line where the lines say what they are with VAT and without', () => {
    const rows = (discount: string) => [
      at(['Description', 11], ['Packs', 50], ['Price', 60], ['Net', 72], ['Amount', 84]),
      at(['Rigid board 90mm', 16], ['10', 50], ['41.00', 60], ['410.00', 72], ['492.00', 84]),
      at(['Loft roll 200mm', 15], ['5', 50], ['26.00', 60], ['130.00', 72], ['156.00', 84]),
      '',
      at(['Sub total ex VAT', 72], ['540.00', 84]),
      at(['Bulk order discount 5%', 72], [discount, 84]),
      at(['Pallet delivery (2 pallets)', 72], ['50.00', 84]),
      at(['Net', 72], ['563.00', 84]),
      at(['VAT 20%', 72], ['112.60', 84]),
      at(['Total', 72], ['675.60', 84]),
      at(['Paid with thanks (Visa)', 72], ['-675.60', 84]),
    ];
    const draft = read(...rows('-27.00'));
    expect(draft.problems).toEqual([]);
    expect(draft.lines.map(({ description, net }) => [description, net])).toEqual([
      ['Rigid board 90mm', '410.00'],
      ['Loft roll 200mm', '130.00'],
      ['Bulk order discount 5%', '-27.00'],
      ['Pallet delivery (2 pallets)', '50.00'],
    ]);
    expect(read(...rows('-26.00')).reconciled).toBe(false);
  });

  it('is the sum of a section also where some lines have a quantity and a price', () => {
    const rows = (materials: string) => [
      at(['LABOUR', 6], ['hrs', 50], ['rate', 60], ['£', 72]),
      at(['Reduced level dig', 17], ['20', 50], ['55.00', 60], ['1,100.00', 72]),
      at(['Strip footings, trim and pour', 29], ['30', 50], ['31.50', 60], ['945.00', 72]),
      at(['Total labour', 12], ['2,045.00', 72]),
      'MATERIALS & PLANT',
      at(['Concrete to footings 12 m3', 26], ['1,440.00', 72]),
      at(['Mesh and spacers', 16], ['210.00', 72]),
      at(['Total materials & plant', 23], [materials, 72]),
      at(['Gross value of works this application', 37], ['3,695.00', 72]),
      at(['Less retention 3%', 17], ['(110.85)', 72]),
      at(['Net value before VAT', 20], ['3,584.15', 72]),
      at(['VAT at 0% - construction of a new dwelling', 42], ['0.00', 72]),
      at(['Invoice total', 13], ['3,584.15', 72]),
    ];
    const draft = read(...rows('1,650.00'));
    expect(draft.reconciled).toBe(true);
    expect(draft.lines.map(({ net }) => net)).toEqual(['1100.00', '945.00', '1440.00', '210.00', '-110.85']);
  });

  it('is told as what a part of the document comes to', () => {
    const draft = read(
      at(['Description', 11], ['Amount', 72]),
      at(['Site inspections', 16], ['600.00', 72]),
      at(['Plan check', 10], ['400.00', 72]),
      at(['Part A net', 10], ['1,000.00', 72]),
      at(['Sample panels', 13], ['250.00', 72]),
      at(['Part B net', 10], ['250.00', 72]),
      at(['VAT @ 20%', 9], ['250.00', 72]),
      at(['Total payable (A + B)', 21], ['1,500.00', 72]),
    );
    expect(draft.reconciled).toBe(true);
    expect(draft.lines.map(({ net }) => net)).toEqual(['600.00', '400.00', '250.00']);
  });
});

describe('a price', () => {
  const rows = (net: string) => [
    at(['Net value', 12], ['Rate £', 24], ['per', 32], ['Quantity', 44], ['  Goods supplied', 62]),
    at([net, 12], ['12.00', 24], ['10 no', 32], ['1,500', 44], ['  Dense block 100mm', 65]),
    at(['378.00', 12], ['420.00', 24], ['1000', 32], ['900', 44], ['  Engineering brick', 65]),
    '',
    at(['Net value of goods', 62], ['2,178.00', 76]),
    at(['VAT @ 20%', 62], ['435.60', 76]),
    at(['Total', 62], ['2,613.60', 76]),
  ];

  it('may be for ten of what is counted', () => {
    const draft = read(...rows('1,800.00'));
    expect(draft.problems).toEqual([]);
    expect(draft.totals.net).toBe('2178.00');
  });

  it('for ten must make the amount all the same', () => {
    expect(read(...rows('1,810.00')).reconciled).toBe(false);
  });
});

describe('a line under the reverse charge', () => {
  it('bears no VAT beside one that does', () => {
    const draft = read(
      at(['Description', 11], ['VAT rate', 50], ['Net', 62], ['VAT due', 74]),
      at(['Second fix, labour and materials', 32], ['DRC 20%', 50], ['4,000.00', 62], ['RC', 74]),
      at(['Wall lights, supply only', 24], ['20%', 50], ['300.00', 62], ['60.00', 74]),
      at(['Subtotal', 50], ['4,300.00', 62]),
      at(['VAT charged', 50], ['60.00', 62]),
      at(['Total', 50], ['4,360.00', 62]),
      'Reverse charge: customer to account to HMRC for the VAT of the lines marked RC.',
    );
    expect(draft.reconciled).toBe(true);
    expect(draft.lines.map(({ vatRate, vat }) => [vatRate, vat])).toEqual([
      ['0', '0.00'],
      ['20', '60.00'],
    ]);
  });
});

describe('a note that credits VAT alone', () => {
  it('is never read as a credit of goods without VAT', () => {
    const draft = read(
      'Credit note 27',
      at(['Details', 7], ['Net credited', 50], ['VAT credited', 64], ['Total credited', 80]),
      at(['VAT charged in error on invoice 301', 35], ['0.00', 50], ['180.00', 64], ['180.00', 80]),
      at(['VAT charged in error on invoice 309', 35], ['0.00', 50], ['95.00', 64], ['95.00', 80]),
      at(['Total credit', 12], ['0.00', 50], ['275.00', 64], ['275.00', 80]),
    );
    for (const { net } of draft.lines) expect(net).toBe('0.00');
  });
});

describe('an invoice that says that no credit note will be issued', () => {
  it('is an invoice', () => {
    const draft = read(
      at(['Description', 11], ['Amount', 72]),
      at(['Timber', 6], ['100.00', 72]),
      at(['VAT 20%', 7], ['20.00', 72]),
      at(['Total', 5], ['120.00', 72]),
      'Pay within 14 days less 1.25% settlement discount; no credit note will be issued.',
    );
    expect(draft.documentType).toBe('invoice');
  });
});
