import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeInvoice } from '../../src/claims/closing.js';
import { likeness } from '../../src/claims/document_identity.js';
import { updateProject } from '../../src/claims/projects.js';
import type { InvoiceHead, Project } from '../../src/claims/records.js';
import { routeNewLine, UNKNOWN_HEAD } from '../../src/claims/route_line.js';
import { newId } from '../../src/store/ids.js';
import { sharedRulebook } from '../server/harness.js';
import { given, type Kept, openKept } from './kept.js';

const HEAD: InvoiceHead = {
  ...UNKNOWN_HEAD,
  documentType: 'invoice',
  supplierName: 'Hills Brickwork Ltd',
  supplierVatNumber: 'GB980780684',
  invoiceNumber: 'HB-13',
  invoiceDate: '2026-05-01',
  customerName: 'J Smith',
};
const NO_VAT_NUMBER = { supplierVatNumber: null };
const ANOTHER_VAT_NUMBER = { supplierVatNumber: 'GB 440 1988 53' };

describe('two documents', () => {
  it.each([
    ['with all alike', {}, {}, 'same'],
    ['of which one leaves out the VAT number', {}, NO_VAT_NUMBER, 'same'],
    [
      'written in other ways',
      NO_VAT_NUMBER,
      { supplierName: 'HILLS BRICKWORK LIMITED', invoiceNumber: 'hb 13', supplierVatNumber: '980 7806 84' },
      'same',
    ],
    ['without the company form', NO_VAT_NUMBER, { supplierName: 'Hills brickwork' }, 'same'],
    [
      'with “&” for “and”',
      { supplierName: 'Hill & Sons' },
      { ...NO_VAT_NUMBER, supplierName: 'Hill and Sons' },
      'same',
    ],
    ['of one VAT number under two names', {}, { supplierName: 'HB Group' }, 'same'],
    ['of one name with two VAT numbers', {}, ANOTHER_VAT_NUMBER, 'doubtful'],
    ['of one day, one of which names no supplier but by number', { supplierName: null }, NO_VAT_NUMBER, 'doubtful'],
    ['of one day, one of which says more of the name', NO_VAT_NUMBER, { supplierName: 'Hills' }, 'doubtful'],
    [
      'of two days, one of which says more of the name',
      NO_VAT_NUMBER,
      { supplierName: 'Hills', invoiceDate: null },
      'different',
    ],
    ['of which one shows the number of a branch', {}, { supplierVatNumber: 'GB980780684001' }, 'same'],
    ['of which one has the VAT number misread', {}, { supplierVatNumber: 'GB980780648' }, 'doubtful'],
    ['of one supplier, with the number in another dress', {}, { invoiceNumber: 'INV-HB-013' }, 'doubtful'],
    [
      'of two suppliers, with the number in another dress',
      {},
      { ...ANOTHER_VAT_NUMBER, supplierName: 'Jewson', invoiceNumber: '13' },
      'different',
    ],
    ['of two names', NO_VAT_NUMBER, { supplierName: 'Jewson' }, 'different'],
    ['of two names with two VAT numbers', {}, { ...ANOTHER_VAT_NUMBER, supplierName: 'Jewson' }, 'different'],
    ['with two numbers', {}, { invoiceNumber: 'HB-14' }, 'different'],
    ['without numbers', { invoiceNumber: null }, { invoiceNumber: null }, 'different'],
    ['of which one says nothing of its supplier', {}, { ...NO_VAT_NUMBER, supplierName: null }, 'different'],
    ['of the same bytes', { invoiceNumber: null, contentHash: 'a' }, { invoiceNumber: null, contentHash: 'a' }, 'same'],
  ] as const)('%s', (_what, a, b, expected) => {
    expect(likeness({ ...HEAD, ...a }, { ...HEAD, ...b })).toBe(expected);
    expect(likeness({ ...HEAD, ...b }, { ...HEAD, ...a })).toBe(expected);
  });
});

describe('lines of one invoice', () => {
  let kept: Kept;
  let project: Project;
  beforeAll(async () => {
    kept = await openKept(await sharedRulebook());
    project = await kept.project();
  });
  afterAll(() => kept.close());

  let invoices = 0;
  const numbered = () => `HB-${++invoices}`;
  const bricks = given('Facing bricks 65mm', '1000.00', '200.00');
  const labour = given('Bricklaying labour', '800.00', '160.00');
  const route = (line: typeof bricks, head: Partial<InvoiceHead>, of = project) =>
    routeNewLine(kept.claims, kept.asking(), of.id, line, { head: { ...HEAD, ...head } });

  it.each([
    ['first', {}, NO_VAT_NUMBER],
    ['last', NO_VAT_NUMBER, {}],
  ])('stand together when only the %s says the VAT number, and the invoice then has it', async (_when, one, other) => {
    const invoiceNumber = numbered();
    const goods = await route(bricks, { ...one, invoiceNumber });
    const work = await route(labour, {
      ...other,
      supplierName: 'HILLS BRICKWORK',
      invoiceNumber: invoiceNumber.toLowerCase().replace('-', ' '),
    });
    expect(work.invoice).toMatchObject({ id: goods.invoice.id, supplierVatNumber: 'GB980780684', evidence: [] });
    expect(work.others.map((o) => [o.after.treatment, o.after.vatReclaimable])).toEqual([['supplier_correction', 0]]);
  });

  it('of one name with two VAT numbers stay apart, and the later invoice says so and is no evidence', async () => {
    const invoiceNumber = numbered();
    const first = await route(bricks, { invoiceNumber });
    const second = await route(labour, { ...ANOTHER_VAT_NUMBER, invoiceNumber });
    expect(second.invoice.id).not.toBe(first.invoice.id);
    expect(second.invoice.problems).toMatchObject([{ code: 'same_number' }]);
    expect(second.invoice.evidence).toEqual(['may_be_duplicate']);
    await expect(route(bricks, { ...NO_VAT_NUMBER, invoiceNumber })).rejects.toThrow(/different VAT numbers/);
  });

  it('in two projects of one owner is claimed once: the later one names the earlier, until that is gone', async () => {
    const invoiceNumber = numbered();
    const [house, barn] = [await kept.project(), await kept.project('self_build_431c')];
    const first = await route(bricks, { invoiceNumber }, house);
    const second = await route(bricks, { invoiceNumber, ...NO_VAT_NUMBER, supplierName: 'Hills Brickwork' }, barn);
    expect(first.invoice.evidence).toEqual([]);
    expect(second.invoice.evidence).toContain('duplicate_elsewhere');
    await updateProject(kept.claims, kept.asking(), barn.id, { claimants: ['John Smith'] });
    const stored = (id: string) => kept.claims.stored.invoice(kept.organisationId, id);
    expect((await stored(second.invoice.id)).evidence).toContain('duplicate_elsewhere');
    await closeInvoice(kept.claims, kept.asking(), first.invoice.id, 'trash');
    expect((await stored(second.invoice.id)).evidence).toEqual(['no_vat_number']);
    await closeInvoice(kept.claims, kept.asking(), first.invoice.id, 'restore');
    expect((await stored(second.invoice.id)).evidence).toContain('duplicate_elsewhere');
  });

  it('in projects of two owners is nobody else’s business', async () => {
    const invoiceNumber = numbered();
    await route(bricks, { invoiceNumber });
    const { claims } = kept;
    const organisationId = newId('org');
    await claims.store.db
      .insertInto('organisations')
      .values({ id: organisationId, name: 'Others', created_at: 0 })
      .execute();
    const theirs: Project = { ...(await kept.project()), id: newId('prj'), organisationId };
    await claims.store.commit([claims.writes.newProject(theirs)]);
    const asking = { ...kept.asking(), organisationId };
    const { invoice } = await routeNewLine(claims, asking, theirs.id, bricks, { head: { ...HEAD, invoiceNumber } });
    expect(invoice.evidence).toEqual([]);
    expect(invoice.problems).toEqual([]);
  });
});
