import { describe, expect, it } from 'vitest';
import { parseConfirmedAnswer } from '../../src/rulebook/answers.js';
import { classify, rulebook } from './book.js';

const conversion = { route: 'self_build_431c', supplyType: 'supply_and_install', net: 100000, vat: 5000 } as const;
const goods = { route: 'self_build_431nb', supplyType: 'materials', net: 10000, vat: 2000 } as const;

describe('a price that may hold something else is not claimed', () => {
  it.each([
    ['goods that no concept knows, in a price for supply and fitting', 'Supply and fit water softener and zither'],
    ['loose goods in a price for supply and fitting', 'Supply and fit water softener and salt'],
    ['a stage of something that no concept knows', 'Interim payment furniture'],
    ['a stage of goods that are refused', 'Interim payment curtains'],
    ['loose goods listed beside works', 'Supply and install kitchen units and kettle'],
    ['a maker listed beside works', 'Supply and install kitchen units and Rangemaster'],
    ['cabinets of no stated room', 'Supply and fit bathroom suite and cabinets'],
    ['a network point named like a fitting', 'Supply and install kitchen units and access point'],
    ['a stage of the goods of a maker of many kinds', 'Interim payment Rangemaster'],
    ['a maker listed and then fitted', 'Bathroom suite and Rangemaster supplied and fitted'],
    ['furniture that words of fitting follow', 'Bathroom suite and storage cabinet bathroom supplied and fitted'],
    ['a cabinet beside works in no kitchen', 'Supply and fit boiler and cabinet'],
    ['a network point after a comma', 'Stage payment, access point'],
    ['an open thing that a settled one describes', 'Post and rail paddock fencing'],
    ['a home that exists already', 'Redecoration of existing cottage'],
    ['a tool named before what is fitted', 'Supply and fit laser level and MagnaClean'],
    ['a tool after a comma', 'Install SIPs, angle grinder'],
    ['tools with something that is fitted', 'Hand tools with bath as quoted'],
    ['a car port that may stand apart', 'Supply and erect carport'],
  ])('%s: %s', async (_cause, text) => {
    const { classification } = await classify({ text, ...conversion });
    expect(classification.treatment).toBe('needs_answer');
  });

  it.each(['Lay lawn and plant beds, rear garden', 'Lay turf and plant up beds', 'Landscaping and garden furniture'])(
    'garden works that no answer makes goods: %s',
    async (text) => {
      for (const supplyType of ['labour', 'supply_and_install', 'materials', 'other'] as const) {
        const line = { ...conversion, text, supplyType, vat: 20000 };
        const { classification, question } = await classify(line);
        expect(classification.treatment).toBe('needs_answer');
        expect(question?.answers.map((answer) => answer.thenTreatment)).not.toContain('reclaimable');
        const split = { questionId: 'mixed_line_split', answerId: 'claimable_amount', value: '1000.00' };
        const fitted = { questionId: 'sai_who_fitted', answerId: 'self_fitted', value: null };
        await expect(classify({ ...line, answers: [split, fitted] })).rejects.toThrow('the line itself says');
      }
    },
  );

  it.each(['Drainage pipes in highway', 'Ducting for public highway', 'Kerbs, off site'])(
    'goods that go beyond the boundary: %s',
    async (text) => {
      const { classification, question } = await classify({ text, ...goods });
      expect(classification.treatment).toBe('needs_answer');
      expect(question?.id).toBe('goods_inside_site');
    },
  );

  it.each([
    'Supply and fit oak doors, hung, eased and adjusted',
    'Interim payment re-roofing',
    'Supply and fit kitchen and cabinets',
    'Plastering to barn, supply and apply, including dust sheets',
    'Re-roof stone barn with slates to match existing cottage',
    'Supply and erect attached carport',
    'Making good after plumbers',
    'Tiling bathroom, adhesive, grout, spacers',
    'Decorating incl filler, sandpaper and masking tape',
  ])('and what tells only of the work is no other thing: %s', async (text) => {
    const { classification } = await classify({ text, ...conversion });
    expect(classification.treatment).toBe('reclaimable');
  });
});

describe('goods for the home and for another building together', () => {
  it.each(['Roof tiles for house and workshop', 'Concrete for barn and stables', 'Cement, half for the stables'])(
    'are divided: %s',
    async (text) => {
      const { classification, question } = await classify({ text, ...goods });
      expect(classification.treatment).toBe('needs_answer');
      expect(question?.id).toBe('which_building');
    },
  );

  it('and are refused where they are for the other alone', async () => {
    expect((await classify({ text: 'Roof tiles for workshop', ...goods })).classification.treatment).toBe(
      'not_reclaimable',
    );
  });
});

describe('a trade says who worked, and not what on', () => {
  it.each([
    ['something that no list knows', 'Plumbing - cattle drinkers'],
    ['a place that no list knows', 'Roofing - bird table thatch'],
    ['a thing that is none of the home', 'Carpentry to piano'],
    ['a service that it was done for', 'Roofing for survey'],
    ['a pool, which may stand anywhere', 'Swimming pool brickwork'],
    ['goods whose answer is open', 'Electrician - solar diverter'],
    ['an energy-saving material, which may be a job of its own', 'Plumbing - ASHP and cylinder'],
  ])('%s: %s', async (_cause, text) => {
    const { classification } = await classify({ text, ...conversion, supplyType: 'labour' });
    expect(classification.treatment).toBe('needs_answer');
  });

  it.each(['Roofing works to the new openings', 'Painter: two coats to all walls', 'Electrician - first fix, 3 days'])(
    'and what tells of the home is work on it: %s',
    async (text) => {
      const { classification } = await classify({ text, ...conversion, supplyType: 'labour' });
      expect(classification.treatment).toBe('reclaimable');
    },
  );
});

describe('an energy-saving material after ordinary works', () => {
  const treatmentOf = async (text: string) => (await classify({ text, ...conversion })).classification.treatment;

  it('may be a job of its own, with another rate', async () => {
    expect(await treatmentOf('Supply and fit radiators, ASHP, cylinder')).toBe('needs_answer');
  });

  it('is part of the contract that is named', async () => {
    expect(await treatmentOf('Contract works to barn conversion incl radiators and ASHP')).not.toBe('needs_answer');
  });
});

describe('a maker of appliances beside a kitchen', () => {
  it.each([
    ['included', 'Kitchen units inc. AEG set'],
    ['after a comma', 'Kitchen units & quartz, Neff x4'],
    ['by the model', 'Oven housing 600 c/w Siemens HB778'],
  ])('is asked about: %s', async (_how, text) => {
    expect((await classify({ text, ...goods })).question?.id).toBe('sai_kitchen_appliances');
  });

  it('in a price for works too', async () => {
    const { question } = await classify({ text: 'Supply and fit kitchen including Bosch', ...conversion });
    expect(question?.id).toBe('sai_kitchen_appliances');
  });

  it('and a maker of taps is not', async () => {
    const { classification } = await classify({ text: 'Kitchen sink, Franke', ...goods });
    expect(classification.treatment).toBe('reclaimable');
  });
});

describe('furniture after "to" is what the work is on', () => {
  it.each(['Supply and fit worktop to desk', 'Supply and fit doors to bookcase'])('%s', async (text) => {
    expect((await classify({ text, ...conversion })).classification.treatment).toBe('needs_answer');
  });
});

describe('a noun that other names of the thing end with', () => {
  it('says no more than its kind', async () => {
    const { product, classification } = await classify({ text: 'Perko R85 closer', ...goods });
    expect(product?.conceptId).toBe('door.closer');
    expect(classification.treatment).toBe('reclaimable');
  });

  it('and a tool is none', async () => {
    expect((await classify({ text: 'Perko R85 cutter', ...goods })).classification.treatment).not.toBe('reclaimable');
  });
});

describe('what a line says it came before or after is not what it is for', () => {
  it.each(['Window cleaning after plasterers', 'Boiler servicing prior to plumbing', 'Skip hire after demolition'])(
    '%s',
    async (text) => {
      const { classification } = await classify({ text, ...conversion, supplyType: 'labour' });
      expect(classification.treatment).toBe('needs_answer');
    },
  );
});

describe('names that share a word', () => {
  it('an open thing is not lost in a longer run of words', async () => {
    expect((await classify({ text: 'Cattle grid frame', ...goods })).classification.treatment).toBe('needs_answer');
  });
});

describe('a maker alone names nothing that it alone makes', () => {
  it.each(['Hager', 'MK', 'BG', 'Saxby', 'Vent-Axia', 'Rangemaster', 'Bosch', 'Hive', 'Ring', 'Netatmo', 'Kinetico'])(
    '%s is asked about',
    async (text) => {
      expect((await classify({ text, ...goods })).classification.treatment).toBe('needs_answer');
    },
  );

  it.each([
    ['Rangemaster Belfast sink', 'reclaimable'],
    ['Rangemaster range cooker', 'not_reclaimable'],
    ['Bosch system boiler', 'reclaimable'],
    ['Bosch dishwasher', 'not_reclaimable'],
    ['Aico', 'reclaimable'],
    ['Makita', 'not_reclaimable'],
    ['Howdens base unit, pebble', 'reclaimable'],
  ])('%s: %s', async (text, treatment) => {
    expect((await classify({ text, ...goods })).classification.treatment).toBe(treatment);
  });
});

describe('a split that the line states', () => {
  it('leaves out the VAT printed behind each part', async () => {
    const { classification } = await classify({
      text: 'Second fix joinery £600.00 plus 5% VAT £30.00; bedroom carpets supplied and laid £400.00 plus 20% VAT £80.00',
      ...conversion,
      vat: 11000,
    });
    expect(classification.treatment).toBe('reclaimable_in_part');
    expect(classification.vatReclaimable).toBe('30.00');
  });

  it('takes the name of a bundle for the room of its parts only', async () => {
    const text = 'Kitchen bundle: 8 shaker units £60.00 + integrated oven and hob pack £40.00';
    const { classification } = await classify({ text, ...goods });
    expect(classification.treatment).toBe('reclaimable_in_part');
    const other = await classify({ text: 'Garage bundle: bricks £60.00 + oven £40.00', ...goods });
    expect(other.classification.treatment).not.toBe('reclaimable');
  });

  it('an order number names no part', async () => {
    const text = 'Flooring order 20811 - engineered oak 2,140.00, carpet & underlay beds 1-3 980.00';
    const { classification } = await classify({ text, net: 312000, vat: 62400 });
    expect(classification).toMatchObject({ treatment: 'reclaimable_in_part', vatReclaimable: '428.00' });
  });

  it('works at 5% beside furniture at 20%', async () => {
    const text = 'Works to barn per val. 18,200.00 @ 5%; fitted study furniture 2,400.00 @ 20%';
    const { classification } = await classify({ ...conversion, text, net: 2060000, vat: 139000 });
    expect(classification).toMatchObject({ treatment: 'reclaimable_in_part', vatReclaimable: '910.00' });
  });

  it('a part that no list knows is asked about, and the rest is not refused for it', async () => {
    const text = 'Facing bricks 60.00, zithers 40.00';
    expect((await classify({ ...goods, text })).classification.treatment).toBe('needs_answer');
  });
});

describe('what a line says is not included is no part of its price', () => {
  it.each(['Recessed spotlight GU10 - lamp not included', 'Basin 550mm, tap not included'])('%s', async (text) => {
    expect((await classify({ text, ...goods })).classification.treatment).toBe('reclaimable');
  });
});

describe('an energy-saving material in a price for works that are said to be a job of their own', () => {
  const conversion = { route: 'self_build_431c', supplyType: 'supply_and_install', net: 100_000, vat: 5_000 } as const;

  it.each([
    'Plasterboard and loft insulation fitted as a separate job',
    'Loft insulation and plasterboard fitted as a separate job',
    'Radiator valves x 9 and smart room stat fitted on their own, separate job',
  ])('is asked about, whichever is named first: %s', async (text) => {
    expect((await classify({ text, ...conversion })).classification.treatment).toBe('needs_answer');
  });

  it('leaves the works of a contract as they are', async () => {
    const text = 'Plasterboard and loft insulation fitted, part of main contract';
    expect((await classify({ text, ...conversion })).classification.treatment).toBe('reclaimable');
  });

  it('asks for the price of what is no building material by its names', async () => {
    const { question } = await classify({
      text: 'Supply and fit kitchen including oven, hob, dishwasher',
      supplyType: 'supply_and_install',
    });
    expect(question?.text).toBe(
      'How much of this price is for the oven, hob, dishwasher itself, and how much for fitting it?',
    );
  });
});

describe('a material that one word names, beside a thing that is refused', () => {
  const answerTo = async (text: string) => (await classify({ ...goods, text })).question?.id ?? null;

  it.each(['Timber and tools', 'Mixed order: timber and tools', 'Sand & shovel', 'Bricks and sofa delivery'])(
    'asks for the amounts: %s',
    async (text) => {
      expect(await answerTo(text)).toBe('mixed_line_split');
    },
  );

  it.each([
    ['it may be what that is made of', 'Timber and glass coffee table', 'not_reclaimable'],
    ['or what that is for', 'Timber and stables', 'not_reclaimable'],
    ['and a vehicle is how the goods came', 'Bricks, van delivery', 'reclaimable'],
  ])('%s: %s', async (_why, text, treatment) => {
    expect((await classify({ ...goods, text })).classification.treatment).toBe(treatment);
  });
});

describe('a service that an answer takes into the works takes nothing refused in with it', () => {
  const answered = async (text: string, supplyType: 'other' | 'plant_hire', answer: string) => {
    const { questions } = await rulebook();
    const line = { ...conversion, text, supplyType, answers: parseConfirmedAnswer(answer, questions) };
    const { classification, question } = await classify(line);
    return [classification.treatment, question?.id ?? null];
  };

  it.each([
    ['12 yd skip and dishwasher', 'other', 'part_of_works_contract=yes'],
    ['Breaker hire, 1 week and carpet', 'plant_hire', 'part_of_works_contract=yes'],
    ['New gas service connection and dishwasher', 'other', 'utility_which_part=on_site_work'],
  ] as const)('%s', async (text, supplyType, answer) => {
    expect(await answered(text, supplyType, answer)).toEqual(['needs_answer', 'mixed_line_split']);
  });

  it('beside what may be claimed it is part of them', async () => {
    expect(await answered('Skip and plasterboard', 'other', 'part_of_works_contract=yes')).toEqual([
      'reclaimable',
      null,
    ]);
  });
});

describe('what the appliances of a kitchen were tells the rest of its price only where the rest is the kitchen', () => {
  it.each([
    ['Kitchen units and oven', 'sai_kitchen_appliances'],
    ['Kitchen units, oven, delivery', 'sai_kitchen_appliances'],
    ['Kitchen units and carpet', 'mixed_line_split'],
    ['Kitchen units, oven and carpet', 'mixed_line_split'],
    ['Complete kitchen and sofa', 'mixed_line_split'],
    ['Quooker tap and oven', 'mixed_line_split'],
  ])('%s: %s', async (text, asks) => {
    expect((await classify({ ...goods, text })).question?.id).toBe(asks);
  });
});
