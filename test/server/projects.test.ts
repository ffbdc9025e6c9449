import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OPERATOR } from '../../src/accounts/audit.js';
import { SCOPES, type Scope } from '../../src/accounts/scopes.js';
import type { RunningServer } from '../../src/server/start.js';
import { TOOLS } from '../../src/tools/table.js';
import { send, startTestServer, stopAll, toolCall } from './harness.js';

let server: RunningServer;
let mine: Record<string, string>;
let theirs: Record<string, string>;

async function keyOf(email: string, scopes: readonly Scope[] = SCOPES): Promise<Record<string, string>> {
  const account = (await server.access.accounts.byEmail(email)) ?? (await server.access.accounts.make(email, OPERATOR));
  const { key } = await server.access.keys.create(account.id, { name: 'x', scopes, madeBy: 'operator' }, OPERATOR);
  return { Authorization: `Bearer ${key}` };
}

beforeAll(async () => {
  server = await startTestServer({ LIMITS: 'off' });
  mine = await keyOf('claimant@example.com');
  theirs = await keyOf('other@example.com');
});
afterAll(stopAll);

const ajv = new Ajv({ strict: false });
const schemas = new Map(TOOLS.A.all.map((tool) => [tool.name, ajv.compile(tool.answerSchema)]));

/** Calls a tool and holds its answer to the schema it announces. */
async function call(name: string, args: object, headers = mine) {
  const { status, json } = await send(server, '/mcp', { body: toolCall(args, name), headers });
  expect(status, JSON.stringify(json)).toBe(200);
  const answer = json.result.structuredContent;
  if (!json.result.isError) {
    const valid = schemas.get(name);
    expect(valid?.(answer), `${name}: ${JSON.stringify(valid?.errors)}`).toBe(true);
  }
  return answer;
}

const NEW_BUILD = { country: 'england', finishedBuilding: 'dwelling', siteBefore: 'empty_land' };
const project = async (facts: object = NEW_BUILD, more: object = {}, headers = mine) =>
  (await call('set_up_project', { name: 'Our home', facts, ...more }, headers)).project.id as string;
const bricks = { lineText: 'Facing bricks 65mm', netAmount: '1240.00', vatCharged: '248.00', supplyType: 'materials' };
const jewson = { documentType: 'invoice', supplierName: 'Jewson', invoiceNumber: '1', invoiceDate: '2026-05-14' };

it('a project has the same fields in both shapes, and docs/agents.md names them', async () => {
  const { ok: _, project: made, changes, ...top } = await call('set_up_project', { name: 'Ours', facts: NEW_BUILD });
  const { items, detail } = await call('list_projects', { projectId: made.id });
  expect(Object.keys(items[0])).toEqual(Object.keys(made));
  expect(Object.keys(detail).sort()).toEqual(Object.keys(top).sort());
  const docs = readFileSync('docs/agents.md', 'utf8');
  for (const field of [...Object.keys(top), ...Object.keys(changes).filter((key) => !/Before|After/.test(key))])
    expect(docs).toContain(`\`${field}\``);
});

describe('answers that take a value', () => {
  it('are told with the question, and what is wrong with one is said of its own field', async () => {
    const projectId = await project();
    const item = { lineText: 'Bricks and garden furniture', netAmount: '400.00', vatCharged: '80.00' };
    const { lineItemId, question } = await call('route_line_item', {
      projectId,
      invoice: jewson,
      item: { ...item, supplyType: 'materials' },
    });
    expect(question).toMatchObject({ id: 'mixed_line_split' });
    expect(question.answers.map((a: { id: string; takes?: string }) => [a.id, a.takes])).toEqual([
      ['claimable_amount', 'amount'],
      ['none', undefined],
      ['not_shown', undefined],
    ]);
    const answer = (args: object) =>
      call('answer_vat_complex_question', {
        lineItemId,
        questionId: question.id,
        answerId: 'claimable_amount',
        ...args,
      });
    for (const [args, path, words] of [
      [{}, 'value', 'needs a value: an amount such as 3000.00'],
      [{ value: 'much' }, 'value', 'decimal amounts'],
      [{ value: '4000.00' }, 'value', 'amounts'],
      [{ answerId: 'not_shown', value: '1.00' }, 'value', 'takes no value'],
      [{ answerId: 'claimable' }, 'answerId', 'is not an answer'],
      [{ questionId: 'mixed_line' }, 'questionId', 'there is no question'],
    ] as const) {
      const { error, issues } = await answer(args);
      expect([error, issues[0].path]).toEqual(['invalid_input', path]);
      expect(issues[0].message).toContain(words);
      expect(issues[0].message).not.toContain('colon');
    }
    expect((await answer({ value: '300.00' })).classification.treatment).toBe('reclaimable_in_part');
  });
});

describe('set_up_project', () => {
  it('says scheme, eligibility, rates, and what to ask next', async () => {
    const answer = await call('set_up_project', { name: 'Our home', facts: NEW_BUILD, claimants: ['Sam Green'] });
    expect(answer).toMatchObject({
      ok: true,
      project: { scheme: 'self_build_431nb', name: 'Our home', claimants: ['Sam Green'], eligibility: 'needs_answer' },
      outcome: 'needs_answer',
      facts: NEW_BUILD,
    });
    expect(answer.nextQuestions.length).toBeGreaterThan(0);
    expect(answer.supplierRates.find((r: { supplyType: string }) => r.supplyType === 'labour').rate).toBe('0');
    expect(answer.project.totals.all ?? answer.project.totals).toMatchObject({ lines: 0, vatReclaimable: '0.00' });
  });

  it('needs a name and a scheme, and refuses one that contradicts the facts', async () => {
    const issues = async (args: object) =>
      (await call('set_up_project', args)).issues.map((i: { path: string }) => i.path);
    expect(await issues({ facts: NEW_BUILD })).toEqual(['name']);
    expect(await issues({ name: 'x' })).toEqual(['scheme']);
    expect(await issues({ name: 'x', facts: NEW_BUILD, scheme: 'self_build_431c' })).toEqual(['scheme']);
    expect(await issues({ name: 'x', facts: { contry: 'wales' } })).toEqual(['facts.contry']);
  });

  it('refuses parts under two regimes with the split to make and what to ask of each supplier', async () => {
    const answer = await call('set_up_project', {
      name: 'Both',
      elements: [
        { name: 'barn', kind: 'converted_building', suppliers: ['Smith'] },
        { name: 'cottage', kind: 'new_dwelling', suppliers: ['Smith', 'Jones'] },
      ],
    });
    expect(answer).toMatchObject({ ok: false, error: 'several_regimes' });
    expect(answer.split.projects).toEqual([
      { scheme: 'self_build_431c', name: 'barn', elements: ['barn'] },
      { scheme: 'self_build_431nb', name: 'cottage', elements: ['cottage'] },
    ]);
    expect(answer.actionItems.map((a: { id: string }) => a.id)).toEqual(['split_invoices:Smith']);
  });

  it('decides the lines again when a fact changes, and says which changed', async () => {
    const id = await project();
    await call('route_line_item', { projectId: id, invoice: jewson, item: bricks });
    const moved = await call('set_up_project', { projectId: id, facts: { country: 'channel_islands' } });
    expect(moved.outcome).toBe('not_eligible');
    expect(moved.changes).toMatchObject({ lines: 1, vatReclaimableBefore: '248.00', vatReclaimableAfter: '0.00' });
    expect(moved.changes.first[0].after.treatment).toBe('needs_answer');
    const line = moved.changes.first[0].lineItemId;
    const forced = await call('answer_vat_complex_question', {
      lineItemId: line,
      questionId: 'project_in_scheme',
      answerId: 'new_dwelling',
    });
    expect(forced.ok).toBe(false);
    const back = await call('set_up_project', { projectId: id, facts: { country: 'england' } });
    expect(back.changes).toMatchObject({ lines: 1, vatReclaimableBefore: '0.00', vatReclaimableAfter: '248.00' });
    const { history } = await call('list_line_items', { projectId: id, lineItemId: line });
    // Outside the United Kingdom the line was not decided.
    expect(history.map((h: { cause: string }) => h.cause)).toEqual(['routed', 'project_changed']);
  });

  it('previews and applies a new edition; the same edition changes nothing', async () => {
    const id = await project();
    await call('route_line_item', { projectId: id, invoice: jewson, item: bricks });
    const preview = await call('set_up_project', { projectId: id, newEdition: 'preview' });
    expect(preview.changes.lines).toBe(0);
    await call('set_up_project', { projectId: id, newEdition: 'apply' });
    const { items } = await call('list_line_items', { projectId: id });
    const { history } = await call('list_line_items', { projectId: id, lineItemId: items[0].id });
    expect(history.map((h: { cause: string }) => h.cause)).toEqual(['routed', 'new_edition']);
  });
});

describe('action items', () => {
  it('say what to ask of a supplier, with a letter, and keep how far somebody has come', async () => {
    const projectId = await project(NEW_BUILD, { claimants: ['Sam Green'] });
    const item = {
      lineText: 'Labour to build walls',
      netAmount: '1000.00',
      vatCharged: '200.00',
      supplyType: 'labour',
    };
    await call('route_line_item', { projectId, invoice: { ...jewson, supplierName: 'Bodgit' }, item });
    const find = (items: { kind: string }[]) => items.find((i) => i.kind === 'supplier_correction') as never;
    const { actionItems } = (await call('list_projects', { projectId })).detail;
    const correction: { id: string; vat: string; request: { body: string } } = find(actionItems);
    expect(correction).toMatchObject({ vat: '200.00', state: 'open', supplier: 'Bodgit' });
    expect(correction.request.body).toContain('Sam Green');
    const actionItem = { id: correction.id, state: 'asked', note: 'by post' };
    const asked = await call('set_up_project', { projectId, actionItem });
    expect(find(asked.actionItems)).toMatchObject({ id: correction.id, state: 'asked', note: 'by post' });
    const none = await call('set_up_project', { projectId, actionItem: { id: 'none', state: 'done' } });
    expect(none).toMatchObject({ ok: false, error: 'not_found' });
    const both = await call('set_up_project', { projectId, name: 'x', actionItem });
    expect(both.issues[0].path).toBe('name');
  });
});

describe('lines, questions and companions', () => {
  it('are routed, listed, asked about, answered, followed and taken back', async () => {
    const projectId = await project({ ...NEW_BUILD });
    const invoice = {
      documentType: 'invoice',
      supplierName: 'Heat Co',
      invoiceNumber: 'H1',
      invoiceDate: '2026-03-02',
    };
    const pump = await call('route_line_item', {
      projectId,
      invoice,
      item: { lineText: 'Vaillant aroTHERM 7kW heat pump', netAmount: '6000.00', vatCharged: '1200.00' },
    });
    await call('route_line_item', {
      projectId,
      invoiceId: pump.invoiceId,
      item: { lineText: 'Unvented cylinder 250L', netAmount: '1400.00', vatCharged: '280.00', supplyType: 'materials' },
    });
    const { items } = await call('list_line_items', { projectId, openQuestion: 'any' });
    for (const item of items) expect(item.question.answers.length).toBeGreaterThan(1);
    const totals = (await call('list_projects', { projectId })).items[0].totals;
    expect(totals).toMatchObject({ lines: 2, netAmount: '7400.00', vatCharged: '1480.00' });
  });

  it('page by cursor, stable while lines are added, and refuse the cursor of another list', async () => {
    const projectId = await project();
    const invoice = { ...jewson, invoiceNumber: 'P1' };
    const add = (n: number) =>
      call('route_line_item', { projectId, invoice, item: { ...bricks, lineText: `Facing bricks pack ${n}` } });
    for (const n of [1, 2, 3, 4, 5]) await add(n);
    const first = await call('list_line_items', { projectId, limit: 2 });
    await add(6);
    const second = await call('list_line_items', { projectId, limit: 2, cursor: first.nextCursor });
    const third = await call('list_line_items', { projectId, limit: 2, cursor: second.nextCursor });
    const texts = [first, second, third].flatMap((p) => p.items.map((i: { lineText: string }) => i.lineText));
    expect(texts).toEqual([1, 2, 3, 4, 5, 6].map((n) => `Facing bricks pack ${n}`));
    expect(third.nextCursor).toBeNull();
    const wrong = await call('list_line_items', { projectId, limit: 2, cursor: first.nextCursor, treatment: 'no_vat' });
    expect(wrong.issues[0].path).toBe('cursor');
    const elsewhere = await call('list_invoices', { projectId, cursor: first.nextCursor });
    expect(elsewhere.issues[0].path).toBe('cursor');
    expect(Buffer.from(first.nextCursor, 'base64url').toString()).toMatch(/^lin_[0-9a-f]{24}\.[0-9a-f]{8}$/);
  });
});

describe('what belongs to another organisation', () => {
  it('is not there, whichever tool asks', async () => {
    const projectId = await project();
    const { lineItemId, invoiceId } = await call('route_line_item', { projectId, invoice: jewson, item: bricks });
    const calls: [string, object][] = [
      ['set_up_project', { projectId, name: 'mine now' }],
      ['list_projects', { projectId }],
      ['assess_project_eligibility', { projectId }],
      ['list_invoices', { projectId }],
      ['list_line_items', { projectId }],
      ['route_line_item', { projectId, item: bricks }],
      ['route_line_item', { projectId, lineItemId, item: { supplyType: 'labour' } }],
      ['answer_vat_complex_question', { lineItemId, questionId: 'sai_who_fitted', answerId: 'self_fitted' }],
      ['answer_vat_complex_question', { lineItemId, questionId: 'sai_who_fitted', withdraw: true }],
      ['reclassify_companion_items', { invoiceId }],
    ];
    const own = await project(NEW_BUILD, {}, theirs);
    calls.push(
      ['route_line_item', { projectId: own, invoiceId, item: bricks }],
      ['route_line_item', { projectId: own, lineItemId, item: { supplyType: 'labour' } }],
      ['list_line_items', { projectId: own, lineItemId }],
      ['list_line_items', { projectId: own, invoiceId }],
    );
    for (const [name, args] of calls) {
      const answer = await call(name, args, theirs);
      expect([name, answer.ok, answer.error]).toEqual([name, false, 'not_found']);
    }
    expect((await call('list_projects', {}, theirs)).items.map((p: { id: string }) => p.id)).toEqual([own]);
  });
});

describe('what is of another project of the same owner', () => {
  it('is not there, whichever tool asks', async () => {
    const there = await project();
    const here = await project();
    const { invoiceId, lineItemId } = await call('route_line_item', {
      projectId: there,
      invoice: jewson,
      item: bricks,
    });
    for (const [name, args, path] of [
      ['list_line_items', { projectId: here, invoiceId }, 'invoiceId'],
      ['list_line_items', { projectId: here, lineItemId }, 'lineItemId'],
      ['route_line_item', { projectId: here, invoiceId, item: bricks }, 'invoiceId'],
      ['route_line_item', { projectId: here, lineItemId, item: { supplyType: 'labour' } }, 'lineItemId'],
      ['submit_invoice_data', { projectId: here, corrects: invoiceId, documentType: 'invoice' }, 'corrects'],
      ['set_up_project', { projectId: here, actionItem: { id: 'x', state: 'done' } }, 'actionItem.id'],
    ] as const) {
      const answer = await call(name, args);
      expect([name, answer.error, answer.issues?.[0].path]).toEqual([name, 'not_found', path]);
    }
  });
});

it('a supplier is found by its name and by its VAT number, on documents that show both, either, or write it otherwise', async () => {
  const projectId = await project();
  const heads = [
    { supplierName: 'Brick Co Ltd', supplierVatNumber: 'GB123456782' },
    { supplierName: 'BRICK CO. LIMITED', supplierVatNumber: '123 4567 82' },
    { supplierName: 'Brick Co Ltd' },
    { supplierVatNumber: 'GB 123 4567 82' },
    { supplierName: 'Sand Co Ltd', supplierVatNumber: 'GB234567806' },
  ];
  for (const [i, head] of heads.entries())
    await call('route_line_item', { projectId, invoice: { ...jewson, ...head, invoiceNumber: `B${i}` }, item: bricks });
  for (const [supplier, numbers] of [
    ['Brick Co Ltd', ['B0', 'B1', 'B2']],
    ['brick co', ['B0', 'B1', 'B2']],
    ['GB123456782', ['B0', 'B1', 'B3']],
    ['Nobody', []],
  ] as const) {
    const { items } = await call('list_invoices', { projectId, supplier });
    expect(items.map((i: { invoiceNumber: string }) => i.invoiceNumber)).toEqual(numbers);
    expect((await call('list_line_items', { projectId, supplier })).items).toHaveLength(numbers.length);
  }
});

describe('scopes', () => {
  it('are asked for by each tool', async () => {
    const reader = await keyOf('claimant@example.com', ['projects:read']);
    const uploader = await keyOf('claimant@example.com', ['invoices:write']);
    for (const [name, headers] of [
      ['set_up_project', reader],
      ['route_line_item', reader],
      ['answer_vat_complex_question', reader],
      ['reclassify_companion_items', reader],
      ['list_projects', uploader],
      ['list_line_items', uploader],
      ['route_line_item', uploader],
    ] as const) {
      const { status, headers: answered } = await send(server, '/mcp', { body: toolCall({}, name), headers });
      expect([name, status]).toEqual([name, 403]);
      expect(answered['www-authenticate']).toMatch(/insufficient_scope/);
    }
  });

  it('a key that may write projects changes them, and is told nothing of what they hold', async () => {
    const writer = await keyOf('claimant@example.com', ['projects:write']);
    const made = await call('set_up_project', { name: 'Barn', facts: NEW_BUILD }, writer);
    const { projectId } = made;
    expect(Object.keys(made)).toEqual(['ok', 'projectId', 'message']);
    await call('route_line_item', { projectId, invoice: jewson, item: bricks });
    for (const more of [{ claimants: ['Sam Green'] }, { newEdition: 'apply' }])
      expect(await call('set_up_project', { projectId, ...more }, writer)).toEqual(made);
    for (const more of [{}, { newEdition: 'preview' }]) {
      const body = { projectId, ...more };
      const reply = await send(server, '/api/v1/set-up-project', { body, headers: writer });
      expect([reply.status, reply.json.error]).toEqual([403, 'insufficient_scope']);
      expect(reply.headers['www-authenticate']).toContain('scope="projects:read"');
    }
    const both = await keyOf('claimant@example.com', ['projects:read', 'projects:write']);
    const seen = await call('set_up_project', { projectId }, both);
    expect(seen.project).toMatchObject({ claimants: ['Sam Green'], totals: { vatReclaimable: '248.00' } });
  });
});
