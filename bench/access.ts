import type { Line } from '../src/rulebook/line.js';
import type { RunningServer } from '../src/server/start.js';
import { built } from './built.js';
import { type Figure, median, perSecond, rates } from './measure.js';
import { toolInput } from './sample_lines.js';
import { inFolder, served } from './served.js';

const ROUNDS = 7;
const GOAL = 0.15;
const FLOWS = 400;
const FLOWS_AT_ONCE = 16;

/** What knowing the caller costs: a key's check, a call with a key beside one without, and sign-ups from many addresses. */
export async function accessFigures(lines: readonly Line[]): Promise<Figure[]> {
  return [await keyCheck(), ...(await gate(lines)), ...(await signUps())];
}

/** `ApiKeys.authenticate` alone, among many keys. */
function keyCheck(): Promise<Figure> {
  return inFolder(async (folder) => {
    const { openStore } = await built<typeof import('../src/store/open.js')>('store/open.js');
    const { openSecrets } = await built<typeof import('../src/accounts/secrets.js')>('accounts/secrets.js');
    const { openAccess } = await built<typeof import('../src/accounts/access.js')>('accounts/access.js');
    const { OPERATOR } = await built<typeof import('../src/accounts/audit.js')>('accounts/audit.js');
    const store = await openStore(folder);
    const { accounts, keys } = openAccess(store, openSecrets(folder), {
      mail: { deliver: null, onFailure: () => {} },
      mailLimits: { perAddress: null, inAll: null },
      emailOnly: false,
      page: (path) => path,
    });
    const made: string[] = [];
    for (let i = 0; i < 200; i++) {
      const { id } = await accounts.make(`a${i}@example.com`, OPERATOR);
      for (let k = 0; k < 5; k++)
        made.push((await keys.create(id, { name: 'x', scopes: ['projects:read'], madeBy: 'operator' }, OPERATOR)).key);
    }
    for (const key of made) keys.authenticate(key);
    const [rate = 0] = await rates(async () => {
      for (const key of made) if (!keys.authenticate(key)) throw new Error('a good key was refused');
      return made.length;
    });
    await store.close();
    return { what: 'check of one key among 1,000, by processor time', goal: '', measured: perSecond(rate) };
  });
}

/** The same calls with and without a key, in turns. */
function gate(lines: readonly Line[]): Promise<Figure[]> {
  return served(async ({ key, cost }) => {
    const inputs = lines.filter((l) => l.answers.length === 0).map(toolInput);
    const without: number[] = [];
    const withKey: number[] = [];
    for (let round = 0; round <= ROUNDS; round++) {
      const open = await cost('check_line_item', inputs);
      const gated = await cost('check_line_item', inputs, { authorization: `Bearer ${key}` });
      // The first round only warms up.
      if (round > 0) without.push(open);
      if (round > 0) withKey.push(gated);
    }
    const more = median(withKey.map((gated, i) => gated / (without[i] ?? Number.NaN) - 1));
    const micros = (values: number[]) => `${Math.round(median(values) * 1000)} µs`;
    return [
      {
        what: 'MCP call with a key, against the same call without',
        goal: 'at most 15% more',
        measured: `${(more * 100).toFixed(1)}% (${micros(withKey)}, ${micros(without)} of processor time a call)`,
        reached: more <= GOAL,
      },
    ];
  });
}

/** Whole sign-ups at once, each from an address of its own and under the default limits, from create_account to the first call with the key. */
function signUps(): Promise<Figure[]> {
  return inFolder(async (folder) => {
    const { startServer } = await built<typeof import('../src/server/start.js')>('server/start.js');
    const { readSettings } = await built<typeof import('../src/server/settings.js')>('server/settings.js');
    const settings = readSettings({
      PORT: '0',
      DATA_DIR: folder,
      LOG_LEVEL: 'silent',
      TRUST_PROXY_HOPS: '1',
      LIMIT_MAILS_PER_HOUR: 'off',
    });
    const server = await startServer(settings);
    await server.ready;
    let next = 0;
    const start = { clock: performance.now(), processor: process.cpuUsage() };
    await Promise.all(
      Array.from({ length: FLOWS_AT_ONCE }, async () => {
        while (next < FLOWS) await signUp(server, next++);
      }),
    );
    const seconds = (performance.now() - start.clock) / 1000;
    const { user, system } = process.cpuUsage(start.processor);
    const keys = await server.store.db
      .selectFrom('api_keys')
      .select(({ fn }) => fn.countAll<number>().as('made'))
      .executeTakeFirstOrThrow();
    await server.close();
    if (keys.made !== FLOWS) throw new Error(`${keys.made} keys for ${FLOWS} sign-ups`);
    return [
      {
        what: `${FLOWS} sign-ups from as many addresses, ${FLOWS_AT_ONCE} at once, ${STEPS} requests each`,
        goal: 'none refused or lost',
        measured: `${(FLOWS / seconds).toFixed(0)} a second by the clock, ${((user + system) / 1000 / FLOWS).toFixed(1)} ms of processor time each, client included`,
        reached: true,
      },
    ];
  });
}

const STEPS = 8;

async function signUp(server: RunningServer, n: number): Promise<void> {
  const email = `person${n}@example.com`;
  const from = { 'X-Forwarded-For': `10.${n >> 16}.${(n >> 8) & 255}.${n & 255}` };
  const send = async (address: string, body: object | URLSearchParams, headers = {}): Promise<string> => {
    const form = body instanceof URLSearchParams;
    const reply = await fetch(new URL(address, server.url), {
      method: 'POST',
      headers: { 'Content-Type': `application/${form ? 'x-www-form-urlencoded' : 'json'}`, ...from, ...headers },
      body: form ? body : JSON.stringify(body),
    });
    const text = await reply.text();
    if (!reply.ok) throw new Error(`${address} answered ${reply.status}: ${text.slice(0, 300)}`);
    return text;
  };
  const tool = async (name: string, args: object, headers = {}) =>
    JSON.parse(
      await send('/mcp', { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } }, headers),
    ).result.structuredContent;
  const link = async (path: string): Promise<string> => {
    const { body } = await server.store.db
      .selectFrom('mails')
      .select('body')
      .where('recipient', '=', email)
      .where('body', 'like', `%${path}%`)
      .executeTakeFirstOrThrow();
    return /http\S+/.exec(body)?.[0] ?? '';
  };
  await tool('create_account', { email });
  const confirm = await link('/confirm/');
  await fetch(confirm, { headers: from });
  await send(confirm, new URLSearchParams());
  const { request_id } = await tool('authenticate_account', { email });
  await send(await link('/approve/'), new URLSearchParams({ decision: 'approve' }));
  const { key_retrieval_url } = await tool('poll_authentication', { request_id });
  const key = /n708_live_[0-9a-f]{64}/.exec(await send(key_retrieval_url, new URLSearchParams()))?.[0];
  const status = await tool('check_account_status', {}, { Authorization: `Bearer ${key}` });
  if (status.email !== email) throw new Error(`the key of ${email} is of ${status.email}`);
}
