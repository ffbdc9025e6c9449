import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { projectActions } from '../../src/claims/action_states.js';
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
    'are refused, and claimed and proved once their owner says that they were fitted before (%s)',
    async (scheme) => {
      const { item, invoice } = await late({}, scheme);
      expect(item).toMatchObject({ treatment: 'not_reclaimable', questionId: null });
      expect(invoice.evidence).toContain('after_completion');
      const after = await answer(item.id, 'yes');
      expect(after.item).toMatchObject({ treatment: 'reclaimable', vatReclaimable: 20_000 });
      expect(after.invoice.evidence).not.toContain('after_completion');
      const denied = await answer(item.id, 'no');
      expect(denied.item).toMatchObject({ treatment: 'not_reclaimable', vatReclaimable: 0 });
      expect(denied.invoice.evidence).toContain('after_completion');
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

  it('are proved when each of them is settled, as fitted before or as not claimed', async () => {
    const { item, invoice } = await late();
    const { claims, asking } = kept;
    const more = async (text: string) =>
      (
        await routeNewLine(claims, asking(), invoice.projectId, given(text, '100.00', '20.00'), {
          invoiceId: invoice.id,
        })
      ).item;
    const washer = await more('Washing machine');
    expect((await answer(item.id, 'yes')).invoice.evidence).not.toContain('after_completion');
    expect((await answer(washer.id, 'no')).invoice.evidence).not.toContain('after_completion');
    const tiles = await more('Floor tiles delivered 3 Feb 2026');
    expect(tiles.treatment).toBe('needs_answer');
    expect((await claims.stored.invoice(kept.organisationId, invoice.id)).evidence).toContain('after_completion');
    expect((await answer(tiles.id, 'no')).invoice.evidence).not.toContain('after_completion');
  });

  it.each([
    ['LED downlights x30 supplied 4 Feb 2026, fitted by owner', 'fitted_before_completion'],
    ['Second fix & test, works Feb 2026', 'fitted_before_completion'],
    ['Roof tiles delivered 28/02/26', 'fitted_before_completion'],
    ['Roof tiles delivered 28/02/26 as quote 12/01/26', 'fitted_before_completion'],
    ['3 Feb 2026: second fix works', 'fitted_before_completion'],
    ['Roof tiles as quotation 3 March 2022', null],
    ['Roof tiles, order 12/01/26, delivered 4 Apr 2026', null],
    ['Second fix works as drawing rev C 03/02/2026', null],
    ['Roof tiles 3 Feb 2026', null],
    ['Pipe fitting 15.10.20, delivered', null],
    ['LED downlights x30 supplied 4 Apr 2026, fitted by owner', null],
    ['Second fix & test, works Apr 2026', null],
  ])('are asked about where their words tell an earlier day: %s', async (text, question) => {
    const { invoice } = await late();
    const line = given(text, '100.00', '20.00');
    const { item } = await routeNewLine(kept.claims, kept.asking(), invoice.projectId, line, { invoiceId: invoice.id });
    expect(item.questionId).toBe(question);
  });

  it.each(['Second fix & test, labour, 20 Feb 2026', 'Plastering labour, as quotation 3 March 2022'])(
    'are to be corrected within four years of the tax point, whatever day their words tell: %s',
    async (text) => {
      const { invoice } = await late();
      const line = given(text, '100.00', '20.00');
      const { claims, asking } = kept;
      const { item } = await routeNewLine(claims, asking(), invoice.projectId, line, { invoiceId: invoice.id });
      const { item: after, classification } = await answer(item.id, 'yes');
      expect(after.treatment).toBe('supplier_correction');
      expect(classification?.warnings.join()).toContain('until 2030-05-01');
      const [correction] = (await projectActions(claims, asking(), invoice.projectId)).filter(
        ({ kind }) => kind === 'supplier_correction',
      );
      expect(correction?.dueDate).toBe('2030-05-01');
    },
  );

  it('are not asked anything else', async () => {
    const { item } = await late();
    const other = { questionId: 'sai_who_fitted', answerId: 'others_fitted', value: null };
    await expect(answerQuestion(kept.claims, kept.asking(), item.id, other)).rejects.toThrow(/no question is open/);
  });
});

describe('a retention released after completion', () => {
  const RETENTION = given('Retention released, barn conversion works', '1000.00', '50.00');

  const released = (...more: (typeof RETENTION)[]) => releasedAs(RETENTION, ...more);
  async function releasedAs(retention: typeof RETENTION, ...more: (typeof RETENTION)[]) {
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
    let { invoice } = await routeNewLine(claims, asking(), project.id, retention, { head });
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

  it.each(['Retention released val 3', 'Retention val 3', 'Retention release'])(
    'is proved whichever of its words it is named by: %s',
    async (text) => {
      const { invoice, claim } = await releasedAs(given(text, '1810.00', '90.50'));
      expect(invoice.evidence).toEqual([]);
      expect(claim).toEqual([9050, 9050]);
    },
  );

  it('proves nothing of what else is charged late with it and waits', async () => {
    const { invoice } = await released(given('Facing bricks 65mm, late invoice', '100.00', '20.00'));
    expect(invoice.evidence).toEqual(['after_completion']);
  });

  it('is proved beside what is refused', async () => {
    const { invoice, claim } = await released(given('Washing machine', '100.00', '20.00'));
    expect(invoice.evidence).toEqual([]);
    expect(claim).toEqual([5000, 5000]);
  });
});
