import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import autocannon from 'autocannon';
import type { Line } from '../src/rulebook/line.js';
import type { RunningServer } from '../src/server/start.js';
import { built, MAIN, ROOT } from './built.js';
import { type Figure, median, perSecond, rates } from './measure.js';
import { toolInput } from './sample_lines.js';

const REQUESTS = 3_000;
const ROUNDS = 7;
const CONNECTIONS = 8;
const GOAL = 0.15;
const FLOWS = 400;
const FLOWS_AT_ONCE = 16;
const TICKS_A_SECOND = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }));

/** What knowing the caller costs: a key's check, a call with a key beside one without, and sign-ups from many addresses. */
export async function accessFigures(lines: readonly Line[]): Promise<Figure[]> {
  return [await keyCheck(), ...(await gate(lines)), ...(await signUps())];
}

async function inFolder<Result>(work: (folder: string) => Promise<Result>): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'notice708-bench-'));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A key of an account without a daily cap, as the operator makes it. */
function operatorKey(dataDir: string, email: string): string {
  const run = (...args: string[]) =>
    execFileSync(process.execPath, [MAIN, ...args, '--data-dir', dataDir], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
  const key = run('keys', 'create', email).trim();
  run('accounts', 'plan', email, 'pro');
  return key;
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

/** The same calls with and without a key, in turns, to one server process; its own processor time is what counts. */
function gate(lines: readonly Line[]): Promise<Figure[]> {
  return inFolder(async (folder) => {
    const key = operatorKey(folder, 'bench@example.com');
    const most = '1000000000';
    const child = spawn(process.execPath, [MAIN, 'serve'], {
      cwd: ROOT,
      env: {
        ...process.env,
        PORT: '0',
        DATA_DIR: folder,
        LOG_LEVEL: 'silent',
        // Counted, but never reached: the limits are part of what a call costs.
        LIMIT_MCP_PER_MINUTE: most,
        LIMIT_AUTHENTICATED_PER_MINUTE: most,
        LIMIT_CHECK_LINE_ITEM_PER_DAY: 'off',
      },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    try {
      const url = await listening(child.stdout);
      const bodies = lines
        .filter((l) => l.answers.length === 0)
        .map((line) => ({
          jsonrpc: '2.0',
          id: 1,
          method: 'tools/call',
          params: { name: 'check_line_item', arguments: toolInput(line) },
        }));
      const cost = async (headers: Record<string, string>): Promise<number> => {
        const before = processorTime(child.pid as number);
        const result = await autocannon({
          url,
          amount: REQUESTS,
          connections: CONNECTIONS,
          requests: bodies.map((body) => ({
            method: 'POST',
            path: '/mcp',
            headers: { 'content-type': 'application/json', ...headers },
            body: JSON.stringify(body),
          })),
        });
        if (result.errors > 0 || result.non2xx > 0)
          throw new Error(`${result.errors} errors, ${result.non2xx} answers other than 2xx`);
        return (processorTime(child.pid as number) - before) / REQUESTS;
      };
      const without: number[] = [];
      const withKey: number[] = [];
      for (let round = 0; round <= ROUNDS; round++) {
        const open = await cost({});
        const gated = await cost({ authorization: `Bearer ${key}` });
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
    } finally {
      child.kill('SIGTERM');
    }
  });
}

function listening(out: NodeJS.ReadableStream): Promise<string> {
  let said = '';
  return new Promise((resolve, reject) => {
    out.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      if (/^Ready/m.test(said)) resolve(/http:\/\/127\.0\.0\.1:\d+/.exec(said)?.[0] ?? '');
    });
    out.on('end', () => reject(new Error(`the server ended: ${said}`)));
  });
}

/** Milliseconds the processor has worked for a process, in steps of a clock tick. */
function processorTime(pid: number): number {
  // After the name, which may hold spaces, in its brackets.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return ((Number(fields[11]) + Number(fields[12])) / TICKS_A_SECOND) * 1000;
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
