import type { Plan } from './plans.js';
import type { Scope } from './scopes.js';

/** Who is calling, as their key, access token or session proves it. */
export interface Principal {
  accountId: string;
  organisationId: string;
  email: string;
  plan: Plan;
  verified: boolean;
  scopes: ReadonlySet<Scope>;
  /** A session is a person's at our pages. */
  credential: { kind: 'api_key' | 'access_token' | 'session'; id: string };
}

/** Whom the limits of a caller count: the key, or the account of an access token or session. */
export const limitSubjectOf = ({ credential, accountId }: Principal): string =>
  credential.kind === 'api_key' ? `key:${credential.id}` : `account:${accountId}`;
