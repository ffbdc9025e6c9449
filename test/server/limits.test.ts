import { afterAll, describe, expect, it, vi } from 'vitest';
import { OPERATOR } from '../../src/accounts/audit.js';
import { SCOPES } from '../../src/accounts/scopes.js';
import { openStore } from '../../src/store/open.js';
import { bearer, call, operatorKey } from './an_account.js';
import { bricks, REST, rpc, send, startTestServer, stopAll, tempFolder, toolCall } from './harness.js';

afterAll(stopAll);

describe('daily cap of check_line_item', () => {
  it('counts MCP and REST together, refuses the sixth with 429 and says when, and survives a restart', async () => {
    const dataDir = tempFolder();
    const first = await startTestServer({ DATA_DIR: dataDir });
    for (let i = 0; i < 3; i++) expect((await send(first, REST, { body: bricks() })).status).toBe(200);
    for (const path of ['/mcp', '/sse']) {
      expect((await send(first, path, { body: toolCall(bricks()) })).json.result.structuredContent.ok).toBe(true);
    }
    const refused = await send(first, '/mcp', { body: toolCall(bricks()) });
    expect(refused.status).toBe(429);
    expect(refused.json).toMatchObject({ ok: false, error: 'daily_limit_reached' });
    expect(refused.json.retryAfterSecs).toBeGreaterThan(86_300);
    expect(refused.json.retryAfterSecs).toBeLessThanOrEqual(86_400);
    expect(refused.headers['retry-after']).toBe(String(refused.json.retryAfterSecs));
    await first.close();

    const second = await startTestServer({ DATA_DIR: dataDir });
    const still = await send(second, REST, { body: bricks() });
    expect([still.status, still.json.error]).toEqual([429, 'daily_limit_reached']);
    expect(Number(still.headers['retry-after'])).toBeGreaterThanOrEqual(1);
    // Everything but the counted tool still answers.
    expect((await send(second, '/mcp', { body: rpc('tools/list') })).status).toBe(200);
  });

  it('a call refused for its input costs nothing, at the first check or at the last', async () => {
    const server = await startTestServer({ LIMIT_CHECK_LINE_ITEM_PER_DAY: '1' });
    for (let i = 0; i < 3; i++) {
      expect((await send(server, REST, { body: {} })).status).toBe(400);
      expect((await send(server, '/mcp', { body: toolCall({}) })).json.result.isError).toBe(true);
    }
    expect((await send(server, REST, { body: bricks() })).status).toBe(200);
    expect((await send(server, REST, { body: bricks() })).status).toBe(429);
    expect((await send(server, REST, { body: {} })).status).toBe(400);
  });

  it('a call that fails inside the server costs nothing and shows nothing of the inside', async () => {
    const { sharedRulebook } = await import('./harness.js');
    const book = await sharedRulebook();
    const broken = Object.create(book, {
      classify: { value: () => Promise.reject(new Error('SELECT secret FROM /etc/x')) },
    });
    const dataDir = tempFolder();
    const server = await startTestServer(
      { LIMIT_CHECK_LINE_ITEM_PER_DAY: '1', DATA_DIR: dataDir },
      { loadRulebook: async () => broken },
    );
    await server.ready;
    for (let i = 0; i < 3; i++) {
      const rest = await send(server, REST, { body: bricks() });
      expect([rest.status, rest.json.error]).toEqual([500, 'internal_error']);
      expect(rest.text).not.toMatch(/secret|SELECT|\.ts|at /);
      const mcp = await send(server, '/mcp', { body: toolCall(bricks()) });
      expect(mcp.json.result.structuredContent.error).toBe('internal_error');
      expect(mcp.text).not.toMatch(/secret|SELECT/);
    }
  });

  it('calls at once never pass the cap', async () => {
    const server = await startTestServer({});
    const replies = await Promise.all(
      Array.from({ length: 30 }, (_, i) =>
        i % 2 ? send(server, REST, { body: bricks() }) : send(server, '/mcp', { body: toolCall(bricks()) }),
      ),
    );
    expect(replies.filter((r) => r.status === 200)).toHaveLength(5);
    expect(replies.filter((r) => r.status === 429)).toHaveLength(25);
  });
});

describe('requests a minute', () => {
  it('counts all doors together, says what is left, refuses with Retry-After of at least 1', async () => {
    const server = await startTestServer({ LIMIT_MCP_PER_MINUTE: '4' });
    const left = [];
    for (const path of ['/mcp', '/sse', '/mcp', '/sse']) {
      const { status, headers } = await send(server, path, { body: rpc('ping') });
      expect(status).toBe(200);
      left.push(headers.ratelimit);
    }
    expect(left.map((l) => /r=(\d+)/.exec(String(l))?.[1])).toEqual(['3', '2', '1', '0']);
    const refused = await send(server, '/mcp', { body: rpc('ping') });
    expect(refused.status).toBe(429);
    expect(refused.json).toMatchObject({ ok: false, error: 'rate_limited' });
    expect(refused.headers['retry-after']).toMatch(/^[1-9]\d*$/);
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(60);
    expect(refused.headers['x-ratelimit-reset']).toMatch(/^\d+$/);
    // Another endpoint gives no more; the health check is not counted.
    for (const path of ['/mcp/auth', REST]) expect((await send(server, path, { body: rpc('ping') })).status).toBe(429);
    expect((await send(server, '/healthz')).status).toBe(200);
  });
});

it('the database file is private and the counts are in it', async () => {
  const dataDir = tempFolder();
  const server = await startTestServer({ DATA_DIR: dataDir });
  await send(server, REST, { body: bricks() });
  await server.close();
  const { statSync } = await import('node:fs');
  expect(statSync(`${dataDir}/notice708.sqlite`).mode & 0o777).toBe(0o600);
  const store = await openStore(dataDir);
  const rows = await store.db.selectFrom('usage').selectAll().execute();
  expect(rows).toEqual([{ subject: 'ip:127.0.0.1', kind: 'check_line_item', started_at: expect.any(Number), used: 1 }]);
  await store.close();
});

it('a window ends 24 hours after its first call', async () => {
  const server = await startTestServer({ LIMIT_CHECK_LINE_ITEM_PER_DAY: '1' });
  expect((await send(server, REST, { body: bricks() })).status).toBe(200);
  const now = Date.now();
  const clock = vi.spyOn(Date, 'now').mockReturnValue(now + 24 * 3_600_000 - 2_000);
  const late = await send(server, REST, { body: bricks() });
  expect([late.status, late.json.retryAfterSecs <= 3]).toEqual([429, true]);
  clock.mockReturnValue(now + 24 * 3_600_000 + 2_000);
  expect((await send(server, REST, { body: bricks() })).status).toBe(200);
  clock.mockRestore();
});

describe('decisions on stored lines', () => {
  it('ten a minute with one key, over the three tools and all doors, also after a restart; another key has its own', async () => {
    const dataDir = tempFolder();
    let server = await startTestServer({ DATA_DIR: dataDir });
    const { key, account } = await operatorKey(server, SCOPES);
    const project = await call(
      server,
      'set_up_project',
      { name: 'Our home', facts: { country: 'england', finishedBuilding: 'dwelling', siteBefore: 'empty_land' } },
      bearer(key),
    );
    const route = (headers = bearer(key), door = '/mcp') =>
      call(server, 'route_line_item', { projectId: project.result.project.id, item: bricks().item }, headers, door);
    const { invoiceId } = (await route()).result;
    for (const door of ['/sse', '/mcp/auth', '/mcp', '/mcp', '/mcp'])
      expect((await route(bearer(key), door)).status).toBe(200);
    // Refused for its input: not counted.
    expect((await call(server, 'route_line_item', {}, bearer(key))).result.error).toBe('invalid_input');
    const companions = { invoiceId, dryRun: true };
    expect((await call(server, 'reclassify_companion_items', { invoiceId: 'inv_x' }, bearer(key))).result.error).toBe(
      'not_found',
    );
    for (let i = 0; i < 2; i++)
      expect((await call(server, 'reclassify_companion_items', companions, bearer(key))).result.ok).toBe(true);
    const rest = (headers: Record<string, string>) =>
      send(server, '/api/v1/reclassify-companion-items', { body: companions, headers });
    expect((await rest(bearer(key))).status).toBe(200);
    await server.close();
    server = await startTestServer({ DATA_DIR: dataDir });
    const refused = await route();
    expect([refused.status, refused.json.error]).toEqual([429, 'rate_limited']);
    expect(refused.headers['retry-after']).toBe(String(refused.json.retryAfterSecs));
    expect((await rest(bearer(key))).status).toBe(429);
    const second = await server.access.keys.create(
      account.id,
      { name: 'y', scopes: SCOPES, madeBy: 'operator' },
      OPERATOR,
    );
    expect((await route(bearer(second.key))).status).toBe(200);
  });
});

describe('headers to the second', () => {
  it('the daily cap says exactly when the window of the first call ends', async () => {
    const server = await startTestServer({ LIMIT_CHECK_LINE_ITEM_PER_DAY: '1' });
    const start = Date.now();
    const clock = vi.spyOn(Date, 'now').mockReturnValue(start);
    try {
      expect((await send(server, REST, { body: bricks() })).status).toBe(200);
      for (const [later, secs] of [
        [0, 86_400],
        [1, 86_400],
        [1_000, 86_399],
        [12_345, 86_388],
        [86_399_001, 1],
        [86_399_999, 1],
      ] as const) {
        clock.mockReturnValue(start + later);
        const refused = await send(server, REST, { body: bricks() });
        expect([refused.status, refused.json.retryAfterSecs, refused.headers['retry-after']]).toEqual([
          429,
          secs,
          `${secs}`,
        ]);
      }
      clock.mockReturnValue(start + 86_400_000);
      expect((await send(server, REST, { body: bricks() })).status).toBe(200);
    } finally {
      clock.mockRestore();
    }
  });

  it.each([
    ['/mcp', 'anonymous', 60, { LIMIT_MCP_PER_MINUTE: '1' }],
    ['/oauth/register', 'oauth_register', 900, { LIMIT_OAUTH_REGISTER_PER_15_MINUTES: '1' }],
    ['/oauth/token', 'oauth_token', 60, { LIMIT_OAUTH_TOKEN_PER_MINUTE: '1' }],
  ] as const)(
    '%s: Retry-After, RateLimit and X-RateLimit-Reset say the same moment',
    async (path, name, window, env) => {
      const server = await startTestServer(env);
      const ask = () =>
        send(server, path, {
          body: path === '/oauth/token' ? 'grant_type=refresh_token' : { redirect_uris: ['http://127.0.0.1/x'] },
          headers: path === '/oauth/token' ? { 'Content-Type': 'application/x-www-form-urlencoded' } : {},
        });
      const before = Date.now() / 1000;
      const first = await ask();
      const opened = Date.now() / 1000;
      expect(first.headers['ratelimit-policy']).toBe(`"${name}";q=1;w=${window}`);
      const refused = await ask();
      const after = Date.now() / 1000;
      expect(refused.status).toBe(429);
      const retry = Number(refused.headers['retry-after']);
      expect(refused.headers.ratelimit).toBe(`"${name}";r=0;t=${retry}`);
      // The window opened between `before` and `opened`, the refusal came before `after`.
      expect(retry).toBeGreaterThanOrEqual(Math.ceil(before + window - after));
      expect(retry).toBeLessThanOrEqual(window);
      const reset = Number(refused.headers['x-ratelimit-reset']);
      expect(reset).toBeGreaterThanOrEqual(Math.floor(before + window));
      expect(reset).toBeLessThanOrEqual(Math.ceil(opened + window) + 1);
    },
  );
});
