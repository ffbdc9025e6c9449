import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import { placesOf, saidForAll, saidForOf } from '../../src/claims/document_place.js';
import type { Project } from '../../src/claims/records.js';
import type { Draft } from '../../src/extraction/draft.js';
import { type FixtureRow, line, lineOfRow, rulebook } from '../rulebook/book.js';

const SITE: Pick<Project, 'building' | 'elements' | 'scheme'> = {
  scheme: 'self_build_431nb',
  building: { name: null, address: null, kind: null },
  elements: [],
};
const told = async (...notes: string[]) =>
  placesOf(await rulebook(), SITE, saidForOf(notes), [{ text: 'Facing bricks' }])[0];

describe('what a document says that all of it is for', () => {
  it.each([
    [['Job: Stable block'], ['Stable block']],
    [['Order No: 88121 Job: Stable block'], ['88121', 'Stable block']],
    [['Our ref: 55512 Your ref: pool house Date: 03/05/2024'], ['pool house']],
    [['Job no. 12 - stables'], ['12 - stables']],
    [['Job – stables'], ['stables']],
    [['Deliver to:', 'Mr J Smith', 'Stable block', 'Tel: 01234 567890'], ['Mr J Smith, Stable block']],
    [['Delivery address', 'Flat 2 (rental)'], ['Flat 2 (rental)']],
    [['Job: Hill Stables: base'], ['Hill Stables: base']],
    [['Stables and agricultural buildings made to order', 'Please re-use pallets'], []],
  ])('is read of %j', (notes, words) => {
    expect(saidForOf(notes).map((one) => one.words)).toEqual(words);
  });
});

describe('where lines are for by what heads them', () => {
  const heads = async (...each: [heading: string, text: string][]) => {
    const lines = each.map(([heading, text]) => ({ text, above: heading === '' ? [] : [heading] }));
    return placesOf(await rulebook(), SITE, [], lines).map((place) => place?.words ?? null);
  };

  it('holds for all lines below it, until the home is named again', async () => {
    const told = heads(['House', 'Roof tiles'], ['Stable block', 'Ridge tiles'], ['', 'Bricks'], ['House', 'Lead']);
    expect(await told).toEqual([null, 'Stable block', 'Stable block', null]);
  });

  it.each([
    ['PLOT 2 - DETACHED OFFICE / GYM IN GARDEN', 'office'],
    ['Stables (barn 2)', 'Stables'],
    ['Delivered 14/07 to stables, Manor Farm', 'stables'],
    ['For the stable block:', 'stable block'],
    ['Job: Stable block', 'Stable block'],
    ['Order 4417 Stables', 'Stables'],
    ['GARAGE / WORKSHOP', 'GARAGE'],
    ['Unit 3: holiday let', 'holiday let'],
    ['Garage', 'Garage'],
    ['Barn', 'barn'],
    ['Garden works', 'Garden works'],
  ])('another building is named by %s', async (heading, words) => {
    expect(await heads([heading, 'Facing bricks'], ['', 'Blocks'])).toEqual([words, words]);
  });

  it.each([
    'Main house',
    'PLOT 2 - NEW HOUSE',
    'First floor: bedroom 2',
    'Hall',
    'Fixings for the stable door',
    'Roof coverings',
  ])('none is named by %s', async (heading) => {
    expect(await heads([heading, 'Facing bricks'])).toEqual([null]);
  });

  it('is of one section where the document has several', async () => {
    const line = { description: 'Bricks', section: 'Job: Stables' } as Draft['lines'][number];
    expect(saidForAll({ notes: ['Re: workshop', 'Job: Stables'], lines: [line] })).toEqual(saidForOf(['Re: workshop']));
    const places = placesOf(
      await rulebook(),
      SITE,
      [],
      [
        { text: 'Blocks', section: 'House' },
        { text: 'Bricks', section: 'Job: Stables' },
        { text: 'Sand', section: 'Job: Stables' },
        { text: 'Lead', section: 'House' },
      ],
    );
    expect(places.map((place) => place?.words ?? null)).toEqual([null, 'Stables', 'Stables', null]);
  });

  it('is of the home where the project calls it so, and of another where it names that', async () => {
    const project: typeof SITE = {
      ...SITE,
      building: { name: 'The Workshop', address: null, kind: null },
      elements: [{ name: 'Plot 3', kind: 'another_project', suppliers: [] }],
    };
    const lines = ['Workshop', 'Plot 3', 'Workshop'].map((heading) => ({ text: 'Bricks', above: [heading] }));
    const places = placesOf(await rulebook(), project, [], lines);
    expect(places.map((place) => place?.words ?? null)).toEqual([null, 'Plot 3', null]);
  });
});

describe('where a line is for by its document', () => {
  it.each([
    ['Job: Stable block', 'Stable block'],
    ['Order ref: Workshop / stables', 'Workshop'],
    ['Your ref: pool house Date: 03/05/2024', 'pool house'],
    ['Delivery address: Flat 2 (rental), 4 High Street', 'Flat 2'],
    ['Deliver to: Village hall, Church Road', 'Village hall'],
    ['Deliver to: Workshop, Hill Farm, Mill Lane, Great Bodmin, Cornwall, PL31 2AB', 'Workshop'],
    ['Re: new holiday let', 'holiday let'],
    ['Job ref: extension', 'extension'],
    ['Job: Stable block at The Grange', 'Stable block'],
    ['Your ref: Shop', 'shop'],
    ['Cost centre: Holiday cottage', 'Holiday cottage'],
    ['Job: Barn extension for Mr Jones', 'extension'],
    ["Customer order no: mum's extension", "mum's extension"],
  ])('it is another place: %s', async (note, words) => {
    expect(await told('Marsh Timber Ltd', note, 'Payment within 14 days')).toEqual({ words, is: 'elsewhere' });
  });

  it('it may be a building that belongs to the home where it was built with it', async () => {
    expect(await told('Job ref: garage')).toEqual({ words: 'garage', is: 'built_with_home' });
  });

  it.each([
    'Job: Plot 2, new house',
    'Re: stable conversion at Hill Farm',
    'Deliver to: The Old Stables, Mill Lane, Bodmin',
    'Deliver to: Stable Cottage, Mill Lane',
    'Site: 14 Mill Lane, Bodmin',
    'Site address: The Paddock, Pentre Lane, Llanfair SY98 6DD',
    'Job: Old Dairy',
    'Your ref: J SMITH 0412',
    'Job: main house, not stables',
    'Delivery: goods must be unloaded by the customer and cannot be left at a workshop or an office unit',
    'Stables and agricultural buildings made to order',
    'Please quote our ref: Workshop',
  ])('it may well be the home: %s', async (note) => {
    expect(await told(note)).toBeNull();
  });

  describe('where a line may mean a part without naming it as it stands', () => {
    const part = (name: string, kind: string) => ({ name, kind, suppliers: [] });
    const project: typeof SITE = {
      ...SITE,
      elements: [
        part('The new house', 'new_dwelling'),
        part('Long barn', 'garage_with_home'),
        part('Garden office', 'outbuilding'),
        part('Workshop and store', 'outbuilding'),
        part('Barn 2', 'outbuilding'),
        part('Farmhouse kitchen extension', 'existing_home_works'),
        part("Granny's", 'tied_annexe'),
        part('Stables', 'outbuilding'),
      ],
    };

    it.each([
      ['Insulation for office in garden', 'Garden office'],
      ['Office carpet tiles', 'Garden office'],
      ['Timber for the store', 'Workshop and store'],
      ['Plaster for barns 1 and 2', 'Barn 2'],
      ['Plaster for barns 1-3', 'Barn 2'],
      ['Farmhouse kitchen: plaster', 'Farmhouse kitchen extension'],
      ['Roof slates for existing house', 'Farmhouse kitchen extension'],
      ['Roof trusses for annexe', "Granny's"],
      ['Facing bricks - annex', "Granny's"],
      ['Internal doors for granny flat', "Granny's"],
      ['Slates, stable roof', 'Stables'],
      ['Kitchen units', null],
      ['Garden tap', null],
      ['Oak stable door', null],
      ['Flat roof insulation', null],
      ['Plaster for barn', null],
      ['Plaster for barns 1 and 3', null],
      ['Bricks for the house', null],
    ])('%s: %s', async (text, words) => {
      const [place] = placesOf(await rulebook(), project, [], [{ text }]);
      expect(place?.words ?? null).toBe(words);
    });

    it('an address does not name it by one of its words', async () => {
      const [place] = placesOf(await rulebook(), project, saidForOf(['Deliver to: 4 Barn Lane']), [{ text: 'Bricks' }]);
      expect(place).toBeNull();
    });
  });

  describe('by whom the project names for a part that is not covered', () => {
    const project: typeof SITE = {
      ...SITE,
      scheme: 'self_build_431c',
      elements: [
        { name: 'the barn', kind: 'converted_building', suppliers: ['Tarn Builders Ltd', 'Rook'] },
        { name: 'the stables', kind: 'outbuilding', suppliers: ['Tarn Builders Ltd', 'Ghyll Roofing'] },
      ],
    };

    it.each([
      ['of nobody else', 'Ghyll Roofing Ltd', 'Roofing, slates and labour', '', 'the stables'],
      ['of both', 'TARN BUILDERS', 'Valuation 2: labour and materials', '', 'the stables'],
      ['of both, of a line that names the home', 'Tarn Builders Ltd', 'Re-roofing the barn', '', null],
      ['of both, of a document for the home', 'Tarn Builders Ltd', 'Valuation 2', 'Job: the barn', null],
      ['of the home', 'Rook Ltd', 'Roofing, slates and labour', '', null],
      ['of no part', 'Pike Roofing Ltd', 'Roofing, slates and labour', '', null],
      ['that is not known', null, 'Roofing, slates and labour', '', null],
    ])('supplier %s: %s', async (_what, supplier, text, note, words) => {
      const [place] = placesOf(await rulebook(), project, saidForOf([note]), [{ text, supplier }]);
      expect(place?.words ?? null).toBe(words);
    });

    it('is asked about, and a step says why', async () => {
      const placeTold = { words: 'the stables', is: 'elsewhere', supplier: 'Ghyll Roofing' } as const;
      const asked = await (await rulebook()).classify(line({ text: 'Roof slates', placeTold }));
      expect(asked.question?.id).toBe('which_building');
      expect(asked.steps.join(' ')).toContain('The project names "Ghyll Roofing" for "the stables"');
    });
  });

  it('of an existing house is asked before whether the home was finished', async () => {
    const slates = line({ text: 'Roof slates for existing house', supplyType: 'materials' });
    const book = await rulebook();
    expect((await book.classify(slates)).question?.id).toBe('which_building');
    const answers = [{ questionId: 'which_building', answerId: 'the_home', value: null }];
    expect((await book.classify({ ...slates, answers })).question?.id).toBe('esm_building_stage');
  });

  it('of a line that states its parts, that of a part is not that of the others', async () => {
    const text = 'Roof tiles: house 2560.00, stables 640.00';
    const placeTold = { words: 'the stables', is: 'elsewhere' } as const;
    const tiles = line({ text, supplyType: 'materials', net: 3200_00, vat: 640_00, placeTold });
    const { classification, question } = await (await rulebook()).classify(tiles);
    expect(classification).toMatchObject({ treatment: 'reclaimable_in_part', vatReclaimable: '512.00' });
    expect(question).toBeNull();
    const all = await (await rulebook()).classify({ ...tiles, text: 'Roof tiles: main 2560.00, porch 640.00' });
    expect(all.classification.vatReclaimable).toBe('0.00');
  });

  describe('beside what the project says of its site', () => {
    const project: typeof SITE = {
      ...SITE,
      building: { name: 'The Stables', address: 'Pool House, Mill Lane, Stables Farm', kind: null },
      elements: [
        { name: 'The Old Cottage', kind: 'existing_home_works', suppliers: [] },
        { name: 'Plot 3 (brother)', kind: 'another_project', suppliers: [] },
        { name: 'Mill annexe', kind: 'tied_annexe', suppliers: [] },
        { name: 'Cart shed', kind: 'garage_with_home', suppliers: [] },
      ],
    };

    it.each([
      ['the name of its building', 'Blocks', 'Job: Stables', null],
      ['its address', 'Blocks', 'Job: pool house', null],
      ['a part that is claimed with the home', 'Blocks', 'Job: cart shed', null],
      ['another place', 'Blocks', 'Job: Workshop', 'Workshop'],
      ['words of the address that are not its name', 'Blocks', 'Job: cow shed', 'cow shed'],
      ['a part that the line names', 'Concrete blocks for the Old Cottage', '', 'The Old Cottage'],
      ['another plot', 'Concrete blocks, Plot no. 3', '', 'Plot 3 (brother)'],
      ['another plot that the document names', 'Concrete blocks', 'Job: plot3', 'Plot 3 (brother)'],
      ['an annexe that is tied', 'Facing bricks for Mill annexe', '', 'Mill annexe'],
      ['nothing', 'Facing bricks, plot 33', '', null],
    ])('%s', async (_what, text, note, words) => {
      const [place] = placesOf(await rulebook(), project, saidForOf([note]), [{ text }]);
      expect(place?.words ?? null).toBe(words);
    });
  });

  it.each([
    ['elsewhere', 'CLS timber 38x89', [], 'which_building'],
    ['built_with_home', 'CLS timber 38x89', [], 'garage_when'],
    [
      'elsewhere',
      'Garage door',
      [{ questionId: 'powered_item_motor', answerId: 'no_motor', value: null }],
      'which_building',
    ],
    ['elsewhere', 'Bat box', [{ questionId: 'planning_condition', answerId: 'yes', value: null }], 'which_building'],
  ] as const)('asks about its goods (%s): %s', async (is, text, answers, question) => {
    const book = await rulebook();
    const asked = await book.classify(line({ text, answers: [...answers], placeTold: { words: 'here', is } }));
    expect(asked.classification.treatment).toBe('needs_answer');
    expect(asked.question?.id).toBe(question);
  });

  it.each([
    ['self_build_431nb', 'Supply and fit windows', 20_000, []],
    ['self_build_431c', 'Supply and fit windows', 5_000, []],
    [
      'self_build_431c',
      'Scaffold hire',
      5_000,
      [{ questionId: 'part_of_works_contract', answerId: 'yes', value: null }],
    ],
    [
      'self_build_431c',
      'Stage payment 3',
      5_000,
      [{ questionId: 'sai_who_fitted', answerId: 'supplier_fitted', value: null }],
    ],
  ] as const)('asks about works (%s): %s', async (route, text, vat, answers) => {
    const book = await rulebook();
    const asked = line({
      text,
      route,
      vat,
      supplyType: 'supply_and_install',
      answers: [...answers],
      placeTold: { words: 'here', is: 'elsewhere' },
    });
    expect((await book.classify(asked)).classification.treatment).toBe('needs_answer');
  });

  it('nothing is claimed of any marked line until it is said which building that is for', async () => {
    const book = await rulebook();
    const folder = join(import.meta.dirname, '..', '..', 'fixtures', 'lines');
    const names = readdirSync(folder).filter((name) => /^(?:ordinary|mixed|works)_\d+\.csv$/.test(name));
    const rows = names.flatMap((name) => parse<FixtureRow>(readFileSync(join(folder, name)), { columns: true }));
    const claimed: string[] = [];
    for (const row of rows) {
      const asked = { ...lineOfRow(book, row), placeTold: { words: 'stable block', is: 'elsewhere' } as const };
      if (asked.vat < 0) continue;
      const { treatment } = (await book.classify(asked, { inWords: false })).classification;
      if (treatment.startsWith('reclaimable')) claimed.push(row.lineText);
    }
    expect(rows.length).toBeGreaterThan(5000);
    expect(claimed).toEqual([]);
  }, 240_000);
});
