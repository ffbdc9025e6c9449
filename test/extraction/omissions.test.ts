import { describe, expect, it } from 'vitest';
import { letterhead, readTyped } from './typed_page.js';

const HEAD = letterhead('Tresco Build Ltd');
const read = (...rows: string[]) => readTyped(...HEAD, ...rows);
const lines = (draft: ReturnType<typeof read>) => draft.lines.map(({ description, net }) => `${description}: ${net}`);

describe('columns of what is omitted and what is added', () => {
  const account = (heading: string, sums = '640.00     3,635.00', less = '640.00') => [
    heading,
    'VO07  Softwood window to utility                      640.00',
    'VO07  Aluminium window to utility in lieu                        1,185.00',
    'VO10  Oak staircase upgrade                                      2,450.00',
    `                                                      ${sums}`,
    `                                 Less omissions                    ${less}`,
    '                                 Net additions                   2,995.00',
    '                                 VAT at 20%                        599.00',
    '                                 TOTAL                         £ 3,594.00',
  ];
  const BARE = '                                                     OMIT £        ADD £';
  const TABLE = 'Ref   Description                                     Omit £        Add £';

  it('are one signed column, with other headings beside them and without', () => {
    const bare = read(...account(BARE));
    expect([bare.reconciled, lines(bare)]).toEqual([
      true,
      [
        'VO07 Softwood window to utility: -640.00',
        'VO07 Aluminium window to utility in lieu: 1185.00',
        'VO10 Oak staircase upgrade: 2450.00',
      ],
    ]);
    const table = read(...account(TABLE));
    expect([table.reconciled, table.lines.map(({ net }) => net)]).toEqual([true, ['-640.00', '1185.00', '2450.00']]);
    expect(table.totals).toEqual({ net: '2995.00', vat: '599.00', gross: '3594.00' });
  });

  it('do not fit with another sum of either, or with other omissions below them', () => {
    for (const heading of [BARE, TABLE]) {
      expect(read(...account(heading, '641.00     3,635.00')).reconciled).toBe(false);
      expect(read(...account(heading, '640.00     3,636.00')).reconciled).toBe(false);
      expect(read(...account(heading, undefined, '641.00')).reconciled).toBe(false);
      const changed = account(heading).map((row) => row.replace('1,185.00', '1,195.00'));
      expect(read(...changed).reconciled).toBe(false);
    }
  });

  it('are left as they are where a row has a figure in each', () => {
    const rows = account(TABLE).toSpliced(
      1,
      1,
      'VO07  Window to utility                               640.00     1,000.00',
    );
    expect(read(...rows).reconciled).toBe(false);
  });
});
