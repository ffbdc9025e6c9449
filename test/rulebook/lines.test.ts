import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { accuracyOf } from '../../src/cli/accuracy.js';
import { rulebook } from './book.js';

/** Share of right answers below which a change has broken something; raised as the rulebook learns. */
const FLOOR: Readonly<Record<string, number>> = {
  'builders_and_trades_4.csv': 0.97,
  'cases_and_official_lists.csv': 0.93,
  'cases_and_official_lists_2.csv': 0.94,
  'cases_lists_13.csv': 0.97,
  'contractor_services.csv': 0.97,
  'contractor_wording.csv': 0.97,
  'contracts_and_cases.csv': 0.92,
  'contracts_and_cases_2.csv': 0.81,
  'contracts_hire_and_fees.csv': 0.94,
  'decided_cases.csv': 0.97,
  'everything_mixed.csv': 0.96,
  'goods_real_names.csv': 0.98,
  'goods_real_names_2.csv': 0.96,
  'items_in_other_words_2.csv': 0.94,
  'items_in_other_words_1.csv': 0.96,
  'hmrc_tribunals_16.csv': 0.97,
  'invoices_16.csv': 0.97,
  'look_alikes_16.csv': 0.98,
  'services_16.csv': 0.97,
  'look_alikes.csv': 0.94,
  'look_alikes_12.csv': 0.98,
  'merchant_and_web_orders.csv': 0.94,
  'merchant_baskets.csv': 0.94,
  'merchant_tickets.csv': 0.97,
  'merchant_documents_4.csv': 0.98,
  'merchants_by_house.csv': 0.97,
  'merchants_by_house_2.csv': 0.96,
  'mixed_14.csv': 0.84,
  'mixed_17.csv': 0.95,
  'mixed_20.csv': 0.91,
  'mixed_21.csv': 0.88,
  'mixed_19.csv': 0.93,
  'mixed_18.csv': 0.89,
  'mixed_6.csv': 0.79,
  'mixed_site_invoices.csv': 0.98,
  'online_orders.csv': 0.97,
  'online_orders_2.csv': 0.98,
  'ordinary_invoices_10.csv': 0.96,
  'ordinary_mixed_11.csv': 0.94,
  'paper_invoices_5.csv': 0.9,
  'real_invoices_8.csv': 0.91,
  'real_invoices_9.csv': 0.93,
  'real_invoices_12.csv': 0.98,
  'receipts_and_orders_3.csv': 0.98,
  'service_invoices.csv': 0.97,
  'site_invoices_2.csv': 0.98,
  'terse_and_branded.csv': 0.92,
  'terse_and_branded_2.csv': 0.91,
  'till_shorthand.csv': 0.96,
  'till_shorthand_2.csv': 0.96,
  'trade_counter_tickets.csv': 0.92,
  'trade_counter_tickets_2.csv': 0.85,
  'trade_invoices.csv': 0.94,
  'trades_13.csv': 0.98,
  'trades_hire_and_charges.csv': 0.97,
  'tribunals_and_manuals_3.csv': 0.95,
  'tribunals_and_manuals_4.csv': 0.78,
  'tickets_22.csv': 0.95,
  'cases_24.csv': 0.88,
  'cases_26.csv': 0.9,
  'cases_lists_27.csv': 0.85,
  'cases_lists_28.csv': 0.91,
  'ordinary_27.csv': 0.95,
  'ordinary_28.csv': 0.95,
  'ordinary_29.csv': 0.97,
  'ordinary_30.csv': 0.92,
  'ordinary_31.csv': 0.96,
  'cases_lists_30.csv': 0.95,
  'traps_31.csv': 0.91,
  'works_goods_32.csv': 0.94,
  'cases_lists_32.csv': 0.85,
  'works_34.csv': 0.92,
  'cases_lists_35.csv': 0.94,
  'cases_lists_36.csv': 0.95,
  'goods_34.csv': 0.87,
  'goods_35.csv': 0.86,
  'ordinary_35.csv': 0.95,
  'ordinary_36.csv': 0.92,
  'traps_35.csv': 0.94,
  'works_35.csv': 0.94,
  'ordinary_33.csv': 0.96,
  'cases_lists_33.csv': 0.95,
  'traps_33.csv': 0.91,
  'traps_27.csv': 0.8,
  'conversions_23.csv': 0.95,
  'tribunals_hmrc_9.csv': 0.95,
  'tribunals_lists_12.csv': 0.96,
  'tribunals_lists_invoices.csv': 0.94,
  'tribunals_lists_invoices_2.csv': 0.96,
  'tribunals_real_invoices_7.csv': 0.78,
  'unsafe_look_alikes.csv': 0.92,
  'what_goods_are_for.csv': 0.99,
  'where_works_are_done.csv': 0.99,
  'works_13.csv': 0.96,
  'works_and_lists_3.csv': 0.98,
  'works_and_lists_4.csv': 0.95,
  'works_and_services.csv': 0.94,
};

/** Every row of the list of items in seven styles, other senses of its words, and the words of the trades: too many for every `rules check`. */
const BULK_FLOOR: Readonly<Record<string, number>> = {
  'rows_1.csv': 0.95,
  'rows_2.csv': 0.95,
  'rows_3.csv': 0.95,
  'rows_4.csv': 0.95,
  'rows_5.csv': 0.97,
  'rows_6.csv': 0.94,
  'rows_7.csv': 0.94,
  'rows_8.csv': 0.94,
  'other_senses.csv': 0.85,
  'trade_words_1.csv': 0.94,
  'trade_words_2.csv': 0.96,
  'trade_words_3.csv': 0.93,
  'trade_words_4.csv': 0.94,
  'trade_words_5.csv': 0.97,
  'trade_words_6.csv': 0.97,
  'trade_words_7.csv': 0.86,
  'trade_words_8.csv': 0.92,
  'trade_words_9.csv': 0.9,
  'trade_words_10.csv': 0.93,
  'trade_words_11.csv': 0.91,
  'trade_words_12.csv': 0.98,
  'trade_words_13.csv': 0.93,
  'trade_words_14.csv': 0.95,
  'trade_words_15.csv': 0.91,
  'look_claimable_30.csv': 0.99,
  'look_claimable_33.csv': 0.99,
  'look_claimable_34.csv': 0.99,
  'look_claimable_35.csv': 1,
};

describe.each([
  ['lines', FLOOR],
  ['lines_in_bulk', BULK_FLOOR],
])('lines with known answers, fixtures/%s', (name, floors) => {
  const folder = join(import.meta.dirname, '..', '..', 'fixtures', name);

  it('every set has a floor', () => {
    expect(
      readdirSync(folder)
        .filter((file) => file.endsWith('.csv'))
        .sort(),
    ).toEqual(Object.keys(floors).sort());
  });

  it.each(Object.entries(floors))('%s: none wrongly reclaimable, at least %d right', async (file, floor) => {
    const { right, lines, wronglyReclaimable } = await accuracyOf(await rulebook(), join(folder, file));
    expect(wronglyReclaimable).toEqual([]);
    expect(right / lines).toBeGreaterThanOrEqual(floor);
  });
});
