import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { updateProject } from '../../src/claims/projects.js';
import { answerQuestion, withdrawAnswer } from '../../src/claims/questions.js';
import { routeNewLine, UNKNOWN_HEAD } from '../../src/claims/route_line.js';
import { totalsOf } from '../../src/claims/totals.js';
import { sharedRulebook } from '../server/harness.js';
import { given, type Kept, openKept } from './kept.js';

let kept: Kept;
beforeAll(async () => {
  kept = await openKept(await sharedRulebook());
});
afterAll(() => kept.close());

const HEAD = {
  ...UNKNOWN_HEAD,
  documentType: 'invoice',
  supplierName: 'Tay Merchants',
  supplierVatNumber: 'GB980780684',
  invoiceDate: '2026-02-15',
} as const;
const TRUSSES = given('Roof trusses', '3000.00', '600.00', { stated: { supplyType: 'materials' } });

type Facts = Record<string, string | null>;

let documents = 0;

/** A line of people's project, on an invoice to somebody. */
async function billedTo(customerName: string, more: { claimants?: string[]; facts?: Facts } = {}) {
  const { claims, asking } = kept;
  const { id } = await kept.project();
  await updateProject(claims, asking(), id, {
    claimants: ['Iain Fraser', ...(more.claimants ?? [])],
    facts: { claimant: 'individuals', siteBefore: 'empty_land', finishedBuilding: 'dwelling', ...more.facts },
  });
  const { item, invoice } = await routeNewLine(claims, asking(), id, TRUSSES, {
    head: { ...HEAD, invoiceNumber: `T-${++documents}`, customerName },
  });
  const claim = async () => {
    const { all, vatReclaimableWithEvidence } = await totalsOf(claims.store, id);
    return [all.vatReclaimable, vatReclaimableWithEvidence];
  };
  const answer = (answerId: string) =>
    answerQuestion(claims, asking(), item.id, {
      questionId: 'sai_materials_bought_for_builder',
      answerId,
      value: null,
    });
  return { id, item, invoice, claim, answer };
}

describe('an invoice to a company that is no claimant', () => {
  it.each([
    'MacLeod Builders Ltd',
    'MacLeod Builders, 3 High Street',
    'Reed Consulting Ltd',
    'Smith Architects',
    'Oakfield Parish Council',
  ])('asks whose it is and claims nothing meanwhile: %s', async (name) => {
    const { item, claim, answer } = await billedTo(name);
    expect(item.questionId).toBe('sai_materials_bought_for_builder');
    expect(await claim()).toEqual([0, 0]);
    expect((await answer('my_builder')).item.treatment).toBe('not_reclaimable');
    expect(await claim()).toEqual([0, 0]);
    for (const contradicted of ['me', 'my_company']) {
      await expect(answer(contradicted)).rejects.toThrow(`the document is addressed to “${name}”`);
      expect(await claim()).toEqual([0, 0]);
    }
  });

  it.each(['Mr I Fraser', 'Mary Jones', 'CASH SALE'])('is not asked of %s', async (name) => {
    const { item } = await billedTo(name);
    expect(item.treatment).toBe('reclaimable');
  });

  it('is claimed, and proved, where it is a business of theirs that they name and say to have repaid', async () => {
    const { claim } = await billedTo('Reed Consulting Ltd', {
      claimants: ['Reed Consulting Ltd'],
      facts: { chargedThroughCompany: 'repaid' },
    });
    expect(await claim()).toEqual([60_000, 60_000]);
  });

  it.each(['Reed Consulting Ltd', 'Reed Joinery'])(
    'is not proved while its business is not repaid, whoever claims: %s',
    async (name) => {
      for (const claimant of [null, 'individuals']) {
        const facts = { claimant, chargedThroughCompany: 'not_repaid' };
        const { claim, invoice } = await billedTo(name, { claimants: [name], facts });
        expect(invoice.evidence).toEqual(['business_not_repaid']);
        expect(await claim()).toEqual([60_000, 0]);
      }
    },
  );

  it('is asked of the invoice once, and answered otherwise or taken back for all of its lines', async () => {
    const { invoice, item, answer } = await billedTo('MacLeod Builders Ltd');
    const { claims, asking } = kept;
    const bricks = given('Facing bricks', '500.00', '100.00', { stated: { supplyType: 'materials' } });
    const other = await routeNewLine(claims, asking(), invoice.projectId, bricks, { invoiceId: invoice.id });
    expect(other.item.questionId).toBe('sai_materials_bought_for_builder');
    const { others } = await answer('my_builder');
    expect(others.map(({ after }) => after.treatment)).toEqual(['not_reclaimable']);
    await withdrawAnswer(claims, asking(), item.id, 'sai_materials_bought_for_builder');
    const again = await claims.stored.lineItem(kept.organisationId, other.item.id);
    expect(again).toMatchObject({ questionId: 'sai_materials_bought_for_builder', answers: [] });
  });

  it('is decided again when the claimants say so', async () => {
    const { id, claim } = await billedTo('Reed Consulting Ltd', { facts: { chargedThroughCompany: 'not_repaid' } });
    expect(await claim()).toEqual([0, 0]);
    const { claims, asking } = kept;
    await updateProject(claims, asking(), id, { claimants: ['Iain Fraser', 'Reed Consulting Ltd'] });
    expect(await claim()).toEqual([60_000, 0]);
    await updateProject(claims, asking(), id, { facts: { chargedThroughCompany: 'repaid' } });
    expect(await claim()).toEqual([60_000, 60_000]);
  });
});
