import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Line } from '../src/rulebook/line.js';
import { MAIN, ROOT } from './built.js';
import { seconds, timed, told } from './command.js';
import type { Figure } from './measure.js';
import { withQuantity } from './sample_lines.js';

const CSV_LINES = 10_000;

/** What a user waits for: whole processes, started and timed as one. */
export async function processFigures(lines: readonly Line[]): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'notice708-bench-'));
  try {
    const help = await timed(['--help']);
    const line = await timed([
      'check',
      'Facing bricks 65mm',
      '--route',
      'nb',
      '--supply-type',
      'materials',
      '--net',
      '1240.00',
      '--vat',
      '248.00',
      '--json',
    ]);
    const csv = join(folder, 'lines.csv');
    writeFileSync(csv, spreadsheet(lines));
    const sheet = await timed(['check', csv, '--out', join(folder, 'out.csv'), '--json']);
    const server = await started(folder);
    return [
      {
        what: 'server, from start until it says what it serves',
        goal: 'under 1 s',
        measured: seconds(server.firstWords),
        reached: server.firstWords < 1000,
      },
      { what: 'server, from start until the rulebook is loaded', goal: '', measured: seconds(server.ready) },
      { what: 'server, resident memory once loaded', goal: '', measured: `${server.megabytes} MB` },
      { what: 'check of one line, whole process', goal: '', measured: told(line) },
      { what: '--help, whole process', goal: '', measured: told(help) },
      {
        what: '10,000-line CSV, whole process',
        goal: 'under 2 s',
        measured: told(sheet),
        reached: sheet.processor < 2000,
      },
      { what: '  of that: starting and loading the rulebook', goal: '', measured: `about ${told(line)}` },
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Ten thousand lines, no two alike: sizes and amounts differ. */
function spreadsheet(lines: readonly Line[]): string {
  const usable = lines.filter((l) => l.answers.length === 0);
  const quote = (text: string) => `"${text.replace(/"/g, '""')}"`;
  const rows = Array.from({ length: CSV_LINES }, (_, i) => {
    const line = usable[i % usable.length] as Line;
    const quantity = 1 + Math.floor(i / usable.length);
    const pence = (amount: number) => ((amount * quantity) / 100).toFixed(2);
    return [
      quote(withQuantity(line.text, quantity)),
      pence(line.net),
      pence(line.vat),
      line.supplyType,
      line.route,
      line.taxPoint,
    ].join(',');
  });
  return `description,net,vat,supply type,route,tax point\n${rows.join('\n')}\n`;
}

/** Starts a server of its own, waits until it is ready, and stops it. Times in milliseconds. */
function started(dataDir: string): Promise<{ firstWords: number; ready: number; megabytes: number }> {
  const start = performance.now();
  const child = spawn(process.execPath, [MAIN, 'serve', '--port', '0', '--data-dir', join(dataDir, 'data')], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return new Promise((resolve, reject) => {
    let firstWords = 0;
    let told = '';
    let result: { firstWords: number; ready: number; megabytes: number } | null = null;
    child.stdout.on('data', (chunk: Buffer) => {
      if (firstWords === 0) firstWords = performance.now() - start;
      told += chunk.toString();
      if (result !== null || !/^Ready/m.test(told)) return;
      const ready = performance.now() - start;
      const kilobytes = Number(
        /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1] ?? Number.NaN,
      );
      result = { firstWords, ready, megabytes: Math.round(kilobytes / 1024) };
      child.kill('SIGTERM');
    });
    child.on('error', reject);
    child.on('exit', (code) =>
      result ? resolve(result) : reject(new Error(`the server ended with ${code}: ${told}`)),
    );
  });
}
