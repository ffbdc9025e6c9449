import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { KeyReused } from '../../src/claims/changes.js';
import { openClaims } from '../../src/claims/claims.js';
import { answerQuestion } from '../../src/claims/questions.js';
import { rerouteLine, routeNewLine, UNKNOWN_HEAD } from '../../src/claims/route_line.js';
import { NotFound } from '../../src/claims/stored.js';
import type { SupplyType } from '../../src/rulebook/model.js';
import { openStore } from '../../src/store/open.js';
import { sharedRulebook } from '../server/harness.js';
import { given, type Kept, openKept } from './kept.js';

let kept: Kept;
beforeAll(async () => {
  kept = await openKept(await sharedRulebook());
});
afterAll(() => kept.close());

const BRICKS = given('Facing bricks 65mm', '1240.00', '248.00');
const head = (more: object = {}) => ({ head: { ...UNKNOWN_HEAD, ...more } });
const MERCHANT = {
  documentType: 'invoice' as const,
  supplierName: 'Jewson Ltd',
  invoiceNumber: '1001',
  invoiceDate: '2026-05-01',
};

describe('a line that is routed', () => {
  it('is stored with its decision, and the decision with the line, edition and digest', async () => {
    const { claims, asking } = kept;
    const project = await kept.project();
    const { item, classification, invoice } = await routeNewLine(claims, asking(), project.id, BRICKS, head(MERCHANT));
    expect(item).toMatchObject({ treatment: 'reclaimable', vatReclaimable: 24800, status: 'decided', position: 1 });
    const [decision, ...more] = await claims.stored.history(kept.organisationId, item.id);
    expect(more).toEqual([]);
    expect(decision).toMatchObject({ cause: 'routed', actor: 'account test', ruleId: classification?.rule?.id });
    expect(decision?.line).toMatchObject({ taxPoint: '2026-05-01', taxPointGiven: true, supplyType: 'materials' });
    const { book } = asking();
    expect(decision?.digest).toBe(book.digest);
    const again = await book.classify(decision?.line as never);
    expect(again.classification).toEqual(decision?.outcome.classification);
    expect(await claims.stored.lineItem(kept.organisationId, item.id)).toEqual(item);
    expect(invoice.supplierName).toBe('Jewson Ltd');
  });

  it('joins the invoice with its supplier and number, and the lines there are decided again', async () => {
    const { claims, asking } = kept;
    const project = await kept.project();
    const goods = given('uPVC casement windows x 9', '4380.00', '876.00');
    const first = await routeNewLine(claims, asking(), project.id, goods, head({ ...MERCHANT, supplierName: 'Acme' }));
    expect(first.item.treatment).not.toBe('supplier_correction');
    const labour = given('Labour to fit windows', '900.00', '0.00');
    const second = await routeNewLine(
      claims,
      asking(),
      project.id,
      labour,
      head({ ...MERCHANT, supplierName: 'ACME.' }),
    );
    expect(second.invoice.id).toBe(first.invoice.id);
    expect(second.others.map((o) => [o.after.id, o.after.treatment])).toEqual([[first.item.id, 'supplier_correction']]);
    const history = await claims.stored.history(kept.organisationId, first.item.id);
    expect(history.map((d) => d.cause)).toEqual(['routed', 'other_lines']);
  });

  it('is asked about where the same invoice charges for fitting it, though somebody says it was bought alone', async () => {
    const { claims, asking } = kept;
    const project = await kept.project();
    const of = head({ ...MERCHANT, supplierName: 'Oak Windows Ltd', invoiceNumber: 'OW1' });
    const stated = (line: typeof BRICKS, supplyType: SupplyType) => ({ ...line, stated: { supplyType } });
    const fitting = stated(given('Fitting of windows', '2000.00', '0.00'), 'labour');
    await routeNewLine(claims, asking(), project.id, fitting, of);
    const windows = stated(given('Timber windows, supply only', '6000.00', '1200.00'), 'materials');
    const { item } = await routeNewLine(claims, asking(), project.id, windows, of);
    expect(item).toMatchObject({ treatment: 'needs_answer', vatReclaimable: 0 });
    const alone = head({ ...MERCHANT, supplierName: 'Oak Windows Ltd', invoiceNumber: 'OW2' });
    const sold = await routeNewLine(claims, asking(), project.id, windows, alone);
    expect(sold.item).toMatchObject({ treatment: 'reclaimable' });
  });

  it('does not join the invoice with its supplier and number where that has another price', async () => {
    const { claims, asking } = kept;
    const project = await kept.project();
    const priced = (grossTotal: number) => head({ ...MERCHANT, grossTotal });
    await routeNewLine(claims, asking(), project.id, BRICKS, priced(148_800));
    await routeNewLine(claims, asking(), project.id, BRICKS, priced(148_800));
    await expect(routeNewLine(claims, asking(), project.id, BRICKS, priced(120_000))).rejects.toMatchObject({
      issues: [{ path: 'invoice.grossTotal', message: expect.stringContaining('"1200.00" differs from "1488.00"') }],
    });
  });

  it('tells of the other lines only those of which something else is said now', async () => {
    const { claims, asking } = kept;
    const project = await kept.project();
    const of = head({ ...MERCHANT, invoiceNumber: 'SAME' });
    const delivery = given('Delivery', '15.00', '3.00');
    const first = await routeNewLine(claims, asking(), project.id, BRICKS, of);
    const carriage = await routeNewLine(claims, asking(), project.id, delivery, of);
    const blocks = await routeNewLine(claims, asking(), project.id, given('Concrete blocks', '100.00', '20.00'), of);
    // The goods that the delivery belongs to are worth more, and it is claimed as before.
    expect(await claims.stored.history(kept.organisationId, carriage.item.id)).toHaveLength(2);
    expect(blocks.others).toEqual([]);
    const tool = await routeNewLine(claims, asking(), project.id, given('Brick trowel', '100.00', '20.00'), of);
    expect(tool.others.map(({ after }) => after.text)).toEqual(['Delivery']);
    expect(first.others).toEqual([]);
  });

  it('is decided the same whatever the order its invoice was entered in', async () => {
    const { claims, asking } = kept;
    const project = await kept.project('self_build_431c');
    const lines = [
      given('Vaillant aroTHERM 7kW heat pump', '6000.00', '300.00'),
      given('Unvented cylinder 250L', '1400.00', '70.00'),
      given('Installation labour', '2500.00', '125.00'),
      given('Delivery', '60.00', '3.00'),
    ];
    const outcomes = [];
    for (const [n, order] of [
      [0, 1, 2, 3],
      [3, 2, 1, 0],
      [2, 0, 3, 1],
    ].entries()) {
      for (const i of order)
        await routeNewLine(
          claims,
          asking(),
          project.id,
          lines[i] as never,
          head({ ...MERCHANT, invoiceNumber: `O${n}` }),
        );
      const [same] = await claims.stored.twinsOf(project, { ...UNKNOWN_HEAD, ...MERCHANT, invoiceNumber: `O${n}` });
      const { items } = await claims.stored.file(kept.organisationId, same?.invoice.id ?? '');
      outcomes.push(new Map(items.map((i) => [i.text, [i.treatment, i.vatReclaimable, i.ruleId, i.questionId]])));
    }
    expect(outcomes[1]).toEqual(outcomes[0]);
    expect(outcomes[2]).toEqual(outcomes[0]);
  });

  it('under the same idempotency key is stored once, and another request under it is refused', async () => {
    const { claims, asking } = kept;
    const project = await kept.project();
    const route = (key: string, body: object) =>
      routeNewLine(claims, asking('route_line_item', key, body), project.id, BRICKS, head(MERCHANT));
    const all = await Promise.all(Array.from({ length: 5 }, () => route('once', { a: 1, b: 2 })));
    expect(new Set(all.map((r) => r.item.id)).size).toBe(1);
    expect((await route('once', { b: 2, a: 1 })).item.id).toBe(all[0]?.item.id);
    await expect(route('once', { a: 2 })).rejects.toThrow(KeyReused);
    const { items } = await claims.stored.file(kept.organisationId, all[0]?.invoice.id ?? '');
    expect(items).toHaveLength(1);
  });

  it('of another organisation is not there', async () => {
    const { claims, asking } = kept;
    const project = await kept.project();
    const { item, invoice } = await routeNewLine(claims, asking(), project.id, BRICKS, head());
    const other = { ...asking(), organisationId: 'org_other' };
    await expect(routeNewLine(claims, other, project.id, BRICKS, head())).rejects.toThrow(NotFound);
    await expect(routeNewLine(claims, other, project.id, BRICKS, { invoiceId: invoice.id })).rejects.toThrow(NotFound);
    await expect(rerouteLine(claims, other, project.id, item.id, { stated: {} })).rejects.toThrow(NotFound);
  });

  it('with unknown amounts is kept undecided until somebody gives them, and printed amounts stay', async () => {
    const { claims, asking } = kept;
    const project = await kept.project();
    const unread = given('Facing bricks', '10.00', '2.00', { net: null, vat: null });
    const { item } = await routeNewLine(claims, asking(), project.id, unread, head(MERCHANT));
    expect(item).toMatchObject({ status: 'undecided', treatment: 'needs_answer', vatReclaimable: 0 });
    const { item: read } = await rerouteLine(claims, asking(), project.id, item.id, {
      stated: {},
      net: 1000,
      vat: 200,
    });
    expect(read).toMatchObject({ status: 'decided', treatment: 'reclaimable', vatReclaimable: 200, undecided: null });
    await expect(rerouteLine(claims, asking(), project.id, item.id, { stated: {}, net: 2000 })).rejects.toThrow(
      /stays/,
    );
  });
});

describe('goods for a garage', () => {
  const asked = async (text: string, garage: string, scheme: 'self_build_431nb' | 'self_build_431c') => {
    const project = await kept.project(scheme, { garage });
    const line = given(text, '800.00', '160.00', { stated: { supplyType: 'materials' } });
    const { item } = await routeNewLine(kept.claims, kept.asking(), project.id, line, head(MERCHANT));
    return item.questionId ?? item.treatment;
  };

  it('are not asked about again where the project says that it is built with the new home', async () => {
    expect(await asked('Roof tiles for the garage', 'with_home', 'self_build_431nb')).toBe('reclaimable');
  });

  it.each([
    ['Roof tiles for the old garage', 'with_home', 'self_build_431nb'],
    ['Bricks for second garage', 'with_home', 'self_build_431nb'],
    ['Bricks for garage rebuild', 'with_home', 'self_build_431nb'],
    ['Bricks for garage phase 2', 'with_home', 'self_build_431nb'],
    ['Roof tiles for the garage', 'later', 'self_build_431nb'],
    ['Roof tiles for the garage', 'none', 'self_build_431nb'],
    ['Roof tiles for the garage', 'with_home', 'self_build_431c'],
    ['Roof tiles for the conservatory', 'with_home', 'self_build_431nb'],
    ['Double garage kit', 'with_home', 'self_build_431nb'],
  ] as const)('are asked about otherwise (%s, %s, %s)', async (text, garage, scheme) => {
    expect(await asked(text, garage, scheme)).toBe('garage_when');
  });
});

describe('waste taken away beside works of the same supplier', () => {
  const MUCK = given('Muck away 6 loads ex founds', '1500.00', '300.00');
  const FOUNDS = given('Excavate & pour strip founds', '4000.00', '800.00');
  const answer = (id: string, answerId: string) =>
    answerQuestion(kept.claims, kept.asking(), id, { questionId: 'waste_of_works', answerId, value: null });
  const routed = async (line: typeof MUCK, scheme: 'self_build_431nb' | 'self_build_431c', beside?: typeof MUCK) => {
    const { claims, asking } = kept;
    const project = await kept.project(scheme);
    const first = await routeNewLine(
      claims,
      asking(),
      project.id,
      line,
      head({ ...MERCHANT, supplierName: 'Dig Ltd' }),
    );
    if (beside === undefined) return first.item;
    const { invoice } = await routeNewLine(claims, asking(), project.id, beside, { invoiceId: first.invoice.id });
    const items = (await claims.stored.file(kept.organisationId, invoice.id)).items;
    return items[0] ?? first.item;
  };

  it('is asked about and follows what is said of it', async () => {
    const item = await routed(MUCK, 'self_build_431nb', FOUNDS);
    expect(item).toMatchObject({ treatment: 'needs_answer', questionId: 'waste_of_works' });
    expect((await answer(item.id, 'own_works')).item).toMatchObject({
      treatment: 'supplier_correction',
      vatToRecover: 30_000,
    });
    expect((await answer(item.id, 'bought_alone')).item).toMatchObject({ treatment: 'not_reclaimable' });
  });

  it('is corrected to 5% on a conversion', async () => {
    const item = await routed(MUCK, 'self_build_431c', FOUNDS);
    expect((await answer(item.id, 'own_works')).item).toMatchObject({
      treatment: 'supplier_correction',
      vatOnceCorrected: 7_500,
    });
  });

  it('is asked about where its owner calls it work, and never alone', async () => {
    expect((await routed(MUCK, 'self_build_431nb')).treatment).toBe('not_reclaimable');
    const stated = { ...MUCK, stated: { supplyType: 'labour' as const } };
    expect((await routed(stated, 'self_build_431nb')).questionId).toBe('waste_of_works');
  });
});

it('two processes that are given lines of one new invoice at once make one invoice', async () => {
  const other = openClaims(await openStore(kept.folder));
  try {
    for (let round = 0; round < 5; round++) {
      const project = await kept.project();
      const of = head({ ...MERCHANT, invoiceNumber: `R-${round}` });
      const routed = await Promise.all(
        [kept.claims, other].map((claims, i) =>
          routeNewLine(claims, kept.asking(), project.id, given(`Facing bricks ${i}`, '100.00', '20.00'), of),
        ),
      );
      expect(new Set(routed.map(({ invoice }) => invoice.id)).size).toBe(1);
      expect(routed.map(({ item }) => item.position).sort()).toEqual([1, 2]);
    }
  } finally {
    await other.store.close();
  }
});
