import { afterEach, describe, expect, it } from 'vitest';
import { smtpDelivery } from '../../src/accounts/mail.js';
import { mailServer as startMailServer } from './a_mail_server.js';
import { type Opened, openTestAccess, STRANGER } from './opened.js';

const closing: (() => Promise<unknown> | unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function mailServer(options: { refuse?: number } = {}) {
  const server = await startMailServer(options);
  closing.push(server.close);
  return server;
}

async function mailing(url: string, onFailure?: () => void): Promise<Opened> {
  const smtp = await smtpDelivery(url, 'Notice 708 <vat@example.com>');
  closing.push(() => smtp.close());
  const opened = await openTestAccess({ deliver: smtp.deliver, ...(onFailure ? { onFailure } : {}) });
  closing.push(() => opened.close());
  return opened;
}

const waiting = (opened: Opened) => opened.store.db.selectFrom('mails').selectAll().execute();

describe('mail through a real server', () => {
  it('arrives as plain text from the set sender, and nothing of it stays behind', async () => {
    const { url, received } = await mailServer();
    const opened = await mailing(url);
    await opened.access.signUp.ask('sam@example.com', STRANGER);
    await opened.access.outbox.settled();
    expect(received).toHaveLength(1);
    expect(received[0]).toMatchObject({ from: 'vat@example.com', to: ['sam@example.com'] });
    expect(received[0]?.text).toContain('Subject: Confirm your e-mail address for Notice 708');
    expect(received[0]?.text).toContain('Content-Type: text/plain');
    expect(received[0]?.text.replace(/=\r\n/g, '')).toMatch(/https:\/\/vat\.example\/confirm\/[\w-]{43}/);
    expect(await waiting(opened)).toEqual([]);
  });

  it('a server that refuses is tried again later, and the answer did not wait for it', async () => {
    const { url, received } = await mailServer({ refuse: 1 });
    const failures: number[] = [];
    const opened = await mailing(url, () => failures.push(1));
    await opened.access.signUp.ask('sam@example.com', STRANGER);
    await opened.access.outbox.settled();
    expect([received.length, failures.length, (await waiting(opened)).length]).toEqual([0, 1, 1]);
    await opened.access.outbox.flush();
    expect(received).toHaveLength(0);
    opened.later(10_000);
    await opened.access.outbox.flush();
    expect([received.length, (await waiting(opened)).length]).toEqual([1, 0]);
  });

  it('is given up after the fifth failure', async () => {
    const opened = await mailing('smtp://127.0.0.1:1');
    await opened.access.signUp.ask('sam@example.com', STRANGER);
    await opened.access.outbox.settled();
    for (let i = 0; i < 4; i++) {
      expect(await waiting(opened)).toHaveLength(1);
      opened.later(60 * 60_000);
      await opened.access.outbox.flush();
    }
    expect(await waiting(opened)).toEqual([]);
  });

  it('what a stranger typed is not in a message', async () => {
    const { url, received } = await mailServer();
    const opened = await mailing(url);
    await opened.access.accounts.make('sam@example.com', { who: 'operator', clientAddress: null });
    await opened.access.approvals.ask(
      'sam@example.com',
      { scopes: ['jobs:read'], client: 'URGENT call 0900' },
      STRANGER,
    );
    await opened.access.outbox.settled();
    expect(received[0]?.text).not.toContain('URGENT');
  });
});
