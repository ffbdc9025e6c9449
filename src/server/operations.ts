import { checkLineItem } from '../tools/check_line_item.js';
import type { Tool } from '../tools/tool.js';
import { IDEMPOTENCY_KEY, takesKey } from './idempotency_key.js';

/** An OpenAPI 3.1 operation object. */
export interface Operation {
  operationId: string;
  summary: string;
  description?: string;
  parameters?: object[];
  requestBody?: object;
  /** Scopes of which a key or token needs one; none for what everybody may call. */
  security?: readonly { bearer: readonly string[] }[];
  responses: Record<string, object>;
}

export const json = (schema: object, example?: object) => ({
  content: { 'application/json': { schema, ...(example ? { example } : {}) } },
});
export const error = (description: string, headers?: object) => ({
  description,
  ...(headers ? { headers } : {}),
  ...json({ $ref: '#/components/schemas/Error' }),
});
const RETRY_AFTER = {
  'Retry-After': { description: 'Whole seconds to wait, at least 1.', schema: { type: 'integer', minimum: 1 } },
};
export const CHALLENGE = {
  'WWW-Authenticate': { description: 'Bearer resource_metadata="URL" (RFC 9728).', schema: { type: 'string' } },
};

/** The example that stands in a tool's description. */
function exampleOf({ name, description }: Tool): object {
  const [, text] = /<example>\s*(.*?)\s*<\/example>/s.exec(description) ?? [];
  if (text === undefined) throw new Error(`the description of ${name} has no example`);
  return JSON.parse(text);
}

/** A key or token with any of these scopes. */
export const needs = (scopes: readonly string[]) => scopes.map((scope) => ({ bearer: [scope] }));

export const SHARED_REFUSALS = {
  '403': error('The web origin or the Host is not allowed here, or the key has not the scope (insufficient_scope).'),
  '413': error('The body is larger than the limit.'),
  '415': error('The body is not application/json.'),
  '429': error('A limit is reached: rate_limited, or daily_limit_reached with retryAfterSecs.', RETRY_AFTER),
  '500': error('Something failed on our side.'),
  '503': error('The rulebook is still loading.', RETRY_AFTER),
};

function mcp(operationId: string, summary: string): Operation {
  const message = {
    type: 'object',
    required: ['jsonrpc'],
    properties: { jsonrpc: { const: '2.0' }, id: {}, method: { type: 'string' }, params: { type: 'object' } },
  };
  return {
    operationId,
    summary,
    description:
      'Stateless Streamable HTTP. Revisions 2024-11-05 to 2025-11-25 and 2026-07-28. One JSON-RPC message in each request; batches are refused.',
    requestBody: {
      required: true,
      ...json(message, {
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name: 'check_line_item', arguments: exampleOf(checkLineItem) },
      }),
    },
    responses: {
      '200': { description: 'The JSON-RPC answer.', ...json({ type: 'object' }) },
      '202': { description: 'A notification was accepted.' },
      '400': {
        description: 'Not a JSON-RPC message, a batch, or a protocol version this server does not speak.',
        ...json({ type: 'object' }),
      },
      '401': {
        description: 'The tool needs a key or token, or the one sent is not valid.',
        headers: CHALLENGE,
        ...json({ type: 'object' }),
      },
      ...SHARED_REFUSALS,
    },
  };
}

const oauthError = (description: string) => ({
  description,
  ...json({
    type: 'object',
    required: ['error'],
    properties: { error: { type: 'string' }, error_description: { type: 'string' } },
  }),
});

function metadata(operationId: string, summary: string): Operation {
  return {
    operationId,
    summary,
    responses: { '200': { description: 'JSON.', ...json({ type: 'object' }) } },
  };
}

function form(operationId: string, summary: string): Operation {
  return {
    operationId,
    summary,
    requestBody: { required: true, content: { 'application/x-www-form-urlencoded': { schema: { type: 'object' } } } },
    responses: {
      '200': { description: 'Done.', ...json({ type: 'object' }) },
      '400': oauthError('The request, code or token is not valid.'),
      '401': oauthError('The client is not known.'),
      ...SHARED_REFUSALS,
    },
  };
}

/** What the OpenAPI document says of each route. */
export const operations = {
  mcp: mcp('mcp', 'Model Context Protocol'),
  mcpAuth: mcp(
    'mcpAuth',
    'The same as POST /mcp, but every request needs a key or token: for clients that decide at connect',
  ),
  sse: mcp('mcpAlias', 'The same as POST /mcp; not the legacy HTTP+SSE transport'),
  restTool(tool: Tool): Operation {
    return {
      operationId: tool.name,
      summary: tool.title,
      description: tool.description,
      ...(takesKey(tool) ? { parameters: [IDEMPOTENCY_KEY] } : {}),
      requestBody: { required: true, ...json({ $ref: `#/components/schemas/${tool.name}.input` }, exampleOf(tool)) },
      ...(tool.access === 'public' ? {} : { security: needs(tool.access) }),
      responses: {
        '200': { description: 'The answer.', ...json({ $ref: `#/components/schemas/${tool.name}.answer` }) },
        '400': error('The input must change: invalid_input with issues, or invalid_json.'),
        '401': error('The tool needs a key or token, or the one sent is not valid.', CHALLENGE),
        ...SHARED_REFUSALS,
        ...Object.fromEntries(Object.entries(tool.refusals ?? {}).map(([status, text]) => [status, error(text)])),
      },
    };
  },
  resourceMetadata: metadata('resourceMetadata', 'Protected resource metadata (RFC 9728)'),
  resourceMetadataOfMcp: metadata('resourceMetadataOfMcp', 'The same, at the address RFC 9728 derives from /mcp'),
  serverMetadata: metadata('authorizationServerMetadata', 'Authorization server metadata (RFC 8414)'),
  jwks: metadata('jwks', 'Public keys of the authorization server'),
  authorize: {
    operationId: 'authorize',
    summary: 'Start of the OAuth 2.1 code flow, in a browser',
    description: 'PKCE with S256 is required. Query as in RFC 6749 and RFC 7636; `resource` is optional.',
    responses: {
      '303': { description: 'To sign-in, consent, or back to the client with code or error.' },
      '400': { description: 'A page that says why it cannot go on; nothing is sent to the redirect address.' },
      ...SHARED_REFUSALS,
    },
  } satisfies Operation,
  token: form('token', 'Token exchange and refresh'),
  revoke: form('revoke', 'Ends a token (RFC 7009)'),
  register: {
    operationId: 'registerClient',
    summary: 'Dynamic client registration (RFC 7591)',
    requestBody: { required: true, ...json({ type: 'object', required: ['redirect_uris'] }) },
    responses: {
      '201': { description: 'The registered client.', ...json({ type: 'object' }) },
      '400': oauthError('The metadata must change.'),
      ...SHARED_REFUSALS,
    },
  } satisfies Operation,
  healthz: {
    operationId: 'health',
    summary: 'Whether the server can answer',
    responses: {
      '200': { description: 'Ready.', ...json({ $ref: '#/components/schemas/Health' }) },
      '503': {
        description: 'The rulebook is still loading.',
        headers: RETRY_AFTER,
        ...json({ $ref: '#/components/schemas/Health' }),
      },
    },
  } satisfies Operation,
  openapi: {
    operationId: 'openapi',
    summary: 'This document',
    responses: { '200': { description: 'OpenAPI 3.1.', ...json({ type: 'object' }) } },
  } satisfies Operation,
  frontPage: {
    operationId: 'frontPage',
    summary: 'What is served here, as text',
    responses: { '200': { description: 'Plain text.', content: { 'text/plain': { schema: { type: 'string' } } } } },
  } satisfies Operation,
};
