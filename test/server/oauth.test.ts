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
import { bearer, call as callTool } from './an_account.js';
import { CALLBACK, oauthClient, pkce } from './an_oauth_client.js';
import { bricks, send, startTestServer, stopAll } from './harness.js';

let server: RunningServer;
beforeAll(async () => {
  server = await startTestServer({ LIMITS: 'off' });
  await server.access.accounts.make('sam@example.com', OPERATOR);
});
afterAll(stopAll);

const { authorize, exchange, refresh } = oauthClient(() => server, 'sam@example.com');
const call = (token: string, name = 'check_account_status') => callTool(server, name, {}, bearer(token));

describe('discovery', () => {
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

describe('consent', () => {
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
  // What was registered cannot be read or changed, so no address for it is told.
  expect(Object.keys(json).filter((field) => field.startsWith('registration_'))).toEqual([]);
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
