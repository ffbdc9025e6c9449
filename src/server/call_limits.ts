import { hasDailyCap, type Plan } from '../accounts/plans.js';
import { limitSubjectOf, type Principal } from '../accounts/principal.js';
import type { Store } from '../store/open.js';
import { UsageCounter } from '../store/usage.js';
import type { ErrorAnswer, Purse } from '../tools/call.js';
import type { CallLimit, LimitClass, LimitLeft, Tool } from '../tools/tool.js';
import { limitSubject } from './client_address.js';
import type { Settings } from './settings.js';

/** 24 hours from a caller's first call, as interface.md section 8 counts a day. */
export const CAP_WINDOW_MS = 24 * 60 * 60 * 1000;
const HOUR_MS = 60 * 60 * 1000;
const MINUTE_MS = 60 * 1000;

/** The minute windows are counted elsewhere, in memory. */
type CountedLimit = Exclude<CallLimit, 'requests_per_minute'>;

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
    const due = this.accountRequests(clientAddress);
    const charge = this.charge(due === null ? [] : [due]);
    return 'refused' in charge ? charge.refused : null;
  }

  /** What calls cost one caller. */
  purse(principal: Principal | null, clientAddress: string): Purse {
    return { charge: (tool) => this.charge(this.due(tool, principal, clientAddress)) };
  }

  /** What is left of a limit that is counted here; null when it does not hold for the caller. */
  left(limit: CountedLimit, principal: Principal | null, clientAddress: string): LimitLeft | null {
    const due = this.counted(limit, principal?.plan ?? null, subjectOf(principal, clientAddress), clientAddress);
    return due && leftOf(due);
  }

  /** Checks of lines that a key has left on a plan; null when it may make any number. */
  checksLeft(keyId: string, plan: Plan): LimitLeft | null {
    const due = this.dailyChecks(plan, `key:${keyId}`);
    return due && leftOf(due);
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

  private due(tool: Tool, principal: Principal | null, clientAddress: string): Due[] {
    const plan = principal?.plan ?? null;
    const subject = subjectOf(principal, clientAddress);
    const limits: CountedLimit[] = [
      ...(tool.countsTowardsDailyCap ? (['check_line_item_per_day'] as const) : []),
      ...(tool.limitClass === null ? [] : [CLASS_LIMITS[tool.limitClass]]),
    ];
    return limits.flatMap((limit) => this.counted(limit, plan, subject, clientAddress) ?? []);
  }

  private counted(limit: CountedLimit, plan: Plan | null, subject: string, clientAddress: string): Due | null {
    if (limit === 'check_line_item_per_day') return this.dailyChecks(plan, subject);
    return limit === 'line_decisions_per_minute' ? this.lineDecisions(subject) : this.accountRequests(clientAddress);
  }

  /** @param plan null for a caller without one. */
  private dailyChecks(plan: Plan | null, subject: string): Due | null {
    const cap = this.limits.checkLineItemPerDay;
    if (cap === null || (plan !== null && !hasDailyCap(plan))) return null;
    return {
      counter: this.daily,
      subject,
      kind: 'check_line_item',
      cap,
      refusal: (secs) => ({
        error: 'daily_limit_reached',
        message: `check_line_item answers ${cap} calls in 24 hours ${plan === null ? 'from one address without an account' : `on plan ${plan}`}. Retry after ${secs} s.`,
      }),
    };
  }

  private lineDecisions(subject: string): Due | null {
    const cap = this.limits.lineDecisionsPerMinute;
    if (cap === null) return null;
    return {
      counter: this.classes.line_decision,
      subject,
      kind: 'line_decision',
      cap,
      refusal: (secs) => ({
        error: 'rate_limited',
        message: `At most ${cap} decisions on stored lines a minute with one key. Retry after ${secs} s.`,
      }),
    };
  }

  /** Counted by address even with a key: these requests send mail. */
  private accountRequests(clientAddress: string): Due | null {
    const cap = this.limits.accountRequestsPerHour;
    if (cap === null) return null;
    return {
      counter: this.classes.account_request,
      subject: subjectOf(null, clientAddress),
      kind: 'account_request',
      cap,
      refusal: (secs) => ({
        error: 'rate_limited',
        message: `At most ${cap} requests about accounts in an hour from one address. Retry after ${secs} s.`,
      }),
    };
  }
}

const CLASS_LIMITS = {
  account_request: 'account_requests_per_hour',
  line_decision: 'line_decisions_per_minute',
} as const satisfies Record<LimitClass, CountedLimit>;

function leftOf({ counter, subject, kind, cap }: Due): LimitLeft {
  const now = Date.now();
  const running = counter.used(subject, kind, now);
  return {
    limit: cap,
    left: Math.max(0, cap - (running?.used ?? 0)),
    resetsInSecs: running ? Math.max(1, Math.ceil((running.endsAt - now) / 1000)) : null,
  };
}

const subjectOf = (principal: Principal | null, clientAddress: string): string =>
  principal ? limitSubjectOf(principal) : `ip:${limitSubject(clientAddress)}`;
