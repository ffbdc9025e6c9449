import type Provider from 'oidc-provider';
import type { OAuthRecords } from '../../accounts/oauth_records.js';
import type { Principal } from '../../accounts/principal.js';
import type { Desk } from '../desk.js';

/** What the OAuth routes and pages need. */
export interface OAuthDesk extends Desk {
  /** Known once the server listens: its address is the issuer. */
  provider(): Provider;
  oauthRecords: OAuthRecords;
  /** Who an access token belongs to; null when it is not good here. */
  principalOfToken(token: string): Promise<Principal | null>;
}
