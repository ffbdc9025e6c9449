import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import {
  CallToolRequestSchema,
  ErrorCode,
  ListToolsRequestSchema,
  McpError,
  type ServerResult,
} from '@modelcontextprotocol/sdk/types.js';
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/ajv';
import { INSTRUCTIONS, type McpExchange, SERVER_INFO, UnknownTool } from './mcp_exchange.js';

// A Server builds a validator of its own unless given one, which more than halves the rate.
const jsonSchemaValidator = new AjvJsonSchemaValidator();
const options = { capabilities: { tools: { listChanged: false } }, instructions: INSTRUCTIONS, jsonSchemaValidator };

/** Serves one exchange of the 2025 revisions (and 2024): stateless, one JSON answer. */
export async function serveMcp2025(exchange: McpExchange): Promise<Response> {
  const server = new Server(SERVER_INFO, options);
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: exchange.announced }) as ServerResult);
  server.setRequestHandler(CallToolRequestSchema, async ({ params }) => {
    try {
      return await exchange.call(params.name, params.arguments ?? {});
    } catch (error) {
      if (error instanceof UnknownTool) throw new McpError(ErrorCode.InvalidParams, error.message);
      throw error;
    }
  });
  const transport = new WebStandardStreamableHTTPServerTransport({
    sessionIdGenerator: undefined,
    enableJsonResponse: true,
  });
  await server.connect(transport);
  // The SDK refuses a client that does not accept event streams; we never send one, so what it accepts is moot.
  const headers = {
    ...exchange.headers,
    accept: 'application/json, text/event-stream',
    'content-type': 'application/json',
  };
  // Server and transport are left to the garbage collector: they hold no timer or stream, and closing them here would
  // make an abort error with a stack trace for a call that has just been answered (an eighth of the whole cost).
  return transport.handleRequest(new Request(exchange.url, { method: 'POST', headers }), { parsedBody: exchange.body });
}
