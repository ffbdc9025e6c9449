import type { Context } from 'koa';
import { callTool } from '../tools/call.js';
import type { Tool } from '../tools/tool.js';
import { refusalOf } from './admission.js';
import { callSite, type Desk } from './desk.js';
import { HttpError } from './http_error.js';
import { identityOf } from './identity.js';
import { readJsonBody } from './json_body.js';

/** The REST companion of a tool: the arguments are the body, the answer is the body. */
export async function answerRest(ctx: Context, tool: Tool, desk: Desk): Promise<void> {
  const book = desk.rulebook.get();
  const refusal = refusalOf(tool.name, tool.access, identityOf(ctx), desk.metadataUrl());
  if (refusal) {
    ctx.req.resume();
    throw HttpError.of(refusal.status, refusal.error, refusal.message, { 'WWW-Authenticate': refusal.challenge });
  }
  const args = await readJsonBody(ctx, desk.settings);
  const { context, purse } = callSite(ctx, desk, book);
  const outcome = await callTool(tool, args, context, purse);
  if (outcome.kind === 'answered') {
    ctx.state.logFields = { tool: tool.name, ...outcome.logFields };
    ctx.body = outcome.body;
    return;
  }
  ctx.state.logFields = { tool: tool.name, error: outcome.body.error };
  if (outcome.kind === 'invalid_input') throw new HttpError(400, outcome.body);
  if (outcome.kind === 'failed') throw new HttpError(outcome.httpStatus, outcome.body);
  throw new HttpError(429, outcome.body, { 'Retry-After': String(outcome.body.retryAfterSecs ?? 1) });
}
