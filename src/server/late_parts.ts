import type Provider from 'oidc-provider';
import type { Principal } from '../accounts/principal.js';
import type { McpServers } from './mcp_servers.js';
import type { AuthorizationServerParts } from './oauth/provider.js';

/** Parts that only answers need, and whose libraries take long to load. */
export interface LateParts {
  mcp: McpServers;
  /** Null where this server has no OAuth. */
  oauth: { provider: Provider; principalOfToken(token: string): Promise<Principal | null> } | null;
}

/** Loads them, so that a server need not wait for them to say that it is there. */
export async function loadLateParts(oauth: AuthorizationServerParts | null): Promise<LateParts> {
  const { McpServers } = await import('./mcp_servers.js');
  return { mcp: await McpServers.open(), oauth: oauth && (await openOAuth(oauth)) };
}

async function openOAuth(parts: AuthorizationServerParts): Promise<LateParts['oauth']> {
  const { authorizationServer, principalOfToken } = await import('./oauth/provider.js');
  const provider = authorizationServer(parts);
  return { provider, principalOfToken: (token) => principalOfToken(provider, parts, token) };
}
