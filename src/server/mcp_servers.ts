import { Mcp2025, type McpAnswer } from './mcp_2025.js';
import { isMcp2026, Mcp2026 } from './mcp_2026.js';
import type { McpExchange } from './mcp_exchange.js';

/** Serves exchanges of every revision, each by the SDK of its era. */
export class McpServers {
  private constructor(
    private readonly mcp2025: Mcp2025,
    private readonly mcp2026: Mcp2026,
  ) {}

  static async open(): Promise<McpServers> {
    return new McpServers(await Mcp2025.open(), new Mcp2026());
  }

  serve(exchange: McpExchange): Promise<McpAnswer | Response> {
    return isMcp2026(exchange) ? this.mcp2026.serve(exchange) : this.mcp2025.serve(exchange);
  }

  /** Ends the streams that are open. */
  close(): Promise<void> {
    return this.mcp2026.close();
  }
}
