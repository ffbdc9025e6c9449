import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readDocument } from '../../src/extraction/read_document.js';

const FOLDER = new URL('../../fixtures/invoices/', import.meta.url);
const CLAIM = 'claim_papers';

/** A document, a figure of it as it stands there with what is beside it, the same misprinted, and the problem that tells of it. */
const CHANGES: readonly (readonly [string, string, string, string])[] = [
  // A row of totals that does not add up.
  [`${CLAIM}/mixed_rates`, ' 30,115.50 ', ' 30,315.50 ', 'totals_do_not_add'],
  [`${CLAIM}/mixed_rates`, ' 1,124.10 ', ' 1,324.10 ', 'vat_does_not_sum'],
  // A net printed below goods, discount and carriage.
  [
    'claim_papers_in_part/proforma_windows',
    'Net                     5,286.81',
    'Net                     5,186.81',
    'totals_do_not_add',
  ],
  ['claim_papers_in_part/proforma_windows', ' 5,616.10', ' 5,116.10', 'totals_do_not_add'],
  // What a line was worked out from, in its words or below them.
  [`${CLAIM}/cis_plasterer`, '12 days @ £190.00', '12 days @ £290.00', 'line_does_not_multiply'],
  [`${CLAIM}/cis_plasterer`, '12 days @ £190.00', '12 days at £210.00', 'line_does_not_multiply'],
  [`${CLAIM}/cis_plasterer`, '12 days @ £190.00', '12 x £210.00', 'line_does_not_multiply'],
  [`${CLAIM}/cis_plasterer`, '64 bags @ £9.45', '64 bags @ £2.45', 'line_does_not_multiply'],
  [`${CLAIM}/till_multibuy`, '8 @ 5.25', '8 @ 3.25', 'line_does_not_multiply'],
  [`${CLAIM}/till_multibuy`, '3 @ 6.00', '3 @ 7.00', 'line_does_not_multiply'],
  // The analysis of the VAT.
  [`${CLAIM}/mixed_rates`, '0%   18,150.00', '0%   10,150.00', 'band_does_not_sum'],
  [`${CLAIM}/mixed_rates`, '18,150.00      0.00', '18,150.00      7.00', 'vat_does_not_sum'],
  [
    `${CLAIM}/marketplace_invoice`,
    '£94.54          £18.91\n                                              Total',
    '£94.54          £18.21\n                                              Total',
    'band_does_not_sum',
  ],
  [
    `${CLAIM}/marketplace_invoice`,
    'Total                          £94.54          £18.91',
    'Total                          £94.54          £16.91',
    'band_does_not_sum',
  ],
  [`${CLAIM}/electrical_multiline_codes`, 'Z        29.00      0.00', 'Z        21.00      0.00', 'band_does_not_sum'],
  [`${CLAIM}/electrical_multiline_codes`, 'Z        29.00      0.00', 'Z        29.00      2.00', 'band_does_not_sum'],
  // Quantities and prices of a table with empty cells.
  [`${CLAIM}/readymix`, '2.60   m3', '3.60   m3', 'line_does_not_multiply'],
  [`${CLAIM}/readymix`, 'load      4.50', 'load      9.50', 'line_does_not_multiply'],
  // Prices with VAT beside those without it.
  [`${CLAIM}/fixings_counter`, ' 4.00 ', ' 7.00 ', 'line_does_not_multiply'],
  [`${CLAIM}/marketplace_invoice`, '£89.99         £89.99', '£99.99         £89.99', 'line_does_not_multiply'],
  // Stages of a contract.
  [`${CLAIM}/valuation_invoice_prev_this`, '33,320.00      16,660.00', '33,320.00      16,860.00', 'line_does_not_add'],
  // Sums of pages, deliveries and works.
  [
    `${CLAIM}/three_pages_cf`,
    'Carried forward          4,037.60',
    'Carried forward          4,537.60',
    'lines_do_not_sum',
  ],
  [`${CLAIM}/merchant_three_tickets`, '185.60\n', '105.60\n', 'lines_do_not_sum'],
  [`${CLAIM}/application_cumulative_only`, ' 72,910.00', ' 82,910.00', 'totals_do_not_add'],
];

describe('a misprinted figure', () => {
  it.each(CHANGES)('of %s, %j as %j, keeps it from reconciling and is told', async (name, from, to, code) => {
    const text = readFileSync(new URL(`${name}.txt`, FOLDER), 'utf8');
    expect(text.split(from)).toHaveLength(2);
    const draft = await readDocument(Buffer.from(text.replace(from, to)));
    expect(draft.reconciled).toBe(false);
    expect(draft.problems.map((problem) => problem.code)).toContain(code);
  });

  it('of a row of totals is told without an analysis of the VAT too', async () => {
    const text = readFileSync(new URL(`${CLAIM}/mixed_rates.txt`, FOLDER), 'utf8').replace(
      /\n +VAT summary[\s\S]*$/,
      '\n',
    );
    const read = async (from: string, to: string) => readDocument(Buffer.from(text.replace(from, to)));
    expect((await read('', '')).reconciled).toBe(true);
    for (const [from, to] of [
      [' 30,115.50 ', ' 30,315.50 '],
      [' 1,124.10 ', ' 1,324.10 '],
    ] as const) {
      const draft = await read(from, to);
      expect(draft.reconciled).toBe(false);
      expect(draft.totals).toMatchObject({ net: null, vat: null });
    }
  });
});
