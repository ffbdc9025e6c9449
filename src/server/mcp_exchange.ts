import type { Logger } from 'pino';
import { didYouMean } from '../rulebook/problems.js';
import { callTool, type ErrorAnswer, type Purse } from '../tools/call.js';
import type { ToolTable } from '../tools/table.js';
import type { ToolContent, ToolContext } from '../tools/tool.js';
import { type Refusal, refusalOfNeed } from './admission.js';
import type { Challenge } from './mcp_gate.js';
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

/** A tool result as JSON. What `toolResult` wrote of an answer is not written a second time. */
export function writtenResult({ structuredContent, ...rest }: McpToolResult): string {
  const [first] = rest.content;
  if (structuredContent === undefined || first?.type !== 'text')
    throw new Error('a result that toolResult did not make');
  return `${JSON.stringify(rest).slice(0, -1)},"structuredContent":${first.text}}`;
}

/** What the calls of one exchange did, for the HTTP answer and the log. */
export interface McpTrace {
  /** Set when a limit refused the call: the whole answer is then HTTP 429 with this body. */
  refused?: ErrorAnswer;
  /** Set when the call asks more than the scopes of the key grant, and HTTP is to say so. */
  outOfScope?: Refusal;
  logFields: Record<string, unknown>;
}

/** Where the calls of an exchange go, and what they may use. */
export interface CallSite {
  tools: ToolTable;
  context: ToolContext;
  purse: Purse;
  /** Why the named tool must not be called, where the result is to say so. */
  refusal: Refusal | null;
  challenge: Challenge;
  /** Null where this server has no OAuth. */
  metadataUrl: string | null;
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
  refusal,
  challenge,
  metadataUrl,
  behaviourSet,
  trace,
  log,
  requestId,
}: CallSite): McpExchange['call'] {
  return async (name, args) => {
    // A name nobody declared may hold anything, a key put there by mistake too.
    trace.logFields = { tool: tools.named(name) ? name : 'unknown' };
    if (refusal) return refused(name, refusal, behaviourSet);
    const tool = tools.named(name);
    if (!tool) throw new UnknownTool(unknown(name, tools));
    try {
      const outcome = await callTool(tool, args, context, purse);
      if (outcome.kind === 'answered') {
        Object.assign(trace.logFields, outcome.logFields);
        return tool.present ? { ...tool.present(outcome.body) } : toolResult(outcome.body);
      }
      trace.logFields.error = outcome.body.error;
      if (outcome.kind === 'refused') trace.refused = outcome.body;
      if (outcome.kind === 'out_of_scope') {
        const lack = refusalOfNeed(outcome.need, metadataUrl);
        if (challenge === 'http') trace.outOfScope = lack;
        return refused(name, lack, behaviourSet);
      }
      return toolResult(outcome.body, true);
    } catch (error) {
      log.error({ requestId, tool: tool.name, err: error }, 'tool failed');
      const message = `Something failed on our side; nothing was counted. Request id ${requestId}.`;
      return toolResult({ ok: false, error: 'internal_error', message }, true);
    }
  };
}

/** A refusal as a tool result; `_meta` carries the challenge for clients that look for it there. */
function refused(name: string, { error, message, challenge }: Refusal, behaviourSet: Settings['behaviourSet']) {
  const body =
    behaviourSet === 'B' && error === 'unauthorized'
      ? {
          ok: false,
          error: 'registration_required',
          message: `${message} create_account gives one; check_line_item works without.`,
          tool: name,
          registration: { tool: 'create_account', arguments: { email: '<EMAIL>' } },
        }
      : { ok: false, error, message };
  const result = toolResult(body, true);
  return behaviourSet === 'B' ? result : { ...result, _meta: { 'mcp/www_authenticate': [challenge] } };
}

function unknown(name: string, tools: ToolTable): string {
  const offered = tools.all.map((t) => t.name);
  const short = name.slice(0, MOST_NAME);
  return `"${short}" is not a tool of this server${didYouMean(short, offered)}; it offers: ${offered.join(', ')}`;
}
