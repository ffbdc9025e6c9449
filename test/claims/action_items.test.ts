import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { actionItemsOf } from '../../src/claims/action_items.js';
import { NOTHING_STORED, readActions } from '../../src/claims/action_reading.js';
import { projectActions, setActionState } from '../../src/claims/action_states.js';
import { KeyReused } from '../../src/claims/changes.js';
import { correctionsOf } from '../../src/claims/corrections.js';
import { projectTotals } from '../../src/claims/held_between.js';
import type { ActionItem } from '../../src/claims/open_item.js';
import { updateProject } from '../../src/claims/projects.js';
import { answerQuestion } from '../../src/claims/questions.js';
import type { InvoiceHead, Project } from '../../src/claims/records.js';
import { newInvoice, rerouteLine, routeNewLine, UNKNOWN_HEAD } from '../../src/claims/route_line.js';
import { NotFound } from '../../src/claims/stored.js';
import { totalsOf } from '../../src/claims/totals.js';
import { sharedRulebook } from '../server/harness.js';
import { given, type Kept, openKept, TODAY } from './kept.js';

let kept: Kept;
beforeAll(async () => {
  kept = await openKept(await sharedRulebook());
});
afterAll(() => kept.close());

const BUILDER: InvoiceHead = {
  ...UNKNOWN_HEAD,
  documentType: 'invoice',
  supplierName: 'Acme Windows',
  supplierVatNumber: 'GB980780684',
  invoiceNumber: '77',
  invoiceDate: '2025-03-10',
  customerName: 'John Smith',
};
const LABOUR = given('Labour to lay bricks', '900.00', '180.00');

const route = (project: Project, line: ReturnType<typeof given>, head: Partial<InvoiceHead> = {}) =>
  routeNewLine(kept.claims, kept.asking(), project.id, line, { head: { ...BUILDER, ...head } });
const items = (project: Project) => projectActions(kept.claims, kept.asking(), project.id);
const ofKind = (all: readonly ActionItem[], kind: ActionItem['kind']) => all.filter((item) => item.kind === kind);

describe('corrections by suppliers', () => {
  it('are one item for each supplier, with lines, sums, limit and a letter that is ready', async () => {
    const project = await kept.project();
    await updateProject(kept.claims, kept.asking(), project.id, {
      claimants: ['John Smith', 'Jane Smith'],
      building: { name: 'The Orchard', address: '2 Mill Lane, Ely CB7 1AA' },
    });
    await route(project, LABOUR);
    await route(project, given('Plastering, labour and materials', '1000.00', '200.00'), {
      invoiceNumber: '80',
      invoiceDate: '2026-05-01',
      supplierVatNumber: '980 7806 84',
      supplierName: 'ACME WINDOWS LTD',
    });
    await route(project, given('Labour to fit windows', '100.00', '20.00'), {
      supplierName: 'Bo Fit',
      supplierVatNumber: null,
      invoiceNumber: '1',
    });
    const corrections = ofKind(await items(project), 'supplier_correction');
    expect(corrections.map(({ id, vat }) => [id, vat])).toEqual([
      ['supplier_correction:980780684', 38_000],
      ['supplier_correction:bo fit', 2_000],
    ]);
    const [acme] = corrections;
    expect(acme).toMatchObject({
      title: 'VAT that Acme Windows must put right: £380.00',
      dueDate: '2029-03-10',
      stage: null,
      correction: { vatCharged: 38_000, vatRight: 0, difference: 38_000, outOfTime: 0, limitDate: '2029-03-10' },
    });
    expect(
      acme?.correction?.lines.map((l) => [l.invoiceNumber, l.vatCharged, l.vatRight, l.difference, l.limitDate]),
    ).toEqual([
      ['77', 18_000, 0, 18_000, '2029-03-10'],
      ['80', 20_000, 0, 20_000, '2030-05-01'],
    ]);
    expect(acme?.request?.subject).toBe('VAT on your invoices for The Orchard, 2 Mill Lane, Ely CB7 1AA');
    expect(acme?.request?.body).toMatchInlineSnapshot(`
      "Dear Acme Windows

      The Orchard, 2 Mill Lane, Ely CB7 1AA

      On these supplies VAT was charged that was not due:

      - Invoice 77, 10 March 2025: Labour to lay bricks. VAT charged £180.00, right £0.00, difference £180.00 (VAT Act 1994 Schedule 8 Group 5, item 2; HMRC VAT Construction Manual, VCONST24150; VAT Act 1994 section 35, (1))
      - Invoice 80, 1 May 2026: Plastering, labour and materials. VAT charged £200.00, right £0.00, difference £200.00 (VAT Act 1994 Schedule 8 Group 5, item 4; VAT Notice 708, 11.2; HMRC VAT Construction Manual, VCONST24150; Hunt [2013] UKFTT 268 (TC))

      The works are the construction of a new building: a dwelling, or a building used solely for a residential or charitable purpose of the Act. Services in the course of that construction are zero-rated (VAT Act 1994, Schedule 8, Group 5, item 2), and so are the building materials that the same supplier provides and builds in (item 4; VAT Notice 708, sections 3 and 11). For a dwelling you need no certificate from us; for one of the other uses you need ours. Where another provision applies, it is named beside the line.

      The VAT charged on them is £380.00 and the right amount is £0.00. Please send us a corrected invoice, or a credit note and a new invoice, that shows our name and address and your VAT number, and repay us the difference of £380.00.

      HMRC refunds us only VAT that was chargeable (VAT Act 1994 section 35; VAT Construction Manual VCONST24150) and refers us to you for the rest. You can adjust your VAT account for a supply only until four years after it. For the earliest of these that is 10 March 2029.

      Yours faithfully

      John Smith and Jane Smith
      2 Mill Lane, Ely CB7 1AA"
    `);
  });

  it.each([
    ['no number', { supplierVatNumber: null }],
    ['a branch', { supplierVatNumber: 'GB980780684001' }],
  ])(
    'are none where the supplier credited it on a paper that shows %s, and one where it charged more',
    async (_, head) => {
      const project = await kept.project();
      const windows = (net: string, vat: string) => given('Supply & fit 6no. uPVC windows', net, vat);
      await route(project, windows('4200.00', '840.00'));
      await route(project, windows('100.00', '20.00'), { ...head, invoiceNumber: '78' });
      const asked = async () => ofKind(await items(project), 'supplier_correction').map(({ id, vat }) => [id, vat]);
      expect(await asked()).toEqual([['supplier_correction:980780684', 86_000]]);
      await route(project, windows('-4300.00', '-860.00'), {
        ...head,
        invoiceNumber: 'C1',
        documentType: 'credit_note',
        supplierName: 'ACME WINDOWS LTD',
      });
      expect(await asked()).toEqual([]);
    },
  );

  it('are asked of each of two suppliers who only may be one', async () => {
    const project = await kept.project();
    await route(project, LABOUR);
    await route(project, LABOUR, { supplierName: 'Acme', supplierVatNumber: null, invoiceNumber: '78' });
    expect(ofKind(await items(project), 'supplier_correction')).toHaveLength(2);
  });

  it('ask for the part above 5% on a conversion, and keep what can be claimed once it is corrected', async () => {
    const project = await kept.project('self_build_431c');
    await route(project, LABOUR);
    const [correction] = ofKind(await items(project), 'supplier_correction');
    expect(correction?.correction).toMatchObject({ vatCharged: 18_000, vatRight: 4_500, difference: 13_500 });
    expect(correction?.request?.body).toContain('Schedule 7A, Group 6');
    expect(correction?.request?.body).toContain('[your names]');
    expect(correction?.text).toContain('HMRC may refuse it');
  });

  it('warn as the four years run out, and say what is lost after them', async () => {
    const project = await kept.project();
    await route(project, LABOUR, { invoiceDate: '2022-12-04' });
    await route(project, LABOUR, { invoiceNumber: '78', invoiceDate: '2022-11-19' });
    const [correction] = ofKind(await items(project), 'supplier_correction');
    expect(correction).toMatchObject({
      title: 'VAT that Acme Windows must put right: £180.00',
      dueDate: '2026-12-04',
      stage: 14,
      vat: 18_000,
    });
    expect(correction?.correction).toMatchObject({
      outOfTime: 18_000,
      lines: [{ outOfTime: false }, { outOfTime: true }],
    });
    expect(correction?.text).toContain('£180.00 of it is lost');
    expect(correction?.request?.body).toContain('difference of £180.00');
    expect(correction?.request?.body).not.toContain('Invoice 78');

    const late = await kept.project();
    await route(late, LABOUR, { invoiceDate: '2020-01-01' });
    expect(ofKind(await items(late), 'supplier_correction')[0]).toMatchObject({
      title: 'VAT that Acme Windows can no longer put right: £180.00',
      vat: 0,
      request: null,
      dueDate: null,
      stage: null,
    });
    const totals = (of: Project) => projectTotals(kept.claims, kept.asking(), of);
    expect(await totals(project)).toMatchObject({ all: { vatToRecover: 36_000 }, vatOutOfTime: 18_000 });
    expect(await totals(late)).toMatchObject({ all: { vatToRecover: 18_000 }, vatOutOfTime: 18_000 });
  });

  it('are not asked for on a document to somebody else, of which it is asked who that is', async () => {
    const project = await kept.project();
    await updateProject(kept.claims, kept.asking(), project.id, { claimants: ['John Smith'] });
    const { invoice } = await route(project, LABOUR, {
      invoiceNumber: 'to others',
      customerName: 'Acme Contractors Ltd',
    });
    await route(project, LABOUR, { invoiceNumber: '78' });
    const all = await items(project);
    expect(
      ofKind(all, 'supplier_correction').map(({ vat, invoiceIds }) => [vat, invoiceIds.includes(invoice.id)]),
    ).toEqual([[18_000, false]]);
    expect(ofKind(all, 'missing_evidence')).toMatchObject([
      { vat: 18_000, invoiceIds: [invoice.id], evidence: [{ code: 'wrong_customer', question: 'Who is that?' }] },
    ]);
    await updateProject(kept.claims, kept.asking(), project.id, { claimants: ['John Smith', 'Acme Contractors Ltd'] });
    expect(ofKind(await items(project), 'supplier_correction')).toMatchObject([{ vat: 36_000 }]);
  });

  it('ask of a document dated after completion, whose lines are refused, whether it was fitted before', async () => {
    const project = await kept.project();
    await updateProject(kept.claims, kept.asking(), project.id, {
      facts: { ...project.facts, completion: 'complete', completionDate: '2025-02-28' },
    });
    const { invoice, item } = await route(project, given('Facing bricks', '500.00', '100.00'), {
      invoiceNumber: 'late',
    });
    expect(item.treatment).toBe('not_reclaimable');
    expect(ofKind(await items(project), 'missing_evidence')).toMatchObject([
      { vat: 10_000, invoiceIds: [invoice.id], evidence: [{ code: 'after_completion' }] },
    ]);
  });

  it('add up to what the lines have to recover, to the penny, and are the same in whatever order they are read', async () => {
    const line = fc.record({
      text: fc.constantFrom(
        'Labour to lay bricks',
        'Supply and fit roof tiles',
        'Facing bricks',
        'Oak wardrobe',
        'Skip hire',
      ),
      net: fc.integer({ min: -90_000, max: 900_000 }).filter((n) => n !== 0),
      rate: fc.constantFrom(0, 5, 20),
      supplier: fc.constantFrom('Acme', 'Bo Fit', null),
      number: fc.constantFrom('1', '2'),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('self_build_431nb' as const, 'self_build_431c' as const),
        fc.array(line, { minLength: 1, maxLength: 10 }),
        fc.infiniteStream(fc.nat()),
        async (scheme, lines, dice) => {
          const project = await kept.project(scheme);
          for (const { text, net, rate, supplier, number } of lines) {
            const vat = Math.trunc((net * rate) / 100);
            const head = { supplierName: supplier, supplierVatNumber: null, invoiceNumber: number };
            await route(project, { ...given(text, '0.00', '0.00'), net, vat }, head);
          }
          const sum = (of: readonly number[]) => of.reduce((total, n) => total + n, 0);
          const totals = await totalsOf(kept.claims.store, project.id);
          const { book } = kept.asking();
          const assessment = await book.assess(project, TODAY);
          const reading = await readActions(kept.claims, book, project);
          const all = actionItemsOf(book, { ...reading, project, assessment, today: TODAY });
          const corrections = correctionsOf(book, { ...reading, project, today: TODAY });
          const asked = all.flatMap((item) => item.correction ?? []);
          expect(sum(asked.map((c) => c.difference))).toBeGreaterThanOrEqual(totals.all.vatToRecover);
          expect(corrections).toEqual(expect.arrayContaining(asked));
          expect(sum(corrections.map((c) => c.difference))).toBe(totals.all.vatToRecover);
          for (const c of corrections) {
            expect(c.difference).toBe(sum(c.lines.map((l) => l.difference)));
            expect(c.vatCharged).toBe(sum(c.lines.map((l) => l.vatCharged)));
            expect(c.vatRight).toBe(c.vatCharged - c.difference);
            expect(c.letter === null).toBe(c.difference <= 0);
            expect(JSON.stringify(Object.values(c.letter ?? {}))).not.toMatch(/[{}]|undefined/);
          }
          const waiting = all.filter((item) => item.kind === 'open_question' || item.kind === 'unread_lines');
          expect(sum(waiting.map((item) => item.vat))).toBe(totals.byTreatment.needs_answer.vat);
          expect(sum(waiting.map((item) => item.lineItemIds.length))).toBe(totals.byTreatment.needs_answer.lines);
          expect(new Set(all.map((item) => item.id)).size).toBe(all.length);
          const shuffled = [...reading.lines].sort(() => ((dice.next().value ?? 0) % 2 === 0 ? 1 : -1));
          const again = actionItemsOf(book, { ...reading, lines: shuffled, project, assessment, today: TODAY });
          const shape = (of: readonly ActionItem[]) => of.map(({ id, vat, title }) => [id, vat, title]);
          expect(shape(again)).toEqual(shape(all));
          expect(await items(project)).toEqual(all);
        },
      ),
      { numRuns: 15 },
    );
  });
});

describe('goods on one invoice and work on another of the same supplier', () => {
  const WINDOWS = given('uPVC windows x 9', '4200.00', '840.00');
  const FITTING = given('Fitting of windows', '800.00', '0.00');
  const oneSupply = async (project: Project) => ofKind(await items(project), 'one_supply');
  const number = (invoiceNumber: string, more: Partial<InvoiceHead> = {}) => ({ invoiceNumber, ...more });

  it.each(['self_build_431nb', 'self_build_431c'] as const)(
    'are asked about, whichever came first (%s)',
    async (scheme) => {
      for (const order of [
        [WINDOWS, FITTING],
        [FITTING, WINDOWS],
      ]) {
        const project = await kept.project(scheme);
        for (const line of order) await route(project, line, number(line.text));
        const [item, ...more] = await oneSupply(project);
        expect(more).toEqual([]);
        expect(item).toMatchObject({ vat: 84_000, supplier: 'Acme Windows' });
        expect(item?.text).toContain('“uPVC windows x 9” (invoice uPVC windows x 9), with VAT of £840.00');
        expect(item?.text).toContain('“Fitting of windows”');
        expect(item?.citations.length).toBeGreaterThan(0);
      }
    },
  );

  it('are no longer asked about once the goods are decided as part of the work, or their owner said who fitted them', async () => {
    const project = await kept.project();
    const { item } = await route(project, WINDOWS, number('W'));
    await route(project, FITTING, number('F', { supplierVatNumber: null }));
    expect((await oneSupply(project)).map(({ lineItemIds }) => lineItemIds)).toEqual([[item.id]]);
    await rerouteLine(kept.claims, kept.asking(), project.id, item.id, {
      stated: { supplyType: 'supply_and_install' },
    });
    expect(await oneSupply(project)).toEqual([]);

    const other = await kept.project();
    const sold = await route(other, WINDOWS, number('W'));
    await route(other, FITTING, number('F'));
    await rerouteLine(kept.claims, kept.asking(), other.id, sold.item.id, { stated: { saiInvoiceCtx: true } });
    const answer = { questionId: 'sai_who_fitted', answerId: 'self_fitted', value: null };
    const { item: answered } = await answerQuestion(kept.claims, kept.asking(), sold.item.id, answer);
    expect(answered.treatment).toBe('reclaimable');
    expect(await oneSupply(other)).toEqual([]);
  });

  it.each([
    ['Windows and doors to schedule', 'Survey and fitting'],
    ['Oak staircase', 'Survey and fitting'],
    ['Oak doors x9, skirting & architrave', '2nd fix joinery labour'],
    ['Consumer unit, sockets & cable', 'First and second fix electrics, labour'],
    ['Roof trusses', 'Labour to build blockwork walls'],
  ])('%s and %s are held until it is said who fitted them', async (goods, work) => {
    const project = await kept.project();
    await route(project, given(goods, '2500.00', '500.00'), number('G'));
    await route(project, given(work, '2900.00', '0.00'), number('W'));
    expect(await oneSupply(project)).toMatchObject([{ vat: 50_000 }]);
  });

  it.each([
    ['another supplier fits', { supplierName: 'Bo Fit', supplierVatNumber: 'GB440198853' }, FITTING],
    ['the work is on something else', {}, given('Groundworks stage 2', '800.00', '0.00')],
    ['nothing but goods are sold', {}, given('Facing bricks', '800.00', '160.00')],
    ['the work is credited', { documentType: 'credit_note' as const }, FITTING],
  ])('are not asked about where %s', async (_, head, line) => {
    const project = await kept.project();
    await route(project, WINDOWS, number('W'));
    await route(project, line, number('F', head));
    expect(await oneSupply(project)).toEqual([]);
  });
});

describe('the other items', () => {
  it('ask one question for each question of a document, the line with the most VAT first', async () => {
    const project = await kept.project();
    const small = await route(project, given('Conservatory base brick', '100.00', '5.00'), { invoiceNumber: 'q1' });
    const large = await route(project, given('Facing bricks', '300.00', '15.00'), { invoiceNumber: 'q1' });
    expect(large.item.treatment).toBe('needs_answer');
    const open = ofKind(await items(project), 'open_question');
    const mine = open.find((item) => item.lineItemIds[0] === large.item.id);
    expect(mine).toMatchObject({ id: `open_question:${large.invoice.id}:${large.item.questionId}` });
    expect(mine?.question?.answers.length).toBeGreaterThan(1);
    expect(mine?.title).toBe(large.classification?.question?.text);
    if (small.item.questionId === large.item.questionId)
      expect(mine).toMatchObject({ vat: 2_000, lineItemIds: [large.item.id, small.item.id] });
  });

  it('name evidence that is missing where VAT stands or falls with it, and nowhere else', async () => {
    const project = await kept.project();
    const bricks = given('Facing bricks', '1240.00', '248.00');
    const { invoice } = await route(project, bricks, { customerName: null, invoiceNumber: 'unnamed' });
    await route(project, given('Tool hire', '1240.00', '248.00'), { customerName: null, invoiceNumber: 'hire' });
    const missing = ofKind(await items(project), 'missing_evidence');
    expect(missing.map((item) => item.invoiceIds)).toEqual([[invoice.id]]);
    expect(missing[0]).toMatchObject({
      vat: 24_800,
      title: 'Invoice unnamed of Acme Windows: no customer on a bill of more than £250',
      evidence: [{ code: 'name_missing_over_250' }],
    });
  });

  it('ask for a clearer copy of a document that could not be read', async () => {
    const project = await kept.project();
    const unread = { ...newInvoice(project, UNKNOWN_HEAD, 1), extraction: 'failed' as const };
    await kept.claims.store.commit([kept.claims.writes.newInvoice(unread)]);
    expect(ofKind(await items(project), 'missing_evidence')).toMatchObject([
      { invoiceIds: [unread.id], title: 'Document: not legible', evidence: [{ code: 'illegible' }] },
    ]);
  });

  it('tell lines that no question can settle', async () => {
    const project = await kept.project();
    const { item } = await route(project, { ...LABOUR, vat: null, printed: { fault: 'its VAT is not printed' } });
    expect(ofKind(await items(project), 'unread_lines')).toMatchObject([
      {
        lineItemIds: [item.id],
        title: expect.stringMatching(/^Look at 1 line of /),
        text: 'Its VAT is not printed.',
        vat: 0,
      },
    ]);
  });

  it('count both last days for the claim down', async () => {
    const days: [string, number | null][] = [
      ['2026-08-22', null],
      ['2026-08-19', null],
      ['2026-08-18', 90],
      ['2026-06-20', 30],
      ['2026-06-04', 14],
      ['2026-05-27', 7],
      ['2026-05-20', 7],
      ['2026-05-19', 0],
    ];
    for (const [completionDate, stage] of days) {
      const { book } = kept.asking();
      const project = await kept.project('self_build_431nb', { completionDate });
      const assessment = await book.assess(project, TODAY);
      const all = actionItemsOf(book, { ...NOTHING_STORED, project, assessment, today: TODAY });
      expect([completionDate, ofKind(all, 'deadline')[0]?.stage]).toEqual([completionDate, stage]);
    }
    const occupied = await kept.project('self_build_431nb', {
      completionDate: '2026-08-22',
      occupationDate: '2026-06-01',
    });
    const deadlines = ofKind(await items(occupied), 'deadline');
    expect(deadlines.map((item) => [item.id, item.dueDate, item.stage])).toEqual([
      ['deadline:occupation', '2026-12-01', 14],
      ['deadline:completion', '2027-02-22', null],
    ]);
  });

  it.each([
    ['2026-11-26', 'send it to arrive by 27 November 2026'],
    ['2026-11-27', 'claim online today'],
    ['2026-11-28', 'claim online today'],
    ['2026-11-30', null],
  ])('say on %s how a last day on a weekend is kept', async (today, said) => {
    const { book } = kept.asking();
    const facts = { completion: 'complete', completionDate: today === '2026-11-30' ? '2026-05-30' : '2026-05-28' };
    const project = await kept.project('self_build_431nb', facts);
    const assessment = await book.assess(project, today);
    const [first] = ofKind(actionItemsOf(book, { ...NOTHING_STORED, project, assessment, today }), 'deadline');
    if (said === null) expect(first?.text).not.toContain('Saturday');
    else expect(first?.text).toContain(said);
  });

  it('tell the last day that HMRC may count from moving in before there is a completion', async () => {
    const facts = { completion: 'not_complete', occupationDate: '2023-07-01' };
    const project = await kept.project('self_build_431nb', facts);
    const [item, ...more] = ofKind(await items(project), 'deadline');
    expect(more).toEqual([]);
    expect(item).toMatchObject({ id: 'deadline:occupation', dueDate: '2023-10-01' });
    expect(item?.text).toContain('can still be made');
  });

  it('ask whether the project is eligible while that is open and its lines claim something', async () => {
    const project = await kept.project('self_build_431nb', { occupancyTie: 'kind_of_worker' });
    expect(ofKind(await items(project), 'eligibility')).toEqual([]);
    await route(project, given('Facing bricks', '1240.00', '248.00'));
    const [item] = ofKind(await items(project), 'eligibility');
    expect(item).toMatchObject({ id: 'eligibility:project', vat: 24_800, settled: false });
    expect(item?.text).toContain('Nothing that its lines come to is safe to claim');
  });

  it('list the documents of the claim, and those that lines call for', async () => {
    const project = await kept.project();
    await updateProject(kept.claims, kept.asking(), project.id, { claimants: ['Ann Lee'] });
    const before = ofKind(await items(project), 'document').map((item) => item.id);
    expect(before).toContain('document:completion_certificate');
    expect(before).not.toContain('document:correction_letters');
    await route(project, LABOUR, { customerName: 'Ann Lee' });
    await route(project, given('Facing bricks', '1240.00', '248.00'), { invoiceNumber: 'goods' });
    const after = ofKind(await items(project), 'document').map((item) => item.id);
    expect(after).toEqual(
      expect.arrayContaining([...before, 'document:correction_letters', 'document:repayment_proof']),
    );
  });

  it('ask suppliers who work on two parts of the site for separate invoices', async () => {
    const { book } = kept.asking();
    const project = await kept.project();
    const elements = [
      { name: 'House', kind: 'new_dwelling', suppliers: ['Acme Windows'] },
      { name: 'Stables', kind: 'outbuilding', suppliers: ['Acme Windows', 'Bo'] },
    ];
    const assessment = await book.assess({ facts: {}, elements }, TODAY);
    const all = actionItemsOf(book, { ...NOTHING_STORED, project, assessment, today: TODAY });
    const [split, ...more] = ofKind(all, 'split_invoices');
    expect(more).toEqual([]);
    expect(split).toMatchObject({ id: 'split_invoices:acme windows', supplier: 'Acme Windows' });
    expect(split?.request?.body).toContain('House');
  });

  it('come by urgency, then by money, with what is done last', async () => {
    const project = await kept.project('self_build_431nb', { completionDate: '2026-06-15' });
    await route(project, LABOUR);
    await route(project, given('Labour to roof', '9000.00', '1800.00'), {
      supplierName: 'Roof Co',
      supplierVatNumber: null,
    });
    const order = async () => (await items(project)).map((item) => item.id);
    const [first, second, third] = await order();
    expect([first, second, third]).toEqual([
      'deadline:completion',
      'supplier_correction:roof co',
      'supplier_correction:980780684',
    ]);
    await setActionState(kept.claims, kept.asking(), project.id, 'supplier_correction:roof co', 'done', null);
    expect((await order()).at(-1)).toBe('supplier_correction:roof co');
  });
});

describe('how far somebody has come', () => {
  it('is noted with an item and survives changes, and a thing settled meanwhile is shown as done', async () => {
    const { claims, asking } = kept;
    const project = await kept.project();
    const { item } = await route(project, given('Facing bricks', '300.00', '15.00'), { invoiceNumber: 'q1' });
    await route(project, LABOUR);
    const id = `open_question:${item.invoiceId}:${item.questionId}`;
    const noted = await setActionState(claims, asking(), project.id, id, 'asked', 'rang them');
    expect(noted).toMatchObject({ id, state: 'asked', note: 'rang them', settled: false });
    await route(project, given('Labour to fit windows', '100.00', '20.00'));
    await updateProject(claims, asking(), project.id, { name: 'Renamed' });
    expect((await items(project)).find((one) => one.id === id)).toEqual(noted);

    const answers = noted.question?.answers ?? [];
    for (const { id: answerId } of answers) {
      const { item: after } = await answerQuestion(claims, asking(), item.id, {
        questionId: item.questionId ?? '',
        answerId,
        value: null,
      });
      if (after.questionId !== item.questionId) break;
    }
    const settled = (await items(project)).find((one) => one.id === id);
    expect(settled).toMatchObject({ state: 'done', note: 'rang them', settled: true, vat: 0 });
    await setActionState(claims, asking(), project.id, id, 'open', null);
    expect((await items(project)).find((one) => one.id === id)).toBeUndefined();
  });

  it('replays under the same key, and is refused for an item or project that is not there', async () => {
    const { claims, asking } = kept;
    const project = await kept.project();
    await route(project, LABOUR);
    const id = 'supplier_correction:980780684';
    const set = (key: string | null, actionId: string, state: 'asked' | 'received', projectId = project.id) =>
      setActionState(claims, asking('set_action', key, { actionId, state }), projectId, actionId, state, null);
    const once = await set('k-actions', id, 'asked');
    await set(null, id, 'received');
    expect(await set('k-actions', id, 'asked')).toEqual(once);
    expect((await items(project)).find((item) => item.id === id)?.state).toBe('received');
    await expect(set('k-actions', id, 'received')).rejects.toThrow(KeyReused);
    await expect(set(null, 'supplier_correction:nobody', 'asked')).rejects.toThrow('supplier_correction:nobody');
    await expect(set(null, id, 'asked', 'prj_other')).rejects.toThrow(NotFound);
    const other = { ...asking(), organisationId: 'org_other' };
    await expect(setActionState(claims, other, project.id, id, 'asked', null)).rejects.toThrow(NotFound);
    await expect(projectActions(claims, other, project.id)).rejects.toThrow(NotFound);
  });
});
