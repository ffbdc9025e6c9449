import { describe, expect, it } from 'vitest';
import { classify } from './book.js';

const goods = { route: 'self_build_431nb', supplyType: 'materials', net: 50000, vat: 10000 } as const;

describe('what is made for kitchens and bought for another room', () => {
  it.each([
    'Corian 12mm top 1400 x 480 for twin sit-on bowls, principal en suite',
    'Quartz slab 1600 x 500, two basin cut-outs',
    'Oak worktop 1200 x 450 for vessel basin',
    'Solid surface top to wash hand basins',
    'Laminate worktop 1.5m, bathroom',
    'Laminate worktop for utility room',
    'Quartz worktop for bar in cinema room',
    'Pull-out trays on runners for the space below the staircase, set of three',
    'Tandembox drawers for under the stairs',
    'Wirework baskets, pull-out, for the cupboard under the stairs',
    'Pull out trays for the linen cupboard',
    'Pan drawers for bedroom 1',
    'Pull-out bin for utility',
    'Base units 600 x 2 for bedroom 1',
    'Base unit 600 bathroom',
    'Howdens base units, study',
  ])('is not claimed: %s', async (text) => {
    const { classification } = await classify({ text, ...goods });
    expect(classification.treatment).toMatch(/^(?:not_reclaimable|needs_answer)$/);
  });

  it.each([
    'Granite worktop, kitchen and utility',
    'Quartz worktop for island, open plan kitchen lounge',
    'Kitchen worktop and sink, house with two bathrooms',
    'Kitchen tall carcass 600 x 2150',
    'Pull-out bin 500mm, kitchen',
    'Pan drawers for the kitchen, delivered to the hall',
  ])('stays the kitchen’s where the kitchen is named: %s', async (text) => {
    const { classification } = await classify({ text, ...goods });
    expect(classification.treatment).toBe('reclaimable');
  });
});
