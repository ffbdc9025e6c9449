import { describe, expect, it } from 'vitest';
import { classify } from './book.js';

const goods = { route: 'self_build_431nb', supplyType: 'materials', net: 50000, vat: 10000 } as const;

describe('a part said to be for a thing', () => {
  it.each([
    'Premium cover for hot tub',
    'Handle for dishwasher',
    'Lid for barbecue',
    'Legs for desk',
    'Bag for vacuum cleaner',
    'Stand for mitre saw',
    'Nozzle for foam gun',
  ])('is refused with it: %s', async (text) => {
    expect((await classify({ text, ...goods })).classification.treatment).toBe('not_reclaimable');
  });

  it.each([
    'Handle for kitchen units',
    'Panel for dishwasher',
    'Door for American fridge',
    'Sprocket cover for dishwasher and oak doors',
  ])('is asked about where that can be claimed, or the part may be the kitchen’s: %s', async (text) => {
    expect((await classify({ text, ...goods })).classification.treatment).toBe('needs_answer');
  });
});

describe('a service told of a thing that is named before it', () => {
  const service = { ...goods, supplyType: 'other' } as const;

  it.each(['Heat pump: annual service', 'Boiler - annual service', 'Sewage treatment plant: yearly service visit'])(
    'is what the line is about: %s',
    async (text) => {
      expect((await classify({ text, ...service })).classification.treatment).toBe('not_reclaimable');
    },
  );

  it('is asked about on a line of goods', async () => {
    const { classification } = await classify({ text: 'Heat pump: annual service', ...goods });
    expect(classification.treatment).toBe('needs_answer');
  });
});

describe('work on a thing with dates of its own', () => {
  const works = { route: 'self_build_431c', supplyType: 'supply_and_install', net: 50000, vat: 2500 } as const;

  it.each([
    'Storage battery supplied and fitted c/w isolator and gateway',
    'Wind turbine supplied and fitted with isolator',
  ])('is not read as work on what comes with it: %s', async (text) => {
    expect((await classify({ text, ...works })).rule?.id).toBe('431c.energy_saving.job_not_known_reduced');
  });
});

describe('what goods are fixed with, printed as more than one', () => {
  it.each(['Grab rail 450mm c/w fixings', 'Grab rail and fixings', 'GRAB RAIL 450MM C/W FXGS'])(
    'is no work: %s',
    async (text) => {
      expect((await classify({ text, ...goods })).classification.treatment).toBe('reclaimable');
    },
  );

  it.each(['Grab rail and fixing', 'Grab rail c/w fitting'])('is work, printed as one: %s', async (text) => {
    expect((await classify({ text, ...goods })).classification.treatment).toBe('needs_answer');
  });
});

describe('a top over a thing', () => {
  it.each(['Oak top over the radiators', 'Stone slab beneath the boiler', 'Marble ledge round the bath'])(
    'is not that thing: %s',
    async (text) => {
      expect((await classify({ text, ...goods })).classification.treatment).toBe('needs_answer');
    },
  );
});

describe('a part that has a name of its own', () => {
  it.each(['Cover for manhole', 'Seal for shower screen', 'Legs for bath'])('%s', async (text) => {
    expect((await classify({ text, ...goods })).classification.treatment).toBe('reclaimable');
  });
});

describe('a line that begins with what was done is work, whatever was stated', () => {
  it.each([
    'Fix Belfast sink',
    'Connect cooker hood',
    'Replace downlights',
    'Hang oak doors',
    'Fit copper tube',
    'Lay heating pipe and pump 65mm flowing screed, materials included',
    'To mount radiators',
    'To wire downlights',
    'Renew downlights',
    'Take out radiators',
    'Rehang internal doors',
  ])('%s', async (text) => {
    for (const route of ['self_build_431nb', 'self_build_431c'] as const)
      expect((await classify({ text, ...goods, route })).classification.treatment).not.toMatch(/^reclaimable/);
  });

  it.each(['Fix All adhesive', 'Joist hangers, face fix', 'Replacement ridge tiles', 'Fixing screws'])(
    'and a name may begin so: %s',
    async (text) => {
      expect((await classify({ text, ...goods })).question?.id).not.toBe('sai_who_fitted');
    },
  );
});
