import { describe, expect, it } from 'vitest';
import { parseConfirmedAnswer } from '../../src/rulebook/answers.js';
import { classify, rulebook } from './book.js';

const bought = { route: 'self_build_431nb', supplyType: 'materials', net: 50000, vat: 10000 } as const;

const GOODS = ['Facing bricks', 'Radiators', 'Copper pipe 15mm'];
/** Whoever owns them, they are no part of the home. */
const PLACES = [
  ...[
    'shop',
    'pub',
    'inn',
    'hotel',
    'cafe',
    'restaurant',
    'guest house',
    'clinic',
    'dental surgery',
    'salon',
    'barbers',
    'factory',
  ],
  ...[
    'warehouse',
    'business unit',
    'office block',
    'showroom',
    'primary school',
    'playgroup',
    'care home',
    'village hall',
    'clubhouse',
  ],
  ...[
    'rugby club',
    'leisure centre',
    'petrol station',
    'garden centre',
    'farm shop',
    'livery yard',
    'cattery',
    'caravan',
    'boat',
    'bike store',
  ],
  ...[
    'my mum',
    "my mother's house",
    "parents' house",
    "son's flat",
    'my friend',
    'our current house',
    'rented house',
    'tenants’ house',
  ],
  ...[
    'other plot',
    'another job',
    'site office',
    'builders yard',
    'my business',
    'churchyard',
    'cemetery',
    'paddock',
    'meadow',
    'campsite',
  ],
];
const WORDINGS = [
  'for the PLACE',
  'for the wall of the PLACE',
  'for PLACE roof',
  'in the PLACE',
  'belonging to the PLACE',
  'used at the PLACE',
];

describe('goods said to be for another place', () => {
  it.each(WORDINGS)('%s: no place makes a claim', async (wording) => {
    const claimed: string[] = [];
    for (const place of PLACES) {
      for (const goods of GOODS) {
        const text = `${goods} ${wording.replace('PLACE', place)}`;
        const { classification } = await classify({ text, ...bought });
        if (!/^(?:not_reclaimable|needs_answer)$/.test(classification.treatment)) claimed.push(text);
      }
    }
    expect(claimed).toEqual([]);
  });

  it.each(['crematorium', 'set of a school play', 'signal box'])(
    'asks where no list knows what they are for: %s',
    async (unknown) => {
      const { classification } = await classify({ text: `Facing bricks for the ${unknown}`, ...bought });
      expect(classification.treatment).toBe('needs_answer');
    },
  );

  it.each([
    'Facing bricks for the boundary wall',
    'Facing bricks for the chimney breast',
    'Radiators for the hall and landing',
    'Copper pipe 15mm for the bathroom run',
    'Facing bricks for Mr and Mrs Hall',
    'Facing bricks for Ridgeway',
    'Copper pipe for the hot supply',
    'Radiators for plot 2',
    'Bricks returned to the shop, short by 40',
    'Radiators for the warehouse conversion',
  ])('is claimed for the home: %s', async (text) => {
    const { classification } = await classify({ text, ...bought });
    expect(classification.treatment).toBe('reclaimable');
  });
});

describe('works on a conversion that are no works to the building', () => {
  const works = { route: 'self_build_431c', supplyType: 'labour', net: 100000, vat: 5000 } as const;

  it.each([
    'Bricklaying to garden wall',
    'Bricklaying to patio',
    'Carpentry to terrace',
    'Brickwork in garden',
    'Roofing works on second barn',
    'Plastering, separate annexe',
    'Electrical rewire at the hotel',
    'Plastering to the leisure centre',
  ])('%s: asked about', async (text) => {
    expect((await classify({ text, ...works })).classification.treatment).toBe('needs_answer');
  });

  it.each(['Bricklaying to boundary wall', 'Bricklaying to gable', 'Plastering to bedrooms', 'Lay drains to the rear'])(
    '%s: part of the works',
    async (text) => {
      expect((await classify({ text, ...works })).classification.treatment).toBe('reclaimable');
    },
  );
});

describe('things of everyday life beside goods', () => {
  it.each([
    'Statue made of facing bricks',
    'Kennel fire doors',
    'Kennel floor tiles',
    'Facing bricks at mausoleum',
    'Copper pipe 15mm to beehive',
    'Radiators on stagecoach',
  ])('%s: makes no claim', async (text) => {
    expect((await classify({ text, ...bought })).classification.treatment).not.toBe('reclaimable');
  });

  it.each(['Copper pipe 15mm to manifold', 'Facing bricks to gable', 'Door hinges on stiles', 'Twin wall flue pipe'])(
    '%s: of the home',
    async (text) => {
      expect((await classify({ text, ...bought })).classification.treatment).toBe('reclaimable');
    },
  );
});

describe('goods to do something to a thing', () => {
  it.each([
    'PIR 50mm to skirt the static van we live in',
    'Ply to floor the boat',
    'Insulation to wrap our beehives',
    'Timber to shore the zorkle',
  ])('%s is not claimed', async (text) => {
    expect((await classify({ ...bought, text })).classification.treatment).not.toBe('reclaimable');
  });

  it.each(['Battens to fix the slates', 'Paint to match our colour', 'Gutters to the rear'])(
    '%s is claimed',
    async (text) => {
      expect((await classify({ ...bought, text })).classification.treatment).toBe('reclaimable');
    },
  );
});

describe('a barn beside a new home', () => {
  it.each([
    'Facing bricks for barn',
    'Oak boards to the old barn',
    'Roof slates for church',
    'Gutters 112mm - ag barn',
  ])('is asked about: %s', async (text) => {
    expect((await classify({ ...bought, text })).classification.treatment).toBe('needs_answer');
  });

  it('is another building than the home, unless the home is meant', async () => {
    expect((await classify({ ...bought, text: 'Facing bricks for barn' })).question?.id).toBe('which_building');
  });

  it.each([
    'Paint for cottage and barn',
    'Plasterboard for house and barn',
    'Natural slates for the barn and the house',
  ])('named with a house is claimed by the amount for the home: %s', async (text) => {
    const { questions } = await rulebook();
    for (const route of ['self_build_431nb', 'self_build_431c'] as const) {
      expect((await classify({ ...bought, text, route })).question?.id).toBe('which_building');
      const answers = parseConfirmedAnswer('which_building=home_amount:300.00', questions);
      expect((await classify({ ...bought, text, route, answers })).classification).toMatchObject({
        treatment: 'reclaimable_in_part',
        vatReclaimable: '60.00',
      });
    }
  });

  it('is asked about in the work on both, too', async () => {
    const works = { route: 'self_build_431c', supplyType: 'labour', net: 50000, vat: 2500 } as const;
    expect((await classify({ ...works, text: 'Reroof house and barn' })).question?.id).toBe('which_building');
    expect((await classify({ ...works, text: 'Reroof barn' })).classification.treatment).toBe('reclaimable');
  });

  it('is what becomes the home of a conversion, and part of a name', async () => {
    const treatmentOf = async (text: string, route: 'self_build_431nb' | 'self_build_431c') =>
      (await classify({ ...bought, text, route })).classification.treatment;
    expect(await treatmentOf('Facing bricks for barn', 'self_build_431c')).toBe('reclaimable');
    expect(await treatmentOf('Sliding barn door kit', 'self_build_431nb')).toBe('reclaimable');
  });
});

describe('a line for the home and another place', () => {
  const answered = async (fields: Parameters<typeof classify>[0], answer: string) =>
    (await classify({ ...fields, answers: parseConfirmedAnswer(answer, (await rulebook()).questions) })).classification;
  const inPart = { treatment: 'reclaimable_in_part', vatReclaimable: '60.00' };

  it.each([
    ['Sharp sand for house and stables', 'which_building=home_amount:300.00'],
    ['Tiles for house and pool house', 'flooring_surface=hard;which_building=home_amount:300.00'],
    ['Facing bricks, house and paddock', 'goods_inside_site=inside_amount:300.00'],
  ])('is claimed by the amount for the home: %s', async (text, answer) => {
    expect(await answered({ ...bought, text }, answer)).toMatchObject(inPart);
  });

  it('is refused where none of it is for the home', async () => {
    const sand = { ...bought, text: 'Sharp sand for house and stables' };
    expect((await answered(sand, 'which_building=other')).treatment).toBe('not_reclaimable');
  });

  it.each([
    ['mixed_line_split=claimable_amount:400.00', { treatment: 'reclaimable_in_part', vatReclaimable: '20.00' }],
    ['mixed_line_split=none', { treatment: 'not_reclaimable', vatReclaimable: '0.00' }],
  ])('of works is claimed by what can be claimed, and nothing more is asked: %s', async (answer, claimed) => {
    const works = { route: 'self_build_431c', supplyType: 'labour', net: 100_000, vat: 5_000 } as const;
    expect(await answered({ ...works, text: 'Plastering to house and stables' }, answer)).toMatchObject(claimed);
  });

  it('of a document that is of another place is refused with its amounts, and divided once', async () => {
    const placeTold = { words: 'stables', is: 'elsewhere' } as const;
    const works = { route: 'self_build_431c', supplyType: 'labour', net: 100_000, vat: 5_000, placeTold } as const;
    const plastering = { ...works, text: 'Plastering to house and stables' };
    const split = 'mixed_line_split=claimable_amount:400.00';
    expect((await classify({ ...plastering, answers: [] })).question?.id).toBe('mixed_line_split');
    expect((await answered(plastering, split)).treatment).toBe('needs_answer');
    expect((await answered(plastering, `${split};which_building=the_home`)).vatReclaimable).toBe('20.00');
    expect(await answered(plastering, `${split};which_building=other`)).toMatchObject({
      treatment: 'not_reclaimable',
      vatReclaimable: '0.00',
    });
    await expect(answered(plastering, `${split};which_building=home_amount:400.00`)).rejects.toThrow(
      'mixed_line_split has divided the line already',
    );
  });
});

describe('a note behind a dash that no list knows', () => {
  it('is what the goods are for', async () => {
    const asked = await classify({ ...bought, text: 'Copper pipe 15mm - zorblat' });
    expect(asked.classification.treatment).toBe('needs_answer');
    const maker = await classify({ ...bought, text: 'Copper pipe 15mm - Zorblat' });
    expect(maker.classification.treatment).toBe('reclaimable');
  });
});
