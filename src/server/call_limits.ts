import { hasDailyCap, type Plan } from '../accounts/plans.js';
import { limitSubjectOf, type Principal } from '../accounts/principal.js';
import type { Store } from '../store/open.js';
import { UsageCounter } from '../store/usage.js';
import type { ErrorAnswer, Purse } from '../tools/call.js';
import type { Caller, LimitClass, Tool } from '../tools/tool.js';
import { limitSubject } from './client_address.js';
import type { Settings } from './settings.js';

/** 24 hours from a caller's first call, as interface.md section 8 counts a day. */
export const CAP_WINDOW_MS = 24 * 60 * 60 * 1000;
const HOUR_MS = 60 * 60 * 1000;
const MINUTE_MS = 60 * 1000;

/** One limit that holds for a call. */
interface Due {
  counter: UsageCounter;
  subject: string;
  kind: string;
  cap: number;
  refusal(retryAfterSecs: number): Pick<ErrorAnswer, 'error' | 'message'>;
}

/** The limits that are counted in the database: they survive a restart, and every door draws on the same count. */
export class CallLimits {
  private readonly daily: UsageCounter;
  private readonly classes: Record<LimitClass, UsageCounter>;

  constructor(
    store: Pick<Store, 'raw'>,
    private readonly limits: Settings['limits'],
  ) {
    this.daily = new UsageCounter(store, CAP_WINDOW_MS);
    this.classes = {
      account_request: new UsageCounter(store, HOUR_MS),
      line_decision: new UsageCounter(store, MINUTE_MS),
    };
  }

  /**
   * Takes one of the requests about accounts an address has in an hour, as the tools do.
   * @returns the refusal, or null when it was taken.
   */
  accountRequest(clientAddress: string): ErrorAnswer | null {
    const charge = this.charge(this.accountRequests(clientAddress));
    return 'refused' in charge ? charge.refused : null;
  }

  /** What calls cost one caller. */
  purse(principal: Principal | null, clientAddress: string): Purse {
    return { charge: (tool) => this.charge(this.due(tool, principal, clientAddress)) };
  }

  /** What is left of a caller's daily cap of a tool; null when none holds. */
  left(tool: Tool, principal: Principal | null, clientAddress: string): ReturnType<Caller['left']> {
    return this.leftOf(tool, principal?.plan ?? null, subjectOf(principal, clientAddress));
  }

  /** The same for a subject as limits count it, for example `key:ID`, on a plan; null for a caller without one. */
  leftOf(tool: Tool, plan: Plan | null, subject: string): ReturnType<Caller['left']> {
    const cap = this.dailyCap(tool, plan);
    if (cap === null) return null;
    const now = Date.now();
    const running = this.daily.used(subject, tool.name, now);
    return {
      limit: cap,
      left: Math.max(0, cap - (running?.used ?? 0)),
      resetsInSecs: running ? Math.max(1, Math.ceil((running.endsAt - now) / 1000)) : null,
    };
  }

  /** Forgets counts that have ended. */
  sweep(): void {
    this.daily.sweep();
  }

  private charge(due: readonly Due[]): ReturnType<Purse['charge']> {
    const taken: { refund(): void }[] = [];
    const refund = () => {
      for (const one of taken.splice(0)) one.refund();
    };
    for (const { counter, subject, kind, cap, refusal } of due) {
      const result = counter.take(subject, kind, cap);
      if (result.taken) taken.push({ refund: () => counter.refund(subject, kind, result.startedAt) });
      else {
        refund();
        const retryAfterSecs = Math.max(1, Math.ceil(result.retryAfterMs / 1000));
        return { refused: { ok: false, ...refusal(retryAfterSecs), retryAfterSecs } };
      }
    }
    return { refund };
  }

  private dailyCap(tool: Tool, plan: Plan | null): number | null {
    if (!tool.countsTowardsDailyCap || (plan !== null && !hasDailyCap(plan))) return null;
    return this.limits.checkLineItemPerDay;
  }

  private due(tool: Tool, principal: Principal | null, clientAddress: string): Due[] {
    const due: Due[] = [];
    const cap = this.dailyCap(tool, principal?.plan ?? null);
    if (cap !== null)
      due.push({
        counter: this.daily,
        subject: subjectOf(principal, clientAddress),
        kind: tool.name,
        cap,
        refusal: (secs) => ({
          error: 'daily_limit_reached',
          message: `${tool.name} answers ${cap} calls in 24 hours ${principal ? `on plan ${principal.plan}` : 'from one address without an account'}. Retry after ${secs} s.`,
        }),
      });
    if (tool.limitClass === 'account_request') due.push(...this.accountRequests(clientAddress));
    const { lineDecisionsPerMinute } = this.limits;
    if (tool.limitClass === 'line_decision' && lineDecisionsPerMinute !== null)
      due.push({
        counter: this.classes.line_decision,
        subject: subjectOf(principal, clientAddress),
        kind: 'line_decision',
        cap: lineDecisionsPerMinute,
        refusal: (secs) => ({
          error: 'rate_limited',
          message: `At most ${lineDecisionsPerMinute} decisions on stored lines a minute with one key. Retry after ${secs} s.`,
        }),
      });
    return due;
  }

  /** Counted by address even with a key: these requests send mail. */
  private accountRequests(clientAddress: string): Due[] {
    const { accountRequestsPerHour: cap } = this.limits;
    if (cap === null) return [];
    return [
      {
        counter: this.classes.account_request,
        subject: subjectOf(null, clientAddress),
        kind: 'account_request',
        cap,
        refusal: (secs) => ({
          error: 'rate_limited',
          message: `At most ${cap} requests about accounts in an hour from one address. Retry after ${secs} s.`,
        }),
      },
    ];
  }
}

const subjectOf = (principal: Principal | null, clientAddress: string): string =>
  principal ? limitSubjectOf(principal) : `ip:${limitSubject(clientAddress)}`;
