import type { UsageCounter } from '../store/usage.js';
import type { Secrets } from './secrets.js';

export interface MailLimits {
  /** Messages to one address in an hour. */
  perAddress: number | null;
  /** Messages of this server in an hour. */
  inAll: number | null;
}

/** Says whether one more message may go out, so that nobody's mailbox is flooded through us. */
export class MailAllowance {
  constructor(
    private readonly counter: UsageCounter,
    private readonly secrets: Secrets,
    private readonly limits: MailLimits,
  ) {}

  /** Counts a message to `address`; false when one of the limits is reached. */
  take(address: string, now: number): boolean {
    const { perAddress, inAll } = this.limits;
    const subject = `mail:${this.secrets.hash('mail_address', address)}`;
    if (perAddress !== null && !this.counter.take(subject, 'mail', perAddress, now).taken) return false;
    return inAll === null || this.counter.take('mail:all', 'mail', inAll, now).taken;
  }
}
