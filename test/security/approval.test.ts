import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OPERATOR } from '../../src/accounts/audit.js';
import type { RunningServer } from '../../src/server/start.js';
import { mailServer } from '../accounts/a_mail_server.js';
import { Browser } from '../server/a_browser.js';
import { approvedKey, askedAccess, call, newestLink, operatorKey, page } from '../server/an_account.js';
import { send, startTestServer, stopAll } from '../server/harness.js';

let server: RunningServer;
beforeAll(async () => {
  server = await startTestServer({ LIMITS: 'off' });
  await server.access.accounts.make('sam@example.com', OPERATOR);
});
afterAll(stopAll);

const poll = async (requestId: string) => (await call(server, 'poll_authentication', { request_id: requestId })).result;
const codesIn = async () =>
  [...(await send(server, '/dev/mailbox')).text.matchAll(/Your code is (\d{6})/g)].map((m) => m[1] ?? '');

describe('approval by e-mail', () => {
  it('25 a user code is one of 20 to the 8th, lives ten minutes, works once', async () => {
    const codes = new Set<string>();
    const letters = new Set<string>();
    for (let i = 0; i < 60; i++) {
      const { userCode, expiresInSecs } = await askedAccess(server, 'sam@example.com');
      expect(userCode).toMatch(/^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/);
      expect(expiresInSecs).toBe(600);
      codes.add(userCode);
      for (const letter of userCode.replace('-', '')) letters.add(letter);
    }
    expect([codes.size, letters.size]).toEqual([60, 20]);
    const { link, requestId } = await askedAccess(server, 'sam@example.com');
    expect((await page(server, link, { decision: 'approve' })).status).toBe(200);
    for (const decision of ['approve', 'deny']) expect((await page(server, link, { decision })).status).toBe(410);
    expect((await poll(requestId)).status).toBe('ready');
    const late = await askedAccess(server, 'sam@example.com');
    await server.store.db
      .updateTable('approvals')
      .set({ expires_at: Date.now() - 1 })
      .where('state', '=', 'pending')
      .execute();
    expect((await page(server, late.link, { decision: 'approve' })).status).toBe(410);
    expect((await poll(late.requestId)).status).toBe('expired');
  });

  it('25 codes that are typed end after five wrong tries, and asking anew gives no more than twenty in a day', async () => {
    await server.access.accounts.make('typed@example.com', OPERATOR);
    const browser = new Browser(server);
    const press = async (code: string) => (await browser.press({ code }, '/sign-in/code')).status;
    const wrong = (right: string) => (right === '000000' ? '111111' : '000000');
    let right = '';
    for (let attempt = 0; attempt < 4; attempt++) {
      await browser.press({ email: 'typed@example.com' }, '/sign-in');
      [right = ''] = await codesIn();
      for (let i = 0; i < 5; i++) expect(await press(wrong(right))).toBe(400);
      expect(await press(right)).toBe(400);
    }
    await browser.press({ email: 'typed@example.com' }, '/sign-in');
    [right = ''] = await codesIn();
    expect(await press(right)).toBe(400);
    // The link in the same mail still lets the owner in.
    expect((await page(server, await newestLink(server), {})).status).toBe(303);
  });

  it('25 past the mails an address may get, asking makes no code that could be guessed', async () => {
    const sparing = await startTestServer({
      LIMIT_MAILS_PER_ADDRESS_PER_HOUR: '2',
      LIMIT_PAGES_PER_MINUTE: 'off',
    });
    await sparing.access.accounts.make('sam@example.com', OPERATOR);
    for (let i = 0; i < 5; i++) await page(sparing, '/sign-in', { email: 'sam@example.com' });
    const rows = await sparing.store.db.selectFrom('sign_ins').select('account_id').execute();
    expect(rows.map((row) => row.account_id === null)).toEqual([false, false, true, true, true]);
  });

  it('26 opening a link, with GET or HEAD and however often, changes nothing; its button does, and not from elsewhere', async () => {
    const email = 'scanned@example.com';
    const opened = async (link: string) => {
      for (let i = 0; i < 3; i++) expect((await page(server, link)).status).toBe(200);
      expect((await send(server, new URL(link).pathname, { method: 'HEAD' })).status).toBe(200);
      expect((await page(server, `${link}?decision=approve&confirm=yes`)).status).toBe(200);
    };
    const pressed = async (link: string, form: Record<string, string> = {}) => {
      for (const Origin of ['https://evil.example', 'null'])
        expect((await page(server, link, { decision: 'approve', ...form }, { Origin })).status).toBe(403);
      const { status } = await page(server, link, form, { Origin: server.url });
      expect([200, 303]).toContain(status);
      expect((await page(server, link, form)).status).toBe(410);
      expect((await page(server, link)).status).toBe(410);
    };
    await call(server, 'create_account', { email });
    const confirm = await newestLink(server);
    await opened(confirm);
    expect(await server.access.accounts.byEmail(email)).toBeNull();
    await pressed(confirm);
    expect(await server.access.accounts.byEmail(email)).not.toBeNull();

    const { link, requestId } = await askedAccess(server, email);
    await opened(link);
    expect((await poll(requestId)).status).toBe('pending');
    await pressed(link, { decision: 'approve' });
    const { status, key_retrieval_url } = await poll(requestId);
    expect(status).toBe('ready');
    await opened(key_retrieval_url);
    expect((await page(server, key_retrieval_url)).text).not.toContain('n708_live_');
    await pressed(key_retrieval_url);

    await page(server, '/sign-in', { email });
    const signIn = await newestLink(server);
    await opened(signIn);
    await pressed(signIn);
  });

  it('27 the page says who asks, from where, when, for what, and the code; denying is one press like approving', async () => {
    const asked = await askedAccess(server, 'sam@example.com', {
      clientName: 'Site <b>bot</b> "x"',
      scopes: ['projects:read', 'jobs:read'],
    });
    const { text } = await page(server, asked.link);
    const account = await server.access.accounts.byEmail('sam@example.com');
    for (const shown of [
      asked.userCode,
      'Site &lt;b&gt;bot&lt;/b&gt; &quot;x&quot;',
      '127.0.0.1',
      'sam@example.com',
      'See projects, invoices, line items and eligibility',
      'Follow the reading of submitted documents',
      `${new Date().getUTCFullYear()}`,
    ])
      expect(text).toContain(shown);
    expect(account).not.toBeNull();
    expect(text).not.toContain('Create and change projects');
    const buttons = [...text.matchAll(/<button[^>]*name="decision"[^>]*>/g)].map(([tag]) => tag);
    expect(buttons.map((tag) => /value="(\w+)"/.exec(tag)?.[1])).toEqual(['approve', 'deny']);
    const form = text.slice(text.indexOf('<form method="post" novalidate>'));
    expect(form.slice(0, form.indexOf('</form>'))).toMatch(/approve[\s\S]*deny/);
    expect((await page(server, asked.link, { decision: 'deny' })).text).toContain('Denied');
    expect((await poll(asked.requestId)).status).toBe('denied');
    expect((await poll(asked.requestId)).key_retrieval_url).toBeUndefined();
  });

  it('28 approving needs the link of the mail: neither request_id nor user_code nor the retrieval link opens it; the mail has no polling secret', async () => {
    const asked = await askedAccess(server, 'sam@example.com');
    const mailbox = (await send(server, '/dev/mailbox')).text;
    expect(mailbox).toContain(asked.userCode);
    expect(mailbox).not.toContain(asked.requestId);
    expect(mailbox).not.toContain(asked.requestId.slice(4));
    for (const guess of [asked.requestId, asked.requestId.slice(4), asked.userCode, '', 'x']) {
      const reply = await page(server, `/approve/${guess}`, { decision: 'approve' });
      expect([404, 410]).toContain(reply.status);
    }
    expect((await poll(asked.requestId)).status).toBe('pending');
    const { retrievalUrl } = await approvedKey(server, 'sam@example.com');
    const retrieval = retrievalUrl.split('/').at(-1) ?? '';
    expect((await page(server, `/approve/${retrieval}`, { decision: 'approve' })).status).toBe(410);
    expect((await page(server, `/key/${asked.link.split('/').at(-1)}`, {})).status).toBe(410);
    expect((await poll(`req_${'x'.repeat(43)}`)).error).toBe('not_found');
  });

  it('29 known, unknown and blocked addresses get the same status, headers and body', async () => {
    const { account } = await operatorKey(server, ['jobs:read'], 'blocked@example.com');
    await server.access.accounts.setState(account.id, 'disabled', OPERATOR);
    await operatorKey(server, ['jobs:read'], 'known@example.com');
    const addresses = ['known@example.com', 'unknown@example.com', 'blocked@example.com'];
    const varying = /req_[\w-]{43}|[A-Z]{4}-[A-Z]{4}|n708_attempt=[^;]+|[a-z]+@example\.com/g;
    const shape = ({ status, headers, text }: Awaited<ReturnType<typeof page>>) => {
      const { date: _date, 'x-request-id': _id, ...rest } = headers;
      return JSON.stringify([status, rest, text]).replaceAll('\\"', '"').replace(varying, '*');
    };
    for (const ask of [
      (email: string) => call(server, 'create_account', { email }),
      (email: string) => call(server, 'authenticate_account', { email }),
      (email: string) => send(server, '/api/v1/create-account', { body: { email } }),
      (email: string) => send(server, '/api/v1/authenticate-account', { body: { email } }),
      (email: string) => page(server, '/sign-in', { email }),
      (email: string) => page(server, '/register', { email }),
    ]) {
      const [known = '', ...others] = (await Promise.all(addresses.map(ask))).map(shape);
      for (const other of others) expect(other).toBe(known);
    }
    // What comes after is the same too: pending, and no session for any code.
    for (const email of addresses) {
      const { result } = await call(server, 'authenticate_account', { email });
      expect(await poll(result.request_id)).toMatchObject({ status: 'pending', interval: 3 });
    }
  });

  it('29 an answer waits for no mail server, so its time tells nothing of whether there was anything to send', async () => {
    const silent = await mailServer({ silent: true });
    const mailing = await startTestServer({ LIMITS: 'off', SMTP_URL: silent.url });
    await mailing.access.accounts.make('sam@example.com', OPERATOR);
    const { result } = await call(mailing, 'authenticate_account', { email: 'sam@example.com' });
    expect(result.ok).toBe(true);
    expect((await call(mailing, 'create_account', { email: 'new@example.com' })).result.ok).toBe(true);
    await silent.close();
    await mailing.close();
  });

  it('30 mails are capped for each address, each asking IP and in all; nothing a stranger typed is in one', async () => {
    const capped = await startTestServer({
      LIMIT_MAILS_PER_ADDRESS_PER_HOUR: '2',
      LIMIT_MAILS_PER_HOUR: '5',
      LIMIT_ACCOUNT_REQUESTS_PER_HOUR: '3',
      TRUST_PROXY_HOPS: '1',
    });
    const from = (ip: number) => ({ 'X-Forwarded-For': `203.0.113.${ip}` });
    const recipients = async () => (await capped.access.outbox.kept()).map((mail) => mail.recipient).sort();
    for (let ip = 1; ip <= 4; ip++)
      expect((await call(capped, 'create_account', { email: 'a@example.com' }, from(ip))).status).toBe(200);
    expect(await recipients()).toEqual(['a@example.com', 'a@example.com']);
    for (let i = 0; i < 6; i++)
      expect((await call(capped, 'create_account', { email: `b${i}@example.com` }, from(10 + i))).result.ok).toBe(true);
    expect(await recipients()).toHaveLength(5);
    // One address asks three times in an hour, by tool, REST and page together.
    await call(capped, 'create_account', { email: 'c@example.com' }, from(20));
    await send(capped, '/api/v1/authenticate-account', { body: { email: 'c@example.com' }, headers: from(20) });
    expect((await page(capped, '/register', { email: 'c@example.com' }, from(20))).status).toBe(200);
    const fourth = await page(capped, '/register', { email: 'c@example.com' }, from(20));
    expect([fourth.status, Number(fourth.headers['retry-after']) > 3500]).toEqual([429, true]);
    expect((await call(capped, 'create_account', { email: 'c@example.com' }, from(20))).status).toBe(429);

    const mail = await mailServer();
    const mailing = await startTestServer({ LIMITS: 'off', SMTP_URL: mail.url });
    await mailing.access.accounts.make('sam@example.com', OPERATOR);
    for (const clientName of ['URGENT call 0900', '<img src=x>', 'a\r\nBcc: all@example.com', '=?utf-8?q?x?='])
      await call(mailing, 'authenticate_account', { email: 'sam@example.com', clientName }, { 'User-Agent': 'URGENT' });
    for (const email of ['sam@example.com\r\nBcc: x@y.zz', 'sam@example.com,x@y.zz', '"x y"@y.zz', '<x@y.zz>']) {
      const { result } = await call(mailing, 'create_account', { email });
      expect(result.error).toBe('invalid_input');
    }
    await mailing.access.outbox.settled();
    expect(mail.received).toHaveLength(4);
    for (const { to, text } of mail.received) {
      expect(to).toEqual(['sam@example.com']);
      expect(text).not.toMatch(/URGENT|<img|^Bcc:|text\/html|=\?utf-8/im);
    }
    await mailing.close();
    await mail.close();
  });

  it('31 polled too fast it says to slow down; a request whose time is up says so', async () => {
    const { requestId, interval } = await askedAccess(server, 'sam@example.com');
    expect(interval).toBe(3);
    expect(await poll(requestId)).toMatchObject({ status: 'pending', interval: 3 });
    expect(await poll(requestId)).toMatchObject({ status: 'pending', interval: 5 });
    await server.store.db
      .updateTable('approvals')
      .set({ polled_at: Date.now() - 5_000 })
      .execute();
    expect(await poll(requestId)).toMatchObject({ status: 'pending', interval: 3 });
    await server.store.db.updateTable('approvals').set({ expires_at: Date.now() }).execute();
    expect(await poll(requestId)).toMatchObject({ ok: true, status: 'expired' });
  });
});
