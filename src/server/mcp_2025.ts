import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import {
  CallToolRequestSchema,
  ErrorCode,
  isInitializeRequest,
  isJSONRPCRequest,
  type JSONRPCMessage,
  JSONRPCMessageSchema,
  type JSONRPCRequest,
  ListToolsRequestSchema,
  type RequestId,
  type ServerResult,
  SUPPORTED_PROTOCOL_VERSIONS,
} from '@modelcontextprotocol/sdk/types.js';
import {
  INSTRUCTIONS,
  type McpExchange,
  type McpToolResult,
  SERVER_INFO,
  UnknownTool,
  writtenResult,
} from './mcp_exchange.js';

/** What is answered over HTTP. */
export interface McpAnswer {
  status: number;
  /** JSON; absent where there is nothing to say. */
  text?: string;
}

/** A request that waits for its answer. */
interface Waiting {
  exchange: McpExchange;
  id: RequestId;
  answer(text: string): void;
}

/**
 * Serves exchanges of the 2025 revisions (and 2024): stateless, one JSON answer. One SDK server answers for all clients, which costs
 * a third of one made for each request. Nothing a client says reaches another: each request gets a number of our own in place of the
 * client's id, which another client may use too, and notifications, which could only touch a session's state, do not reach it.
 */
export class Mcp2025 implements Transport {
  onmessage?: NonNullable<Transport['onmessage']>;
  onclose?: () => void;
  private readonly server = new Server(SERVER_INFO, {
    capabilities: { tools: { listChanged: false } },
    instructions: INSTRUCTIONS,
  });
  private readonly waiting = new Map<RequestId, Waiting>();
  private requests = 0;

  private constructor() {
    const { server } = this;
    server.setRequestHandler(ListToolsRequestSchema, (_request, { requestId }) => {
      return { tools: this.exchangeOf(requestId).announced } as ServerResult;
    });
    server.setRequestHandler(CallToolRequestSchema, async ({ params }, { requestId }) => {
      try {
        return await this.exchangeOf(requestId).call(params.name, params.arguments ?? {});
      } catch (error) {
        // The SDK's own error writes its code into the message, and clients write it there once more.
        if (error instanceof UnknownTool)
          throw Object.assign(new Error(error.message), { code: ErrorCode.InvalidParams });
        throw error;
      }
    });
  }

  static async open(): Promise<Mcp2025> {
    const opened = new Mcp2025();
    await opened.server.connect(opened);
    return opened;
  }

  async serve(exchange: McpExchange): Promise<McpAnswer> {
    const { body, headers } = exchange;
    const request = isJSONRPCRequest(body);
    if (!request && !JSONRPCMessageSchema.safeParse(body).success)
      return refusal(ErrorCode.ParseError, 'Parse error: Invalid JSON-RPC message');
    const version = headers['mcp-protocol-version'];
    if (version !== undefined && !SUPPORTED_PROTOCOL_VERSIONS.includes(version) && !isInitializeRequest(body)) {
      const spoken = [SPOKEN_IN_2026, ...SUPPORTED_PROTOCOL_VERSIONS].join(', ');
      return refusal(-32000, `Bad Request: Unsupported protocol version: ${version} (supported versions: ${spoken})`);
    }
    return request ? { status: 200, text: await this.answerTo(body, exchange) } : { status: 202 };
  }

  close(): Promise<void> {
    this.onclose?.();
    return Promise.resolve();
  }

  start(): Promise<void> {
    return Promise.resolve();
  }

  /** What the SDK's server has to say; of that only answers have somebody to go to. */
  send(message: JSONRPCMessage): Promise<void> {
    if ('id' in message && message.id !== undefined && !('method' in message)) {
      const waiting = this.waiting.get(message.id);
      this.waiting.delete(message.id);
      waiting?.answer(written(message, waiting.id));
    }
    return Promise.resolve();
  }

  private answerTo(request: JSONRPCRequest, exchange: McpExchange): Promise<string> {
    return new Promise((answer) => {
      const number = ++this.requests;
      this.waiting.set(number, { exchange, id: request.id, answer });
      this.onmessage?.({ ...request, id: number });
    });
  }

  private exchangeOf(number: RequestId): McpExchange {
    const waiting = this.waiting.get(number);
    if (!waiting) throw new Error('an MCP request without its exchange');
    return waiting.exchange;
  }
}

/** The revision that is served by the SDK of its own era. */
const SPOKEN_IN_2026 = '2026-07-28';

function refusal(code: number, message: string): McpAnswer {
  return { status: 400, text: JSON.stringify({ jsonrpc: '2.0', error: { code, message }, id: null }) };
}

/** An answer with the id that the client gave its request. */
function written(message: JSONRPCMessage, id: RequestId): string {
  if ('result' in message && 'structuredContent' in message.result)
    return `{"result":${writtenResult(message.result as McpToolResult)},"jsonrpc":"2.0","id":${JSON.stringify(id)}}`;
  const told = 'error' in message ? { ...message, error: paramsTold(message.error) } : message;
  return JSON.stringify({ ...told, id });
}

/** Params that are not as the protocol has them are the client's to correct; the SDK says "internal error" and its schema's list of them. */
function paramsTold<Told extends { code: number; message: string }>(error: Told): Told {
  const faults = error.code === ErrorCode.InternalError ? faultsIn(error.message) : null;
  if (faults === null) return error;
  const message = `Invalid params: ${faults.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; ')}`;
  return { ...error, code: ErrorCode.InvalidParams, message };
}

function faultsIn(message: string): { path: (string | number)[]; message: string }[] | null {
  if (!message.startsWith('[')) return null;
  try {
    return JSON.parse(message);
  } catch {
    return null;
  }
}
