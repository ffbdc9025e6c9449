import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SCOPES } from '../../src/accounts/scopes.js';
import type { RunningServer } from '../../src/server/start.js';
import { openClient, readStory, type StoryClient } from './a_story.js';
import { operatorKey } from './an_account.js';
import { startTestServer, stopAll } from './harness.js';

/** Twenty clients of one organisation at work on one project, each with its own key and connection. */
const ROUTERS = 10;
const LINES_EACH = 12;
const PUMPS = 4;
const READERS = 4;
const ROUNDS = 6;

let server: RunningServer;
let clients: StoryClient[];
let projectId: string;
/** One invoice for each: a heat pump, its cylinder and pipe, and the labour that fits them. */
const pumps: { invoiceId: string; lineItemId: string }[] = [];
const QUESTION = 'esm_who_installed';

/** VAT in pounds. Pump 1, cylinder 2 and pipe 4 in the decimal place of their invoice: a sum tells which lines it holds. */
const PARTS = [
  { text: 'Air source heat pump 10kW', vat: 1 },
  { text: 'Heat pump cylinder 250L', vat: 2 },
  { text: 'Copper pipe 28mm x 3m', vat: 4 },
];
const ALL_PARTS = 7;
const LABOUR_VAT = 20_000;
/** Open, answered, and followed by its companions; never anything between. */
const WHOLE = [0, 1, ALL_PARTS];

const item = (lineText: string, vat: number, supplyType = 'materials') => ({
  lineText,
  netAmount: (5 * vat).toFixed(2),
  vatCharged: vat.toFixed(2),
  supplyType,
});
const pence = (amount: string) => Math.round(Number(amount) * 100);

beforeAll(async () => {
  server = await startTestServer({ LIMITS: 'off' });
  const keys = await Promise.all(Array.from({ length: 20 }, () => operatorKey(server, SCOPES)));
  clients = await Promise.all(keys.map(({ key }) => openClient(server, key)));
  const { call } = client(0);
  projectId = (await call('set_up_project', readStory('self_build').project)).project.id;
  for (let p = 0; p < PUMPS; p++) {
    const invoice = { supplierName: 'Heat & Power', invoiceNumber: `H${p}`, invoiceDate: '2026-03-02' };
    const [main] = [
      await call('route_line_item', { projectId, invoice, item: item('Air source heat pump 10kW', 10 ** p) }),
      await call('route_line_item', { projectId, invoice, item: item('Heat pump cylinder 250L', 2 * 10 ** p) }),
      await call('route_line_item', { projectId, invoice, item: item('Copper pipe 28mm x 3m', 4 * 10 ** p) }),
      await call('route_line_item', {
        projectId,
        invoice,
        item: item('Installation labour, 4 days', LABOUR_VAT, 'labour'),
      }),
    ];
    pumps.push({ invoiceId: main.invoiceId, lineItemId: main.lineItemId });
  }
});
afterAll(async () => {
  await Promise.all(clients.map((c) => c.close()));
  await stopAll();
});

function client(n: number): StoryClient {
  const found = clients[n];
  if (!found) throw new Error(`no client ${n}`);
  return found;
}

function pump(n: number) {
  const found = pumps[n];
  if (!found) throw new Error(`no pump ${n}`);
  return found;
}

describe('twenty clients on one project', () => {
  it('lose nothing and never see a change half applied', async () => {
    const routed = new Map<string, string>();
    let writing = true;

    /** Lines of its own invoice and of one that all share; each is sent twice at once, as a client does that heard nothing. */
    const route = async (n: number) => {
      for (let i = 0; i < LINES_EACH; i++) {
        const shared = i % 3 === 0;
        const lineText = `Facing bricks pack ${n}.${i}`;
        const asked = {
          projectId,
          invoice: { supplierName: 'Merchant', invoiceNumber: shared ? 'ALL' : `OWN${n}`, invoiceDate: '2026-04-02' },
          item: item(lineText, 0.2),
          idempotencyKey: lineText,
        };
        const call = () => client(n).call('route_line_item', asked);
        const [first, again] = await Promise.all([call(), call()]);
        expect(again).toEqual(first);
        routed.set(first.lineItemId, lineText);
      }
    };

    /** Answers a heat pump, lets the others follow, takes it back; a rival does the same at the same time. */
    const answer = async (n: number, p: number) => {
      const { lineItemId, invoiceId } = pump(p);
      const named = { lineItemId, questionId: QUESTION };
      for (let i = 0; i < ROUNDS; i++) {
        await client(n).call('answer_vat_complex_question', { ...named, answerId: 'supplier_installed' });
        await client(n).call('reclassify_companion_items', { invoiceId });
        const { ok, issues } = await client(n).ask('answer_vat_complex_question', { ...named, withdraw: true });
        // The rival may have taken it back already.
        if (!ok)
          expect(issues[0]).toMatchObject({ path: 'questionId', message: expect.stringMatching(/has no answer/) });
      }
    };

    /** A change of the project decides every line of it again. */
    const change = async (n: number) => {
      for (const completionDate of ['2026-10-01', '2026-09-18', '2026-10-01', '2026-09-18'])
        await client(n).call('set_up_project', { projectId, facts: { completionDate } });
    };

    const readTotals = async (n: number) => {
      let lines = 0;
      while (writing) {
        const { totals } = (await client(n).call('list_projects', { projectId })).items[0];
        expect(totals.lines).toBeGreaterThanOrEqual(lines);
        lines = totals.lines;
        const { reclaimable, supplier_correction: correction, needs_answer: open, ...rest } = totals.byTreatment;
        expect(Object.values(rest).map((sums) => (sums as { lines: number }).lines)).toEqual([0, 0, 0]);
        expect(pence(reclaimable.vatReclaimable)).toBe(20 * reclaimable.lines);
        expect(pence(totals.vatReclaimable)).toBe(20 * reclaimable.lines);
        const parts = digits(Number(correction.vatCharged) - PUMPS * LABOUR_VAT);
        for (const held of parts) expect(WHOLE).toContain(held);
        expect(digits(Number(open.vatCharged))).toEqual(parts.map((held) => ALL_PARTS - held));
        const fixed = parts.reduce((sum, held) => sum + bits(held), 0);
        expect([correction.lines, open.lines, totals.openQuestions]).toEqual([
          PUMPS + fixed,
          PUMPS * PARTS.length - fixed,
          PUMPS * PARTS.length - fixed,
        ]);
        expect(reclaimable.lines + correction.lines + open.lines).toBe(totals.lines);
      }
    };

    const readLines = async (n: number) => {
      while (writing) {
        const before = new Set(routed.keys());
        const items = await client(n).all('list_line_items', { projectId, limit: 50 });
        const seen = items.map((i) => i.id);
        expect(new Set(seen).size).toBe(seen.length);
        for (const id of before) expect(seen).toContain(id);
        for (const { id, treatment, vatReclaimable, vatCharged } of items)
          if (routed.has(id)) expect([treatment, vatReclaimable]).toEqual(['reclaimable', vatCharged]);
        for (const [p, { invoiceId }] of pumps.entries()) {
          const whole = (await client(n).call('list_line_items', { projectId, invoiceId })).items;
          const fitted = whole.filter((i: { treatment: string }) => i.treatment === 'supplier_correction');
          const held = fitted.reduce(
            (sum: number, i: { vatCharged: string }) => sum + Number(i.vatCharged),
            -LABOUR_VAT,
          );
          expect(WHOLE.map((state) => state * 10 ** p)).toContain(held);
          const recover = fitted.reduce(
            (s: number, i: { vatToRecoverFromSupplier: string }) => s + Number(i.vatToRecoverFromSupplier),
            0,
          );
          expect(recover).toBe(held + LABOUR_VAT);
        }
      }
    };

    const writers = [
      ...Array.from({ length: ROUTERS }, (_, n) => route(n)),
      ...Array.from({ length: PUMPS }, (_, p) => answer(ROUTERS + p, p)),
      answer(ROUTERS + PUMPS, 0),
      change(ROUTERS + PUMPS + 1),
    ];
    const first = ROUTERS + PUMPS + 2;
    const readers = Array.from({ length: READERS }, (_, i) => (i % 2 === 0 ? readTotals : readLines)(first + i));
    const written = Promise.all(writers).finally(() => {
      writing = false;
    });
    await Promise.all([written, ...readers]);

    expect(routed.size).toBe(ROUTERS * LINES_EACH);
    for (const { lineItemId, invoiceId } of pumps) {
      await client(0).call('answer_vat_complex_question', {
        lineItemId,
        questionId: QUESTION,
        answerId: 'supplier_installed',
      });
      await client(0).call('reclassify_companion_items', { invoiceId });
    }
    const items = await client(0).all('list_line_items', { projectId, limit: 200 });
    const { totals } = (await client(0).call('list_projects', { projectId })).items[0];
    expect(
      items
        .filter((i) => routed.has(i.id))
        .map((i) => i.lineText)
        .sort(),
    ).toEqual([...routed.values()].sort());
    expect(items).toHaveLength(routed.size + PUMPS * (PARTS.length + 1));
    const sum = (field: string) => items.reduce((total, i) => total + pence(i[field]), 0);
    for (const field of ['netAmount', 'vatCharged', 'vatReclaimable', 'vatToRecoverFromSupplier'])
      expect([field, pence(totals[field])]).toEqual([field, sum(field)]);
    expect(digits(Number(totals.byTreatment.supplier_correction.vatCharged) - PUMPS * LABOUR_VAT)).toEqual(
      Array(PUMPS).fill(ALL_PARTS),
    );

    for (const { lineItemId } of pumps) {
      const { history } = await client(0).call('list_line_items', { projectId, lineItemId });
      const turns = history
        .map((d: { cause: string }) => d.cause)
        .filter((cause: string) => cause.startsWith('answer'));
      expect(turns.length).toBeGreaterThan(2);
      expect(turns).toEqual(turns.map((_: string, i: number) => (i % 2 === 0 ? 'answered' : 'answer_withdrawn')));
    }
  });
});

/** What each heat pump's decimal place holds. */
function digits(vat: number): number[] {
  expect(vat).toBeGreaterThanOrEqual(0);
  expect(vat).toBeLessThan(10 ** PUMPS);
  return Array.from({ length: PUMPS }, (_, p) => Math.floor(vat / 10 ** p) % 10);
}

/** How many of the parts a digit counts. */
const bits = (digit: number) => PARTS.filter(({ vat }) => (digit & vat) !== 0).length;
