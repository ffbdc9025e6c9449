import { describe, expect, it } from 'vitest';
import { readPages } from '../../src/extraction/read_pages.js';
import { typed } from './typed_page.js';

const HEAD = [
  'Oakfield Supplies Ltd',
  'VAT Reg No. 391 3130 73',
  'INVOICE no 5120',
  'Date 3 March 2026',
  'To Mrs J Pryce',
  '',
];
const FOOT = [
  '',
  'Net total                                      1,000.00',
  'VAT 20%                                          200.00',
  'Total                                          1,200.00',
];
const TABLE = 'Description                  Qty     Price       Amount';
const FIRST = 'Facing bricks                500      1.00       500.00';
const SECOND = 'Blocks 7N                    100      5.00       500.00';
const read = (...rows: string[]) => readPages([typed([...HEAD, ...rows, ...FOOT])], 'text');

describe('words above a line', () => {
  it.each([
    ['between lines of a table', [TABLE, 'House', FIRST, 'Stable block', SECOND]],
    ['where the list has no other heading', [TABLE, FIRST, 'Stable block', SECOND]],
    [
      'where no heading stands over columns',
      [
        'Facing bricks                          500.00',
        '',
        'Stable block',
        'Blocks 7N                              500.00',
      ],
    ],
  ])('are told %s', (_where, rows) => {
    const draft = read(...rows);
    expect(draft.reconciled).toBe(true);
    expect(draft.lines[1]?.above).toContain('Stable block');
    expect(draft.lines[0]?.above ?? []).not.toContain('Stable block');
  });

  it.each([
    ['House', 'Stable block'],
    ['Delivered 10/03 to house', 'Delivered 12/03 to stables, Manor Farm'],
    ['For the house:', 'For the stable block:'],
  ])('"%s" and "%s" head sections and are no words of the line between', (first, second) => {
    const { lines } = read(TABLE, first, FIRST, second, SECOND);
    expect(lines.map(({ description, section }) => `${section}: ${description}`)).toEqual([
      `${first.replace(/:$/, '')}: Facing bricks`,
      `${second.replace(/:$/, '')}: Blocks 7N`,
    ]);
  });

  it('"%s" goes on with the line before', () => {
    const { lines } = read(TABLE, 'House', FIRST, 'Supplied and fitted', SECOND);
    expect(lines[0]?.description).toBe('Facing bricks Supplied and fitted');
  });

  it('what stands in the head of each page heads nothing', () => {
    const foot = ['Carried forward                                    500.00'];
    const pages = [
      typed([...HEAD, 'Workshop, Mill Lane', '', TABLE, FIRST, ...foot]),
      typed([...HEAD, 'Workshop, Mill Lane', '', TABLE, SECOND, ...FOOT]),
    ];
    const draft = readPages([pages[0] as never, { ...(pages[1] as never as object), number: 2 } as never], 'text');
    expect(draft.lines.map(({ description }) => description)).toEqual(['Facing bricks', 'Blocks 7N']);
    expect(draft.lines[1]?.above ?? []).not.toContain('Workshop, Mill Lane');
  });
});
