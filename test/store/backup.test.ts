import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openSecrets } from '../../src/accounts/secrets.js';
import { backUp, restore, verifyBackup } from '../../src/store/backup.js';
import { DocumentFiles } from '../../src/store/document_files.js';
import { DATABASE_FILE, openStore, type Store } from '../../src/store/open.js';
import { UsageCounter } from '../../src/store/usage.js';

const NOW = new Date('2026-11-20T12:00:00Z');
let root: string;
let data: string;
let store: Store;
const count = (subject: string, into: Store = store) => new UsageCounter(into, 1e12).take(subject, 'k', 10, 1);
beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'notice708-backup-'));
  data = join(root, 'data');
  store = await openStore(data);
  openSecrets(data);
  count('a');
});
afterEach(async () => {
  await store.close();
  rmSync(root, { recursive: true, force: true });
});

describe('backup', () => {
  it('is made while the database is open and being written, and verifies', async () => {
    const target = join(root, 'copy');
    const [manifest] = await Promise.all([backUp(data, target, NOW), Promise.resolve().then(() => count('b'))]);
    expect(Object.keys(manifest.files).sort()).toEqual([DATABASE_FILE, 'server.secret']);
    expect(verifyBackup(target)).toEqual(manifest);
    expect(readdirSync(target).filter((name) => /-(?:shm|wal)$/.test(name))).toEqual([]);
    for (const name of readdirSync(target)) expect(statSync(join(target, name)).mode & 0o077).toBe(0);
  });

  it('restores to what it was; what was there is moved aside', async () => {
    const target = join(root, 'copy');
    await backUp(data, target, NOW);
    count('later');
    const secret = readFileSync(join(data, 'server.secret'), 'utf8');
    await store.close();
    const { movedTo } = restore(target, data, NOW);
    store = await openStore(data);
    expect((await store.db.selectFrom('usage').select('subject').execute()).map((r) => r.subject)).toEqual(['a']);
    expect(readFileSync(join(data, 'server.secret'), 'utf8')).toBe(secret);
    const former = await openStore(movedTo ?? '');
    expect(await former.db.selectFrom('usage').selectAll().execute()).toHaveLength(2);
    await former.close();
  });

  it('is refused on a folder in use', async () => {
    const target = join(root, 'copy');
    await backUp(data, target, NOW);
    expect(() => restore(target, data, NOW)).toThrow(/in use; stop the server/);
    expect(existsSync(join(data, DATABASE_FILE))).toBe(true);
  });

  it('that was changed, cut or never finished is refused by name, and nothing is moved', async () => {
    const target = join(root, 'copy');
    await backUp(data, target, NOW);
    await store.close();
    writeFileSync(join(target, 'server.secret'), 'x');
    expect(() => verifyBackup(target)).toThrow(/server\.secret is not the file that was backed up/);
    rmSync(join(target, 'server.secret'));
    expect(() => restore(target, data, NOW)).toThrow(/server\.secret is missing/);
    rmSync(join(target, 'manifest.json'));
    expect(() => verifyBackup(target)).toThrow(/not a finished backup/);
    expect(readdirSync(root).sort()).toEqual(['copy', 'data']);
    store = await openStore(data);
  });

  it('does not write over anything, and needs something to copy', async () => {
    await expect(backUp(data, data, NOW)).rejects.toThrow(/not empty/);
    await expect(backUp(join(root, 'none'), join(root, 'x'), NOW)).rejects.toThrow(/nothing to back up/);
  });
});

describe('documents', () => {
  const document = async (text: string): Promise<string> => {
    const files = new DocumentFiles(data, 0);
    const arrived = await files.receive([Buffer.from(text)], 1_000);
    await files.keep(arrived);
    const { db } = store;
    const at = { created_at: 1, updated_at: 1, revision: 1 };
    const of = { organisation_id: 'org' };
    await db
      .insertInto('organisations')
      .values({ id: 'org', name: 'x', created_at: 1 })
      .onConflict((c) => c.doNothing())
      .execute();
    const json = { building: '{}', facts: '{}', elements: '[]', claimants: '[]' };
    await db
      .insertInto('projects')
      .values({ id: 'prj', ...of, name: 'x', scheme: 'self_build_431nb', ...json, eligibility: 'eligible', ...at })
      .onConflict((c) => c.doNothing())
      .execute();
    const invoice = {
      id: `inv ${text}`,
      ...of,
      project_id: 'prj',
      state: 'open' as const,
      extraction: 'queued' as const,
    };
    await db
      .insertInto('invoices')
      .values({ ...invoice, document_type: 'unknown', currency: 'GBP', problems: '[]', evidence: '[]', ...at })
      .execute();
    const row = {
      invoice_id: invoice.id,
      ...of,
      sha256: arrived.sha256,
      bytes: arrived.bytes,
      media_type: 'text/plain',
    };
    await db
      .insertInto('documents')
      .values({ ...row, submitted_by: 'x', created_at: 1 })
      .execute();
    return arrived.sha256;
  };

  it('are backed up, verified and restored with the database; what no row names is left', async () => {
    const target = join(root, 'copy');
    const sha256 = await document('an invoice');
    writeFileSync(join(data, 'documents', 'f'.repeat(64)), 'nobody names it');
    const { files } = await backUp(data, target, NOW);
    expect(Object.keys(files).filter((name) => name.startsWith('documents/'))).toEqual([`documents/${sha256}`]);
    await store.close();
    restore(target, data, NOW);
    store = await openStore(data);
    expect((await new DocumentFiles(data, 0).read(sha256))?.toString()).toBe('an invoice');
    expect(statSync(join(data, 'documents', sha256)).mode & 0o077).toBe(0);
  });

  it('that are missing or changed are told by name, before a backup counts and after', async () => {
    const sha256 = await document('an invoice');
    await backUp(data, join(root, 'good'), NOW);
    writeFileSync(join(root, 'good', 'documents', sha256), 'another');
    expect(() => verifyBackup(join(root, 'good'))).toThrow(sha256);
    writeFileSync(join(data, 'documents', sha256), 'another');
    await expect(backUp(data, join(root, 'changed'), NOW)).rejects.toThrow(/is not the document that was submitted/);
    rmSync(join(data, 'documents', sha256));
    await expect(backUp(data, join(root, 'missing'), NOW)).rejects.toThrow(/is missing/);
    expect(() => verifyBackup(join(root, 'missing'))).toThrow(/not a finished backup/);
    expect(await new DocumentFiles(data, 0).read(sha256)).toBeNull();
  });
});
