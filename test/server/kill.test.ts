import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, expect, it } from 'vitest';
import { Browser, csrfOf } from './a_browser.js';
import { type ServerProcess, serverProcess } from './a_process.js';
import { send, stopAll, tempFolder, toolCall } from './harness.js';

const WORKERS = 4;
/** Answers received in each round before the process is killed, with others under way. */
const ROUNDS = [24, 61];

let running: ServerProcess | undefined;
afterAll(async () => {
  running?.child.kill('SIGKILL');
  await stopAll();
});

it('kill -9 in the middle of work loses no account, key or revocation that was acknowledged', {
  timeout: 120_000,
}, async () => {
  const dataDir = tempFolder();
  const accounts = new Map<string, string>();
  const keys = new Set<string>();
  const revoked = new Set<string>();

  for (const [round, most] of ROUNDS.entries()) {
    // Set B gives a key in the answer itself, so what was acknowledged is plain.
    const server = serverProcess({ DATA_DIR: dataDir, BEHAVIOUR_SET: 'B', LIMITS: 'off' });
    running = server;
    const port = await server.ready();
    const at = { port, url: `http://127.0.0.1:${port}` };
    const call = async (name: string, args: object, key?: string) =>
      (
        await send(at, '/mcp', {
          body: toolCall(args, name),
          headers: key === undefined ? {} : { Authorization: `Bearer ${key}` },
        })
      ).json.result.structuredContent;
    let acknowledged = 0;
    const done = () => {
      acknowledged += 1;
      if (acknowledged === most) server.child.kill('SIGKILL');
    };

    const people: { person: Browser; csrf: string }[] = [];
    for (let worker = 0; worker < WORKERS; worker++) {
      const person = new Browser(at);
      const own = `person.${round}.${worker}@example.com`;
      const made = await call('create_account', { email: own });
      accounts.set(own, made.apiKey);
      await person.signIn(own);
      people.push({ person, csrf: csrfOf(await person.open('/settings/api-keys')) });
    }
    const work = async ({ person, csrf }: (typeof people)[number], worker: number): Promise<void> => {
      for (let i = 0; ; i++) {
        const email = `a${round}.${worker}.${i}@example.com`;
        const account = await call('create_account', { email });
        accounts.set(email, account.apiKey);
        done();
        const page = await person.press({ csrf, name: `k${i}`, scopes: 'jobs:read' }, '/settings/api-keys');
        const key = /n708_live_[0-9a-f]{64}/.exec(page.text)?.[0];
        if (key === undefined) throw new Error(`no key: ${page.status} ${page.text.slice(0, 500)}`);
        keys.add(key);
        done();
        if (i % 2 === 1) continue;
        const id = /key_[0-9a-f]{24}(?=\/revoke)/.exec((await person.open('/settings/api-keys')).text)?.[0];
        // From when it is asked until it is answered, either is right.
        keys.delete(key);
        await person.press({ csrf }, `/settings/api-keys/${id}/revoke`);
        revoked.add(key);
        done();
      }
    };
    const ends = await Promise.allSettled(people.map(work));
    expect(await server.ended).toBeNull();
    for (const end of ends) expect(String((end as PromiseRejectedResult).reason)).toMatch(/ECONN|socket|hang up/);
    expect(acknowledged).toBeGreaterThanOrEqual(most);
  }
  expect([accounts.size > 10, keys.size > 5, revoked.size > 3]).toEqual([true, true, true]);

  const server = serverProcess({ DATA_DIR: dataDir, BEHAVIOUR_SET: 'B', LIMITS: 'off' });
  running = server;
  const port = await server.ready();
  const status = async (key: string) =>
    send({ port }, '/mcp', {
      body: toolCall({}, 'check_account_status'),
      headers: { Authorization: `Bearer ${key}` },
    });
  for (const [email, key] of accounts)
    expect((await status(key)).json.result?.structuredContent).toMatchObject({ authenticated: true, email });
  for (const key of keys) expect((await status(key)).status).toBe(200);
  for (const key of revoked) expect((await status(key)).status).toBe(401);
  server.child.kill('SIGTERM');
  expect(await server.ended).toBe(0);
  const database = new Database(join(dataDir, 'notice708.sqlite'), { readonly: true });
  expect(database.pragma('integrity_check', { simple: true })).toBe('ok');
  expect(database.pragma('foreign_key_check')).toEqual([]);
  database.close();
});
