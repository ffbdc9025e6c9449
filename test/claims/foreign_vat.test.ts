import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { projectActions } from '../../src/claims/action_states.js';
import { answerQuestion, withdrawAnswer } from '../../src/claims/questions.js';
import { routeNewLine, UNKNOWN_HEAD } from '../../src/claims/route_line.js';
import { sharedRulebook } from '../server/harness.js';
import { given, type Kept, openKept } from './kept.js';

let kept: Kept;
beforeAll(async () => {
  kept = await openKept(await sharedRulebook());
});
afterAll(() => kept.close());

const TILES = given('Porcelain floor tiles', '1275.00', '293.25');
const WORK = given('Floor tiling labour', '400.00', '54.00');

async function decided(country: string, head: object, line: typeof TILES) {
  const project = await kept.project('self_build_431nb', { country });
  const { item } = await routeNewLine(kept.claims, kept.asking(), project.id, line, {
    head: { ...UNKNOWN_HEAD, documentType: 'invoice', supplierName: 'Donegal Tiles', ...head },
  });
  return item;
}

const IRISH = { supplierVatNumber: 'IE6388047V' };

describe('whose VAT it is comes before its rate (decisions.md, order of reading 1; L20)', () => {
  it.each([
    ['Irish VAT in euros', { ...IRISH, currency: 'EUR' }],
    ['Irish VAT told in sterling', IRISH],
    ['VAT in euros of nobody known', { currency: 'EUR' }],
  ])('%s is not refunded in Great Britain, and asked about in Northern Ireland', async (_, head) => {
    for (const line of [TILES, WORK]) {
      expect(await decided('england', head, line)).toMatchObject({
        treatment: 'not_reclaimable',
        vatReclaimable: 0,
        undecided: null,
        ruleId: '431nb.every.foreign_vat',
      });
      expect(await decided('northern_ireland', head, line)).toMatchObject({
        treatment: 'needs_answer',
        vatReclaimable: 0,
        vatToRecover: 0,
        questionId: 'foreign_vat_goods',
      });
    }
  });

  it('is asked no more once the VAT in sterling is told, which is claimed apart', async () => {
    const item = await decided('northern_ireland', IRISH, TILES);
    const answer = { questionId: 'foreign_vat_goods', answerId: 'building_materials', value: '589.50' };
    const answered = await answerQuestion(kept.claims, kept.asking(), item.id, answer);
    expect(answered.item).toMatchObject({ treatment: 'needs_answer', vatReclaimable: 0, questionId: null });
    const [todo] = (await projectActions(kept.claims, kept.asking(), item.projectId)).filter(({ lineItemIds }) =>
      lineItemIds.includes(item.id),
    );
    expect(todo).toMatchObject({ kind: 'unread_lines', title: expect.stringContaining('Claim apart: 1 line') });
    expect(todo?.text).toContain('You gave: 589.50.');
    const taken = await withdrawAnswer(kept.claims, kept.asking(), item.id, 'foreign_vat_goods');
    expect(taken.item.questionId).toBe('foreign_vat_goods');
  });

  it('UK VAT that is not in sterling is not decided, and says what to ask for', async () => {
    const item = await decided('northern_ireland', { supplierVatNumber: 'GB980780684', currency: 'EUR' }, TILES);
    expect(item).toMatchObject({ treatment: 'needs_answer', questionId: null });
    expect(item.undecided).toContain('Ask the supplier for an invoice with the VAT in sterling');
  });
});
