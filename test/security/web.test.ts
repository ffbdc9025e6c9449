import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OPERATOR } from '../../src/accounts/audit.js';
import type { RunningServer } from '../../src/server/start.js';
import { Browser, csrfOf } from '../server/a_browser.js';
import { newestLink, page } from '../server/an_account.js';
import { CALLBACK, oauthClient } from '../server/an_oauth_client.js';
import { send, startTestServer, stopAll, tempFolder } from '../server/harness.js';

let server: RunningServer;
beforeAll(async () => {
  server = await startTestServer({ LIMITS: 'off' });
  await server.access.accounts.make('sam@example.com', OPERATOR);
});
afterAll(stopAll);

const { register, authorize, exchange } = oauthClient(() => server, 'sam@example.com');

describe('consent and web', () => {
  it('32 consent is held by client and scopes: a new client, more scopes or another person are asked again', async () => {
    const first = await authorize();
    expect((await exchange(first)).status).toBe(200);
    const asked = { browser: first.browser, decision: 'none' } as const;
    const again = await authorize({}, asked);
    expect(again.reply.text).toContain('Allow access?');
    // A page elsewhere cannot press the button: it has not the token of the session.
    expect((await first.browser.press({ csrf: 'x', decision: 'allow' })).status).toBe(400);
    expect((await first.browser.press({ csrf: csrfOf(again.reply) })).status).toBe(400);
    const stranger = new Browser(server);
    const stolen = await stranger.press({ csrf: csrfOf(again.reply), decision: 'allow' }, first.browser.at);
    expect(stolen.status).toBe(410);
    // The same client too is asked each time: any program on the machine can send its client_id.
    for (const query of [{}, { scope: 'projects:write' }]) {
      const { reply } = await authorize(query, { ...asked, clientId: first.clientId });
      expect(reply.text).toContain('Allow access?');
      expect(reply.text.includes('Create and change projects')).toBe('scope' in query);
    }
  });

  it('32 the form of one request does not decide another', async () => {
    const browser = new Browser(server);
    await browser.signIn('sam@example.com');
    const good = await authorize({}, { browser, decision: 'none' });
    const goodAt = browser.at;
    const evil = await authorize(
      { scope: 'projects:write line_items:write' },
      { browser, decision: 'none', clientId: (await register({ client_name: 'Evil' })).json.client_id },
    );
    expect(evil.reply.text).toContain('Evil');
    const evilAt = browser.at;
    await browser.press({ csrf: csrfOf(good.reply), decision: 'allow' }, goodAt);
    const [granted] = await server.access.audit.list({ most: 1 });
    expect(granted).toMatchObject({ event: 'consent.granted', detail: { client: good.clientId } });
    // Even a browser that sends the cookie of one request to the page of another decides neither.
    const mixed = await page(
      server,
      goodAt,
      { csrf: csrfOf(good.reply), decision: 'allow' },
      browser.cookiesOf(evilAt),
    );
    expect(mixed.status).toBe(410);
    expect(await server.access.audit.list({ most: 1 })).toEqual([granted]);
  });

  it('33 the page shows name, address it goes back to and a warning for this computer; what the client says is text, no logo is loaded', async () => {
    const { clientId } = { clientId: (await register(HOSTILE)).json.client_id };
    const { reply } = await authorize({}, { clientId, decision: 'none' });
    expect(reply.text).toContain('&lt;img src=x');
    expect(reply.text).not.toMatch(/<img|logo\.evil|evil\.example|onerror=alert\(1\)>/);
    expect(reply.text).toContain('127.0.0.1:33418');
    expect(reply.text).toContain('runs on your own computer');
    const policy = String(reply.headers['content-security-policy']);
    expect(policy).toContain("form-action 'self' http://127.0.0.1:33418;");
    expect(policy).toContain('img-src data:;');
    const web = (await register({ redirect_uris: ['https://good.example/cb'] })).json.client_id;
    const shown = await authorize({ redirect_uri: 'https://good.example/cb' }, { clientId: web, decision: 'none' });
    expect(shown.reply.text).toContain('good.example');
    expect(shown.reply.text).not.toContain('runs on your own computer');
    const list = await shown.browser.open('/settings/applications');
    expect(list.text).not.toMatch(/<img|<script/);
  });

  it('34 pages have a strict policy and no frames; cookies are __Host- or __Secure-, HttpOnly, Secure, SameSite=Lax', async () => {
    const named = await startTestServer({ LIMITS: 'off', BASE_URL: 'https://vat.example' });
    await named.access.accounts.make('sam@example.com', OPERATOR);
    const origin = { Origin: 'https://vat.example' };
    for (const path of [
      '/sign-in',
      '/register',
      '/confirm/x',
      '/approve/x',
      '/key/x',
      '/sign-in/link/x',
      '/dev/mailbox',
    ]) {
      const { headers, text } = await send(named, path);
      const policy = String(headers['content-security-policy']);
      for (const directive of ["default-src 'none'", "form-action 'self'", "frame-ancestors 'none'", "base-uri 'none'"])
        expect(policy, path).toContain(directive);
      expect(policy).not.toMatch(/unsafe|\*|script-src/);
      expect(headers['x-frame-options']).toBe('DENY');
      expect(headers['cache-control']).toBe('no-store');
      expect(text).not.toMatch(/<script|javascript:|\son\w+=/);
    }
    const asked = await page(named, '/sign-in', { email: 'sam@example.com' }, origin);
    const link = new URL(await newestLink(named)).pathname;
    const entered = await page(named, link, {}, origin);
    const set = [asked, entered].flatMap(({ headers }) => headers['set-cookie'] ?? []);
    expect(set.length).toBeGreaterThanOrEqual(2);
    for (const line of set) expect(line).toMatch(/^__Host-n708_\w+=.*; Path=\/; .*HttpOnly; SameSite=Lax; Secure$/);
    // The authorization server's own cookies.
    const { json } = await send(named, '/oauth/register', { body: { redirect_uris: [CALLBACK] } });
    const query = new URLSearchParams({
      client_id: json.client_id,
      redirect_uri: CALLBACK,
      response_type: 'code',
      code_challenge: 'x'.repeat(43),
      code_challenge_method: 'S256',
    });
    const started = await send(named, `/oauth/authorize?${query}`);
    const theirs = started.headers['set-cookie'] ?? [];
    expect(theirs.length).toBeGreaterThan(0);
    for (const line of theirs) {
      expect(line).toMatch(/^(__Host-n708_oauth|__Secure-n708_)/);
      expect(line).toMatch(/; httponly/i);
      expect(line).toMatch(/; secure/i);
      expect(line).toMatch(/samesite=lax/i);
      expect(line).not.toMatch(/domain=/i);
    }
  });

  it('34 each sign-in opens a session of its own; signing out ends it on the server', async () => {
    const browser = new Browser(server);
    const cookie = async (link: string, before = '') => {
      const { headers } = await page(server, link, {}, { Cookie: before });
      return /n708_session=[\w-]{43}/.exec(String(headers['set-cookie']))?.[0] ?? '';
    };
    await page(server, '/sign-in', { email: 'sam@example.com' });
    const first = await cookie(await newestLink(server), 'n708_session=fixed-by-somebody-else');
    await page(server, '/sign-in', { email: 'sam@example.com' });
    const second = await cookie(await newestLink(server), first);
    expect(new Set([first, second, '', 'n708_session=fixed-by-somebody-else']).size).toBe(4);
    // Signing in again in the same browser leaves no older session behind.
    const keys = (Cookie: string) => page(server, '/settings/api-keys', undefined, { Cookie });
    expect((await keys(first)).status).toBe(303);
    const shown = await keys(second);
    expect(shown.status).toBe(200);
    expect((await page(server, '/sign-out', { csrf: 'x' }, { Cookie: second })).status).toBe(200);
    expect((await keys(second)).status).toBe(200);
    await page(server, '/sign-out', { csrf: csrfOf(shown) }, { Cookie: second });
    expect((await keys(second)).status).toBe(303);
    expect((await browser.open('/settings/api-keys')).text).toContain('Sign in');
  });

  it('34 signing in leads to a page of ours, never to another site', async () => {
    for (const next of [
      'https://evil.example/',
      '//evil.example',
      '/\\evil.example',
      '/oauth/../../evil',
      '/settings/%0d%0aX: y',
    ]) {
      await page(server, '/sign-in', { email: 'sam@example.com', next });
      const browser = new Browser(server);
      await browser.press({ email: 'sam@example.com', next }, '/sign-in');
      const code = /\b(\d{6})\b/.exec((await send(server, '/dev/mailbox')).text)?.[1] ?? '';
      await browser.press({ code, next }, '/sign-in/code');
      expect(new URL(browser.at).origin, next).toBe(server.url);
      expect(new URL(browser.at).pathname).toBe('/settings/api-keys');
    }
  });

  it('35 registration of clients is capped for each address, in size, and clients nobody used are swept', async () => {
    const dataDir = tempFolder();
    const limited = await startTestServer({ DATA_DIR: dataDir, TRUST_PROXY_HOPS: '1' });
    const ask = (body: object, ip = '203.0.113.1') =>
      send(limited, '/oauth/register', { body, headers: { 'X-Forwarded-For': ip } });
    const body = { redirect_uris: [CALLBACK] };
    const codes: number[] = [];
    for (let i = 0; i < 21; i++) codes.push((await ask(body, `6.6.6.${i}, 203.0.113.1`)).status);
    expect(codes).toEqual([...new Array(20).fill(201), 429]);
    const over = await ask(body);
    expect(Number(over.headers['retry-after'])).toBeGreaterThan(800);
    expect(Number(over.headers['retry-after'])).toBeLessThanOrEqual(900);
    const other = (more: object) => ask({ ...body, ...more }, '203.0.113.2');
    expect((await other({})).status).toBe(201);
    const many = Array.from({ length: 11 }, (_, i) => `https://good.example/${i}`);
    expect((await other({ redirect_uris: many })).status).toBe(400);
    expect((await other({ client_name: 'x'.repeat(101) })).status).toBe(400);
    expect((await other({ client_uri: `https://x.example/${'x'.repeat(60_000)}` })).status).toBe(413);
    for (const strange of [[], 5, null, 'x', { redirect_uris: 'x' }, { redirect_uris: [5] }, {}]) {
      const reply = await send(limited, '/oauth/register', {
        body: JSON.stringify(strange),
        headers: { 'X-Forwarded-For': '203.0.113.3' },
      });
      expect([reply.status, reply.text.includes('at ')], JSON.stringify(strange)).toEqual([400, false]);
    }
    await limited.access.accounts.make('sam@example.com', OPERATOR);
    const used = await oauthClient(() => limited, 'sam@example.com').authorize();
    const monthAgo = Date.now() - 31 * 24 * 3_600_000;
    await limited.store.db
      .updateTable('oauth_records')
      .set({ made_at: monthAgo })
      .where('kind', '=', 'Client')
      .execute();
    await limited.close();
    const again = await startTestServer({ DATA_DIR: dataDir });
    // The sweep at the start is not waited for by the first answers.
    const clients = () =>
      again.store.db.selectFrom('oauth_records').select('client_id').where('kind', '=', 'Client').execute();
    await expect.poll(async () => (await clients()).length, { timeout: 10_000 }).toBe(1);
    expect(await clients()).toEqual([{ client_id: used.clientId }]);
  });
});

const HOSTILE = {
  client_name: '<img src=x onerror=alert(1)>',
  logo_uri: 'https://logo.evil.example/x.png',
  client_uri: 'https://evil.example/"><script>',
  policy_uri: 'https://evil.example/',
  tos_uri: 'https://evil.example/',
};
