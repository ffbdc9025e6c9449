import { isIP } from 'node:net';
import type { Context, Next } from 'koa';
import { HttpError } from './http_error.js';
import type { Settings } from './settings.js';

const CORS_HEADERS =
  'content-type, authorization, mcp-protocol-version, mcp-method, mcp-name, x-request-id, idempotency-key';
const CORS_EXPOSED = 'retry-after, x-request-id, ratelimit, ratelimit-policy, www-authenticate';

/** Where the server is reached: known once it listens. */
export interface Place {
  /** Address clients use, without a trailing slash. */
  baseUrl: string;
  /** Host name within baseUrl. */
  hostname: string;
  /** Origins of our own pages. */
  ownOrigins: readonly string[];
}

/**
 * Refuses a Host we do not answer to. A page that rebinds its own name to this machine still sends that name; a bare
 * address or localhost cannot be rebound.
 */
export function hostCheck(settings: Pick<Settings, 'allowedHosts'>, place: () => Place) {
  return (ctx: Context, next: Next): Promise<unknown> => {
    const host = ctx.get('Host').toLowerCase();
    const name = host.replace(/:\d+$/, '');
    const known =
      isIP(name.replace(/^\[|\]$/g, '')) !== 0 ||
      name === 'localhost' ||
      place().hostname === name ||
      settings.allowedHosts.some((h) => h === name || h === host);
    if (!known)
      throw HttpError.of(
        403,
        'host_not_allowed',
        'This server does not answer to that Host; its operator can add it to ALLOWED_HOSTS.',
      );
    return next();
  };
}

/**
 * Origin policy: no Origin passes (servers, command lines), our own pages and listed origins pass with CORS headers,
 * every other origin, "null" too, is refused.
 */
export function originPolicy(settings: Pick<Settings, 'allowedOrigins'>, place: () => Place) {
  return async (ctx: Context, next: Next): Promise<void> => {
    const origin = ctx.get('Origin');
    ctx.set('Vary', 'Origin');
    if (origin === '') {
      await next();
      return;
    }
    if (!settings.allowedOrigins.includes(origin) && !place().ownOrigins.includes(origin)) {
      throw HttpError.of(
        403,
        'origin_not_allowed',
        'Requests from this web origin are not allowed here; the operator can add it to ALLOWED_ORIGINS.',
      );
    }
    ctx.set('Access-Control-Allow-Origin', origin);
    ctx.set('Access-Control-Expose-Headers', CORS_EXPOSED);
    if (ctx.method === 'OPTIONS' && ctx.get('Access-Control-Request-Method') !== '') {
      ctx.set('Access-Control-Allow-Methods', 'GET, POST, PUT, DELETE');
      ctx.set('Access-Control-Allow-Headers', CORS_HEADERS);
      ctx.set('Access-Control-Max-Age', '600');
      ctx.status = 204;
      return;
    }
    await next();
  };
}

/** Headers every answer carries. Nothing here is a document that needs scripts, frames or other origins. */
export async function securityHeaders(ctx: Context, next: Next): Promise<void> {
  ctx.set('X-Content-Type-Options', 'nosniff');
  ctx.set('Referrer-Policy', 'no-referrer');
  ctx.set('X-Frame-Options', 'DENY');
  ctx.set('Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'");
  ctx.set('Cross-Origin-Resource-Policy', 'same-origin');
  ctx.set('Cache-Control', 'no-store');
  await next();
}
