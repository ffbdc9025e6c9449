import type { Kysely, Migration, MigrationProvider } from 'kysely';
import type { Tables } from './tables.js';

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
  '004_claims': {
    async up(db: Kysely<unknown>): Promise<void> {
      const { schema } = db;
      await schema
        .createTable('projects')
        .addColumn('seq', 'integer', (c) => c.primaryKey().autoIncrement())
        .addColumn('id', 'text', (c) => c.notNull().unique())
        .addColumn('organisation_id', 'text', (c) => c.notNull().references('organisations.id'))
        .addColumn('name', 'text', (c) => c.notNull())
        .addColumn('scheme', 'text', (c) => c.notNull())
        .addColumn('building', 'text', (c) => c.notNull())
        .addColumn('facts', 'text', (c) => c.notNull())
        .addColumn('elements', 'text', (c) => c.notNull())
        .addColumn('claimants', 'text', (c) => c.notNull())
        .addColumn('eligibility', 'text', (c) => c.notNull())
        .addColumn('revision', 'integer', (c) => c.notNull())
        .addColumn('created_at', 'bigint', (c) => c.notNull())
        .addColumn('updated_at', 'bigint', (c) => c.notNull())
        .execute();
      await schema.createIndex('projects_list').on('projects').columns(['organisation_id', 'seq']).execute();
      await schema
        .createTable('invoices')
        .addColumn('seq', 'integer', (c) => c.primaryKey().autoIncrement())
        .addColumn('id', 'text', (c) => c.notNull().unique())
        .addColumn('organisation_id', 'text', (c) => c.notNull().references('organisations.id'))
        .addColumn('project_id', 'text', (c) => c.notNull().references('projects.id'))
        .addColumn('state', 'text', (c) => c.notNull())
        .addColumn('extraction', 'text', (c) => c.notNull())
        .addColumn('document_type', 'text', (c) => c.notNull())
        .addColumn('heading', 'text')
        .addColumn('supplier_name', 'text')
        .addColumn('supplier_vat_number', 'text')
        .addColumn('supplier_key', 'text')
        .addColumn('invoice_number', 'text')
        .addColumn('invoice_date', 'text')
        .addColumn('tax_point', 'text')
        .addColumn('customer_name', 'text')
        .addColumn('currency', 'text', (c) => c.notNull())
        .addColumn('net_total', 'bigint')
        .addColumn('vat_total', 'bigint')
        .addColumn('gross_total', 'bigint')
        .addColumn('reconciled', 'integer')
        .addColumn('problems', 'text', (c) => c.notNull())
        .addColumn('content_hash', 'text')
        .addColumn('evidence', 'text', (c) => c.notNull())
        .addColumn('revision', 'integer', (c) => c.notNull())
        .addColumn('created_at', 'bigint', (c) => c.notNull())
        .addColumn('updated_at', 'bigint', (c) => c.notNull())
        .addColumn('trashed_at', 'bigint')
        .execute();
      await schema.createIndex('invoices_list').on('invoices').columns(['project_id', 'state', 'seq']).execute();
      await schema
        .createIndex('invoices_supplier')
        .on('invoices')
        .columns(['project_id', 'supplier_key', 'invoice_number'])
        .execute();
      await schema
        .createIndex('invoices_content')
        .unique()
        .on('invoices')
        .columns(['project_id', 'content_hash'])
        .execute();
      await schema
        .createTable('line_items')
        .addColumn('seq', 'integer', (c) => c.primaryKey().autoIncrement())
        .addColumn('id', 'text', (c) => c.notNull().unique())
        .addColumn('organisation_id', 'text', (c) => c.notNull().references('organisations.id'))
        .addColumn('project_id', 'text', (c) => c.notNull().references('projects.id'))
        .addColumn('invoice_id', 'text', (c) => c.notNull().references('invoices.id'))
        .addColumn('in_trash', 'integer', (c) => c.notNull())
        .addColumn('position', 'integer', (c) => c.notNull())
        .addColumn('text', 'text', (c) => c.notNull())
        .addColumn('net', 'bigint')
        .addColumn('vat', 'bigint')
        .addColumn('printed', 'text', (c) => c.notNull())
        .addColumn('stated', 'text', (c) => c.notNull())
        .addColumn('answers', 'text', (c) => c.notNull())
        .addColumn('relation', 'text')
        .addColumn('main_line_id', 'text')
        .addColumn('main_line', 'text')
        .addColumn('decision_id', 'text')
        .addColumn('status', 'text', (c) => c.notNull())
        .addColumn('undecided', 'text')
        .addColumn('treatment', 'text', (c) => c.notNull())
        .addColumn('vat_reclaimable', 'bigint', (c) => c.notNull())
        .addColumn('vat_to_recover', 'bigint', (c) => c.notNull())
        .addColumn('vat_once_corrected', 'bigint', (c) => c.notNull())
        .addColumn('rule_id', 'text')
        .addColumn('question_id', 'text')
        .addColumn('created_at', 'bigint', (c) => c.notNull())
        .addColumn('updated_at', 'bigint', (c) => c.notNull())
        .execute();
      await schema.createIndex('line_items_list').on('line_items').columns(['project_id', 'in_trash', 'seq']).execute();
      await schema
        .createIndex('line_items_treatment')
        .on('line_items')
        .columns([
          'project_id',
          'in_trash',
          'treatment',
          'seq',
          'net',
          'vat',
          'vat_reclaimable',
          'vat_to_recover',
          'vat_once_corrected',
          'invoice_id',
        ])
        .execute();
      await schema
        .createIndex('line_items_question')
        .on('line_items')
        .columns(['project_id', 'in_trash', 'question_id', 'seq'])
        .execute();
      await schema.createIndex('line_items_invoice').on('line_items').columns(['invoice_id', 'position']).execute();
      await schema
        .createTable('decisions')
        .addColumn('seq', 'integer', (c) => c.primaryKey().autoIncrement())
        .addColumn('id', 'text', (c) => c.notNull().unique())
        .addColumn('organisation_id', 'text', (c) => c.notNull().references('organisations.id'))
        .addColumn('line_item_id', 'text', (c) => c.notNull().references('line_items.id'))
        .addColumn('at', 'bigint', (c) => c.notNull())
        .addColumn('actor', 'text', (c) => c.notNull())
        .addColumn('cause', 'text', (c) => c.notNull())
        .addColumn('line', 'text', (c) => c.notNull())
        .addColumn('outcome', 'text', (c) => c.notNull())
        .addColumn('rule_id', 'text')
        .addColumn('edition', 'text', (c) => c.notNull())
        .addColumn('digest', 'text', (c) => c.notNull())
        .execute();
      await schema.createIndex('decisions_line').on('decisions').columns(['line_item_id', 'seq']).execute();
      await schema
        .createTable('action_states')
        .addColumn('project_id', 'text', (c) => c.notNull().references('projects.id'))
        .addColumn('organisation_id', 'text', (c) => c.notNull().references('organisations.id'))
        .addColumn('action_id', 'text', (c) => c.notNull())
        .addColumn('state', 'text', (c) => c.notNull())
        .addColumn('note', 'text')
        .addColumn('actor', 'text', (c) => c.notNull())
        .addColumn('updated_at', 'bigint', (c) => c.notNull())
        .addPrimaryKeyConstraint('action_states_pk', ['project_id', 'action_id'])
        .execute();
      await schema
        .createTable('written_once')
        .addColumn('organisation_id', 'text', (c) => c.notNull().references('organisations.id'))
        .addColumn('key', 'text', (c) => c.notNull())
        .addColumn('request_hash', 'text', (c) => c.notNull())
        .addColumn('answer', 'text', (c) => c.notNull())
        .addColumn('at', 'bigint', (c) => c.notNull())
        .addPrimaryKeyConstraint('written_once_pk', ['organisation_id', 'key'])
        .execute();
      await schema
        .createTable('rulebooks')
        .addColumn('digest', 'text', (c) => c.primaryKey())
        .addColumn('edition', 'text', (c) => c.notNull())
        .addColumn('files', 'text', (c) => c.notNull())
        .addColumn('kept_at', 'bigint', (c) => c.notNull())
        .execute();
      await schema.createIndex('written_once_at').on('written_once').column('at').execute();
    },
  },
  '005_documents': {
    async up(db: Kysely<unknown>): Promise<void> {
      const { schema } = db;
      await schema
        .createTable('documents')
        .addColumn('invoice_id', 'text', (c) => c.primaryKey().references('invoices.id'))
        .addColumn('organisation_id', 'text', (c) => c.notNull().references('organisations.id'))
        .addColumn('sha256', 'text', (c) => c.notNull())
        .addColumn('bytes', 'integer', (c) => c.notNull())
        .addColumn('media_type', 'text', (c) => c.notNull())
        .addColumn('file_name', 'text')
        .addColumn('said_to_be', 'text')
        .addColumn('submitted_by', 'text', (c) => c.notNull())
        .addColumn('created_at', 'bigint', (c) => c.notNull())
        .execute();
      await schema.createIndex('documents_stored').on('documents').columns(['organisation_id', 'bytes']).execute();
      await schema.createIndex('documents_file').on('documents').column('sha256').execute();
      await schema
        .createTable('jobs')
        .addColumn('seq', 'integer', (c) => c.primaryKey().autoIncrement())
        .addColumn('id', 'text', (c) => c.notNull().unique())
        .addColumn('organisation_id', 'text', (c) => c.notNull().references('organisations.id'))
        .addColumn('project_id', 'text', (c) => c.notNull().references('projects.id'))
        .addColumn('invoice_id', 'text', (c) => c.notNull().unique().references('invoices.id'))
        .addColumn('state', 'text', (c) => c.notNull())
        .addColumn('attempts', 'integer', (c) => c.notNull())
        .addColumn('next_attempt_at', 'bigint', (c) => c.notNull())
        .addColumn('lease', 'text')
        .addColumn('lease_until', 'bigint')
        .addColumn('page', 'integer')
        .addColumn('pages', 'integer')
        .addColumn('queued_at', 'bigint', (c) => c.notNull())
        .addColumn('started_at', 'bigint')
        .addColumn('finished_at', 'bigint')
        .addColumn('failure', 'text')
        .addColumn('reason', 'text')
        .addColumn('retry_can_help', 'integer')
        .execute();
      await schema.createIndex('jobs_due').on('jobs').columns(['state', 'next_attempt_at']).execute();
      await schema
        .createIndex('jobs_organisation')
        .on('jobs')
        .columns(['organisation_id', 'state', 'started_at'])
        .execute();
      await schema
        .createTable('uploads')
        .addColumn('token_hash', 'text', (c) => c.primaryKey())
        .addColumn('organisation_id', 'text', (c) => c.notNull().references('organisations.id'))
        .addColumn('project_id', 'text', (c) => c.notNull().references('projects.id'))
        .addColumn('account_id', 'text', (c) => c.notNull().references('accounts.id'))
        .addColumn('actor', 'text', (c) => c.notNull())
        .addColumn('file_name', 'text')
        .addColumn('said_to_be', 'text')
        .addColumn('expires_at', 'bigint', (c) => c.notNull())
        .addColumn('used_at', 'bigint')
        .execute();
      await schema.createIndex('uploads_expires').on('uploads').column('expires_at').execute();
    },
  },
  '006_document_identity': {
    async up(db: Kysely<unknown>): Promise<void> {
      const { schema } = db;
      await schema.alterTable('invoices').addColumn('number_key', 'text').execute();
      const invoices = db as Kysely<Pick<Tables, 'invoices'>>;
      const rows = await invoices
        .selectFrom('invoices')
        .select(['id', 'invoice_number', 'supplier_name', 'supplier_vat_number', 'supplier_key'])
        .execute();
      for (const { id, invoice_number, supplier_name, supplier_vat_number, supplier_key } of rows) {
        const byNumber = /\d/.test(supplier_vat_number ?? '');
        const name = wordsAsStored(supplier_name).replace(/ (?:ltd|limited|plc|llp|lp|cic|inc)$/, '') || null;
        await invoices
          .updateTable('invoices')
          .set({
            number_key: wordsAsStored(invoice_number).replaceAll(' ', '') || null,
            supplier_key: byNumber ? supplier_key : name,
          })
          .where('id', '=', id)
          .execute();
      }
      await schema.createIndex('invoices_number').on('invoices').columns(['organisation_id', 'number_key']).execute();
      await schema.createIndex('invoices_bytes').on('invoices').columns(['organisation_id', 'content_hash']).execute();
    },
  },
  '007_said_for': {
    async up(db: Kysely<unknown>): Promise<void> {
      await db.schema.alterTable('invoices').addColumn('said_for', 'text').execute();
    },
  },
  '008_numbers_in_other_dress': {
    async up(db: Kysely<unknown>): Promise<void> {
      const invoices = db as Kysely<Pick<Tables, 'invoices'>>;
      const rows = await invoices
        .selectFrom('invoices')
        .select(['id', 'invoice_number', 'supplier_name', 'supplier_vat_number'])
        .execute();
      const looks: Readonly<Record<string, string>> = { '0': 'o', '1': 'l', i: 'l', '5': 's', '8': 'b' };
      const ending = (invoiceNumber: string | null) => {
        const key = wordsAsStored(invoiceNumber).replaceAll(' ', '');
        const digits = key
          .replace(/(?<=\d)[oil]+(?=\d|$)/g, (run) => run.replace(/o/g, '0').replace(/[il]/g, '1'))
          .replace(/\D/g, '');
        return digits === '' ? key.replace(/[01i58]/g, (c) => looks[c] ?? c) : digits.slice(-2).padStart(2, '0');
      };
      const supplier = (name: string | null, vatNumber: string | null) =>
        (vatNumber ?? '').replace(/\D/g, '').replace(/^(\d{9})\d{3}$/, '$1') ||
        wordsAsStored(name)
          .replace(/(?: (?:ltd|limited|plc|llp|lp|cic|inc))+$/, '')
          .replace(/ company$/, ' co');
      for (const { id, invoice_number, supplier_name, supplier_vat_number } of rows)
        await invoices
          .updateTable('invoices')
          .set({
            number_key: ending(invoice_number) || null,
            supplier_key: supplier(supplier_name, supplier_vat_number) || null,
          })
          .where('id', '=', id)
          .execute();
    },
  },
};

/** Words as the keys of migrations 006 and 008 are made of them, however names are compared today. */
function wordsAsStored(text: string | null): string {
  return (text ?? '')
    .normalize('NFD')
    .replace(/[\p{M}'’]/gu, '')
    .toLowerCase()
    .replaceAll('&', ' and ')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

export const migrations: MigrationProvider = { getMigrations: async () => MIGRATIONS };
