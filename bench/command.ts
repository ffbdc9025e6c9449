import { spawn } from 'node:child_process';
import { MAIN, ROOT } from './built.js';
import { median } from './measure.js';

const RUNS = 3;

/** Milliseconds of a process: as a clock sees it, and what the processor worked for it. */
export interface Taken {
  clock: number;
  processor: number;
}

/** The median of several runs. @throws Error when the command ends otherwise than it should. */
export async function timed(args: string[], ends: readonly number[] = [0]): Promise<Taken> {
  const runs: Taken[] = [];
  for (let i = 0; i < RUNS; i++) runs.push(await ran(args, ends));
  return { clock: median(runs.map((r) => r.clock)), processor: median(runs.map((r) => r.processor)) };
}

/** Loaded before the program: tells through descriptor 3 what the processor worked, for all threads at once. */
const REPORT = `data:text/javascript,${encodeURIComponent(
  `import { writeSync } from 'node:fs';
   import { isMainThread } from 'node:worker_threads';
   if (isMainThread) process.on('exit', () => { const { user, system } = process.cpuUsage(); writeSync(3, String((user + system) / 1000)); });`,
)}`;

function ran(args: string[], ends: readonly number[]): Promise<Taken> {
  const start = performance.now();
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ['--import', REPORT, MAIN, ...args], {
      cwd: ROOT,
      stdio: ['ignore', 'ignore', 'inherit', 'pipe'],
    });
    let told = '';
    child.stdio[3]?.on('data', (chunk: Buffer) => {
      told += chunk.toString();
    });
    child.on('error', reject);
    child.on('close', (code) =>
      code !== null && ends.includes(code)
        ? resolve({ clock: performance.now() - start, processor: Number(told) })
        : reject(new Error(`${args[0]} ended with ${code}`)),
    );
  });
}

export function told({ clock, processor }: Taken): string {
  return `${seconds(processor)} of processor time, ${seconds(clock)} by the clock`;
}

export function seconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(2)} s`;
}
