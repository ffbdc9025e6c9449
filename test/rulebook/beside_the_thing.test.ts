import { describe, expect, it } from 'vitest';
import { classify } from './book.js';

const treatmentOf = async (text: string, supplyType: 'materials' | 'other' = 'materials') =>
  (await classify({ text, supplyType })).classification.treatment;

describe('the number of a paper is no further thing', () => {
  it.each(['Kitchen cabinets, plan K1', 'Roof trusses (drawing no 104 rev B)', 'Roof trusses, plan no. 3'])(
    '%s',
    async (text) => {
      expect(await treatmentOf(text)).toBe('reclaimable');
    },
  );

  it.each(['Kitchen cabinets, drawings x 3', 'Kitchen cabinets and plan K1', 'Roof trusses, plan and design'])(
    'and papers that have a price are one: %s',
    async (text) => {
      expect(await treatmentOf(text)).toBe('needs_answer');
    },
  );
});

describe('what is said beside a thing that is refused', () => {
  it.each(['Pressure test pump 60 bar (heating / UFH)', 'First fix nailer, cordless', 'Wallpaper steamer, decorating'])(
    '%s',
    async (text) => {
      expect(await treatmentOf(text)).toBe('not_reclaimable');
    },
  );

  it.each(['Facing bricks (gloves and tools)', 'Facing bricks (sand and old gloves)'])(
    'and beside what can be claimed it is another thing: %s',
    async (text) => {
      expect(await treatmentOf(text)).toBe('needs_answer');
    },
  );

  it('a charge for what went back is not for the goods', async () => {
    expect(await treatmentOf('Returned Welsh slates, 15% restocking charge', 'other')).toBe('not_reclaimable');
  });
});

describe('a part after a comma is not the thing before it', () => {
  it.each([
    'Gates, ring latch',
    'Gate, drop bolt',
    'Gates, pair softwood, ring latch',
    'Mirror, double sided tape',
    'Airline adaptor brass male 1/4 BSP',
    'Cloaks cupboard with drawers',
  ])('%s', async (text) => {
    expect(await treatmentOf(text)).toBe('needs_answer');
  });

  it.each(['Understairs cupboard with drawers', 'Under-stair storage cupboard drawers', 'Airing cupboard, drawers'])(
    'and drawers make furniture of a cupboard in the fabric: %s',
    async (text) => {
      expect(await treatmentOf(text)).toBe('not_reclaimable');
    },
  );

  it('unless it has none', async () => {
    expect(await treatmentOf('Understairs cupboard, no drawers')).toBe('reclaimable');
  });
});

describe('what the customer lays is sold alone', () => {
  it.each([
    ['Turf, laid by you', 'reclaimable'],
    ['Paving slabs laid by the customer', 'reclaimable'],
    ['Wardrobe fitted by yourselves', 'not_reclaimable'],
    ['Turf laid by us', 'supplier_correction'],
  ])('%s: %s', async (text, treatment) => {
    expect(await treatmentOf(text)).toBe(treatment);
  });

  it('and work on it is work', async () => {
    for (const text of ['Commissioning of boiler installed by you', 'Pointing of paving laid by yourselves']) {
      const { classification } = await classify({ text, supplyType: 'labour' });
      expect(classification.treatment).toBe('supplier_correction');
    }
  });
});

describe('a list for one thing is all for it', () => {
  it.each([
    ['Filter, circulation pump and heater set for the pool inside the house', 'reclaimable'],
    ['Filter, circulation pump and heater set for the pool', 'needs_answer'],
    ['Filter, circulation pump and ladder for the pool inside the house', 'needs_answer'],
  ])('%s: %s', async (text, treatment) => {
    expect(await treatmentOf(text)).toBe(treatment);
  });

  it('the block of flats that a panel is for is no other building', async () => {
    expect(await treatmentOf('Door entry panel and handsets - block of 4 flats')).toBe('reclaimable');
    expect(await treatmentOf('Facing bricks, block of 4 flats')).not.toBe('reclaimable');
  });
});

describe('a name that ends with where the thing is', () => {
  it('is no part after the word for the place', async () => {
    for (const text of ['DGU with motorised blind between the glass', 'Sealed unit, electric blind between panes'])
      expect(await treatmentOf(text)).toBe('needs_answer');
    expect(await treatmentOf('DGU with integral blind, magnet slider')).toBe('reclaimable');
  });
});

describe('goods that share a name with goods of the building', () => {
  it.each([
    'Poultry hopper 30kg, galv',
    'Inlet valves, set of 4, XUD9',
    'Turbo downpipe 3in decat',
    'Brake backplate N/S/R Master 2.3',
    'Locking bolts M12x1.25 x4, alloys',
    'Deck cleat 150mm s/s 316',
    'Ratchet quadrant, 3 position',
  ])('%j makes no claim', async (text) => {
    expect((await classify({ text })).classification.treatment).not.toBe('reclaimable');
  });
  it.each([
    'Cast iron hopper heads, black',
    'Inlet valves x 4',
    'Oak quadrant 2.4m',
    'Six arm chandelier, ceiling fixed, brass',
  ])('%j is claimed', async (text) => {
    expect((await classify({ text })).classification.treatment).toBe('reclaimable');
  });
});

describe('a refused thing beside goods is seen', () => {
  it.each([
    'Clay tiles x 2, coffee table x 1',
    'Paving blocks x 20, outdoor spa x 1',
    'Safety flooring with in-wall speakers',
    'Kitchen tap with in-ceiling speaker',
    'Ceiling tiles & tall boy',
    'Oak boards to make a table',
    'MDF sheets for making wardrobes',
  ])('%s', async (text) => {
    expect(await treatmentOf(text)).toMatch(/^(?:not_reclaimable|needs_answer|reclaimable_in_part)$/);
  });

  it.each(['Copper tube 22mm x 3m table X, 40 lengths', 'CLS timber to make up stud wall'])(
    'and none is seen where there is none: %s',
    async (text) => {
      expect(await treatmentOf(text)).toBe('reclaimable');
    },
  );
});

describe('a fee or a service right before goods may be what was bought', () => {
  it.each([
    'Admin fee facing bricks',
    'Callout facing bricks',
    'Consultancy roof windows',
    'Agency fee facing bricks',
    'Overtime facing bricks',
    'Fault finding downlights',
    'Admin fee pressure reducing valve',
  ])('%s', async (text) => {
    expect(await treatmentOf(text)).toMatch(/^(?:not_reclaimable|needs_answer)$/);
  });

  it.each([
    'Drain inspection chamber 450mm',
    'Insurance approved 5 lever deadlock',
    'Grab load 6F2',
    'Delivery facing bricks',
  ])('and a name that has the word is one name: %s', async (text) => {
    expect(await treatmentOf(text)).toBe('reclaimable');
  });
});

describe('a word told alone after goods is a part of theirs where such goods have it', () => {
  it.each([
    'Bath, basin, white pan',
    'Cold water tank and float',
    'Land drain 100mm x 25m, with sock',
    '68mm downpipe, offset bends, shoe x2',
    'Loft hatch and ladder',
    'Radiators, key',
  ])('%s', async (text) => {
    expect(await treatmentOf(text)).toBe('reclaimable');
  });

  it.each([
    'Bricks, pan',
    'Bath, basin, frying pan',
    'Cement and float',
    'Land drain, work socks',
    'Downpipe, safety shoes',
    'Loft hatch, step ladder',
    'Boiler, alarm clock',
  ])('and another thing elsewhere, or with a word more: %s', async (text) => {
    expect(await treatmentOf(text)).toMatch(/^(?:not_reclaimable|needs_answer)$/);
  });
});

describe('brackets behind a part of the installation say what it serves', () => {
  it.each(['Tall housing 600 (double oven)', 'Appliance valve blue (dishwasher)', 'Waste trap 40mm (washing machine)'])(
    '%s',
    async (text) => {
      expect(await treatmentOf(text)).toBe('reclaimable');
    },
  );

  it('and of an appliance it is a part of it', async () => {
    expect(await treatmentOf('Inlet valve (dishwasher)')).toBe('not_reclaimable');
    expect(await treatmentOf('Socket (hot tub)')).toBe('needs_answer');
  });
});

describe('a name with a size inside it', () => {
  it('does not take its first word from a plain name', async () => {
    expect(await treatmentOf('Plastic rebar chairs 40/50 cover')).toBe('reclaimable');
    expect(await treatmentOf('Chair 60x40 cover')).toBe('not_reclaimable');
  });
});

describe('materials told between strokes', () => {
  it('are what a tool works on', async () => {
    expect(await treatmentOf('Diamond wheel 230mm concrete/block/slab')).toBe('not_reclaimable');
  });

  it('and listed beside it they are goods too', async () => {
    expect(await treatmentOf('Diamond wheel 230mm and concrete blocks')).toBe('needs_answer');
  });
});

describe('the full stop of a word cut short', () => {
  it.each(['Pict. rail MDF primed', 'Galv. steel lintel 1500'])('ends no sentence: %s', async (text) => {
    expect(await treatmentOf(text)).toBe('reclaimable');
  });
});

describe('goods named after the work they serve', () => {
  it('are no work', async () => {
    expect(await treatmentOf('Duofix WC installation frame 1.12m')).toBe('reclaimable');
    expect(await treatmentOf('Duofix WC frame installation')).toBe('needs_answer');
  });
});

describe('what goods are said to come with', () => {
  it.each([
    'Outside tap with hose',
    'Back door with cat flap',
    'Bathroom suite with tall cupboard',
    'Staircase with stair rods',
  ])('%s: is another thing where the rules say that the goods have no such part', async (text) => {
    expect((await classify({ text })).classification.treatment).toBe('needs_answer');
  });

  it.each(['Bath with pan', 'Letter plate s/s with inner brush flap', 'Balustrade base channel inc wedges'])(
    '%s: is a part of theirs',
    async (text) => {
      expect((await classify({ text })).classification.treatment).toBe('reclaimable');
    },
  );
});

describe('what goods are made to fit', () => {
  it.each(['Blackout blind manual to fit Velux MK08', 'Flashing to fit Fakro 780x980'])('%s', async (text) => {
    expect(await treatmentOf(text)).toBe('reclaimable');
  });

  it.each(['Radiators to fit bathroom', 'Windows to fit', 'Joiner to fit Howdens kitchen'])(
    'and without the name of a maker may be work: %s',
    async (text) => {
      expect(await treatmentOf(text)).toBe('needs_answer');
    },
  );
});

describe('a size between the words of a name', () => {
  it('is passed over also where a shorter name has it', async () => {
    expect(await treatmentOf('Underlay 5mm acoustic 2 rolls')).toBe('needs_answer');
  });
});
