import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import type { Context } from 'koa';
import { callSite } from './desk.js';
import { HttpError } from './http_error.js';
import { identityOf } from './identity.js';
import { sayJson } from './json_answer.js';
import { readJsonBody } from './json_body.js';
import type { McpAnswer } from './mcp_2025.js';
import { type McpExchange, type McpTrace, toolCaller } from './mcp_exchange.js';
import { type Challenge, gate, refusedByHttp, rpcError } from './mcp_gate.js';
import type { McpServers } from './mcp_servers.js';
import type { OAuthDesk } from './oauth/oauth_desk.js';

/** What the MCP door needs besides. */
export interface Doors extends OAuthDesk {
  /** The tool list as MCP announces it, made once. */
  announced: object[];
  /** Once loaded. */
  mcp(): McpServers;
}

// Only these reach an SDK: what is not passed on cannot be trusted by mistake or logged.
const PASSED_HEADERS = ['mcp-protocol-version', 'mcp-method', 'mcp-name', 'user-agent'] as const;

/**
 * `POST /mcp` and its alias `POST /sse`: one JSON-RPC message in, one JSON answer out, nothing kept.
 * @param challengeAll `POST /mcp/auth`: every request needs a key or token, for clients that decide at connect.
 */
export async function answerMcp(ctx: Context, doors: Doors, challengeAll = false): Promise<void> {
  const { settings, log, tools } = doors;
  const book = doors.rulebook.get();
  const message = await readJsonBody(ctx, settings, mayBringDocuments(ctx, doors)).catch((error) => {
    throw asRpcError(error);
  });
  const challenge = challengeOf(settings.authChallenge, ctx.get('User-Agent'));
  const metadataUrl = doors.metadataUrl();
  const { body, refusal } = gate(message, {
    identity: identityOf(ctx),
    tools,
    challenge,
    metadataUrl,
    missingKeyInResult: settings.behaviourSet === 'B',
    challengeAll,
  });
  const trace: McpTrace = { logFields: {} };
  const exchange: McpExchange = {
    body,
    url: `${doors.baseUrl()}/mcp`,
    headers: Object.fromEntries(
      PASSED_HEADERS.flatMap((name) => (ctx.get(name) === '' ? [] : [[name, ctx.get(name)]])),
    ),
    gone: () => hangUp(ctx),
    announced: doors.announced,
    call: toolCaller({
      tools,
      ...callSite(ctx, doors, book),
      refusal,
      challenge,
      metadataUrl,
      behaviourSet: settings.behaviourSet,
      trace,
      log,
      requestId: ctx.state.requestId,
    }),
  };
  const answer = await doors.mcp().serve(exchange);
  ctx.state.logFields = trace.logFields;
  if (trace.refused)
    throw new HttpError(429, trace.refused, { 'Retry-After': String(trace.refused.retryAfterSecs ?? 1) });
  if (trace.outOfScope) throw refusedByHttp(trace.outOfScope, (body as { id?: unknown }).id);
  if (answer instanceof Response) await copyResponse(ctx, answer);
  else say(ctx, answer);
}

/** Which tool is called is known once the body is read; who calls is known before. */
function mayBringDocuments(ctx: Context, { tools }: Doors): boolean {
  const { principal } = identityOf(ctx);
  return tools.all.some(
    ({ takesDocuments, access }) =>
      takesDocuments && access !== 'public' && access.some((scope) => principal?.scopes.has(scope)),
  );
}

/** Clients that read a challenge from the tool result only; every other one is told by HTTP. */
const IN_BAND_CLIENTS = /\b(?:openai-mcp|chatgpt)\b/i;

function challengeOf(setting: Doors['settings']['authChallenge'], userAgent: string): Challenge {
  if (setting !== 'auto') return setting;
  return IN_BAND_CLIENTS.test(userAgent) ? 'tool-result' : 'http';
}

/** A signal for work that should stop when the client hangs up; made only by the era that uses it. */
function hangUp(ctx: Context): AbortSignal {
  const gone = new AbortController();
  ctx.res.once('close', () => {
    if (!ctx.res.writableFinished) gone.abort();
  });
  return gone.signal;
}

function say(ctx: Context, { status, text }: McpAnswer): void {
  // Koa turns an empty body into 204; the protocol wants 202.
  if (text === undefined) ctx.body = null;
  else sayJson(ctx, text, 'application/json');
  ctx.status = status;
}

async function copyResponse(ctx: Context, response: Response): Promise<void> {
  const type = response.headers.get('content-type');
  if (type?.startsWith('text/event-stream') && response.body) {
    ctx.status = response.status;
    ctx.set('X-Accel-Buffering', 'no');
    ctx.body = Readable.fromWeb(response.body as ReadableStream);
  } else {
    const text = await response.text();
    // Koa turns an empty body into 204; the protocol wants 202.
    ctx.body = text === '' ? null : text;
    ctx.status = response.status;
  }
  if (type) ctx.set('Content-Type', type);
}

function asRpcError(error: unknown): unknown {
  if (!(error instanceof HttpError)) return error;
  const { error: code, message } = error.body as { error: string; message: string };
  return rpcError(error.status, code === 'invalid_json' ? -32700 : -32000, message, null, error.headers);
}
