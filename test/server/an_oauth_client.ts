import { createHash, randomBytes } from 'node:crypto';
import type { RunningServer } from '../../src/server/start.js';
import { Browser, csrfOf } from './a_browser.js';
import { type Reply, send } from './harness.js';

export const CALLBACK = 'http://127.0.0.1:33418/callback';

export interface Authorized {
  clientId: string;
  browser: Browser;
  verifier: string;
  /** Where the browser was sent in the end. */
  callback: URL;
  /** The last page or redirect. */
  reply: Reply;
}

export function pkce() {
  const verifier = randomBytes(32).toString('base64url');
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') };
}

/** What an OAuth client does against a server, for a person with the address `email`. */
export function oauthClient(server: () => RunningServer, email: string) {
  const register = (metadata: object = {}) =>
    send(server(), '/oauth/register', { body: { client_name: 'Test agent', redirect_uris: [CALLBACK], ...metadata } });
  const form = (path: string, fields: Record<string, string>) =>
    send(server(), path, {
      body: new URLSearchParams(fields).toString(),
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    });
  const token = (fields: Record<string, string>) => form('/oauth/token', fields);

  /** Goes from registration to the redirect with a code. */
  async function authorize(
    query: Record<string, string | undefined> = {},
    options: { decision?: string; clientId?: string; browser?: Browser } = {},
  ): Promise<Authorized> {
    const clientId = options.clientId ?? (await register()).json.client_id;
    const browser = options.browser ?? new Browser(server());
    if (!options.browser) await browser.signIn(email);
    const { verifier, challenge } = pkce();
    const asked: Record<string, string | undefined> = {
      client_id: clientId,
      redirect_uri: CALLBACK,
      response_type: 'code',
      code_challenge: challenge,
      code_challenge_method: 'S256',
      resource: `${server().url}/mcp`,
      scope: 'projects:read jobs:read',
      state: 'xyz',
      ...query,
    };
    const given = Object.entries(asked).filter((pair): pair is [string, string] => pair[1] !== undefined);
    let reply = await browser.open(`/oauth/authorize?${new URLSearchParams(given)}`);
    if (options.decision !== 'none' && reply.text.includes('Allow access?'))
      reply = await browser.press({ csrf: csrfOf(reply), decision: options.decision ?? 'allow' });
    return { clientId, browser, verifier, callback: new URL(browser.at), reply };
  }

  const exchange = ({ clientId, verifier, callback }: Authorized, more: Record<string, string> = {}) =>
    token({
      grant_type: 'authorization_code',
      client_id: clientId,
      code: callback.searchParams.get('code') ?? '',
      redirect_uri: CALLBACK,
      code_verifier: verifier,
      ...more,
    });
  const refresh = (clientId: string, refreshToken: string, more: Record<string, string> = {}) =>
    token({ grant_type: 'refresh_token', client_id: clientId, refresh_token: refreshToken, ...more });
  const revoke = (clientId: string, revoked: string) => form('/oauth/revoke', { client_id: clientId, token: revoked });
  return { register, token, authorize, exchange, refresh, revoke };
}
