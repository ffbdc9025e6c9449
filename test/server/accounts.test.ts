import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OPERATOR } from '../../src/accounts/audit.js';
import type { RunningServer } from '../../src/server/start.js';
import { bearer, call, newestLink, operatorKey, page } from './an_account.js';
import { bricks, REST, rpc, send, startTestServer, stopAll, toolCall } from './harness.js';

afterAll(stopAll);

describe('set A, from nothing to a call with a key', () => {
  it('create, confirm, authenticate, approve, poll, retrieve, call; opening a link changes nothing', async () => {
    const server = await startTestServer({ LIMIT_ACCOUNT_REQUESTS_PER_HOUR: '10' });
    const created = await call(server, 'create_account', { email: 'Sam@Example.com' });
    expect(created.result).toMatchObject({ ok: true, status: 'confirmation_sent', nextTool: 'authenticate_account' });
    expect(created.text).not.toContain('n708_live_');
    const confirm = await newestLink(server);
    for (let i = 0; i < 3; i++) expect((await page(server, confirm)).status).toBe(200);
    expect((await send(server, new URL(confirm).pathname, { method: 'HEAD' })).status).toBe(200);
    expect(await server.access.accounts.list()).toEqual([]);
    expect((await page(server, confirm, {})).text).toContain('Your account is ready');
    expect((await page(server, confirm, {})).status).toBe(410);

    const asked = await call(server, 'authenticate_account', { email: 'sam@example.com', clientName: 'Site <b>bot' });
    const { user_code, request_id, interval } = asked.result;
    expect([user_code.length, interval]).toEqual([9, 3]);
    expect((await call(server, 'poll_authentication', { request_id })).result.status).toBe('pending');
    const approve = await newestLink(server);
    const shown = await page(server, approve);
    expect(shown.text).toContain(user_code);
    expect(shown.text).toContain('Site &lt;b&gt;bot');
    expect(shown.text).toContain('127.0.0.1');
    expect((await call(server, 'poll_authentication', { request_id })).result.status).toBe('pending');
    expect((await page(server, approve, { decision: 'maybe' })).status).toBe(400);
    expect((await page(server, approve, { decision: 'approve' })).text).toContain('Approved');
    const ready = (await call(server, 'poll_authentication', { request_id })).result;
    expect(ready.status).toBe('ready');
    expect((await page(server, ready.key_retrieval_url)).text).not.toContain('n708_live_');
    const retrieved = await page(server, ready.key_retrieval_url, {});
    const key = /n708_live_[0-9a-f]{64}/.exec(retrieved.text)?.[0] ?? '';
    expect(retrieved.text).toContain('claude mcp add');
    expect(retrieved.headers['cache-control']).toBe('no-store');
    expect((await page(server, ready.key_retrieval_url, {})).status).toBe(410);

    const status = await call(server, 'check_account_status', {}, bearer(key));
    expect(status.result).toMatchObject({
      authenticated: true,
      verified: true,
      plan: 'free',
      scopes: ['projects:read', 'projects:write', 'line_items:write', 'jobs:read', 'invoices:write'],
      pendingActions: [],
      limits: {
        check_line_item_per_day: { limit: 5, left: 5, resetsInSecs: null },
        requests_per_minute: { limit: 60, left: 59, resetsInSecs: expect.any(Number) },
        line_decisions_per_minute: { limit: 10, left: 10, resetsInSecs: null },
        account_requests_per_hour: { limit: 10, left: 8, resetsInSecs: expect.any(Number) },
      },
    });
    await call(server, 'check_line_item', bricks(), bearer(key));
    await call(server, 'reclassify_companion_items', { invoiceId: 'inv_none' }, bearer(key));
    const { limits } = (await call(server, 'check_account_status', {}, bearer(key))).result;
    expect(Object.values<{ left: number }>(limits).map(({ left }) => left)).toEqual([4, 56, 9, 8]);
  });

  it('a request_id that is none is told what is wrong with it', async () => {
    const server = await startTestServer({ LIMITS: 'off' });
    for (const [request_id, says] of [
      ['nope', '"nope" is too short: at least 8 characters'],
      ['', 'is required'],
    ]) {
      const { result } = await call(server, 'poll_authentication', { request_id });
      expect(result).toMatchObject({ error: 'invalid_input', issues: [{ path: 'request_id', message: says }] });
    }
    expect((await call(server, 'poll_authentication', { request_id: 'req_nobody_has' })).result.error).toBe(
      'not_found',
    );
  });

  it('an address that is none names the field', async () => {
    const server = await startTestServer({ LIMITS: 'off' });
    const { result } = await call(server, 'create_account', { email: 'sam' });
    expect(result).toMatchObject({ ok: false, error: 'invalid_input', issues: [{ path: 'email' }] });
    const scopes = await call(server, 'authenticate_account', { email: 'sam@example.com', scopes: ['project:read'] });
    expect(scopes.result.message).toContain('did you mean "projects:read"');
  });

  it('check_account_status without a key answers 200 and tells nothing of any account', async () => {
    const server = await startTestServer();
    expect((await call(server, 'check_account_status')).result).toEqual({
      ok: true,
      authenticated: false,
      pendingActions: [{ action: 'authenticate', message: expect.any(String) }],
      limits: {
        check_line_item_per_day: { limit: 5, left: 5, resetsInSecs: null },
        requests_per_minute: { limit: 200, left: 199, resetsInSecs: expect.any(Number) },
        account_requests_per_hour: { limit: 3, left: 3, resetsInSecs: null },
      },
    });
  });

  it('a server without limits says so', async () => {
    const server = await startTestServer({ LIMITS: 'off' });
    const none = { limit: null, left: null, resetsInSecs: null };
    const { limits } = (await call(server, 'check_account_status')).result;
    expect(limits).toEqual({
      check_line_item_per_day: none,
      requests_per_minute: none,
      account_requests_per_hour: none,
    });
  });
});

describe('the gate', () => {
  let server: RunningServer;
  beforeAll(async () => {
    server = await startTestServer({ LIMITS: 'off' });
  });

  it('a key without the scope is 403 that names it, over MCP and REST; with it the tool is reached', async () => {
    const { key } = await operatorKey(server, ['projects:read']);
    const refused = await call(server, 'set_up_project', {}, bearer(key));
    expect(refused.status).toBe(403);
    expect(refused.headers['www-authenticate']).toContain('error="insufficient_scope", scope="projects:write"');
    expect(refused.json.error.message).toContain('projects:write');
    const allowed = await call(server, 'list_projects', {}, bearer(key));
    expect([401, 403]).not.toContain(allowed.status);
  });

  it('either of two scopes is enough for submit_invoice_data', async () => {
    for (const scope of ['line_items:write', 'invoices:write'] as const) {
      const { key } = await operatorKey(server, [scope]);
      expect([401, 403]).not.toContain((await call(server, 'submit_invoice_data', {}, bearer(key))).status);
    }
    const { key } = await operatorKey(server, ['projects:write']);
    expect((await call(server, 'submit_invoice_data', {}, bearer(key))).status).toBe(403);
  });

  it('initialize succeeds without credentials, and with bad ones; /mcp/auth challenges both', async () => {
    const hello = rpc('initialize', {
      protocolVersion: '2025-11-25',
      capabilities: {},
      clientInfo: { name: 'x', version: '1' },
    });
    expect((await send(server, '/mcp', { body: hello })).status).toBe(200);
    expect((await send(server, '/mcp', { body: hello, headers: bearer('x') })).status).toBe(200);
    expect((await send(server, '/mcp/auth', { body: hello })).status).toBe(401);
    expect((await send(server, '/mcp/auth', { body: toolCall(bricks()) })).status).toBe(401);
    const { key } = await operatorKey(server, ['projects:read']);
    expect((await send(server, '/mcp/auth', { body: hello, headers: bearer(key) })).status).toBe(200);
  });

  it('AUTH_CHALLENGE decides where a stranger is told', async () => {
    const inBand = await startTestServer({ LIMITS: 'off', AUTH_CHALLENGE: 'tool-result' });
    const told = await send(inBand, '/mcp', { body: toolCall({}, 'list_projects') });
    expect(told.status).toBe(200);
    expect(told.json.result).toMatchObject({
      isError: true,
      structuredContent: { ok: false, error: 'unauthorized' },
      _meta: { 'mcp/www_authenticate': [expect.stringContaining('Bearer resource_metadata="')] },
    });
    const auto = await startTestServer({ LIMITS: 'off', AUTH_CHALLENGE: 'auto' });
    const agent = (name: string) => ({ body: toolCall({}, 'list_projects'), headers: { 'User-Agent': name } });
    expect((await send(auto, '/mcp', agent('openai-mcp/1.0'))).status).toBe(200);
    expect((await send(auto, '/mcp', agent('claude-code/2.1'))).status).toBe(401);
  });
});

describe('set B', () => {
  it('a key at once, a fresh one for the recovery code, no e-mail, no polling', async () => {
    const server = await startTestServer({ BEHAVIOUR_SET: 'B', LIMITS: 'off' });
    const made = (await call(server, 'create_account', { email: 'sam@example.com' })).result;
    expect(made.apiKey).toMatch(/^n708_live_[0-9a-f]{64}$/);
    expect((await call(server, 'create_account', { email: 'sam@example.com' })).result.error).toBe('account_exists');
    const wrong = await call(server, 'authenticate_account', { email: 'sam@example.com', recoveryCode: 'x' });
    expect(wrong.result).toMatchObject({ ok: false, error: 'wrong_credentials' });
    const fresh = await call(server, 'authenticate_account', {
      email: 'sam@example.com',
      recoveryCode: made.recoveryCode,
    });
    expect((await call(server, 'check_account_status', {}, bearer(fresh.result.apiKey))).result).toMatchObject({
      authenticated: true,
      verified: false,
    });
    const { json } = await send(server, '/mcp', { body: rpc('tools/list') });
    expect(json.result.tools.map((t: { name: string }) => t.name)).not.toContain('poll_authentication');
    expect((await send(server, '/register')).status).toBe(404);
  });

  it('SET_B_EMAIL_ONLY gives a fresh key for the address alone', async () => {
    const server = await startTestServer({ BEHAVIOUR_SET: 'B', LIMITS: 'off', SET_B_EMAIL_ONLY: 'true' });
    await call(server, 'create_account', { email: 'sam@example.com' });
    const fresh = await call(server, 'authenticate_account', { email: 'sam@example.com' });
    expect(fresh.result.apiKey).toMatch(/^n708_live_/);
  });

  it('no key: registration_required inside the result; unauthenticated, not 401, for the status; a wrong key is 401', async () => {
    const server = await startTestServer({ BEHAVIOUR_SET: 'B', LIMITS: 'off' });
    const reply = await call(server, 'set_up_project');
    expect([reply.status, reply.result.error]).toEqual([200, 'registration_required']);
    const status = await call(server, 'check_account_status');
    expect([status.status, status.result.error]).toEqual([200, 'unauthenticated']);
    const rest = await send(server, '/api/v1/check-account-status', { body: {} });
    expect([rest.status, rest.json.error]).toEqual([200, 'unauthenticated']);
    const wrong = await call(server, 'set_up_project', {}, bearer('x'));
    expect(wrong.status).toBe(401);
    expect(wrong.headers['www-authenticate']).not.toContain('resource_metadata');
  });
});

describe('limits by caller', () => {
  it('a key has 60 a minute over all doors, whatever its address; strangers are not counted with it', async () => {
    const server = await startTestServer({ LIMIT_AUTHENTICATED_PER_MINUTE: '3', TRUST_PROXY_HOPS: '1' });
    const { key, account } = await operatorKey(server, ['projects:read']);
    await server.access.accounts.setPlan(account.id, 'pro', OPERATOR);
    const from = (n: number) => ({ ...bearer(key), 'X-Forwarded-For': `203.0.113.${n}` });
    expect((await call(server, 'check_line_item', bricks(), from(1))).status).toBe(200);
    expect((await send(server, REST, { body: bricks(), headers: from(2) })).status).toBe(200);
    expect((await send(server, '/sse', { body: toolCall(bricks()), headers: from(3) })).status).toBe(200);
    const fourth = await send(server, '/mcp/auth', { body: toolCall(bricks()), headers: from(4) });
    expect([fourth.status, fourth.json.error]).toEqual([429, 'rate_limited']);
    expect(Number(fourth.headers['retry-after'])).toBeGreaterThanOrEqual(1);
    expect((await call(server, 'check_line_item', bricks(), { 'X-Forwarded-For': '203.0.113.9' })).status).toBe(200);
    const other = await operatorKey(server, ['projects:read'], 'other@example.com');
    expect((await call(server, 'check_line_item', bricks(), bearer(other.key))).status).toBe(200);
  });

  it('a wrong key is counted with the strangers of its address', async () => {
    const server = await startTestServer({ LIMIT_MCP_PER_MINUTE: '2' });
    const codes = [];
    for (const token of ['a', 'b', 'c']) codes.push((await call(server, 'list_projects', {}, bearer(token))).status);
    expect(codes).toEqual([401, 401, 429]);
  });

  it.each([
    ['free', true],
    ['self_build', true],
    ['full_monthly', false],
    ['full_annual', false],
    ['pro', false],
  ] as const)('plan %s is held to the daily cap: %s', async (plan, capped) => {
    const server = await startTestServer({ LIMIT_CHECK_LINE_ITEM_PER_DAY: '1' });
    const { key, account } = await operatorKey(server, ['projects:read']);
    await server.access.accounts.setPlan(account.id, plan, OPERATOR);
    await call(server, 'check_line_item', bricks(), bearer(key));
    const second = await call(server, 'check_line_item', bricks(), bearer(key));
    expect(second.status).toBe(capped ? 429 : 200);
    if (capped) expect(second.json).toMatchObject({ ok: false, error: 'daily_limit_reached' });
    // The stranger at the same address has a count of their own.
    expect((await call(server, 'check_line_item', bricks())).status).toBe(200);
  });

  it('requests about accounts: three an hour from one address, both tools together, also with a key, also after a restart', async () => {
    const folder = (await import('./harness.js')).tempFolder();
    const server = await startTestServer({ DATA_DIR: folder });
    await call(server, 'create_account', { email: 'a@example.com' });
    await call(server, 'authenticate_account', { email: 'a@example.com' });
    // A refused input costs nothing.
    await call(server, 'create_account', { email: 'nobody' });
    const { key } = await operatorKey(server, ['jobs:read']);
    await call(server, 'authenticate_account', { email: 'b@example.com' }, bearer(key));
    const fourth = await call(server, 'create_account', { email: 'c@example.com' });
    expect(fourth.status).toBe(429);
    expect(fourth.json.retryAfterSecs).toBeGreaterThan(3500);
    expect(Number(fourth.headers['retry-after'])).toBe(fourth.json.retryAfterSecs);
    await server.close();
    const again = await startTestServer({ DATA_DIR: folder });
    expect((await call(again, 'create_account', { email: 'c@example.com' })).status).toBe(429);
    expect((await send(again, '/api/v1/authenticate-account', { body: { email: 'c@example.com' } })).status).toBe(429);
  });
});

describe('the pages', () => {
  it('sign in by code, make a key once, revoke it, sign out; forms need the session token', async () => {
    const server = await startTestServer({ LIMITS: 'off' });
    await operatorKey(server, ['jobs:read'], 'sam@example.com');
    expect((await send(server, '/settings/api-keys')).headers.location).toBe('/sign-in?next=%2Fsettings%2Fapi-keys');
    const asked = await page(server, '/sign-in', { email: 'sam@example.com', next: 'https://evil.example/' });
    const attempt = String(asked.headers['set-cookie']).split(';')[0] ?? '';
    const code = /\b(\d{6})\b/.exec((await send(server, '/dev/mailbox')).text)?.[1] ?? '';
    expect((await page(server, '/sign-in/code', { code: 'x' }, { Cookie: attempt })).status).toBe(400);
    const entered = await page(server, '/sign-in/code', { code, next: '//evil.example' }, { Cookie: attempt });
    expect([entered.status, entered.headers.location]).toEqual([303, '/settings/api-keys']);
    const cookies = entered.headers['set-cookie'] ?? [];
    expect(cookies[0]).toMatch(/^n708_session=[\w-]{43}; Path=\/; Max-Age=43200; HttpOnly; SameSite=Lax$/);
    const headers = { Cookie: String(cookies[0]).split(';')[0] ?? '' };
    const keys = await page(server, '/settings/api-keys', undefined, headers);
    expect(keys.text).toContain('n708_live_...');
    const csrf = /name="csrf" value="([^"]+)"/.exec(keys.text)?.[1] ?? '';
    const form = { csrf, name: 'Tablet', scopes: 'projects:read' };
    expect((await page(server, '/settings/api-keys', { ...form, csrf: 'x' }, headers)).status).toBe(303);
    expect((await page(server, '/settings/api-keys', { csrf, name: '' }, headers)).status).toBe(400);
    const made = await page(server, '/settings/api-keys', form, headers);
    const key = /n708_live_[0-9a-f]{64}/.exec(made.text)?.[0] ?? '';
    expect(server.access.keys.authenticate(key)?.scopes).toEqual(new Set(['projects:read']));
    const listed = await page(server, '/settings/api-keys', undefined, headers);
    expect(listed.text).not.toContain(key);
    const revoke = /action="(\/settings\/api-keys\/key_[0-9a-f]+\/revoke)"/.exec(listed.text)?.[1] ?? '';
    expect((await page(server, revoke, { csrf }, headers)).status).toBe(303);
    expect(server.access.keys.authenticate(key)).toBeNull();
    expect((await page(server, '/settings/account', undefined, headers)).text).toContain('free');
    expect((await page(server, '/sign-out', { csrf }, headers)).text).toContain('You are signed out');
    expect((await page(server, '/settings/api-keys', undefined, headers)).status).toBe(303);
  });

  it('may load a stylesheet and post to themselves, nothing else; cookies are bound to the host over TLS', async () => {
    const server = await startTestServer({ LIMITS: 'off', BASE_URL: 'https://vat.example' });
    const shown = await send(server, '/sign-in');
    expect(shown.headers['content-security-policy']).toBe(
      "default-src 'none'; style-src 'self'; img-src data:; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
    );
    expect(shown.text).not.toMatch(/<script|javascript:|GDS Transport|GOV\.UK/);
    const path = /rel="stylesheet" href="([^"]+)"/.exec(shown.text)?.[1] ?? '';
    const css = await send(server, path);
    expect(css.headers['content-type']).toContain('text/css');
    expect(css.text).not.toMatch(/@font-face|GDS Transport|crest|url\(\//);
    const asked = await page(server, '/sign-in', { email: 'sam@example.com' }, { Origin: 'https://vat.example' });
    expect(String(asked.headers['set-cookie'])).toMatch(/^__Host-n708_attempt=.*; Secure$/);
    expect((await page(server, '/sign-in', { email: 'x' }, { Origin: 'https://evil.example' })).status).toBe(403);
    expect((await page(server, '/sign-in', { email: 'x' }, { Origin: 'null' })).status).toBe(403);
  });

  it('the mailbox is for this machine: not through a proxy, and not with a mail server', async () => {
    const server = await startTestServer({ LIMITS: 'off' });
    expect((await send(server, '/dev/mailbox')).status).toBe(200);
    expect((await send(server, '/dev/mailbox', { headers: { 'X-Forwarded-For': '127.0.0.1' } })).status).toBe(404);
    const mailing = await startTestServer({ LIMITS: 'off', SMTP_URL: 'smtp://127.0.0.1:1' });
    expect((await send(mailing, '/dev/mailbox')).status).toBe(404);
  });
});
