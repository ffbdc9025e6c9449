import type { IncomingMessage } from 'node:http';
import Provider, { type Adapter, type AdapterPayload, errors, interactionPolicy, type JWKS } from 'oidc-provider';
import type { Access } from '../../accounts/access.js';
import type { OAuthPayload, OAuthRecords } from '../../accounts/oauth_records.js';
import type { Plan } from '../../accounts/plans.js';
import type { Principal } from '../../accounts/principal.js';
import { SCOPES, scopesIn } from '../../accounts/scopes.js';
import type { Secrets } from '../../accounts/secrets.js';
import { refusedRedirect } from './redirect_uris.js';
import { resourceOf } from './resource.js';

const HOUR_SECS = 60 * 60;
const DAY_SECS = 24 * HOUR_SECS;
const MOST_REDIRECTS = 10;
const MOST_NAME = 100;
/** Where a request keeps whose code or token it showed a second time. */
const REUSED = 'reusedOf';

export interface AuthorizationServerParts {
  /** Address clients use, without a trailing slash: the issuer. */
  baseUrl: string;
  access: Access;
  records: OAuthRecords;
  secrets: Secrets;
  signingKeys: JWKS;
  /** Whom our own pages hold to be signed in, by the Cookie header; null for nobody. */
  signedIn(cookieHeader: string): Promise<string | null>;
  /** Address of the caller of a request. */
  clientOf(request: IncomingMessage): string | null;
  /** Told of what failed with nobody waiting for it. */
  onError(error: unknown): void;
  /** Makes the page that says why an authorization cannot go on. */
  errorPage(title: string, message: string): string;
}

/**
 * The OAuth 2.1 authorization server: code flow with PKCE S256 only, dynamic registration of public clients, opaque access
 * tokens for our one resource, refresh tokens that rotate.
 */
export function authorizationServer(parts: AuthorizationServerParts): Provider {
  const { baseUrl, access, records, secrets, signingKeys } = parts;
  const resource = resourceOf(baseUrl);
  const provider = new Provider(baseUrl, {
    adapter: (kind: string) => adapterOf(records, kind),
    jwks: signingKeys,
    cookies: {
      // Bound to this host over TLS; the two of an interaction have a path of their own, which __Host- does not allow.
      names: baseUrl.startsWith('https:')
        ? { session: '__Host-n708_oauth', interaction: '__Secure-n708_interaction', resume: '__Secure-n708_resume' }
        : { session: 'n708_oauth', interaction: 'n708_interaction', resume: 'n708_resume' },
      keys: [secrets.derive('oauth', 'cookies')],
      long: { signed: true, httpOnly: true, sameSite: 'lax' },
      short: { signed: true, httpOnly: true, sameSite: 'lax' },
    },
    findAccount: async (_ctx, accountId) => {
      const account = await access.accounts.byId(accountId);
      return account?.state === 'active' ? { accountId, claims: () => ({ sub: accountId }) } : undefined;
    },
    routes: {
      authorization: '/oauth/authorize',
      token: '/oauth/token',
      registration: '/oauth/register',
      revocation: '/oauth/revoke',
      jwks: '/oauth/jwks',
    },
    features: {
      devInteractions: { enabled: false },
      // There is no address at which a client could read or change what it registered.
      registration: { enabled: true, initialAccessToken: false, issueRegistrationAccessToken: false },
      revocation: {
        enabled: true,
        allowedPolicy: (_ctx, client, token) => token.clientId === client.clientId,
      },
      userinfo: { enabled: false },
      rpInitiatedLogout: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      dPoP: { enabled: false },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => resource,
        useGrantedResource: () => true,
        getResourceServerInfo: (_ctx, indicator) => {
          if (indicator !== resource) throw new errors.InvalidTarget(`the only resource of this server is ${resource}`);
          return {
            scope: SCOPES.join(' '),
            audience: resource,
            accessTokenFormat: 'opaque',
            accessTokenTTL: HOUR_SECS,
          };
        },
      },
    },
    // The library would fetch the address a client names, from wherever this server stands.
    sectorIdentifierUriValidate: () => false,
    pkce: { required: () => true },
    responseTypes: ['code'],
    // Ours among them, or a client could not register the scopes it means to ask for.
    scopes: ['openid', 'offline_access', ...SCOPES],
    discovery: { scopes_supported: [...SCOPES], service_documentation: `${baseUrl}/` },
    clientDefaults: {
      application_type: 'native',
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
      id_token_signed_response_alg: 'ES256',
    },
    clientAuthMethods: ['none', 'client_secret_basic', 'client_secret_post'],
    enabledJWA: { idTokenSigningAlgValues: ['ES256'] },
    extraClientMetadata: {
      properties: ['registered_here'],
      validator: (_ctx, _key, _value, { redirect_uris: uris = [], client_name: name = '' }) => {
        const refused = refusedRedirect(uris as string[]);
        if (refused !== null) throw new errors.InvalidRedirectUri(refused);
        if ((uris as string[]).length > MOST_REDIRECTS)
          throw new errors.InvalidClientMetadata(`at most ${MOST_REDIRECTS} redirect_uris`);
        if (String(name).length > MOST_NAME)
          throw new errors.InvalidClientMetadata(`client_name has at most ${MOST_NAME} characters`);
      },
    },
    issueRefreshToken: async (_ctx, client) => client.grantTypeAllowed('refresh_token'),
    rotateRefreshToken: () => true,
    interactions: { url: (_ctx, { uid }) => `/oauth/interaction/${uid}`, policy: policyOf(parts) },
    renderError: (ctx, out) => {
      ctx.type = 'html';
      ctx.body = parts.errorPage(
        'This request cannot go on',
        `The program that sent you here asked wrongly: ${out.error_description ?? out.error}.`,
      );
    },
    ttl: {
      AccessToken: HOUR_SECS,
      AuthorizationCode: 60,
      RefreshToken: 30 * DAY_SECS,
      Grant: 365 * DAY_SECS,
      Interaction: HOUR_SECS / 4,
      Session: 12 * HOUR_SECS,
      IdToken: HOUR_SECS,
    },
  });
  // Requests reach it with the Host and scheme of BASE_URL, so that no address in an answer comes from the caller.
  provider.proxy = true;
  // Ended at the token endpoint means that a code or a rotated refresh token came a second time: perhaps a thief's.
  provider.on('grant.revoked', (ctx) => {
    const { [REUSED]: accountId } = ctx.state;
    if (ctx.oidc.route !== 'token' || typeof accountId !== 'string') return;
    const who = `client ${ctx.oidc.entities.Client?.clientId ?? 'unknown'}`;
    const actor = { who, clientAddress: parts.clientOf(ctx.req) };
    access.audit.record('token.reused', actor, accountId).catch(parts.onError);
  });
  return provider;
}

/** Somebody who has signed out of our pages is not signed in here either, and nobody else is. */
function policyOf({ signedIn }: AuthorizationServerParts): interactionPolicy.Prompt[] {
  const policy = interactionPolicy.base();
  policy.get('login')?.checks.add(
    new interactionPolicy.Check('own_session', 'sign in to this server', async (ctx) => {
      const account = await signedIn(ctx.get('Cookie'));
      return account !== null && account === ctx.oidc.session?.accountId
        ? interactionPolicy.Check.NO_NEED_TO_PROMPT
        : interactionPolicy.Check.REQUEST_PROMPT;
    }),
  );
  return policy;
}

/** Who an access token belongs to; null when it is unknown, ended, revoked, for another resource, or the account is disabled. */
export async function principalOfToken(
  provider: Provider,
  { access, baseUrl }: Pick<AuthorizationServerParts, 'access' | 'baseUrl'>,
  token: string,
): Promise<Principal | null> {
  if (!/^[\w-]{43}$/.test(token)) return null;
  const found = await provider.AccessToken.find(token);
  if (!found || found.isExpired || found.aud !== resourceOf(baseUrl) || found.accountId === undefined) return null;
  const account = await access.accounts.byId(found.accountId);
  if (account?.state !== 'active') return null;
  return {
    accountId: account.id,
    organisationId: account.organisationId,
    email: account.email,
    plan: account.plan satisfies Plan,
    verified: account.verifiedAt !== null,
    scopes: new Set(scopesIn(found.scope ?? '')),
    credential: { kind: 'access_token', id: String(found.grantId ?? found.clientId) },
  };
}

function adapterOf(records: OAuthRecords, kind: string): Adapter {
  return {
    upsert: (id, payload, expiresIn) => records.put(kind, id, payload as OAuthPayload, expiresIn),
    find: async (id) => {
      const found = await records.find(kind, id);
      // The library forgets whose it was before it says that it ended the grant.
      if (found?.consumed !== undefined && Provider.ctx) Provider.ctx.state[REUSED] = found.accountId;
      return found as AdapterPayload | undefined;
    },
    findByUid: async (uid) => (await records.findByUid(kind, uid)) as AdapterPayload | undefined,
    // No flow of this server has codes that a person types.
    findByUserCode: async () => undefined,
    consume: (id) => records.consume(kind, id),
    destroy: (id) => records.destroy(kind, id),
    revokeByGrantId: (grantId) => records.revokeByGrantId(grantId),
  };
}
