import type { Kysely, Selectable } from 'kysely';
import { newId } from '../store/ids.js';
import type { Store } from '../store/open.js';
import type { AccountsTable, Tables } from '../store/tables.js';
import type { Actor, Audit } from './audit.js';
import type { Plan } from './plans.js';

export interface Account {
  id: string;
  organisationId: string;
  email: string;
  state: 'active' | 'disabled';
  plan: Plan;
  createdAt: number;
  /** When a link sent to the address was used; null for accounts made without e-mail. */
  verifiedAt: number | null;
}

/** Accounts: who they are, on which plan, and whether they may call. */
export class AccountRecords {
  constructor(
    private readonly store: Pick<Store, 'db'>,
    private readonly audit: Audit,
    private readonly clock: () => number = Date.now,
  ) {}

  async byEmail(email: string, db: Kysely<Tables> = this.store.db): Promise<Account | null> {
    const row = await db.selectFrom('accounts').selectAll().where('email', '=', email).executeTakeFirst();
    return row ? accountOf(row) : null;
  }

  async byId(id: string, db: Kysely<Tables> = this.store.db): Promise<Account | null> {
    const row = await db.selectFrom('accounts').selectAll().where('id', '=', id).executeTakeFirst();
    return row ? accountOf(row) : null;
  }

  /** Accounts in the order they were made. */
  async list(): Promise<Account[]> {
    const rows = await this.store.db.selectFrom('accounts').selectAll().orderBy('created_at').orderBy('id').execute();
    return rows.map(accountOf);
  }

  /**
   * Makes an account with an organisation of its own, on plan `free`, within the caller's transaction. An account that
   * has the address already is answered as it is, but for the address being proved now.
   */
  async createIn(
    db: Kysely<Tables>,
    email: string,
    actor: Actor,
    options: { verified: boolean; recoveryHash?: string },
  ): Promise<{ account: Account; made: boolean }> {
    const existing = await this.byEmail(email, db);
    const now = this.clock();
    if (existing) {
      if (!options.verified || existing.verifiedAt !== null) return { account: existing, made: false };
      await db.updateTable('accounts').set({ verified_at: now }).where('id', '=', existing.id).execute();
      return { account: { ...existing, verifiedAt: now }, made: false };
    }
    const organisation = { id: newId('org'), name: email, created_at: now };
    await db.insertInto('organisations').values(organisation).execute();
    const row: AccountsTable = {
      id: newId('acc'),
      organisation_id: organisation.id,
      email,
      state: 'active',
      plan: 'free' satisfies Plan,
      created_at: now,
      verified_at: options.verified ? now : null,
      recovery_hash: options.recoveryHash ?? null,
    };
    await db.insertInto('accounts').values(row).execute();
    await this.audit.record('account.created', actor, row.id, {}, db);
    return { account: accountOf(row), made: true };
  }

  /** Makes an account for an address the caller vouches for, or answers the one that has it. */
  async make(email: string, actor: Actor): Promise<Account> {
    return this.store.db.transaction().execute(async (db) => {
      const { account } = await this.createIn(db, email, actor, { verified: true });
      return account;
    });
  }

  /** @returns false when there is no such account. */
  async setPlan(id: string, plan: Plan, actor: Actor): Promise<boolean> {
    return this.change(id, { plan }, 'account.plan_changed', actor, { plan });
  }

  /** A disabled account's keys, tokens and sessions are refused from the next call on; enabling brings them back. */
  async setState(id: string, state: Account['state'], actor: Actor): Promise<boolean> {
    return this.change(id, { state }, state === 'active' ? 'account.enabled' : 'account.disabled', actor);
  }

  private change(
    id: string,
    values: Partial<Pick<AccountsTable, 'plan' | 'state'>>,
    event: Parameters<Audit['record']>[0],
    actor: Actor,
    detail: Record<string, string> = {},
  ): Promise<boolean> {
    return this.store.db.transaction().execute(async (db) => {
      const changed = await db
        .updateTable('accounts')
        .set(values)
        .where('id', '=', id)
        .returning('id')
        .executeTakeFirst();
      if (!changed) return false;
      await this.audit.record(event, actor, id, detail, db);
      return true;
    });
  }
}

function accountOf(row: Selectable<AccountsTable>): Account {
  return {
    id: row.id,
    organisationId: row.organisation_id,
    email: row.email,
    state: row.state,
    plan: row.plan as Plan,
    createdAt: row.created_at,
    verifiedAt: row.verified_at,
  };
}
