import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { LAYOUTS } from '../fixtures/invoices/generator/all.js';
import { scan } from '../fixtures/invoices/generator/degrade.js';
import type { Line } from '../src/rulebook/line.js';
import { MAIN } from './built.js';
import type { Figure } from './measure.js';
import { toolInput } from './sample_lines.js';

const DOCUMENTS = 200;
/** Of them: pictures, which go through character recognition. */
const SCANS = 10;
const IDLE_CHECKS = 1_000;
const CHECK_EVERY_MS = 15;
const AT_MOST = 2;
const MEMORY_MB = 1_300;

/** A queue of documents sent at once, while lines are checked: what the ones cost the others. */
export async function documentFigures(lines: readonly Line[]): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'notice708-bench-'));
  const env = { PATH: process.env.PATH, DATA_DIR: folder, LIMITS: 'off', PORT: '0', LOG_LEVEL: 'silent' };
  const made = execFileSync(process.execPath, [MAIN, 'keys', 'create', 'bench@example.com', '--name', 'bench'], {
    env,
    encoding: 'utf8',
  });
  const key = /n708_live_[0-9a-f]{64}/.exec(made)?.[0];
  const server = spawn(process.execPath, [MAIN, 'serve'], { env, stdio: ['ignore', 'pipe', 'ignore'] });
  try {
    const url = await listening(server.stdout);
    const ask = asker(url, key ?? '');
    const checks = lines.filter((line) => line.answers.length === 0).map(toolInput);
    await latencies(ask, checks, () => false, 200);
    const idle = await latencies(ask, checks, () => false, IDLE_CHECKS);
    const facts = { country: 'england', finishedBuilding: 'dwelling', siteBefore: 'empty_land' };
    const { project } = await ask('/api/v1/set-up-project', { name: 'Bench', facts });
    const documents = await makeDocuments();
    const sent = Promise.all(
      documents.map((bytes) =>
        ask('/api/v1/submit-invoice-data', { projectId: project.id, contentBase64: bytes.toString('base64') }),
      ),
    );
    let over = false;
    let mostMb = 0;
    const watching = (async () => {
      while (!over) {
        mostMb = Math.max(mostMb, residentMb(server.pid ?? 0));
        await pause(200);
      }
    })();
    const busy = latencies(ask, checks, () => over, Number.POSITIVE_INFINITY);
    const from = performance.now();
    const jobs = await sent;
    const states: string[] = [];
    for (const { jobId } of jobs) states.push(await ended(ask, jobId));
    const seconds = (performance.now() - from) / 1000;
    over = true;
    await watching;
    const meanwhile = await busy;
    const done = states.filter((state) => state === 'done').length;
    const ratio = percentile(meanwhile, 99) / percentile(idle, 99);
    const ms = (of: readonly number[]) =>
      `p50 ${percentile(of, 50).toFixed(1)} ms, p99 ${percentile(of, 99).toFixed(1)} ms`;
    return [
      {
        what: `documents sent at once (${SCANS} of them scans), read to the end`,
        goal: `all ${DOCUMENTS}`,
        measured: `${done} done, ${states.length - done} not, in ${seconds.toFixed(0)} s`,
        reached: done === DOCUMENTS,
      },
      {
        what: '  p99 of check_line_item meanwhile, against an idle server',
        goal: `at most ${AT_MOST}`,
        measured: `${ratio.toFixed(2)} (${ms(meanwhile)}; idle ${ms(idle)})`,
        reached: ratio <= AT_MOST,
      },
      {
        what: '  most resident memory, server and readers together',
        goal: `under ${MEMORY_MB} MB`,
        measured: `${mostMb.toFixed(0)} MB`,
        reached: mostMb < MEMORY_MB,
      },
    ];
  } finally {
    server.kill('SIGTERM');
    await new Promise((resolve) => server.once('exit', resolve));
    rmSync(folder, { recursive: true, force: true });
  }
}

async function makeDocuments(): Promise<Buffer[]> {
  const layouts = Object.values(LAYOUTS);
  const documents: Buffer[] = [];
  for (let i = 0; i < DOCUMENTS; i++) {
    const made = await layouts[i % layouts.length]?.(1_000 + i);
    if (!made) throw new Error('there are no layouts');
    const [picture] = i % (DOCUMENTS / SCANS) === 0 ? await scan(made.pdf, i) : [];
    documents.push(picture ?? made.pdf);
  }
  return documents;
}

// biome-ignore lint/suspicious/noExplicitAny: answers are read freely
type Ask = (path: string, body?: object) => Promise<any>;

function asker(url: string, key: string): Ask {
  const agent = new Agent({ keepAlive: true, maxSockets: 8 });
  return (path, body) =>
    new Promise((resolve, reject) => {
      const headers = { Authorization: `Bearer ${key}`, ...(body ? { 'Content-Type': 'application/json' } : {}) };
      const call = request(`${url}${path}`, { agent, method: body ? 'POST' : 'GET', headers }, (answer) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => chunks.push(chunk));
        answer.on('end', () => {
          const text = Buffer.concat(chunks).toString('utf8');
          if (answer.statusCode === 200 || answer.statusCode === 202) resolve(JSON.parse(text));
          else reject(new Error(`${path} answered ${answer.statusCode}: ${text.slice(0, 300)}`));
        });
      });
      call.on('error', reject);
      call.end(body ? JSON.stringify(body) : undefined);
    });
}

/** Milliseconds of checks at a steady pace. */
async function latencies(ask: Ask, checks: readonly object[], over: () => boolean, most: number): Promise<number[]> {
  const taken: number[] = [];
  for (let i = 0; i < most && !over(); i++) {
    const from = performance.now();
    await ask('/api/v1/check-line-item', checks[i % checks.length]);
    taken.push(performance.now() - from);
    await pause(CHECK_EVERY_MS);
  }
  return taken;
}

async function ended(ask: Ask, jobId: string): Promise<string> {
  for (;;) {
    const { status } = await ask(`/api/v1/jobs/${jobId}`);
    if (status === 'done' || status === 'failed') return status;
    await pause(500);
  }
}

function percentile(values: readonly number[], percent: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * percent) / 100))] ?? Number.NaN;
}

/** Of a process and all that it started, on Linux. */
function residentMb(pid: number): number {
  const parents = new Map<number, number>();
  const sizes = new Map<number, number>();
  for (const name of readdirSync('/proc').filter((n) => /^\d+$/.test(n))) {
    try {
      const status = readFileSync(`/proc/${name}/status`, 'utf8');
      parents.set(Number(name), Number(/PPid:\s+(\d+)/.exec(status)?.[1]));
      sizes.set(Number(name), Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024);
    } catch {}
  }
  const ofServer = (process: number | undefined): boolean =>
    process !== undefined && process > 1 && (process === pid || ofServer(parents.get(process)));
  return [...sizes].reduce((sum, [process, mb]) => (ofServer(process) ? sum + mb : sum), 0);
}

function listening(out: NodeJS.ReadableStream): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = '';
    out.on('data', (chunk) => {
      said += chunk;
      const url = /http:\/\/127\.0\.0\.1:\d+/.exec(said)?.[0];
      if (url && said.includes('Ready')) resolve(url);
    });
    out.once('end', () => reject(new Error(`the server ended: ${said}`)));
  });
}
