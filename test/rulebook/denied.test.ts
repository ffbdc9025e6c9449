import { describe, expect, it } from 'vitest';
import { classify } from './book.js';

describe('what a line denies, or only names to say what something is for, makes no claim', () => {
  it.each([
    ['Cast iron cooking range which neither heats water nor radiators', 'not_reclaimable'],
    ['Rayburn, does not heat water or radiators', 'not_reclaimable'],
    ['Aga cooker, no central heating and no hot water', 'not_reclaimable'],
    ['Pool cover, not insulated, retractable, manual, indoor', 'needs_answer'],
    ['Trees not on the approved landscaping scheme', 'not_reclaimable'],
    ['Conservatory, not part of the original build', 'needs_answer'],
    ['Vanity unit, not directly under the basin', 'needs_answer'],
    ['Bathroom units, not under the basin and not behind the WC', 'not_reclaimable'],
    ['Wall heater, not permanently wired', 'needs_answer'],
    ['Cover for sand pile', 'needs_answer'],
    ['Kiln-dried ash for the cook stove, 1 cube crate', 'not_reclaimable'],
    ['Walnut for kitchen worktops', 'needs_answer'],
    ['WAGO CONNECTR CARRY CASE SET EMPTY', 'not_reclaimable'],
  ])('%j is %s', async (text, treatment) => {
    expect((await classify({ text })).classification.treatment).toBe(treatment);
  });
});

describe('what is said after a thing to be no part of the supply', () => {
  it.each(['Kitchen units (oven not incl.)', 'Wall light, black (lamps not inc)', 'Oak doors, rug excluded'])(
    '%j leaves it out',
    async (text) => {
      expect((await classify({ text })).classification.treatment).toBe('reclaimable');
    },
  );
  it.each([
    'Oak doors, handles excluded, lawnmower',
    'Kitchen units (worktop not included), dishwasher',
    'Oak doors, carpet excl VAT',
    'Oak doors, carpet, hob not included',
  ])('%j asks about the rest', async (text) => {
    expect((await classify({ text })).classification.treatment).toBe('needs_answer');
  });
});

describe('a charge or a service that is named after goods is none of them', () => {
  it.each([
    'Plasterboard fee',
    'Roof tile tax',
    'Brick wages',
    'Window subsidy',
    'Kitchen worktop valuation',
    'Skirting board tutorial',
    'Timber sponsorship',
  ])('%j asks', async (text) => {
    expect((await classify({ text })).classification.treatment).toBe('needs_answer');
  });
});

describe('work that is told before the goods it is done to is no supply of them', () => {
  it.each([
    'Cleaning the bricks',
    'Moving roof tiles',
    'Surveying windows',
    'Fitting windows',
    'Laying roof tiles',
    'Taking down the staircase',
    'Assembly of kitchen worktop',
    'Returning roof tiles',
    'Collection of roof tiles',
    'Roof windows fitted, you fit the blinds',
  ])('%j asks', async (text) => {
    expect((await classify({ text })).classification.treatment).toBe('needs_answer');
  });

  it.each([
    'Supplying roof tiles',
    'Oak doors, hung by others',
    'Fixing screws 5x80',
    'Interlocking roof tiles',
    'Plastering sand bulk bag',
    'Roofing nails 3kg',
  ])('%j are goods', async (text) => {
    expect((await classify({ text })).classification.treatment).toBe('reclaimable');
  });
});

describe('money back that is entered as an amount paid raises no claim', () => {
  it.each(['Credit for bricks', 'Credit note: bricks', 'Refund of roof tiles', 'bricks refund'])(
    '%j asks, and lowers the claim with a minus sign',
    async (text) => {
      const entered = await classify({ text });
      expect(entered.classification.treatment).toBe('needs_answer');
      expect(entered.question?.id).toBe('credit_or_charge');
      const lowered = await classify({ text, net: -50000, vat: -10000 });
      expect(lowered.classification).toMatchObject({ treatment: 'reclaimable', vatReclaimable: '-100.00' });
    },
  );

  it('a discounted price is the price of the goods', async () => {
    expect((await classify({ text: 'Bricks (10% discount applied)' })).classification.treatment).toBe('reclaimable');
  });
});

describe('blinds and shutters with what only powered ones have', () => {
  it.each([
    'Roller blinds 230V',
    'Pleated blinds with handset',
    'Plantation shutters, KNX',
    'Roman blinds operated by fob',
    'Venetian blinds, USB charged',
    'Roller blinds controlled from smartphone',
  ])('%s', async (text) => {
    expect((await classify({ text })).classification.treatment).toBe('not_reclaimable');
  });

  it('and a handset beside goods stays a thing of its own', async () => {
    expect((await classify({ text: 'Fixed dimmers and handsets' })).classification.treatment).toBe('needs_answer');
  });
});
