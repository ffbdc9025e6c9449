import { describe, expect, it } from 'vitest';
import type { Line } from '../../src/rulebook/line.js';
import { classify } from './book.js';

async function decided(text: string, more: Partial<Line> = {}) {
  const { classification, question } = await classify({ text, ...more });
  return question ? question.id : classification.treatment;
}

const WORKS: Partial<Line> = { route: 'self_build_431c', supplyType: 'labour', net: 60_000, vat: 3_000 };

describe('an opening word says what was bought', () => {
  it.each([
    ['To supply oak doors and carpet', 'mixed_line_split'],
    ['To supply facing bricks + zorblats', 'mixed_line_split'],
    ['For supply of oak doors and carpet', 'mixed_line_split'],
    ['To supply facing bricks and blocks', 'reclaimable'],
    ['For the supply of bricks and blocks', 'reclaimable'],
    // Where they go stands before a colon.
    ['For stables: bricks', 'not_reclaimable'],
  ])('%j is %s', async (text, says) => {
    expect(await decided(text)).toBe(says);
  });
});

describe('a verb under a heading says what was done, as one that opens the line does', () => {
  it.each([
    ['Kitchen: hang wall units', 'sai_goods_or_work'],
    ['Stage 2: Fit kitchen wall units', 'sai_goods_or_work'],
    ['Stage 2 - fit kitchen wall units', 'sai_goods_or_work'],
    ['Item 4: Raise manhole cover and frame', 'sai_goods_or_work'],
    ['Kitchen: wall units', 'reclaimable'],
    ['MDPE 25mm blue 100m - connects to house', 'reclaimable'],
  ])('%j is %s', async (text, says) => {
    expect(await decided(text)).toBe(says);
  });
});

describe('what was done to goods is told behind them', () => {
  it.each([
    ['Worktop sanded', 'sai_who_fitted'],
    ['Worktop sanded x 2', 'sai_who_fitted'],
    ['Worktop sanded for house', 'sai_who_fitted'],
    ['Consumer unit populated rev C', 'sai_who_fitted'],
    ['Bathroom mirror, plain, fixed 600 x 800', 'reclaimable'],
    ['Curtain pole 28mm, fixed x 6', 'reclaimable'],
  ])('%j is %s', async (text, says) => {
    expect(await decided(text)).toBe(says);
  });
});

describe('notes at the ends of a line change nothing', () => {
  it.each([
    ['Bath & basin plumbed as per quote', 'sai_who_fitted'],
    ['Concrete 30 bags, mixer - as agreed', 'mixed_line_split'],
    ['Facing bricks (as per quotation Q44)', 'reclaimable'],
    ['PO 4471 - facing bricks', 'reclaimable'],
    // What looks like a note and is none.
    ['Tiles 24% VAT', 'not_reclaimable'],
    ['Re-grout shower', 'esm_new_or_repair'],
    ['Bricks plot 2 and plot 3', 'goods_inside_site'],
  ])('%j: %s', async (text, says) => {
    expect(await decided(text)).toBe(says);
  });

  it.each([
    ['Re: Maintenance, drainage', 'works_or_fee'],
    ['Invoice for EICR on existing consumer unit in barn', 'design_and_build_contract'],
  ])('%j opens with what it opens with: %s', async (text, says) => {
    expect(await decided(text, WORKS)).toBe(says);
  });
});

describe('F/F', () => {
  it.each(['Plastering F/F', 'F/F ceilings boarded and skimmed', '1st fix F/F'])(
    '%j is of the first floor',
    async (text) => {
      expect(await decided(text, WORKS)).toBe('reclaimable');
    },
  );

  it('is a fridge freezer beside other things', async () => {
    expect(await decided('Bosch F/F 50/50')).toBe('not_reclaimable');
  });
});

describe('a word that was spelt wrong', () => {
  const text = 'Primed MDF torus skirtting 18 x 169';

  it('is asked about as what it was read as, and claimed once that is confirmed', async () => {
    const asked = await classify({ text });
    expect(asked.question).toMatchObject({
      id: 'spelling_meant',
      text: 'Is this a misprint: “skirtting” for “skirting”?',
    });
    expect(asked.question?.answers.find(({ id }) => id === 'yes')?.thenTreatment).toBe('reclaimable');
    const answers = [{ questionId: 'spelling_meant', answerId: 'yes', value: null }];
    expect((await classify({ text, answers })).classification.treatment).toBe('reclaimable');
  });
});
