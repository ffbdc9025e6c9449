import { spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { LAYOUTS } from '../../fixtures/invoices/generator/all.js';
import { scan } from '../../fixtures/invoices/generator/degrade.js';
import { readInChild } from '../../src/extraction/child/run.js';
import { DocumentRefused } from '../../src/extraction/refusal.js';
import type { RunningServer } from '../../src/server/start.js';
import { DOCUMENTS_FOLDER } from '../../src/store/document_files.js';
import { aPerson, base64, ended, type Headers, submit } from './an_organisation.js';
import { startTestServer, stopAll, tempFolder } from './harness.js';

afterAll(stopAll);

const { merchant } = LAYOUTS;
if (!merchant) throw new Error('a layout is missing');
const QUICK = { LIMITS: 'off', JOB_RETRY_SECS: '1', JOB_LEASE_SECS: '2' };

/** A folder with a person and a project, as an earlier server left it. */
async function prepared(documents: readonly Buffer[] = []) {
  const folder = tempFolder();
  const server = await startTestServer({ ...QUICK, DATA_DIR: folder, JOB_WORKERS: '0' });
  const sam = await aPerson(server, 'sam@example.com');
  const projectId = await sam.project();
  const jobs: { jobId: string; invoiceId: string }[] = [];
  for (const bytes of documents)
    jobs.push(await submit(server, sam.headers, { projectId, contentBase64: base64(bytes) }));
  await server.close();
  return { folder, headers: sam.headers, projectId, jobs };
}

/** Runs a server on the folder until it is killed at the step; `meanwhile` is told where it listens. */
async function killedAt(step: string, folder: string, workers: string, meanwhile = async (_url: string) => {}) {
  const script = join(import.meta.dirname, 'dies_in_job.ts');
  const child = spawn(process.execPath, ['--import', 'tsx', script, step], {
    env: { PATH: process.env.PATH, ...QUICK, DATA_DIR: folder, PORT: '0', LOG_LEVEL: 'silent', JOB_WORKERS: workers },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let said = '';
  const listening = new Promise<string>((resolve) =>
    child.stdout.on('data', (chunk) => {
      said += chunk;
      if (said.includes('\n')) resolve(said.trim());
    }),
  );
  const end = new Promise<NodeJS.Signals | null>((resolve) => child.once('exit', (_code, signal) => resolve(signal)));
  const late = setTimeout(() => child.kill('SIGTERM'), 60_000);
  await Promise.race([end, listening.then(meanwhile)]);
  expect(await end, step).toBe('SIGKILL');
  clearTimeout(late);
}

async function restarted(folder: string): Promise<RunningServer> {
  return startTestServer({ ...QUICK, DATA_DIR: folder });
}

async function expectWhole(
  server: RunningServer,
  headers: Headers,
  jobId: string,
  truth: { lines: readonly unknown[] },
) {
  const job = await ended(server, headers, jobId);
  expect(job).toMatchObject({ status: 'done', failure: null });
  const lines = await server.store.db
    .selectFrom('line_items')
    .selectAll()
    .where('invoice_id', '=', job.invoiceId)
    .execute();
  expect(lines).toHaveLength(truth.lines.length);
  expect(lines.every((line) => line.decision_id !== null)).toBe(true);
  const decisions = await server.store.db.selectFrom('decisions').select('id').execute();
  expect(decisions).toHaveLength(lines.length);
  expect(server.store.raw.pragma('integrity_check', { simple: true })).toBe('ok');
  return job;
}

describe('kill -9 while a document is read', () => {
  it.each(['job taken', 'document read', 'result write 4', 'result committed'])(
    '%s: it is done once, with all its lines',
    { timeout: 120_000 },
    async (step) => {
      const { pdf, truth } = await merchant(41);
      const { folder, headers, jobs } = await prepared([pdf]);
      await killedAt(step, folder, '1');
      const server = await restarted(folder);
      await expectWhole(server, headers, jobs[0]?.jobId ?? '', truth);
    },
  );

  it('page being read, of a scan', { timeout: 180_000 }, async () => {
    const { pdf } = await merchant(42);
    const [page] = await scan(pdf, 42);
    const { folder, headers, jobs } = await prepared([page ?? Buffer.alloc(0)]);
    await killedAt('page being read', folder, '1');
    const server = await restarted(folder);
    const job = await ended(server, headers, jobs[0]?.jobId ?? '', 120_000);
    expect(job).toMatchObject({ status: 'done', attempts: 2 });
  });

  it('twice while it recovers', { timeout: 180_000 }, async () => {
    const { pdf, truth } = await merchant(43);
    const { folder, headers, jobs } = await prepared([pdf]);
    await killedAt('job taken', folder, '1');
    await killedAt('job recovered', folder, '1');
    await killedAt('document read', folder, '1');
    const server = await restarted(folder);
    const job = await expectWhole(server, headers, jobs[0]?.jobId ?? '', truth);
    expect(job.attempts).toBeGreaterThanOrEqual(3);
  });
});

describe('kill -9 while a document is taken in', () => {
  it.each(['bytes arrived', 'file on the disk', 'submission write 2', 'submission committed'])(
    '%s: it is there once, or not, and can be sent again',
    { timeout: 120_000 },
    async (step) => {
      const { pdf, truth } = await merchant(44);
      const { folder, headers, projectId } = await prepared();
      const args = { projectId, contentBase64: base64(pdf) };
      await killedAt(step, folder, '0', async (url) => {
        // The server loads its rules before it takes anything in, and then dies without an answer.
        for (;;) {
          const port = Number(new URL(url).port);
          const answer = await submit({ port } as RunningServer, headers, args).catch(() => null);
          if (answer === null) return;
          await new Promise((resolve) => setTimeout(resolve, 100));
        }
      });
      const server = await restarted(folder);
      const answer = await submit(server, headers, args);
      expect(answer.alreadyKnown).toBe(step === 'submission committed');
      await expectWhole(server, headers, answer.jobId, truth);
      const files = readdirSync(join(folder, DOCUMENTS_FOLDER)).filter((name) => !name.endsWith('.part'));
      expect(files).toHaveLength(1);
    },
  );
});

describe('a queue', () => {
  it('one failed document harms no other; organisations take turns', { timeout: 120_000 }, async () => {
    const order: string[] = [];
    const server = await startTestServer(
      { ...QUICK, JOB_WORKERS: '1' },
      {
        readDocument: async (bytes, options) => {
          const text = Buffer.from(bytes).toString();
          order.push(text.slice(0, 3));
          if (text.includes('our fault')) throw new TypeError('a mistake of ours');
          if (text.includes('dies')) throw new DocumentRefused('reader_failed', 'the reader ended.');
          return readInChild(bytes, options);
        },
      },
    );
    const [sam, kim] = [await aPerson(server, 'sam@example.com'), await aPerson(server, 'kim@example.com')];
    const [hers, his] = [await kim.project(), await sam.project()];
    const text = (name: string, more = '') =>
      `${name} INVOICE of Smith Builders Ltd ${more}\nBricks 120.00\nTotal 120.00\n`;
    const jobs: [Headers, string][] = [];
    for (const name of ['s1', 's2', 's3 our fault', 's4 dies', 's5', 's6'])
      jobs.push([sam.headers, (await submit(server, sam.headers, { projectId: his, text: text(name) })).jobId]);
    jobs.push([kim.headers, (await submit(server, kim.headers, { projectId: hers, text: text('k1') })).jobId]);
    const results = [];
    for (const [headers, jobId] of jobs) results.push(await ended(server, headers, jobId));
    expect(results.map((r) => r.status)).toEqual(['done', 'done', 'failed', 'failed', 'done', 'done', 'done']);
    expect(results[2]).toMatchObject({ attempts: 3, failure: { code: 'internal_error', retryCanHelp: true } });
    expect(JSON.stringify(results[2])).not.toContain('a mistake of ours');
    expect(results[3]).toMatchObject({ attempts: 3, failure: { code: 'reader_failed', retryCanHelp: true } });
    expect(order.indexOf('k1 ')).toBeLessThan(order.indexOf('s5 '));
  });

  it('is bounded for each organisation: the last that fits is taken, the next refused', async () => {
    const server = await startTestServer({ LIMIT_QUEUED_DOCUMENTS: '3', JOB_WORKERS: '0' });
    const [sam, kim] = [await aPerson(server, 'sam@example.com'), await aPerson(server, 'kim@example.com')];
    const projectId = await sam.project();
    for (const n of [1, 2, 3])
      expect((await submit(server, sam.headers, { projectId, text: `INVOICE ${n}` })).status).toBe('queued');
    expect(await submit(server, sam.headers, { projectId, text: 'INVOICE 4' })).toMatchObject({
      ok: false,
      error: 'queue_full',
      retryAfterSecs: 60,
    });
    expect((await submit(server, sam.headers, { projectId, text: 'INVOICE 3' })).alreadyKnown).toBe(true);
    expect((await submit(server, kim.headers, { projectId: await kim.project(), text: 'INVOICE 4' })).ok).toBe(true);
  });

  it('is drained: what can end ends, what cannot is given back, and nothing is lost', { timeout: 60_000 }, async () => {
    const folder = tempFolder();
    let begun = () => {};
    const reading = new Promise<void>((resolve) => {
      begun = resolve;
    });
    const server = await startTestServer(
      { ...QUICK, DATA_DIR: folder, DRAIN_SECS: '1' },
      {
        readDocument: (_bytes, { signal }) =>
          new Promise((_resolve, reject) => {
            begun();
            signal.addEventListener('abort', () => reject(new DocumentRefused('cancelled', 'cancelled')));
          }),
      },
    );
    const sam = await aPerson(server, 'sam@example.com');
    const projectId = await sam.project();
    const text = 'INVOICE of Smith Builders Ltd\nBricks 120.00\nTotal 120.00\n';
    const { jobId } = await submit(server, sam.headers, { projectId, text });
    await reading;
    await server.close();
    const again = await restarted(folder);
    expect(await ended(again, sam.headers, jobId)).toMatchObject({ status: 'done', attempts: 1 });
  });

  it('whoever has lost the lease writes nothing', { timeout: 60_000 }, async () => {
    let go = () => {};
    let first = true;
    const held = new Promise<void>((resolve) => {
      go = resolve;
    });
    const server = await startTestServer(
      { ...QUICK, JOB_WORKERS: '2' },
      {
        readDocument: async (bytes, options) => {
          const mine = first;
          first = false;
          if (mine) await held;
          return readInChild(bytes, { ...options, signal: new AbortController().signal });
        },
      },
    );
    const sam = await aPerson(server, 'sam@example.com');
    const text = 'INVOICE of Smith Builders Ltd\nBricks 120.00\nTotal 120.00\n';
    const { jobId, invoiceId } = await submit(server, sam.headers, { projectId: await sam.project(), text });
    while (first) await new Promise((resolve) => setTimeout(resolve, 20));
    // As if the process had slept for longer than the lease.
    await server.store.db.updateTable('jobs').set({ lease: 'elsewhere 1 1 x', lease_until: 1 }).execute();
    expect((await ended(server, sam.headers, jobId)).status).toBe('done');
    go();
    await new Promise((resolve) => setTimeout(resolve, 3_000));
    const lines = await server.store.db
      .selectFrom('line_items')
      .selectAll()
      .where('invoice_id', '=', invoiceId)
      .execute();
    expect(lines).toHaveLength(1);
  });
});
