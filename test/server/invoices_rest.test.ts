import PDFDocument from 'pdfkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LAYOUTS } from '../../fixtures/invoices/generator/all.js';
import type { Scope } from '../../src/accounts/scopes.js';
import { readInChild } from '../../src/extraction/child/run.js';
import type { RunningServer } from '../../src/server/start.js';
import { aPerson, base64, ended, type Headers, type Person, submit } from './an_organisation.js';
import { send, startTestServer, stopAll, toolCall } from './harness.js';

let server: RunningServer;
let sam: Person;
let other: Person;
/** What reading waits for; nothing unless a test says so. */
let held: Promise<unknown> = Promise.resolve();
beforeAll(async () => {
  server = await startTestServer(
    { LIMITS: 'off' },
    { readDocument: (bytes, options) => held.then(() => readInChild(bytes, options)) },
  );
  sam = await aPerson(server, 'sam@example.com');
  other = await aPerson(server, 'other@example.com');
});
afterAll(stopAll);

const { merchant } = LAYOUTS;
if (!merchant) throw new Error('a layout is missing');

const call = async (name: string, args: object, headers: Headers = sam.headers) =>
  (await send(server, '/mcp', { body: toolCall(args, name), headers })).json.result.structuredContent;
const act = (invoiceId: string, what: string, headers: Headers = sam.headers) =>
  what === 'trash'
    ? send(server, `/api/v1/invoices/${invoiceId}`, { method: 'DELETE', headers })
    : send(server, `/api/v1/invoices/${invoiceId}/${what}`, { method: 'POST', headers });
const linesOf = async (projectId: string) => (await call('list_line_items', { projectId })).items;

const LINES = {
  lines: [
    { description: 'Facing bricks 65mm', net: '100.00', vatRate: '20', vat: '20.00' },
    { description: 'Decorative lamp', net: '50.00', vatRate: '20', vat: '10.00' },
  ],
  invoice: { supplierName: 'Jewson', invoiceNumber: '7', invoiceDate: '2026-05-14', grossTotal: '180.00' },
};

async function anInvoice(more: object = {}) {
  const projectId = await sam.project();
  const { invoiceId, jobId } = await submit(server, sam.headers, { projectId, ...LINES, ...more });
  await ended(server, sam.headers, jobId);
  return { projectId, invoiceId, jobId };
}

async function lockedPdf(): Promise<Buffer> {
  const doc = new PDFDocument({ userPassword: 'secret', ownerPassword: 'owner' });
  const chunks: Buffer[] = [];
  doc.on('data', (chunk: Buffer) => chunks.push(chunk));
  const end = new Promise((resolve) => doc.on('end', resolve));
  doc.text(`Invoice ${Math.random()}`).end();
  await end;
  return Buffer.concat(chunks);
}

describe('lock and unlock', () => {
  it('a locked invoice refuses every change until it is unlocked', async () => {
    const { projectId, invoiceId } = await anInvoice();
    expect((await act(invoiceId, 'lock')).json).toMatchObject({ ok: true, invoiceId, projectId, state: 'locked' });
    expect((await act(invoiceId, 'lock')).json.state).toBe('locked');
    const [line] = await linesOf(projectId);
    const item = { lineText: 'Sand', netAmount: '1.00', vatCharged: '0.20' };
    const refused = [
      call('route_line_item', { projectId, invoiceId, item }),
      call('route_line_item', { projectId, lineItemId: line.id, item: { supplyType: 'labour' } }),
      call('reclassify_companion_items', { invoiceId }),
      act(invoiceId, 'trash').then((r) => r.json),
      act(invoiceId, 'retry').then((r) => r.json),
    ];
    for (const answer of await Promise.all(refused))
      expect(answer).toMatchObject({ ok: false, error: 'invoice_locked' });
    expect((await act(invoiceId, 'trash')).status).toBe(409);
    expect(await linesOf(projectId)).toHaveLength(2);
    expect((await act(invoiceId, 'unlock')).json.state).toBe('open');
    expect((await call('route_line_item', { projectId, invoiceId, item })).ok).toBe(true);
  });

  it('waits until the document has been read', async () => {
    let go = () => {};
    held = new Promise<void>((resolve) => {
      go = resolve;
    });
    const projectId = await sam.project();
    const { invoiceId, jobId } = await submit(server, sam.headers, { projectId, ...LINES });
    expect((await act(invoiceId, 'lock')).json).toMatchObject({ ok: false, error: 'being_read' });
    go();
    await ended(server, sam.headers, jobId);
    expect((await act(invoiceId, 'lock')).status).toBe(200);
  });
});

describe('trash and restore', () => {
  it('in the trash an invoice counts nowhere; restored, it is as it was', async () => {
    const { projectId, invoiceId } = await anInvoice();
    const totals = async () =>
      (await call('list_projects', {})).items.find((p: { id: string }) => p.id === projectId).totals;
    const [lines, sums] = [await linesOf(projectId), await totals()];
    expect(sums.vatReclaimable).toBe('20.00');
    expect((await act(invoiceId, 'trash')).json.state).toBe('trashed');
    expect((await act(invoiceId, 'trash')).json.state).toBe('trashed');
    expect(await linesOf(projectId)).toEqual([]);
    expect((await totals()).vatReclaimable).toBe('0.00');
    const item = { lineText: 'Sand', netAmount: '1.00', vatCharged: '0.20' };
    expect((await call('route_line_item', { projectId, invoiceId, item })).error).toBe('invoice_trashed');
    expect((await act(invoiceId, 'lock')).json.error).toBe('invoice_trashed');
    const again = await submit(server, sam.headers, { projectId, ...LINES });
    expect(again).toMatchObject({ alreadyKnown: true, invoiceState: 'trashed', invoiceId });
    expect(again.message).toContain('trash');
    expect((await act(invoiceId, 'restore')).json.state).toBe('open');
    expect((await act(invoiceId, 'restore')).json.state).toBe('open');
    expect(await linesOf(projectId)).toEqual(lines);
    expect(await totals()).toEqual(sums);
  });

  it('what is read while it lies in the trash lies there too', async () => {
    let go = () => {};
    held = new Promise<void>((resolve) => {
      go = resolve;
    });
    const projectId = await sam.project();
    const { invoiceId, jobId } = await submit(server, sam.headers, { projectId, ...LINES });
    await act(invoiceId, 'trash');
    go();
    await ended(server, sam.headers, jobId);
    expect(await linesOf(projectId)).toEqual([]);
    await act(invoiceId, 'restore');
    expect(await linesOf(projectId)).toHaveLength(2);
  });

  it('restored beside another of its number, it says so, and neither is lost', async () => {
    const { projectId, invoiceId } = await anInvoice();
    await act(invoiceId, 'trash');
    const copy = { ...LINES, invoice: { ...LINES.invoice, customerName: 'Sam Green' } };
    const { jobId, invoiceId: secondId } = await submit(server, sam.headers, { projectId, ...copy });
    await ended(server, sam.headers, jobId);
    const problems = async (id: string) =>
      (await call('list_invoices', { projectId })).items
        .find((i: { id: string }) => i.id === id)
        .problems.map((p: { code: string }) => p.code);
    expect(await problems(secondId)).not.toContain('same_number');
    await act(invoiceId, 'restore');
    expect(await problems(invoiceId)).toContain('same_number');
    await act(secondId, 'trash');
    await act(invoiceId, 'trash');
    await act(invoiceId, 'restore');
    expect(await problems(invoiceId)).not.toContain('same_number');
  });
});

describe('retry', () => {
  it('a document that cannot be read has its reason everywhere, is not tried by itself, and can be sent again', async () => {
    const projectId = await sam.project();
    const contentBase64 = base64(await lockedPdf());
    const { invoiceId, jobId } = await submit(server, sam.headers, { projectId, contentBase64 });
    const failure = { code: 'password', reason: expect.stringContaining('password'), retryCanHelp: false };
    expect(await ended(server, sam.headers, jobId)).toMatchObject({ status: 'failed', attempts: 1, failure });
    const [listed] = (await call('list_invoices', { projectId, status: 'failed' })).items;
    expect(listed).toMatchObject({ id: invoiceId, problems: [{ code: 'password' }], evidence: ['illegible'] });
    const retried = await act(invoiceId, 'retry');
    expect([retried.status, retried.json.status, retried.json.jobId]).toEqual([202, 'queued', jobId]);
    await ended(server, sam.headers, jobId);
    expect(await submit(server, sam.headers, { projectId, contentBase64 })).toMatchObject({
      status: 'queued',
      invoiceId,
      jobId,
      alreadyKnown: true,
    });
    expect((await ended(server, sam.headers, jobId)).status).toBe('failed');
  });

  it('what was read is not read again, and what was given as lines has nothing to read', async () => {
    const { projectId, invoiceId } = await anInvoice();
    expect((await act(invoiceId, 'retry')).json.error).toBe('already_read');
    const item = { lineText: 'Sand', netAmount: '1.00', vatCharged: '0.20' };
    const given = await call('route_line_item', { projectId, item });
    expect((await act(given.invoiceId, 'retry')).json.error).toBe('no_document');
    const fetched = await send(server, `/api/v1/invoices/${given.invoiceId}/document`, { headers: sam.headers });
    expect([fetched.status, fetched.json.error]).toEqual([409, 'no_document']);
    const unknown = await send(server, '/api/v1/invoices/inv_none/document', { headers: sam.headers });
    expect([unknown.status, unknown.json.error]).toEqual([404, 'not_found']);
  });

  it('a file that has gone fails with a reason, and comes back with the same bytes', async () => {
    const { projectId, invoiceId, jobId } = await anInvoice({ text: undefined });
    await server.store.db.updateTable('jobs').set({ state: 'failed' }).where('id', '=', jobId).execute();
    await server.store.db.updateTable('invoices').set({ extraction: 'failed' }).where('id', '=', invoiceId).execute();
    const { sha256 } = await server.store.db
      .selectFrom('documents')
      .select('sha256')
      .where('invoice_id', '=', invoiceId)
      .executeTakeFirstOrThrow();
    await server.store.db
      .updateTable('documents')
      .set({ sha256: '0'.repeat(64) })
      .where('invoice_id', '=', invoiceId)
      .execute();
    await act(invoiceId, 'retry');
    expect((await ended(server, sam.headers, jobId)).failure.code).toBe('document_missing');
    expect((await send(server, `/api/v1/invoices/${invoiceId}/document`, { headers: sam.headers })).status).toBe(410);
    await server.store.db.updateTable('documents').set({ sha256 }).where('invoice_id', '=', invoiceId).execute();
    await act(invoiceId, 'retry');
    expect((await ended(server, sam.headers, jobId)).status).toBe('done');
    expect(await linesOf(projectId)).toHaveLength(2);
  });

  it('lines their owner gave before reading stay, answers too, and are not put there twice', async () => {
    let go = () => {};
    held = new Promise<void>((resolve) => {
      go = resolve;
    });
    const projectId = await sam.project();
    const { invoiceId, jobId } = await submit(server, sam.headers, { projectId, ...LINES });
    const item = { lineText: 'Facing bricks 65mm', netAmount: '100.00', vatCharged: '20.00', supplyType: 'materials' };
    await call('route_line_item', { projectId, invoiceId, item });
    const [before] = await linesOf(projectId);
    go();
    await ended(server, sam.headers, jobId);
    const lines = await linesOf(projectId);
    expect(lines.map((l: { lineText: string }) => l.lineText)).toEqual(['Facing bricks 65mm', 'Decorative lamp']);
    expect(lines[0]).toMatchObject({ id: before.id, supplyType: 'materials' });
    const [invoice] = (await call('list_invoices', { projectId })).items;
    expect(invoice.problems).toContainEqual(expect.objectContaining({ code: 'lines_given_before' }));
  });
});

describe('the document itself', () => {
  it('comes back byte for byte, as an attachment that no browser runs', async () => {
    const projectId = await sam.project();
    const { pdf } = await merchant(31);
    const fileName = '../../etc/\u202egpj.exe "x"\r\nSet-Cookie: a=b.pdf';
    const { invoiceId } = await submit(server, sam.headers, { projectId, contentBase64: base64(pdf), fileName });
    const reply = await fetch(`${server.url}/api/v1/invoices/${invoiceId}/document`, { headers: sam.headers });
    expect(Buffer.from(await reply.arrayBuffer()).equals(pdf)).toBe(true);
    const header = (name: string) => reply.headers.get(name) ?? '';
    expect(header('content-disposition')).toMatch(/^attachment; filename=/);
    expect(header('content-disposition')).not.toMatch(/\.\.|\/|%E2%80%AE/i);
    expect(header('set-cookie')).toBe('');
    expect(header('x-content-type-options')).toBe('nosniff');
    expect(header('content-security-policy')).toBe("sandbox; default-src 'none'");
    expect(header('content-type')).toBe('application/pdf');
    expect(header('cache-control')).toBe('no-store');
  });
});

describe('who may', () => {
  const WAYS: readonly (readonly [string, string, Scope])[] = [
    ['POST', '/api/v1/invoices/ID/lock', 'invoices:write'],
    ['POST', '/api/v1/invoices/ID/unlock', 'invoices:write'],
    ['POST', '/api/v1/invoices/ID/retry', 'invoices:write'],
    ['POST', '/api/v1/invoices/ID/restore', 'invoices:write'],
    ['DELETE', '/api/v1/invoices/ID', 'invoices:write'],
    ['GET', '/api/v1/invoices/ID/document', 'projects:read'],
    ['GET', '/api/v1/jobs/JOB', 'jobs:read'],
  ];

  it.each(WAYS)(
    '%s %s: 401 without a key, 403 without its scope, 404 for another organisation',
    async (method, path, scope) => {
      const { invoiceId, jobId } = await anInvoice();
      const ask = (headers: Headers) =>
        send(server, path.replace('ID', invoiceId).replace('JOB', jobId), { method, headers });
      expect((await ask({})).status).toBe(401);
      const others = (
        ['projects:read', 'projects:write', 'line_items:write', 'jobs:read', 'invoices:write'] as const
      ).filter((s) => s !== scope);
      expect((await ask(await sam.key(...others))).json.error).toBe('insufficient_scope');
      const stranger = await ask(other.headers);
      expect([stranger.status, stranger.json.error]).toEqual([404, 'not_found']);
      expect([200, 409]).toContain((await ask(await sam.key(scope))).status);
    },
  );

  it('every one of them is in the OpenAPI document with its scope', async () => {
    const { paths } = (await send(server, '/openapi.json')).json;
    for (const [method, path, scope] of WAYS) {
      const operation = paths[path.replace('ID', '{invoiceId}').replace('JOB', '{jobId}')][method.toLowerCase()];
      expect(operation.security).toEqual([{ bearer: [scope] }]);
      expect(operation.parameters[0]).toMatchObject({ in: 'path', required: true });
    }
  });

  it('another method on such a path is 405 with what is allowed', async () => {
    const reply = await send(server, '/api/v1/jobs/x', { method: 'DELETE', headers: sam.headers });
    expect([reply.status, reply.headers.allow]).toEqual([405, 'GET, HEAD']);
  });
});

describe('Idempotency-Key', () => {
  it('the same request under the same key is carried out once', async () => {
    const { invoiceId } = await anInvoice();
    const headers = { ...sam.headers, 'Idempotency-Key': 'lock-once' };
    const first = await act(invoiceId, 'lock', headers);
    await act(invoiceId, 'unlock');
    expect((await act(invoiceId, 'lock', headers)).json).toEqual(first.json);
    expect((await act(invoiceId, 'trash')).json.state).toBe('trashed');
    expect((await act(invoiceId, 'restore', headers)).json.error).toBe('idempotency_key_reused');
  });

  const route = async (projectId: string, header: string | null, more: object = {}) =>
    send(server, '/api/v1/route-line-item', {
      headers: { ...sam.headers, ...(header === null ? {} : { 'Idempotency-Key': header }) },
      body: {
        projectId,
        item: { lineText: 'Facing bricks 65mm', netAmount: '100.00', vatCharged: '20.00', supplyType: 'materials' },
        ...more,
      },
    });

  it('counts for the tools over REST as the key in their body does', async () => {
    const projectId = await sam.project();
    const first = await route(projectId, 'route-once');
    expect(first.json.ok).toBe(true);
    expect((await route(projectId, 'route-once')).json).toEqual(first.json);
    expect((await route(projectId, null, { idempotencyKey: 'route-once' })).json).toEqual(first.json);
    expect((await route(projectId, 'route-once', { idempotencyKey: 'route-once' })).json).toEqual(first.json);
    const other = await route(projectId, 'route-once', { invoice: { invoiceNumber: '2' } });
    expect([other.status, other.json.error]).toEqual([409, 'idempotency_key_reused']);
    expect((await route(projectId, 'route-again')).json.lineItemId).not.toBe(first.json.lineItemId);
  });

  it('is refused beside another key in the body, and when it is too long', async () => {
    const projectId = await sam.project();
    for (const reply of [
      await route(projectId, 'one', { idempotencyKey: 'two' }),
      await route(projectId, 'k'.repeat(201)),
    ])
      expect([reply.status, reply.json.error, reply.json.message]).toEqual([
        400,
        'invalid_input',
        expect.stringContaining('Idempotency-Key'),
      ]);
    const { json } = await send(server, '/api/v1/list-line-items', { headers: sam.headers, body: { projectId } });
    expect(json.items).toEqual([]);
  });

  it('is nothing to tools that only read', async () => {
    const projectId = await sam.project();
    const headers = { ...sam.headers, 'Idempotency-Key': 'read' };
    const reply = await send(server, '/api/v1/list-line-items', { headers, body: { projectId } });
    expect(reply.json).toMatchObject({ ok: true, items: [] });
  });
});
