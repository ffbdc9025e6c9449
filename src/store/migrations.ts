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
  '002_accounts': {
    async up(db: Kysely<unknown>): Promise<void> {
      const { schema } = db;
      await schema
        .createTable('organisations')
        .addColumn('id', 'text', (c) => c.primaryKey())
        .addColumn('name', 'text', (c) => c.notNull())
        .addColumn('created_at', 'bigint', (c) => c.notNull())
        .execute();
      await schema
        .createTable('accounts')
        .addColumn('id', 'text', (c) => c.primaryKey())
        .addColumn('organisation_id', 'text', (c) => c.notNull().references('organisations.id'))
        .addColumn('email', 'text', (c) => c.notNull().unique())
        .addColumn('state', 'text', (c) => c.notNull())
        .addColumn('plan', 'text', (c) => c.notNull())
        .addColumn('created_at', 'bigint', (c) => c.notNull())
        .addColumn('verified_at', 'bigint')
        .addColumn('recovery_hash', 'text')
        .execute();
      await schema
        .createTable('sign_ups')
        .addColumn('token_hash', 'text', (c) => c.primaryKey())
        .addColumn('email', 'text', (c) => c.notNull())
        .addColumn('asked_at', 'bigint', (c) => c.notNull())
        .addColumn('expires_at', 'bigint', (c) => c.notNull())
        .addColumn('used_at', 'bigint')
        .execute();
      await schema
        .createTable('api_keys')
        .addColumn('id', 'text', (c) => c.primaryKey())
        .addColumn('account_id', 'text', (c) => c.notNull().references('accounts.id'))
        .addColumn('key_hash', 'text', (c) => c.notNull().unique())
        .addColumn('last4', 'text', (c) => c.notNull())
        .addColumn('name', 'text', (c) => c.notNull())
        .addColumn('scopes', 'text', (c) => c.notNull())
        .addColumn('made_by', 'text', (c) => c.notNull())
        .addColumn('created_at', 'bigint', (c) => c.notNull())
        .addColumn('last_used_at', 'bigint')
        .addColumn('revoked_at', 'bigint')
        .execute();
      await schema.createIndex('api_keys_account').on('api_keys').column('account_id').execute();
      await schema
        .createTable('approvals')
        .addColumn('request_hash', 'text', (c) => c.primaryKey())
        .addColumn('approval_hash', 'text', (c) => c.notNull().unique())
        .addColumn('retrieval_hash', 'text', (c) => c.notNull().unique())
        .addColumn('user_code', 'text', (c) => c.notNull())
        .addColumn('account_id', 'text', (c) => c.references('accounts.id'))
        .addColumn('scopes', 'text', (c) => c.notNull())
        .addColumn('client', 'text', (c) => c.notNull())
        .addColumn('client_address', 'text', (c) => c.notNull())
        .addColumn('state', 'text', (c) => c.notNull())
        .addColumn('asked_at', 'bigint', (c) => c.notNull())
        .addColumn('expires_at', 'bigint', (c) => c.notNull())
        .addColumn('polled_at', 'bigint')
        .addColumn('decided_at', 'bigint')
        .addColumn('key_id', 'text', (c) => c.references('api_keys.id'))
        .execute();
      await schema
        .createTable('sign_ins')
        .addColumn('id', 'text', (c) => c.primaryKey())
        .addColumn('account_id', 'text', (c) => c.references('accounts.id'))
        .addColumn('code_hash', 'text', (c) => c.notNull())
        .addColumn('link_hash', 'text', (c) => c.notNull().unique())
        .addColumn('wrong_tries', 'integer', (c) => c.notNull())
        .addColumn('asked_at', 'bigint', (c) => c.notNull())
        .addColumn('expires_at', 'bigint', (c) => c.notNull())
        .addColumn('used_at', 'bigint')
        .execute();
      await schema
        .createTable('sessions')
        .addColumn('id_hash', 'text', (c) => c.primaryKey())
        .addColumn('account_id', 'text', (c) => c.notNull().references('accounts.id'))
        .addColumn('created_at', 'bigint', (c) => c.notNull())
        .addColumn('expires_at', 'bigint', (c) => c.notNull())
        .execute();
      await schema
        .createTable('mails')
        .addColumn('id', 'text', (c) => c.primaryKey())
        .addColumn('recipient', 'text', (c) => c.notNull())
        .addColumn('subject', 'text', (c) => c.notNull())
        .addColumn('body', 'text', (c) => c.notNull())
        .addColumn('created_at', 'bigint', (c) => c.notNull())
        .addColumn('sent_at', 'bigint')
        .addColumn('attempts', 'integer', (c) => c.notNull())
        .addColumn('next_attempt_at', 'bigint')
        .execute();
      await schema
        .createTable('audit')
        .addColumn('id', 'text', (c) => c.primaryKey())
        .addColumn('at', 'bigint', (c) => c.notNull())
        .addColumn('event', 'text', (c) => c.notNull())
        .addColumn('account_id', 'text')
        .addColumn('actor', 'text', (c) => c.notNull())
        .addColumn('client_address', 'text')
        .addColumn('detail', 'text', (c) => c.notNull())
        .execute();
      await schema.createIndex('audit_at').on('audit').column('at').execute();
    },
  },
  '003_oauth': {
    async up(db: Kysely<unknown>): Promise<void> {
      const { schema } = db;
      await schema
        .createTable('oauth_records')
        .addColumn('id_hash', 'text', (c) => c.primaryKey())
        .addColumn('kind', 'text', (c) => c.notNull())
        .addColumn('sealed', 'text', (c) => c.notNull())
        .addColumn('grant_hash', 'text')
        .addColumn('uid_hash', 'text')
        .addColumn('account_id', 'text')
        .addColumn('client_id', 'text')
        .addColumn('made_at', 'bigint', (c) => c.notNull())
        .addColumn('consumed_at', 'bigint')
        .addColumn('expires_at', 'bigint')
        .execute();
      await schema.createIndex('oauth_records_grant').on('oauth_records').column('grant_hash').execute();
      await schema.createIndex('oauth_records_uid').on('oauth_records').column('uid_hash').execute();
      await schema.createIndex('oauth_records_account').on('oauth_records').column('account_id').execute();
    },
  },
};

export const migrations: MigrationProvider = { getMigrations: async () => MIGRATIONS };
