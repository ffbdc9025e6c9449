import { lackOfScope } from '../tools/call.js';
import type { Access, ExtraNeed } from '../tools/tool.js';
import type { Identity } from './identity.js';

/** Why a call is refused before it is read, as HTTP and as a tool result can say it. */
export interface Refusal {
  status: 401 | 403;
  error: 'unauthorized' | 'invalid_token' | 'insufficient_scope';
  message: string;
  /** Value of WWW-Authenticate. */
  challenge: string;
}

/**
 * Whether a caller may call a tool. A token that is no longer good is refused for public tools too, so that its holder
 * learns of it instead of being counted as a stranger.
 * @param metadataUrl where the protected-resource metadata is (RFC 9728); null where this server has no OAuth.
 * @returns null when admitted.
 */
export function refusalOf(
  name: string,
  access: Access,
  { principal, bearer }: Identity,
  metadataUrl: string | null,
): Refusal | null {
  const needed = access === 'public' ? [] : access;
  if (bearer === 'invalid' || (!principal && access !== 'public'))
    return refusalOfStranger(name, { principal, bearer }, metadataUrl, needed);
  if (access === 'public' || !principal || needed.some((scope) => principal.scopes.has(scope))) return null;
  return lacking(name, needed, metadataUrl);
}

/** The refusal of a call that asks more of its tool than the key's scopes grant. */
export const refusalOfNeed = ({ asked, scope }: ExtraNeed, metadataUrl: string | null): Refusal =>
  lacking(asked, [scope], metadataUrl);

const lacking = (asked: string, scopes: readonly string[], metadataUrl: string | null): Refusal =>
  refusal(403, 'insufficient_scope', lackOfScope(asked, scopes), scopes, metadataUrl);

/** The refusal of a call without a good key or token, whatever it asks. */
export function refusalOfStranger(
  name: string,
  { bearer }: Identity,
  metadataUrl: string | null,
  needed: readonly string[] = [],
): Refusal {
  return bearer === 'invalid'
    ? refusal(
        401,
        'invalid_token',
        `The key or token sent is not valid: malformed, revoked or expired. ${name} was not called.`,
        needed,
        metadataUrl,
      )
    : refusal(
        401,
        'unauthorized',
        `${name} needs an API key or access token, sent as Authorization: Bearer.`,
        needed,
        metadataUrl,
      );
}

function refusal(
  status: Refusal['status'],
  error: Refusal['error'],
  message: string,
  scopes: readonly string[],
  metadataUrl: string | null,
): Refusal {
  const parts = [
    ...(metadataUrl === null ? [] : [`resource_metadata="${metadataUrl}"`]),
    // A request without credentials gets no error code (RFC 6750 section 3.1).
    ...(error === 'unauthorized' ? [] : [`error="${error}"`]),
    ...(scopes[0] === undefined ? [] : [`scope="${scopes[0]}"`]),
  ];
  return { status, error, message, challenge: parts.length === 0 ? 'Bearer' : `Bearer ${parts.join(', ')}` };
}
