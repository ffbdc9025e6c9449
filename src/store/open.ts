import { chmodSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import {
  CompiledQuery,
  type DatabaseConnection,
  Kysely,
  Migrator,
  SqliteDialect,
  type SqliteDialectConfig,
  SqliteDriver,
} from 'kysely';
import { migrations } from './migrations.js';
import type { Tables } from './tables.js';

export const DATABASE_FILE = 'notice708.sqlite';

/** The open database: the query builder, and the raw handle for the few statements that run on every call. */
export interface Store {
  db: Kysely<Tables>;
  raw: Database.Database;
  /**
   * Carries out writes as one: all of them or none. Nothing else runs between them, so they need not hold the
   * connection while anybody thinks.
   * @throws Stale when a write that had to change `expect` rows changed another number: nothing is then written.
   */
  commit(writes: readonly Write[]): Promise<void>;
  close(): Promise<void>;
}

const CACHE_KIB = 32 * 1024;

/** Writes come in a few shapes; a list of values of every length would be a shape of its own. */
const MOST_PREPARED = 500;

/** A statement, and how many rows it must change for the rest to stand. */
export interface Write {
  query: { compile(): Pick<CompiledQuery, 'sql' | 'parameters'> };
  expect?: number;
}

/** What a write rested on has changed since it was read. */
export class Stale extends Error {
  constructor() {
    super('the rows have changed since they were read');
    this.name = 'Stale';
  }
}

/**
 * Opens `notice708.sqlite` in `dataDir`, creating folder and file, and brings the tables up to date. The file is readable
 * by its owner only.
 * @throws Error saying what to do when the folder cannot be used.
 */
export async function openStore(dataDir: string): Promise<Store> {
  const file = join(dataDir, DATABASE_FILE);
  let raw: Database.Database;
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    raw = new Database(file);
    // Before the first page is written, so that the -wal and -shm files inherit it.
    chmodSync(file, 0o600);
  } catch (error) {
    throw new Error(`DATA_DIR=${dataDir} cannot be used: ${(error as Error).message}`);
  }
  raw.pragma('busy_timeout = 5000');
  raw.pragma('journal_mode = WAL');
  // A count that a power cut forgets is a free call; it costs one fsync a call.
  raw.pragma('synchronous = FULL');
  raw.pragma('foreign_keys = ON');
  // Of the two megabytes SQLite begins with, the indexes of one large project already fall out.
  raw.pragma(`cache_size = -${CACHE_KIB}`);
  const db = new Kysely<Tables>({ dialect: new WritingDialect({ database: raw }) });
  const { error } = await new Migrator({ db, provider: migrations }).migrateToLatest();
  if (error) {
    await db.destroy();
    throw new Error(
      `${file} could not be brought up to date: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
  const prepared = new Map<string, Database.Statement>();
  const statement = (sql: string): Database.Statement => {
    const known = prepared.get(sql);
    if (known) return known;
    if (prepared.size >= MOST_PREPARED) prepared.clear();
    const made = raw.prepare(sql);
    prepared.set(sql, made);
    return made;
  };
  const writeAll = raw.transaction((writes: readonly Write[]) => {
    for (const { query, expect } of writes) {
      const { sql, parameters } = query.compile();
      const { changes } = statement(sql).run(...parameters);
      if (expect !== undefined && changes !== expect) throw new Stale();
    }
  });
  return {
    db,
    raw,
    // Through Kysely's connection, so that it waits for a transaction under way instead of becoming part of it.
    commit: (writes) => db.connection().execute(async () => writeAll.immediate(writes)),
    close: () => db.destroy(),
  };
}

/**
 * Transactions take the write lock when they begin. One that reads first and writes afterwards would otherwise fail at
 * once, whatever `busy_timeout` says, when another process has written in between.
 */
class WritingDriver extends SqliteDriver {
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'));
  }
}

class WritingDialect extends SqliteDialect {
  constructor(private readonly settings: SqliteDialectConfig) {
    super(settings);
  }

  override createDriver(): SqliteDriver {
    return new WritingDriver(this.settings);
  }
}
