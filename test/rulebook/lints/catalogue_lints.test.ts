import { describe, expect, it } from 'vitest';
import { lookalikes } from '../../../src/rulebook/lints/lookalikes.js';
import { nearSpelling } from '../../../src/rulebook/lints/near_spelling.js';
import { nearTerm } from '../../../src/rulebook/lints/near_term.js';
import { termTwice } from '../../../src/rulebook/lints/term_twice.js';
import { Terms } from '../../../src/rulebook/lints/terms.js';
import { unreadTerm } from '../../../src/rulebook/lints/unread_term.js';
import { rulebook } from '../book.js';
import { found, named, type Plant, planted } from './planted.js';

type Things = NonNullable<Plant['concepts']>;
const brick = { id: 'a.brick', terms: ['brick', 'facing brick'] };
const tool = { class: 'not_incorporated', goodsAlone: 'no' } as const;

describe('term_twice', () => {
  const vocabulary = { abbreviations: { bk: 'brick' } };
  it.each([
    ['as written', ['brick']],
    ['in the plural', ['Bricks']],
    ['abbreviated', ['BK']],
  ])('finds a term of two things, %s', (_, terms) => {
    const concepts: Things = [brick, { id: 'b.toy', terms, ...tool }];
    expect(found(termTwice, { concepts, vocabulary })[0]).toMatchObject({
      subject: { kind: 'concept', id: 'b.toy', path: ['terms', 0] },
      other: 'a.brick',
    });
  });
  it('leaves two spellings in one thing alone, and terms that share a word', () => {
    const concepts: Things = [
      { ...brick, terms: ['brick', 'bricks'] },
      { id: 'b.toy', terms: ['toy brick'], ...tool },
    ];
    expect(found(termTwice, { concepts })).toEqual([]);
  });
});

describe('unread_term', () => {
  it('finds a term that a breaking word splits', () => {
    const vocabulary = { breakers: [{ relation: 'excluded' as const, words: ['no'] }] };
    expect(named(unreadTerm, { concepts: [{ ...brick, terms: ['no brick, no'] }], vocabulary })).toHaveLength(1);
  });
  it.each(['brick. arched', 'brick/block', 'brk slip', '215 65'])('reads “%s” to know', (term) => {
    const { reader } = planted({ concepts: [{ ...brick, terms: [term] }] }).book;
    expect(reader.isReadWhole(term)).toBe(false);
  });
  it('need not read a term whose words say other things too', () => {
    const term = 'old brick for and without work hire-free 65mm';
    const vocabulary = {
      abbreviations: { old: 'aged used' },
      signals: [
        { says: 'services_only' as const, weight: 'strong' as const, phrases: ['work', 'brick for'] },
        { says: 'hire' as const, weight: 'final' as const, phrases: ['hire free'] },
      ],
      breakers: [{ relation: 'excluded' as const, words: ['without', 'by others'] }],
      statements: [{ id: 'said', meaning: 'said', phrases: ['for and'] }],
      descriptors: { words: ['old brick', 'free'] },
      agentEndings: ['k', 'e'],
    };
    const concepts: Things = [{ ...brick, terms: [term, 'brick for', 'hire'] }];
    const { reader } = planted({ concepts, vocabulary }).book;
    expect(reader.isReadWhole(term)).toBe(true);
    expect(reader.read(term).head?.mention).toMatchObject({ concept: { id: brick.id }, from: 0, text: term });
  });
  it('need not read a term that is certainly read whole', async () => {
    const { catalogue, lexicon, reader } = await rulebook();
    const terms = new Terms(catalogue, lexicon);
    const unread = [...terms.all()].filter(
      ({ concept, text }) =>
        reader.isReadWhole(text) &&
        terms.namedBy(text) === concept &&
        reader.read(text).head?.mention.concept !== concept,
    );
    expect(unread.map(({ text }) => text)).toEqual([]);
  });
  it('leaves terms alone that name their thing, and doubles to their own lint', () => {
    const concepts: Things = [brick, { id: 'b.toy', terms: ['brick', 'toy brick'], ...tool }];
    expect(found(unreadTerm, { concepts })).toEqual([]);
  });
});

describe('near_term', () => {
  const plaster = { id: 'a.plaster', terms: ['plaster'] };
  const plastering: Things[number] = {
    id: 'b.plastering',
    terms: ['plastering'],
    class: 'construction_service',
    goodsAlone: 'not_goods',
  };
  it('finds a term that is another with an ending and is treated differently', () => {
    expect(named(nearTerm, { concepts: [plaster, plastering] })).toEqual(['b.plastering + a.plaster']);
  });
  it.each([
    [
      'a look-alike shows that they stay apart',
      { ...plaster, lookalikes: { are: [], areNot: ['Plastering two rooms'] } },
    ],
    ['they are treated alike', { ...plaster, class: 'construction_service', goodsAlone: 'not_goods' } as const],
    ['the ending makes another word', { ...plaster, terms: ['plast'] }],
  ])('leaves it alone where %s', (_, other) => {
    expect(found(nearTerm, { concepts: [other, plastering] })).toEqual([]);
  });
  it('finds a term that is an abbreviation of another', () => {
    const vocabulary = { abbreviations: { wm: 'washing machine' } };
    const machine = { id: 'b.machine', terms: ['washing machine'], ...tool };
    const membrane = { id: 'a.membrane', terms: ['WM'] };
    expect(named(nearTerm, { concepts: [machine, membrane], vocabulary })).toEqual(['a.membrane + b.machine']);
    expect(found(nearTerm, { concepts: [machine, brick], vocabulary })).toEqual([]);
  });
});

describe('near_spelling', () => {
  const joist = { id: 'a.joist', terms: ['joist'] };
  it.each(['hoist', 'moist', 'jost', 'joisst'])('finds “%s” beside “joist”', (word) => {
    const near = found(nearSpelling, { concepts: [joist, { id: 'b.other', terms: [word], ...tool }] });
    expect(near).toHaveLength(word.length < 5 ? 0 : 1);
  });
  it('finds two neighbours swapped', () => {
    const concepts: Things = [
      { id: 'a.a', terms: ['former'] },
      { id: 'b.b', terms: ['fromer'], ...tool },
    ];
    expect(named(nearSpelling, { concepts })).toEqual(['a.a + b.b']);
  });
  it('leaves words alone that a look-alike names, that are treated alike, or that are further apart', () => {
    const hoist = { id: 'b.hoist', terms: ['hoist'], ...tool };
    const looked = { ...joist, lookalikes: { are: [], areNot: ['Hoist 500kg'] } };
    expect(found(nearSpelling, { concepts: [looked, hoist] })).toEqual([]);
    expect(found(nearSpelling, { concepts: [joist, { id: 'b.b', terms: ['hoist'] }] })).toEqual([]);
    expect(found(nearSpelling, { concepts: [joist, { id: 'b.b', terms: ['moisty'], ...tool }] })).toEqual([]);
  });
});

describe('lookalikes', () => {
  const with_ = (are: string[], areNot: string[]) =>
    found(lookalikes, { concepts: [{ ...brick, lookalikes: { are, areNot } }] });
  it('finds a thing without one of the lists', () => {
    expect(with_([], ['brick hammer']).map(({ subject }) => subject.path)).toEqual([['lookalikes', 'are']]);
    expect(with_(['bricks'], []).map(({ subject }) => subject.path)).toEqual([['lookalikes', 'areNot']]);
  });
  it('finds look-alikes that are not like it', () => {
    expect(with_(['bricks'], ['washing machine', 'post office'])).toHaveLength(1);
  });
  it.each([['brick hammer'], ['bricklaying'], ['firebrick cleaner'], ['trick']])(
    'takes “%s” for one like it',
    (line) => {
      expect(with_(['bricks'], ['washing machine', line])).toEqual([]);
    },
  );
});
