import type Provider from 'oidc-provider';
import type { OAuthRecords } from '../../accounts/oauth_records.js';
import type { Principal } from '../../accounts/principal.js';
import type { Desk } from '../desk.js';

/** What the OAuth routes and pages need. */
export interface OAuthDesk extends Desk {
  /** Once it has loaded; its issuer is the address the server listens at. */
  provider(): Provider;
  oauthRecords: OAuthRecords;
  /** Who an access token belongs to; null when it is not good here. */
  principalOfToken(token: string): Promise<Principal | null>;
}
