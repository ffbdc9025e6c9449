import { describe, expect, it } from 'vitest';
import { readPages } from '../../src/extraction/read_pages.js';
import { letterhead, readTyped, typed } from './typed_page.js';

const HEAD = letterhead('Dell Joinery Ltd');

const read = (words: string, amount = '60.00') =>
  readPages(
    [
      typed([
        ...HEAD,
        'Description                                   Amount',
        `${words.padEnd(45)} ${amount.padStart(6)}`,
        'Oak door                                      540.00',
        '',
        `Net                                           ${(540 + Number(amount)).toFixed(2)}`,
        `VAT 20%                                       ${((540 + Number(amount)) / 5).toFixed(2)}`,
        `Total                                         ${((540 + Number(amount)) * 1.2).toFixed(2)}`,
      ]),
    ],
    'text',
  );

describe('numbers before the words of a line', () => {
  const named = (words: string) =>
    readTyped(...HEAD, `${words}   260.00`, 'Grab lorry   100.00', 'Net   360.00', 'VAT 20%   72.00', 'Total   432.00')
      .lines[0];

  it('count what they stand before, and no size or measure of it', () => {
    expect(named('8 yard skip')).toMatchObject({ description: '8 yard skip', quantity: null });
    expect(named('8 skips')).toMatchObject({ description: 'skips', quantity: '8' });
  });
});

describe('numbers in the words of a line', () => {
  it.each([
    'Site visit 3 June at 9.30',
    'Site visit 3rd of June at 9.30',
    'Concrete delivered 12 March @ 07.45',
    'Concrete delivered 12 March 2026 @ 14.30',
    'Concrete delivered March 12 @ 14.30',
    'Concrete delivered 2026-03-12 @ 14.30',
    'Call out 2 Tuesday @ 10.15',
    'Room 2 socket at 1.20',
    'Plot 4 visit @ 10.30',
    'Skirting phase 2 @ 12.50',
    'Doors, drawing no. 14 @ £20.00',
    'Bricks ref 55 at 12.50 plot',
    '3 sockets fitted at 1.20',
  ])('that are dates, times and references are no working: %s', (words) => {
    const draft = read(words);
    expect(draft.problems).toEqual([]);
    expect(draft.reconciled).toBe(true);
  });

  it.each([
    '12 bags at 5.00',
    '12 bags @ 5.00',
    '12 boards at £5.00',
    'Plot 4, 12 bags @ £5.00',
    '3 June 12 bags @ £5.00',
  ])('that are a working make the amount or are told: %s', (words) => {
    expect(read(words).problems).toEqual([]);
    expect(read(words, '66.00').problems.map(({ code }) => code)).toContain('line_does_not_multiply');
  });
});

describe('a working that does not make its amount is told', () => {
  it.each([
    ['Part load 5.50 m3 @ 38.00', '95.00'],
    ['Blinding ST2 5.00 m3 @ 96.00', '192.00'],
    ['Standing time 25 min @ 4.40', '35.00'],
    ['Pump C25 4.00 m3 @ 30.00', '150.00'],
  ])('whatever numbers belong to its words: %s', (words, amount) => {
    expect(read(words, amount).problems.map(({ code }) => code)).toContain('line_does_not_multiply');
  });

  it.each([
    ['Part load 2.50 m3 @ 38.00', '95.00'],
    ['Standing time 25 min @ 1.40', '35.00'],
    ['2 men, 3 days @ £190.00', '1140.00'],
    ['Waiting min 4 hours @ 20.00', '100.00'],
  ])('and no other: %s', (words, amount) => {
    expect(read(words, amount).problems).toEqual([]);
  });
});
