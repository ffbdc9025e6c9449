import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SCOPES } from '../../src/accounts/scopes.js';
import type { RunningServer } from '../../src/server/start.js';
import {
  type Answers,
  openClient,
  readStory,
  routing,
  type Standing,
  type StoryClient,
  type StoryInvoice,
  tableOf,
  totalsByHand,
} from './a_story.js';
import { operatorKey } from './an_account.js';
import { startTestServer, stopAll } from './harness.js';

let server: RunningServer;
let client: StoryClient;
beforeAll(async () => {
  server = await startTestServer({ LIMITS: 'off' });
  client = await openClient(server, (await operatorKey(server, SCOPES)).key);
});
afterAll(async () => {
  await client.close();
  await stopAll();
});

interface Listed {
  id: string;
  decisionId: string;
  lineText: string;
  treatment: string;
  vatReclaimable: string;
  vatToRecoverFromSupplier: string;
  vatReclaimableOnceCorrected: string;
  question: { id: string } | null;
}

describe.each(['self_build', 'barn_conversion', 'mill_house', 'chapel'])('the story of %s', (name) => {
  const story = readStory(name);
  let projectId: string;
  /** Ids of the stored line and its first decision, by invoice and line: "NB01.1". */
  const ids = new Map<string, { lineItemId: string; decisionId: string; invoiceId: string }>();
  const idOf = (key: string) => {
    const found = ids.get(key);
    if (!found) throw new Error(`${key} was not routed`);
    return found;
  };
  const linesOf = (invoice: StoryInvoice) =>
    invoice.lines.map((line, i) => ({ ...line, key: `${invoice.id}.${i + 1}` }));
  const lines = story.invoices.flatMap(linesOf);
  /** What may be taken off the claim by lines of which nothing is known yet: that of their invoice, a credit note's that of its supplier. */
  const heldBack = story.invoices.reduce((sum, invoice) => {
    const open = invoice.lines.filter(({ expected, vat }) => expected.treatment === 'needs_answer' && Number(vat) < 0);
    const credited = open.reduce((all, { vat }) => all - Number(vat), 0);
    const against = story.invoices.filter(
      ({ supplier }) => invoice.documentType === 'credit_note' && supplier === invoice.supplier,
    );
    const claimed = [invoice, ...against]
      .flatMap((i) => i.lines)
      .reduce((all, { expected }) => all + Number(expected.claim), 0);
    return sum + Math.min(credited, Math.max(0, claimed));
  }, 0);

  const listed = async (filter: object = {}): Promise<Map<string, Listed>> => {
    const items: Listed[] = await client.all('list_line_items', { projectId, limit: 64, ...filter });
    return new Map(items.map((item) => [item.id, item]));
  };
  const standingOf = (item: Listed | undefined) =>
    item && {
      treatment: item.treatment,
      claim: item.vatReclaimable,
      recover: item.vatToRecoverFromSupplier,
      later: item.vatReclaimableOnceCorrected,
    };
  /** Lines that stand otherwise than expected; the others are as they were routed. */
  const differences = async (changed: ReadonlyMap<string, Standing>) => {
    const items = await listed();
    expect(items.size).toBe(lines.length);
    return lines.flatMap(({ key, text, expected }) => {
      const right = changed.get(key) ?? expected;
      const found = standingOf(items.get(idOf(key).lineItemId));
      return JSON.stringify(found) === JSON.stringify(right) ? [] : [{ key, text, right, found }];
    });
  };
  const totals = async () => {
    const { totals: found } = (await client.call('list_projects', { projectId })).items[0];
    const { vatReclaimableWithEvidence, vatHeldBack, vatNoLongerRecoverable, openQuestions, ...sums } = found;
    expect(vatHeldBack).toBe(heldBack.toFixed(2));
    return { ...sums, vatReclaimable: (Number(sums.vatReclaimable) + heldBack).toFixed(2) };
  };

  it('has arithmetic that adds up, across and down', () => {
    const rows = [...tableOf(name, 'Invoices')];
    const column = (row: Record<string, string>, head: string) => Math.round(Number(row[head] || 0) * 100);
    const heads = ['lines', 'net', 'VAT', 'reclaimable', 'in part', 'correction', 'not reclaimable', 'open', 'claim'];
    for (const [id, row] of rows) {
      const across = heads.slice(3, 8).reduce((sum, head) => sum + column(row, head), 0);
      expect([id, across]).toEqual([id, column(row, 'VAT')]);
    }
    const [[last, sums] = ['', {}]] = rows.slice(-1);
    expect(last).toBe('sum');
    for (const head of heads) {
      const down = rows.slice(0, -1).reduce((sum, [, row]) => sum + column(row, head), 0);
      expect([head, down]).toEqual([head, column(sums, head)]);
    }
    expect(rows.length - 1).toBe(story.invoices.length);
    for (const heading of ['Totals as routed', 'Totals after the answers']) {
      const [[all, total] = ['', {}], ...treatments] = [...tableOf(name, heading)].reverse();
      expect(all).toBe('all');
      for (const head of Object.keys(total)) {
        const down = treatments.reduce((sum, [, row]) => sum + column(row, head), 0);
        expect([heading, head, down]).toEqual([heading, head, column(total, head)]);
      }
      for (const head of ['lines', 'net', 'VAT'])
        expect([heading, head, column(total, head)]).toEqual([heading, head, column(sums, head)]);
    }
  });

  it('is set up, under its scheme and eligible', async () => {
    const answer = await client.call('set_up_project', story.project);
    expect(answer).toMatchObject({ outcome: 'eligible', project: { scheme: story.project.scheme } });
    projectId = answer.project.id;
  });

  it('routes every line once, however often it is sent', async () => {
    for (const [n, invoice] of story.invoices.entries())
      for (const at of invoice.lines.keys()) {
        const asked = routing(story, projectId, invoice, at);
        const routed = await client.call('route_line_item', asked);
        if (n % 10 === 0) expect(await client.call('route_line_item', asked)).toEqual(routed);
        ids.set(`${invoice.id}.${at + 1}`, routed);
      }
    expect(ids.size).toBe(lines.length);
  });

  it('says of every line what the law says', async () => {
    expect(await differences(new Map())).toEqual([]);
  });

  it('says the same when the lines come the other way round', async () => {
    const other = (await client.call('set_up_project', story.project)).project.id;
    const found = new Map<string, ReturnType<typeof standingOf>>();
    const routed: [string, string][] = [];
    for (const invoice of [...story.invoices].reverse())
      for (const at of [...invoice.lines.keys()].reverse()) {
        const { idempotencyKey, ...asked } = routing(story, other, invoice, at);
        routed.push([idempotencyKey, (await client.call('route_line_item', asked)).lineItemId]);
      }
    const items = new Map(
      (await client.all('list_line_items', { projectId: other, limit: 200 })).map((i) => [i.id, i]),
    );
    for (const [key, id] of routed) found.set(key, standingOf(items.get(id)));
    for (const { key, text, expected } of lines) expect([key, text, found.get(key)]).toEqual([key, text, expected]);
  });

  it('asks a question about every line that the law leaves open, and about no other', async () => {
    const open = await listed({ openQuestion: 'any' });
    const expected = lines.filter((line) => line.expected.treatment === 'needs_answer');
    expect([...open.keys()].sort()).toEqual(expected.map((line) => idOf(line.key).lineItemId).sort());
    for (const item of open.values()) expect([item.lineText, item.question !== null]).toEqual([item.lineText, true]);
  });

  it('adds up to the penny, by treatment and by invoice', async () => {
    expect(await totals()).toEqual(totalsByHand(name, 'Totals as routed'));
    const invoices = await client.all('list_invoices', { projectId, limit: 7 });
    const byHand = tableOf(name, 'Invoices');
    const found = invoices.map((i) => [
      i.supplierName,
      i.invoiceNumber,
      String(i.lines),
      (Number(i.vatReclaimable) + Number(i.vatHeldBack)).toFixed(2),
    ]);
    const right = story.invoices.map(({ id, supplier, number }) => {
      const row = byHand.get(id);
      return [supplier, number, row?.lines, row?.claim];
    });
    expect(found).toEqual(right);
  });

  const answer = async ({ invoice, line }: { invoice: StoryInvoice; line: number }, { answers }: Answers) => {
    const { lineItemId } = idOf(`${invoice.id}.${line}`);
    let last: { companions: { lineItemId: string; changed: boolean }[] } = { companions: [] };
    for (const [questionId, answerId] of answers)
      last = await client.call('answer_vat_complex_question', { lineItemId, questionId, answerId });
    return last;
  };
  const keyed = (invoice: StoryInvoice, { becomes }: Answers) =>
    new Map([...becomes].map(([n, standing]) => [`${invoice.id}.${n}`, standing]));

  it('answers, shows and lets follow, takes back, and answers anew', async () => {
    let settled = new Map<string, Standing>();
    for (const question of story.questions) {
      const { invoice, line, tried, stands } = question;
      const key = `${invoice.id}.${line}`;
      const { lineItemId, invoiceId } = idOf(key);
      const untouched = new Map(settled);
      for (const attempt of [tried, stands]) {
        const preview = (await answer(question, attempt)).companions;
        const afterAnswer = await listed();
        const dry = await client.call('reclassify_companion_items', { invoiceId, dryRun: true });
        expect(await listed()).toEqual(afterAnswer);
        const shown = new Map(dry.lines.map((l: { lineItemId: string }) => [l.lineItemId, l]));
        for (const companion of preview) expect(shown.get(companion.lineItemId)).toEqual(companion);
        const done = await client.call('reclassify_companion_items', { invoiceId });
        expect(done).toEqual({ ...dry, dryRun: false });
        expect((await client.call('reclassify_companion_items', { invoiceId })).changed).toBe(0);
        const expected = new Map([...settled, ...keyed(invoice, attempt)]);
        expect(await differences(expected), `${key} ${JSON.stringify(attempt.answers)}`).toEqual([]);
        if (attempt === stands) settled = expected;
        else {
          const [questionId] = attempt.answers[0] ?? [];
          await client.call('answer_vat_complex_question', { lineItemId, questionId, withdraw: true });
          expect(await differences(untouched), `${key} taken back`).toEqual([]);
        }
      }
    }
    expect(await totals()).toEqual(totalsByHand(name, 'Totals after the answers'));
  });

  it('keeps every decision of every line', async () => {
    const standing = await listed();
    for (const { key } of lines) {
      const { lineItemId, decisionId } = idOf(key);
      const { history } = await client.call('list_line_items', { projectId, lineItemId });
      const now = standing.get(lineItemId);
      expect([key, history[0].cause, history[0].decisionId]).toEqual([key, 'routed', decisionId]);
      expect([key, history.at(-1).decisionId]).toEqual([key, now?.decisionId]);
      expect([key, history.at(-1).treatment, history.at(-1).vatReclaimable]).toEqual([
        key,
        now?.treatment,
        now?.vatReclaimable,
      ]);
      const seen = history.map((d: { decisionId: string }) => d.decisionId);
      expect(new Set(seen).size, key).toBe(seen.length);
    }
    for (const { invoice, line, tried, stands } of story.questions) {
      const { lineItemId } = idOf(`${invoice.id}.${line}`);
      const { history } = await client.call('list_line_items', { projectId, lineItemId });
      const given: { cause: string; answers: { questionId: string; answerId: string }[] }[] = history.filter(
        (d: { cause: string }) => d.cause.startsWith('answer'),
      );
      const steps = ({ answers }: Answers) => answers.map((_, n) => ['answered', answers.slice(0, n + 1)]);
      expect(given.map((d) => [d.cause, d.answers.map((a) => [a.questionId, a.answerId])])).toEqual([
        ...steps(tried),
        ['answer_withdrawn', []],
        ...steps(stands),
      ]);
    }
  });
});
