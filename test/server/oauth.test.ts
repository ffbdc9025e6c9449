import { createHash, randomBytes } from 'node:crypto';
import {
  Client as ModernClient,
  StreamableHTTPClientTransport as ModernTransport,
  UnauthorizedError as ModernUnauthorized,
} from '@modelcontextprotocol/client';
import { UnauthorizedError } from '@modelcontextprotocol/sdk/client/auth.js';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OPERATOR } from '../../src/accounts/audit.js';
import type { RunningServer } from '../../src/server/start.js';
import { Browser, csrfOf } from './a_browser.js';
import { bricks, send, startTestServer, stopAll, toolCall } from './harness.js';

const CALLBACK = 'http://127.0.0.1:33418/callback';
let server: RunningServer;
beforeAll(async () => {
  server = await startTestServer({ LIMITS: 'off' });
  await server.access.accounts.make('sam@example.com', OPERATOR);
});
afterAll(stopAll);

const register = (metadata: object = {}) =>
  send(server, '/oauth/register', { body: { client_name: 'Test agent', redirect_uris: [CALLBACK], ...metadata } });
const token = (form: Record<string, string>) =>
  send(server, '/oauth/token', {
    body: new URLSearchParams(form).toString(),
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
  });
const call = (bearer: string, name = 'check_account_status') =>
  send(server, '/mcp', { body: toolCall({}, name), headers: { Authorization: `Bearer ${bearer}` } });

function pkce() {
  const verifier = randomBytes(32).toString('base64url');
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') };
}

interface Authorized {
  clientId: string;
  browser: Browser;
  verifier: string;
  /** Where the browser was sent in the end. */
  callback: URL;
}

/** Goes from registration to the redirect with a code. */
async function authorize(
  query: Record<string, string | undefined> = {},
  options: { decision?: string; clientId?: string; browser?: Browser } = {},
): Promise<Authorized> {
  const clientId = options.clientId ?? (await register()).json.client_id;
  const browser = options.browser ?? new Browser(server);
  if (!options.browser) await browser.signIn('sam@example.com');
  const { verifier, challenge } = pkce();
  const asked: Record<string, string | undefined> = {
    client_id: clientId,
    redirect_uri: CALLBACK,
    response_type: 'code',
    code_challenge: challenge,
    code_challenge_method: 'S256',
    resource: `${server.url}/mcp`,
    scope: 'projects:read jobs:read',
    state: 'xyz',
    ...query,
  };
  const given = Object.entries(asked).filter((pair): pair is [string, string] => pair[1] !== undefined);
  const page = await browser.open(`/oauth/authorize?${new URLSearchParams(given)}`);
  if (page.text.includes('Allow access?'))
    await browser.press({ csrf: csrfOf(page), decision: options.decision ?? 'allow' });
  return { clientId, browser, verifier, callback: new URL(browser.at) };
}

const exchange = ({ clientId, verifier, callback }: Authorized, more: Record<string, string> = {}) =>
  token({
    grant_type: 'authorization_code',
    client_id: clientId,
    code: callback.searchParams.get('code') ?? '',
    redirect_uri: CALLBACK,
    code_verifier: verifier,
    ...more,
  });
const refresh = (clientId: string, refreshToken: string, more: Record<string, string> = {}) =>
  token({ grant_type: 'refresh_token', client_id: clientId, refresh_token: refreshToken, ...more });

describe('discovery', () => {
  it('the resource metadata is at both addresses and comes from BASE_URL, whatever Host says', async () => {
    const named = await startTestServer({ LIMITS: 'off', BASE_URL: 'https://vat.example' });
    for (const path of ['/.well-known/oauth-protected-resource', '/.well-known/oauth-protected-resource/mcp']) {
      const { json } = await send(named, path, { headers: { Host: '127.0.0.1', 'X-Forwarded-Host': 'evil.example' } });
      expect(json).toMatchObject({
        resource: 'https://vat.example/mcp',
        authorization_servers: ['https://vat.example'],
        scopes_supported: ['projects:read', 'projects:write', 'line_items:write', 'jobs:read', 'invoices:write'],
      });
    }
    const { json } = await send(named, '/.well-known/oauth-authorization-server', {
      headers: { 'X-Forwarded-Host': 'evil.example' },
    });
    expect(json).toMatchObject({
      issuer: 'https://vat.example',
      authorization_endpoint: 'https://vat.example/oauth/authorize',
      token_endpoint: 'https://vat.example/oauth/token',
      registration_endpoint: 'https://vat.example/oauth/register',
      code_challenge_methods_supported: ['S256'],
      response_types_supported: ['code'],
    });
    expect(JSON.stringify(json)).not.toContain('evil');
  });

  it('set B has none of it', async () => {
    const setB = await startTestServer({ LIMITS: 'off', BEHAVIOUR_SET: 'B' });
    for (const path of [
      '/.well-known/oauth-protected-resource',
      '/.well-known/oauth-authorization-server',
      '/oauth/authorize',
    ])
      expect((await send(setB, path)).status).toBe(404);
  });
});

describe('from a 401 to a tool call', () => {
  /** What an MCP client keeps, and a browser that its person uses. */
  function agent() {
    const kept: { client?: never; tokens?: never; verifier?: string } = {};
    const browser = new Browser(server);
    return {
      kept,
      browser,
      provider: {
        redirectUrl: CALLBACK,
        clientMetadata: { client_name: 'SDK client', redirect_uris: [CALLBACK] },
        clientInformation: () => kept.client,
        saveClientInformation: (client: unknown) => {
          kept.client = client as never;
        },
        tokens: () => kept.tokens,
        saveTokens: (tokens: unknown) => {
          kept.tokens = tokens as never;
        },
        saveCodeVerifier: (verifier: string) => {
          kept.verifier = verifier;
        },
        codeVerifier: () => kept.verifier ?? '',
        redirectToAuthorization: async (url: URL) => {
          await browser.signIn('sam@example.com');
          const page = await browser.open(url.pathname + url.search);
          expect(page.text).toContain('SDK client');
          await browser.press({ csrf: csrfOf(page), decision: 'allow' });
        },
      },
    };
  }

  it('the 2025 SDK client, by itself', async () => {
    const { browser, provider } = agent();
    const transport = () =>
      new StreamableHTTPClientTransport(new URL(`${server.url}/mcp/auth`), { authProvider: provider });
    const first = transport();
    await expect(new Client({ name: 'x', version: '1' }).connect(first)).rejects.toThrow(UnauthorizedError);
    await first.finishAuth(new URL(browser.at).searchParams.get('code') ?? '');
    const client = new Client({ name: 'x', version: '1' });
    await client.connect(transport());
    const { structuredContent } = await client.callTool({ name: 'check_account_status' });
    expect(structuredContent).toMatchObject({ authenticated: true, email: 'sam@example.com' });
    await client.close();
  });

  it('the 2026 SDK client, by itself', async () => {
    const { browser, provider } = agent();
    const transport = () => new ModernTransport(new URL(`${server.url}/mcp/auth`), { authProvider: provider });
    const first = transport();
    await expect(
      new ModernClient({ name: 'x', version: '1' }, { versionNegotiation: { mode: { pin: '2026-07-28' } } }).connect(
        first,
      ),
    ).rejects.toThrow(ModernUnauthorized);
    await first.finishAuth(new URL(browser.at).searchParams);
    const client = new ModernClient(
      { name: 'x', version: '1' },
      { versionNegotiation: { mode: { pin: '2026-07-28' } } },
    );
    await client.connect(transport());
    const result = await client.callTool({ name: 'check_line_item', arguments: bricks() });
    expect(result.structuredContent).toMatchObject({ classification: { vatReclaimable: '248.00' } });
    await client.close();
  });

  it('a token gives the scopes that were consented to, and no more', async () => {
    const done = await authorize();
    expect(done.callback.searchParams.get('state')).toBe('xyz');
    expect(done.callback.searchParams.get('iss')).toBe(server.url);
    const { json, headers } = await exchange(done);
    expect(headers['cache-control']).toBe('no-store');
    expect(json).toMatchObject({ token_type: 'Bearer', expires_in: 3600, scope: 'projects:read jobs:read' });
    expect((await call(json.access_token)).json.result.structuredContent).toMatchObject({
      authenticated: true,
      scopes: ['projects:read', 'jobs:read'],
    });
    expect((await call(json.access_token, 'set_up_project')).status).toBe(403);
  });

  it('a client that names no scope asks for all, and the person sees them', async () => {
    const done = await authorize({ scope: undefined });
    expect((await exchange(done)).json.scope.split(' ')).toHaveLength(5);
  });

  it('denied goes back with access_denied; nothing was granted', async () => {
    const { callback, clientId } = await authorize({}, { decision: 'deny' });
    expect(callback.searchParams.get('error')).toBe('access_denied');
    expect(callback.searchParams.get('code')).toBeNull();
    const account = await server.access.accounts.byEmail('sam@example.com');
    const trail = await server.access.audit.list({ accountId: account?.id ?? '', most: 1 });
    expect(trail[0]).toMatchObject({ event: 'consent.denied', detail: { client: clientId } });
  });
});

describe('PKCE and codes', () => {
  it.each([
    ['no challenge', { code_challenge: undefined, code_challenge_method: undefined }],
    ['plain', { code_challenge_method: 'plain' }],
    ['no method', { code_challenge_method: undefined }],
    ['implicit', { response_type: 'token' }],
    ['another resource', { resource: 'https://evil.example/mcp' }],
  ])('%s is refused', async (_name, query) => {
    const { callback } = await authorize(query);
    expect(callback.origin).toBe('http://127.0.0.1:33418');
    expect(callback.href).toContain('error=');
    expect(callback.href).not.toContain('code=');
  });

  it('a wrong verifier, another client or another redirect gets nothing', async () => {
    const other = (await register()).json.client_id;
    const wrongs: Record<string, string>[] = [
      { code_verifier: pkce().verifier },
      { client_id: other },
      { redirect_uri: `${CALLBACK}2` },
    ];
    for (const more of wrongs) {
      const { status, json } = await exchange(await authorize(), more);
      expect([status, json.error]).toEqual([400, 'invalid_grant']);
    }
  });

  it('a code works once: of exchanges at the same time one wins, and replay ends its tokens', async () => {
    const done = await authorize();
    const replies = await Promise.all([exchange(done), exchange(done), exchange(done)]);
    const good = replies.filter((r) => r.status === 200);
    expect(good.length).toBeLessThanOrEqual(1);
    await exchange(done);
    for (const { json } of good) expect((await call(json.access_token)).status).toBe(401);
  });
});

describe('refresh', () => {
  it('rotates; the old one works for a grace, then its use ends the family', async () => {
    const done = await authorize();
    const first = (await exchange(done)).json;
    const second = (await refresh(done.clientId, first.refresh_token)).json;
    expect(second.refresh_token).not.toBe(first.refresh_token);
    const parallel = await refresh(done.clientId, first.refresh_token);
    expect(parallel.status).toBe(200);
    await server.store.db
      .updateTable('oauth_records')
      .set((row) => ({ consumed_at: row('consumed_at', '-', 31_000) }))
      .where('consumed_at', 'is not', null)
      .execute();
    expect((await refresh(done.clientId, first.refresh_token)).json.error).toBe('invalid_grant');
    for (const { access_token } of [second, parallel.json]) expect((await call(access_token)).status).toBe(401);
    expect((await refresh(done.clientId, second.refresh_token)).status).toBe(400);
  });

  it('scopes can be narrowed, not widened; another client cannot refresh or revoke', async () => {
    const done = await authorize();
    const { refresh_token, access_token } = (await exchange(done)).json;
    const other = (await register()).json.client_id;
    expect((await refresh(other, refresh_token)).json.error).toBe('invalid_grant');
    await send(server, '/oauth/revoke', {
      body: new URLSearchParams({ token: access_token, client_id: other }).toString(),
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    });
    expect((await call(access_token)).status).toBe(200);
    expect((await refresh(done.clientId, refresh_token, { scope: 'projects:write' })).json.error).toBe('invalid_scope');
    expect((await refresh(done.clientId, refresh_token, { scope: 'jobs:read' })).json.scope).toBe('jobs:read');
  });
});

describe('registration', () => {
  it.each([
    ['javascript:alert(1)'],
    ['data:text/html,x'],
    ['JavaScript:alert(1)'],
    ['http://evil.example/cb'],
    ['https://good.example/cb#x'],
    ['https://user:pw@good.example/cb'],
    ['/relative'],
    ['https://good.example/\u0001cb'],
  ])('refuses %j', async (uri) => {
    const { status } = await register({ redirect_uris: [uri] });
    expect(status).toBe(400);
  });

  it.each([
    ['https://claude.ai/api/mcp/auth_callback'],
    ['http://localhost/callback'],
    ['http://127.0.0.1:1234/callback'],
    ['cursor://anysphere.cursor-retrieval/oauth/user-mcp/callback'],
    ['vscode://vscode.github-authentication/did-authenticate'],
  ])('takes %j', async (uri) => {
    expect((await register({ redirect_uris: [uri] })).status).toBe(201);
  });

  it('a loopback address may use any port, every other must be exact; a mismatch is a page, not a redirect', async () => {
    const clientId = (await register({ redirect_uris: ['http://127.0.0.1/callback', 'https://good.example/cb'] })).json
      .client_id;
    const portless = await authorize({ redirect_uri: 'http://127.0.0.1:50999/callback' }, { clientId });
    expect(portless.callback.searchParams.get('code')).toBeTruthy();
    for (const redirect of [
      'https://good.example/cb/',
      'https://good.example.evil.example/cb',
      'https://GOOD.example/cb2',
    ]) {
      const { callback } = await authorize({ redirect_uri: redirect }, { clientId });
      expect(callback.origin).toBe(server.url);
    }
  });

  it('is limited by address, and a name is shown as text', async () => {
    const limited = await startTestServer({ LIMIT_OAUTH_REGISTER_PER_15_MINUTES: '2' });
    const body = { redirect_uris: [CALLBACK], client_name: '<script>alert(1)</script>' };
    const codes: number[] = [];
    for (let i = 0; i < 3; i++) codes.push((await send(limited, '/oauth/register', { body })).status);
    expect(codes).toEqual([201, 201, 429]);
    const { json } = await register({ client_name: '<img src=x onerror=alert(1)>' });
    const browser = new Browser(server);
    await browser.signIn('sam@example.com');
    const { challenge } = pkce();
    const page = await browser.open(
      `/oauth/authorize?${new URLSearchParams({ client_id: json.client_id, redirect_uri: CALLBACK, response_type: 'code', code_challenge: challenge, code_challenge_method: 'S256' })}`,
    );
    expect(page.text).toContain('&lt;img src=x');
    expect(page.text).not.toContain('<img');
    expect(page.headers['content-security-policy']).toContain("form-action 'self' http://127.0.0.1:33418;");
    expect(page.text).toContain('runs on your own computer');
  });
});

describe('consent', () => {
  it('is asked again of a new client, needs the session token, and cannot be given by another person', async () => {
    const first = await authorize();
    const clientId = (await register()).json.client_id;
    const { challenge } = pkce();
    const query = new URLSearchParams({
      client_id: clientId,
      redirect_uri: CALLBACK,
      response_type: 'code',
      code_challenge: challenge,
      code_challenge_method: 'S256',
    });
    const page = await first.browser.open(`/oauth/authorize?${query}`);
    expect(page.text).toContain('Allow access?');
    expect((await first.browser.press({ csrf: 'x', decision: 'allow' })).status).toBe(400);
    expect((await first.browser.press({ csrf: csrfOf(page) })).status).toBe(400);
    const stranger = new Browser(server);
    expect((await stranger.press({ csrf: csrfOf(page), decision: 'allow' }, first.browser.at)).status).toBe(410);
  });

  it('signing out ends the sign-in here too', async () => {
    const { browser, clientId } = await authorize();
    const settings = await browser.open('/settings/applications');
    await browser.press({ csrf: csrfOf(settings) }, '/sign-out');
    const { challenge } = pkce();
    await browser.open(
      `/oauth/authorize?${new URLSearchParams({ client_id: clientId, redirect_uri: CALLBACK, response_type: 'code', code_challenge: challenge, code_challenge_method: 'S256' })}`,
    );
    expect(new URL(browser.at).pathname).toBe('/sign-in');
  });

  it('can be ended: the page lists the program, and its tokens are void at once', async () => {
    const done = await authorize();
    const { access_token, refresh_token } = (await exchange(done)).json;
    const page = await done.browser.open('/settings/applications');
    expect(page.text).toContain('Test agent');
    const grants = [...page.text.matchAll(/name="grant" value="([^"]+)"/g)].map((m) => m[1] ?? '');
    for (const grant of grants) await done.browser.press({ csrf: csrfOf(page), grant }, '/settings/applications');
    expect((await call(access_token)).status).toBe(401);
    expect((await refresh(done.clientId, refresh_token)).status).toBe(400);
    expect((await done.browser.open('/settings/applications')).text).toContain('No program has access');
  });

  it('an account that is disabled has no tokens', async () => {
    const account = await server.access.accounts.make('gone@example.com', OPERATOR);
    const browser = new Browser(server);
    await browser.signIn('gone@example.com');
    const done = await authorize({}, { browser });
    const { access_token, refresh_token } = (await exchange(done)).json;
    expect((await call(access_token)).status).toBe(200);
    await server.access.accounts.setState(account.id, 'disabled', OPERATOR);
    expect((await call(access_token)).status).toBe(401);
    expect((await refresh(done.clientId, refresh_token)).status).toBe(400);
  });
});

it('tokens and codes are nowhere in the database as they are', async () => {
  const done = await authorize();
  const { access_token, refresh_token } = (await exchange(done)).json;
  const dump = JSON.stringify(await server.store.db.selectFrom('oauth_records').selectAll().execute());
  for (const secret of [access_token, refresh_token, done.callback.searchParams.get('code') ?? 'none'])
    expect(dump).not.toContain(secret);
});

it('token requests are limited by client, those of unknown clients by address', async () => {
  const limited = await startTestServer({ LIMIT_OAUTH_TOKEN_PER_MINUTE: '2' });
  const { json } = await send(limited, '/oauth/register', { body: { redirect_uris: [CALLBACK] } });
  const ask = (client: string) =>
    send(limited, '/oauth/token', {
      body: new URLSearchParams({ grant_type: 'refresh_token', client_id: client, refresh_token: 'x' }).toString(),
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    });
  const codes: number[] = [];
  const known = json.client_id;
  for (const client of ['a', 'b', 'c', known, known, known]) codes.push((await ask(client)).status);
  expect(codes).toEqual([401, 401, 429, 400, 400, 429]);
});
