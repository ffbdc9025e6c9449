import { describe, expect, it } from 'vitest';
import { classify } from './book.js';

const goods = { route: 'self_build_431nb', supplyType: 'materials', net: 100000, vat: 20000 } as const;
const conversion = { route: 'self_build_431c', supplyType: 'supply_and_install', net: 1455000, vat: 105000 } as const;

async function treatmentOf(line: Parameters<typeof classify>[0]): Promise<string> {
  return (await classify(line)).classification.treatment;
}

describe('what stands around the stated amounts is said of every part', () => {
  it.each([
    'Bricks 800.00, sand 200.00, for stables',
    'Bricks 800.00 and sand 200.00 for next door',
    'Bricks 800.00; sand 200.00; both for the paddock wall',
    'Bricks 800.00, drill 200.00, all for our rental property',
    'Bricks £800.00, oven £200.00 after completion',
    '£800.00 bricks, £200.00 sand, both for the stables',
    'For next door bricks 800.00, sand 200.00',
    'Stables - bricks 800.00, sand 200.00',
    'Steel props 800.00, scaffold boards 200.00, hire',
    'For the stables: bricks 800.00, sand 200.00',
  ])('nothing of it is claimed: %s', async (text) => {
    expect(await treatmentOf({ text, ...goods })).toMatch(/^(?:not_reclaimable|needs_answer)$/);
  });

  it.each([
    ['Bricks 800.00, sand 200.00, delivered', 'reclaimable'],
    ['Bricks 800.00, sand 200.00 for kitchen wall', 'reclaimable'],
    ['Kitchen order 77412: units & worktops 800.00, oven 200.00', 'reclaimable_in_part'],
    ['Order 4471: cabinets, worktop and sink 800.00; oven, hob and fridge-freezer 200.00', 'reclaimable_in_part'],
    ['Bathroom pack: WC, basin & bath 800.00; mirrored cabinet 200.00', 'reclaimable_in_part'],
  ])('and what says only what was ordered changes nothing: %s', async (text, treatment) => {
    expect(await treatmentOf({ text, ...goods })).toBe(treatment);
  });
});

describe('the VAT printed beside an amount is no amount of its own', () => {
  it.each([
    'Stage 5 barn works 12,400.00 at 5% = 620.00; bedroom furniture made and fitted 2,150.00 at 20% = 430.00',
    'Stage 5 barn works 12,400.00 + 620.00 VAT; bedroom furniture made and fitted 2,150.00 + 430.00 VAT',
    'Stage 5 barn works 12,400.00 + VAT 5% 620.00; bedroom furniture made and fitted 2,150.00 + VAT 20% 430.00',
  ])('%s', async (text) => {
    const { classification } = await classify({ text, ...conversion });
    expect(classification.treatment).toBe('reclaimable_in_part');
    expect(classification.vatReclaimable).toBe('620.00');
  });

  it('carries the rest of the VAT where only one part has no rate', async () => {
    const books = 'Bricks 800.00 plus VAT, books 200.00 zero rated';
    expect((await classify({ text: books, ...goods, vat: 16000 })).classification.vatReclaimable).toBe('160.00');
    const bricks = 'Books 800.00 plus VAT, bricks 200.00 zero rated';
    expect((await classify({ text: bricks, ...goods, vat: 16000 })).classification.vatReclaimable).toBe('0.00');
    const fitted = 'Doors and glazing, one contract: goods 800.00 plus VAT, installation 200.00 zero rated';
    expect(await treatmentOf({ text: fitted, ...goods, supplyType: 'supply_and_install', vat: 16000 })).toBe(
      'supplier_correction',
    );
  });
});

describe('a heading names the thing whose parts are priced', () => {
  it('scaffolding put up and hired', async () => {
    const text = 'Scaffold split by firm: put up and strike 600.00, rental 400.00';
    expect(await treatmentOf({ text, ...goods, supplyType: 'other' })).toBe('supplier_correction');
  });

  it('carriage that repeats its own charge', async () => {
    const text = 'Carriage on one order: floor tiles 1,500.00, tile saw 500.00; haulage 48.00 is this line';
    const { classification } = await classify({ text, ...goods, supplyType: 'other', net: 4800, vat: 960 });
    expect(classification.treatment).toBe('reclaimable_in_part');
    expect(classification.vatReclaimable).toBe('7.20');
  });
});

describe('the price of one beside what all of them cost is no amount of its own', () => {
  it.each([
    ['Multi-finish x10 @ 80.00 = 800.00, plastering trowel = 200.00', 'reclaimable_in_part'],
    ['Plasterboard 100 sheets at £8.00 = £800.00; gloves 20 pairs @ 10.00 = 200.00', 'reclaimable_in_part'],
    ['Multi-finish x10 @ 80.00 = 900.00, plastering trowel = 200.00', 'needs_answer'],
  ])('%s', async (text, treatment) => {
    expect(await treatmentOf({ text, ...goods })).toBe(treatment);
  });
});

describe('the price of one is no amount, and prices with VAT add up to the price with VAT', () => {
  it.each([
    ['4 rolls loft insulation @ £200.00, 1 staple gun @ £200.00', 'reclaimable_in_part'],
    ['8 x cement 25kg @ £100.00, 1 x wheelbarrow @ £200.00', 'reclaimable_in_part'],
    ['4 x manual rooflights at £200.00 each, solar blind at £200.00', 'reclaimable_in_part'],
    ['5 x manual rooflights at £200.00 each, solar blind at £200.00', 'needs_answer'],
    ['Wood burner £960.00 inc VAT; log basket £240.00 inc VAT', 'reclaimable_in_part'],
    ['Wood burner £960.00; log basket £250.00', 'needs_answer'],
    ['Order: (800.00) plasterboard, (200.00) hawk and trowel set', 'reclaimable_in_part'],
  ])('%s', async (text, treatment) => {
    expect(await treatmentOf({ text, ...goods })).toBe(treatment);
  });

  it('the net is shared by the prices with VAT', async () => {
    const text = 'Wood burner £960.00 inc VAT; log basket £240.00 inc VAT';
    expect((await classify({ text, ...goods })).classification.vatReclaimable).toBe('160.00');
  });
});

describe('what is said behind an amount is said of its part', () => {
  it.each([
    ['Bricks £800.00 for the stables, drill £200.00', 'not_reclaimable'],
    ['Bricks £800.00 for the house, drill £200.00', 'reclaimable_in_part'],
  ])('%s', async (text, treatment) => {
    expect(await treatmentOf({ text, ...goods })).toBe(treatment);
  });
});

describe('only the price of its own motor or appliances says that a thing holds none', () => {
  it.each([
    ['Electric gates £800.00, separate ram operators £200.00', 'reclaimable_in_part'],
    ['Electric gates £800.00, oven £200.00', 'needs_answer'],
    ['Kitchen package £800.00, sofa £200.00', 'needs_answer'],
    ['Home automation: lighting modules £800.00 + tablets and handsets £200.00', 'reclaimable_in_part'],
    ['Home automation: hub £800.00 + handsets £200.00', 'needs_answer'],
  ])('%s', async (text, treatment) => {
    expect(await treatmentOf({ text, ...goods })).toBe(treatment);
  });
});
