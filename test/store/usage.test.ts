import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openStore, type Store } from '../../src/store/open.js';
import { UsageCounter } from '../../src/store/usage.js';

const WINDOW = 1_000;
let folder: string;
let store: Store;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'notice708-store-'));
  store = await openStore(folder);
});
afterEach(async () => {
  await store.close();
  rmSync(folder, { recursive: true, force: true });
});

describe('opening', () => {
  it('sets the pragmas the counts depend on', () => {
    expect(store.raw.pragma('journal_mode', { simple: true })).toBe('wal');
    expect(store.raw.pragma('synchronous', { simple: true })).toBe(2);
    expect(store.raw.pragma('foreign_keys', { simple: true })).toBe(1);
    expect(store.raw.pragma('busy_timeout', { simple: true })).toBe(5000);
  });

  it('opens again without losing anything, and by two at once', async () => {
    new UsageCounter(store, WINDOW).take('ip:a', 'k', 5, 10);
    const other = await openStore(folder);
    expect(await other.db.selectFrom('usage').selectAll().execute()).toHaveLength(1);
    expect(new UsageCounter(other, WINDOW).take('ip:a', 'k', 5, 11)).toMatchObject({ taken: true, used: 2 });
    expect(new UsageCounter(store, WINDOW).take('ip:a', 'k', 5, 12)).toMatchObject({ taken: true, used: 3 });
    await other.close();
  });
});

describe('usage', () => {
  it('refuses past the cap until the window of the first call ends', () => {
    const counter = new UsageCounter(store, WINDOW);
    expect(counter.take('ip:a', 'k', 2, 100)).toEqual({ taken: true, used: 1, startedAt: 100 });
    expect(counter.take('ip:a', 'k', 2, 900)).toEqual({ taken: true, used: 2, startedAt: 100 });
    expect(counter.take('ip:a', 'k', 2, 1_000)).toEqual({ taken: false, retryAfterMs: 100 });
    expect(counter.take('ip:b', 'k', 2, 1_000)).toMatchObject({ taken: true, used: 1 });
    expect(counter.take('ip:a', 'other', 2, 1_000)).toMatchObject({ taken: true, used: 1 });
    expect(counter.take('ip:a', 'k', 2, 1_100)).toEqual({ taken: true, used: 1, startedAt: 1_100 });
  });

  it('a refund gives the call back, and not to a later window', () => {
    const counter = new UsageCounter(store, WINDOW);
    counter.take('ip:a', 'k', 1, 0);
    counter.refund('ip:a', 'k', 0);
    expect(counter.take('ip:a', 'k', 1, 1).taken).toBe(true);
    counter.take('ip:a', 'k', 1, 2_000);
    counter.refund('ip:a', 'k', 0);
    expect(counter.take('ip:a', 'k', 1, 2_001).taken).toBe(false);
  });

  it('sweeps what has ended and nothing else', () => {
    const counter = new UsageCounter(store, WINDOW);
    counter.take('ip:a', 'k', 1, 0);
    counter.take('ip:b', 'k', 1, 500);
    expect(counter.sweep(1_000)).toBe(1);
    expect(counter.take('ip:b', 'k', 1, 1_100).taken).toBe(false);
  });

  it('no order of calls takes more than the cap within one window', () => {
    let run = 0;
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 5 }),
        fc.array(fc.integer({ min: 0, max: 400 }), { maxLength: 30 }),
        (cap, gaps) => {
          const counter = new UsageCounter(store, WINDOW);
          const subject = `ip:${run++}`;
          const taken: { at: number; startedAt: number }[] = [];
          let now = 0;
          for (const gap of gaps) {
            now += gap;
            const result = counter.take(subject, 'k', cap, now);
            if (result.taken) taken.push({ at: now, startedAt: result.startedAt });
            else expect(result.retryAfterMs).toBeGreaterThan(0);
          }
          for (const { startedAt } of taken) {
            const window = taken.filter((t) => t.startedAt === startedAt);
            expect(window.length).toBeLessThanOrEqual(cap);
            for (const t of window) expect(t.at - startedAt).toBeLessThan(WINDOW);
          }
        },
      ),
      { numRuns: 40 },
    );
  });
});
