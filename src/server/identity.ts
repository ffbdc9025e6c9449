import type { Context, Next } from 'koa';
import type { Principal } from '../accounts/principal.js';

/** Finds the principal of a bearer token; null when it is malformed, unknown, revoked or expired. */
export type Authenticator = (token: string) => Principal | null | Promise<Principal | null>;

/** What the Authorization header of a request proves. */
export interface Identity {
  principal: Principal | null;
  bearer: 'absent' | 'invalid' | 'valid';
}

/**
 * Reads who calls, from the Authorization header alone: a key in a query, body or cookie is not looked at. Refuses nobody;
 * what a caller may do is decided where it is known what they ask.
 */
export function identify(authenticate: Authenticator) {
  return async (ctx: Context, next: Next): Promise<void> => {
    const token = /^Bearer +(\S+) *$/i.exec(ctx.get('Authorization'))?.[1];
    const principal = token === undefined ? null : await authenticate(token);
    ctx.state.identity = {
      principal,
      bearer: ctx.get('Authorization') === '' ? 'absent' : principal ? 'valid' : 'invalid',
    } satisfies Identity;
    await next();
  };
}

export const identityOf = (ctx: Context): Identity => ctx.state.identity as Identity;
