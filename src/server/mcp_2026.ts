import {
  classifyInboundRequest,
  createMcpHandler,
  type ListToolsResult,
  ProtocolError,
  ProtocolErrorCode,
  Server,
} from '@modelcontextprotocol/server';
import { INSTRUCTIONS, type McpExchange, SERVER_INFO, UnknownTool } from './mcp_exchange.js';

const DAY_MS = 24 * 60 * 60 * 1000;
/** The list changes with a release only, and is the same for everyone. */
const cacheHints = {
  'tools/list': { ttlMs: DAY_MS, cacheScope: 'public' },
  'server/discover': { ttlMs: DAY_MS, cacheScope: 'public' },
} as const;

/** Whether an exchange speaks revision 2026-07-28 (or tries to, and must be told what is wrong by that era's rules). */
export function isMcp2026(exchange: Pick<McpExchange, 'body' | 'headers'>): boolean {
  if (plainlyOlder(exchange)) return false;
  const route = classifyInboundRequest({
    httpMethod: 'POST',
    protocolVersionHeader: exchange.headers['mcp-protocol-version'],
    mcpMethodHeader: exchange.headers['mcp-method'],
    mcpNameHeader: exchange.headers['mcp-name'],
    body: exchange.body,
  });
  return route.kind !== 'legacy';
}

/**
 * The common case, settled without the SDK's walk through its schemas: a well-formed message that names no newer version
 * and carries no `_meta`, which is where revision 2026-07-28 makes its claim.
 */
function plainlyOlder({ body, headers }: Pick<McpExchange, 'body' | 'headers'>): boolean {
  const { jsonrpc, method, id, params, ...rest } = body as Record<string, unknown>;
  const version = headers['mcp-protocol-version'];
  return (
    jsonrpc === '2.0' &&
    Object.keys(rest).length === 0 &&
    typeof method === 'string' &&
    (typeof id === 'string' || Number.isSafeInteger(id)) &&
    (version === undefined || /^202[45]-\d\d-\d\d$/.test(version)) &&
    (params === undefined ||
      (typeof params === 'object' && params !== null && !Array.isArray(params) && !('_meta' in params)))
  );
}

/** Serves exchanges of revision 2026-07-28. One instance for the whole server; `close` ends its open streams. */
export class Mcp2026 {
  private readonly exchanges = new WeakMap<Request, McpExchange>();
  private readonly handler = createMcpHandler(({ requestInfo }) => this.serverFor(requestInfo), {
    legacy: 'reject',
    maxSubscriptions: 100,
  });

  async serve(exchange: McpExchange): Promise<Response> {
    const headers = { ...exchange.headers, 'content-type': 'application/json' };
    const request = new Request(exchange.url, { method: 'POST', headers, signal: exchange.gone() });
    this.exchanges.set(request, exchange);
    return this.handler.fetch(request, { parsedBody: exchange.body });
  }

  close(): Promise<void> {
    return this.handler.close();
  }

  private serverFor(request: Request | undefined): Server {
    const exchange = request && this.exchanges.get(request);
    const server = new Server(SERVER_INFO, {
      capabilities: { tools: { listChanged: false } },
      instructions: INSTRUCTIONS,
      cacheHints,
    });
    server.setRequestHandler('tools/list', () => ({ tools: exchange?.announced ?? [] }) as ListToolsResult);
    server.setRequestHandler('tools/call', async ({ params }) => {
      if (!exchange) throw new Error('an MCP request without its exchange');
      try {
        return await exchange.call(params.name, params.arguments ?? {});
      } catch (error) {
        if (error instanceof UnknownTool) throw new ProtocolError(ProtocolErrorCode.InvalidParams, error.message);
        throw error;
      }
    });
    return server;
  }
}
