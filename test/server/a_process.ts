import { type ChildProcess, spawn } from 'node:child_process';
import { MAIN } from '../../bench/built.js';
import { tempFolder } from './harness.js';

export interface ServerProcess {
  child: ChildProcess;
  said: { out: string; err: string };
  /** Resolves with the exit code, null after a signal. */
  ended: Promise<number | null>;
  /** Resolves once standard output matches. */
  until(text: string | RegExp): Promise<void>;
  /** Resolves with the port once the rulebook has loaded. */
  ready(): Promise<number>;
}

/** `notice708 serve` in a process of its own. */
export function serverProcess(env: Record<string, string>): ServerProcess {
  const child = started(['serve'], { DATA_DIR: tempFolder(), PORT: '0', LOG_LEVEL: 'warn', ...env });
  const said = { out: '', err: '' };
  child.stdout?.on('data', (d) => {
    said.out += d;
  });
  child.stderr?.on('data', (d) => {
    said.err += d;
  });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const until = async (text: string | RegExp) => {
    const deadline = Date.now() + 90_000;
    while (!said.out.match(text)) {
      if (Date.now() > deadline) throw new Error(`never said ${text}: ${said.out} ${said.err}`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };
  const ready = async () => {
    await until('Ready: rulebook');
    return Number(/http:\/\/127\.0\.0\.1:(\d+)\/mcp/.exec(said.out)?.[1]);
  };
  return { child, said, ended, until, ready };
}

/** A command of `notice708` in a process of its own. @returns what it printed. @throws Error when it fails. */
export async function commandProcess(args: readonly string[], env: Record<string, string>): Promise<string> {
  const child = started(args, env);
  let out = '';
  let err = '';
  child.stdout?.on('data', (d) => {
    out += d;
  });
  child.stderr?.on('data', (d) => {
    err += d;
  });
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}: ${err}`);
  return out;
}

function started(args: readonly string[], env: Record<string, string>): ChildProcess {
  return spawn(process.execPath, [MAIN, ...args], { env: { PATH: process.env.PATH ?? '', ...env } });
}
