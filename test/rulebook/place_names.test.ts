import { describe, expect, it } from 'vitest';
import { classify } from './book.js';

const goods = { route: 'self_build_431nb', supplyType: 'materials', net: 50000, vat: 10000 } as const;

const treatmentOf = async (text: string) => (await classify({ text, ...goods })).classification.treatment;

describe('names of addresses and persons', () => {
  it.each([
    'Site: Tennis Court Farm - MOT type 1',
    'Delivered to Stable Cottage: 12.5mm plasterboard x 40',
    'Job ref: Fountain Cottage - copper pipe 15mm',
    'Catnic CG90 1800 - Summerhouse Lane',
    'Multi finish plaster 25kg x 30 - site: Mill Pond House',
    'Unvented cylinder 250L - 4 Orangery Close',
    'Facing bricks 65mm for Stable Cottage',
    'Oak internal door FD30 - Mr Thatcher',
    'Account: Mr Skip Jones - plywood',
    'Natural slates 500x250 - Mr D Carpenter',
  ])('say nothing of goods: %s', async (text) => {
    expect(await treatmentOf(text)).toBe('reclaimable');
  });

  it.each([
    'Facing bricks 65mm - Holiday Cottage',
    'Plasterboard 12.5mm for Guest Cottage',
    'Facing bricks 65mm - site: Pool House',
    'Plasterboard 12.5mm - Other House, Mill Lane',
    'Facing bricks 65mm - tennis court farm',
    'Project: Swimming Pool - excavate and line',
    'Skip hire - Rose Cottage',
    'Bench Lane - garden bench',
    'Mr Carpet - carpet tiles',
    'Mrs Hire - dehumidifier hire',
  ])('save nothing that is no name, and nothing beside one: %s', async (text) => {
    expect(await treatmentOf(text)).not.toBe('reclaimable');
  });

  it('are told as such', async () => {
    const { steps } = await classify({ text: 'Bricks - Bench Lane', ...goods });
    expect(steps).toContain('"Bench Lane" is read as a name, which says nothing of the goods.');
  });

  it('name a maker where the catalogue has one', async () => {
    const { product } = await classify({ text: 'Mr Tomkinson underlay', ...goods });
    expect(product?.conceptId).toBe('finish.carpet_underlay');
  });
});
