import type { Plan } from './plans.js';
import type { Scope } from './scopes.js';

/** Who is calling, as their key or access token proves it. */
export interface Principal {
  accountId: string;
  organisationId: string;
  email: string;
  plan: Plan;
  verified: boolean;
  scopes: ReadonlySet<Scope>;
  credential: { kind: 'api_key' | 'access_token'; id: string };
}

/** Whom the limits of a caller count: the key, or the account of an access token. */
export const limitSubjectOf = ({ credential, accountId }: Principal): string =>
  credential.kind === 'api_key' ? `key:${credential.id}` : `account:${accountId}`;
