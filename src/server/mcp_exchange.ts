import type { Logger } from 'pino';
import { didYouMean } from '../rulebook/problems.js';
import { callTool, type ErrorAnswer, type Purse } from '../tools/call.js';
import { ANNOUNCED_GATED, ANNOUNCED_PUBLIC, type ToolTable } from '../tools/table.js';
import type { ToolContent, ToolContext } from '../tools/tool.js';
import type { Settings } from './settings.js';

/** A name longer than any tool's is cut before it is echoed or logged. */
const MOST_NAME = 64;

/** A tool result as both MCP eras write it. */
export interface McpToolResult {
  [key: string]: unknown;
  content: ToolContent[];
  structuredContent?: Record<string, unknown>;
  isError?: boolean;
}

/** One HTTP exchange as an adapter sees it: the body is parsed, the gate has passed it. */
export interface McpExchange {
  body: object;
  url: string;
  headers: Record<string, string>;
  /** Makes a signal that fires when the client hangs up before it has its answer. */
  gone(): AbortSignal;
  /** The tool list as it is announced. */
  announced: object[];
  /** @throws UnknownTool, which an adapter answers as JSON-RPC invalid params. */
  call(name: string, args: unknown): Promise<McpToolResult>;
}

/** A call of a tool this server does not answer; the message names those it does. */
export class UnknownTool extends Error {}

/** The tool list as both eras announce it. */
export function announce(tools: ToolTable): object[] {
  return tools.all.map(({ name, title, description, inputSchema, outputSchema, hints }) => ({
    name,
    title,
    description,
    inputSchema,
    ...(outputSchema ? { outputSchema } : {}),
    annotations: { title, ...hints },
  }));
}

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

/** Where the calls of an exchange go, and what they may use. */
export interface CallSite {
  tools: ToolTable;
  context: ToolContext;
  purse: Purse;
  behaviourSet: Settings['behaviourSet'];
  trace: McpTrace;
  log: Logger;
  requestId: string;
}

/** Builds the `call` of an exchange. Anything unforeseen is logged under the request id and answered without detail. */
export function toolCaller({
  tools,
  context,
  purse,
  behaviourSet,
  trace,
  log,
  requestId,
}: CallSite): McpExchange['call'] {
  return async (name, args) => {
    trace.logFields = { tool: name.slice(0, MOST_NAME) };
    const tool = tools.named(name);
    if (!tool) return unavailable(name, tools, behaviourSet);
    try {
      const outcome = await callTool(tool, args, context, purse);
      if (outcome.kind === 'answered') {
        Object.assign(trace.logFields, outcome.logFields);
        return tool.present ? { ...tool.present(outcome.body) } : toolResult(outcome.body);
      }
      trace.logFields.error = outcome.body.error;
      if (outcome.kind === 'refused') trace.refused = outcome.body;
      return toolResult(outcome.body, true);
    } catch (error) {
      log.error({ requestId, tool: tool.name, err: error }, 'tool failed');
      const message = `Something failed on our side; nothing was counted. Request id ${requestId}.`;
      return toolResult({ ok: false, error: 'internal_error', message }, true);
    }
  };
}

/** What a tool of the published interface that is not in the table answers. */
function unavailable(name: string, tools: ToolTable, behaviourSet: Settings['behaviourSet']): McpToolResult {
  const withKey = 'an API key, sent as Authorization: Bearer <API_KEY>.';
  if (behaviourSet === 'B' && ANNOUNCED_GATED.has(name)) {
    return toolResult(
      {
        ok: false,
        error: 'registration_required',
        message: `${name} needs ${withKey} check_line_item works without one.`,
      },
      true,
    );
  }
  if (behaviourSet === 'B' && name === 'check_account_status') {
    return toolResult({ ok: false, error: 'unauthenticated', message: `check_account_status needs ${withKey}` }, true);
  }
  const offered = tools.all.map((t) => t.name);
  const short = name.slice(0, MOST_NAME);
  const announced = ANNOUNCED_GATED.has(name) || ANNOUNCED_PUBLIC.has(name);
  const why = announced ? 'is not offered by this server' : `is not a tool of this server${didYouMean(short, offered)}`;
  throw new UnknownTool(`"${short}" ${why}; it offers: ${offered.join(', ')}`);
}
