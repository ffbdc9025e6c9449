import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { Kysely, Migrator, SqliteDialect } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { numberEnding } from '../../src/claims/invoice_numbers.js';
import { supplierKey } from '../../src/claims/suppliers.js';
import { migrations } from '../../src/store/migrations.js';
import { DATABASE_FILE, openStore } from '../../src/store/open.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'notice708-migrations-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const names = Object.keys(await migrations.getMigrations());

/** The schema as SQLite keeps it, whatever way it came about. */
function schemaOf(file: string): unknown[] {
  const database = new Database(file, { readonly: true });
  const rows = database
    .prepare("SELECT type, name, sql FROM sqlite_master WHERE name NOT LIKE 'kysely%' ORDER BY name")
    .all();
  database.close();
  return rows;
}

describe('a file of an earlier version', () => {
  it.each(names)('of %s is brought forward with its rows, to the same tables as a new one', async (name) => {
    const file = join(folder, DATABASE_FILE);
    const db = new Kysely<{ usage: { subject: string; kind: string; started_at: number; used: number } }>({
      dialect: new SqliteDialect({ database: new Database(file) }),
    });
    const { error } = await new Migrator({ db, provider: migrations }).migrateTo(name);
    expect(error).toBeUndefined();
    await db.insertInto('usage').values({ subject: 'ip:a', kind: 'k', started_at: 1, used: 2 }).execute();
    await db.destroy();
    const store = await openStore(folder);
    expect(await store.db.selectFrom('usage').selectAll().execute()).toEqual([
      { subject: 'ip:a', kind: 'k', started_at: 1, used: 2 },
    ]);
    await store.close();
    const fresh = mkdtempSync(join(tmpdir(), 'notice708-fresh-'));
    await (await openStore(fresh)).close();
    expect(schemaOf(file)).toEqual(schemaOf(join(fresh, DATABASE_FILE)));
    rmSync(fresh, { recursive: true, force: true });
  });

  it('has the numbers and suppliers of its documents written as new ones have them', async () => {
    const file = join(folder, DATABASE_FILE);
    const database = new Database(file);
    const { error } = await new Migrator({
      db: new Kysely({ dialect: new SqliteDialect({ database }) }),
      provider: migrations,
    }).migrateTo('007_said_for');
    expect(error).toBeUndefined();
    database.pragma('foreign_keys = OFF');
    const heads = [
      ['INV-7710', 'Brick Company Ltd', null],
      ['77IO', 'Brick Co', 'GB 123 4567 82 001'],
      ['SO', 'Smith & Sons (UK) Ltd', ''],
      [null, null, 'GB123456782'],
      ['7', null, null],
    ] as const;
    const columns = database.pragma('table_info(invoices)') as { name: string; notnull: number; dflt_value: unknown }[];
    const needed = columns.filter(({ name, notnull }) => notnull === 1 && name !== 'id').map(({ name }) => name);
    heads.forEach((head, i) => {
      const names = ['id', 'invoice_number', 'supplier_name', 'supplier_vat_number', ...needed];
      database
        .prepare(`INSERT INTO invoices (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`)
        .run(`inv_${i}`, ...head, ...needed.map(() => 0));
    });
    database.close();
    const store = await openStore(folder);
    const rows = await store.db.selectFrom('invoices').select(['number_key', 'supplier_key']).orderBy('seq').execute();
    await store.close();
    expect(rows).toEqual(
      heads.map(([number, supplierName, supplierVatNumber]) => ({
        number_key: numberEnding(number),
        supplier_key: supplierKey({ supplierName, supplierVatNumber }),
      })),
    );
  });

  it('of a later version is refused with its name', async () => {
    const store = await openStore(folder);
    store.raw.exec("INSERT INTO kysely_migration (name, timestamp) VALUES ('999_of_the_future', '2030')");
    await store.close();
    await expect(openStore(folder)).rejects.toThrow(/999_of_the_future/);
  });
});
