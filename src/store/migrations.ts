import type { Kysely, Migration, MigrationProvider } from 'kysely';

/** Up only: an older file is brought forward, never back. Names are the order and never change. */
const MIGRATIONS: Record<string, Migration> = {
  '001_usage': {
    async up(db: Kysely<unknown>): Promise<void> {
      await db.schema
        .createTable('usage')
        .addColumn('subject', 'text', (c) => c.notNull())
        .addColumn('kind', 'text', (c) => c.notNull())
        .addColumn('started_at', 'bigint', (c) => c.notNull())
        .addColumn('used', 'integer', (c) => c.notNull())
        .addPrimaryKeyConstraint('usage_pk', ['subject', 'kind'])
        .execute();
      await db.schema.createIndex('usage_started_at').on('usage').column('started_at').execute();
    },
  },
};

export const migrations: MigrationProvider = { getMigrations: async () => MIGRATIONS };
