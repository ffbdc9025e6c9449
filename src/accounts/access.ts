import type { Store } from '../store/open.js';
import { UsageCounter } from '../store/usage.js';
import { AccountRecords } from './account_records.js';
import { ApiKeys } from './api_keys.js';
import { Approvals } from './approvals.js';
import { Audit } from './audit.js';
import { Outbox, type OutboxOptions } from './mail.js';
import { MailAllowance, type MailLimits } from './mail_allowance.js';
import { Registration } from './registration.js';
import type { Secrets } from './secrets.js';
import { SignIn } from './sign_in.js';
import { SignUp } from './sign_up.js';

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;

export interface AccessOptions {
  mail: OutboxOptions;
  mailLimits: MailLimits;
  /** Behaviour set B: whether an address alone is given a fresh key. */
  emailOnly: boolean;
  /** Address of a page of ours, from its path. */
  page(path: string): string;
  clock?: () => number;
}

/** Everything about who is calling, over one store. */
export interface Access {
  accounts: AccountRecords;
  keys: ApiKeys;
  audit: Audit;
  outbox: Outbox;
  signUp: SignUp;
  signIn: SignIn;
  approvals: Approvals;
  registration: Registration;
  /** Forgets what has ended and sends mail that is due. */
  sweep(): Promise<void>;
}

/** Puts the parts of access together. */
export function openAccess(store: Store, secrets: Secrets, options: AccessOptions): Access {
  const { page, clock = Date.now } = options;
  const audit = new Audit(store, clock);
  const accounts = new AccountRecords(store, audit, clock);
  const keys = new ApiKeys(store, secrets, audit, clock);
  const outbox = new Outbox(store, { clock, ...options.mail });
  const allowance = new MailAllowance(new UsageCounter(store, HOUR_MS), secrets, options.mailLimits);
  const parts = { store, secrets, audit, accounts, keys, outbox, allowance, clock, page };
  const signUp = new SignUp(parts);
  const signIn = new SignIn({ ...parts, wrongCodes: new UsageCounter(store, DAY_MS) });
  const approvals = new Approvals(parts);
  const registration = new Registration({ ...parts, emailOnly: options.emailOnly });
  return {
    accounts,
    keys,
    audit,
    outbox,
    signUp,
    signIn,
    approvals,
    registration,
    sweep: async () => {
      await Promise.all([signUp.sweep(), approvals.sweep(), signIn.sweep()]);
      await outbox.flush();
    },
  };
}
