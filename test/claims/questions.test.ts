import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { reclassifyCompanions } from '../../src/claims/companion_lines.js';
import { answerQuestion, withdrawAnswer } from '../../src/claims/questions.js';
import { routeNewLine, UNKNOWN_HEAD } from '../../src/claims/route_line.js';
import { amountsGiven } from '../../src/rulebook/answers.js';
import { sharedRulebook } from '../server/harness.js';
import { given, type Kept, openKept } from './kept.js';

let kept: Kept;
beforeAll(async () => {
  kept = await openKept(await sharedRulebook());
});
afterAll(() => kept.close());

const PUMP = given('Supply & install air source heat pump', '9400.00', '470.00');
const RADIATORS = given('Radiators supply and fit', '3100.00', '155.00');
const CONNECTION = given('Electrical connection of heat pump', '400.00', '20.00');
const GROUNDWORKS = given('Groundworks and concrete base', '350.00', '17.50');

describe('an answer that is taken back', () => {
  it.each([
    ['with only the lines of its job', [PUMP, RADIATORS, CONNECTION]],
    ['that made them part of larger works', [PUMP, RADIATORS, CONNECTION, GROUNDWORKS]],
  ])('lets its companions go back to what they were, %s', async (_, lines) => {
    const { claims, asking, organisationId } = kept;
    const project = await kept.project('self_build_431c');
    const head = { ...UNKNOWN_HEAD, documentType: 'invoice' as const, invoiceDate: '2026-02-10' };
    const first = await routeNewLine(claims, asking(), project.id, lines[0] ?? PUMP, { head });
    const { id: invoiceId } = first.invoice;
    for (const line of lines.slice(1)) await routeNewLine(claims, asking(), project.id, line, { invoiceId });
    const stand = async () =>
      (await claims.stored.file(organisationId, invoiceId)).items.map((item) => [
        item.text,
        item.treatment,
        item.vatReclaimable,
        item.mainLineId,
      ]);
    const before = await stand();
    const answer = { questionId: 'esm_separate_or_larger_job', answerId: 'part_of_conversion', value: null };
    const { companions } = await answerQuestion(claims, asking(), first.item.id, answer);
    const following = companions.filter(({ changed }) => changed).map(({ item }) => item.text);
    expect(following).toEqual([RADIATORS.text, CONNECTION.text]);
    await reclassifyCompanions(claims, asking(), invoiceId, false);
    const claimed = (await stand()).filter(([, treatment]) => treatment === 'reclaimable');
    expect(claimed.length).toBe(lines.length);

    await withdrawAnswer(claims, asking(), first.item.id, answer.questionId);
    expect(await stand()).toEqual(before);
    const again = await reclassifyCompanions(claims, asking(), invoiceId, false);
    expect(again.lines.filter(({ changed }) => changed)).toEqual([]);
  });
});

describe('a question that is answered by several amounts of a price', () => {
  it('takes them in one answer, and each by its rule', async () => {
    const { claims, asking } = kept;
    const project = await kept.project('self_build_431c');
    const head = { ...UNKNOWN_HEAD, documentType: 'invoice' as const, invoiceDate: '2026-02-10' };
    const line = given('Kitchen supply & fit inc. appliances', '18000.00', '3600.00', {
      stated: { supplyType: 'supply_and_install' },
    });
    const { item } = await routeNewLine(claims, asking(), project.id, line, { head });
    expect(item.questionId).toBe('sai_nonbm_goods_split');
    const amount = (answerId: string, value: string) => ({ questionId: 'sai_nonbm_goods_split', answerId, value });
    const [goods, fitting, rest] = [
      amount('amount_goods', '3900.00'),
      amount('amount_fitting', '300.00'),
      amount('amount_rest', '13800.00'),
    ];
    await expect(answerQuestion(claims, asking(), item.id, rest)).rejects.toThrow(/needs the amount of amount_goods/);
    const { item: split } = await answerQuestion(claims, asking(), item.id, goods, [fitting, rest]);
    expect(split).toMatchObject({ vatReclaimable: 0, vatToRecover: 207_000, vatOnceCorrected: 69_000 });
    expect((await answerQuestion(claims, asking(), item.id, goods, [fitting, rest])).item.answers).toHaveLength(3);
    const { item: open } = await withdrawAnswer(claims, asking(), item.id, 'sai_nonbm_goods_split');
    expect(open).toMatchObject({ status: 'open_question', answers: [] });
  });

  it('takes amounts of a credit with or without their minus, and of a charge none below zero', async () => {
    const { claims, asking } = kept;
    const project = await kept.project('self_build_431nb');
    const kitchen = async (net: string, vat: string) => {
      const head = { ...UNKNOWN_HEAD, documentType: 'invoice' as const, invoiceDate: '2026-02-10' };
      const line = given('Kitchen package', net, vat, { stated: { supplyType: 'materials' } });
      const { item } = await routeNewLine(claims, asking(), project.id, line, { head });
      return item;
    };
    const answer = (value: string) => ({ questionId: 'sai_kitchen_appliances', answerId: 'yes_amount', value });
    for (const value of ['-200.00', '200.00']) {
      const credit = await kitchen('-1000.00', '-200.00');
      const { item } = await answerQuestion(claims, asking(), credit.id, answer(value));
      expect(item.vatReclaimable).toBe(-16_000);
    }
    const charge = await kitchen('1000.00', '200.00');
    await expect(answerQuestion(claims, asking(), charge.id, answer('-200.00'))).rejects.toThrow(/below zero/);
  });

  it('takes nothing but amounts of that question, and says which field is wrong', () => {
    const { questions } = kept.asking().book;
    const read = (amounts: Record<string, string>) => amountsGiven('sai_nonbm_goods_split', amounts, questions);
    expect(read({ amount_goods: '3900.00', amount_rest: '13800.00' })).toHaveLength(2);
    for (const amount of ['3900.00;sai_who_fitted=self_fitted', 'some', ''])
      expect(() => read({ amount_goods: amount })).toThrow(/^amounts: /);
    expect(() => read({ amount_good: '3900.00' })).toThrow(/^amounts: .*amount_goods/);
  });
});
