import { describe, expect, it } from 'vitest';
import { parseConfirmedAnswer } from '../../src/rulebook/answers.js';
import { classify, rulebook } from './book.js';

const of = async (text: string, net: number, vat: number) =>
  (await classify({ text, route: 'self_build_431nb', supplyType: 'materials', net, vat })).classification;

/** decisions.md section (e): what reduces a price takes the treatment of what it reduces. */
describe('a voucher', () => {
  it.each(['Gift card', 'Nectar points', 'Loyalty voucher'])('%s, bought, is never claimed', async (text) => {
    expect((await of(text, 5000, 1000)).treatment).toBe('not_reclaimable');
  });

  it.each(['Loyalty voucher', 'Trade points redeemed', 'Cashback'])(
    '%s, redeemed, is asked about: refused, it would leave the claim too high',
    async (text) => {
      expect((await of(text, -5000, -1000)).treatment).toBe('needs_answer');
    },
  );

  it('redeemed for goods that are claimed takes its VAT off the claim', async () => {
    expect(await of('Voucher, roof tiles', -5000, -1000)).toMatchObject({
      treatment: 'reclaimable',
      vatReclaimable: '-10.00',
    });
  });
});

describe('a payment told after goods', () => {
  it.each([
    'Windows - 50% deposit',
    'Oak frame kit, supply only: 40% deposit on order',
    'Roof tiles (balance)',
    'Windows, doors - deposit',
    'Oak frame: payment 2 of 3',
  ])('%s is for them', async (text) => {
    expect((await of(text, 5000, 1000)).treatment).toBe('reclaimable');
  });

  it.each(['Carpet - deposit', 'Wardrobe, deposit'])('%s is refused with them', async (text) => {
    expect((await of(text, 5000, 1000)).treatment).toBe('not_reclaimable');
  });

  it.each(['Windows and carpet - deposit', 'Windows - deposit, zither', 'Vanity unit - deposit'])(
    '%s asks, where they do',
    async (text) => {
      expect((await of(text, 5000, 1000)).treatment).toBe('needs_answer');
    },
  );
});

describe('a retention', () => {
  const released = (text: string, vat = 20_000, route: 'self_build_431nb' | 'self_build_431c' = 'self_build_431nb') =>
    classify({ text, route, supplyType: 'other', net: 100_000, vat });

  it.each(['Release of retention on kitchen units supplied', 'Retention released on steel beams'])(
    '%s, that names goods, follows them, and who fitted them is asked',
    async (text) => {
      expect((await released(text)).question?.id).toBe('payment_for_what');
    },
  );

  it.each(['Retention release', 'Retention on roofing works', 'Retention - lime render contract'])(
    '%s, that names works or nothing, takes the rate of works',
    async (text) => {
      expect((await released(text)).classification.treatment).toBe('supplier_correction');
    },
  );

  it('at the rate of works is of works', async () => {
    const { classification } = await released('Retention released on steel beams', 5_000, 'self_build_431c');
    expect(classification.treatment).toBe('reclaimable');
  });
});

describe('a payment for things of both kinds', () => {
  it.each([
    [90_000, 18_000, '100.00'],
    [-90_000, -18_000, '-100.00'],
  ])('is claimed by the amount for what can be claimed (%d)', async (net, vat, claimed) => {
    const answers = parseConfirmedAnswer('payment_for_what=claimable_amount:500.00', (await rulebook()).questions);
    const { classification } = await classify({ text: 'Deposit', net, vat, answers });
    expect(classification).toMatchObject({ treatment: 'reclaimable_in_part', vatReclaimable: claimed });
  });
});
