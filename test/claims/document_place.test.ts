import { describe, expect, it } from 'vitest';
import { documentPlace, elsewhereThan } from '../../src/claims/document_place.js';
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

  it('is the home where it is the name of the building of the project', () => {
    const stables = { words: 'Stables', is: 'elsewhere' } as const;
    expect(elsewhereThan({ building: { name: 'The Stables', address: 'Mill Lane' } as never }, stables)).toBeNull();
    expect(elsewhereThan({ building: { name: 'Plot 2', address: null } as never }, stables)).toBe(stables);
  });

  it.each([
    ['elsewhere', 'goods_inside_site'],
    ['built_with_home', 'garage_when'],
  ] as const)('asks about its goods: %s', async (is, question) => {
    const book = await rulebook();
    const asked = line({ text: 'CLS timber 38x89', placeTold: { words: 'here', is } });
    const { classification, question: open } = await book.classify(asked);
    expect(classification.treatment).toBe('needs_answer');
    expect(open?.id).toBe(question);
  });
});
