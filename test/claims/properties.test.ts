import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { NotAllowed } from '../../src/claims/claims.js';
import { reclassifyCompanions } from '../../src/claims/companion_lines.js';
import { listInvoices, listLineItems } from '../../src/claims/lists.js';
import { redecideProject, updateProject } from '../../src/claims/projects.js';
import { answerQuestion, withdrawAnswer } from '../../src/claims/questions.js';
import type { LineItem, Project } from '../../src/claims/records.js';
import { replay } from '../../src/claims/replay.js';
import { rerouteLine, routeNewLine, UNKNOWN_HEAD } from '../../src/claims/route_line.js';
import { totalsOf } from '../../src/claims/totals.js';
import { InputError } from '../../src/rulebook/answers.js';
import { SUPPLY_TYPES } from '../../src/rulebook/model.js';
import type { Rulebook } from '../../src/rulebook/rulebook.js';
import { sharedRulebook } from '../server/harness.js';
import { given, type Kept, openKept } from './kept.js';

const RUNS = Number(process.env.FC_RUNS ?? 40);
const SEED = 20261122;

let book: Rulebook;
let kept: Kept;
beforeAll(async () => {
  book = await sharedRulebook();
  kept = await openKept(book);
});
afterAll(() => kept.close());

const TEXTS = [
  'Vaillant aroTHERM plus 7kW heat pump',
  'Unvented cylinder 250L',
  'Installation labour',
  'Facing bricks 65mm',
  'uPVC windows supply and fit',
  'Integrated dishwasher',
  'Delivery',
  'Kitchen units and worktops',
  'Discount',
  'Scaffold hire 8 weeks',
  'Architect fee stage 3',
  'Celotex 100mm insulation',
  'GivEnergy 9.5kWh battery',
  'Sundries',
  'Skip hire 8yd',
  'Heat pump commissioning',
];

const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('route' as const),
      text: fc.constantFrom(...TEXTS),
      net: fc.integer({ min: -200_000, max: 900_000 }),
      rate: fc.constantFrom(0, 5, 20, 20, 7),
      supplyType: fc.option(fc.constantFrom(...SUPPLY_TYPES), { nil: undefined }),
      invoice: fc.nat(2),
    }),
  },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('answer' as const), line: fc.nat(), answer: fc.nat() }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('withdraw' as const), line: fc.nat(), answer: fc.nat() }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('reclassify' as const), line: fc.nat(), dryRun: fc.boolean() }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('reroute' as const),
      line: fc.nat(),
      supplyType: fc.constantFrom(...SUPPLY_TYPES),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('facts' as const),
      country: fc.constantFrom('england', 'northern_ireland', 'channel_islands'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('redecide' as const), dryRun: fc.boolean() }) },
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

const everyLine = async (project: Project): Promise<LineItem[]> => {
  const lines: LineItem[] = [];
  let cursor: string | null = null;
  do {
    const page = await listLineItems(kept.claims, kept.organisationId, { projectId: project.id }, { limit: 3, cursor });
    lines.push(...page.items);
    cursor = page.nextCursor;
  } while (cursor !== null);
  return lines;
};

async function take(project: Project, lines: readonly LineItem[], s: Step): Promise<void> {
  const { claims, asking } = kept;
  const line = 'line' in s ? lines[s.line % Math.max(1, lines.length)] : undefined;
  switch (s.kind) {
    case 'route': {
      const vat = Math.round((s.net * s.rate) / 100);
      const head = {
        ...UNKNOWN_HEAD,
        documentType: 'invoice' as const,
        supplierName: 'Acme',
        invoiceDate: '2026-04-02',
      };
      const stated = s.supplyType === undefined ? {} : { supplyType: s.supplyType };
      const one = { ...given(s.text, '0.00', '0.00', { stated }), net: s.net, vat };
      await routeNewLine(claims, asking(), project.id, one, { head: { ...head, invoiceNumber: `N${s.invoice}` } });
      return;
    }
    case 'answer': {
      const question = line?.questionId ? book.questions.get(line.questionId) : undefined;
      const answer = question?.answers[s.answer % question.answers.length];
      if (!line || !question || !answer || answer.takes !== undefined) return;
      const one = { questionId: question.id, answerId: answer.id, value: null };
      await answerQuestion(claims, asking(), line.id, one);
      return;
    }
    case 'withdraw': {
      const given = line?.answers[s.answer % Math.max(1, line.answers.length)];
      if (line && given) await withdrawAnswer(claims, asking(), line.id, given.questionId);
      return;
    }
    case 'reclassify':
      if (line) await reclassifyCompanions(claims, asking(), line.invoiceId, s.dryRun);
      return;
    case 'reroute':
      if (line) await rerouteLine(claims, asking(), project.id, line.id, { stated: { supplyType: s.supplyType } });
      return;
    case 'facts':
      await updateProject(claims, asking(), project.id, { facts: { country: s.country } });
      return;
    case 'redecide':
      await redecideProject(claims, asking(), project.id, s.dryRun);
  }
}

/** Whatever a step did, or refused, this holds. */
async function holds(project: Project): Promise<LineItem[]> {
  const lines = await everyLine(project);
  const totals = await totalsOf(kept.claims.store, project.id);
  const sum = (of: (l: LineItem) => number, some = lines) => some.reduce((total, l) => total + of(l), 0);
  for (const [treatment, sums] of [['all', totals.all] as const, ...Object.entries(totals.byTreatment)]) {
    const some = treatment === 'all' ? lines : lines.filter((l) => l.treatment === treatment);
    expect(sums).toEqual({
      lines: some.length,
      net: sum((l) => l.net ?? 0, some),
      vat: sum((l) => l.vat ?? 0, some),
      vatReclaimable: sum((l) => l.vatReclaimable, some) - (treatment === 'all' ? totals.vatHeldBack : 0),
      vatToRecover: sum((l) => l.vatToRecover, some),
      vatOnceCorrected: sum((l) => l.vatOnceCorrected, some),
    });
  }
  expect(totals.vatHeldBack).toBeGreaterThanOrEqual(0);
  expect(totals.openQuestions).toBe(lines.filter((l) => l.treatment === 'needs_answer' && l.questionId).length);
  for (const line of lines) {
    const history = await kept.claims.stored.history(kept.organisationId, line.id);
    const latest = history.at(-1);
    expect(latest?.id ?? null).toBe(line.decisionId);
    // Outside the United Kingdom lines are not decided, and what was decided before is kept.
    const stands = line.undecided === null ? latest?.outcome.classification.treatment : 'needs_answer';
    expect(line.treatment).toBe(stands);
    expect(Math.abs(line.vatReclaimable)).toBeLessThanOrEqual(Math.abs(line.vat ?? 0));
    if (line.treatment === 'needs_answer') expect(line.vatReclaimable).toBe(0);
  }
  const invoices = await listInvoices(
    kept.claims,
    kept.organisationId,
    { projectId: project.id },
    { limit: 200, cursor: null },
  );
  expect(new Set(lines.map((l) => l.invoiceId))).toEqual(new Set(invoices.items.map((i) => i.id)));
  return lines;
}

describe('whatever is done to a project, in any order', () => {
  it.each(['self_build_431nb', 'self_build_431c'] as const)(
    'its totals are the sums of its lines, and every line stands as its latest decision says (%s)',
    { timeout: 240_000 },
    async (scheme) => {
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 18 }), async (steps) => {
          const project = await kept.project(scheme, { country: 'england' });
          let lines: LineItem[] = [];
          for (const s of steps) {
            try {
              await take(project, lines, s);
            } catch (error) {
              if (!(error instanceof InputError || error instanceof NotAllowed)) throw error;
            }
            lines = await holds(project);
          }
        }),
        { numRuns: RUNS, seed: SEED },
      );
    },
  );

  it('every decision ever made follows again from the line it was made on', { timeout: 120_000 }, async () => {
    const rows = await kept.claims.store.db
      .selectFrom('decisions')
      .select(['line_item_id'])
      .distinct()
      .limit(80)
      .execute();
    expect(rows.length).toBeGreaterThan(40);
    for (const { line_item_id } of rows)
      for (const decision of await kept.claims.stored.history(kept.organisationId, line_item_id)) {
        const again = await replay(book, decision);
        expect(again).toEqual({ same: true });
      }
  });
});
