import type { ToolTable } from '../tools/table.js';
import type { Access } from '../tools/tool.js';
import { type Refusal, refusalOf, refusalOfStranger } from './admission.js';
import { HttpError } from './http_error.js';
import type { Identity } from './identity.js';

/** A JSON-RPC error as an HTTP answer. */
export function rpcError(
  status: number,
  code: number,
  message: string,
  id: unknown = null,
  headers: Record<string, string> = {},
): HttpError {
  const known = typeof id === 'string' || typeof id === 'number' ? id : null;
  return new HttpError(status, { jsonrpc: '2.0', id: known, error: { code, message } }, headers);
}

/** How a refusal reaches the caller: as HTTP, where the transport understands it, or inside the tool result. */
export type Challenge = 'http' | 'tool-result';

/** A message the gate has looked at. */
export interface GatedMessage {
  /** What the SDK then gets, so the two cannot disagree. */
  body: object;
  /** Set when the named tool must not be called and the tool result says why. */
  refusal: Refusal | null;
}

export interface GateOptions {
  identity: Identity;
  tools: ToolTable;
  challenge: Challenge;
  /** Null where this server has no OAuth. */
  metadataUrl: string | null;
  /** Set B: a missing key is told inside the result, a wrong one by HTTP. */
  missingKeyInResult: boolean;
  /** Every request must carry a good key or token, the handshake too. */
  challengeAll: boolean;
}

/**
 * Looks at the parsed message before any SDK does, and decides on the body alone: headers that repeat the method or the
 * tool name are the caller's word.
 * @throws HttpError 400 for a batch or what is no message; 401 or 403 for a call that is refused by HTTP.
 */
export function gate(message: unknown, options: GateOptions): GatedMessage {
  if (Array.isArray(message))
    throw rpcError(400, -32600, 'Batches are not supported: send one JSON-RPC message in each request.');
  if (typeof message !== 'object' || message === null)
    throw rpcError(400, -32600, 'The body is not a JSON-RPC message.');
  const { method, id, params } = message as { method?: unknown; id?: unknown; params?: unknown };
  if (options.challengeAll) refuseStrangers(String(method), id, options);
  if (method !== 'tools/call' || typeof params !== 'object' || params === null) return { body: message, refusal: null };
  const { name, arguments: args } = params as { name?: unknown; arguments?: unknown };
  if (typeof name !== 'string') throw rpcError(400, -32602, 'params.name must be the name of a tool.', id);
  const refusal = refusalOf(name, accessOf(name, options.tools), options.identity, options.metadataUrl);
  const inResult =
    options.challenge === 'tool-result' || (options.missingKeyInResult && refusal?.error === 'unauthorized');
  if (refusal && !inResult) throw refusedByHttp(refusal, id);
  if (args === undefined || (typeof args === 'object' && args !== null && !Array.isArray(args)))
    return { body: message, refusal };
  // Some clients send the arguments as JSON text; the SDKs would refuse that before the tool could forgive it.
  const opened = args === null ? {} : typeof args === 'string' ? objectIn(args) : null;
  if (opened === null) throw rpcError(400, -32602, 'params.arguments must be an object.', id);
  return { body: { ...message, params: { ...params, arguments: opened } }, refusal };
}

/** A tool nobody has heard of is answered by the SDK as unknown, so it needs no key. */
function accessOf(name: string, tools: ToolTable): Access {
  return tools.named(name)?.access ?? 'public';
}

function refuseStrangers(method: string, id: unknown, { identity, metadataUrl }: GateOptions): void {
  if (identity.principal) return;
  throw refusedByHttp(refusalOfStranger(method.slice(0, 64), identity, metadataUrl), id);
}

/** A refusal as HTTP and JSON-RPC say it at once. */
export function refusedByHttp({ status, message, challenge }: Refusal, id: unknown): HttpError {
  return rpcError(status, -32001, message, id, { 'WWW-Authenticate': challenge });
}

function objectIn(text: string): object | null {
  let value: unknown = text;
  for (let i = 0; i < 3 && typeof value === 'string'; i++) {
    try {
      value = JSON.parse(value);
    } catch {
      return null;
    }
  }
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : null;
}
