import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import autocannon from 'autocannon';
import { MAIN, ROOT } from './built.js';

const REQUESTS = 3_000;
const CONNECTIONS = 8;
const TICKS_A_SECOND = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }));

/** A server process of its own, so that its processor time is that of the server alone. */
export interface Served {
  url: string;
  /** Of an account without a daily cap. */
  key: string;
  /** Milliseconds of the server's processor time that one of these calls of a tool takes. */
  cost(name: string, inputs: readonly object[], headers?: Record<string, string>): Promise<number>;
}

export async function inFolder<Result>(work: (folder: string) => Promise<Result>): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'notice708-bench-'));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Starts a server on a folder of its own, whose limits are counted and never reached: they are part of what a call costs. */
export function served<Result>(work: (server: Served) => Promise<Result>): Promise<Result> {
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
        LIMIT_MCP_PER_MINUTE: most,
        LIMIT_AUTHENTICATED_PER_MINUTE: most,
        LIMIT_LINE_DECISIONS_PER_MINUTE: most,
        LIMIT_CHECK_LINE_ITEM_PER_DAY: 'off',
      },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    try {
      const url = await listening(child.stdout);
      const cost: Served['cost'] = async (name, inputs, headers = {}) => {
        const before = processorTime(child.pid as number);
        const result = await autocannon({
          url,
          amount: REQUESTS,
          connections: CONNECTIONS,
          requests: inputs.map((input) => ({
            method: 'POST',
            path: '/mcp',
            headers: { 'content-type': 'application/json', ...headers },
            body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: input } }),
          })),
        });
        if (result.errors > 0 || result.non2xx > 0)
          throw new Error(`${name}: ${result.errors} errors, ${result.non2xx} answers other than 2xx`);
        return (processorTime(child.pid as number) - before) / REQUESTS;
      };
      return await work({ url, key, cost });
    } finally {
      child.kill('SIGTERM');
    }
  });
}

/** As the operator makes it. */
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

/**
 * Milliseconds the processor has worked for a process, in steps of a clock tick.
 * @param pid or, as `PID/task/TID`, for one of its threads.
 */
export function processorTime(pid: number | string): number {
  // After the name, which may hold spaces, in its brackets.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return ((Number(fields[11]) + Number(fields[12])) / TICKS_A_SECOND) * 1000;
}
