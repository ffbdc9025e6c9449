import { describe, expect, it } from 'vitest';
import { documentPlace, placeOfLine } from '../../src/claims/document_place.js';
import { line, rulebook } from '../rulebook/book.js';

const of = async (...notes: string[]) => documentPlace(await rulebook(), notes);

describe('where a document says that all of it is for', () => {
  it.each([
    ['Job: Stable block', 'Stable block'],
    ['Order ref: Workshop / stables', 'Workshop'],
    ['Your ref: pool house Date: 03/05/2024', 'pool house'],
    ['Delivery address: Flat 2 (rental), 4 High Street', 'Flat 2'],
    ['Deliver to: Village hall, Church Road', 'Village hall'],
    ['Re: new holiday let', 'holiday let'],
    ['Job ref: extension', 'extension'],
    ['Cost centre: Holiday cottage', 'Holiday cottage'],
    ['Job: Barn extension for Mr Jones', 'extension'],
    ["Customer order no: mum's extension", "mum's extension"],
  ])('is heard: %s', async (note, words) => {
    expect(await of('Marsh Timber Ltd', note, 'Payment within 14 days')).toEqual({ words, is: 'elsewhere' });
  });

  it('is heard below its label', async () => {
    expect(await of('Deliver to:', 'Stable block', 'Hill Farm')).toMatchObject({ is: 'elsewhere' });
  });

  it('may be a building that belongs to the home where it was built with it', async () => {
    expect(await of('Job ref: garage')).toEqual({ words: 'garage', is: 'built_with_home' });
  });

  it.each([
    'Job: Plot 2, new house',
    'Re: stable conversion at Hill Farm',
    'Deliver to: The Old Stables, Mill Lane, Bodmin',
    'Deliver to: Stable Cottage, Mill Lane',
    'Site: 14 Mill Lane, Bodmin',
    'Your ref: J SMITH 0412',
    'Delivery: goods must be unloaded by the customer and cannot be left at a workshop or an office unit',
    'Stables and agricultural buildings made to order',
  ])('may well be the home: %s', async (note) => {
    expect(await of(note)).toBeNull();
  });

  describe('beside what the project says of its site', () => {
    const project = {
      scheme: 'self_build_431nb' as const,
      building: { name: 'The Stables', address: 'Mill Lane' } as never,
      elements: [
        { name: 'The Old Cottage', kind: 'existing_home_works', suppliers: [] },
        { name: 'Plot 3', kind: 'another_project', suppliers: [] },
        { name: 'Mill annexe', kind: 'tied_annexe', suppliers: [] },
        { name: 'Cart shed', kind: 'garage_with_home', suppliers: [] },
      ],
    };
    const stables = { words: 'Stables', is: 'elsewhere' } as const;
    const shed = { words: 'Cart shed', is: 'elsewhere' } as const;

    it.each([
      ['the name of its building', 'Blocks', stables, null],
      ['a part that is claimed with the home', 'Blocks', shed, null],
      ['another place', 'Blocks', { words: 'Workshop', is: 'elsewhere' } as const, 'Workshop'],
      ['a part that the line names', 'Concrete blocks for the Old Cottage', null, 'The Old Cottage'],
      ['another plot', 'Concrete blocks, Plot 3', null, 'Plot 3'],
      ['an annexe that is tied', 'Facing bricks for Mill annexe', null, 'Mill annexe'],
      ['nothing', 'Facing bricks, plot 33', null, null],
    ])('%s', async (_what, text, told, words) => {
      expect(placeOfLine(await rulebook(), project, text, told)?.words ?? null).toBe(words);
    });
  });

  it.each([
    ['elsewhere', 'which_building'],
    ['built_with_home', 'garage_when'],
  ] as const)('asks about its goods: %s', async (is, question) => {
    const book = await rulebook();
    const asked = line({ text: 'CLS timber 38x89', placeTold: { words: 'here', is } });
    const { classification, question: open } = await book.classify(asked);
    expect(classification.treatment).toBe('needs_answer');
    expect(open?.id).toBe(question);
  });
});
