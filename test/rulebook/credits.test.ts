import { describe, expect, it } from 'vitest';
import { TREATMENTS } from '../../src/rulebook/model.js';
import { exampleLine } from '../../src/rulebook/proof/examples.js';
import { classify, rulebook, TODAY } from './book.js';

/** What a line that takes money back is told: `credits` of rulebook.yaml. */
describe('a credit', () => {
  it('has texts whatever becomes of its VAT', async () => {
    const { credits } = await rulebook();
    expect(Object.keys(credits).sort()).toEqual(TREATMENTS.filter((t) => t !== 'no_vat').sort());
  });

  it.each([
    [
      'of goods that can be claimed',
      'Credit: facing bricks returned',
      'reclaimable',
      '£22.80 comes off the claim',
      'beside the invoice it credits',
    ],
    [
      'of VAT charged in error',
      'Credit note - labour to plaster house',
      'supplier_correction',
      'takes £22.80 off what the supplier has to pay back',
      '£22.80 less',
    ],
    [
      'of goods that cannot be claimed',
      'Credit returned fridge freezer',
      'not_reclaimable',
      'the claim stays as it is',
      'Leave the credit off the claim',
    ],
    [
      'that is open',
      'Credit conservatory',
      'needs_answer',
      'may take £22.80 off the claim',
      'count £22.80 as taken off',
    ],
    [
      'that states its parts',
      'Credit kitchen units 94.00, oven 20.00',
      'reclaimable_in_part',
      'so £18.80 comes off the claim',
      'Put £18.80 of the credit',
    ],
  ])('%s', async (_, text, treatment, told, next) => {
    const supplyType = treatment === 'supplier_correction' ? 'labour' : 'materials';
    const { classification } = await classify({ text, supplyType, net: -11400, vat: -2280 });
    expect(classification.treatment).toBe(treatment);
    expect(classification.explanation).toContain(told);
    expect(classification.action).toContain(next);
  });

  it('takes off what was supplied before, on whatever day it is given', async () => {
    const late = {
      text: 'Facing bricks returned',
      taxPoint: '2026-09-10',
      taxPointGiven: true,
      completionDate: '2026-08-28',
    };
    const { classification } = await classify({ ...late, net: -80_000, vat: -16_000 });
    expect(classification).toMatchObject({ treatment: 'reclaimable', vatReclaimable: '-160.00' });
    const charge = await classify(late);
    expect(charge.classification.treatment).toBe('not_reclaimable');
  });

  it('and a charge of which no date is known is asked about once the home is complete', async () => {
    const undated = { text: 'Facing bricks', taxPointGiven: false, completionDate: '2026-08-28' };
    const { question } = await classify(undated);
    expect(question?.id).toBe('fitted_before_completion');
  });

  it.each([
    ['Kitchen units, delivery 20 July 2026', 'fitted_before_completion'],
    ['Wall tiles delivered 15/07/2026', 'fitted_before_completion'],
    ['Wall tiles del. 15/07/26', 'fitted_before_completion'],
    ['Wall tiles, despatched 15/07/2026', 'fitted_before_completion'],
    ['Wall tiles delivered 15/06/2026', null],
    ['Wall tiles, order of 15/07/2026', null],
  ])('and one whose words tell of a supply after completion likewise: %s', async (text, asked) => {
    const early = { text, taxPoint: '2026-06-20', taxPointGiven: true, completionDate: '2026-06-30' };
    expect((await classify(early)).question?.id ?? null).toBe(asked);
  });

  it('is told without a minus, and every charge without a word of credits', async () => {
    const book = await rulebook();
    for (const rule of book.rules)
      for (const example of rule.examples) {
        const charge = exampleLine(book, rule, example, TODAY);
        if (charge.vat <= 0 || charge.answers.length > 0) continue;
        for (const given of [charge, { ...charge, net: -charge.net, vat: -charge.vat }]) {
          const { explanation, action, treatment } = (await book.classify(given)).classification;
          const told = `${explanation} ${action ?? ''}`;
          expect(told, given.text).not.toContain('-£');
          if (treatment !== 'no_vat') expect(told.includes('This is a credit'), given.text).toBe(given.vat < 0);
        }
      }
  });
});
