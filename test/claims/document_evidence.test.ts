import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withEvidence } from '../../src/claims/document_evidence.js';
import { updateProject } from '../../src/claims/projects.js';
import type { Invoice, InvoiceHead, Project } from '../../src/claims/records.js';
import { newInvoice, rerouteLine, routeNewLine, UNKNOWN_HEAD } from '../../src/claims/route_line.js';
import { sharedRulebook } from '../server/harness.js';
import { given, type Kept, openKept } from './kept.js';

let kept: Kept;
beforeAll(async () => {
  kept = await openKept(await sharedRulebook());
});
afterAll(() => kept.close());

const HEAD: InvoiceHead = {
  ...UNKNOWN_HEAD,
  documentType: 'invoice',
  supplierName: 'Jewson Ltd',
  supplierVatNumber: 'GB980780684',
  invoiceNumber: '1001',
  invoiceDate: '2026-05-01',
  customerName: 'Mr J Smith',
};
const BRICKS = given('Facing bricks 65mm', '200.00', '40.00');
const UNNUMBERED = { ...HEAD, supplierVatNumber: null };

/** Writes documents as a change does, with those whose evidence it touches. */
async function write(project: Project, ...invoices: Invoice[]): Promise<void> {
  const { store, writes } = kept.claims;
  const isNew = async (id: string) =>
    (await store.db.selectFrom('invoices').select('id').where('id', '=', id).executeTakeFirst()) === undefined;
  const { changed, others } = await withEvidence(
    kept.claims,
    kept.asking().book,
    project,
    invoices.map((invoice) => ({ invoice })),
  );
  const own = await Promise.all(
    changed.map(async (invoice) => ((await isNew(invoice.id)) ? writes.newInvoice(invoice) : writes.invoice(invoice))),
  );
  await store.commit([...own, ...others.map((other) => writes.invoice(other.invoice))]);
}

const stored = (id: string) => kept.claims.stored.invoice(kept.organisationId, id);
const codes = async (id: string) => (await stored(id)).evidence;

describe('evidence kept with a document', () => {
  it('is set when a line is routed, and follows its lines', async () => {
    const { claims, asking } = kept;
    const project = await kept.project();
    const unnamed = { head: { ...HEAD, customerName: null } };
    const first = await routeNewLine(claims, asking(), project.id, BRICKS, unnamed);
    expect(first.invoice.evidence).toEqual([]);
    const second = await routeNewLine(claims, asking(), project.id, BRICKS, unnamed);
    expect(second.invoice.id).toBe(first.invoice.id);
    expect(second.invoice.evidence).toEqual(['name_missing_over_250']);
    expect(await codes(first.invoice.id)).toEqual(['name_missing_over_250']);
  });

  it('follows amounts that are given later', async () => {
    const { claims, asking } = kept;
    const project = await kept.project();
    const unread = { ...BRICKS, vat: null };
    const { item, invoice } = await routeNewLine(claims, asking(), project.id, unread, {
      head: { ...UNNUMBERED, invoiceNumber: 'UNREAD' },
    });
    expect(invoice.evidence).toEqual([]);
    const after = await rerouteLine(claims, asking(), project.id, item.id, { stated: {}, vat: 4000 });
    expect(after.invoice.evidence).toEqual(['no_vat_number']);
  });

  it('follows the claimants and the completion of the project, and leaves other documents alone', async () => {
    const { claims, asking } = kept;
    const project = await kept.project();
    const head = (invoiceNumber: string) => ({ head: { ...HEAD, invoiceNumber } });
    const { invoice } = await routeNewLine(claims, asking(), project.id, BRICKS, head('OURS'));
    const other = await kept.project();
    const apart = await routeNewLine(claims, asking(), other.id, BRICKS, head('APART'));
    await updateProject(claims, asking(), project.id, { claimants: ['Mary Jones'] });
    expect(await codes(invoice.id)).toEqual(['wrong_customer']);
    await updateProject(claims, asking(), project.id, { claimants: ['Mary Jones', 'John Smith'] });
    expect(await codes(invoice.id)).toEqual([]);
    await updateProject(claims, asking(), project.id, { facts: { completionDate: '2026-04-30' } });
    expect(await codes(invoice.id)).toEqual(['after_completion']);
    expect(await stored(apart.invoice.id)).toEqual(apart.invoice);
  });

  it('marks a later document with the supplier, number and price of an earlier one, until that is gone', async () => {
    const project = await kept.project();
    const priced = { ...HEAD, vatTotal: 4000, grossTotal: 24_000 };
    const make = (head: Partial<InvoiceHead> = {}) => newInvoice(project, { ...priced, ...head }, Date.now());
    const first = make();
    const again = make({ supplierVatNumber: '980 7806 84', supplierName: 'JEWSON' });
    const unpriced = make({ grossTotal: null });
    const dearer = make({ grossTotal: 30_000 });
    const credit = make({ documentType: 'credit_note' });
    const proForma = make({ documentType: 'pro_forma' });
    const neighbour = await kept.project();
    const elsewhere = newInvoice(neighbour, priced, Date.now());
    for (const invoice of [proForma, first, again, unpriced, dearer, credit]) await write(project, invoice);
    await write(neighbour, elsewhere);
    const marked = async () => {
      const is: string[] = [];
      for (const [name, { id }] of Object.entries({ first, again, unpriced, dearer, credit, elsewhere }))
        if ((await codes(id)).includes('duplicate')) is.push(name);
      return is;
    };
    expect(await marked()).toEqual(['again', 'unpriced', 'dearer']);
    await write(project, { ...(await stored(unpriced.id)), state: 'trashed' });
    expect(await marked()).toEqual(['again', 'unpriced']);
    await write(project, { ...(await stored(first.id)), state: 'trashed' });
    expect(await marked()).toEqual(['unpriced']);
    await write(project, { ...(await stored(first.id)), state: 'open' });
    expect(await marked()).toEqual(['again', 'unpriced']);
    await write(project, { ...(await stored(first.id)), invoiceNumber: '1002' });
    expect(await marked()).toEqual(['unpriced']);
  });

  it('holds back a later document that has another price, or writes its number otherwise', async () => {
    const project = await kept.project();
    const priced = { ...HEAD, invoiceNumber: 'INV-77/a', vatTotal: 4000, grossTotal: 24_000 };
    const make = (head: Partial<InvoiceHead> = {}) => newInvoice(project, { ...priced, ...head }, Date.now());
    const first = make();
    const dearer = make({ invoiceNumber: 'inv 77A', grossTotal: 30_000 });
    const again = make({ invoiceNumber: 'inv77-A' });
    const credit = make({ documentType: 'credit_note', grossTotal: 30_000 });
    const others = make({ supplierName: 'Acme', supplierVatNumber: 'GB440198853', grossTotal: 30_000 });
    for (const invoice of [first, dearer, again, credit, others]) await write(project, invoice);
    const found = await Promise.all([first, dearer, again, credit, others].map(({ id }) => codes(id)));
    expect(found).toEqual([[], ['may_be_duplicate'], ['duplicate'], [], []]);
    await write(project, { ...(await stored(first.id)), state: 'trashed' });
    expect(await codes(dearer.id)).toEqual([]);
  });

  it('is the same whether documents change one by one or all at once', async () => {
    const head = fc.record({
      supplierName: fc.constantFrom('Jewson', 'Acme', null),
      invoiceNumber: fc.constantFrom('1', '2', null),
      grossTotal: fc.constantFrom(null, 24_000, 30_000),
      documentType: fc.constantFrom('invoice' as const, 'credit_note' as const, 'quotation' as const),
    });
    const step = fc.record({ at: fc.nat(7), state: fc.constantFrom('open' as const, 'trashed' as const), head });
    await fc.assert(
      fc.asyncProperty(
        fc.array(head, { minLength: 2, maxLength: 8 }),
        fc.array(step, { maxLength: 6 }),
        async (heads, steps) => {
          const project = await kept.project();
          const invoices = heads.map((h) => newInvoice(project, { ...UNNUMBERED, vatTotal: 4000, ...h }, 0));
          for (const invoice of invoices) await write(project, invoice);
          for (const { at, state, head: next } of steps) {
            const invoice = invoices[at % invoices.length] as Invoice;
            await write(project, { ...(await stored(invoice.id)), ...next, state });
          }
          const live = await kept.claims.stored.invoicesOf(project.id);
          const { changed, others } = await withEvidence(
            kept.claims,
            kept.asking().book,
            project,
            live.map((invoice) => ({ invoice: { ...invoice, evidence: [] } })),
          );
          expect(changed.map(({ id, evidence }) => [id, evidence])).toEqual(
            live.map(({ id, evidence }) => [id, evidence]),
          );
          expect(others).toEqual([]);
        },
      ),
      { numRuns: 30 },
    );
  });

  it('never changes a decision', async () => {
    const { claims, asking } = kept;
    const heads = [
      HEAD,
      UNNUMBERED,
      { ...HEAD, customerName: null },
      { ...HEAD, customerName: 'Mary Jones' },
      { ...HEAD, documentType: 'quotation' as const },
      { ...HEAD, documentType: 'unknown' as const },
      { ...HEAD, supplierVatNumber: 'GB123456780' },
    ];
    const lines = [
      given('Facing bricks 65mm', '1240.00', '248.00'),
      given('Labour to lay bricks', '900.00', '180.00'),
      given('Oak wardrobe', '700.00', '140.00'),
    ];
    for (const text of lines) {
      const outcomes = [];
      const evidence = new Set<string>();
      for (const head of heads) {
        const project = await kept.project();
        await updateProject(claims, asking(), project.id, { claimants: ['John Smith'] });
        const { item, classification, invoice } = await routeNewLine(claims, asking(), project.id, text, { head });
        const { treatment, vatReclaimable, vatToRecover, ruleId } = item;
        outcomes.push(JSON.stringify([treatment, vatReclaimable, vatToRecover, ruleId, classification]));
        evidence.add(invoice.evidence.join());
      }
      expect(new Set(outcomes).size).toBe(1);
      expect(evidence.size).toBe(heads.length);
    }
  });
});
