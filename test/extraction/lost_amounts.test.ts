import { describe, expect, it } from 'vitest';
import { readPages } from '../../src/extraction/read_pages.js';
import { typed } from './typed_page.js';

/** A till roll as recognition finds it. */
const rollOf = (...rows: string[]) =>
  typed(rows, 0.95, { left: 50, step: 20, top: 100, pitch: 60, height: 30 }, { width: 900, height: 2000 });

const read = (...rows: string[]) => readPages([rollOf('WOLD STORES', ...rows)], 'ocr');

describe('what recognition may have lost', () => {
  it('an amount in the text of a line keeps the rest from reconciling', () => {
    const whole = read(
      'POSTCRETE 20KG            54.00',
      'HI VIS HELMET             26.50',
      'GALV NAILS                 5.95',
      'TOTAL                     86.45',
    );
    expect(whole.reconciled).toBe(true);
    const misread = read(
      'POSTCRETE 20KG            54.00',
      '2 @ 1.3.25                26.50',
      'GALV NAILS                 5.95',
      'TOTAL                     59.95',
    );
    expect(misread.reconciled).toBe(false);
  });

  it('an amount behind its quantity and price is a line, wherever it stands', () => {
    const draft = read(
      '2   Lead reel         28.75    57.50',
      'VAT REG 330 9716 61',
      'S      1,014.50   202.90',
      'R        880.00    44.00',
      'Total             246.90',
    );
    expect(draft.reconciled).toBe(false);
  });

  it('a net without its VAT and its total is not enough', () => {
    const lines = [
      'Qty Item         Price    Value',
      '2   Sand         10.00    20.00',
      '3   Cement        6.00    18.00',
    ];
    const draft = read(...lines, 'Net total                38.00');
    expect(draft.reconciled).toBe(false);
    expect(draft.problems.map((p) => p.code)).toContain('no_total');
    const whole = read(
      ...lines,
      'Net total                38.00',
      'VAT 20%                   7.60',
      'Total                    45.60',
    );
    expect(whole.problems.map((p) => p.code)).not.toContain('no_total');
  });
});
