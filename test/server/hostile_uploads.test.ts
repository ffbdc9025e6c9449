import { readdirSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import PDFDocument from 'pdfkit';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LAYOUTS } from '../../fixtures/invoices/generator/all.js';
import { LIMITS } from '../../src/extraction/limits.js';
import type { RunningServer } from '../../src/server/start.js';
import { DocumentFiles, StorageFull } from '../../src/store/document_files.js';
import { aPerson, base64, ended, type Headers, type Person, sendForm, submit } from './an_organisation.js';
import { bricks, REST, send, startTestServer, stopAll, tempFolder } from './harness.js';

/** Files made to harm the server, and senders that do: each has its own clear answer, and others are served meanwhile. */

const MOST = 400_000;
let server: RunningServer;
let folder: string;
let sam: Person;
beforeAll(async () => {
  folder = tempFolder();
  server = await startTestServer({
    LIMITS: 'off',
    DATA_DIR: folder,
    JOB_WORKERS: '2',
    MAX_DOCUMENT_BYTES: String(MOST),
    MAX_BODY_BYTES: '65536',
    MAX_SUBMIT_BODY_BYTES: '600000',
    REQUEST_TIMEOUT_SECS: '2',
  });
  sam = await aPerson(server, 'sam@example.com');
});
afterAll(stopAll);

const { merchant } = LAYOUTS;
if (!merchant) throw new Error('a layout is missing');

function pdf(make: (doc: PDFKit.PDFDocument) => void, options: PDFKit.PDFDocumentOptions = {}): Promise<Buffer> {
  const doc = new PDFDocument(options);
  const chunks: Buffer[] = [];
  doc.on('data', (chunk: Buffer) => chunks.push(chunk));
  const done = new Promise<Buffer>((resolve) => doc.on('end', () => resolve(Buffer.concat(chunks))));
  make(doc);
  doc.end();
  return done;
}

const filesLeft = () => {
  try {
    return readdirSync(join(folder, 'documents'));
  } catch {
    return [];
  }
};
const padded = (bytes: number) =>
  Buffer.from(`INVOICE of Smith Builders Ltd\nBricks 120.00\n${' '.repeat(bytes)}`.slice(0, bytes));
const invoicesOf = async (projectId: string) =>
  (await server.store.db.selectFrom('invoices').select('id').where('project_id', '=', projectId).execute()).length;

describe('at the door', () => {
  it.each([
    ['nothing', Buffer.alloc(0), 400, 'empty_document', 'it is empty'],
    ['blanks', Buffer.from('  \n \n'), 400, 'empty_document', 'nothing but blanks'],
    ['one byte', Buffer.from([0x89]), 415, 'unsupported_document', 'Accepted: PDF'],
    ['a web page', Buffer.from('<!DOCTYPE html><html><body>x</body></html>'), 415, 'unsupported_document', 'web page'],
    ['a drawing', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 415, 'unsupported_document', 'SVG drawing'],
    [
      'a program',
      Buffer.concat([Buffer.from('7f454c46', 'hex'), Buffer.alloc(99)]),
      415,
      'unsupported_document',
      'Accepted',
    ],
    [
      'an archive',
      Buffer.from('504b030414000000000000000000000000000000000000000000050000', 'hex'),
      415,
      'unsupported_document',
      '',
    ],
  ])('%s is refused by form and by address, whatever it is called', async (_, bytes, status, error, words) => {
    const projectId = await sam.project();
    const { uploadUrl } = await submit(server, sam.headers, { projectId, upload: true });
    const file = { fileName: 'invoice.pdf', bytes, type: 'application/pdf' };
    const replies = [
      await sendForm(server, '/api/v1/invoices', sam.headers, { projectId }, [file]),
      await send(server, new URL(uploadUrl).pathname, { method: 'PUT', body: bytes }),
    ];
    for (const reply of replies) {
      expect([reply.status, reply.json.error]).toEqual([status, error]);
      expect(reply.json.message).toContain(words);
    }
    expect(await invoicesOf(projectId)).toBe(0);
  });

  it('a document at the limit is taken, one byte more is not, however it is sent', async () => {
    const projectId = await sam.project();
    const address = async () =>
      new URL((await submit(server, sam.headers, { projectId, upload: true })).uploadUrl).pathname;
    const ways: [string, (bytes: Buffer) => Promise<number>][] = [
      [
        'base64',
        async (b) => ((await submit(server, sam.headers, { projectId, contentBase64: base64(b) })).ok ? 202 : 413),
      ],
      [
        'form',
        async (b) =>
          (await sendForm(server, '/api/v1/invoices', sam.headers, { projectId }, [{ fileName: 'a', bytes: b }]))
            .status,
      ],
      ['declared', async (b) => (await send(server, await address(), { method: 'PUT', body: b })).status],
      ['chunked', async (b) => (await send(server, await address(), { method: 'PUT', body: b, chunked: true })).status],
    ];
    for (const [i, [name, sendBytes]] of ways.entries()) {
      const whole = padded(MOST);
      whole[40] = 65 + i;
      expect([name, await sendBytes(Buffer.concat([whole, Buffer.from(' ')]))]).toEqual([name, 413]);
      expect([name, await sendBytes(whole)]).toEqual([name, 202]);
    }
    expect(filesLeft().filter((name) => name.endsWith('.part'))).toEqual([]);
  });

  it('large bodies are read from those only who may submit documents', async () => {
    const projectId = await sam.project();
    const body = { projectId, contentBase64: base64(padded(200_000)) };
    const rest = (headers: Headers) => send(server, '/api/v1/submit-invoice-data', { headers, body });
    expect((await rest(await sam.key('projects:read'))).status).toBe(403);
    expect((await rest({})).status).toBe(401);
    const mcp = {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'submit_invoice_data', arguments: body },
    };
    expect((await send(server, '/mcp', { body: mcp })).status).toBe(413);
    expect((await send(server, '/mcp', { body: mcp, headers: await sam.key('projects:read') })).status).toBe(413);
    expect(
      (await send(server, REST, { body: { ...bricks(), more: 'x'.repeat(70_000) }, headers: sam.headers })).status,
    ).toBe(413);
    expect((await rest(await sam.key('invoices:write'))).status).toBe(200);
  });

  it('names are shown without path, control characters and marks of direction, and cut', async () => {
    const projectId = await sam.project();
    const names: [string, string | null][] = [
      ['../../etc/passwd', 'passwd'],
      ['C:\\Users\\sam\\bill.pdf', 'bill.pdf'],
      ['a\u0000b\u202egpj.exe', 'abgpj.exe'],
      [`${'n'.repeat(300)}.pdf`, `${'n'.repeat(196)}.pdf`],
      ['..', null],
    ];
    for (const [i, [fileName, expected]] of names.entries()) {
      const { invoiceId } = await submit(server, sam.headers, { projectId, fileName, text: `INVOICE ${i}` });
      const row = await server.store.db
        .selectFrom('documents')
        .select('file_name')
        .where('invoice_id', '=', invoiceId)
        .executeTakeFirst();
      expect(row?.file_name).toBe(expected);
    }
  });

  it('a sender that hangs up leaves nothing behind', async () => {
    const projectId = await sam.project();
    const { uploadUrl } = await submit(server, sam.headers, { projectId, upload: true });
    const heads = [
      `PUT ${new URL(uploadUrl).pathname} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 300000\r\n\r\n`,
      `POST /api/v1/invoices HTTP/1.1\r\nHost: localhost\r\nAuthorization: ${sam.headers.Authorization}\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: 300000\r\n\r\n--x\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\n`,
    ];
    for (const head of heads) {
      const before = filesLeft().length;
      const socket = connect(server.port, '127.0.0.1');
      socket.write(head + 'x'.repeat(100_000));
      while (filesLeft().length === before) await new Promise((resolve) => setTimeout(resolve, 20));
      socket.destroy();
      const until = Date.now() + 10_000;
      while (filesLeft().length > before && Date.now() < until) await new Promise((resolve) => setTimeout(resolve, 20));
      expect(filesLeft().length).toBe(before);
    }
    expect(await invoicesOf(projectId)).toBe(0);
  });

  it('a body that never ends is given up', async () => {
    const socket = connect(server.port, '127.0.0.1');
    let answer = '';
    socket.on('data', (chunk) => {
      answer += chunk;
    });
    const closed = new Promise((resolve) => socket.once('close', resolve));
    socket.write(
      `POST ${REST} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 90\r\n\r\n{`,
    );
    while (!answer.includes('\r\n\r\n')) await new Promise((resolve) => setTimeout(resolve, 50));
    expect(answer).toMatch(/^HTTP\/1\.1 408 /);
    socket.destroy();
    await closed;
  });

  it('a disk without room takes nothing in', async () => {
    const full = await startTestServer({ LIMITS: 'off', MIN_FREE_DISK_MB: '1000000' });
    const kim = await aPerson(full, 'kim@example.com');
    const projectId = await kim.project();
    expect(await submit(full, kim.headers, { projectId, text: 'INVOICE' })).toMatchObject({ error: 'storage_full' });
    const reply = await sendForm(full, '/api/v1/invoices', kim.headers, { projectId }, [
      { fileName: 'a', bytes: Buffer.from('INVOICE') },
    ]);
    expect([reply.status, reply.json.error]).toEqual([507, 'storage_full']);
    expect(await full.store.db.selectFrom('invoices').selectAll().execute()).toEqual([]);
  });

  it('a disk that fills up while a document comes leaves no part of it', async () => {
    const files = new DocumentFiles(tempFolder(), 0);
    async function* filling() {
      yield Buffer.alloc(100_000);
      throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
    }
    await expect(files.receive(filling(), MOST)).rejects.toThrow(StorageFull);
    expect(readdirSync(files.folder)).toEqual([]);
  });
});

describe('once it is read', () => {
  const bomb = `<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]><Invoice>&b;</Invoice>`;
  const xxe = '<?xml version="1.0"?><!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><Invoice>&e;</Invoice>';
  const cases: [string, () => Promise<Buffer>, RegExp][] = [
    ['cut off PDF', async () => (await merchant(51)).pdf.subarray(0, 300), /damaged|no_text/],
    ['PDF with a password', () => pdf((d) => d.text('x'), { userPassword: 'a', ownerPassword: 'b' }), /password/],
    [
      'PDF of too many pages',
      () => pdf((d) => Array.from({ length: LIMITS.pdfPages }, () => d.text('page').addPage())),
      /too_many_pages/,
    ],
    [
      'cut off JPEG',
      async () => {
        const noise = { type: 'gaussian' as const, mean: 200, sigma: 30 };
        const whole = await sharp({ create: { width: 400, height: 500, channels: 3, background: '#fff', noise } })
          .jpeg()
          .toBuffer();
        return whole.subarray(0, whole.length / 3);
      },
      /damaged/,
    ],
    [
      'picture of too many pixels',
      () =>
        sharp({ create: { width: 12_500, height: 9_000, channels: 3, background: '#fff' } })
          .png()
          .toBuffer(),
      /image_too_large/,
    ],
    ['entity bomb', async () => Buffer.from(bomb), /unsafe_xml/],
    ['external entity', async () => Buffer.from(xxe), /unsafe_xml/],
    [
      'XML of no invoice',
      async () => Buffer.from('<?xml version="1.0"?><__proto__><x>1</x></__proto__>'),
      /unsupported|damaged|unsafe_xml/,
    ],
    ['broken JSON', async () => Buffer.from('{"lines": ['), /damaged/],
  ];

  it('each has its own reason, none is tried twice, and lines are checked meanwhile', {
    timeout: 120_000,
  }, async () => {
    const projectId = await sam.project();
    const jobs: string[] = [];
    for (const [name, make] of cases) {
      const { uploadUrl } = await submit(server, sam.headers, { projectId, upload: true });
      const sent = await send(server, new URL(uploadUrl).pathname, { method: 'PUT', body: await make() });
      expect([name, sent.status]).toEqual([name, 202]);
      jobs.push(sent.json.jobId);
    }
    expect((await send(server, REST, { body: bricks() })).status).toBe(200);
    for (const [i, [name, , code]] of cases.entries()) {
      const job = await ended(server, sam.headers, jobs[i] ?? '');
      expect([name, job.status, job.attempts]).toEqual([name, 'failed', 1]);
      expect([name, job.failure.code]).toEqual([name, expect.stringMatching(code)]);
      expect([name, job.failure.retryCanHelp]).toEqual([name, false]);
      expect(job.failure.reason.length).toBeGreaterThan(20);
    }
    const good = await submit(server, sam.headers, { projectId, contentBase64: base64((await merchant(52)).pdf) });
    expect((await ended(server, sam.headers, good.jobId)).status).toBe('done');
  });
});
