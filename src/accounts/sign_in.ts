import { randomInt } from 'node:crypto';
import { newId } from '../store/ids.js';
import type { Store } from '../store/open.js';
import type { UsageCounter } from '../store/usage.js';
import type { Account, AccountRecords } from './account_records.js';
import type { Actor, Audit } from './audit.js';
import type { Outbox } from './mail.js';
import type { MailAllowance } from './mail_allowance.js';
import { signInMail } from './mail_texts.js';
import { newToken, type Secrets } from './secrets.js';

export const SIGN_IN_MS = 15 * 60 * 1000;
export const SESSION_MS = 12 * 60 * 60 * 1000;
/** Wrong codes before a sign-in must be asked for anew. */
export const MOST_WRONG_TRIES = 5;
/** Wrong codes for one account in 24 hours, over all its sign-ins; after that only the link in the mail works. */
export const MOST_WRONG_TRIES_A_DAY = 20;

const WRONG_CODE = 'wrong_code';

export interface SignInParts {
  store: Pick<Store, 'db'>;
  secrets: Secrets;
  audit: Audit;
  accounts: AccountRecords;
  outbox: Outbox;
  allowance: MailAllowance;
  /** Wrong codes by account, over 24 hours. */
  wrongCodes: UsageCounter;
  clock: () => number;
  page(path: string): string;
}

/** A browser's session: its account, and the token its forms must carry. */
export interface Session {
  account: Account;
  csrf: string;
}

/** Sign-in to the pages by a code or a link sent by e-mail, and the sessions it opens. */
export class SignIn {
  constructor(private readonly parts: SignInParts) {}

  /** Sends code and link. Same answer, same work, whether or not an account has the address. @returns id of the attempt */
  async ask(email: string, actor: Actor): Promise<string> {
    const { store, secrets, audit, accounts, outbox, allowance, clock, page } = this.parts;
    const id = newId('sin');
    const code = String(randomInt(1_000_000)).padStart(6, '0');
    const link = newToken();
    const now = clock();
    await store.db.transaction().execute(async (db) => {
      const known = await accounts.byEmail(email, db);
      // A code that nobody was sent must not be there to be guessed.
      const account = known?.state === 'active' && allowance.take(email, now) ? known : null;
      await db
        .insertInto('sign_ins')
        .values({
          id,
          account_id: account?.id ?? null,
          code_hash: secrets.hash('sign_in_code', `${id} ${code}`),
          link_hash: secrets.hash('sign_in_link', link),
          wrong_tries: 0,
          asked_at: now,
          expires_at: now + SIGN_IN_MS,
          used_at: null,
        })
        .execute();
      await audit.record('sign_in.asked', actor, known?.id ?? null, {}, db);
      if (account) await outbox.putIn(db, signInMail(email, code, page(`/sign-in/link/${link}`)));
    });
    void outbox.flush();
    return id;
  }

  /** Whether a link could still sign in. Changes nothing. */
  async usable(link: string): Promise<boolean> {
    const { store, secrets, clock } = this.parts;
    const row = await store.db
      .selectFrom('sign_ins')
      .select('id')
      .where('link_hash', '=', secrets.hash('sign_in_link', link))
      .where('used_at', 'is', null)
      .where('account_id', 'is not', null)
      .where('expires_at', '>', clock())
      .executeTakeFirst();
    return row !== undefined;
  }

  /** Opens a session by link; null when it is unknown, used or too old. @returns the session's secret, for a cookie */
  byLink(link: string, actor: Actor): Promise<string | null> {
    const { secrets } = this.parts;
    return this.open({ column: 'link_hash', value: secrets.hash('sign_in_link', link) }, null, actor);
  }

  /** Opens a session by the code of attempt `id`; null when it is wrong, too often tried, used or too old. */
  byCode(id: string, code: string, actor: Actor): Promise<string | null> {
    return this.open({ column: 'id', value: id }, code.replace(/\D/g, ''), actor);
  }

  private open(
    by: { column: 'link_hash' | 'id'; value: string },
    code: string | null,
    actor: Actor,
  ): Promise<string | null> {
    const { store, secrets, audit, wrongCodes, clock } = this.parts;
    const now = clock();
    return store.db.transaction().execute(async (db) => {
      const row = await db
        .selectFrom('sign_ins')
        .innerJoin('accounts', 'accounts.id', 'sign_ins.account_id')
        .selectAll('sign_ins')
        .where(`sign_ins.${by.column}`, '=', by.value)
        .where('accounts.state', '=', 'active')
        .where('used_at', 'is', null)
        .where('expires_at', '>', now)
        .where('wrong_tries', '<', MOST_WRONG_TRIES)
        .executeTakeFirst();
      if (!row || row.account_id === null) return null;
      const subject = `account:${row.account_id}`;
      if (code !== null && (wrongCodes.used(subject, WRONG_CODE, now)?.used ?? 0) >= MOST_WRONG_TRIES_A_DAY)
        return null;
      if (code !== null && row.code_hash !== secrets.hash('sign_in_code', `${row.id} ${code}`)) {
        wrongCodes.take(subject, WRONG_CODE, MOST_WRONG_TRIES_A_DAY, now);
        await db
          .updateTable('sign_ins')
          .set({ wrong_tries: row.wrong_tries + 1 })
          .where('id', '=', row.id)
          .execute();
        await audit.record('sign_in.failed', actor, row.account_id, {}, db);
        return null;
      }
      await db.updateTable('sign_ins').set({ used_at: now }).where('id', '=', row.id).execute();
      const session = newToken();
      await db
        .insertInto('sessions')
        .values({
          id_hash: secrets.hash('session', session),
          account_id: row.account_id,
          created_at: now,
          expires_at: now + SESSION_MS,
        })
        .execute();
      await audit.record('sign_in.done', actor, row.account_id, {}, db);
      return session;
    });
  }

  /** The session of a cookie; null when it is unknown, ended, or its account is disabled. */
  async session(secret: string): Promise<Session | null> {
    const { store, secrets, accounts, clock } = this.parts;
    const row = await store.db
      .selectFrom('sessions')
      .select('account_id')
      .where('id_hash', '=', secrets.hash('session', secret))
      .where('expires_at', '>', clock())
      .executeTakeFirst();
    const account = row ? await accounts.byId(row.account_id) : null;
    return account?.state === 'active' ? { account, csrf: secrets.derive('csrf', secret) } : null;
  }

  async signOut(secret: string, actor: Actor): Promise<void> {
    const { store, secrets, audit } = this.parts;
    await store.db.transaction().execute(async (db) => {
      const ended = await db
        .deleteFrom('sessions')
        .where('id_hash', '=', secrets.hash('session', secret))
        .returning('account_id')
        .executeTakeFirst();
      if (ended) await audit.record('sign_out.done', actor, ended.account_id, {}, db);
    });
  }

  /** Forgets sign-ins and sessions that have ended. */
  async sweep(): Promise<void> {
    const { store, clock } = this.parts;
    await store.db.deleteFrom('sessions').where('expires_at', '<=', clock()).execute();
    await store.db.deleteFrom('sign_ins').where('expires_at', '<=', clock()).execute();
  }
}
