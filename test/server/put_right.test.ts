import { Ajv } from 'ajv';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RunningServer } from '../../src/server/start.js';
import { submitInvoiceData } from '../../src/tools/submit_invoice_data.js';
import { aPerson, ended, type Person, submit } from './an_organisation.js';
import { send, startTestServer, stopAll, toolCall } from './harness.js';

let server: RunningServer;
let sam: Person;
beforeAll(async () => {
  server = await startTestServer({ LIMITS: 'off', JOB_WORKERS: '2' });
  sam = await aPerson(server, 'sam@example.com');
});
afterAll(stopAll);

const valid = new Ajv({ strict: false }).compile(submitInvoiceData.answerSchema);
const call = async (tool: string, args: object) => {
  const reply = await send(server, '/mcp', { body: toolCall(args, tool), headers: sam.headers });
  return reply.json?.result?.structuredContent ?? reply.json;
};

const BILL = [
  'INVOICE',
  'Smith Builders Merchants Ltd   VAT No GB 123 4567 27',
  'Invoice no. 77   Date 14/05/2026',
  'Invoice to: Jo Marsh',
  '',
  'Facing bricks 65mm    120.00',
  'Concrete blocks        80.00',
  '',
  'Net 200.00',
  'VAT 20% 40.00',
  'Total 240.00',
].join('\n');

/** A project with a document that has been read. */
async function read(text: string) {
  const projectId = await sam.project();
  const { invoiceId, jobId } = await submit(server, sam.headers, { projectId, text });
  await ended(server, sam.headers, jobId);
  return { projectId, invoiceId };
}
const invoiceOf = async (projectId: string, invoiceId: string) => {
  const { items } = await call('list_invoices', { projectId });
  return items.find((invoice: { id: string }) => invoice.id === invoiceId);
};
const linesOf = async (projectId: string, invoiceId: string) =>
  (await call('list_line_items', { projectId, invoiceId })).items as {
    id: string;
    lineText: string;
    netAmount: string;
    decisionId: string;
  }[];

const RIGHT = [
  { description: 'Facing bricks 65mm', net: '120.00', vatRate: '20', vat: '24.00' },
  { description: 'Concrete blocks', net: '90.00', vatRate: '20', vat: '18.00' },
];
const TOTALS = { netTotal: '210.00', vatTotal: '42.00', grossTotal: '252.00' };

describe('a document that was misread', () => {
  it('is put right by its lines; the page, the lines that were right and the history stay', async () => {
    const { projectId, invoiceId } = await read(BILL);
    const before = await linesOf(projectId, invoiceId);
    const wrong = { lineItemId: before[1]?.id, item: { netAmount: '90.00' }, projectId };
    const refused = await call('route_line_item', wrong);
    expect(refused.message).toContain(`submit_invoice_data with corrects "${invoiceId}"`);

    const answer = await submit(server, sam.headers, { projectId, corrects: invoiceId, lines: RIGHT, invoice: TOTALS });
    expect(valid(answer), JSON.stringify(valid.errors)).toBe(true);
    expect(answer).toMatchObject({ ok: true, status: 'done', invoiceId, invoiceState: 'open' });
    const after = await linesOf(projectId, invoiceId);
    expect(after.map((l) => [l.lineText, l.netAmount])).toEqual([
      ['Facing bricks 65mm', '120.00'],
      ['Concrete blocks', '90.00'],
    ]);
    expect([after[0]?.id, after[0]?.decisionId]).toEqual([before[0]?.id, before[0]?.decisionId]);
    expect(await invoiceOf(projectId, invoiceId)).toMatchObject({
      reconciled: true,
      supplierName: expect.stringContaining('Smith'),
      grossTotal: '252.00',
      problems: [expect.objectContaining({ code: 'put_right' })],
    });
    const page = await send(server, `/api/v1/invoices/${invoiceId}/document`, { method: 'GET', headers: sam.headers });
    expect(page.text).toBe(BILL);
    const { items: history } = await call('list_line_items', { projectId, lineItemId: before[1]?.id });
    expect(history[0]).toMatchObject({ lineText: 'Concrete blocks', netAmount: '80.00' });
    const again = await submit(server, sam.headers, { projectId, text: BILL });
    expect(again).toMatchObject({ alreadyKnown: true, invoiceId, status: 'done' });
  });

  it('that is read as it stands keeps its words: lines are cut and joined anew, and no goods are renamed', async () => {
    const CARPET = BILL.replace('Concrete blocks        80.00', 'Axminster carpet        80.00').replace(
      'Facing bricks 65mm ',
      'Plaster board 12.5 mm x 24 ',
    );
    const { projectId, invoiceId } = await read(CARPET);
    const put = (...texts: string[]) =>
      submit(server, sam.headers, {
        projectId,
        corrects: invoiceId,
        lines: texts.map((description, i) => ({ ...RIGHT[i], description })),
        invoice: TOTALS,
      });
    const before = await linesOf(projectId, invoiceId);
    for (const renamed of [
      'Facing bricks',
      'Carpet tiles',
      'Plasterboard and carpet underlay',
      'Axminster carpet, 2 rolls',
    ])
      expect(await put('Plaster board 12.5 mm x 24', renamed)).toMatchObject({
        error: 'document_says_otherwise',
        message: expect.stringContaining(renamed),
      });
    expect(await linesOf(projectId, invoiceId)).toEqual(before);
    expect(await put('PLASTERBOARD 12.5mm x24', 'carpet')).toMatchObject({ ok: true });
    expect((await linesOf(projectId, invoiceId)).map((l) => l.lineText)).toEqual(['PLASTERBOARD 12.5mm x24', 'carpet']);
  });

  it('and was given as lines, without its paper, takes other words', async () => {
    const projectId = await sam.project();
    const [line] = RIGHT;
    const { invoiceId, jobId } = await submit(server, sam.headers, {
      projectId,
      lines: [{ ...line, description: 'Brcks' }],
    });
    await ended(server, sam.headers, jobId);
    expect(await submit(server, sam.headers, { projectId, corrects: invoiceId, lines: [line] })).toMatchObject({
      ok: true,
    });
  });

  it('comes out of the trash with its right lines, as the answer to sending it again says', async () => {
    const { projectId, invoiceId } = await read(BILL);
    await send(server, `/api/v1/invoices/${invoiceId}`, { method: 'DELETE', headers: sam.headers });
    const again = await submit(server, sam.headers, { projectId, text: BILL });
    expect(again).toMatchObject({ alreadyKnown: true, invoiceState: 'trashed' });
    expect(again.message).toContain(`corrects "${invoiceId}"`);
    await submit(server, sam.headers, { projectId, corrects: invoiceId, lines: RIGHT, invoice: TOTALS });
    expect((await linesOf(projectId, invoiceId)).map((l) => l.netAmount)).toEqual(['120.00', '90.00']);
  });

  it('has its head put right by itself, and what was read stands in the problems', async () => {
    const { projectId, invoiceId } = await read(BILL.replace('Jo Marsh', 'Jo M4rsh Ref A1ex Marsh'));
    const put = (invoice: object) => submit(server, sam.headers, { projectId, corrects: invoiceId, invoice });
    expect(await put({ customerName: 'Alex Marsh', invoiceNumber: '77A' })).toMatchObject({ ok: true, invoiceId });
    expect(await invoiceOf(projectId, invoiceId)).toMatchObject({
      customerName: 'Alex Marsh',
      invoiceNumber: '77A',
      problems: expect.arrayContaining([
        {
          code: 'put_right',
          message: expect.stringContaining('customerName'),
          found: 'Jo M4rsh Ref A1ex Marsh',
          expected: 'Alex Marsh',
        },
      ]),
    });
    expect(await linesOf(projectId, invoiceId)).toHaveLength(2);
  });

  it('that names somebody else still does, whatever is said; one that names nobody takes a name', async () => {
    for (const name of ['D Powell Building Services Ltd', 'Tom Marsh', 'Jo Marsh Builders']) {
      const { projectId, invoiceId } = await read(BILL.replace('Jo Marsh', name));
      const given = { projectId, corrects: invoiceId, invoice: { customerName: 'Jo Marsh' } };
      for (const more of [{}, { lines: RIGHT }])
        expect(await submit(server, sam.headers, { ...given, ...more })).toMatchObject({
          error: 'document_says_otherwise',
        });
      expect(await invoiceOf(projectId, invoiceId)).toMatchObject({ customerName: name });
    }
    const { projectId, invoiceId } = await read(BILL.replace('Invoice to: Jo Marsh\n', ''));
    await submit(server, sam.headers, { projectId, corrects: invoiceId, invoice: { customerName: 'Jo Marsh' } });
    expect(await invoiceOf(projectId, invoiceId)).toMatchObject({ customerName: 'Jo Marsh' });
  });

  it('has a customer taken away where what was read names nobody', async () => {
    const clearing = async (name: string) => {
      const { projectId, invoiceId } = await read(BILL.replace('Jo Marsh', name));
      const answer = await submit(server, sam.headers, {
        projectId,
        corrects: invoiceId,
        invoice: { customerName: '' },
      });
      return [answer.error ?? null, (await invoiceOf(projectId, invoiceId)).customerName];
    };
    expect(await clearing('CASH SALE')).toEqual([null, null]);
    expect(await clearing('Smith Builders Merchants Ltd')).toEqual([null, null]);
    expect(await clearing('jo.marsh@example.com')).toEqual([null, null]);
    expect(await clearing('D Powell Building Services Ltd')).toEqual([
      'document_says_otherwise',
      'D Powell Building Services Ltd',
    ]);
    expect(await clearing('Tom Marsh')).toEqual(['document_says_otherwise', 'Tom Marsh']);
  });

  it('cannot be made a claimant’s by taking the name away first', async () => {
    const owners = { claimants: ['Jane Ellwood', 'Ellwood Design Ltd'] };
    const facts = { claimant: 'individuals', chargedThroughCompany: 'not_repaid' };
    for (const name of ['Ellwood Design Ltd', 'MacLeod Builders Ltd accounts@macleod.co.uk']) {
      const projectId = await sam.project();
      const lines = [{ description: 'Facing bricks 65mm', net: '1000.00', vatRate: '20', vat: '200.00' }];
      const invoice = { invoiceNumber: `L-${name.length}`, invoiceDate: '2026-05-14', customerName: name };
      await call('set_up_project', { projectId, ...owners, facts });
      const given = await submit(server, sam.headers, {
        projectId,
        documentType: 'invoice',
        invoice: { supplierName: 'Smith Builders Merchants Ltd', supplierVatNumber: 'GB 123 4567 27', ...invoice },
        lines,
      });
      await ended(server, sam.headers, given.jobId);
      for (const customerName of ['', 'Jane Ellwood'])
        expect(
          await submit(server, sam.headers, { projectId, corrects: given.invoiceId, invoice: { customerName } }),
        ).toMatchObject({ error: 'document_says_otherwise' });
      expect(await invoiceOf(projectId, given.invoiceId)).toMatchObject({ customerName: name });
    }
  });

  it('of which nobody knew what it is, is what its owner says; one that denies it stays what it is', async () => {
    const { projectId, invoiceId } = await read(BILL.replace('INVOICE\n', '').replace('Invoice no.', 'Our ref'));
    expect(await invoiceOf(projectId, invoiceId)).toMatchObject({ documentType: 'unknown' });
    const ignored = await submit(server, sam.headers, {
      projectId,
      text: BILL.replace('INVOICE\n', '').replace('Invoice no.', 'Our ref'),
      documentType: 'invoice',
    });
    expect(ignored.message).toContain(`corrects "${invoiceId}"`);
    const said = await submit(server, sam.headers, { projectId, corrects: invoiceId, documentType: 'invoice' });
    expect(said.evidence).not.toContain('document_type_unknown');
    expect(await invoiceOf(projectId, invoiceId)).toMatchObject({ documentType: 'invoice' });

    for (const [title, type] of [
      ['ORDER CONFIRMATION', 'order_confirmation'],
      ['PRO FORMA INVOICE', 'pro_forma'],
      ['STATEMENT', 'statement'],
      ['QUOTATION', 'quotation'],
      ['DESPATCH NOTE', 'delivery_note'],
    ] as const) {
      const other = await read(BILL.replace('INVOICE', title).replace('Invoice no.', 'Our ref'));
      const refused = await submit(server, sam.headers, {
        projectId: other.projectId,
        corrects: other.invoiceId,
        documentType: 'invoice',
        lines: RIGHT,
      });
      expect(refused).toMatchObject({ ok: false, error: 'document_says_otherwise' });
      expect(await invoiceOf(other.projectId, other.invoiceId)).toMatchObject({ documentType: type });
    }
  });

  it('called a quotation by mistake is an invoice again, with its lines and without', async () => {
    const { projectId, invoiceId } = await read(BILL);
    const put = (args: object) => submit(server, sam.headers, { projectId, corrects: invoiceId, ...args });
    for (const more of [{}, { lines: RIGHT, invoice: TOTALS }]) {
      expect((await put({ documentType: 'quotation' })).evidence).toContain('not_an_invoice');
      await put({ lines: RIGHT, invoice: TOTALS });
      expect(await invoiceOf(projectId, invoiceId)).toMatchObject({ documentType: 'quotation' });
      expect((await put({ documentType: 'invoice', ...more })).evidence).not.toContain('not_an_invoice');
      expect(await invoiceOf(projectId, invoiceId)).toMatchObject({ documentType: 'invoice' });
    }
  });

  it.each([
    [{}, 'corrects', 'needs what is right'],
    [{ text: 'x' }, 'text', 'brings no document'],
    [{ invoice: { netTotal: '1.00' } }, 'invoice.netTotal', 'goes with lines'],
    [{ documentType: 'credit_note' }, 'documentType', 'goes with lines'],
    [{ invoice: { invoiceDate: '2026-02-31' } }, 'invoice.invoiceDate', 'not a day'],
    [{ lines: [{ description: 'x', net: 'twelve' }] }, 'lines.0.net', '"twelve"'],
  ])('%j is refused by its field', async (args, path, words) => {
    const answer = await submit(server, sam.headers, { projectId: 'prj_x', corrects: 'inv_x', ...args });
    expect(answer).toMatchObject({ ok: false, error: 'invalid_input' });
    expect(answer.issues[0]).toMatchObject({ path, message: expect.stringContaining(words) });
  });

  it('is put right by a key that may decide lines, not by one that may only submit', async () => {
    const { projectId, invoiceId } = await read(BILL);
    const before = await linesOf(projectId, invoiceId);
    const uploader = await sam.key('invoices:write', 'projects:read');
    for (const given of [{ lines: RIGHT, invoice: TOTALS }, { invoice: { invoiceNumber: '78' } }]) {
      const body = { projectId, corrects: invoiceId, ...given };
      for (const reply of [
        await send(server, '/mcp', { body: toolCall(body, 'submit_invoice_data'), headers: uploader }),
        await send(server, '/mcp', { body: toolCall(JSON.stringify(body), 'submit_invoice_data'), headers: uploader }),
        await send(server, '/api/v1/submit-invoice-data', { body, headers: uploader }),
        await send(server, '/api/v1/submit-invoice-data', { body: JSON.stringify(body), headers: uploader }),
      ]) {
        expect(reply.status).toBe(403);
        expect(reply.headers['www-authenticate']).toContain('error="insufficient_scope", scope="line_items:write"');
        expect(reply.text).toContain('submit_invoice_data with corrects needs scope line_items:write');
      }
    }
    expect(await linesOf(projectId, invoiceId)).toEqual(before);
    const decider = await sam.key('line_items:write');
    const put = await submit(server, decider, { projectId, corrects: invoiceId, lines: RIGHT, invoice: TOTALS });
    expect(put).toMatchObject({ ok: true, invoiceId });
  });

  it('is refused while it is locked, in another project, and where it is none', async () => {
    const { projectId, invoiceId } = await read(BILL);
    const put = (args: object) =>
      submit(server, sam.headers, { projectId, corrects: invoiceId, lines: RIGHT, ...args });
    await send(server, `/api/v1/invoices/${invoiceId}/lock`, { method: 'POST', headers: sam.headers, body: {} });
    expect(await put({})).toMatchObject({ error: 'invoice_locked' });
    expect(await put({ projectId: await sam.project() })).toMatchObject({ error: 'not_found' });
    expect(await put({ corrects: 'inv_none' })).toMatchObject({ error: 'not_found' });
  });
});
