import { InputError, type InputIssue } from '../rulebook/answers.js';
import type { ExtraNeed, Tool, ToolContext } from './tool.js';
import { ToolError } from './tool_error.js';

/** The one shape of every error this service says. */
export interface ErrorAnswer {
  ok: false;
  error: string;
  message: string;
  issues?: InputIssue[];
  retryAfterSecs?: number;
}

/** What a call costs its caller; nothing, for a tool without a cap. `charge` answers with a way to give the cost back, or with the refusal to send. */
export interface Purse {
  charge(tool: Tool): { refund(): void } | { refused: ErrorAnswer };
}

export type CallOutcome =
  | { kind: 'answered'; body: object; logFields: Record<string, unknown> }
  | { kind: 'invalid_input'; body: ErrorAnswer }
  | { kind: 'failed'; body: ErrorAnswer; httpStatus: number }
  | { kind: 'refused'; body: ErrorAnswer }
  | { kind: 'out_of_scope'; body: ErrorAnswer; need: ExtraNeed };

/**
 * Calls a tool: reads the arguments, charges the caller, answers. What cannot be answered because of the input, or fails
 * inside the server, is not charged; a refusal that tells something of what is stored is.
 * @throws whatever the tool throws that is not about the input.
 */
export async function callTool(tool: Tool, args: unknown, context: ToolContext, purse: Purse): Promise<CallOutcome> {
  let input: unknown;
  try {
    input = tool.read(args, context);
  } catch (error) {
    return invalid(error);
  }
  const need = tool.alsoNeeds?.(input) ?? null;
  if (need !== null && !context.caller.principal?.scopes.has(need.scope)) return outOfScope(need);
  const charge = purse.charge(tool);
  if ('refused' in charge) return { kind: 'refused', body: charge.refused };
  try {
    const body = await tool.run(input, context);
    return { kind: 'answered', body, logFields: tool.logFields(input, body) };
  } catch (error) {
    if (!isRefusal(error)) charge.refund();
    return refusedOutcome(error);
  }
}

/** A call that was understood and refused: a wrong code, an address that is taken, an id that is not there. */
const isRefusal = (error: unknown): boolean => error instanceof ToolError && error.httpStatus < 500;

function outOfScope(need: ExtraNeed): CallOutcome {
  const message = lackOfScope(need.asked, [need.scope]);
  return { kind: 'out_of_scope', need, body: { ok: false, error: 'insufficient_scope', message } };
}

/** Says which scopes, of which one is enough, a key would need for what is asked. */
export const lackOfScope = (asked: string, scopes: readonly string[]): string =>
  `${asked} needs scope ${scopes.join(' or ')}, which this key does not have.`;

/** What is answered for an error that is the caller's to know. @throws any other error. */
export function refusedOutcome(error: unknown): Extract<CallOutcome, { kind: 'failed' | 'invalid_input' }> {
  if (!(error instanceof ToolError)) return invalid(error);
  return {
    kind: 'failed',
    body: { ok: false, error: error.error, message: error.message, ...error.details },
    httpStatus: error.httpStatus,
  };
}

function invalid(error: unknown): Extract<CallOutcome, { kind: 'invalid_input' }> {
  if (!(error instanceof InputError)) throw error;
  const [first] = error.issues;
  const rest = error.issues.length - 1;
  const message = first
    ? `${first.path}: ${first.message}${rest > 0 ? ` (and ${rest} more, see issues)` : ''}`
    : 'the arguments are not valid';
  return { kind: 'invalid_input', body: { ok: false, error: 'invalid_input', message, issues: error.issues } };
}
