import type { Context } from 'koa';
import { type CallOutcome, callTool, refusedOutcome } from '../tools/call.js';
import { claimsCall } from '../tools/claim_calls.js';
import type { Access, Tool } from '../tools/tool.js';
import { type Refusal, refusalOf, refusalOfNeed } from './admission.js';
import { callSite, type Desk } from './desk.js';
import { HttpError } from './http_error.js';
import { keyedArguments } from './idempotency_key.js';
import { identityOf } from './identity.js';
import { sayJson } from './json_answer.js';
import { readJsonBody } from './json_body.js';

/** @throws HttpError 401 or 403 when the caller may not ask for this. */
export function admit(ctx: Context, desk: Pick<Desk, 'metadataUrl'>, name: string, access: Access): void {
  const refusal = refusalOf(name, access, identityOf(ctx), desk.metadataUrl());
  if (!refusal) return;
  ctx.req.resume();
  throw refusedOverHttp(refusal);
}

const refusedOverHttp = ({ status, error, message, challenge }: Refusal): HttpError =>
  HttpError.of(status, error, message, { 'WWW-Authenticate': challenge });

/** The REST companion of a tool: the arguments are the body, the answer is the body. */
export async function answerRest(ctx: Context, tool: Tool, desk: Desk): Promise<void> {
  const book = desk.rulebook.get();
  admit(ctx, desk, tool.name, tool.access);
  const args = keyedArguments(ctx, tool, await readJsonBody(ctx, desk.settings, tool.takesDocuments));
  const { context, purse } = callSite(ctx, desk, book);
  answerOutcome(ctx, desk, tool.name, await callTool(tool, args, context, purse));
}

/** Answers with what came of calling a tool. @throws HttpError when it was refused. */
export function answerOutcome(ctx: Context, desk: Pick<Desk, 'metadataUrl'>, tool: string, outcome: CallOutcome): void {
  if (outcome.kind === 'answered') {
    ctx.state.logFields = { tool, ...outcome.logFields };
    sayJson(ctx, JSON.stringify(outcome.body));
    return;
  }
  ctx.state.logFields = { tool, error: outcome.body.error };
  if (outcome.kind === 'out_of_scope') throw refusedOverHttp(refusalOfNeed(outcome.need, desk.metadataUrl()));
  throw asHttp(outcome);
}

/** Runs what answers a request other than a tool's; what is refused becomes the HTTP error of it. */
export async function answering<Answer>(run: () => Promise<Answer>): Promise<Answer> {
  try {
    return await claimsCall(run);
  } catch (error) {
    if (error instanceof HttpError) throw error;
    throw asHttp(refusedOutcome(error));
  }
}

const STATUSES = { invalid_input: 400, out_of_scope: 403, refused: 429 } as const;

export function asHttp(outcome: Exclude<CallOutcome, { kind: 'answered' }>): HttpError {
  const { retryAfterSecs } = outcome.body;
  const status = outcome.kind === 'failed' ? outcome.httpStatus : STATUSES[outcome.kind];
  const headers: Record<string, string> = status === 429 ? { 'Retry-After': String(retryAfterSecs ?? 1) } : {};
  return new HttpError(status, outcome.body, headers);
}
