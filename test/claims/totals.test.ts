import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { actionItemsOf } from '../../src/claims/action_items.js';
import { readActions } from '../../src/claims/action_reading.js';
import type { InvoiceHead, Project } from '../../src/claims/records.js';
import { type GivenLine, routeNewLine, UNKNOWN_HEAD } from '../../src/claims/route_line.js';
import { totalsByInvoice, totalsOf } from '../../src/claims/totals.js';
import { sharedRulebook } from '../server/harness.js';
import { given, type Kept, openKept, TODAY } from './kept.js';

let kept: Kept;
beforeAll(async () => {
  kept = await openKept(await sharedRulebook());
});
afterAll(() => kept.close());

let invoices = 0;
const HEAD: InvoiceHead = {
  ...UNKNOWN_HEAD,
  documentType: 'invoice',
  supplierName: 'Arrow Stone Ltd',
  supplierVatNumber: 'GB980780684',
  invoiceDate: '2026-04-21',
  customerName: 'J Smith',
};
/** Nothing about the project is open. */
const ELIGIBLE = { outcome: 'eligible', summary: '' } as const;
const materials = (text: string, net: string, vat: string) =>
  given(text, net, vat, { stated: { supplyType: 'materials' } });
const BRICKS = materials('Facing bricks 65mm', '1000.00', '200.00');

/** Keeps one document, as reading or a caller gives it. */
async function document(project: Project, lines: readonly GivenLine[], head: Partial<InvoiceHead> = {}) {
  const of = { head: { ...HEAD, invoiceNumber: `T-${++invoices}`, ...head } };
  const { claims, asking } = kept;
  let invoice = await routeNewLine(claims, asking(), project.id, lines[0] as GivenLine, of).then((r) => r.invoice);
  for (const line of lines.slice(1))
    invoice = (await routeNewLine(claims, asking(), project.id, line, { invoiceId: invoice.id })).invoice;
  return invoice;
}

const claim = async (project: Project) => {
  const { all, vatHeldBack, vatReclaimableWithEvidence } = await totalsOf(kept.claims.store, project.id);
  return [all.vatReclaimable, vatHeldBack, vatReclaimableWithEvidence];
};

describe('what can be claimed today', () => {
  it('is less by all that an open reduction may take off, until it is settled', async () => {
    const project = await kept.project();
    const invoice = await document(project, [
      BRICKS,
      materials('Less payment on account', '-300.00', '-60.00'),
      materials('Credit', '-30.00', '-6.00'),
    ]);
    expect(await claim(project)).toEqual([13_400, 6_600, 13_400]);
    expect((await totalsByInvoice(kept.claims.store, [invoice])).get(invoice.id)).toMatchObject({
      vatReclaimable: 13_400,
      vatHeldBack: 6_600,
      openQuestions: 2,
    });
    const { book } = kept.asking();
    const reading = await readActions(kept.claims, book, project);
    const assessment = { ...ELIGIBLE, checks: [], nextQuestions: [], deadlines: [], documents: [], split: null };
    const held = actionItemsOf(book, { ...reading, project, assessment, today: TODAY }).map(({ text }) => text);
    expect(held.filter((text) => text.includes('held back')).length).toBeGreaterThan(0);
  });

  it('is nothing where an open reduction comes to more, which other invoices of the supplier may have to bear', async () => {
    const project = await kept.project();
    await document(project, [BRICKS, materials('Less payment on account', '-1500.00', '-300.00')]);
    await document(project, [BRICKS]);
    expect(await claim(project)).toEqual([10_000, 30_000, 10_000]);
  });

  it('is less by an open discount that stands alone, whatever its document is called', async () => {
    const project = await kept.project();
    await document(project, [BRICKS]);
    for (const documentType of ['invoice', 'unknown'] as const)
      await document(project, [materials('Discount', '-250.00', '-50.00')], { documentType });
    expect(await claim(project)).toEqual([10_000, 10_000, 10_000]);
  });

  it('is less by an open credit that its own invoice cannot bear, whatever else that charges', async () => {
    const project = await kept.project();
    await document(project, [BRICKS]);
    await document(project, [
      materials('Angle grinder', '1000.00', '200.00'),
      materials('Credit for returned goods', '-500.00', '-100.00'),
    ]);
    expect(await claim(project)).toEqual([10_000, 10_000, 10_000]);
    const { book } = kept.asking();
    const reading = await readActions(kept.claims, book, project);
    const assessment = { ...ELIGIBLE, checks: [], nextQuestions: [], deadlines: [], documents: [], split: null };
    const [item] = actionItemsOf(book, { ...reading, project, assessment, today: TODAY }).filter(
      ({ kind }) => kind === 'open_question',
    );
    expect(item?.text).toContain(
      'up to £100.00 is held back from what can be claimed, first on this document, and on other documents of Arrow Stone Ltd',
    );
  });

  it('is less once by an open credit that claimable lines of its own invoice bear in whole or in part', async () => {
    const project = await kept.project();
    await document(project, [BRICKS]);
    const credit = (net: string, vat: string) => materials('Credit for returned goods', net, vat);
    await document(project, [BRICKS, credit('-500.00', '-100.00')]);
    expect(await claim(project)).toEqual([30_000, 10_000, 30_000]);
    const small = materials('Facing bricks 65mm', '250.00', '50.00');
    await document(project, [small, materials('Angle grinder', '1000.00', '200.00'), credit('-500.00', '-100.00')]);
    expect(await claim(project)).toEqual([25_000, 20_000, 25_000]);
  });

  it('is less by an open credit of nobody knows whom', async () => {
    const project = await kept.project();
    await document(project, [BRICKS]);
    const nobody = { supplierName: null, supplierVatNumber: null, documentType: 'unknown' } as const;
    await document(project, [materials('Discount', '-500.00', '-100.00')], nobody);
    expect(await claim(project)).toEqual([10_000, 10_000, 10_000]);
  });

  it('is less by the deposit that a balance invoice takes off', async () => {
    const project = await kept.project();
    await document(project, [materials('50% deposit on oak staircase, supply only', '4200.00', '840.00')]);
    await document(project, [
      materials('Oak staircase and balustrade, supply only', '8400.00', '1680.00'),
      materials('Less deposit invoice TJ-1180', '-4200.00', '-840.00'),
    ]);
    const [claimed, , evidenced] = await claim(project);
    expect(claimed).toBeLessThanOrEqual(168_000);
    expect(evidenced).toBeLessThanOrEqual(168_000);
  });

  it('is less by an open credit note of the supplier, and of no other', async () => {
    const project = await kept.project();
    await document(project, [BRICKS]);
    await document(project, [BRICKS], { supplierName: 'Jewson', supplierVatNumber: 'GB440198853' });
    await document(project, [materials('Credit', '-2000.00', '-400.00')], { documentType: 'credit_note' });
    expect(await claim(project)).toEqual([20_000, 20_000, 20_000]);
  });

  it.each([
    ['a branch', { supplierVatNumber: 'GB 980 7806 84 001' }],
    ['a number misread', { supplierVatNumber: 'GB980780648' }],
    ['a number with another digit', { supplierVatNumber: 'GB980780689', supplierName: 'Arow Stone' }],
    ['no number', { supplierVatNumber: null }],
    ['no number and a longer name', { supplierVatNumber: null, supplierName: 'Arrow Stone Hereford' }],
    ['no number and a name misread', { supplierVatNumber: null, supplierName: 'Arr0w St0ne' }],
    ['no number and a name that nothing else bears', { supplierVatNumber: null, supplierName: 'AS Trading' }],
    ['no name', { supplierName: null }],
    ['another number', { supplierVatNumber: 'GB440198853' }],
  ])('is less by an open credit note of the supplier that shows %s', async (_shown, head) => {
    const project = await kept.project();
    await document(project, [BRICKS]);
    await document(project, [materials('Credit', '-500.00', '-100.00')], { ...head, documentType: 'credit_note' });
    const [claimed, held, evidenced] = await claim(project);
    expect([claimed, held, evidenced]).toEqual([10_000, 10_000, 10_000]);
  });

  it.each([
    ['Jewson', 'GB440198853'],
    ['Arrow Stone Masonry', 'GB440198853'],
  ])('is not less by an open credit note of %s with a number of its own', async (supplierName, supplierVatNumber) => {
    const project = await kept.project();
    await document(project, [BRICKS]);
    await document(project, [materials('Credit', '-500.00', '-100.00')], {
      supplierName,
      supplierVatNumber,
      documentType: 'credit_note',
    });
    expect(await claim(project)).toEqual([20_000, 0, 20_000]);
  });

  it('what is open on a credit note comes off by itself as it does from the whole', async () => {
    const project = await kept.project();
    await document(project, [BRICKS]);
    const lines = [materials('Facing bricks 65mm', '-100.00', '-20.00'), materials('Credit', '-200.00', '-40.00')];
    const credit = await document(project, lines, { documentType: 'credit_note' });
    expect(await claim(project)).toEqual([14_000, 4_000, 14_000]);
    expect((await totalsByInvoice(kept.claims.store, [credit])).get(credit.id)).toMatchObject({
      vatReclaimable: -6_000,
      vatHeldBack: 4_000,
    });
  });

  it('is never above the VAT an invoice prints', async () => {
    const project = await kept.project();
    await document(project, [BRICKS], { vatTotal: 15_000, grossTotal: 115_000 });
    expect(await claim(project)).toEqual([15_000, 5_000, 0]);
  });

  it('is never above the VAT that the price printed can hold, and the document says why', async () => {
    const project = await kept.project();
    const small = materials('Facing bricks 65mm', '100.00', '20.00');
    const invoice = await document(project, [small, small, small], { grossTotal: 12_000 });
    expect(invoice.evidence).toEqual(['does_not_reconcile']);
    expect(await claim(project)).toEqual([2_000, 4_000, 0]);
    expect((await totalsByInvoice(kept.claims.store, [invoice])).get(invoice.id)).toMatchObject({
      vatReclaimable: 2_000,
      vatHeldBack: 4_000,
    });
    const { book } = kept.asking();
    const reading = await readActions(kept.claims, book, project);
    const assessment = { ...ELIGIBLE, checks: [], nextQuestions: [], deadlines: [], documents: [], split: null };
    const items = actionItemsOf(book, { ...reading, project, assessment, today: TODAY });
    expect(items.map(({ kind, invoiceIds }) => [kind, invoiceIds])).toContainEqual(['missing_evidence', [invoice.id]]);
  });

  it('counts lines without VAT towards the price printed', async () => {
    const project = await kept.project();
    const labour = given('Bricklayer, 2 days', '1000.00', '0.00', { stated: { supplyType: 'other' } });
    const delivery = materials('Delivery', '50.00', '10.00');
    await document(project, [BRICKS, delivery], { grossTotal: 126_000 });
    expect(await claim(project)).toEqual([21_000, 0, 21_000]);
    const invoice = await document(project, [labour], { grossTotal: 100_000 });
    expect(invoice.evidence).toEqual([]);
  });

  it('is nothing on a credit note, whatever its lines say', async () => {
    const project = await kept.project();
    await document(project, [BRICKS], { documentType: 'credit_note' });
    expect(await claim(project)).toEqual([0, 20_000, 0]);
  });

  it('has no evidence in a document whose figures do not fit together, which is to be put right', async () => {
    const project = await kept.project();
    const invoice = await document(project, [BRICKS], { vatTotal: 15_000, netTotal: 100_000, reconciled: false });
    expect(invoice.evidence).toEqual(['does_not_reconcile']);
    expect(await claim(project)).toEqual([15_000, 5_000, 0]);
  });

  it('has no evidence in a document dated in the future', async () => {
    const project = await kept.project();
    const invoice = await document(project, [BRICKS], { invoiceDate: '2133-11-20' });
    expect(invoice.evidence).toEqual(['dated_ahead']);
    expect(await claim(project)).toEqual([20_000, 0, 0]);
  });
});
