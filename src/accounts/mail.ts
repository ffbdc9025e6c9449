import type { Kysely } from 'kysely';
import { newId } from '../store/ids.js';
import type { Store } from '../store/open.js';
import type { Tables } from '../store/tables.js';

/** A plain text message. Nothing a stranger typed belongs in it. */
export interface Mail {
  recipient: string;
  subject: string;
  body: string;
}

/** Hands a message to the outside. Rejects when it could not be handed over. */
export type Deliver = (mail: Mail) => Promise<void>;

/** Delivery through an SMTP server. @param url for example `smtps://user:password@mail.example:465` */
export async function smtpDelivery(url: string, from: string): Promise<{ deliver: Deliver; close(): void }> {
  // Large, and most servers keep their mail in the embedded mailbox.
  const { createTransport } = await import('nodemailer');
  const transport = createTransport(url, {
    from,
    // A message has no attachment and no file or address to fetch from; refused even if one slipped in.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    deliver: async ({ recipient, subject, body }) => {
      await transport.sendMail({ to: { name: '', address: recipient }, subject, text: body });
    },
    close: () => transport.close(),
  };
}

/** Waits between attempts; after the last one the message is given up. */
const RETRY_AFTER_MS = [10_000, 60_000, 5 * 60_000, 30 * 60_000];
/** How long the embedded mailbox keeps a message; every link in it has ended by then. */
const KEPT_MS = 24 * 60 * 60 * 1000;

export interface OutboxOptions {
  /** Null keeps the messages for the embedded mailbox. */
  deliver: Deliver | null;
  onFailure(error: unknown, attempt: number, givenUp: boolean): void;
  clock?: () => number;
}

/**
 * Mail on its way. A message is stored in the transaction that makes its link, so neither exists without the other, and
 * sent afterwards: no answer waits for a mail server, and none tells by its time whether there was anything to send. A
 * sent message is deleted, since its links are secrets.
 */
export class Outbox {
  private sending: Promise<void> | null = null;
  private again = false;
  private readonly clock: () => number;

  constructor(
    private readonly store: Pick<Store, 'db'>,
    private readonly options: OutboxOptions,
  ) {
    this.clock = options.clock ?? Date.now;
  }

  /** Whether messages stay here to be read on the mailbox page. */
  get embedded(): boolean {
    return this.options.deliver === null;
  }

  /** Stores a message within the caller's transaction; call `flush` after it. */
  async putIn(db: Kysely<Tables>, { recipient, subject, body }: Mail): Promise<void> {
    const now = this.clock();
    await db
      .insertInto('mails')
      .values({
        id: newId('mail'),
        recipient,
        subject,
        body,
        created_at: now,
        sent_at: this.embedded ? now : null,
        attempts: 0,
        next_attempt_at: this.embedded ? null : now,
      })
      .execute();
  }

  /** Sends what is due, one run at a time; a call during a run causes one more. */
  flush(): Promise<void> {
    if (this.sending) this.again = true;
    this.sending ??= this.run().finally(() => {
      this.sending = null;
      if (this.again) {
        this.again = false;
        void this.flush();
      }
    });
    return this.sending;
  }

  /** Resolves when nothing is being sent. */
  async settled(): Promise<void> {
    while (this.sending) await this.sending;
  }

  private async run(): Promise<void> {
    const { deliver } = this.options;
    const now = this.clock();
    await this.store.db
      .deleteFrom('mails')
      .where('sent_at', '<', now - KEPT_MS)
      .execute();
    if (!deliver) return;
    const due = await this.store.db
      .selectFrom('mails')
      .selectAll()
      .where('sent_at', 'is', null)
      .where('next_attempt_at', '<=', now)
      .orderBy('created_at')
      .execute();
    for (const mail of due) {
      try {
        await deliver(mail);
        await this.store.db.deleteFrom('mails').where('id', '=', mail.id).execute();
      } catch (error) {
        const wait = RETRY_AFTER_MS[mail.attempts];
        this.options.onFailure(error, mail.attempts + 1, wait === undefined);
        if (wait === undefined) await this.store.db.deleteFrom('mails').where('id', '=', mail.id).execute();
        else
          await this.store.db
            .updateTable('mails')
            .set({ attempts: mail.attempts + 1, next_attempt_at: this.clock() + wait })
            .where('id', '=', mail.id)
            .execute();
      }
    }
  }

  /** Messages of the embedded mailbox, the newest first. */
  async kept(): Promise<(Mail & { at: number })[]> {
    const rows = await this.store.db
      .selectFrom('mails')
      .selectAll()
      .where('sent_at', 'is not', null)
      .orderBy('created_at', 'desc')
      .orderBy('id')
      .limit(200)
      .execute();
    return rows.map(({ recipient, subject, body, created_at }) => ({ recipient, subject, body, at: created_at }));
  }
}
