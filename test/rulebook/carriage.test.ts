import { describe, expect, it } from 'vitest';
import type { Line } from '../../src/rulebook/line.js';
import { classify } from './book.js';

/** Net £60.00 with £12.00 VAT unless said otherwise. */
async function decided(text: string, more: Partial<Line> = {}) {
  const { classification, question } = await classify({ text, supplyType: 'other', net: 6_000, vat: 1_200, ...more });
  return [classification.treatment, classification.vatReclaimable, question?.id ?? null];
}

describe('carriage on an order whose goods and values are named is shared by value', () => {
  it.each([
    ['Carriage on order: bricks £900 and tool chest £300', '9.00'],
    ['Carriage £60 on order: bricks £900 and tool chest £300', '9.00'],
    ['Carriage £60.00 on order: bricks £900.00 and tool chest £300.00', '9.00'],
    ['Delivery on order: bricks £900.00, tool chest £300.00', '9.00'],
    ['Delivery charge £60.00: bricks £1,860.00, hammer £620.00', '9.00'],
    // Goods that add up to the carriage itself are still the goods, and so is one that costs as much.
    ['Carriage: bricks £40, hammer £20', '8.00'],
    ['Delivery: bricks £60, hammer £60', '6.00'],
  ])('%s', async (text, claimed) => {
    for (const route of ['self_build_431nb', 'self_build_431c'] as const)
      expect(await decided(text, { route }), route).toEqual(['reclaimable_in_part', claimed, null]);
  });

  it('all goods claimable: all of it', async () => {
    expect(await decided('Carriage £60: bricks £900, roof tiles £300')).toEqual(['reclaimable', '12.00', null]);
  });

  it('amounts that add up to the line are its parts, carriage among them', async () => {
    const whole: Partial<Line> = { supplyType: 'materials', net: 126_000, vat: 25_200 };
    expect(await decided('Delivery £60.00, bricks £900.00, tool chest £300.00', whole)).toEqual([
      'reclaimable_in_part',
      '189.00',
      null,
    ]);
  });

  it('goods that nobody knows are asked about', async () => {
    expect(await decided('Carriage £60 on order: zorblats £900 and tool chest £300')).toEqual([
      'needs_answer',
      '0.00',
      'what_was_bought',
    ]);
  });
});

describe('carriage of goods that nobody knows is never claimed unasked', () => {
  it.each(['Delivery of zorblats', 'Carriage of furniture', 'Delivery charge for furniture'])('%s', async (text) => {
    expect(await decided(text, { supplyType: 'materials' })).toEqual(['needs_answer', '0.00', 'payment_for_what']);
    const inWorks: Partial<Line> = { route: 'self_build_431c', supplyType: 'supply_and_install', vat: 300 };
    expect(await decided(text, inWorks)).toEqual(['needs_answer', '0.00', 'payment_for_what']);
  });

  it('a bare delivery, and one to a place or a person, still follows the goods', async () => {
    for (const text of ['Delivery', 'Delivery to site', 'Delivery for Mr Jones'])
      expect(await decided(text, { supplyType: 'materials' }), text).toEqual(['reclaimable', '12.00', null]);
  });
});

describe('carriage of refused goods at 5%', () => {
  it.each([
    ['self_build_431c', 'supply_and_install', 'supplier_correction', null],
    ['self_build_431c', 'labour', 'supplier_correction', null],
    ['self_build_431nb', 'supply_and_install', 'supplier_correction', null],
    ['self_build_431c', 'materials', 'needs_answer', 'merchant_reduced_rate'],
    ['self_build_431nb', 'other', 'needs_answer', 'merchant_reduced_rate'],
  ] as const)('%s %s', async (route, supplyType, treatment, asks) => {
    expect(await decided('Delivery of carpet', { route, supplyType, vat: 300 })).toEqual([treatment, '0.00', asks]);
  });

  it('on a conversion nothing is repaid, because 5% is too little; on a new build all of it', async () => {
    const repaid = async (route: Line['route']) =>
      (await classify({ text: 'Delivery of carpet', route, supplyType: 'supply_and_install', net: 6_000, vat: 300 }))
        .classification;
    expect(await repaid('self_build_431c')).toMatchObject({ vatToRecoverFromSupplier: '0.00', correctRate: '20' });
    expect(await repaid('self_build_431nb')).toMatchObject({ vatToRecoverFromSupplier: '3.00' });
  });
});
