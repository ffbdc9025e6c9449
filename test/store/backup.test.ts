import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openSecrets } from '../../src/accounts/secrets.js';
import { backUp, restore, verifyBackup } from '../../src/store/backup.js';
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
