import { createHash } from 'node:crypto';
import { Ajv } from 'ajv';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LAYOUTS } from '../../fixtures/invoices/generator/all.js';
import type { RunningServer } from '../../src/server/start.js';
import { submitInvoiceData } from '../../src/tools/submit_invoice_data.js';
import { call } from './an_account.js';
import { aPerson, base64, ended, type Person, sendForm, submit } from './an_organisation.js';
import { send, startTestServer, stopAll } from './harness.js';

let server: RunningServer;
let sam: Person;
let other: Person;
beforeAll(async () => {
  server = await startTestServer({ LIMITS: 'off', JOB_WORKERS: '2' });
  sam = await aPerson(server, 'sam@example.com');
  other = await aPerson(server, 'other@example.com');
});
afterAll(stopAll);

const { merchant, credit_note: creditNote } = LAYOUTS;
if (!merchant || !creditNote) throw new Error('a layout is missing');
const invoiceRow = (id: string) =>
  server.store.db.selectFrom('invoices').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const linesOf = (invoiceId: string) =>
  server.store.db
    .selectFrom('line_items')
    .selectAll()
    .where('invoice_id', '=', invoiceId)
    .orderBy('position')
    .execute();

describe('submit_invoice_data', () => {
  const valid = new Ajv({ strict: false }).compile(submitInvoiceData.answerSchema);

  it('a PDF becomes an invoice with its lines, each decided, and the answer is as its schema says', async () => {
    const projectId = await sam.project();
    const { pdf, truth } = await merchant(11);
    const answer = await submit(server, sam.headers, { projectId, contentBase64: base64(pdf), fileName: 'a.pdf' });
    expect(valid(answer), JSON.stringify(valid.errors)).toBe(true);
    expect(answer).toMatchObject({ ok: true, status: 'queued', alreadyKnown: false, invoiceState: 'open', projectId });
    expect(answer.pollUrl).toBe(`${server.url}/api/v1/jobs/${answer.jobId}`);
    expect(['queued', 'running']).toContain((await invoiceRow(answer.invoiceId)).extraction);
    const job = await ended(server, sam.headers, answer.jobId);
    expect(job).toMatchObject({ status: 'done', page: 1, pages: 1, attempts: 1, failure: null, ...{ projectId } });
    expect(job.secondsSoFar).toBeGreaterThan(0);
    const invoice = await invoiceRow(answer.invoiceId);
    expect(invoice).toMatchObject({
      extraction: 'done',
      invoice_number: truth.invoiceNumber,
      supplier_name: truth.supplier.name,
      reconciled: 1,
    });
    const lines = await linesOf(answer.invoiceId);
    expect(lines.map((l) => l.text)).toEqual(truth.lines.map((l) => l.description));
    expect(lines.every((l) => l.decision_id !== null && l.status !== 'undecided')).toBe(true);
    const vat = lines.reduce((sum, l) => sum + (l.vat ?? 0), 0);
    expect((vat / 100).toFixed(2)).toBe(truth.totals.vat);
    const decisions = await server.store.db
      .selectFrom('decisions')
      .selectAll()
      .where('line_item_id', '=', lines[0]?.id ?? '')
      .execute();
    expect(decisions).toMatchObject([{ cause: 'read', actor: `job ${answer.jobId}` }]);
  });

  it('text and lines take the same path', async () => {
    const projectId = await sam.project();
    const text = 'INVOICE of Smith Builders Ltd, 3 Mill Lane\nInvoice no. 77\nFacing bricks  120.00\nTotal  120.00\n';
    const lines = [
      { description: 'Facing bricks 65mm', net: '100.00', vatRate: '20', vat: '20.00' },
      { description: 'Decorative lamp', net: 50, vatRate: 20, vat: 10 },
    ];
    const invoice = { supplierName: 'Jewson', invoiceNumber: '10442', invoiceDate: '2026-05-14', netTotal: '150.00' };
    const [byText, byLines] = await Promise.all([
      submit(server, sam.headers, { projectId, text }),
      submit(server, sam.headers, {
        projectId,
        lines,
        invoice: { ...invoice, vatTotal: '30.00', grossTotal: '180.00' },
      }),
    ]);
    await Promise.all([byText, byLines].map(({ jobId }) => ended(server, sam.headers, jobId)));
    expect((await linesOf(byText.invoiceId)).map((l) => l.text)).toEqual(['Facing bricks']);
    expect(await invoiceRow(byLines.invoiceId)).toMatchObject({
      supplier_name: 'Jewson',
      invoice_number: '10442',
      invoice_date: '2026-05-14',
      reconciled: 1,
      gross_total: 18_000,
    });
    expect((await linesOf(byLines.invoiceId)).map((l) => [l.text, l.net, l.vat])).toEqual([
      ['Facing bricks 65mm', 10_000, 2_000],
      ['Decorative lamp', 5_000, 1_000],
    ]);
  });

  it('a credit note takes VAT off; a stated quotation stays one whatever the paper says', async () => {
    const projectId = await sam.project();
    const credit = await submit(server, sam.headers, { projectId, contentBase64: base64((await creditNote(2)).pdf) });
    const quoted = await submit(server, sam.headers, {
      projectId,
      contentBase64: base64((await merchant(12)).pdf),
      documentType: 'quotation',
    });
    await Promise.all([credit, quoted].map(({ jobId }) => ended(server, sam.headers, jobId)));
    expect((await linesOf(credit.invoiceId)).every((l) => (l.vat ?? 0) <= 0 && l.vat_reclaimable <= 0)).toBe(true);
    expect((await invoiceRow(quoted.invoiceId)).document_type).toBe('quotation');
  });

  it('VAT is taken out of the prices of a receipt that prints none, and a credit of VAT alone takes it off', async () => {
    const projectId = await sam.project();
    const receipt = await submit(server, sam.headers, {
      projectId,
      documentType: 'simplified_receipt',
      lines: [{ description: 'Facing bricks 65mm', gross: '187.49', vatRate: '20' }],
      invoice: {
        supplierName: 'Jewson',
        supplierVatNumber: 'GB980780684',
        invoiceDate: '2026-05-14',
        grossTotal: '187.49',
      },
    });
    const credit = await submit(server, sam.headers, {
      projectId,
      documentType: 'credit_note',
      lines: [{ description: 'VAT on facing bricks', net: '0.00', vat: '-31.24' }],
      invoice: {
        supplierName: 'Jewson',
        supplierVatNumber: 'GB980780684',
        netTotal: '0.00',
        vatTotal: '-31.24',
        grossTotal: '-31.24',
      },
    });
    await Promise.all([receipt, credit].map(({ jobId }) => ended(server, sam.headers, jobId)));
    expect(await linesOf(receipt.invoiceId)).toMatchObject([
      { net: 15_625, vat: 3_124, treatment: 'reclaimable', vat_reclaimable: 3_124 },
    ]);
    expect((await invoiceRow(receipt.invoiceId)).evidence).toBe('[]');
    expect(await linesOf(credit.invoiceId)).toMatchObject([{ net: 0, vat: -3_124 }]);
    const { items } = (await call(server, 'list_projects', { projectId }, sam.headers)).result;
    expect(items[0].totals.vatReclaimable).toBe('0.00');
  });

  it('lines of a credit note that lessen the credit add to the claim, where its totals show that they do', async () => {
    const projectId = await sam.project();
    const lines = [
      { description: 'Facing bricks 65mm, credited in full', net: '900.00', vatRate: '20', vat: '180.00' },
      { description: 'Facing bricks 65mm, recharged', net: '-840.00', vatRate: '20', vat: '-168.00' },
    ];
    const totals = { netTotal: '60.00', vatTotal: '12.00', grossTotal: '72.00' };
    const given = { projectId, lines, documentType: 'credit_note' };
    const told = await submit(server, sam.headers, { ...given, invoice: { invoiceNumber: 'CN-1', ...totals } });
    const untold = await submit(server, sam.headers, { ...given, invoice: { invoiceNumber: 'CN-2' } });
    await Promise.all([told, untold].map(({ jobId }) => ended(server, sam.headers, jobId)));
    const amounts = async (id: string) => (await linesOf(id)).map((l) => [l.net, l.vat]);
    expect(await amounts(told.invoiceId)).toEqual([
      [-90_000, -18_000],
      [84_000, 16_800],
    ]);
    expect(await invoiceRow(told.invoiceId)).toMatchObject({
      reconciled: 1,
      problems: expect.not.stringContaining('signs'),
    });
    expect((await amounts(untold.invoiceId)).flat().every((p) => Number(p) < 0)).toBe(true);
    expect(await invoiceRow(untold.invoiceId)).toMatchObject({
      reconciled: 0,
      problems: expect.stringContaining('credit_signs'),
    });
  });

  it('the same bytes again are the same invoice, also when they come together', async () => {
    const projectId = await sam.project();
    const contentBase64 = base64((await merchant(13)).pdf);
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => submit(server, sam.headers, { projectId, contentBase64 })),
    );
    expect(new Set(answers.map((a) => a.invoiceId)).size).toBe(1);
    expect(answers.filter((a) => !a.alreadyKnown)).toHaveLength(1);
    await ended(server, sam.headers, answers[0].jobId);
    const again = await submit(server, sam.headers, { projectId, contentBase64 });
    expect(again).toMatchObject({ alreadyKnown: true, status: 'done', invoiceId: answers[0].invoiceId });
    const elsewhere = await submit(server, sam.headers, { projectId: await sam.project(), contentBase64 });
    expect(elsewhere.alreadyKnown).toBe(false);
  });

  it('the same supplier and number with other bytes is said, not merged', async () => {
    const projectId = await sam.project();
    const { pdf } = await merchant(14);
    const first = await submit(server, sam.headers, { projectId, contentBase64: base64(pdf) });
    await ended(server, sam.headers, first.jobId);
    const copy = Buffer.concat([pdf, Buffer.from('\n% a copy\n')]);
    const second = await submit(server, sam.headers, { projectId, contentBase64: base64(copy) });
    await ended(server, sam.headers, second.jobId);
    expect(second.invoiceId).not.toBe(first.invoiceId);
    const problems = JSON.parse((await invoiceRow(second.invoiceId)).problems);
    expect(problems).toContainEqual(expect.objectContaining({ code: 'same_number' }));
    expect(JSON.stringify(problems)).toContain(first.invoiceId);
  });

  it('an idempotency key gives the same answer, and is refused for another document', async () => {
    const projectId = await sam.project();
    const once = { projectId, text: 'INVOICE\nBricks 10.00', idempotencyKey: 'one' };
    const first = await submit(server, sam.headers, once);
    expect(await submit(server, sam.headers, once)).toEqual(first);
    expect(await submit(server, sam.headers, { ...once, text: 'INVOICE\nBlocks 10.00' })).toMatchObject({
      ok: false,
      error: 'idempotency_key_reused',
    });
  });

  it.each([
    [{}, 'contentBase64', 'is required'],
    [{ text: 'x', lines: [{ description: 'x' }] }, 'lines', 'cannot be given beside text'],
    [{ text: 'x', invoice: { invoiceNumber: '1' } }, 'invoice', 'goes with lines'],
    [{ contentBase64: 'not base64!' }, 'contentBase64', 'is not base64'],
    [{ lines: [{ description: 'Bricks', net: 'twelve' }] }, 'lines.0.net', '"twelve"; give an amount'],
    [{ lines: [{ description: 'Bricks', vat: '9'.repeat(30) }] }, 'lines.0.vat', 'at most nine digits'],
    [{ lines: [{ description: 'x' }], invoice: { grossTotal: 'x' } }, 'invoice.grossTotal', 'give an amount'],
    [{ lines: [] }, 'lines', 'at least 1'],
    [{ lines: [{ description: 'x' }], invoice: { invoiceDate: '2026-02-31' } }, 'invoice.invoiceDate', 'not a day'],
    [{ text: 'x', documentType: 'bill' }, 'documentType', 'not allowed'],
  ])('%j is refused by its field', async (args, path, words) => {
    const answer = await submit(server, sam.headers, { projectId: await sam.project(), ...args });
    expect(answer).toMatchObject({ ok: false, error: 'invalid_input' });
    expect(answer.issues[0]).toMatchObject({ path, message: expect.stringContaining(words) });
  });

  it('what is no document is refused at the door, and nothing is stored', async () => {
    const projectId = await sam.project();
    const page = Buffer.from('<!DOCTYPE html><html><script>alert(1)</script></html>');
    const refused = await submit(server, sam.headers, { projectId, contentBase64: base64(page) });
    expect(refused).toMatchObject({ ok: false, error: 'unsupported_document' });
    expect(refused.message).toContain('it is a web page');
    const rows = await server.store.db.selectFrom('invoices').selectAll().where('project_id', '=', projectId).execute();
    expect(rows).toEqual([]);
  });

  it("another organisation's project is not there", async () => {
    const answer = await submit(server, other.headers, { projectId: await sam.project(), text: 'INVOICE' });
    expect(answer).toMatchObject({ ok: false, error: 'not_found' });
  });

  it('needs one of its scopes, over MCP and REST', async () => {
    const projectId = await sam.project();
    const args = { projectId, text: 'INVOICE\nBricks 12.00' };
    const rest = (headers: Record<string, string>) =>
      send(server, '/api/v1/submit-invoice-data', {
        headers,
        body: { ...args, text: `${args.text} ${Math.random()}` },
      });
    for (const scope of ['line_items:write', 'invoices:write'] as const)
      expect((await rest(await sam.key(scope))).status).toBe(200);
    expect((await rest(await sam.key('projects:read', 'projects:write', 'jobs:read'))).json.error).toBe(
      'insufficient_scope',
    );
    expect((await rest({})).status).toBe(401);
  });
});

describe('POST /api/v1/invoices', () => {
  it('takes a form, fields before or after the file', async () => {
    const projectId = await sam.project();
    const { pdf } = await merchant(15);
    const reply = await sendForm(server, '/api/v1/invoices', sam.headers, { projectId }, [
      { fileName: 'rechnung.exe', bytes: pdf, type: 'image/png' },
    ]);
    expect([reply.status, reply.json.status]).toEqual([202, 'queued']);
    expect((await ended(server, sam.headers, reply.json.jobId)).status).toBe('done');
    const again = await sendForm(server, '/api/v1/invoices', sam.headers, { projectId }, [
      { fileName: 'b', bytes: pdf },
    ]);
    expect([again.status, again.json.alreadyKnown]).toEqual([200, true]);
  });

  it.each([
    [{}, 1, 400, 'invalid_input', 'projectId'],
    [{ projectId: 'x' }, 0, 400, 'invalid_input', 'file'],
    [{ projectId: 'x', colour: 'red' }, 1, 400, 'invalid_input', 'colour'],
    [{ projectId: 'x', documentType: 'bill' }, 1, 400, 'invalid_input', 'documentType'],
    [{ projectId: 'x' }, 2, 400, 'invalid_form', 'one file'],
    [{ projectId: 'prj_none' }, 1, 404, 'not_found', 'prj_none'],
  ])('%j with %i files is %i', async (fields, files, status, error, words) => {
    const file = { fileName: 'a.txt', bytes: Buffer.from('INVOICE\nBricks 10.00') };
    const reply = await sendForm(server, '/api/v1/invoices', sam.headers, fields, Array(files).fill(file));
    expect([reply.status, reply.json.error]).toEqual([status, error]);
    expect(JSON.stringify(reply.json)).toContain(words);
  });

  it('is not read for who may not submit, and not as anything but a form', async () => {
    const reader = await sam.key('projects:read');
    const file = [{ fileName: 'a.txt', bytes: Buffer.from('x') }];
    expect((await sendForm(server, '/api/v1/invoices', reader, {}, file)).json.error).toBe('insufficient_scope');
    expect((await sendForm(server, '/api/v1/invoices', {}, {}, file)).status).toBe(401);
    expect((await send(server, '/api/v1/invoices', { body: {}, headers: sam.headers })).status).toBe(415);
    const broken = { ...sam.headers, 'Content-Type': 'multipart/form-data' };
    expect((await send(server, '/api/v1/invoices', { body: 'x', headers: broken })).json.error).toBe('invalid_form');
  });
});

describe('upload addresses', () => {
  const open = async (headers = sam.headers, args: object = {}) =>
    submit(server, headers, { projectId: await sam.project(), upload: true, ...args });
  const put = (uploadUrl: string, body: Buffer, method = 'PUT') =>
    send(server, new URL(uploadUrl).pathname, { method, body, headers: { 'Content-Type': 'application/pdf' } });

  it('takes the file once, without a key, and is then no more', async () => {
    const answer = await open(await sam.key('invoices:write'), { fileName: 'from phone.pdf' });
    expect(answer).toMatchObject({ ok: true, status: 'awaiting_upload' });
    const { pdf } = await merchant(16);
    const sent = await put(answer.uploadUrl, pdf);
    expect([sent.status, sent.json.status]).toEqual([202, 'queued']);
    expect((await ended(server, sam.headers, sent.json.jobId)).status).toBe('done');
    for (const method of ['PUT', 'POST'])
      expect((await put(answer.uploadUrl, (await merchant(17)).pdf, method)).json.error).toBe('upload_ended');
    const hash = createHash('sha256').update(pdf).digest('hex');
    const row = await server.store.db.selectFrom('documents').selectAll().where('sha256', '=', hash).executeTakeFirst();
    expect(row?.file_name).toBe('from phone.pdf');
    const stored = await server.store.db.selectFrom('uploads').select('token_hash').execute();
    expect(stored.some(({ token_hash }) => answer.uploadUrl.includes(token_hash))).toBe(false);
  });

  it('two at once are one', async () => {
    const { uploadUrl } = await open();
    const replies = await Promise.all([
      put(uploadUrl, (await merchant(18)).pdf),
      put(uploadUrl, (await merchant(19)).pdf),
    ]);
    expect(replies.map((r) => r.status).sort()).toEqual([202, 410]);
  });

  it('a file that is refused does not use it up', async () => {
    const { uploadUrl } = await open();
    expect((await put(uploadUrl, Buffer.from('<html></html>'))).status).toBe(415);
    expect((await put(uploadUrl, (await merchant(20)).pdf)).status).toBe(202);
  });

  it('ends with its time, with its account, and is none when it never was', async () => {
    const { uploadUrl } = await open();
    await server.store.db
      .updateTable('uploads')
      .set({ expires_at: Date.now() - 1 })
      .execute();
    expect((await put(uploadUrl, Buffer.from('x'))).json.error).toBe('upload_ended');
    expect((await put(`${server.url}/api/v1/uploads/never`, Buffer.from('x'))).status).toBe(410);
  });

  it('is made over REST too, and takes a form', async () => {
    const body = { projectId: await sam.project() };
    const made = await send(server, '/api/v1/uploads', { headers: sam.headers, body });
    expect(made.status).toBe(200);
    const file = { fileName: 'x.pdf', bytes: (await merchant(21)).pdf };
    expect((await sendForm(server, new URL(made.json.uploadUrl).pathname, {}, {}, [file])).status).toBe(202);
    const wrong = await send(server, '/api/v1/uploads', { headers: other.headers, body });
    expect([wrong.status, wrong.json.error]).toEqual([404, 'not_found']);
  });
});
