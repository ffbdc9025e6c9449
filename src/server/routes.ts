import type { Context, Middleware } from 'koa';
import { frontPage } from './front_page.js';
import { answerMcp, type Doors } from './mcp_route.js';
import { minuteLimit } from './minute_limit.js';
import { openApiDocument } from './openapi.js';
import { type Operation, operations } from './operations.js';
import { answerRest } from './rest_route.js';

/** One path and method, with what the OpenAPI document says of it: neither exists without the other. */
export interface Route {
  method: 'get' | 'post';
  path: string;
  operation: Operation;
  /** What runs before the answer, for example a limit. */
  before: Middleware[];
  answer(ctx: Context): void | Promise<void>;
}

/** Every route this server mounts. */
export function routes(doors: Doors): Route[] {
  const { limits } = doors.settings;
  const mcpLimit = minuteLimit('mcp', limits.mcpPerMinute, limits.rememberedCallers);
  const restLimit = minuteLimit('rest', limits.restPerMinute, limits.rememberedCallers);
  const all: Route[] = [
    {
      method: 'post',
      path: '/mcp',
      operation: operations.mcp,
      before: [mcpLimit],
      answer: (ctx) => answerMcp(ctx, doors),
    },
    {
      method: 'post',
      path: '/sse',
      operation: operations.sse,
      before: [mcpLimit],
      answer: (ctx) => answerMcp(ctx, doors),
    },
    ...doors.tools.all.map(
      (tool): Route => ({
        method: 'post',
        path: `/api/v1/${tool.name.replaceAll('_', '-')}`,
        operation: operations.restTool(tool),
        before: [restLimit],
        answer: (ctx) => answerRest(ctx, tool, doors),
      }),
    ),
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
