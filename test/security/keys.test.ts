import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SCOPES } from '../../src/accounts/scopes.js';
import type { RunningServer } from '../../src/server/start.js';
import { TOOLS } from '../../src/tools/table.js';
import { mailServer } from '../accounts/a_mail_server.js';
import { Browser, csrfOf } from '../server/a_browser.js';
import { commandProcess } from '../server/a_process.js';
import { bearer, call, operatorKey, page } from '../server/an_account.js';
import { oauthClient } from '../server/an_oauth_client.js';
import { bricks, REST, send, startTestServer, stopAll, tempFolder } from '../server/harness.js';
import { keptLog } from './a_log.js';

const dataDir = tempFolder();
let server: RunningServer;
beforeAll(async () => {
  server = await startTestServer({ LIMITS: 'off', DATA_DIR: dataDir });
});
afterAll(stopAll);

const oauth = oauthClient(() => server, 'sam@example.com');

/** Everything the tables of a server hold, as text. */
function tableDump({ store }: RunningServer): string {
  const names = store.raw
    .prepare<[], { name: string }>("SELECT name FROM sqlite_master WHERE type = 'table'")
    .all()
    .map(({ name }) => name);
  return JSON.stringify(names.map((name) => store.raw.prepare(`SELECT * FROM "${name}"`).all()));
}

/** Every byte of a data folder but the secret itself. */
const folderDump = (folder: string) =>
  Buffer.concat(readdirSync(folder).map((name) => readFileSync(join(folder, name)))).toString('latin1');

describe('keys and principals', () => {
  it('1 a raw key is shown once and never stored: no table, file or log has it, nor a link, code, session or token', async () => {
    const mail = await mailServer();
    const { log, text } = keptLog();
    const folder = tempFolder();
    const mailing = await startTestServer(
      { LIMITS: 'off', DATA_DIR: folder, SMTP_URL: mail.url, LOG_LEVEL: 'trace' },
      { log },
    );
    const secrets: string[] = [];
    const mailed = async (): Promise<string> => {
      await mailing.access.outbox.settled();
      const body = (mail.received.at(-1)?.text ?? '').replace(/=\r\n/g, '').replace(/=3D/g, '=');
      const link = /http:\/\/\S+/.exec(body)?.[0] ?? '';
      secrets.push(link.split('/').at(-1) ?? '');
      return link;
    };
    await call(mailing, 'create_account', { email: 'sam@example.com' });
    await page(mailing, await mailed(), {});
    const { result } = await call(mailing, 'authenticate_account', { email: 'sam@example.com' });
    await page(mailing, await mailed(), { decision: 'approve' });
    const ready = (await call(mailing, 'poll_authentication', { request_id: result.request_id })).result;
    const shown = await page(mailing, ready.key_retrieval_url, {});
    const key = /n708_live_[0-9a-f]{64}/.exec(shown.text)?.[0] ?? '';
    secrets.push(result.request_id, ready.key_retrieval_url.split('/').at(-1), key);
    await page(mailing, '/sign-in', { email: 'sam@example.com' });
    const signedIn = await page(mailing, await mailed(), {});
    const session = /n708_session=([\w-]{43})/.exec(String(signedIn.headers['set-cookie']))?.[1] ?? '';
    secrets.push(session, (await operatorKey(mailing, ['jobs:read'])).key);
    await call(mailing, 'check_account_status', {}, bearer(key));
    await send(mailing, REST, { body: bricks(), headers: bearer(key) });
    await send(mailing, `/mcp?key=${key}`, { body: bricks(), headers: { Cookie: `n708_session=${session}` } });

    for (const secret of secrets) expect(secret.length).toBeGreaterThan(40);
    expect(text()).toContain('"path":"/mcp"');
    const dump = tableDump(mailing);
    for (const secret of secrets) {
      expect(dump).not.toContain(secret);
      expect(text()).not.toContain(secret);
    }
    mailing.store.raw.pragma('wal_checkpoint(TRUNCATE)');
    const files = folderDump(folder);
    expect(files).toContain('sam@example.com');
    for (const made of [key, key.slice('n708_live_'.length), session]) expect(files).not.toContain(made);
    await mail.close();
  });

  it('1 the same of set B: neither the key nor the recovery code', async () => {
    const setB = await startTestServer({ LIMITS: 'off', BEHAVIOUR_SET: 'B' });
    const { apiKey, recoveryCode } = (await call(setB, 'create_account', { email: 'b@example.com' })).result;
    const dump = tableDump(setB);
    expect(dump).toContain('b@example.com');
    for (const secret of [apiKey, recoveryCode]) expect(dump).not.toContain(secret);
  });

  it('2 stored as a keyed hash under a unique index: a copy of the table opens nothing, another secret knows no key', async () => {
    const { key, record } = await operatorKey(server);
    const row = await server.store.db
      .selectFrom('api_keys')
      .selectAll()
      .where('id', '=', record.id)
      .executeTakeFirstOrThrow();
    expect(row.key_hash).toMatch(/^[0-9a-f]{64}$/);
    expect((await call(server, 'list_projects', {}, bearer(row.key_hash))).status).toBe(401);
    expect((await call(server, 'list_projects', {}, bearer(`n708_live_${row.key_hash}`))).status).toBe(401);
    const plan = server.store.raw.prepare('EXPLAIN QUERY PLAN SELECT id FROM api_keys WHERE key_hash = ?').all('x');
    expect(JSON.stringify(plan)).toMatch(/USING INDEX sqlite_autoindex_api_keys_\d/);
    expect(() =>
      server.store.raw
        .prepare(
          "INSERT INTO api_keys SELECT 'key_2', account_id, key_hash, last4, name, scopes, made_by, 1, NULL, NULL FROM api_keys WHERE id = ?",
        )
        .run(record.id),
    ).toThrow(/UNIQUE/);
    // The same file under another secret, as a thief of the database has it.
    const copy = tempFolder();
    await server.store.raw.backup(join(copy, 'notice708.sqlite'));
    const thief = await startTestServer({ LIMITS: 'off', DATA_DIR: copy });
    expect((await call(thief, 'list_projects', {}, bearer(key))).status).toBe(401);
    expect((await call(server, 'check_account_status', {}, bearer(key))).result.authenticated).toBe(true);
  });

  it('3 the form is n708_live_ and 256 random bits in hex; what is malformed is 401 without a look into the database', async () => {
    const made = await Promise.all(
      Array.from({ length: 5 }, (_, i) => operatorKey(server, ['jobs:read'], `k${i}@x.org`)),
    );
    for (const { key } of made) expect(key).toMatch(/^n708_live_[0-9a-f]{64}$/);
    expect(new Set(made.map(({ key }) => key)).size).toBe(5);
    const [{ key } = { key: '' }] = made;
    const cold = await startTestServer({ LIMITS: 'off' });
    // Any look would now fail as one of the server's own.
    for (const table of ['api_keys', 'accounts', 'oauth_records'])
      cold.store.raw.exec(`ALTER TABLE ${table} RENAME TO ${table}_away`);
    const malformed = [
      'x',
      key.toUpperCase(),
      key.slice(0, -1),
      `${key}0`,
      key.replace('live', 'test'),
      `${key.slice(0, -1)}g`,
      `x${key}`,
      'n708_live_',
      "' OR 1=1 --",
      '\u00e9'.repeat(3),
    ];
    for (const token of malformed) {
      const reply = await call(cold, 'list_projects', {}, { Authorization: `Bearer ${encodeURI(token)}` });
      expect([reply.status, reply.headers['www-authenticate']], token).toEqual([
        401,
        expect.stringContaining('error="invalid_token"'),
      ]);
    }
    expect((await call(cold, 'list_projects', {}, bearer(key))).status).toBe(500);
  });

  it('4 pages, tools and commands show prefix and last four only', async () => {
    const { key, record, account } = await operatorKey(server, ['projects:read'], 'four@example.com');
    const browser = new Browser(server);
    await browser.signIn('four@example.com');
    const texts = [
      (await browser.open('/settings/api-keys')).text,
      (await browser.open('/settings/account')).text,
      (await call(server, 'check_account_status', {}, bearer(key))).text,
      JSON.stringify(await server.access.keys.list(account.id)),
      JSON.stringify(await server.access.audit.list()),
    ];
    expect(texts[0]).toContain(`n708_live_...${key.slice(-4)}`);
    expect(record.shown).toBe(`n708_live_...${key.slice(-4)}`);
    for (const text of texts) {
      expect(text).not.toContain(key);
      expect(text).not.toContain(key.slice(10, 20));
      expect(text).not.toMatch(/[0-9a-f]{64}/);
    }
  });

  it('5 a revoked, expired, malformed or unknown key or token is 401 on the very next call, also on a public tool, whoever revoked it', async () => {
    const env = { DATA_DIR: dataDir };
    const sam = await operatorKey(server, ['projects:read'], 'sam@example.com');
    const good = () => call(server, 'check_line_item', bricks(), bearer(sam.key));
    expect((await good()).status).toBe(200);
    // Another process does it, while this one has the key in use.
    expect(await commandProcess(['keys', 'revoke', sam.record.id], env)).toContain('is revoked');
    expect((await good()).status).toBe(401);

    const second = await operatorKey(server, ['projects:read'], 'sam@example.com');
    const status = () => call(server, 'check_account_status', {}, bearer(second.key));
    expect((await status()).result.plan).toBe('free');
    await commandProcess(['accounts', 'plan', 'sam@example.com', 'pro'], env);
    expect((await status()).result.plan).toBe('pro');
    await commandProcess(['accounts', 'disable', 'sam@example.com'], env);
    expect((await status()).status).toBe(401);
    await commandProcess(['accounts', 'enable', 'sam@example.com'], env);
    expect((await status()).status).toBe(200);

    const done = await oauth.authorize();
    const { access_token } = (await oauth.exchange(done)).json;
    expect((await call(server, 'check_account_status', {}, bearer(access_token))).status).toBe(200);
    await server.store.db
      .updateTable('oauth_records')
      .set({ expires_at: Date.now() - 1 })
      .where('kind', '=', 'AccessToken')
      .execute();
    for (const token of [sam.key, access_token, 'x', `n708_live_${'0'.repeat(64)}`]) {
      for (const [name, args] of [
        ['check_line_item', bricks()],
        ['list_projects', {}],
      ] as const) {
        const reply = await call(server, name, args, bearer(token));
        expect(reply.status).toBe(401);
        expect(reply.headers['www-authenticate']).toContain('error="invalid_token"');
      }
      const rest = await send(server, REST, { body: bricks(), headers: bearer(token) });
      expect([rest.status, rest.json.error]).toEqual([401, 'invalid_token']);
    }
  });

  it('6 a key in the query, the body or a cookie is no key', async () => {
    const { key } = await operatorKey(server);
    const elsewhere = [
      send(server, `/mcp?access_token=${key}&api_key=${key}&authorization=Bearer%20${key}`, {
        body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'list_projects' } },
      }),
      call(server, 'list_projects', {}, { Cookie: `n708_session=${key}; Authorization=Bearer ${key}` }),
      call(server, 'list_projects', { apiKey: key, access_token: key, authorization: `Bearer ${key}` }),
      call(server, 'list_projects', {}, { 'X-Api-Key': key, 'Proxy-Authorization': `Bearer ${key}` }),
      call(server, 'list_projects', {}, { Authorization: `Basic ${Buffer.from(`${key}:`).toString('base64')}` }),
      call(server, 'list_projects', {}, { Authorization: key }),
    ];
    for (const reply of await Promise.all(elsewhere)) expect(reply.status).toBe(401);
  });

  it('7 of what belongs to another account nothing is seen or ended (property over its ids)', async () => {
    const theirs = await operatorKey(server, ['projects:read'], 'sam@example.com');
    const done = await oauth.authorize();
    const { access_token } = (await oauth.exchange(done)).json;
    const grants = await server.store.db.selectFrom('oauth_records').selectAll().where('kind', '=', 'Grant').execute();
    const connected = await server.access.accounts.byEmail('sam@example.com');
    const shown = await done.browser.open('/settings/applications');
    const grantIds = [...shown.text.matchAll(/name="grant" value="([^"]+)"/g)].map((m) => m[1] ?? '');
    expect([grants.length > 0, grantIds.length > 0, connected !== null]).toEqual([true, true, true]);
    await operatorKey(server, ['projects:read'], 'mallory@example.com');
    const mallory = new Browser(server);
    await mallory.signIn('mallory@example.com');
    const csrf = csrfOf(await mallory.open('/settings/api-keys'));
    expect((await mallory.open('/settings/api-keys')).text).not.toContain(theirs.record.id);
    expect((await mallory.open('/settings/applications')).text).toContain('No program has access');
    const ids = fc.oneof(
      fc.constantFrom(theirs.record.id, theirs.account.id, theirs.account.organisationId, ...grantIds),
      fc.constantFrom(...grants.map((g) => g.id_hash)),
      fc.string({ unit: 'grapheme-ascii', maxLength: 30 }),
    );
    await fc.assert(
      fc.asyncProperty(ids, async (id) => {
        const path = `/settings/api-keys/${encodeURIComponent(id)}/revoke`;
        await mallory.press({ csrf }, path);
        await mallory.press({ csrf, grant: id }, '/settings/applications');
        const poll = await call(server, 'poll_authentication', { request_id: id || 'x' });
        expect(poll.result?.error).toMatch(/^(not_found|invalid_input)$/);
        expect((await call(server, 'check_account_status', {}, bearer(theirs.key))).status).toBe(200);
        expect((await call(server, 'check_account_status', {}, bearer(access_token))).status).toBe(200);
      }),
      { numRuns: 25 },
    );
    // Usage is by key: what one account has used is not taken from another, nor told to it.
    const before = (await call(server, 'check_account_status', {}, bearer(theirs.key))).text;
    expect(before).not.toContain('mallory');
  });

  it('8 unknown fields are refused by every tool, and a form cannot set what it does not show', async () => {
    const { key } = await operatorKey(server, SCOPES, 'mass@example.com');
    for (const tool of TOOLS.A.all) {
      for (const extra of ['plan', 'verified', 'accountId', 'isAdmin', '$where']) {
        const { result } = await call(server, tool.name, { [extra]: 'pro' }, bearer(key));
        expect(result, `${tool.name} ${extra}`).toMatchObject({ ok: false, error: 'invalid_input' });
        expect(result.issues.map((i: { path: string }) => i.path).join(' ')).toContain(extra);
      }
      expect(tool.inputSchema.additionalProperties, tool.name).toBe(false);
    }
    const browser = new Browser(server);
    await browser.signIn('mass@example.com');
    const csrf = csrfOf(await browser.open('/settings/api-keys'));
    const form = { csrf, name: 'n', scopes: 'jobs:read', plan: 'pro', account_id: 'acc_other', madeBy: 'operator' };
    const made = await browser.press(form, '/settings/api-keys');
    const fresh = /n708_live_[0-9a-f]{64}/.exec(made.text)?.[0] ?? '';
    const status = await call(server, 'check_account_status', {}, bearer(fresh));
    expect(status.result).toMatchObject({ email: 'mass@example.com', plan: 'free', scopes: ['jobs:read'] });
    const admin = await browser.press({ csrf, name: 'n', scopes: 'admin' }, '/settings/api-keys');
    expect([admin.status, admin.text.includes('n708_live_0')]).toEqual([400, false]);
  });

  it('9 scopes are checked on the server for every tool at every door, listed or not', async () => {
    const gated = new Map([
      ...TOOLS.A.all.flatMap((tool) => (tool.access === 'public' ? [] : [[tool.name, tool.access] as const])),
    ]);
    expect(gated.size).toBeGreaterThanOrEqual(9);
    for (const scope of SCOPES) {
      const { key } = await operatorKey(server, [scope], `${scope.replace(':', '.')}@example.com`);
      for (const [name, needed] of gated) {
        for (const door of ['/mcp', '/sse', '/mcp/auth']) {
          const reply = await call(server, name, {}, bearer(key), door);
          if (needed.includes(scope)) expect([401, 403], `${name} with ${scope}`).not.toContain(reply.status);
          else {
            expect(reply.status, `${name} with ${scope} at ${door}`).toBe(403);
            expect(reply.headers['www-authenticate']).toContain(`error="insufficient_scope", scope="${needed[0]}"`);
          }
        }
        const rest = await send(server, `/api/v1/${name.replaceAll('_', '-')}`, { body: {}, headers: bearer(key) });
        const mounted = TOOLS.A.named(name) !== undefined;
        if (!needed.includes(scope)) expect(rest.status).toBe(mounted ? 403 : 404);
        if (mounted && !needed.includes(scope)) expect(rest.json.error).toBe('insufficient_scope');
      }
    }
  });

  it('10 the last use of a key is written at most every five minutes', async () => {
    const { key, record } = await operatorKey(server, ['jobs:read'], 'ten@example.com');
    const used = async (at?: number): Promise<number> => {
      const keys = server.store.db;
      if (at !== undefined)
        await keys.updateTable('api_keys').set({ last_used_at: at }).where('id', '=', record.id).execute();
      await call(server, 'check_account_status', {}, bearer(key));
      const row = await keys.selectFrom('api_keys').selectAll().where('id', '=', record.id).executeTakeFirstOrThrow();
      return row.last_used_at ?? 0;
    };
    const first = await used();
    expect(Date.now() - first).toBeLessThan(60_000);
    const recent = Date.now() - 4 * 60_000;
    expect(await used(recent)).toBe(recent);
    const longAgo = Date.now() - 5 * 60_000;
    expect(await used(longAgo)).toBeGreaterThan(longAgo);
  });
});
