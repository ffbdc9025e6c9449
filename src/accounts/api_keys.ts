import { randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import { newId } from '../store/ids.js';
import type { Store } from '../store/open.js';
import type { ApiKeysTable, Tables } from '../store/tables.js';
import type { Actor, Audit } from './audit.js';
import type { Plan } from './plans.js';
import type { Principal } from './principal.js';
import { type Scope, scopeSet, scopesIn, scopeText } from './scopes.js';
import type { Secrets } from './secrets.js';

export const KEY_PREFIX = 'n708_live_';
const KEY_SHAPE = /^n708_live_[0-9a-f]{64}$/;

/** Live keys an account may hold: each has a daily cap of its own. */
export const MOST_KEYS = 20;

/** Keys an account may make in 24 hours, revoked ones too: a new key must not be a way to a new daily cap without end. */
export const MOST_NEW_KEYS_A_DAY = 40;
const DAY_MS = 24 * 60 * 60 * 1000;

/** Last use is written at most this often. */
const LAST_USED_EVERY_MS = 5 * 60 * 1000;

/** A key as it may be shown after it was made: never the key itself. */
export interface KeyRecord {
  id: string;
  accountId: string;
  name: string;
  /** Beginning and last four digits: `n708_live_...9f3c`. */
  shown: string;
  scopes: Scope[];
  madeBy: ApiKeysTable['made_by'];
  createdAt: number;
  lastUsedAt: number | null;
  revokedAt: number | null;
}

/** Refused because the account holds, or has made within a day, as many keys as it may. */
export class TooManyKeys extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'TooManyKeys';
  }
}

interface KeyOwner {
  id: string;
  scopes: string;
  last_used_at: number | null;
  account_id: string;
  organisation_id: string;
  email: string;
  plan: string;
  verified_at: number | null;
}

/** Keys: made once, shown once, kept as a keyed hash, checked on every call, void from the moment they are revoked. */
export class ApiKeys {
  private readonly ownerOf;
  private readonly touch;

  constructor(
    private readonly store: Pick<Store, 'db' | 'raw'>,
    private readonly secrets: Secrets,
    private readonly audit: Audit,
    private readonly clock: () => number = Date.now,
  ) {
    this.ownerOf = store.raw.prepare<[string], KeyOwner>(
      `SELECT k.id, k.scopes, k.last_used_at, k.account_id, a.organisation_id, a.email, a.plan, a.verified_at
       FROM api_keys k JOIN accounts a ON a.id = k.account_id
       WHERE k.key_hash = ? AND k.revoked_at IS NULL AND a.state = 'active'`,
    );
    this.touch = store.raw.prepare<[number, string]>('UPDATE api_keys SET last_used_at = ? WHERE id = ?');
  }

  /**
   * Makes a key. The answer is the only time it can be seen.
   * @throws TooManyKeys
   */
  async create(
    accountId: string,
    options: { name: string; scopes: Iterable<Scope>; madeBy: ApiKeysTable['made_by'] },
    actor: Actor,
  ): Promise<{ key: string; record: KeyRecord }> {
    return this.store.db.transaction().execute((db) => this.createIn(db, accountId, options, actor));
  }

  /** The same as part of a larger transaction. */
  async createIn(
    db: Kysely<Tables>,
    accountId: string,
    options: { name: string; scopes: Iterable<Scope>; madeBy: ApiKeysTable['made_by'] },
    actor: Actor,
  ): Promise<{ key: string; record: KeyRecord }> {
    const now = this.clock();
    const { live, fresh } = await db
      .selectFrom('api_keys')
      .select(({ fn }) => [
        fn.countAll<number>().filterWhere('revoked_at', 'is', null).as('live'),
        fn
          .countAll<number>()
          .filterWhere('created_at', '>', now - DAY_MS)
          .as('fresh'),
      ])
      .where('account_id', '=', accountId)
      .executeTakeFirstOrThrow();
    if (live >= MOST_KEYS) throw new TooManyKeys(`This account has ${MOST_KEYS} keys in use; revoke one first.`);
    if (fresh >= MOST_NEW_KEYS_A_DAY)
      throw new TooManyKeys(`This account has made ${MOST_NEW_KEYS_A_DAY} keys within a day; try again tomorrow.`);
    const key = KEY_PREFIX + randomBytes(32).toString('hex');
    const row: ApiKeysTable = {
      id: newId('key'),
      account_id: accountId,
      key_hash: this.secrets.hash('api_key', key),
      last4: key.slice(-4),
      name: options.name,
      scopes: scopeText(options.scopes),
      made_by: options.madeBy,
      created_at: now,
      last_used_at: null,
      revoked_at: null,
    };
    await db.insertInto('api_keys').values(row).execute();
    await this.audit.record('key.created', actor, accountId, { key: row.id, scopes: row.scopes }, db);
    return { key, record: recordOf(row) };
  }

  /** Who a key belongs to; null when it is malformed (found out without the database), unknown, revoked or disabled. */
  authenticate(key: string): Principal | null {
    if (!KEY_SHAPE.test(key)) return null;
    const owner = this.ownerOf.get(this.secrets.hash('api_key', key));
    if (!owner) return null;
    const now = this.clock();
    if (owner.last_used_at === null || now - owner.last_used_at >= LAST_USED_EVERY_MS) this.touch.run(now, owner.id);
    return {
      accountId: owner.account_id,
      organisationId: owner.organisation_id,
      email: owner.email,
      plan: owner.plan as Plan,
      verified: owner.verified_at !== null,
      scopes: scopeSet(owner.scopes),
      credential: { kind: 'api_key', id: owner.id },
    };
  }

  /** Keys of an account, the newest first. */
  async list(accountId: string): Promise<KeyRecord[]> {
    const rows = await this.store.db
      .selectFrom('api_keys')
      .selectAll()
      .where('account_id', '=', accountId)
      .orderBy('created_at', 'desc')
      .orderBy('id')
      .execute();
    return rows.map(recordOf);
  }

  /** Revokes a key at once. False when there is no such live key, or it is another account's. */
  async revoke(keyId: string, actor: Actor, accountId?: string): Promise<boolean> {
    return this.store.db.transaction().execute(async (db) => {
      let change = db
        .updateTable('api_keys')
        .set({ revoked_at: this.clock() })
        .where('id', '=', keyId)
        .where('revoked_at', 'is', null)
        .returning('account_id');
      if (accountId !== undefined) change = change.where('account_id', '=', accountId);
      const revoked = await change.executeTakeFirst();
      if (!revoked) return false;
      await this.audit.record('key.revoked', actor, revoked.account_id, { key: keyId }, db);
      return true;
    });
  }
}

function recordOf(row: ApiKeysTable): KeyRecord {
  return {
    id: row.id,
    accountId: row.account_id,
    name: row.name,
    shown: `${KEY_PREFIX}...${row.last4}`,
    scopes: scopesIn(row.scopes),
    madeBy: row.made_by,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
    revokedAt: row.revoked_at,
  };
}
