import { createHash } from 'node:crypto';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { DOCUMENTS_FOLDER } from './document_files.js';
import { DATABASE_FILE } from './open.js';

/** What a backup holds, written last: a folder without it is not a backup. */
const MANIFEST = 'manifest.json';

export interface Manifest {
  /** ISO time (UTC). */
  madeAt: string;
  /** SHA-256 of each file, in hex. */
  files: Record<string, string>;
  /** Rows of each table. */
  rows: Record<string, number>;
}

/** Why a folder cannot be used as asked. */
export class BackupError extends Error {}

/**
 * Copies the data folder into a new folder `target` while the server may be running: the database as of one moment, and
 * the other files beside it. The copy is verified before it counts.
 * @throws BackupError when the target exists, or the source is no data folder, or the copy does not verify.
 */
export async function backUp(dataDir: string, target: string, now: Date): Promise<Manifest> {
  const source = join(dataDir, DATABASE_FILE);
  if (!existsSync(source)) throw new BackupError(`${source} does not exist, so there is nothing to back up`);
  if (existsSync(target) && readdirSync(target).length > 0)
    throw new BackupError(`${target} exists and is not empty; name a new folder`);
  mkdirSync(target, { recursive: true, mode: 0o700 });
  const database = new Database(source, { fileMustExist: true });
  try {
    await database.backup(join(target, DATABASE_FILE));
  } finally {
    database.close();
  }
  for (const name of otherFiles(dataDir)) copyFileSync(join(dataDir, name), join(target, name));
  const files: Manifest['files'] = {};
  for (const name of [DATABASE_FILE, ...otherFiles(target)]) {
    chmodSync(join(target, name), 0o600);
    files[name] = digest(join(target, name));
  }
  const { rows, documents } = soundDatabase(join(target, DATABASE_FILE));
  // Documents are on the disk before their row, so what the copied rows name is all there.
  mkdirSync(join(target, DOCUMENTS_FOLDER), { mode: 0o700 });
  for (const sha256 of documents) {
    const name = `${DOCUMENTS_FOLDER}/${sha256}`;
    if (!existsSync(join(dataDir, name))) throw new BackupError(`${join(dataDir, name)} is missing`);
    copyFileSync(join(dataDir, name), join(target, name));
    chmodSync(join(target, name), 0o600);
    files[name] = digest(join(target, name));
    if (files[name] !== sha256) throw new BackupError(`${join(dataDir, name)} is not the document that was submitted`);
  }
  const manifest = { madeAt: now.toISOString(), files, rows };
  writeFileSync(join(target, MANIFEST), `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600, flush: true });
  return manifest;
}

/**
 * Verifies a backup: every file as it was, the database sound, its tables as full as they were.
 * @throws BackupError naming what differs.
 */
export function verifyBackup(folder: string): Manifest {
  let manifest: Manifest;
  try {
    manifest = JSON.parse(readFileSync(join(folder, MANIFEST), 'utf8')) as Manifest;
  } catch {
    throw new BackupError(`${folder} has no readable ${MANIFEST}, so it is not a finished backup`);
  }
  for (const [name, expected] of Object.entries(manifest.files)) {
    if (!/^(?:documents\/[0-9a-f]{64}|[\w.-]+)$/.test(name) || !existsSync(join(folder, name)))
      throw new BackupError(`${join(folder, name)} is missing`);
    if (digest(join(folder, name)) !== expected)
      throw new BackupError(`${join(folder, name)} is not the file that was backed up`);
  }
  const { rows, documents } = soundDatabase(join(folder, DATABASE_FILE));
  for (const sha256 of documents)
    if (manifest.files[`${DOCUMENTS_FOLDER}/${sha256}`] !== sha256)
      throw new BackupError(`document ${sha256} is missing from ${folder}`);
  for (const [table, count] of Object.entries(manifest.rows))
    if (rows[table] !== count)
      throw new BackupError(`table ${table} has ${rows[table] ?? 'no'} rows, ${count} were backed up`);
  return manifest;
}

/**
 * Puts a verified backup where a data folder is or will be. What is there is moved aside, never deleted; the server must
 * be stopped.
 * @returns where the former folder's files went, or null when there were none.
 * @throws BackupError when the backup does not verify.
 */
export function restore(folder: string, dataDir: string, now: Date): { manifest: Manifest; movedTo: string | null } {
  const manifest = verifyBackup(folder);
  let movedTo: string | null = null;
  if (existsSync(dataDir) && readdirSync(dataDir).length > 0) {
    if (inUse(join(dataDir, DATABASE_FILE))) throw new BackupError(`${dataDir} is in use; stop the server first`);
    movedTo = `${dataDir.replace(/\/+$/, '')}.before-restore-${now.toISOString().replace(/\W/g, '')}`;
    renameSync(dataDir, movedTo);
  }
  const making = `${dataDir.replace(/\/+$/, '')}.restoring`;
  rmSync(making, { recursive: true, force: true });
  mkdirSync(join(making, DOCUMENTS_FOLDER), { recursive: true, mode: 0o700 });
  for (const name of Object.keys(manifest.files)) {
    copyFileSync(join(folder, name), join(making, name));
    chmodSync(join(making, name), 0o600);
  }
  renameSync(making, dataDir);
  return { manifest, movedTo };
}

/** Files besides the database: its side files belong to the running server. */
function otherFiles(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.startsWith(DATABASE_FILE) && entry.name !== MANIFEST)
    .map((entry) => entry.name);
}

const digest = (file: string): string => createHash('sha256').update(readFileSync(file)).digest('hex');

/** Checks a database from end to end, counts its rows, and lists the documents they name by hash. */
function soundDatabase(file: string): { rows: Record<string, number>; documents: string[] } {
  const sideFiles = ['-shm', '-wal'].map((ending) => `${file}${ending}`).filter((name) => !existsSync(name));
  const database = new Database(file, { readonly: true, fileMustExist: true });
  try {
    const verdict = database.pragma('integrity_check', { simple: true });
    if (verdict !== 'ok') throw new BackupError(`${file} is damaged: ${String(verdict)}`);
    if ((database.pragma('foreign_key_check') as unknown[]).length > 0)
      throw new BackupError(`${file} has rows that refer to missing ones`);
    const tables = database
      .prepare<[], { name: string }>("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
      .all();
    const rows = tables.map(({ name }) => [
      name,
      database.prepare<[], { n: number }>(`SELECT count(*) AS n FROM "${name}"`).get()?.n ?? 0,
    ]);
    // A file of an older version has no documents.
    const documents = tables.some(({ name }) => name === 'documents')
      ? database.prepare<[], { sha256: string }>('SELECT DISTINCT sha256 FROM documents ORDER BY sha256').all()
      : [];
    return { rows: Object.fromEntries(rows), documents: documents.map(({ sha256 }) => sha256) };
  } finally {
    database.close();
    // A connection that may only read leaves those it made behind.
    for (const name of sideFiles) rmSync(name, { force: true });
  }
}

/** Whether another process has the database open: nobody else may hold it for us to take the exclusive lock. */
function inUse(file: string): boolean {
  if (!existsSync(file)) return false;
  const database = new Database(file, { timeout: 0 });
  try {
    database.pragma('locking_mode = EXCLUSIVE');
    database.exec('BEGIN EXCLUSIVE; COMMIT');
    return false;
  } catch {
    return true;
  } finally {
    database.close();
  }
}
