import type { UsageCounter } from '../store/usage.js';
import type { Purse } from '../tools/call.js';
import { limitSubject } from './client_address.js';

/** 24 hours from a caller's first call, as interface.md section 8 counts a day. */
export const CAP_WINDOW_MS = 24 * 60 * 60 * 1000;

const FREE: Purse = { charge: () => ({ refund() {} }) };

/**
 * The daily cap of anonymous callers, by address. MCP and REST draw on the same count.
 * @param cap calls in 24 hours; null for no cap.
 */
export function dailyPurse(counter: UsageCounter, cap: number | null, client: string): Purse {
  if (cap === null) return FREE;
  const subject = `ip:${limitSubject(client)}`;
  return {
    charge(tool) {
      const taken = counter.take(subject, tool.name, cap);
      if (taken.taken) return { refund: () => counter.refund(subject, tool.name, taken.startedAt) };
      const retryAfterSecs = Math.max(1, Math.ceil(taken.retryAfterMs / 1000));
      return {
        refused: {
          ok: false,
          error: 'daily_limit_reached',
          message: `${tool.name} answers ${cap} calls in 24 hours from one address without an account. Retry after ${retryAfterSecs} s.`,
          retryAfterSecs,
        },
      };
    },
  };
}
