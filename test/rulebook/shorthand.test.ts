import { describe, expect, it } from 'vitest';
import { Neighbours } from '../../src/rulebook/reading/neighbours.js';
import { ShortWords } from '../../src/rulebook/reading/short_words.js';
import { Shorthand } from '../../src/rulebook/reading/shorthand.js';
import { WordNumbers } from '../../src/rulebook/reading/word_numbers.js';
import { splitWords } from '../../src/rulebook/words.js';
import { classify } from './book.js';

const NAMES = [
  'plastering trowel',
  'wall tile',
  'tool',
  'fibre cement slate',
  'anti slip tray',
  'waterproofer',
  'grey',
  'brick',
  'brake',
  'sauna controller',
];
const numbers = new WordNumbers();
const names = NAMES.map((name) => name.split(' ').map((word) => numbers.add(word)));
const neighbours = new Neighbours();
for (const name of names) neighbours.add(name, numbers.of('and'));
const known = new Set(numbers.words);

/** What the words of a line are taken for. */
function read(line: string): string[] {
  const shorthand = new Shorthand(numbers, neighbours, () => new ShortWords(numbers));
  const { words } = shorthand.expand(splitWords(line, new Map()), line, (form) => known.has(form));
  return words.filter((w) => w.kind === 'word').map((w) => w.form);
}

describe('shorthand of tills', () => {
  it.each([
    ['TRWL', ['trowel']],
    ['WATERPROOFR', ['waterproofer']],
    ['PLASTRING', ['plastering']],
    ['Gry slate', ['grey', 'slate']],
    ['WALL TL', ['wall', 'tile']],
    ['F/CMT SLT', ['fibre', 'cement', 'slate']],
    ['A/SLIP', ['anti', 'slip']],
    ['W/PROOFER', ['waterproofer']],
    ['Sauna CTLR', ['sauna', 'controller']],
    ['S.A.U.N.A controller', ['sauna', 'controller']],
  ])('%j is %j', (line, words) => {
    expect(read(line)).toEqual(words);
  });

  it.each([
    ['TL', ['tl'], 'two letters say too little alone'],
    ['CMT', ['cmt'], 'a consonant is missing and no neighbour helps'],
    ['BRK', ['brk'], 'two words fit and no neighbour decides'],
    ['CTLR', ['ctlr'], 'several letters are missing and no neighbour helps'],
    ['TRWLL', ['trowel'], 'a doubled letter is one'],
    ['trawl', ['trawl'], 'it has its vowels, so it is another word'],
    ['SLT', ['slate'], 'one word fits'],
    ['XKCD', ['xkcd'], 'no word fits'],
    ['SLAT', ['slat'], 'too short to be told by a missing vowel at its end'],
    ['tray / slip', ['tray', 'slip'], 'a slash with spaces joins two things'],
  ])('%j stays %j: %s', (line, words) => {
    expect(read(line)).toEqual(words);
  });

  it('is told in the steps', async () => {
    const { steps } = await classify({ text: 'XKCD PLSTRR TRWL' });
    expect(steps.join(' ')).toContain('"PLSTRR" is short for "plasterer".');
  });
});

describe('names shortened word by word', () => {
  it.each([
    ['TL LVLNG CLPS 100PK', 'tile levelling clip', 'no word says enough alone'],
    ['INT D/WSHR DR GRNWCH', 'door', 'the end of a word cut before a slash'],
    ['CRPT GRPPR 1.52M', 'carpet gripper', 'a doubled consonant'],
    ['DST SHT COTN', 'dust sheet', 'what was cut of the third word does not matter'],
  ])('%j names a %s: %s', async (text, named) => {
    const { steps } = await classify({ text });
    expect(steps.join(' ').toLowerCase()).toContain(named.split(' ')[0]);
  });

  it.each([
    'FNC PNL HR 1WK',
    'TL SPCRS 2MM',
    'GRLLA TB 40L BLK',
    'TL LVLNG CLPS',
    'PNT PDL',
    'BLND MTR 12V',
    'DWNLGHT HL CTR',
    'GRT FLT RBBR',
  ])('%s is no building material for the words in it that would be one', async (text) => {
    expect((await classify({ text })).classification.treatment).not.toBe('reclaimable');
  });

  it('a word that stays unread after the name of goods may be the real noun', async () => {
    const { classification } = await classify({ text: 'Insulation board PLR' });
    expect(classification.treatment).toBe('needs_answer');
  });
});

describe('what a refused thing has is not bought by itself', () => {
  it.each([
    'Heated LED bathroom mirror cabinet 2 door demist shaver socket',
    'Fridge freezer American style plumbed water valve',
    'Range cooker dual fuel black with gas isolation valve',
  ])('%s is never reclaimable', async (text) => {
    const { classification } = await classify({ text });
    expect(['not_reclaimable', 'needs_answer']).toContain(classification.treatment);
  });

  it('next to it, it is a fitting for it', async () => {
    expect((await classify({ text: 'Washing machine valve' })).classification.treatment).toBe('reclaimable');
  });
});

describe('a word at the end of a name that no list knows', () => {
  it.each(['Floorboard florp', 'PLASTERBOARD FLORP 1200X2400', 'FACING BRICKS RUST'])(
    '%s may be another thing',
    async (text) => {
      expect((await classify({ text })).classification.treatment).toBe('needs_answer');
    },
  );

  it.each(['Wrought iron balusters hammered', 'Radiator Stelrad', 'Skirting board florp 18x144 primed oak'])(
    '%s says how the thing is made, or by whom',
    async (text) => {
      expect((await classify({ text })).classification.treatment).toBe('reclaimable');
    },
  );
});

describe('words cut where the column ended', () => {
  it.each([
    ['BOILER CLEA', 'cleaner'],
    ['C/PLINTH 600MM', 'cooker plinth'],
    ['BRICK CLEAN', 'cleaner'],
  ])('%s may be none of what its whole words name', async (text, whole) => {
    const { classification, steps } = await classify({ text });
    expect(classification.treatment).toBe('needs_answer');
    expect(steps.join(' ')).toContain(`may be a misspelling of "${whole}"`);
  });

  it.each(['MOT TY1 S/BASE BULK BAG', 'COPPER PIPE YORKS'])(
    '%s is what it is, however its last word went on',
    async (text) => {
      expect((await classify({ text })).classification.treatment).toBe('reclaimable');
    },
  );
});

describe('names made of words of lists', () => {
  it('each one names the thing', async () => {
    const { product } = await classify({ text: 'External walls skimmed', supplyType: 'labour' });
    expect(product?.conceptId).toBe('svc.plastering');
  });

  it('but not the other way round, where a word of work describes goods', async () => {
    const { product } = await classify({ text: 'Made and fitted oak windows' });
    expect(product?.conceptId).toBe('window.unit');
  });

  it.each([
    ['Boards for the floor', 'structure.sheet_board'],
    ['Scaffold boards for the floor', 'tool.scaffold_bought'],
    ['Solar tiles for the roof', 'esm.solar_roof'],
    ['Zibble boards for the floor', undefined],
  ])('%j, with what it is for, names %j', async (text, concept) => {
    const { product } = await classify({ text });
    expect(product?.conceptId).toBe(concept);
  });
});

describe('what stands for two things', () => {
  const of = async (text: string) => {
    const { classification, product } = await classify({
      text,
      route: 'self_build_431nb',
      supplyType: 'materials',
      net: 50000,
      vat: 10000,
    });
    return [product?.conceptId ?? null, classification.treatment];
  };

  it('c/c after goods is how far apart they stand, and names no WC', async () => {
    expect(await of('Posi-joist 253mm 400 c/c')).toEqual(['structure.metal_web_joist', 'reclaimable']);
    expect(await of('Attic trusses 600 c/c')).toEqual(['structure.truss', 'reclaimable']);
    expect(await of('C/C WC pan')).toEqual(['bath.wc', 'reclaimable']);
    expect(await of('Fridge freezer 600 c/c')).toEqual(['appliance.fridge', 'not_reclaimable']);
  });

  it('BTW before a WC is back to wall, and by itself, with a rate or a country the VAT of the Netherlands', async () => {
    expect(await of('Back to wall close coupled toilet')).toEqual(['bath.wc', 'reclaimable']);
    expect((await of('Bathroom suite 21% BTW'))[1]).toBe('not_reclaimable');
    expect((await of('Dutch BTW'))[1]).toBe('not_reclaimable');
    expect((await of('BTW'))[1]).toBe('not_reclaimable');
  });
});

describe('a size printed right behind a name', () => {
  it.each(['CELOTEX100', 'PLASTERBOARD12.5MM', 'Multifinish25kg x 4', 'Rockwool100'])(
    '%s is read as name and size',
    async (text) => {
      expect((await classify({ text })).classification.treatment).toBe('reclaimable');
    },
  );

  it.each(['WINDOWS11 PRO', 'CARPET400', 'Zorkle100'])('%s claims nothing', async (text) => {
    expect((await classify({ text })).classification.treatment).not.toBe('reclaimable');
  });
});
