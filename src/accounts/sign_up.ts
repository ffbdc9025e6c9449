import type { Store } from '../store/open.js';
import type { Account, AccountRecords } from './account_records.js';
import type { Actor, Audit } from './audit.js';
import type { Outbox } from './mail.js';
import type { MailAllowance } from './mail_allowance.js';
import { alreadyRegisteredMail, confirmationMail } from './mail_texts.js';
import { newToken, type Secrets } from './secrets.js';

export const CONFIRMATION_MS = 24 * 60 * 60 * 1000;

/** What registration needs of the rest. */
export interface SignUpParts {
  store: Pick<Store, 'db'>;
  secrets: Secrets;
  audit: Audit;
  accounts: AccountRecords;
  outbox: Outbox;
  allowance: MailAllowance;
  clock: () => number;
  /** Address of a page of ours. */
  page(path: string): string;
}

/** Registration by e-mail: no account exists until the owner of the address has confirmed it. */
export class SignUp {
  constructor(private readonly parts: SignUpParts) {}

  /** Sends a confirmation. Does the same and takes as long whether the address is new, known or blocked. */
  async ask(email: string, actor: Actor): Promise<void> {
    const { store, secrets, audit, accounts, outbox, allowance, clock, page } = this.parts;
    const token = newToken();
    const now = clock();
    await store.db.transaction().execute(async (db) => {
      const account = await accounts.byEmail(email, db);
      await db
        .insertInto('sign_ups')
        .values({
          token_hash: secrets.hash('sign_up', token),
          email,
          asked_at: now,
          expires_at: now + CONFIRMATION_MS,
          used_at: null,
        })
        .execute();
      await audit.record('account.asked', actor, account?.id ?? null, {}, db);
      if (account?.state === 'disabled' || !allowance.take(email, now)) return;
      const mail = account
        ? alreadyRegisteredMail(email, page('/sign-in'))
        : confirmationMail(email, page(`/confirm/${token}`));
      await outbox.putIn(db, mail);
    });
    void outbox.flush();
  }

  /** The address a link would confirm; null when the link is unknown, used or too old. Changes nothing. */
  async pending(token: string): Promise<string | null> {
    const row = await this.row(token);
    return row?.email ?? null;
  }

  /** Makes the account of a link, once; null when the link is unknown, used or too old. */
  async confirm(token: string, actor: Actor): Promise<Account | null> {
    const { store, secrets, accounts, clock } = this.parts;
    return store.db.transaction().execute(async (db) => {
      const used = await db
        .updateTable('sign_ups')
        .set({ used_at: clock() })
        .where('token_hash', '=', secrets.hash('sign_up', token))
        .where('used_at', 'is', null)
        .where('expires_at', '>', clock())
        .returning('email')
        .executeTakeFirst();
      if (!used) return null;
      const { account } = await accounts.createIn(db, used.email, actor, { verified: true });
      return account.state === 'active' ? account : null;
    });
  }

  /** Forgets links that are too old to use. */
  async sweep(): Promise<void> {
    const { store, clock } = this.parts;
    await store.db.deleteFrom('sign_ups').where('expires_at', '<=', clock()).execute();
  }

  private row(token: string) {
    const { store, secrets, clock } = this.parts;
    return store.db
      .selectFrom('sign_ups')
      .select('email')
      .where('token_hash', '=', secrets.hash('sign_up', token))
      .where('used_at', 'is', null)
      .where('expires_at', '>', clock())
      .executeTakeFirst();
  }
}
