import { describe, expect, it } from 'vitest';
import type { Word } from '../../src/extraction/table/page.js';
import { rowsOf, rowText } from '../../src/extraction/table/rows.js';

/** Words of one line with the blanks before them, in tenths of their height. */
function line(words: readonly (readonly [text: string, blank: number])[]): string[] {
  let x = 0;
  const placed = words.map(([text, blank]): Word => {
    const x0 = x + blank;
    x = x0 + 5 * text.length;
    return { text, x0, x1: x, y0: 10, y1: 20, confidence: null };
  });
  return rowsOf({ number: 1, width: 600, height: 800, words: placed }).map(rowText);
}

describe('thousands set off by a blank', () => {
  it.each([
    [
      '1 240,00',
      [
        ['1', 0],
        ['240,00', 3],
      ],
      '1240,00',
    ],
    [
      '12 345 678.90',
      [
        ['12', 0],
        ['345', 3],
        ['678.90', 3],
      ],
      '12345678.90',
    ],
    [
      'a sum behind its label',
      [
        ['Total', 0],
        ['5', 60],
        ['057,15', 3],
      ],
      'Total 5057,15',
    ],
  ] as const)('%s is one sum', (_what, words, text) => expect(line(words)).toEqual([text]));

  it.each([
    [
      'a count and a price in their columns',
      [
        ['2', 0],
        ['240.00', 30],
      ],
    ],
    [
      'a number that ends the words',
      [
        ['Doors', 0],
        ['2', 3],
        ['240.00', 3],
      ],
    ],
    [
      'a code and a price',
      [
        ['0', 0],
        ['240.00', 3],
      ],
    ],
    [
      'a count and a price of two digits',
      [
        ['2', 0],
        ['24.00', 3],
      ],
    ],
    [
      'sizes',
      [
        ['Sill', 0],
        ['1', 30],
        ['400', 3],
        ['x', 3],
        ['180', 3],
      ],
    ],
  ] as const)('%s stay apart', (_what, words) => expect(line(words)).toEqual([words.map(([text]) => text).join(' ')]));
});

describe('ink of low signs', () => {
  it('belongs to the row that it stands in, and so does what follows', () => {
    const ink = (text: string, x0: number, y0: number, y1: number): Word => ({
      text,
      x0,
      x1: x0 + 40,
      y0,
      y1,
      confidence: 0.9,
    });
    const words = [
      ink('VAT', 0, 100, 116),
      ink('-', 50, 109, 112),
      ink('reverse', 100, 103, 116),
      ink('0.00', 300, 100, 116),
    ];
    expect(rowsOf({ number: 1, width: 600, height: 800, words }).map(rowText)).toEqual(['VAT - reverse 0.00']);
  });
});
