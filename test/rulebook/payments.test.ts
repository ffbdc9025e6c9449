import { describe, expect, it } from 'vitest';
import { classify } from './book.js';

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
  it.each(['Windows - 50% deposit', 'Roof tiles (balance)', 'Windows, doors - deposit', 'Oak frame: payment 2 of 3'])(
    '%s is for them',
    async (text) => {
      expect((await of(text, 5000, 1000)).treatment).toBe('reclaimable');
    },
  );

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
