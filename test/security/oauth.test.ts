import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OPERATOR } from '../../src/accounts/audit.js';
import { type OAuthPayload, OAuthRecords } from '../../src/accounts/oauth_records.js';
import { openSecrets } from '../../src/accounts/secrets.js';
import type { RunningServer } from '../../src/server/start.js';
import { bearer, call, operatorKey } from '../server/an_account.js';
import { CALLBACK, oauthClient, pkce } from '../server/an_oauth_client.js';
import { send, startTestServer, stopAll, tempFolder } from '../server/harness.js';

const dataDir = tempFolder();
let server: RunningServer;
beforeAll(async () => {
  server = await startTestServer({ LIMITS: 'off', DATA_DIR: dataDir });
  await server.access.accounts.make('sam@example.com', OPERATOR);
});
afterAll(stopAll);

const { register, token, authorize, exchange, refresh, revoke } = oauthClient(() => server, 'sam@example.com');
const statusOf = async (bearerToken: string) =>
  (await call(server, 'check_account_status', {}, bearer(bearerToken))).status;
const setRecords = (kind: string, values: { expires_at?: number; consumed_at?: number }) =>
  server.store.db.updateTable('oauth_records').set(values).where('kind', '=', kind).execute();

describe('OAuth', () => {
  it('19 the resource metadata is at both addresses and comes from BASE_URL, never from the request', async () => {
    const named = await startTestServer({ LIMITS: 'off', BASE_URL: 'https://vat.example' });
    const lies = {
      Host: '127.0.0.1',
      'X-Forwarded-Host': 'evil.example',
      'X-Forwarded-Proto': 'gopher',
      Forwarded: 'host=evil.example',
    };
    for (const path of ['/.well-known/oauth-protected-resource', '/.well-known/oauth-protected-resource/mcp']) {
      const { json } = await send(named, path, { headers: lies });
      expect(json).toMatchObject({
        resource: 'https://vat.example/mcp',
        authorization_servers: ['https://vat.example'],
        scopes_supported: ['projects:read', 'projects:write', 'line_items:write', 'jobs:read', 'invoices:write'],
      });
    }
    const { json, text } = await send(named, '/.well-known/oauth-authorization-server', { headers: lies });
    expect(json).toMatchObject({
      issuer: 'https://vat.example',
      authorization_endpoint: 'https://vat.example/oauth/authorize',
      token_endpoint: 'https://vat.example/oauth/token',
      registration_endpoint: 'https://vat.example/oauth/register',
      code_challenge_methods_supported: ['S256'],
      response_types_supported: ['code'],
    });
    expect(text).not.toMatch(/evil|gopher|127\.0\.0\.1/);
    const challenge = await call(named, 'list_projects', {}, lies);
    expect(challenge.headers['www-authenticate']).toBe(
      'Bearer resource_metadata="https://vat.example/.well-known/oauth-protected-resource", scope="projects:read"',
    );
  });

  it('20 a token for another audience is 401; keys, tokens, codes and sessions do not stand for each other', async () => {
    const done = await authorize();
    const code = done.callback.searchParams.get('code') ?? '';
    const { access_token, refresh_token } = (await exchange(done)).json;
    const { key } = await operatorKey(server, ['projects:read'], 'sam@example.com');
    expect(await statusOf(access_token)).toBe(200);
    for (const other of [refresh_token, code, done.clientId]) expect(await statusOf(other)).toBe(401);
    for (const grant of ['refresh_token', 'authorization_code', 'client_credentials', 'password']) {
      const { status, json } = await token({
        grant_type: grant,
        client_id: done.clientId,
        refresh_token: key,
        code: key,
        redirect_uri: CALLBACK,
        code_verifier: done.verifier,
      });
      expect([status, json.access_token]).toEqual([400, undefined]);
    }
    await revoke(done.clientId, key);
    expect(await statusOf(key)).toBe(200);

    const records = new OAuthRecords(server.store, openSecrets(dataDir));
    const payload = (await records.find('AccessToken', access_token)) as OAuthPayload;
    for (const aud of ['https://other.example/mcp', `${server.url}/mcp2`, [`${server.url}/mcp`, 'x'], undefined]) {
      await records.put('AccessToken', access_token, { ...payload, aud }, 60);
      expect(await statusOf(access_token), String(aud)).toBe(401);
    }
    await records.put('AccessToken', access_token, payload, 60);
    expect(await statusOf(access_token)).toBe(200);
  });

  describe('21 PKCE', () => {
    it.each([
      ['no challenge', { code_challenge: undefined, code_challenge_method: undefined }],
      ['plain', { code_challenge_method: 'plain' }],
      ['no method', { code_challenge_method: undefined }],
      ['a challenge that is too short', { code_challenge: 'abc' }],
      ['implicit', { response_type: 'token' }],
      ['hybrid', { response_type: 'code token' }],
      ['another resource', { resource: 'https://evil.example/mcp' }],
    ])('%s is refused', async (_name, query) => {
      const { callback } = await authorize(query);
      expect(callback.origin).toBe('http://127.0.0.1:33418');
      expect(callback.href).toContain('error=');
      expect(callback.href).not.toContain('code=');
    });

    it('a wrong verifier, or none, gets nothing', async () => {
      for (const verifier of [pkce().verifier, '', 'x']) {
        const { status, json } = await exchange(await authorize(), { code_verifier: verifier });
        expect([status, json.access_token]).toEqual([400, undefined]);
      }
    });
  });

  describe('22 redirect addresses', () => {
    it.each([
      ['javascript:alert(1)'],
      ['data:text/html,x'],
      ['JavaScript:alert(1)'],
      ['vbscript:x'],
      ['file:///etc/passwd'],
      ['http://evil.example/cb'],
      ['http://127.0.0.1.evil.example/cb'],
      ['https://good.example/cb#x'],
      ['https://user:pw@good.example/cb'],
      ['/relative'],
      ['https://good.example/\u0001cb'],
      ['java\tscript:alert(1)'],
      [' https://good.example/cb'],
    ])('%j cannot be registered', async (uri) => {
      const { status } = await register({ redirect_uris: [uri] });
      expect(status).toBe(400);
      expect((await register({ redirect_uris: [CALLBACK, uri], application_type: 'web' })).status).toBe(400);
    });

    it.each([
      ['https://claude.ai/api/mcp/auth_callback'],
      ['http://localhost/callback'],
      ['http://127.0.0.1:1234/callback'],
      ['cursor://anysphere.cursor-retrieval/oauth/user-mcp/callback'],
      ['vscode://vscode.github-authentication/did-authenticate'],
    ])('%j can', async (uri) => {
      expect((await register({ redirect_uris: [uri] })).status).toBe(201);
    });

    it('a loopback address may use any port, every other must be exact; a mismatch is a page, not a redirect', async () => {
      const clientId = (await register({ redirect_uris: ['http://127.0.0.1/callback', 'https://good.example/cb'] }))
        .json.client_id;
      const portless = await authorize({ redirect_uri: 'http://127.0.0.1:50999/callback' }, { clientId });
      expect(portless.callback.searchParams.get('code')).toBeTruthy();
      for (const redirect of [
        'https://good.example/cb/',
        'https://good.example/cb?x=1',
        'https://good.example:444/cb',
        'https://good.example.evil.example/cb',
        'https://GOOD.example/cb2',
        'http://127.0.0.1:50999/other',
        'javascript:alert(1)',
      ]) {
        const { callback, reply } = await authorize({ redirect_uri: redirect }, { clientId });
        expect(callback.origin, redirect).toBe(server.url);
        expect([reply.status, reply.headers.location]).toEqual([400, undefined]);
        expect(reply.text).toContain('This request cannot go on');
      }
    });
  });

  describe('23 codes', () => {
    it('live 60 seconds, for their client, redirect and verifier', async () => {
      const other = (await register()).json.client_id;
      for (const more of [{ client_id: other }, { redirect_uri: `${CALLBACK}2` }] as Record<string, string>[]) {
        const { status, json } = await exchange(await authorize(), more);
        expect([status, json.error]).toEqual([400, 'invalid_grant']);
      }
      const late = await authorize();
      const [row] = await server.store.db
        .selectFrom('oauth_records')
        .selectAll()
        .where('kind', '=', 'AuthorizationCode')
        .orderBy('made_at', 'desc')
        .limit(1)
        .execute();
      expect((row?.expires_at ?? 0) - (row?.made_at ?? 0)).toBe(60_000);
      await setRecords('AuthorizationCode', { expires_at: Date.now() - 1 });
      expect((await exchange(late)).json.error).toBe('invalid_grant');
    });

    it('work once: of exchanges at the same time one wins, a replay ends its tokens and is in the trail', async () => {
      const done = await authorize();
      const replies = await Promise.all([exchange(done), exchange(done), exchange(done)]);
      const good = replies.filter((r) => r.status === 200);
      expect(good.length).toBeLessThanOrEqual(1);
      await exchange(done);
      for (const { json } of good) {
        expect(await statusOf(json.access_token)).toBe(401);
        expect((await refresh(done.clientId, json.refresh_token)).status).toBe(400);
      }
      const trail = await server.access.audit.list({ most: 20 });
      expect(trail.find((entry) => entry.event === 'token.reused')).toMatchObject({
        actor: `client ${done.clientId}`,
        clientAddress: '127.0.0.1',
        accountId: (await server.access.accounts.byEmail('sam@example.com'))?.id,
      });
    });

    it('one exchange alone is answered, so the rule above is not kept by refusing all', async () => {
      expect((await exchange(await authorize())).status).toBe(200);
    });
  });

  describe('24 refresh', () => {
    it('rotates; the old token works for a 30 s grace, then its use ends the family and is in the trail', async () => {
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
      for (const { access_token } of [second, parallel.json]) expect(await statusOf(access_token)).toBe(401);
      expect((await refresh(done.clientId, second.refresh_token)).status).toBe(400);
      const [newest] = await server.access.audit.list({ most: 1 });
      expect(newest).toMatchObject({ event: 'token.reused', actor: `client ${done.clientId}` });
      expect(JSON.stringify(newest)).not.toContain(first.refresh_token);
    });

    it('scopes can be narrowed, not widened; another client cannot refresh or revoke', async () => {
      const done = await authorize();
      const { refresh_token, access_token } = (await exchange(done)).json;
      const other = (await register()).json.client_id;
      expect((await refresh(other, refresh_token)).json.error).toBe('invalid_grant');
      await revoke(other, access_token);
      await revoke(other, refresh_token);
      expect(await statusOf(access_token)).toBe(200);
      expect((await refresh(done.clientId, refresh_token, { scope: 'projects:write' })).json.error).toBe(
        'invalid_scope',
      );
      expect((await refresh(done.clientId, refresh_token, { scope: 'jobs:read' })).json.scope).toBe('jobs:read');
    });

    it('a client can end its own tokens', async () => {
      const done = await authorize();
      const { access_token, refresh_token } = (await exchange(done)).json;
      await revoke(done.clientId, refresh_token);
      expect(await statusOf(access_token)).toBe(401);
      expect((await refresh(done.clientId, refresh_token)).status).toBe(400);
    });
  });
});
