import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import type { Line } from '../../src/rulebook/line.js';
import { ROUTES, type Route, type Treatment } from '../../src/rulebook/model.js';
import { classify } from './book.js';

interface ItemRow {
  id: string;
  item: string;
  class: string;
  claim: 'YES' | 'NO' | 'PART' | 'ASK' | 'n/a';
  condition: string;
  synonyms: string;
  lookalikes: string;
}

const rows = parse(readFileSync(join(import.meta.dirname, '..', '..', 'fixtures', 'items.csv'), 'utf8'), {
  columns: true,
}) as ItemRow[];

const list = (text: string) =>
  text
    .split(';')
    .map((t) => t.trim())
    .filter((t) => t !== '');

const BY_CLAIM: Record<ItemRow['claim'], readonly Treatment[]> = {
  YES: ['reclaimable'],
  NO: ['not_reclaimable'],
  PART: ['reclaimable_in_part', 'needs_answer'],
  ASK: ['needs_answer'],
  // A service called materials: nothing is claimed, the words decide what to do next.
  'n/a': ['supplier_correction', 'not_reclaimable', 'needs_answer'],
};

/** Rows whose condition decides otherwise than the claim column alone. */
const BY_CONDITION: Record<string, Partial<Record<Route, readonly Treatment[]>>> = {
  // New build, within the plot: yes; conversion: ask.
  'ext.turf_seed': { self_build_431c: ['needs_answer'] },
  // Only with building materials and an import document named.
  'deliv.import_vat': { self_build_431nb: ['needs_answer'], self_build_431c: ['needs_answer'] },
  // One price on a conversion is not claimable; the question is offered, not required.
  'svc.scaffold_package': { self_build_431c: ['needs_answer', 'not_reclaimable'] },
};

/** Phrases that state every fact of their row's condition, so they are read as answered. */
const STATED: Record<string, readonly Treatment[]> = {
  'Swimming pool inside the home, heater, filter': ['reclaimable', 'needs_answer'],
  // Goods for excluded goods follow them.
  'Acoustic or fire hood for ceiling speaker': ['needs_answer', 'not_reclaimable'],
};

/** Makers of refused goods too, or names of other things: alone they say nothing of what was bought. */
const BRANDS = [
  'Acorn',
  'Ajax',
  'BG',
  'Blanco',
  'BWT',
  'Collingwood',
  'Duravit',
  'Falcon',
  'FireAngel',
  'Firestone',
  'Franke',
  'Garador',
  'Grohe',
  'Growatt',
  'Hager',
  'Hamilton',
  'Hansgrohe',
  'Herschel',
  'Hillarys',
  'Hive',
  'Howdens',
  'Ideal Standard',
  'JCC',
  'Kinetico',
  'Lutron',
  'Magnet',
  'MK',
  'Monarch',
  'Rako',
  'Rangemaster',
  'Roca',
  'Sharps',
  'Sika',
  'SolarEdge',
  'Stovax',
  'Tarkett',
  'Thomas Sanderson',
  'Vent-Axia',
  'Villeroy & Boch',
  'Wren',
];

/** Names that describe a case rather than name what a line says; one word of several meanings. Asking is right. */
const MAY_ASK = new Set([
  ...BRANDS,
  'Materials to make fitted furniture',
  'ESM installed by its supplier',
  "Insulation within a builder's contract",
  'Waste inside a works contract',
  'Drying-out service by a contractor',
  '"VAT" from a supplier without a VAT number',
  'Fixed disability bathing equipment',
  'Street lighting on an access road',
  'Weber',
  'frame',
  'frames',
  'gloss',
  'lantern',
  'lanterns',
  'logs',
  'pedestal',
  'granite',
  'GRP',
  'tapered edge',
  'pedestals',
  'iron',
  'tray',
  'tube',
  'chalk',
  'pallet',
  'Youngmans',
  'aluminium profile',
  'rental garage',
  // No letters: in a longer line the same digits are the size of something else.
  '4x2',
  '6x2',
]);

/** Look-alikes that are a part of the thing, follow it, or are nothing anybody buys. */
const SAME_OUTCOME = new Set([
  'cill extension',
  'blind motor bracket',
  'walk-in freezer panel',
  'safe access hire',
  'bucket and digger hire',
  'trowel on plaster service',
  'caravan electric hook-up',
  'drinking fountain',
  'glove box',
  'shed load',
  'greenhouse gas',
  'courier door',
  'flue balance',
  'stable base ply',
  'plan view PV',
  'skirting heater',
  'block of flats',
  'voucher grant',
]);

function allowed(row: ItemRow, phrase: string, route: Route): readonly Treatment[] {
  const stated = STATED[phrase] ?? BY_CONDITION[row.id]?.[route];
  if (stated) return stated;
  const claim = BY_CLAIM[row.claim];
  return row.class === 'follows_other_line' ? [...claim, 'needs_answer'] : claim;
}

/** The place a row speaks of. */
function place(row: ItemRow): Partial<Line> {
  return row.id === 'deliv.member_state_vat_ni' ? { country: 'northern_ireland' } : {};
}

/** A heading of several things is no invoice line: it may be asked about, never decided wrongly. */
const isHeading = (name: string) => /,|:|\/|\b(and|or|with|other|of|in)\b/.test(name);

async function wrong(row: ItemRow, phrase: string, heading: boolean): Promise<string[]> {
  const found: string[] = [];
  for (const route of ROUTES) {
    const { classification, product, rule, question } = await classify({ text: phrase, route, ...place(row) });
    const got = `${classification.treatment} ${classification.vatReclaimable} as ${product?.conceptId ?? 'unknown'} by ${rule?.id ?? question?.id}`;
    const want = allowed(row, phrase, route);
    if ((heading || MAY_ASK.has(phrase)) && classification.treatment === 'needs_answer') continue;
    if (!want.includes(classification.treatment)) found.push(`"${phrase}" ${route}: ${want.join('|')}, got ${got}`);
    else if (product === null && classification.treatment === 'needs_answer')
      found.push(`"${phrase}" ${route}: not known, got ${got}`);
    if (
      ['NO', 'ASK', 'n/a'].includes(row.claim) &&
      !want.includes('reclaimable') &&
      classification.vatReclaimable !== '0.00'
    )
      found.push(`"${phrase}" ${route}: pays ${classification.vatReclaimable}`);
  }
  return found;
}

describe('items: the list', () => {
  it('has every row once', () => {
    expect(rows.length).toBe(724);
    expect(new Set(rows.map((r) => r.id)).size).toBe(724);
  });
});

describe('items: the name of the thing', () => {
  it.each(rows.map((row) => [row.id, row] as const))('%s', async (_id, row) => {
    expect(await wrong(row, row.item, isHeading(row.item))).toEqual([]);
  });
});

describe('items: synonyms', () => {
  it.each(rows.map((row) => [row.id, row] as const))('%s', async (_id, row) => {
    const found: string[] = [];
    for (const phrase of list(row.synonyms)) found.push(...(await wrong(row, phrase, false)));
    expect(found).toEqual([]);
  });
});

describe('items: look-alikes are not the item', () => {
  it.each(rows.filter((r) => r.lookalikes !== '').map((row) => [row.id, row] as const))('%s', async (_id, row) => {
    const found: string[] = [];
    for (const phrase of list(row.lookalikes)) {
      for (const route of ROUTES) {
        const { classification, product } = await classify({ text: phrase, route });
        if (product?.conceptId !== row.id || SAME_OUTCOME.has(phrase)) continue;
        // The thing together with work on it ("skirting fitting labour") names the thing, but must not be its claim.
        const refusedAsTheItem = row.claim === 'NO' && classification.treatment === 'not_reclaimable';
        const refusedAsTheService = row.id === 'prof.surveyor' && classification.treatment === 'not_reclaimable';
        if (refusedAsTheItem || refusedAsTheService || classification.vatReclaimable !== '0.00')
          found.push(`"${phrase}" ${route}: ${classification.treatment} ${classification.vatReclaimable}`);
      }
    }
    expect(found).toEqual([]);
  });
});

describe('items: words of goods inside something that is never claimed as goods', () => {
  it.each([
    'pile of rubble removal',
    'oil filter for vehicle',
    'heat pump trench',
    'haulier delivery',
    'SuDS basin',
    'drainage basin',
    'fuel filler',
    'block of flats',
    'boiler house',
    'Delivery charge, mixed order',
    'Emptying septic tank',
    'Emptying the cesspool',
    'Pull-out under-stairs storage system',
    'Shuttering-grade plywood',
  ])('%s', async (text) => {
    for (const route of ROUTES) {
      const { classification, product, rule } = await classify({ text, route });
      expect(classification.vatReclaimable, `${route} ${product?.conceptId} ${rule?.id}`).toBe('0.00');
    }
  });
});
