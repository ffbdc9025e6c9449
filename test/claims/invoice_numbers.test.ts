import { describe, expect, it } from 'vitest';
import { numberEnding, numberLikeness } from '../../src/claims/invoice_numbers.js';

describe('two numbers', () => {
  it.each([
    ['inv 7710', 'INV-7710', 'same'],
    ['12/34', '1234', 'same'],
    ['INV-7710', '7710', 'doubtful'],
    ['INV-7710', '007710', 'doubtful'],
    ['Invoice No. 7710', 'INV7710', 'doubtful'],
    ['77IO', '7710', 'doubtful'],
    ['77I0', 'INV-7710', 'doubtful'],
    ['O07710', '7710', 'doubtful'],
    ['S7710', '57710', 'doubtful'],
    ['HB-13', '13', 'doubtful'],
    ['4410', '4410 copy', 'doubtful'],
    ['2026/7710', '7710', 'doubtful'],
    ['INV20267710', '2026/7710', 'doubtful'],
    ['INV/2026/13', '13', 'doubtful'],
    ['A-100', 'B-100', 'different'],
    ['SO-1', 'IN-1', 'different'],
    ['HM-4410', 'HM-4410C', 'different'],
    ['7710', '17710', 'different'],
    ['7710', '7711', 'different'],
    ['7710/1', '7710/2', 'different'],
    ['2025/13', '2026/13', 'different'],
    ['INV', '7710', 'different'],
    ['', '', 'different'],
  ])('%s and %s: %s', (a, b, expected) => {
    expect(numberLikeness(a, b)).toBe(expected);
    expect(numberLikeness(b, a)).toBe(expected);
    if (expected !== 'different') expect(numberEnding(a)).toBe(numberEnding(b));
  });
});
