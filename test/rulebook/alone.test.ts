import { describe, expect, it } from 'vitest';
import { classify } from './book.js';

const answerTo = async (text: string) =>
  (await classify({ text, route: 'self_build_431nb', supplyType: 'materials', net: 100_000, vat: 20_000 }))
    .classification.treatment;

describe('a word that describes beside others', () => {
  it.each([
    'Concrete 6m3',
    'CONCRETE 6M3',
    '6 m3 concrete',
    'Concrete delivered to site 8m3',
    'Concrete for house foundations',
    'Timber for studwork',
    'Bag of sand',
    'Render',
    'Slates x 200',
    '8 doors',
    'Fencing 20m',
    'Gravel 20 tonnes',
    'Beams',
    'Paving',
  ])('names the material by itself: %s', async (text) => {
    expect(await answerTo(text)).toBe('reclaimable');
  });

  it.each([
    'Timber and ply',
    'Timber, ply and screws',
    'Travis Perkins: timber and ply',
    'Slates and battens',
    'Gravel and sub base',
    'Sand and gravel',
    'Mesh and rebar',
    'Windows and timber',
  ])('is one of several building materials: %s', async (text) => {
    expect(await answerTo(text)).toBe('reclaimable');
  });

  it.each([
    'Timber and sofa',
    'Timber, zither',
    'Zither and timber',
    'Timber and wine',
    'Ply and glue gun',
    'Sand and gnomes',
    'Gnomes and sand',
    'Board and rebar',
    'Timber, navy',
    'Felt and scissors',
    'Mesh and trampoline',
    'Timber crate',
    'Timber box',
    'Concrete pot',
    'Timber basket',
    'Sand basket',
    'Slate tray 30cm oven to table',
    'Slates for cheese',
    'Gravel for fish tank',
    'Gravel for garden beds',
    'Bricks for flower beds',
    'Fence for paddock',
    'Door basket',
    'Concrete planter',
    'Concrete and leather',
    'Sand bucket',
    'Play sand',
    'Timber for shed',
    'Timber for table',
    'Timber for neighbour',
    'Concrete mixer',
    'Timber, wardrobe',
    'Timber etc',
  ])('names no material beside them: %s', async (text) => {
    expect(await answerTo(text)).not.toMatch(/^reclaimable/);
  });

  const works = async (text: string) =>
    (await classify({ text, route: 'self_build_431c', supplyType: 'supply_and_install', net: 100_000, vat: 5_000 }))
      .classification.treatment;

  it.each(['Roof', 'External walls', 'Roof and walls', 'Internal partitions', 'Foul drainage', 'New driveway'])(
    'names works on a part of the building: %s',
    async (text) => {
      expect(await works(text)).toBe('reclaimable');
    },
  );

  it.each([
    'Roof of stable',
    'Roof, carpets',
    'Roof and skip hire',
    'Partition hire',
    'Driveway to field',
    'Roof insurance',
  ])('names no works beside what they are not: %s', async (text) => {
    expect(await works(text)).not.toMatch(/^reclaimable/);
  });

  it.each(['Walls: bricks', 'Roof: membrane and nails'])('says where goods go: %s', async (text) => {
    expect(await answerTo(text)).toBe('reclaimable');
  });
});

describe('a heading that only says how things were sold', () => {
  it.each([
    'Sundries: screws and nails',
    'Sundries (screws, plugs, sealant)',
    'Materials: sand, cement',
    'Various materials - timber, ply and screws',
    'Goods as per delivery note: 40 blocks, 10 bags cement',
    'Bathroom pack: bath, basin, WC',
    'Kitchen order: units and worktop',
  ])('gives way to the list after it: %s', async (text) => {
    expect(await answerTo(text)).toBe('reclaimable');
  });

  it.each([
    'Sundries, screws',
    'Sundries: screws, gloves',
    'Sundries: gloves and dust sheets',
    'Materials: carpet and underlay',
    'Materials: zither, cement',
    'Materials: cement, zither',
    'Materials - labour',
    'Materials - extension',
    'Misc: tools and screws',
    'Kitchen order: units, oven',
    'Complete kitchen including appliances - units and worktops',
    'Bathroom pack: bath, basin, mirror cabinet',
  ])('claims nothing that the list does not say: %s', async (text) => {
    expect(await answerTo(text)).not.toBe('reclaimable');
  });
});

describe('part of the works, named with goods or with what was done', () => {
  it.each(['40mm limestone, oversite, 20t', '6.0 m3 GEN3 S3 - house footings'])(
    'is where the goods go: %s',
    async (text) => {
      expect(await answerTo(text)).toBe('reclaimable');
    },
  );

  it('is what was done', async () => {
    const line = { route: 'self_build_431nb', supplyType: 'labour', net: 100_000, vat: 20_000 } as const;
    const { classification } = await classify({ text: 'Footings: trench, pour C30 and strike off', ...line });
    expect(classification.treatment).toBe('supplier_correction');
  });
});
