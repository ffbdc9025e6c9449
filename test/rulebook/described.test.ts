import { describe, expect, it } from 'vitest';
import { parseConfirmedAnswer } from '../../src/rulebook/answers.js';
import type { Line } from '../../src/rulebook/line.js';
import { classify, rulebook } from './book.js';

async function decided(text: string, words: string, more: Partial<Line> = {}) {
  const { questions } = await rulebook();
  const answers = parseConfirmedAnswer(`what_was_bought=described:${words}`, questions);
  const { classification, question } = await classify({ text, answers, ...more });
  return [classification.treatment, question?.id ?? null];
}

describe('what a line says beside the thing nobody knew stays true of it when it is described', () => {
  it.each([
    ['1 pack for stables', 'not_reclaimable', null],
    ['Items for pool house', 'not_reclaimable', null],
    ['Sundry items for caravan', 'not_reclaimable', null],
    ['Zorblat kit for wardrobe', 'not_reclaimable', null],
    ['Misc for second garage', 'needs_answer', 'garage_when'],
    ['Zorblat for summerhouse and house', 'needs_answer', 'which_building'],
    ['Zorblat and dishwasher', 'needs_answer', 'mixed_line_split'],
    ['Zorblat incl. dishwasher', 'needs_answer', 'mixed_line_split'],
    ['Zorblat, carpet', 'needs_answer', 'mixed_line_split'],
  ])('%s', async (text, treatment, asks) => {
    for (const route of ['self_build_431nb', 'self_build_431c'] as const)
      expect(await decided(text, 'dense concrete blocks', { route }), route).toEqual([treatment, asks]);
  });

  it('work on another building is asked about', async () => {
    const works = { route: 'self_build_431c', supplyType: 'labour', vat: 5_000 } as const;
    expect(await decided('Zorblat for stables', 'brickwork', works)).toEqual(['needs_answer', 'which_building']);
  });

  it.each([
    ['Zorblat for kitchen sink', 'plumbing fittings'],
    ['Zorblat for dishwasher', 'waste trap'],
    ['Zorblats in shower room', 'wall tiles'],
    ['Zorblat & bricks', 'sand'],
    ['Zorblats inc delivery', 'roof tiles'],
    ['Zorblat excl. dishwasher', 'plasterboard'],
  ])('and what may be claimed with it is no doubt: %s', async (text, words) => {
    expect(await decided(text, words)).toEqual(['reclaimable', null]);
  });
});
