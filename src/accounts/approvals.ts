import { randomInt } from 'node:crypto';
import type { Selectable } from 'kysely';
import type { Store } from '../store/open.js';
import type { ApprovalsTable } from '../store/tables.js';
import type { Account, AccountRecords } from './account_records.js';
import type { ApiKeys } from './api_keys.js';
import type { Actor, Audit } from './audit.js';
import type { Outbox } from './mail.js';
import type { MailAllowance } from './mail_allowance.js';
import { approvalMail } from './mail_texts.js';
import { type Scope, scopesIn, scopeText } from './scopes.js';
import { newToken, type Secrets } from './secrets.js';

/** Time to approve. */
export const APPROVAL_MS = 10 * 60 * 1000;
/** Time to fetch the key once approved. */
export const RETRIEVAL_MS = 15 * 60 * 1000;
/** Seconds between polls, as interface.md section 3 says. */
export const POLL_INTERVAL_SECS = 3;
/** For who polls too soon; interface.md allows 3 to 5. */
const SLOWER_POLL_SECS = 5;
const POLL_TOO_SOON_MS = 1_000;
/** Requests that ended are forgotten after a day. */
const FORGOTTEN_MS = 24 * 60 * 60 * 1000;

/** No vowels, so no words; nothing that reads as another letter. 20 to the 8th codes. */
const CODE_LETTERS = 'BCDFGHJKLMNPQRSTVWXZ';

/** What the asking program polls with, and what the person compares. */
export interface ApprovalRequest {
  requestId: string;
  /** For example `BCDF-GHJK`. */
  userCode: string;
  expiresInSecs: number;
}

export type PollStatus = 'pending' | 'ready' | 'denied' | 'expired';

export interface Poll {
  status: PollStatus;
  /** Seconds to wait before the next poll; longer when polled too soon. */
  interval: number;
  /** With `ready`: token of the page that shows the key. */
  retrievalToken?: string;
}

/** A request as the approval page shows it. */
export interface PendingApproval {
  userCode: string;
  email: string;
  scopes: Scope[];
  client: string;
  clientAddress: string;
  askedAt: number;
}

export interface ApprovalParts {
  store: Pick<Store, 'db'>;
  secrets: Secrets;
  audit: Audit;
  accounts: AccountRecords;
  keys: ApiKeys;
  outbox: Outbox;
  allowance: MailAllowance;
  clock: () => number;
  page(path: string): string;
}

/**
 * A program asks for a key, the owner of the address approves by e-mail, the owner's browser shows the key. After the
 * shape of RFC 8628; the polling secret is never in the mail, the link in the mail is never in an answer.
 */
export class Approvals {
  constructor(private readonly parts: ApprovalParts) {}

  /** Starts a request. Same answer, same work, whether or not an account has the address. */
  async ask(
    email: string,
    options: { scopes: readonly Scope[]; client: string },
    actor: Actor,
  ): Promise<ApprovalRequest> {
    const { store, secrets, audit, accounts, outbox, allowance, clock, page } = this.parts;
    const requestId = `req_${newToken()}`;
    const approvalToken = newToken();
    const userCode = newUserCode();
    const now = clock();
    await store.db.transaction().execute(async (db) => {
      const known = await accounts.byEmail(email, db);
      const account = known?.state === 'active' ? known : null;
      await db
        .insertInto('approvals')
        .values({
          request_hash: secrets.hash('approval_request', requestId),
          approval_hash: secrets.hash('approval_link', approvalToken),
          retrieval_hash: secrets.hash('key_retrieval', this.retrievalToken(requestId)),
          user_code: userCode,
          account_id: account?.id ?? null,
          scopes: scopeText(options.scopes),
          client: options.client,
          client_address: actor.clientAddress ?? '',
          state: 'pending',
          asked_at: now,
          expires_at: now + APPROVAL_MS,
          polled_at: null,
          decided_at: null,
          key_id: null,
        })
        .execute();
      await audit.record('approval.asked', actor, account?.id ?? null, { userCode }, db);
      if (account && allowance.take(email, now))
        await outbox.putIn(db, approvalMail(email, userCode, page(`/approve/${approvalToken}`)));
    });
    void outbox.flush();
    return { requestId, userCode, expiresInSecs: APPROVAL_MS / 1000 };
  }

  /** How a request stands; null when there is none of this id. */
  async poll(requestId: string): Promise<Poll | null> {
    const { store, secrets, clock } = this.parts;
    const hash = secrets.hash('approval_request', requestId);
    const row = await store.db.selectFrom('approvals').selectAll().where('request_hash', '=', hash).executeTakeFirst();
    if (!row) return null;
    const now = clock();
    await store.db.updateTable('approvals').set({ polled_at: now }).where('request_hash', '=', hash).execute();
    const tooSoon = row.polled_at !== null && now - row.polled_at < POLL_TOO_SOON_MS;
    const status = statusOf(row, now);
    return {
      status,
      interval: status === 'pending' && tooSoon ? SLOWER_POLL_SECS : POLL_INTERVAL_SECS,
      ...(status === 'ready' ? { retrievalToken: this.retrievalToken(requestId) } : {}),
    };
  }

  /** What an approval link asks; null when it is unknown, decided or too old. Changes nothing. */
  async pending(approvalToken: string): Promise<PendingApproval | null> {
    const { store, secrets, clock } = this.parts;
    const row = await store.db
      .selectFrom('approvals')
      .innerJoin('accounts', 'accounts.id', 'approvals.account_id')
      .selectAll('approvals')
      .select('accounts.email')
      .where('approval_hash', '=', secrets.hash('approval_link', approvalToken))
      .where('approvals.state', '=', 'pending')
      .where('accounts.state', '=', 'active')
      .where('expires_at', '>', clock())
      .executeTakeFirst();
    if (!row) return null;
    return {
      userCode: row.user_code,
      email: row.email,
      scopes: scopesIn(row.scopes),
      client: row.client,
      clientAddress: row.client_address,
      askedAt: row.asked_at,
    };
  }

  /** Approves or denies, once; false when the link is unknown, decided or too old. */
  async decide(approvalToken: string, approved: boolean, actor: Actor): Promise<boolean> {
    const { store, secrets, audit, clock } = this.parts;
    const now = clock();
    return store.db.transaction().execute(async (db) => {
      const row = await db
        .updateTable('approvals')
        .set({
          state: approved ? 'approved' : 'denied',
          decided_at: now,
          ...(approved ? { expires_at: now + RETRIEVAL_MS } : {}),
        })
        .where('approval_hash', '=', secrets.hash('approval_link', approvalToken))
        .where('state', '=', 'pending')
        .where('account_id', 'is not', null)
        .where('expires_at', '>', now)
        .returning(['account_id', 'user_code'])
        .executeTakeFirst();
      if (!row) return false;
      const event = approved ? 'approval.approved' : 'approval.denied';
      await audit.record(event, actor, row.account_id, { userCode: row.user_code }, db);
      return true;
    });
  }

  /** Whether the page of a retrieval token still has a key to show. Changes nothing. */
  async retrievable(retrievalToken: string): Promise<boolean> {
    const { store, secrets, clock } = this.parts;
    const row = await store.db
      .selectFrom('approvals')
      .selectAll()
      .where('retrieval_hash', '=', secrets.hash('key_retrieval', retrievalToken))
      .executeTakeFirst();
    return row !== undefined && statusOf(row, clock()) === 'ready';
  }

  /**
   * Makes the key of an approved request and gives it to be shown: once. Null when there is nothing left to show.
   * @throws TooManyKeys
   */
  async retrieve(
    retrievalToken: string,
    actor: Actor,
  ): Promise<{ key: string; scopes: Scope[]; account: Account } | null> {
    const { store, secrets, accounts, keys, clock } = this.parts;
    const hash = secrets.hash('key_retrieval', retrievalToken);
    return store.db.transaction().execute(async (db) => {
      const row = await db.selectFrom('approvals').selectAll().where('retrieval_hash', '=', hash).executeTakeFirst();
      if (!row || row.account_id === null || statusOf(row, clock()) !== 'ready') return null;
      const account = await accounts.byId(row.account_id, db);
      if (account?.state !== 'active') return null;
      const scopes = scopesIn(row.scopes);
      const name = `${row.client} (${row.user_code})`;
      const { key, record } = await keys.createIn(db, account.id, { name, scopes, madeBy: 'approval' }, actor);
      await db.updateTable('approvals').set({ key_id: record.id }).where('retrieval_hash', '=', hash).execute();
      return { key, scopes, account };
    });
  }

  /** Requests of an account that wait for something its owner must do. */
  async waiting(accountId: string): Promise<{ userCode: string; status: 'pending' | 'ready' }[]> {
    const { store, clock } = this.parts;
    const now = clock();
    const rows = await store.db
      .selectFrom('approvals')
      .selectAll()
      .where('account_id', '=', accountId)
      .where('expires_at', '>', now)
      .orderBy('asked_at')
      .execute();
    return rows.flatMap((row) => {
      const status = statusOf(row, now);
      return status === 'pending' || status === 'ready' ? [{ userCode: row.user_code, status }] : [];
    });
  }

  /** Forgets requests that ended more than a day ago. */
  async sweep(): Promise<void> {
    const { store, clock } = this.parts;
    await store.db
      .deleteFrom('approvals')
      .where('expires_at', '<', clock() - FORGOTTEN_MS)
      .execute();
  }

  private retrievalToken(requestId: string): string {
    return this.parts.secrets.derive('key_retrieval', requestId);
  }
}

/** A request whose key was shown has nothing more to give, and says so as one whose time is up. */
function statusOf(row: Selectable<ApprovalsTable>, now: number): PollStatus {
  if (row.state === 'denied') return 'denied';
  if (row.key_id !== null || row.expires_at <= now) return 'expired';
  return row.state === 'approved' ? 'ready' : 'pending';
}

function newUserCode(): string {
  const letters = Array.from({ length: 8 }, () => CODE_LETTERS[randomInt(CODE_LETTERS.length)]);
  return `${letters.slice(0, 4).join('')}-${letters.slice(4).join('')}`;
}
