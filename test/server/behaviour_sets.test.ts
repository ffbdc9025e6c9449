import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RunningServer } from '../../src/server/start.js';
import { bearer, call, operatorKey } from './an_account.js';
import { bricks, rpc, send, startTestServer, stopAll } from './harness.js';

/** The rows of the table in interface.md section 9, for servers with the default limits. */
describe.each(['A', 'B'] as const)('behaviour set %s', (set) => {
  const isA = set === 'A';
  let server: RunningServer;
  beforeAll(async () => {
    server = await startTestServer({ BEHAVIOUR_SET: set });
  });
  afterAll(stopAll);
  const listed = async () =>
    (await send(server, '/mcp', { body: rpc('tools/list') })).json.result.tools.map((t: { name: string }) => t.name);

  it('create_account', async () => {
    const { result } = await call(server, 'create_account', { email: 'sam@example.com' });
    const mails = await server.access.outbox.kept();
    if (isA) {
      expect([result.status, result.apiKey]).toEqual(['confirmation_sent', undefined]);
      expect(mails.map((mail) => mail.recipient)).toEqual(['sam@example.com']);
      expect(await server.access.accounts.list()).toEqual([]);
    } else {
      expect(result.apiKey).toMatch(/^n708_live_[0-9a-f]{64}$/);
      expect(mails).toEqual([]);
      expect((await call(server, 'check_account_status', {}, bearer(result.apiKey))).result.authenticated).toBe(true);
    }
  });

  it('authenticate_account', async () => {
    if (isA) {
      const { result } = await call(server, 'authenticate_account', { email: 'sam@example.com' });
      expect(result).toMatchObject({ user_code: expect.any(String), request_id: expect.any(String) });
      expect(result.apiKey).toBeUndefined();
      return;
    }
    const { recoveryCode } = (await call(server, 'create_account', { email: 'pat@example.com' })).result;
    const { result } = await call(server, 'authenticate_account', { email: 'pat@example.com', recoveryCode });
    expect(result.apiKey).toMatch(/^n708_live_/);
    expect(result.request_id).toBeUndefined();
  });

  it('requests about accounts, answered or refused', async () => {
    const own = await startTestServer({ BEHAVIOUR_SET: set });
    const asked = async (tool: string, args: object) => {
      const { json, result } = await call(own, tool, args);
      return (result ?? json).error ?? 'ok';
    };
    const email = 'kim@example.com';
    const refusals = [
      await asked('create_account', {}),
      await asked('create_account', { email }),
      await asked('create_account', { email }),
      await asked('authenticate_account', { email, ...(isA ? {} : { recoveryCode: 'wrong' }) }),
      await asked('authenticate_account', { email }),
    ];
    expect(refusals).toEqual(
      isA
        ? ['invalid_input', 'ok', 'ok', 'ok', 'rate_limited']
        : ['invalid_input', 'ok', 'account_exists', 'wrong_credentials', 'rate_limited'],
    );
  });

  it('poll_authentication', async () => {
    expect((await listed()).includes('poll_authentication')).toBe(isA);
  });

  it('OAuth 2.1 PKCE discovery', async () => {
    for (const path of ['/.well-known/oauth-protected-resource', '/.well-known/oauth-authorization-server'])
      expect((await send(server, path)).status).toBe(isA ? 200 : 404);
  });

  it('gated tool without key', async () => {
    const reply = await call(server, 'set_up_project');
    if (isA) {
      expect(reply.status).toBe(401);
      expect(reply.headers['www-authenticate']).toMatch(/^Bearer resource_metadata="http/);
    } else expect([reply.status, reply.result.error]).toEqual([200, 'registration_required']);
  });

  it('check_account_status without key', async () => {
    const { status, result } = await call(server, 'check_account_status');
    expect(status).toBe(200);
    expect(result).toMatchObject(isA ? { ok: true, authenticated: false } : { ok: false, error: 'unauthenticated' });
  });

  it('unauthenticated rate on /mcp', async () => {
    const { headers } = await send(server, '/mcp', { body: rpc('ping') });
    expect(headers['ratelimit-policy']).toBe(`"anonymous";q=${isA ? 200 : 60};w=60`);
  });

  it('authenticated rate on /mcp', async () => {
    const { key } = await operatorKey(server);
    const codes: number[] = [];
    for (let i = 0; i < 61; i++)
      codes.push((await send(server, '/mcp', { body: rpc('ping'), headers: bearer(key) })).status);
    expect([codes.indexOf(429), codes.filter((code) => code === 200).length]).toEqual([60, 60]);
  });

  it('check_line_item daily cap', async () => {
    const codes: number[] = [];
    for (let i = 0; i < 6; i++) codes.push((await call(server, 'check_line_item', bricks())).status);
    expect(codes).toEqual(isA ? [200, 200, 200, 200, 200, 429] : new Array(6).fill(200));
  });
});
