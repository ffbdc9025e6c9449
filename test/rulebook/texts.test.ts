import { describe, expect, it } from 'vitest';
import { parseConfirmedAnswer } from '../../src/rulebook/answers.js';
import type { Line } from '../../src/rulebook/line.js';
import { line, rulebook } from './book.js';

const book = await rulebook();
const classify = (of: Line, answers: string) =>
  book.classify({ ...of, answers: parseConfirmedAnswer(answers, book.questions) });
const fittedHere = { supplyType: 'supply_and_install', net: 1_500_000 } as const;

/** Notes that authors write for themselves, which no self-builder understands. */
const NOTES =
  /needs an answer|item view|view not seen|\belse ask\b|\bapportion\b|; conversion: ask|^goods:|^split out|^negative\b|\bTODO\b|\btbc\b/i;

describe('what a reader is told', () => {
  const open = book.catalogue.concepts.filter(
    ({ goodsAlone, onRoute }) => goodsAlone === 'ask' || goodsAlone === 'part' || onRoute,
  );

  it.each(open.map(({ id, condition }) => [id, condition]))('%s turns on what anybody understands', (_, condition) => {
    expect(condition).not.toMatch(NOTES);
    expect(condition.length).toBeGreaterThan(10);
  });

  it.each([...book.questions.values()].map((q) => [q.id, q] as const))(
    '%s is asked in whole sentences',
    (_, question) => {
      for (const sentence of [question.text, question.whyAsked]) {
        expect(sentence).toMatch(/^[\p{Lu}{“"]/u);
        expect(sentence).toMatch(/[.?]["”)]?$/);
        expect(sentence).not.toMatch(NOTES);
      }
    },
  );
});

describe('the thing that a question asks about', () => {
  it.each([
    ['Solar panels', { esmInvoiceCtx: true }, 'Who put the solar panels in place?'],
    [
      'Facing bricks',
      { saiInvoiceCtx: true },
      'Did the company that sent this invoice also fit facing bricks into the building?',
    ],
    [
      'Velux windows',
      { saiInvoiceCtx: true },
      'Did the company that sent this invoice also fit Velux windows into the building?',
    ],
  ])('has the capital of a name alone inside a sentence: %s', async (text, beside, asked) => {
    expect((await book.classify(line({ text, ...beside }))).question?.text).toBe(asked);
  });
});

describe('a payment for goods bought alone', () => {
  it.each([
    [
      'Deposit for facing bricks supply only',
      20_000,
      '“Deposit” belongs to building materials bought alone, so its VAT of £200.00 is treated as theirs.',
    ],
    [
      'Credit for facing bricks',
      -20_000,
      'so its VAT of £200.00 is treated as theirs. This is a credit, so £200.00 comes off the claim.',
    ],
  ])('is told in whole sentences: %s', async (text, vat, told) => {
    const { classification } = await book.classify(line({ text, net: vat * 5, vat }));
    expect(classification.explanation).toContain(told);
  });
});

describe('a claim that an answer keeps back', () => {
  it('is not told as one', async () => {
    const { classification } = await classify(line({ text: 'Facing bricks' }), 'sai_who_fitted=not_sure');
    expect(classification.treatment).toBe('needs_answer');
    expect(classification.explanation).toMatch(/^Nothing can be claimed on “Facing bricks” yet\./);
    expect(classification.action).toBe(
      'Nothing is claimed meanwhile. Once that is settled, answer the question again.',
    );
  });
});

describe('a price of which the amounts are given one by one', () => {
  const text = 'Supply and fit kitchen and fitted wardrobes';
  const all =
    'sai_nonbm_goods_split=amount_goods:3750.00;sai_nonbm_goods_split=amount_fitting:750.00;sai_nonbm_goods_split=amount_rest:10500.00';

  it('asks the supplier for all that must come back', async () => {
    const { classification } = await classify(line({ text, ...fittedHere, vat: 300_000 }), all);
    expect(classification.vatToRecoverFromSupplier).toBe('2250.00');
    expect(classification.action).toContain('£2,250.00');
  });

  it('is claimed in part on a conversion', async () => {
    const at5 = line({ text, ...fittedHere, route: 'self_build_431c', vat: 75_000 });
    const { classification } = await classify(at5, all);
    expect(classification).toMatchObject({ treatment: 'reclaimable_in_part', vatReclaimable: '525.00' });
    const [goods = ''] = all.split(';');
    expect((await classify(at5, goods)).question?.id).toBe('sai_nonbm_goods_split');
  });
});

describe('words of fitting inside a longer statement', () => {
  it.each(['supplied and fitted by us', 'we installed', 'fitted during the build', 'installed before completion'])(
    '"%s" still says that they were fitted',
    async (words) => {
      const { classification } = await book.classify(line({ text: `Boiler ${words}` }));
      expect(classification.treatment).toBe('supplier_correction');
    },
  );
});
