import type { Store } from './open.js';

/** A call taken from a cap, or how long until one can be. */
export type Taken = { taken: true; used: number; startedAt: number } | { taken: false; retryAfterMs: number };

/**
 * Counts calls towards a cap. A window opens with a caller's first call and lasts `windowMs`; the count survives a
 * restart, and two processes on one file share it: taking is one statement.
 */
export class UsageCounter {
  private readonly takeOne;
  private readonly giveBack;
  private readonly startOf;
  private readonly rowOf;
  private readonly dropBefore;

  constructor(
    { raw }: Pick<Store, 'raw'>,
    private readonly windowMs: number,
  ) {
    this.takeOne = raw.prepare<
      [string, string, number, number, number, number, number],
      { used: number; started_at: number }
    >(
      `INSERT INTO usage (subject, kind, started_at, used) VALUES (?, ?, ?, 1)
       ON CONFLICT (subject, kind) DO UPDATE SET
         used = CASE WHEN usage.started_at <= ? THEN 1 ELSE usage.used + 1 END,
         started_at = CASE WHEN usage.started_at <= ? THEN excluded.started_at ELSE usage.started_at END
       WHERE usage.started_at <= ? OR usage.used < ?
       RETURNING used, started_at`,
    );
    this.giveBack = raw.prepare<[string, string, number]>(
      'UPDATE usage SET used = used - 1 WHERE subject = ? AND kind = ? AND started_at = ? AND used > 0',
    );
    this.startOf = raw.prepare<[string, string], { started_at: number }>(
      'SELECT started_at FROM usage WHERE subject = ? AND kind = ?',
    );
    this.rowOf = raw.prepare<[string, string, number], { used: number; started_at: number }>(
      'SELECT used, started_at FROM usage WHERE subject = ? AND kind = ? AND started_at > ?',
    );
    this.dropBefore = raw.prepare<[number]>('DELETE FROM usage WHERE started_at <= ?');
  }

  /** Takes one call of `cap`, or says how long until the window ends. */
  take(subject: string, kind: string, cap: number, now: number = Date.now()): Taken {
    const ended = now - this.windowMs;
    const row = this.takeOne.get(subject, kind, now, ended, ended, ended, cap);
    if (row) return { taken: true, used: row.used, startedAt: row.started_at };
    const startedAt = this.startOf.get(subject, kind)?.started_at ?? now;
    return { taken: false, retryAfterMs: Math.max(1, startedAt + this.windowMs - now) };
  }

  /** Calls used in the running window and when it ends; nothing is counted by looking. */
  used(subject: string, kind: string, now: number = Date.now()): { used: number; endsAt: number } | null {
    const row = this.rowOf.get(subject, kind, now - this.windowMs);
    return row ? { used: row.used, endsAt: row.started_at + this.windowMs } : null;
  }

  /** Gives a taken call back, unless its window has ended since. */
  refund(subject: string, kind: string, startedAt: number): void {
    this.giveBack.run(subject, kind, startedAt);
  }

  /** Forgets windows of this length that have ended, of every counter; call it on the longest. Addresses are kept no longer than the cap needs them. */
  sweep(now: number = Date.now()): number {
    return this.dropBefore.run(now - this.windowMs).changes;
  }
}
