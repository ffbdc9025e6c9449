import { execFileSync } from 'node:child_process';
import { afterAll, describe, expect, it } from 'vitest';
import { LAYOUTS } from '../../fixtures/invoices/generator/all.js';
import { Readers } from '../../src/extraction/child/readers.js';
import { readDocument } from '../../src/extraction/read_document.js';

const { merchant } = LAYOUTS;
if (!merchant) throw new Error('a layout is missing');
const readers = new Readers();
afterAll(() => readers.close());

const childrenOf = (pid: number): number[] =>
  execFileSync('sh', ['-c', `cat /proc/${pid}/task/*/children || true`], { encoding: 'utf8' })
    .split(/\s+/)
    .filter((word) => word !== '')
    .map(Number);
const alive = (pid: number) => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

describe('readers', () => {
  it('read as the same program does in itself, several at once, and refuse alike', async () => {
    const { pdf } = await merchant(61);
    const [draft, text, refused] = await Promise.allSettled([
      readers.read(pdf, {}),
      readers.read(Buffer.from('INVOICE\nBricks 120.00\nTotal 120.00'), {}),
      readers.read(Buffer.from('{"lines": ['), {}),
    ]);
    expect(draft).toEqual({ status: 'fulfilled', value: await readDocument(pdf) });
    expect(text).toMatchObject({ status: 'fulfilled', value: { source: 'text' } });
    expect(refused).toMatchObject({ status: 'rejected', reason: { code: 'damaged', retryCanHelp: false } });
  });

  it('stop when they are told to, without harm to the others', async () => {
    const { pdf } = await merchant(62);
    const cancel = new AbortController();
    const stopped = readers.read(pdf, { signal: cancel.signal });
    const other = readers.read(pdf, {});
    setTimeout(() => cancel.abort(), 100);
    await expect(stopped).rejects.toMatchObject({ code: 'cancelled' });
    expect((await other).lines.length).toBeGreaterThan(0);
  });

  it('that die with their starter are missed at once, and the next document is read', async () => {
    const own = new Readers();
    const before = new Set(childrenOf(process.pid));
    const { pdf } = await merchant(63);
    const reading = own.read(pdf, {});
    const starter = childrenOf(process.pid).find((pid) => !before.has(pid)) ?? 0;
    setTimeout(() => process.kill(starter, 'SIGKILL'), 300);
    await expect(reading).rejects.toMatchObject({ code: 'reader_failed', retryCanHelp: true });
    expect((await own.read(pdf, {})).lines.length).toBeGreaterThan(0);
    const second = childrenOf(process.pid).find((pid) => !before.has(pid) && pid !== starter) ?? 0;
    expect(alive(second)).toBe(true);
    own.close();
    const until = Date.now() + 10_000;
    while (alive(second) && Date.now() < until) await new Promise((resolve) => setTimeout(resolve, 50));
    expect(alive(second)).toBe(false);
  });
});
