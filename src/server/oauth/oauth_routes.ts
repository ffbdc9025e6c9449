import type { Context, Middleware } from 'koa';
import { SCOPES } from '../../accounts/scopes.js';
import { limitSubject } from '../client_address.js';
import { HttpError } from '../http_error.js';
import { readBytes, readJsonBody } from '../json_body.js';
import { operations } from '../operations.js';
import { sessionOf } from '../pages/session_cookie.js';
import type { Route } from '../routes.js';
import { windowLimit } from '../window_limit.js';
import type { OAuthDesk } from './oauth_desk.js';
import { resourceOf } from './resource.js';

const MINUTE_MS = 60_000;
const BODY_LIMITS = { most: 56 * 1024, seconds: 30 };

/** The OAuth endpoints of interface.md section 4.1, with its limits (section 8). */
export function oauthRoutes(desk: OAuthDesk): Route[] {
  const { limits } = desk.settings;
  const { rememberedCallers } = limits;
  const address = (ctx: Context) => limitSubject(ctx.state.client) || 'unknown';
  const limit = (
    name: string,
    max: number | null,
    windowMs: number,
    subject: (ctx: Context) => string,
    whose: string,
  ) => windowLimit({ name, max, windowMs, rememberedCallers, subject, whose });
  const tokenLimit = limit(
    'oauth_token',
    limits.oauthTokensPerMinute,
    MINUTE_MS,
    (ctx) => (ctx.state.clientId === undefined ? address(ctx) : `client:${ctx.state.clientId}`),
    'this client',
  );
  const authorizeLimit = limit(
    'oauth_authorize',
    limits.oauthAuthorizationsPerMinute,
    MINUTE_MS,
    (ctx) => (ctx.state.account === undefined ? address(ctx) : `account:${ctx.state.account}`),
    'this person or address',
  );
  const registerLimit = limit(
    'oauth_register',
    limits.oauthRegistrationsPer15Minutes,
    15 * MINUTE_MS,
    address,
    'this address',
  );
  const pass = (ctx: Context) => passOn(ctx, desk);
  const route = (
    method: Route['method'],
    path: string,
    operation: Route['operation'],
    ...before: Middleware[]
  ): Route => ({ method, path, operation, before, answer: pass });
  const metadata = (path: string, operation: Route['operation']): Route => ({
    method: 'get',
    path,
    operation,
    before: [],
    answer: (ctx) => {
      ctx.body = {
        resource: resourceOf(desk.baseUrl()),
        authorization_servers: [desk.baseUrl()],
        scopes_supported: SCOPES,
        bearer_methods_supported: ['header'],
        resource_name: 'Notice 708',
      };
    },
  });
  return [
    metadata('/.well-known/oauth-protected-resource', operations.resourceMetadata),
    metadata('/.well-known/oauth-protected-resource/mcp', operations.resourceMetadataOfMcp),
    route('get', '/.well-known/oauth-authorization-server', operations.serverMetadata),
    route('get', '/oauth/jwks', operations.jwks),
    route('get', '/oauth/authorize', operations.authorize, knowAccount(desk), authorizeLimit, askForAllByDefault),
    route('post', '/oauth/token', operations.token, knowClient(desk), tokenLimit),
    route('post', '/oauth/revoke', operations.revoke, knowClient(desk), tokenLimit),
    route('post', '/oauth/register', operations.register, registerLimit, readRegistration(desk)),
  ];
}

/** The step back into the authorization server after an interaction; for browsers only, so not in the API document. */
export const resumePath = '/oauth/authorize/:uid';

/**
 * Hands a request to the authorization server, which answers it. It sees the Host and scheme of BASE_URL: the addresses
 * in its answers are made from them.
 */
export async function passOn(ctx: Context, desk: OAuthDesk): Promise<void> {
  const { protocol, host } = new URL(desk.baseUrl());
  ctx.req.headers.host = host;
  ctx.req.headers['x-forwarded-proto'] = protocol.slice(0, -1);
  delete ctx.req.headers['x-forwarded-host'];
  ctx.respond = false;
  await desk.provider().callback()(ctx.req, ctx.res);
}

function knowAccount(desk: OAuthDesk): Middleware {
  return async (ctx, next) => {
    ctx.state.account = (await sessionOf(ctx, desk))?.account.id;
    await next();
  };
}

/**
 * Reads the form, so that the limit can count by client; the authorization server takes the text as it came. A client
 * nobody registered is no identity: its requests count for their address, or a made-up one would be given a new count.
 */
function knowClient(desk: OAuthDesk): Middleware {
  return async (ctx, next) => {
    if (ctx.get('Content-Type').split(';')[0]?.trim().toLowerCase() !== 'application/x-www-form-urlencoded') {
      ctx.req.resume();
      throw HttpError.of(415, 'unsupported_media_type', 'Send a form: application/x-www-form-urlencoded.');
    }
    const text = (await readBytes(ctx.req, BODY_LIMITS)).toString('utf8');
    (ctx.req as { body?: unknown }).body = text;
    const basic = /^Basic +(\S+)$/i.exec(ctx.get('Authorization'))?.[1];
    const [user] = basic === undefined ? [] : Buffer.from(basic, 'base64').toString('utf8').split(':');
    const named = user ?? new URLSearchParams(text).get('client_id');
    if (named && (await desk.oauthRecords.find('Client', named))) ctx.state.clientId = named;
    await next();
  };
}

/** Reads what a client says of itself, within the limits of size and depth. */
function readRegistration({ settings }: OAuthDesk): Middleware {
  const limits = { ...settings, maxBodyBytes: Math.min(BODY_LIMITS.most, settings.maxBodyBytes) };
  return async (ctx, next) => {
    (ctx.req as { body?: unknown }).body = await readJsonBody(ctx, limits);
    await next();
  };
}

/** A client that names no scope asks for all: the person then sees and decides. */
const askForAllByDefault: Middleware = async (ctx, next) => {
  const query = new URLSearchParams(ctx.querystring);
  if ((query.get('scope') ?? '').trim() === '') {
    query.set('scope', SCOPES.join(' '));
    ctx.req.url = `${ctx.path}?${query.toString()}`;
  }
  await next();
};
