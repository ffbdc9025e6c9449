import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { reclassifyCompanions } from '../../src/claims/companion_lines.js';
import { answerQuestion } from '../../src/claims/questions.js';
import { routeNewLine, UNKNOWN_HEAD } from '../../src/claims/route_line.js';
import { sharedRulebook } from '../server/harness.js';
import { given, type Kept, openKept } from './kept.js';

let kept: Kept;
beforeAll(async () => {
  kept = await openKept(await sharedRulebook());
});
afterAll(() => kept.close());

let invoices = 0;
/** Routes lines onto one invoice; each is text, net, VAT and, when it is stated, supply type. */
async function invoiceOf(lines: readonly (readonly [string, string, string, string?])[]) {
  const { claims, asking } = kept;
  const project = await kept.project();
  const head = {
    ...UNKNOWN_HEAD,
    supplierName: 'Merchant',
    invoiceNumber: `G${++invoices}`,
    invoiceDate: '2026-05-01',
  };
  let invoiceId = '';
  for (const [text, net, vat, supplyType] of lines) {
    const line = given(text, net, vat);
    const stated = { ...line.stated, ...(supplyType === undefined ? {} : { supplyType: supplyType as 'materials' }) };
    const routed = await routeNewLine(claims, asking(), project.id, { ...line, stated }, { head });
    invoiceId = routed.invoice.id;
  }
  const read = async () =>
    (await claims.stored.file(kept.organisationId, invoiceId)).items.map((i) => [i.treatment, i.vatReclaimable]);
  return Object.assign(read, { invoiceId });
}

const bricks = ['Facing bricks 65mm', '300.00', '60.00', 'materials'] as const;
const trowel = ['Brick trowel 11 inch', '100.00', '20.00', 'materials'] as const;
const tap = ['Boiling water tap', '100.00', '20.00', 'materials'] as const;
const delivery = ['Delivery', '15.00', '3.00', 'materials'] as const;

describe('carriage on an invoice (decisions.md (e), delivery on a mixed order)', () => {
  it.each([
    ['goods that can all be claimed: all of it', [bricks, delivery], ['reclaimable', 300]],
    ['goods of which a part can: the share of their value', [bricks, trowel, delivery], ['reclaimable_in_part', 225]],
    ['goods of which none can: nothing', [trowel, delivery], ['not_reclaimable', 0]],
    ['goods of which some are open: a question', [bricks, tap, delivery], ['needs_answer', 0]],
    ['as much when nobody says how it was supplied', [bricks, ['Delivery', '15.00', '3.00']], ['reclaimable', 300]],
    [
      'the goods without what is returned for its deposit',
      [bricks, ['Pallet deposit', '40.00', '8.00', 'materials'], ['HIAB delivery', '15.00', '3.00']],
      ['reclaimable', 300],
    ],
    [
      'what its own words name, whatever else was bought',
      [bricks, trowel, ['Delivery of bricks', '15.00', '3.00', 'materials']],
      ['reclaimable', 300],
    ],
    [
      'the same when another word for the charge stands beside it',
      [bricks, trowel, ['Delivery - crane offload', '15.00', '3.00', 'materials']],
      ['reclaimable_in_part', 225],
    ],
    [
      'the same when nobody says how it was supplied and another word stands beside it',
      [bricks, trowel, ['Delivery - crane offload', '15.00', '3.00']],
      ['reclaimable_in_part', 225],
    ],
    [
      'goods that the supplier fitted: not claimed',
      [['Supply and fit windows', '900.00', '180.00'], delivery],
      ['needs_answer', 0],
    ],
  ] as const)('%s', async (_what, lines, expected) => {
    const items = await (await invoiceOf(lines))();
    expect(items.at(-1)).toEqual(expected);
    const turned = [...lines.slice(-1), ...lines.slice(0, -1)];
    expect((await (await invoiceOf(turned))())[0]).toEqual(expected);
  });

  it('is shared by the goods of its invoice once they are there, when its owner has said that they were mixed', async () => {
    const { claims, asking } = kept;
    const project = await kept.project();
    const head = { ...UNKNOWN_HEAD, supplierName: 'Merchant', invoiceNumber: 'MIXED', invoiceDate: '2026-05-01' };
    const route = (text: string, net: string, vat: string) =>
      routeNewLine(claims, asking(), project.id, given(text, net, vat), { head });
    const { item } = await route('Delivery', '15.00', '3.00');
    expect(item.questionId).toBe('payment_for_what');
    const mixed = { questionId: 'payment_for_what', answerId: 'mixed', value: null };
    expect((await answerQuestion(claims, asking(), item.id, mixed)).item.treatment).toBe('needs_answer');
    await route('Facing bricks 65mm', '300.00', '60.00');
    await route('Brick trowel 11 inch', '100.00', '20.00');
    const after = await claims.stored.lineItem(kept.organisationId, item.id);
    expect(after).toMatchObject({ treatment: 'reclaimable_in_part', vatReclaimable: 225 });
  });

  it.each([
    ['goods that cannot be claimed: nothing', [trowel], ['not_reclaimable', 0]],
    ['goods of both kinds: asks what it belongs to', [bricks, trowel], ['needs_answer', 0]],
    ['goods that can be claimed: all of it', [bricks], ['reclaimable', 300]],
  ] as const)(
    'haulage that is said to be of the goods sold with it follows them: %s',
    async (_what, goods, expected) => {
      const { claims, asking } = kept;
      const items = await invoiceOf([...goods, ['Haulage', '15.00', '3.00']]);
      const file = await claims.stored.file(kept.organisationId, items.invoiceId);
      const haulage = file.items.at(-1);
      const own = { questionId: 'transport_of_what', answerId: 'own_goods', value: null };
      const { item } = await answerQuestion(claims, asking(), haulage?.id ?? '', own);
      expect([item.treatment, item.vatReclaimable]).toEqual(expected);
    },
  );

  it('follows an answer about the goods', async () => {
    const { claims, asking } = kept;
    const project = await kept.project();
    const head = { ...UNKNOWN_HEAD, supplierName: 'Merchant', invoiceNumber: 'ANSWERED' };
    const line = (text: string, net: string, vat: string) =>
      routeNewLine(
        claims,
        asking(),
        project.id,
        { ...given(text, net, vat), stated: { supplyType: 'materials' } },
        { head },
      );
    await line('Facing bricks 65mm', '300.00', '60.00');
    const { item } = await line('Wall mirror', '100.00', '20.00');
    const carriage = await line('Delivery', '15.00', '3.00');
    expect([item.questionId, carriage.item.treatment]).toEqual(['mirror_which', 'needs_answer']);
    const answer = { questionId: 'mirror_which', answerId: 'plain_bathroom', value: null };
    const { others } = await answerQuestion(claims, asking(), item.id, answer);
    expect(others.map((o) => [o.after.text, o.after.vatReclaimable])).toEqual([['Delivery', 300]]);
  });
});

describe('a reduction that names goods of its invoice (reading rule 5)', () => {
  it.each([
    [
      'is open while they are',
      [tap, ['Discount on boiling water tap', '-10.00', '-2.00', 'materials']],
      ['needs_answer', 0],
    ],
    [
      'reduces the claim where they are claimed',
      [bricks, ['Discount on bricks', '-10.00', '-2.00', 'materials']],
      ['reclaimable', -200],
    ],
    [
      'reduces the claim where they stand on another invoice',
      [trowel, ['Credit: bricks returned', '-10.00', '-2.00', 'materials']],
      ['reclaimable', -200],
    ],
  ] as const)('%s', async (_what, lines, expected) => {
    expect((await (await invoiceOf(lines))()).at(-1)).toEqual(expected);
  });

  const loyalty = ['Loyalty discount', '-15.00', '-3.00'] as const;
  const labour = ['Bricklaying labour', '900.00', '180.00', 'labour'] as const;
  const pallets = ['Pallet charge', '45.00', '9.00'] as const;
  it.each([
    ['all that can be claimed: all of it', [bricks, loyalty], ['reclaimable', -300]],
    ['goods of which a part can: the share of their value', [bricks, trowel, loyalty], ['reclaimable_in_part', -225]],
    ['the same whatever is charged for packing', [bricks, trowel, pallets, loyalty], ['reclaimable_in_part', -225]],
    ['goods of which none can: nothing', [trowel, loyalty], ['not_reclaimable', 0]],
    ['goods of which some are open: a question', [bricks, tap, loyalty], ['needs_answer', 0]],
    ['goods and works: a question', [bricks, labour, loyalty], ['needs_answer', 0]],
    [
      'goods of which it is a share of one: that one',
      [bricks, trowel, ['Less 10% trade', '-30.00', '-6.00']],
      ['reclaimable', -600],
    ],
    ['less than it takes off: a question', [bricks, ['Loyalty discount', '-400.00', '-80.00']], ['needs_answer', 0]],
    [
      'what can be claimed, entered as an amount paid: a question',
      [bricks, ['Loyalty discount', '15.00', '3.00']],
      ['needs_answer', 0],
    ],
    ['goods that a credit does not name: a question', [bricks, ['Credit', '-15.00', '-3.00']], ['needs_answer', 0]],
  ] as const)('a discount that names none is spread over %s', async (_what, lines, expected) => {
    expect((await (await invoiceOf(lines))()).at(-1)).toEqual(expected);
    const turned = [...lines.slice(-1), ...lines.slice(0, -1)];
    expect((await (await invoiceOf(turned))())[0]).toEqual(expected);
  });

  it('reduces a claim although the other companions are held', async () => {
    const { claims, asking } = kept;
    const project = await kept.project();
    const head = { ...UNKNOWN_HEAD, supplierName: 'Heat Co', invoiceNumber: 'HELD', invoiceDate: '2026-05-01' };
    const line = (text: string, net: string, vat: string, supplyType: 'materials' | 'labour' = 'materials') =>
      routeNewLine(claims, asking(), project.id, { ...given(text, net, vat), stated: { supplyType } }, { head });
    const { item, invoice } = await line('Air source heat pump 10kW', '5850.00', '1170.00');
    await line('Heat pump cylinder 250L', '1620.00', '324.00');
    await line('Installation labour, 4 days', '1920.00', '384.00', 'labour');
    await line('Discount on air source heat pump', '-300.00', '-60.00');
    const { questionId } = await claims.stored.lineItem(kept.organisationId, item.id);
    const answerId = questionId === 'esm_who_installed' ? 'other_firm_installed' : 'others_fitted';
    await answerQuestion(claims, asking(), item.id, { questionId: questionId ?? '', answerId, value: null });
    await reclassifyCompanions(claims, asking(), invoice.id, false);
    const { items } = await claims.stored.file(kept.organisationId, invoice.id);
    expect(items.map((i) => i.vatReclaimable)).toEqual([117000, 0, 0, -6000]);
  });
});
