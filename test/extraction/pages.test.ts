import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { PRINTED, WRITTEN } from '../../fixtures/invoices/generator/folders.js';
import type { Truth } from '../../fixtures/invoices/generator/truth.js';
import { readPdf } from '../../src/extraction/pdf/text.js';
import { readDocument } from '../../src/extraction/read_document.js';
import { readPages } from '../../src/extraction/read_pages.js';
import { expectAsPrinted } from './as_printed.js';

const FOLDER = new URL('../../fixtures/invoices/', import.meta.url);
const names = PRINTED.flatMap((folder) =>
  readdirSync(new URL(folder, FOLDER))
    .filter((file) => file.endsWith('.pdf'))
    .map((file) => `${folder}/${file.replace('.pdf', '')}`),
);
const sheets = WRITTEN.flatMap((folder) =>
  readdirSync(new URL(folder, FOLDER))
    .filter((file) => /\.(?:csv|txt|xlsx|xml)$/.test(file))
    .map((file) => `${folder}/${file}`),
);
/** What is not read as it is printed yet; docs/reading.md says why. */
const NOT_YET = [
  ...['cis_labour', 'three_rates'].map((name) => `trade_papers/${name}`),
  'site_papers/skip_hire_wrong_total',
  ...['marketplace_business_vat', 'merchant_two_pages', 'roofer_sheet_vat_slip.csv'].map(
    (name) => `office_papers/${name}`,
  ),
  ...['architect_fee_account', 'roofing_three_pages_sections', 'timber_delivery_note.txt'].map(
    (name) => `desk_papers/${name}`,
  ),
  ...['day_book_export.txt', 'webshop_inc_vat'].map((name) => `shop_papers/${name}`),
  ...['architect_fee_stages', 'electrical_wholesale_flat.csv', 'web_shop_order.txt'].map(
    (name) => `build_papers/${name}`,
  ),
  ...['voltway_electrical', 'ironbrigg_steel.txt', 'penhallow_slate_roofing.txt'].map((name) => `sent_papers/${name}`),
  ...['council_building_control', 'webshop_inc_vat_voucher', 'sage_timber', 'zoho_export.csv'].map(
    (name) => `posted_papers/${name}`,
  ),
  ...[
    'ardgower_quarry_tickets',
    'brackenbury_plumbing_xero',
    'northgate_insulation_credit',
    'oswin_hale_fee_account',
    'tolland_roofing_application',
    'gwernant_sawmill.xlsx',
  ].map((name) => `yard_papers/${name}`),
  ...['contractor_valuation', 'structural_engineer', 'landscape_quotation.txt', 'steel_fabricator.xlsx'].map(
    (name) => `counter_papers/${name}`,
  ),
  ...['architect', 'oak_framer', 'insulation_shop.csv', 'plasterer_self_bill.txt', 'scaffolder.txt'].map(
    (name) => `bench_papers/${name}`,
  ),
  ...[
    'ashby_fee',
    'fenland_power',
    'halloran_letter',
    'larkfield_credit',
    'penhale_tickets',
    'pryce_selfbill',
    'tollgate_hire',
  ].map((name) => `rare_papers/${name}`),
  ...['bathroom_shop_order_mail.txt', 'freeagent_architect'].map((name) => `usual_papers/${name}`),
  ...['amazon_business_seller', 'web_fixings_prices_inc_vat', 'word_template_tiler', 'xero_irish_windows_eur'].map(
    (name) => `market_papers/${name}`,
  ),
  'market_papers/plumb_portal_invoice_export.csv',
];
const wanted = (name: string) => !NOT_YET.includes(name);
const truthOf = (name: string) => JSON.parse(readFileSync(new URL(`${name}.json`, FOLDER), 'utf8')) as Truth;

/** Documents printed by a browser, each in another layout; `fixtures/invoices/pages` and `more_pages` have their source and their truth. */
describe('a printed page is read as it is printed', () => {
  it.each(names.filter(wanted))('%s', async (name) => {
    const { pages } = await readPdf(readFileSync(new URL(`${name}.pdf`, FOLDER)), () => {});
    expectAsPrinted(readPages(pages, 'text'), truthOf(name));
  });
});

/** Exports of programs, workbooks that people made, mails pasted as text, and e-invoices. */
describe('a sheet or a plain text is read as it stands', () => {
  it.each(sheets.filter(wanted))('%s', async (name) => {
    const draft = await readDocument(readFileSync(new URL(name, FOLDER)));
    expectAsPrinted(draft, truthOf(name.replace(/\.\w+$/, '')));
  });
});

describe('text whose letters are not named', () => {
  it('is read from the picture of the page', { timeout: 120_000 }, async () => {
    const truth = truthOf('pages/web_shop_inclusive');
    const named = readFileSync(new URL('pages/web_shop_inclusive.pdf', FOLDER)).toString('latin1');
    expect(named).toContain('/ToUnicode');
    const bytes = Buffer.from(named.replaceAll('/ToUnicode', '/NoUnicode'), 'latin1');
    const draft = await readDocument(bytes);
    expect(draft).toMatchObject({ source: 'ocr', reconciled: true, totals: { gross: truth.totals.gross } });
  });
});
