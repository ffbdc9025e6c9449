import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { updateProject } from '../../src/claims/projects.js';
import { answerQuestion } from '../../src/claims/questions.js';
import type { Stated } from '../../src/claims/records.js';
import { rerouteLine, routeNewLine, UNKNOWN_HEAD } from '../../src/claims/route_line.js';
import { totalsOf } from '../../src/claims/totals.js';
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

describe('a retention released after completion', () => {
  const RETENTION = given('Retention released, barn conversion works', '1000.00', '50.00');

  async function released(...more: (typeof RETENTION)[]) {
    const { claims, asking } = kept;
    const project = await kept.project('self_build_431c', { completionDate: '2026-09-30' });
    const head = {
      ...UNKNOWN_HEAD,
      documentType: 'invoice' as const,
      supplierName: 'Ash Builders',
      supplierVatNumber: 'GB980780684',
      invoiceNumber: `R-${++invoices}`,
      invoiceDate: '2026-11-01',
      customerName: 'J Smith',
    };
    let { invoice } = await routeNewLine(claims, asking(), project.id, RETENTION, { head });
    for (const line of more)
      invoice = (await routeNewLine(claims, asking(), project.id, line, { invoiceId: invoice.id })).invoice;
    const { all, vatReclaimableWithEvidence } = await totalsOf(claims.store, project.id);
    return { project, invoice, claim: [all.vatReclaimable, vatReclaimableWithEvidence] };
  }

  it('is proved by its document, before and after the project is set again', async () => {
    const { project, invoice, claim } = await released();
    expect(invoice.evidence).toEqual([]);
    expect(claim).toEqual([5000, 5000]);
    await updateProject(kept.claims, kept.asking(), project.id, { claimants: ['John Smith'] });
    expect((await kept.claims.stored.invoice(kept.organisationId, invoice.id)).evidence).toEqual([]);
  });

  it('proves nothing of what else was charged late with it', async () => {
    const { invoice } = await released(given('Facing bricks 65mm', '100.00', '20.00'));
    expect(invoice.evidence).toEqual(['after_completion']);
  });
});
