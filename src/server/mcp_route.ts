import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import type { Context } from 'koa';
import type { Logger } from 'pino';
import type { UsageCounter } from '../store/usage.js';
import { todayUtc } from '../tools/check_line_item.js';
import type { ToolTable } from '../tools/table.js';
import { dailyPurse } from './daily_cap.js';
import { HttpError } from './http_error.js';
import { readJsonBody } from './json_body.js';
import { serveMcp2025 } from './mcp_2025.js';
import { isMcp2026, type Mcp2026 } from './mcp_2026.js';
import { type McpExchange, type McpTrace, toolCaller } from './mcp_exchange.js';
import { gate, rpcError } from './mcp_gate.js';
import type { RulebookSource } from './rulebook_source.js';
import type { Settings } from './settings.js';

/** What the doors need to answer. */
export interface Doors {
  settings: Settings;
  tools: ToolTable;
  /** The tool list as MCP announces it, made once. */
  announced: object[];
  rulebook: RulebookSource;
  usage: UsageCounter;
  mcp2026: Mcp2026;
  log: Logger;
  baseUrl(): string;
}

// Only these reach an SDK: what is not passed on cannot be trusted by mistake or logged.
const PASSED_HEADERS = ['mcp-protocol-version', 'mcp-method', 'mcp-name', 'user-agent'] as const;

/** `POST /mcp` and its alias `POST /sse`: one JSON-RPC message in, one JSON answer out, nothing kept. */
export async function answerMcp(ctx: Context, doors: Doors): Promise<void> {
  const { settings, log, tools } = doors;
  const book = doors.rulebook.get();
  const message = await readJsonBody(ctx, settings).catch((error) => {
    throw asRpcError(error);
  });
  const metadataUrl = `${doors.baseUrl()}/.well-known/oauth-protected-resource`;
  const body = gate(message, ctx.get('Authorization'), settings, metadataUrl, tools);
  const trace: McpTrace = { logFields: {} };
  const purse = dailyPurse(doors.usage, settings.limits.checkLineItemPerDay, ctx.state.client);
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
      context: { book, today: todayUtc() },
      purse,
      behaviourSet: settings.behaviourSet,
      trace,
      log,
      requestId: ctx.state.requestId,
    }),
  };
  const response = isMcp2026(exchange) ? await doors.mcp2026.serve(exchange) : await serveMcp2025(exchange);
  ctx.state.logFields = trace.logFields;
  if (trace.refused)
    throw new HttpError(429, trace.refused, { 'Retry-After': String(trace.refused.retryAfterSecs ?? 1) });
  await copyResponse(ctx, response);
}

/** A signal for work that should stop when the client hangs up; made only by the era that uses it. */
function hangUp(ctx: Context): AbortSignal {
  const gone = new AbortController();
  ctx.res.once('close', () => {
    if (!ctx.res.writableFinished) gone.abort();
  });
  return gone.signal;
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
