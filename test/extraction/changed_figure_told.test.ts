import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readDocument } from '../../src/extraction/read_document.js';

const FOLDER = new URL('../../fixtures/invoices/', import.meta.url);
const CLAIM = 'claim_papers';
const PILE = 'pile_papers';

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
  // An analysis of the VAT left of the totals, the sum with VAT in it, a rate.
  [`${PILE}/analysis_beside_totals`, '20.00   823.14', '20.00   826.14', 'band_does_not_sum'],
  [
    `${PILE}/analysis_beside_totals`,
    '164.63                               Inv',
    '167.63                               Inv',
    'band_does_not_sum',
  ],
  [`${PILE}/analysis_beside_totals`, '1      20.00', '1      23.00', 'band_does_not_sum'],
  [`${PILE}/till_gross_analysis`, '13.17    79.00', '13.17    72.00', 'band_does_not_sum'],
  [`${PILE}/till_gross_analysis`, '0.00     4.99\n\n', '0.00     7.99\n\n', 'band_does_not_sum'],
  // Discounts, one after another or told twice.
  [`${PILE}/stacked_discount`, '45+10', '40+10', 'line_does_not_multiply'],
  [`${PILE}/stacked_discount`, '7.1775', '7.9775', 'line_does_not_multiply'],
  [`${PILE}/discount_twice`, '12.50         46.40', '15.50         46.40', 'line_does_not_multiply'],
  [`${PILE}/discount_twice`, '46.40        11.60', '49.40        11.60', 'line_does_not_multiply'],
  [
    `${PILE}/discount_twice`,
    '0.00          0.00         4.85',
    '3.00          0.00         4.85',
    'line_does_not_multiply',
  ],
  [`${PILE}/headings_in_two_rows`, '20% £87.04', '20% £80.04', 'band_does_not_sum'],
  [`${PILE}/headings_in_two_rows`, 'Total £87.04 £17.41', 'Total £87.04 £10.41', 'band_does_not_sum'],
  // Cells between strokes, rows with one blank, a working after a dash or on a till.
  [`${PILE}/strokes_between_cells`, '£415.83 |', '£418.83 |', 'line_does_not_add'],
  [`${PILE}/strokes_between_cells`, '£83.17 |', '£86.17 |', 'line_does_not_add'],
  [`${PILE}/one_blank_codes`, ' 8 31.20', ' 6 31.20', 'line_does_not_multiply'],
  [`${PILE}/one_blank_items`, ' 1,085.00 ', ' 1,088.00 ', 'line_does_not_multiply'],
  [`${PILE}/sums_worked_in_mail`, '£64.50', '£67.50', 'line_does_not_multiply'],
  [`${PILE}/codes_before_names`, '4 x 17.94', '4 x 10.94', 'line_does_not_multiply'],
  [`${PILE}/labelled_items_mail`, 'Subtotal inc VAT £305.94', 'Subtotal inc VAT £308.94', 'totals_do_not_add'],
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
