import { existsSync, readdirSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { Audit, OPERATOR } from '../../src/accounts/audit.js';
import { openClaims } from '../../src/claims/claims.js';
import { emptyTrash } from '../../src/claims/trash.js';
import type { RunningServer } from '../../src/server/start.js';
import { DOCUMENTS_FOLDER } from '../../src/store/document_files.js';
import { aPerson, ended, type Person, submit } from './an_organisation.js';
import { send, startTestServer, stopAll, tempFolder } from './harness.js';

afterAll(stopAll);

const DAY_MS = 24 * 60 * 60 * 1000;
const text = (number: number) =>
  `INVOICE ${number} of Smith Builders Ltd\nFacing bricks 120.00\nTotal 120.00\nVAT 20.00\n`;

async function trashed(server: RunningServer, person: Person, projectId: string, given: string): Promise<string> {
  const { invoiceId, jobId } = await submit(server, person.headers, { projectId, text: given });
  await ended(server, person.headers, jobId);
  const gone = await send(server, `/api/v1/invoices/${invoiceId}`, { method: 'DELETE', headers: person.headers });
  expect(gone.status).toBe(200);
  return invoiceId;
}

async function since(server: RunningServer, invoiceId: string, days: number): Promise<void> {
  await server.store.db
    .updateTable('invoices')
    .set({ trashed_at: Date.now() - days * DAY_MS })
    .where('id', '=', invoiceId)
    .execute();
}

const rowsOf = async ({ store }: RunningServer, invoiceId: string) => {
  const count = async (table: 'line_items' | 'documents' | 'jobs') =>
    (await store.db.selectFrom(table).select('invoice_id').where('invoice_id', '=', invoiceId).execute()).length;
  const invoices = await store.db.selectFrom('invoices').select('id').where('id', '=', invoiceId).execute();
  return [invoices.length, (await count('line_items')) > 0, await count('documents'), await count('jobs')];
};
const GONE = [0, false, 0, 0];
const THERE = [1, true, 1, 1];

describe('the trash', { timeout: 60_000 }, () => {
  it('loses what has lain in it for longer than is set, with its bytes, and the trail says so', async () => {
    const folder = tempFolder();
    const env = { LIMITS: 'off', DATA_DIR: folder, TRASH_KEEP_DAYS: '30' };
    const first = await startTestServer(env);
    const [sam, kim] = [await aPerson(first, 'sam@example.com'), await aPerson(first, 'kim@example.com')];
    const projectId = await sam.project();
    const old = await trashed(first, sam, projectId, text(1));
    const recent = await trashed(first, sam, projectId, text(2));
    const shared = await trashed(first, sam, projectId, text(3));
    const { invoiceId: hers, jobId } = await submit(first, kim.headers, {
      projectId: await kim.project(),
      text: text(3),
    });
    await ended(first, kim.headers, jobId);
    const hashOf = async (id: string) =>
      (
        await first.store.db
          .selectFrom('documents')
          .select('sha256')
          .where('invoice_id', '=', id)
          .executeTakeFirstOrThrow()
      ).sha256;
    const [oldHash, recentHash, sharedHash] = [await hashOf(old), await hashOf(recent), await hashOf(shared)];
    for (const id of [old, shared]) await since(first, id, 31);
    await since(first, recent, 29);
    await first.close();
    const documents = join(folder, DOCUMENTS_FOLDER);
    for (const name of readdirSync(documents))
      utimesSync(join(documents, name), new Date(Date.now() - 40 * DAY_MS), new Date(Date.now() - 40 * DAY_MS));

    const server = await startTestServer(env);
    await expect.poll(() => existsSync(join(documents, oldHash)), { timeout: 10_000 }).toBe(false);
    expect([await rowsOf(server, old), await rowsOf(server, shared)]).toEqual([GONE, GONE]);
    expect([await rowsOf(server, recent), await rowsOf(server, hers)]).toEqual([THERE, THERE]);
    expect([recentHash, sharedHash].map((hash) => existsSync(join(documents, hash)))).toEqual([true, true]);
    const trail = (await new Audit(server.store).list()).filter(({ event }) => event === 'trash.emptied');
    expect(trail.map(({ actor, detail }) => [actor, detail.projectId, detail.invoiceId]).sort()).toEqual(
      [old, shared].map((id) => ['operator', projectId, id]).sort(),
    );
    const lines = await server.store.db.selectFrom('line_items').select('id').execute();
    const decided = await server.store.db.selectFrom('decisions').select('line_item_id').execute();
    expect(decided.every(({ line_item_id }) => lines.some(({ id }) => id === line_item_id))).toBe(true);
    const again = await submit(server, sam.headers, { projectId, text: text(1) });
    expect([again.alreadyKnown, again.invoiceId === old]).toEqual([false, false]);
  });

  it('keeps what is being read, and everything where nothing is set', async () => {
    const server = await startTestServer({ LIMITS: 'off', JOB_WORKERS: '0' });
    const sam = await aPerson(server, 'sam@example.com');
    const { invoiceId } = await submit(server, sam.headers, { projectId: await sam.project(), text: text(4) });
    await send(server, `/api/v1/invoices/${invoiceId}`, { method: 'DELETE', headers: sam.headers });
    await since(server, invoiceId, 4000);
    const audit = new Audit(server.store);
    const empty = () =>
      emptyTrash(openClaims(server.store), DAY_MS, (removed) => audit.entry('trash.emptied', OPERATOR, null, removed));
    expect(await empty()).toEqual([]);
    await server.store.db.updateTable('invoices').set({ extraction: 'failed' }).where('id', '=', invoiceId).execute();
    expect(await empty()).toMatchObject([{ invoiceId }]);
  });
});
