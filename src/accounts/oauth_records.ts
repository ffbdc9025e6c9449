import type { Selectable } from 'kysely';
import type { Store } from '../store/open.js';
import type { OAuthRecordsTable } from '../store/tables.js';
import type { Secrets } from './secrets.js';

/** A record as the authorization server gives and takes it. */
export interface OAuthPayload {
  [name: string]: unknown;
  accountId?: string;
  clientId?: string;
  grantId?: string;
  uid?: string;
  /** Seconds since 1970. */
  consumed?: number;
}

/**
 * For this long a refresh token that was just used is taken again: agents that refresh in parallel would otherwise take
 * each other's place for theft and lose their access.
 */
export const REFRESH_GRACE_MS = 30_000;

/** Clients that nobody granted anything are forgotten after this. */
const UNUSED_CLIENT_MS = 30 * 24 * 60 * 60 * 1000;

/** A program a person let in by consent. */
export interface ConnectedApplication {
  grantId: string;
  clientId: string;
  name: string;
  scopes: string[];
  since: number;
}

/** Storage of the authorization server: ids as keyed hashes, records encrypted. */
export class OAuthRecords {
  constructor(
    private readonly store: Pick<Store, 'db'>,
    private readonly secrets: Secrets,
    private readonly clock: () => number = Date.now,
  ) {}

  /** @param expiresInSecs none for records that do not end by themselves */
  async put(kind: string, id: string, payload: OAuthPayload, expiresInSecs?: number): Promise<void> {
    const { consumed: _consumed, ...kept } = payload;
    const now = this.clock();
    const idHash = this.idHash(kind, id);
    const row = {
      kind,
      sealed: this.secrets.seal(JSON.stringify({ id, payload: kept }), idHash),
      grant_hash: payload.grantId === undefined ? null : this.idHash('Grant', payload.grantId),
      uid_hash: payload.uid === undefined ? null : this.idHash('uid', payload.uid),
      account_id: kind === 'Grant' ? (payload.accountId ?? null) : null,
      client_id: kind === 'Client' ? id : (payload.clientId ?? null),
      expires_at: expiresInSecs === undefined ? null : now + expiresInSecs * 1000,
    };
    await this.store.db
      .insertInto('oauth_records')
      .values({ id_hash: idHash, made_at: now, consumed_at: null, ...row })
      .onConflict((conflict) => conflict.column('id_hash').doUpdateSet(row))
      .execute();
  }

  async find(kind: string, id: string): Promise<OAuthPayload | undefined> {
    return this.payloadOf(await this.live().where('id_hash', '=', this.idHash(kind, id)).executeTakeFirst());
  }

  async findByUid(kind: string, uid: string): Promise<OAuthPayload | undefined> {
    return this.payloadOf(
      await this.live().where('kind', '=', kind).where('uid_hash', '=', this.idHash('uid', uid)).executeTakeFirst(),
    );
  }

  async consume(kind: string, id: string): Promise<void> {
    await this.store.db
      .updateTable('oauth_records')
      .set({ consumed_at: this.clock() })
      .where('id_hash', '=', this.idHash(kind, id))
      // The grace runs from the first use.
      .where('consumed_at', 'is', null)
      .execute();
  }

  async destroy(kind: string, id: string): Promise<void> {
    await this.store.db.deleteFrom('oauth_records').where('id_hash', '=', this.idHash(kind, id)).execute();
  }

  /** Ends every token and code of a grant. */
  async revokeByGrantId(grantId: string): Promise<void> {
    await this.store.db.deleteFrom('oauth_records').where('grant_hash', '=', this.idHash('Grant', grantId)).execute();
  }

  /** Programs an account has let in, the newest first. */
  async connected(accountId: string): Promise<ConnectedApplication[]> {
    const grants = await this.live()
      .where('kind', '=', 'Grant')
      .where('account_id', '=', accountId)
      .orderBy('made_at', 'desc')
      .execute();
    return Promise.all(
      grants.map(async (row) => {
        const { id, payload } = this.opened(row);
        const clientId = payload.clientId ?? '';
        const client = await this.find('Client', clientId);
        const resources = (payload.resources ?? {}) as Record<string, string>;
        return {
          grantId: id,
          clientId,
          name: String(client?.client_name ?? clientId),
          scopes: [...new Set(Object.values(resources).flatMap((scopes) => scopes.split(' ')))],
          since: row.made_at,
        };
      }),
    );
  }

  /** Ends a grant of an account with its tokens, at once. False when it is not theirs. */
  async disconnect(accountId: string, grantId: string): Promise<boolean> {
    const grant = await this.find('Grant', grantId);
    if (grant?.accountId !== accountId) return false;
    await this.revokeByGrantId(grantId);
    await this.destroy('Grant', grantId);
    return true;
  }

  /** Forgets what has ended, and clients nobody used. */
  async sweep(): Promise<void> {
    const now = this.clock();
    await this.store.db.deleteFrom('oauth_records').where('expires_at', '<=', now).execute();
    await this.store.db
      .deleteFrom('oauth_records')
      .where('kind', '=', 'Client')
      .where('made_at', '<=', now - UNUSED_CLIENT_MS)
      .where('client_id', 'not in', (granted) =>
        granted
          .selectFrom('oauth_records')
          .select('client_id')
          .where('kind', '=', 'Grant')
          .where('client_id', 'is not', null)
          .$castTo<{ client_id: string }>(),
      )
      .execute();
  }

  private live() {
    const now = this.clock();
    return this.store.db
      .selectFrom('oauth_records')
      .selectAll()
      .where((row) => row.or([row('expires_at', 'is', null), row('expires_at', '>', now)]));
  }

  private payloadOf(row: Selectable<OAuthRecordsTable> | undefined): OAuthPayload | undefined {
    if (!row) return undefined;
    const { payload } = this.opened(row);
    const { consumed_at: consumed } = row;
    if (consumed === null) return payload;
    if (row.kind === 'RefreshToken' && this.clock() - consumed < REFRESH_GRACE_MS) return payload;
    return { ...payload, consumed: Math.floor(consumed / 1000) };
  }

  private opened(row: Selectable<OAuthRecordsTable>): { id: string; payload: OAuthPayload } {
    return JSON.parse(this.secrets.unseal(row.sealed, row.id_hash)) as { id: string; payload: OAuthPayload };
  }

  private idHash(kind: string, id: string): string {
    return this.secrets.hash('oauth', `${kind} ${id}`);
  }
}
