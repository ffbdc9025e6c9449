import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answerQuestion } from '../../src/claims/questions.js';
import type { Stated } from '../../src/claims/records.js';
import { rerouteLine, routeNewLine, UNKNOWN_HEAD } from '../../src/claims/route_line.js';
import { sharedRulebook } from '../server/harness.js';
import { given, type Kept, openKept } from './kept.js';

let kept: Kept;
beforeAll(async () => {
  kept = await openKept(await sharedRulebook());
});
afterAll(() => kept.close());

let invoices = 0;
async function late(stated: Stated = {}, scheme: 'self_build_431nb' | 'self_build_431c' = 'self_build_431nb') {
  const project = await kept.project(scheme, { completionDate: '2026-03-01' });
  const head = {
    ...UNKNOWN_HEAD,
    documentType: 'invoice' as const,
    supplierName: 'Jewson',
    supplierVatNumber: 'GB980780684',
    invoiceNumber: `L-${++invoices}`,
    invoiceDate: '2026-05-01',
  };
  const line = given('Facing bricks 65mm', '1000.00', '200.00', { stated: { supplyType: 'materials', ...stated } });
  return routeNewLine(kept.claims, kept.asking(), project.id, line, { head });
}

const fitted = (answerId: string) => ({ questionId: 'fitted_before_completion', answerId, value: null });
const answer = (lineItemId: string, answerId: string) =>
  answerQuestion(kept.claims, kept.asking(), lineItemId, fitted(answerId));

describe('goods invoiced after completion', () => {
  it.each(['self_build_431nb', 'self_build_431c'] as const)(
    'are refused, and claimed once their owner says that they were fitted before; the invoice then needs proof (%s)',
    async (scheme) => {
      const { item } = await late({}, scheme);
      expect(item).toMatchObject({ treatment: 'not_reclaimable', questionId: null });
      const after = await answer(item.id, 'yes');
      expect(after.item).toMatchObject({ treatment: 'reclaimable', vatReclaimable: 20_000 });
      expect(after.invoice.evidence).toContain('after_completion');
      expect((await answer(item.id, 'no')).item).toMatchObject({ treatment: 'not_reclaimable', vatReclaimable: 0 });
    },
  );

  it('are asked about when the line is given an earlier date of its own, at once or later', async () => {
    const { item } = await late({ taxPoint: '2026-02-01' });
    expect(item).toMatchObject({ treatment: 'needs_answer', questionId: 'fitted_before_completion' });
    const { item: stored } = await late();
    const { projectId, id } = stored;
    const restated = { stated: { taxPoint: '2026-02-01' } };
    const again = await rerouteLine(kept.claims, kept.asking(), projectId, id, restated);
    expect(again.item).toMatchObject({ treatment: 'needs_answer', questionId: 'fitted_before_completion' });
    expect((await answer(id, 'yes')).item).toMatchObject({ treatment: 'reclaimable' });
  });

  it('are not asked anything else', async () => {
    const { item } = await late();
    const other = { questionId: 'sai_who_fitted', answerId: 'others_fitted', value: null };
    await expect(answerQuestion(kept.claims, kept.asking(), item.id, other)).rejects.toThrow(/no question is open/);
  });
});
