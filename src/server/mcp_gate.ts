import { ANNOUNCED_GATED, type ToolTable } from '../tools/table.js';
import { HttpError } from './http_error.js';
import type { Settings } from './settings.js';

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

/**
 * Looks at the parsed message before any SDK does, and decides on the body alone: headers that repeat the method or the
 * tool name are the caller's word. What it passes is the object the SDK then gets, so the two cannot disagree.
 * @throws HttpError 400 for a batch or what is no message; 401 for a gated tool without a valid bearer token.
 */
export function gate(
  message: unknown,
  authorization: string,
  settings: Pick<Settings, 'behaviourSet'>,
  metadataUrl: string,
  tools: ToolTable,
): object {
  if (Array.isArray(message))
    throw rpcError(400, -32600, 'Batches are not supported: send one JSON-RPC message in each request.');
  if (typeof message !== 'object' || message === null)
    throw rpcError(400, -32600, 'The body is not a JSON-RPC message.');
  const { method, id, params } = message as { method?: unknown; id?: unknown; params?: unknown };
  if (method !== 'tools/call' || typeof params !== 'object' || params === null) return message;
  const { name, arguments: args } = params as { name?: unknown; arguments?: unknown };
  if (typeof name !== 'string') throw rpcError(400, -32602, 'params.name must be the name of a tool.', id);
  if (isGated(name, tools)) challenge(name, authorization, id, settings, metadataUrl);
  if (args === undefined || (typeof args === 'object' && args !== null && !Array.isArray(args))) return message;
  // Some clients send the arguments as JSON text; the SDKs would refuse that before the tool could forgive it.
  const opened = args === null ? {} : typeof args === 'string' ? objectIn(args) : null;
  if (opened === null) throw rpcError(400, -32602, 'params.arguments must be an object.', id);
  return { ...message, params: { ...params, arguments: opened } };
}

function isGated(name: string, tools: ToolTable): boolean {
  const tool = tools.named(name);
  return tool ? tool.access !== 'public' : ANNOUNCED_GATED.has(name);
}

/** No key is issued by this server yet, so every bearer token is invalid. */
function challenge(
  name: string,
  authorization: string,
  id: unknown,
  { behaviourSet }: Pick<Settings, 'behaviourSet'>,
  metadataUrl: string,
): void {
  const bearer = /^Bearer\s+\S/i.test(authorization);
  // Set B answers a missing key inside the tool result; a wrong key is 401 in both sets.
  if (behaviourSet === 'B' && !bearer) return;
  const pointer = behaviourSet === 'A' ? [`resource_metadata="${metadataUrl}"`] : [];
  const header = `Bearer ${[...pointer, ...(bearer ? ['error="invalid_token"'] : [])].join(', ')}`;
  throw rpcError(
    401,
    -32001,
    `${name} needs ${bearer ? 'a valid' : 'an'} API key or access token, sent as Authorization: Bearer.`,
    id,
    { 'WWW-Authenticate': header },
  );
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
