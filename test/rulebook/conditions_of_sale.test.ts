import { describe, expect, it } from 'vitest';
import type { Line } from '../../src/rulebook/line.js';
import { classify } from './book.js';

async function treatment(text: string, more: Partial<Line> = {}): Promise<string> {
  const { classification } = await classify({ text, supplyType: 'materials', net: 60_000, vat: 12_000, ...more });
  return classification.treatment;
}

describe('who puts the goods in, where they were left and how they travelled changes nothing about goods bought alone', () => {
  it.each([
    'Contura 556 stove. No fitting: your own HETAS engineer is to collect.',
    'Oak doors x 4. Your carpenter is to collect and hang.',
    'Concrete blocks 7N, own bricklayer to lay',
    'Roof trusses craned off at roadside, client’s own men to place them',
    'Bifold doors, fixing forms no part of our contract',
    'Bifold doors. Installation does not form part of this quotation.',
    'Steel beams, erection excluded from this contract',
    'Composite slates, roofer engaged by you',
    'Cast iron radiators; plumber to be found by you',
    'Front door, to be fitted by a separate contractor',
    'Vaillant ecoTEC boiler, fitting is by Oakdene Plumbing Ltd under their own invoice',
    'Facing bricks 65mm, please leave on the verge',
    'Roof trusses, crane-off to kerb',
    'Sash windows handed to your carrier on 3 June',
    'Insulation boards, goods sent by pallet',
    'Clay roof tiles direct from works',
    'Welsh slates ex quarry, your transport',
    'Further to your call we supply six timber casement windows',
    '100mm aircrete blocks, inner leaf',
    'Cast iron bath, two men required to unload',
    'Facing bricks 65mm, forklift offload by you',
    'Sash windows, customer’s installer to fit',
    'Steel beam as per engineer’s schedule',
    'Precast stairs; craning & placing excluded',
    'Roof trusses, lifting & fixing n/i',
    'Windows - installation not priced',
    'Engineered oak floor, not laid',
    '110mm drainage pipe. We supply only, you dig & lay',
    'Welsh slates, material sale only - no dressing',
    'Bifold doors, fixing & glazing by your own glazier',
    'Roof trusses, delivery only, put up by own labour',
    'Oak doors; joiner to hang',
    'Septic tank, delivered only (groundworker to set)',
  ])('%s', async (text) => {
    for (const route of ['self_build_431nb', 'self_build_431c'] as const)
      expect(await treatment(text, { route }), route).toBe('reclaimable');
  });

  it.each([
    'Fridge freezer, please leave on the verge',
    'Carpet, fitting forms no part of our contract',
    'Built-in oven, your own electrician to connect',
    'Fitted wardrobes, own carpenter to fix',
  ])('nor of goods that are refused: %s', async (text) => {
    expect(await treatment(text)).toBe('not_reclaimable');
  });

  it.each([
    'Windows, our joiner to hang',
    'Windows, own fitters to install',
    'Windows, our own joiner to hang',
    'Windows, our own carpenters will fit',
    'Windows, our own fitters to install',
    'Windows, no labour charged, fitted by our team',
    // What is not fitted by us is not all that was supplied.
    'Windows, fitted, we do not fit trims',
    'Kitchen units, oven fitted by client',
    'Kitchen units, oven to be fitted by your electrician',
    'Collect old bath',
    'Two men to carry in plasterboard',
    'Oak doors, joiner to hang, 2 days',
    'Oak doors, 2 joiners to hang',
    'Oak doors and joiner to hang',
    'Oak doors, price for joiner to hang',
    'Joiner to hang oak doors',
    'Staircase, fitted (joiner to assemble)',
    'Oak flooring, not yet laid',
  ])('but it may be the supplier who fits, and a thing may be in the price: %s', async (text) => {
    expect(await treatment(text)).toBe('needs_answer');
  });

  it.each([
    'Block paving to drive - supply & lay',
    'Asphalt surfacing to drive, supplied, laid & rolled',
    'Steel roof frame, fabricated, delivered & erected',
    'Materials used in our re-roof: slate, batten, lead',
    'Roof trusses, fitted by us, lifting excluded',
  ])('what the words say the supplier put in was not bought alone, whatever was stated: %s', async (text) => {
    expect(await treatment(text)).toBe('supplier_correction');
  });

  it('goods of the customer’s leave labour what it is, unless they are refused', async () => {
    const labour: Partial<Line> = { supplyType: 'labour', route: 'self_build_431c', net: 60_000, vat: 3_000 };
    expect(await treatment('Kitchen fitter 6 days, units by client', labour)).toBe('reclaimable');
    expect(await treatment('Bathroom fitter 4 days, suite by client', labour)).toBe('reclaimable');
    expect(await treatment('Kitchen fitter, wardrobes by client', labour)).toBe('needs_answer');
    expect(await treatment('Electrician 1 day, hot tub by client', labour)).toBe('needs_answer');
    expect(await treatment('Kitchen fitter, loungers by client', labour)).toBe('needs_answer');
  });

  it('a price stated as fitted that says so is asked about', async () => {
    expect(await treatment('Oak doors, your own joiner to hang', { supplyType: 'supply_and_install' })).toBe(
      'needs_answer',
    );
  });
});

describe('haulage', () => {
  it('of goods that the carrier sold follows them', async () => {
    const other: Partial<Line> = { supplyType: 'other' };
    expect(await treatment('Haulage of the facing bricks we sold you', other)).toBe('reclaimable');
    expect(await treatment('Haulage of the carpet we sold you', other)).toBe('not_reclaimable');
    expect(await treatment('Haulage of facing bricks', other)).toBe('needs_answer');
  });
});

describe('a garage built with the home', () => {
  it('counts when the line says both that and that it is used with it', async () => {
    expect(await treatment('Garage frame kit, built at the same time as the house and for use with it')).toBe(
      'reclaimable',
    );
    expect(await treatment('Garage frame kit, built at the same time as the house')).toBe('needs_answer');
  });
});
