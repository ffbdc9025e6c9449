import type { Logger } from 'pino';
import { didYouMean } from '../rulebook/problems.js';
import { callTool, type ErrorAnswer, type Purse } from '../tools/call.js';
import { ANNOUNCED_GATED, ANNOUNCED_PUBLIC, TOOLS, toolNamed } from '../tools/table.js';
import type { ToolContext } from '../tools/tool.js';
import type { Settings } from './settings.js';

/** A tool result as both MCP eras write it. */
export interface McpToolResult {
  [key: string]: unknown;
  content: { type: 'text'; text: string }[];
  structuredContent: Record<string, unknown>;
  isError?: boolean;
}

/** One HTTP exchange as an adapter sees it: the body is parsed, the gate has passed it. */
export interface McpExchange {
  body: object;
  url: string;
  headers: Record<string, string>;
  signal: AbortSignal;
  /** @throws UnknownTool, which an adapter answers as JSON-RPC invalid params. */
  call(name: string, args: unknown): Promise<McpToolResult>;
}

/** A call of a tool this server does not answer; the message names those it does. */
export class UnknownTool extends Error {}

/** The tool list as both eras announce it. */
export const ANNOUNCED_TOOLS = TOOLS.map((tool) => ({
  name: tool.name,
  title: tool.title,
  description: tool.description,
  inputSchema: tool.inputSchema,
  outputSchema: tool.outputSchema,
  annotations: { title: tool.title, ...tool.hints },
}));

export const SERVER_INFO = { name: 'notice708', title: 'VAT Notice 708 reclaim checker', version: '0.1.0' };

export const INSTRUCTIONS = [
  'Checks lines of UK construction invoices against VAT Notice 708 for self-builders and converters (forms 431NB and 431C).',
  'Call check_line_item once for each invoice line, with the text exactly as printed.',
  'When treatment is needs_answer, put question.text and its answers to the user and call again with item.confirmedAnswer; an answer that was guessed can lead to a wrong claim.',
  'supplier_correction means the supplier charged VAT in error: only the supplier can repay it, so it never goes on the claim.',
  'Report classification.explanation, classification.action and the citations together with the amounts.',
].join('\n');

/** Wraps an answer: the text is the structured content, so a client that shows either shows all. */
export function toolResult(body: object, isError = false): McpToolResult {
  return {
    content: [{ type: 'text', text: JSON.stringify(body) }],
    structuredContent: body as Record<string, unknown>,
    ...(isError ? { isError } : {}),
  };
}

/** What the calls of one exchange did, for the HTTP answer and the log. */
export interface McpTrace {
  /** Set when a limit refused the call: the whole answer is then HTTP 429 with this body. */
  refused?: ErrorAnswer;
  logFields: Record<string, unknown>;
}

/** Builds the `call` of an exchange. Anything unforeseen is logged under the request id and answered without detail. */
export function toolCaller(
  context: ToolContext,
  purse: Purse,
  settings: Pick<Settings, 'behaviourSet'>,
  trace: McpTrace,
  log: Logger,
  requestId: string,
) {
  return async (name: string, args: unknown): Promise<McpToolResult> => {
    trace.logFields = { tool: name.slice(0, 64) };
    const tool = toolNamed(name);
    if (!tool) return unavailable(name, settings);
    try {
      const outcome = await callTool(tool, args, context, purse);
      if (outcome.kind === 'answered') Object.assign(trace.logFields, outcome.logFields);
      else trace.logFields.error = outcome.body.error;
      if (outcome.kind === 'refused') trace.refused = outcome.body;
      return toolResult(outcome.body, outcome.kind !== 'answered');
    } catch (error) {
      log.error({ requestId, tool: tool.name, err: error }, 'tool failed');
      return toolResult(
        {
          ok: false,
          error: 'internal_error',
          message: `Something failed on our side; nothing was counted. Request id ${requestId}.`,
        },
        true,
      );
    }
  };
}

function unavailable(name: string, { behaviourSet }: Pick<Settings, 'behaviourSet'>): McpToolResult {
  if (behaviourSet === 'B' && ANNOUNCED_GATED.has(name)) {
    return toolResult(
      {
        ok: false,
        error: 'registration_required',
        message: `${name} needs an API key, sent as Authorization: Bearer <API_KEY>. check_line_item works without one.`,
      },
      true,
    );
  }
  if (behaviourSet === 'B' && name === 'check_account_status') {
    return toolResult(
      {
        ok: false,
        error: 'unauthenticated',
        message: 'check_account_status needs an API key, sent as Authorization: Bearer <API_KEY>.',
      },
      true,
    );
  }
  const offered = TOOLS.map((t) => t.name);
  const why =
    ANNOUNCED_GATED.has(name) || ANNOUNCED_PUBLIC.has(name)
      ? 'is not offered by this server'
      : `is not a tool of this server${didYouMean(name.slice(0, 64), offered)}`;
  throw new UnknownTool(`"${name.slice(0, 64)}" ${why}; it offers: ${offered.join(', ')}`);
}
