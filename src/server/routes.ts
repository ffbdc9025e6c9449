import type { Context, Middleware } from 'koa';
import { limitSubjectOf } from '../accounts/principal.js';
import { limitSubject } from './client_address.js';
import { documentRoutes } from './documents/document_routes.js';
import { frontPage } from './front_page.js';
import { identify, identityOf } from './identity.js';
import { answerMcp, type Doors } from './mcp_route.js';
import { oauthRoutes } from './oauth/oauth_routes.js';
import { openApiDocument } from './openapi.js';
import { type Operation, operations } from './operations.js';
import { answerRest } from './rest_route.js';
import { windowLimit } from './window_limit.js';

const MINUTE_MS = 60_000;

/** One path and method, with what the OpenAPI document says of it: neither exists without the other. */
export interface Route {
  method: 'get' | 'post' | 'put' | 'delete';
  path: string;
  operation: Operation;
  /** What runs before the answer, for example a limit. */
  before: Middleware[];
  answer(ctx: Context): void | Promise<void>;
}

/** Pages by address: enough for a person, too few to try codes or flood mailboxes through the forms. */
export function pageLimits({ pagesPerMinute, rememberedCallers }: Doors['settings']['limits']): Middleware {
  return windowLimit({
    name: 'pages',
    max: pagesPerMinute,
    windowMs: MINUTE_MS,
    rememberedCallers,
    subject: (ctx) => limitSubject(ctx.state.client) || 'unknown',
    whose: 'this address',
  });
}

/** Every route of the API. */
export function routes(doors: Doors): Route[] {
  const { limits } = doors.settings;
  const { rememberedCallers } = limits;
  // One window for all doors: neither a stranger nor a key is given more by changing endpoint.
  const anonymous = windowLimit({
    name: 'anonymous',
    max: limits.mcpPerMinute,
    windowMs: MINUTE_MS,
    rememberedCallers,
    subject: (ctx) => (identityOf(ctx).principal ? null : limitSubject(ctx.state.client) || 'unknown'),
    whose: 'this address',
  });
  const authenticated = windowLimit({
    name: 'authenticated',
    max: limits.authenticatedPerMinute,
    windowMs: MINUTE_MS,
    rememberedCallers,
    subject: (ctx) => {
      const { principal } = identityOf(ctx);
      return principal && limitSubjectOf(principal);
    },
    whose: 'this key or account',
  });
  const known = identify((token) => doors.access.keys.authenticate(token) ?? doors.principalOfToken(token));
  const callerLimits = [known, anonymous, authenticated];
  const all: Route[] = [
    {
      method: 'post',
      path: '/mcp',
      operation: operations.mcp,
      before: callerLimits,
      answer: (ctx) => answerMcp(ctx, doors),
    },
    {
      method: 'post',
      path: '/sse',
      operation: operations.sse,
      before: callerLimits,
      answer: (ctx) => answerMcp(ctx, doors),
    },
    {
      method: 'post',
      path: '/mcp/auth',
      operation: operations.mcpAuth,
      before: callerLimits,
      answer: (ctx) => answerMcp(ctx, doors, true),
    },
    ...doors.tools.all.map(
      (tool): Route => ({
        method: 'post',
        path: `/api/v1/${tool.name.replaceAll('_', '-')}`,
        operation: operations.restTool(tool),
        before: callerLimits,
        answer: (ctx) => answerRest(ctx, tool, doors),
      }),
    ),
    ...documentRoutes(doors, callerLimits),
    ...(doors.settings.behaviourSet === 'A' ? oauthRoutes(doors) : []),
    {
      method: 'get',
      path: '/healthz',
      operation: operations.healthz,
      before: [],
      answer: (ctx) => {
        const { status } = doors.rulebook;
        ctx.body = {
          ok: status === 'ready',
          status,
          ...(status === 'ready' ? { edition: doors.rulebook.get().edition } : {}),
        };
        if (status === 'loading') {
          ctx.status = 503;
          ctx.set('Retry-After', '5');
        }
      },
    },
    {
      method: 'get',
      path: '/openapi.json',
      operation: operations.openapi,
      before: [],
      answer: (ctx) => {
        ctx.body = openApiDocument(all, doors.tools, doors.baseUrl());
      },
    },
    {
      method: 'get',
      path: '/',
      operation: operations.frontPage,
      before: [],
      answer: (ctx) => {
        ctx.type = 'text/plain; charset=utf-8';
        ctx.body = frontPage(doors.baseUrl(), doors.settings);
      },
    },
  ];
  return all;
}
