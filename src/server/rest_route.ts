import type { Context } from 'koa';
import { callTool } from '../tools/call.js';
import { todayUtc } from '../tools/check_line_item.js';
import type { Tool } from '../tools/tool.js';
import { dailyPurse } from './daily_cap.js';
import { HttpError } from './http_error.js';
import { readJsonBody } from './json_body.js';
import type { Doors } from './mcp_route.js';

/** The REST companion of a tool: the arguments are the body, the answer is the body. */
export async function answerRest(ctx: Context, tool: Tool, doors: Doors): Promise<void> {
  const { settings } = doors;
  const book = doors.rulebook.get();
  const args = await readJsonBody(ctx, settings);
  const purse = dailyPurse(doors.usage, settings.limits.checkLineItemPerDay, ctx.state.client);
  const outcome = await callTool(tool, args, { book, today: todayUtc() }, purse);
  if (outcome.kind === 'answered') {
    ctx.state.logFields = { tool: tool.name, ...outcome.logFields };
    ctx.body = outcome.body;
    return;
  }
  ctx.state.logFields = { tool: tool.name, error: outcome.body.error };
  if (outcome.kind === 'invalid_input') throw new HttpError(400, outcome.body);
  throw new HttpError(429, outcome.body, { 'Retry-After': String(outcome.body.retryAfterSecs ?? 1) });
}
