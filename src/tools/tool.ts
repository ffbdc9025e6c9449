import type { Access as AccountAccess } from '../accounts/access.js';
import type { Actor } from '../accounts/audit.js';
import type { Principal } from '../accounts/principal.js';
import type { Scope } from '../accounts/scopes.js';
import type { Claims } from '../claims/claims.js';
import type { Rulebook } from '../rulebook/rulebook.js';
import type { Submissions } from './submissions.js';

/** A JSON Schema document with an object at its root. */
export interface ObjectSchema {
  type: 'object';
  properties: Record<string, Record<string, unknown>>;
  required?: string[];
  additionalProperties?: boolean;
  [keyword: string]: unknown;
}

/** Who may call: everybody, or whoever holds one of these scopes (interface.md section 5). */
export type Access = 'public' | readonly [Scope, ...Scope[]];

/** What of a tool is asked, as "submit_invoice_data with corrects", and the scope that grants it. */
export interface ExtraNeed {
  asked: string;
  scope: Scope;
}

/** A content part of a tool result, as MCP writes it. */
export type ToolContent =
  | { type: 'text'; text: string }
  | { type: 'image' | 'audio'; data: string; mimeType: string }
  | { type: 'resource'; resource: { uri: string; mimeType: string; text: string } };

/** All four MCP hints, always said: a client must not have to guess. */
export interface ToolHints {
  readOnlyHint: boolean;
  destructiveHint: boolean;
  idempotentHint: boolean;
  openWorldHint: boolean;
}

/** Who calls, and how much of a limit is left to them. */
export interface Caller {
  principal: Principal | null;
  clientAddress: string;
  /** What the calling program says it is. */
  userAgent: string;
  /** What is left of a limit; null when it does not hold for this caller. */
  left(limit: CallLimit): LimitLeft | null;
}

/** The limits of calls that a caller is told of (interface.md section 8). */
export const CALL_LIMITS = [
  'check_line_item_per_day',
  'requests_per_minute',
  'line_decisions_per_minute',
  'account_requests_per_hour',
] as const;
export type CallLimit = (typeof CALL_LIMITS)[number];

export interface LimitLeft {
  limit: number;
  left: number;
  /** Null when nothing is counted at present. */
  resetsInSecs: number | null;
}

/** The caller as the audit trail names it. */
export const actorOf = ({ principal, clientAddress }: Caller): Actor => ({
  who: principal ? `${principal.credential.kind} ${principal.credential.id}` : 'anonymous',
  clientAddress,
});

/** What a tool may use to answer. */
export interface ToolContext {
  book: Rulebook;
  /** ISO date (UTC) that counts as today. */
  today: string;
  caller: Caller;
  access: AccountAccess;
  claims: Claims;
  submissions: Submissions;
  /** Address of a page of ours, from its path. */
  page(path: string): string;
}

/** Limits that several tools share (interface.md section 8). */
export type LimitClass = 'account_request' | 'line_decision';

/**
 * One row of the tool table. Reading the arguments and answering are two steps, so that a limit can be charged between
 * them: a call refused for bad input costs the caller nothing.
 */
export interface Tool<Input = unknown> {
  name: string;
  title: string;
  /** What it does, when to use it, when not, one example. */
  description: string;
  inputSchema: ObjectSchema;
  /** The answer when all went well. */
  answerSchema: ObjectSchema;
  /** Answer and error in one object, as MCP announces it. */
  outputSchema?: ObjectSchema;
  hints: ToolHints;
  access: Access;
  /** The scope a call needs besides, where what it asks is more than the tool's access grants; null where it is not. */
  alsoNeeds?(input: Input): ExtraNeed | null;
  /** What it refuses over REST besides what every tool may, by HTTP status. */
  refusals?: Readonly<Record<number, string>>;
  /** Whether its arguments may carry a whole document, and so be larger than others. */
  takesDocuments?: boolean;
  /** Whether a call counts towards the caller's daily cap. */
  countsTowardsDailyCap: boolean;
  /** The limit a call counts towards besides, if any. */
  limitClass: LimitClass | null;
  /** @throws InputError naming each field that must change. */
  read(args: unknown, context: Pick<ToolContext, 'book' | 'today'>): Input;
  /**
   * @throws InputError when the input contradicts itself in a way only the answer shows.
   * @throws ToolError when the call cannot be answered for another reason the caller should know.
   */
  run(input: Input, context: ToolContext): Promise<object>;
  /** How MCP shows an answer that is not one JSON object: pictures, several parts. */
  present?(answer: object): { content: ToolContent[]; isError?: boolean };
  /** What the log says of a call; line text only under `lineText`, which the log drops unless told otherwise. */
  logFields(input: Input, answer: object): Record<string, unknown>;
}
