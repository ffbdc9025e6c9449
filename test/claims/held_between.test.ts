import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { projectActions, setActionState } from '../../src/claims/action_states.js';
import { reclassifyCompanions } from '../../src/claims/companion_lines.js';
import { projectTotals } from '../../src/claims/held_between.js';
import { answerQuestion } from '../../src/claims/questions.js';
import type { InvoiceHead, Project } from '../../src/claims/records.js';
import { type GivenLine, routeNewLine, UNKNOWN_HEAD } from '../../src/claims/route_line.js';
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
  supplierName: 'Wye Windows Ltd',
  supplierVatNumber: 'GB980780684',
  customerName: 'J Smith',
};

async function document(project: Project, number: string, day: string, lines: readonly GivenLine[], more = {}) {
  const head = { ...HEAD, invoiceNumber: number, invoiceDate: day, ...more };
  let invoiceId: string | undefined;
  for (const line of lines) {
    const to = invoiceId === undefined ? { head } : { invoiceId };
    invoiceId = (await routeNewLine(kept.claims, kept.asking(), project.id, line, to)).invoice.id;
  }
}

const claim = async (project: Project) => {
  const { all, vatHeldBack } = await projectTotals(kept.claims, kept.asking(), project);
  return [all.vatReclaimable, vatHeldBack];
};
const ofKind = async (project: Project, kind: string) =>
  (await projectActions(kept.claims, kept.asking(), project.id)).filter((item) => item.kind === kind);

const goods = (text: string, net: string, vat: string) =>
  given(text, net, vat, { stated: { supplyType: 'materials' } });
const DEPOSIT = goods('30% deposit on 14 timber windows, supply only', '3000.00', '600.00');
const WINDOWS = goods('14 timber windows, supply only', '10000.00', '2000.00');

describe('a payment in advance and a later invoice of the same supplier', () => {
  it.each(['14 timber windows, 40% upfront', 'Part payment, 14 timber windows', '14 timber windows, half price now'])(
    'is held back whatever it is called: %s',
    async (text) => {
      const project = await kept.project('self_build_431nb');
      await document(project, 'A', '2026-02-01', [goods(text, '3000.00', '600.00')]);
      await document(project, 'B', '2026-05-01', [WINDOWS]);
      expect(await claim(project)).toEqual([200_000, 60_000]);
    },
  );

  it.each(['self_build_431nb', 'self_build_431c'] as const)(
    'are not both claimed until their owner says that both are due (%s)',
    async (scheme) => {
      const project = await kept.project(scheme);
      await document(project, 'A', '2026-02-01', [DEPOSIT]);
      expect(await claim(project)).toEqual([60_000, 0]);
      await document(project, 'B', '2026-05-01', [WINDOWS]);
      expect(await claim(project)).toEqual([200_000, 60_000]);
      const [item, ...more] = await ofKind(project, 'counted_twice');
      expect(more).toEqual([]);
      expect(item).toMatchObject({ vat: 60_000, supplier: 'Wye Windows Ltd' });
      expect(item?.id).toMatch(/^counted_twice:980780684:/);
      expect(item?.text).toContain('“30% deposit on 14 timber windows, supply only” (invoice A)');
      expect(item?.text).toContain('“14 timber windows, supply only” (invoice B)');
      await setActionState(kept.claims, kept.asking(), project.id, item?.id ?? '', 'done', 'two orders');
      expect(await claim(project)).toEqual([260_000, 0]);
    },
  );

  it.each([
    [
      'the later invoice takes it off',
      '2026-05-01',
      [WINDOWS, goods('Less deposit paid on windows', '-3000.00', '-600.00')],
      {},
    ],
    ['the other invoice came before', '2026-01-01', [WINDOWS], {}],
    [
      'another supplier invoices',
      '2026-05-01',
      [WINDOWS],
      { supplierName: 'Bo Doors', supplierVatNumber: 'GB440198853' },
    ],
  ] as const)('are both claimed where %s', async (_, day, lines, head) => {
    const project = await kept.project();
    await document(project, 'A', '2026-02-01', [DEPOSIT]);
    await document(project, 'B', day, lines, head);
    expect(await ofKind(project, 'counted_twice')).toEqual([]);
    expect((await claim(project))[1]).toBe(0);
  });
});

describe('stages of works and a later invoice of the same supplier', () => {
  const works = (text: string, net: string, vat: string) =>
    given(text, net, vat, { stated: { supplyType: 'supply_and_install' } });
  const STAGES = [
    works('Stage payment 1, barn conversion works', '20000.00', '1000.00'),
    works('Interim valuation 2, barn conversion works', '30000.00', '1500.00'),
  ];
  const staged = async () => {
    const project = await kept.project('self_build_431c');
    for (const [i, stage] of STAGES.entries()) await document(project, `S${i}`, `2026-0${i + 2}-01`, [stage]);
    expect(await claim(project)).toEqual([250_000, 0]);
    return project;
  };

  it('are not both claimed where the later one may be for the whole price, until their owner says so', async () => {
    const project = await staged();
    await document(project, 'F', '2026-06-01', [works('Final account, barn conversion works', '80000.00', '4000.00')]);
    expect(await claim(project)).toEqual([400_000, 250_000]);
    const [item, ...more] = await ofKind(project, 'counted_twice');
    expect(more).toEqual([]);
    expect(item).toMatchObject({ title: 'Is what you paid Wye Windows Ltd in stages charged again?', vat: 250_000 });
    expect(item?.text).toContain('“Stage payment 1, barn conversion works” (invoice S0) and 1 more');
    await setActionState(kept.claims, kept.asking(), project.id, item?.id ?? '', 'done', 'two contracts');
    expect(await claim(project)).toEqual([650_000, 0]);
  });

  it('are the same where goods are paid for in stages, a deposit among them', async () => {
    const project = await kept.project('self_build_431nb');
    await document(project, 'A', '2026-02-01', [goods('25% deposit on timber frame kit', '5000.00', '1000.00')]);
    await document(project, 'B', '2026-03-01', [
      goods('Timber frame kit, supply only, stage 2 of 3', '10000.00', '2000.00'),
    ]);
    expect(await claim(project)).toEqual([200_000, 100_000]);
    await document(project, 'C', '2026-05-01', [goods('Timber frame kit, supply only', '20000.00', '4000.00')]);
    expect(await claim(project)).toEqual([400_000, 300_000]);
    const tiles = await kept.project('self_build_431nb');
    await document(tiles, 'D', '2026-03-01', [goods('Timber frame kit, stage 2 of 3', '1000.00', '200.00')]);
    await document(tiles, 'E', '2026-05-01', [goods('Roof tiles', '2000.00', '400.00')]);
    expect(await claim(tiles)).toEqual([60_000, 0]);
  });

  it('are held back while what takes them off is not decided, and the line is named', async () => {
    const project = await staged();
    await document(project, 'F', '2026-06-01', [
      works('Final account, barn conversion works', '80000.00', '4000.00'),
      works('Less amounts previously invoiced', '-50000.00', '-2500.00'),
    ]);
    const [item] = await ofKind(project, 'counted_twice');
    expect(item?.text).toContain('“Less amounts previously invoiced” (invoice F) may do so once it is decided');
    const [question] = await ofKind(project, 'open_question');
    const answered = { questionId: question?.question?.id ?? '', answerId: 'works', value: null };
    await answerQuestion(kept.claims, kept.asking(), question?.lineItemIds[0] ?? '', answered);
    expect(await claim(project)).toEqual([400_000, 0]);
    expect(await ofKind(project, 'counted_twice')).toEqual([]);
  });

  it('are held back beside a line that takes off no VAT, of which no answer is asked', async () => {
    const project = await kept.project();
    await document(project, 'A', '2026-02-01', [DEPOSIT]);
    await document(project, 'B', '2026-05-01', [WINDOWS, goods('Amount already paid', '-3000.00', '0.00')]);
    expect(await claim(project)).toEqual([200_000, 60_000]);
    const [item] = await ofKind(project, 'counted_twice');
    expect(item?.text).toContain('“Amount already paid” (invoice B) takes off what was paid without its VAT');
    expect(item?.text).not.toContain('answer its question');
    expect(await ofKind(project, 'open_question')).toEqual([]);
  });

  it.each([
    ['it comes to less than they do', [works('Final account, barn conversion works', '10000.00', '500.00')]],
    [
      'it takes them off',
      [
        works('Final account, barn conversion works', '80000.00', '4000.00'),
        works('Less stage payments previously invoiced', '-50000.00', '-2500.00'),
      ],
    ],
    ['it is a further stage', [works('Stage payment 3, barn conversion works', '60000.00', '3000.00')]],
  ] as const)('are both claimed where %s', async (_, lines) => {
    const project = await staged();
    await document(project, 'F', '2026-06-01', lines);
    expect(await ofKind(project, 'counted_twice')).toEqual([]);
    expect((await claim(project))[1]).toBe(0);
  });
});

describe('the same goods on two documents of one supplier', () => {
  const TICKET = [goods('Facing bricks 500 no', '400.00', '80.00'), goods('Cement 25kg x 40', '200.00', '40.00')];
  const claimed = async (number: string, day: string, lines: readonly GivenLine[]) => {
    const project = await kept.project();
    await document(project, 'HM-4410', '2026-03-02', TICKET);
    await document(project, number, day, lines);
    return project;
  };

  it('are claimed once until their owner says that they were bought twice', async () => {
    const project = await claimed('HM-4410C', '2026-03-02', [...TICKET].reverse());
    expect(await claim(project)).toEqual([12_000, 12_000]);
    const [item, ...more] = await ofKind(project, 'same_purchase');
    expect(more).toEqual([]);
    expect(item).toMatchObject({ title: 'Did you buy the same of Wye Windows Ltd twice?', vat: 12_000 });
    expect(item?.text).toContain('(invoice HM-4410)');
    await setActionState(kept.claims, kept.asking(), project.id, item?.id ?? '', 'done', 'two loads');
    expect(await claim(project)).toEqual([24_000, 0]);
  });

  it('are so of many lines although an order was invoiced some days later', async () => {
    const project = await kept.project();
    const order = [...TICKET, goods('Sand 1t', '50.00', '10.00')];
    await document(project, 'SO-1', '2026-03-02', order);
    await document(project, 'IN-1', '2026-03-20', order);
    await document(project, 'IN-2', '2026-06-20', order);
    expect(await ofKind(project, 'same_purchase')).toHaveLength(1);
    expect(await claim(project)).toEqual([26_000, 13_000]);
  });

  it.each([
    ['two things bought on another day', 'HM-4410C', '2026-03-03', TICKET],
    ['of which one has more', 'HM-4410C', '2026-03-02', [...TICKET, goods('Sand 1t', '50.00', '10.00')]],
    ['of the same number, which is told of the document', 'HM 4410', '2026-03-02', TICKET],
  ] as const)('are left to others where they are %s', async (_, number, day, lines) => {
    expect(await ofKind(await claimed(number, day, lines), 'same_purchase')).toEqual([]);
  });
});

describe('goods that another invoice of their supplier may have fitted', () => {
  it('are not claimed until their owner says that they were bought apart', async () => {
    const project = await kept.project();
    await document(project, 'A', '2026-02-01', [goods('uPVC windows x 9', '4200.00', '840.00')]);
    await document(project, 'B', '2026-03-01', [given('Fitting of windows', '800.00', '0.00')]);
    expect(await claim(project)).toEqual([0, 84_000]);
    const [item] = await ofKind(project, 'one_supply');
    await setActionState(kept.claims, kept.asking(), project.id, item?.id ?? '', 'done', 'bought apart');
    expect(await claim(project)).toEqual([84_000, 0]);
  });

  it('are held back again when there are more of them, whatever was said of the ones before', async () => {
    const project = await kept.project();
    await document(project, 'A', '2026-02-01', [goods('uPVC windows x 9', '4200.00', '840.00')]);
    await document(project, 'B', '2026-03-01', [given('Fitting of windows', '800.00', '0.00')]);
    const [item] = await ofKind(project, 'one_supply');
    await setActionState(kept.claims, kept.asking(), project.id, item?.id ?? '', 'done', 'bought apart');
    await document(project, 'C', '2026-04-01', [goods('Timber windows x 4', '1000.00', '200.00')]);
    expect(await claim(project)).toEqual([0, 104_000]);
  });
});

describe('documents of one supplier that show it otherwise', () => {
  const NUMBERS = [
    ['a branch', { supplierVatNumber: 'GB980780684001' }],
    ['a number misread', { supplierVatNumber: 'GB980780689' }],
    ['no number and a longer name', { supplierVatNumber: null, supplierName: 'Wye Windows Hereford' }],
    ['another number', { supplierVatNumber: 'GB440198853' }],
  ] as const;
  it.each(NUMBERS)('are told to be of one: %s', async (_shown, head) => {
    const fitted = await kept.project('self_build_431nb');
    await document(fitted, 'A', '2026-02-01', [goods('uPVC windows x 9', '4200.00', '840.00')]);
    await document(fitted, 'B', '2026-03-01', [given('Fitting of windows', '800.00', '0.00')], head);
    expect(await claim(fitted)).toEqual([0, 84_000]);
    const paid = await kept.project('self_build_431nb');
    await document(paid, 'A', '2026-02-01', [DEPOSIT]);
    await document(paid, 'B', '2026-05-01', [WINDOWS], head);
    expect(await claim(paid)).toEqual([200_000, 60_000]);
    const bought = await kept.project('self_build_431nb');
    await document(bought, 'A', '2026-02-01', [goods('Facing bricks 65mm', '1000.00', '200.00')]);
    await document(bought, 'B', '2026-02-01', [goods('Facing bricks 65mm', '1000.00', '200.00')], head);
    expect(await claim(bought)).toEqual([20_000, 20_000]);
  });

  it('are not where each shows a name and a number of its own', async () => {
    const project = await kept.project('self_build_431nb');
    const other = { supplierName: 'Wye Windows Fitters', supplierVatNumber: 'GB440198853' };
    await document(project, 'A', '2026-02-01', [goods('uPVC windows x 9', '4200.00', '840.00')]);
    await document(project, 'B', '2026-03-01', [given('Fitting of windows', '800.00', '0.00')], other);
    expect(await claim(project)).toEqual([84_000, 0]);
  });
});

describe('one invoice whose number is written in two ways', () => {
  let numbers = 7710;
  it.each([
    ['with a prefix', (number: string) => `INV-${number}`],
    ['with noughts', (number: string) => `00${number}`],
    ['misread', (number: string) => number.replace('1', 'I')],
    ['with its year', (number: string) => `2026/${number}`],
  ])('is proved once, and what it bought is claimed once where the words are the same: %s', async (_how, dressed) => {
    const bricks = (text: string) => goods(text, '1000.00', '200.00');
    for (const [again, held] of [
      ['FB65 Facing bricks 65mm', 0],
      ['Facing bricks 65mm', 20_000],
    ] as const) {
      const project = await kept.project('self_build_431nb');
      const number = `${++numbers}`;
      await document(project, number, '2026-05-01', [bricks('Facing bricks 65mm')]);
      await document(project, dressed(number), '2026-05-01', [bricks(again)]);
      expect(await claim(project)).toEqual([40_000 - held, held]);
      const totals = await projectTotals(kept.claims, kept.asking(), project);
      expect(totals.vatReclaimableWithEvidence).toBe(20_000);
      const [item] = await ofKind(project, 'missing_evidence');
      expect(item?.title).toContain('perhaps the same invoice twice');
    }
  });
});

describe('lines that belong to an energy-saving job of a conversion', () => {
  const works = (text: string, net: string, vat: string, supplyType: 'labour' | 'supply_and_install' = 'labour') =>
    given(text, net, vat, { stated: { supplyType } });

  it('are not claimed before the question about it is answered, nor after until they follow the answer', async () => {
    const project = await kept.project('self_build_431c');
    await document(project, 'A', '2026-02-01', [
      works('Air source heat pump 9kW supplied and installed', '8000.00', '400.00', 'supply_and_install'),
      works('Commissioning', '250.00', '12.50'),
      works('Pipework and fittings', '600.00', '30.00', 'supply_and_install'),
      works('Electrician labour', '500.00', '25.00'),
      works('Re-roofing of barn', '9000.00', '450.00', 'supply_and_install'),
    ]);
    expect(await claim(project)).toEqual([45_000, 6750]);
    const [question] = await ofKind(project, 'open_question');
    expect(question?.text).toContain('£67.50 that is claimed on them is held back');
    const answered = { questionId: question?.question?.id ?? '', answerId: 'own_job', value: null };
    await answerQuestion(kept.claims, kept.asking(), question?.lineItemIds[0] ?? '', answered);
    const [claimed] = await claim(project);
    expect(claimed).toBe(45_000);
    const [item] = await ofKind(project, 'companion_lines');
    const invoiceId = item?.invoiceIds[0] ?? '';
    await reclassifyCompanions(kept.claims, kept.asking(), invoiceId, false);
    expect(await ofKind(project, 'companion_lines')).toEqual([]);
    expect(await claim(project)).toEqual([45_000, 0]);
  });
});

describe('what a document without evidence holds', () => {
  const bought = ['Facing bricks 65mm', 'Roof tiles', 'Softwood C24 47x200'].map((text) =>
    goods(text, '500.00', '100.00'),
  );
  const proved = async (project: Project) =>
    (await projectTotals(kept.claims, kept.asking(), project)).vatReclaimableWithEvidence;

  it.each(['pro_forma', 'order_confirmation'])(
    'a %s of the same purchase takes nothing off what is proved',
    async (documentType) => {
      const project = await kept.project('self_build_431nb');
      await document(project, `PF-${documentType}`, '2026-02-01', bought, { documentType });
      await document(project, `AFTER-${documentType}`, '2026-02-10', bought);
      expect(await claim(project)).toEqual([30_000, 30_000]);
      expect(await proved(project)).toBe(30_000);
    },
  );

  it('two invoices of the same purchase are proved once', async () => {
    const project = await kept.project('self_build_431nb');
    await document(project, 'TWICE-1', '2026-02-01', bought);
    await document(project, 'TWICE-2', '2026-02-10', bought);
    expect(await claim(project)).toEqual([30_000, 30_000]);
    expect(await proved(project)).toBe(30_000);
  });

  it('a deposit on a pro forma takes nothing off what the invoice proves', async () => {
    const project = await kept.project('self_build_431nb');
    await document(project, 'PF-2', '2026-02-01', [DEPOSIT], { documentType: 'pro_forma' });
    await document(project, 'WHOLE', '2026-05-01', [WINDOWS]);
    expect(await claim(project)).toEqual([200_000, 60_000]);
    expect(await proved(project)).toBe(200_000);
  });
});
