import type { Rulebook } from '../rulebook/rulebook.js';

/** A JSON Schema document with an object at its root. */
export interface ObjectSchema {
  type: 'object';
  properties: Record<string, Record<string, unknown>>;
  required?: string[];
  additionalProperties?: boolean;
  [keyword: string]: unknown;
}

/** Scopes of an API key (interface.md section 5); `public` needs no credentials. */
export type Access =
  | 'public'
  | 'projects:read'
  | 'projects:write'
  | 'line_items:write'
  | 'jobs:read'
  | 'invoices:write';

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

/** What a tool may use to answer. */
export interface ToolContext {
  book: Rulebook;
  /** ISO date (UTC) that counts as today. */
  today: string;
}

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
  /** Whether a call counts towards the caller's daily cap. */
  countsTowardsDailyCap: boolean;
  /** @throws InputError naming each field that must change. */
  read(args: unknown, context: ToolContext): Input;
  /** @throws InputError when the input contradicts itself in a way only the answer shows. */
  run(input: Input, context: ToolContext): Promise<object>;
  /** How MCP shows an answer that is not one JSON object: pictures, several parts. */
  present?(answer: object): { content: ToolContent[]; isError?: boolean };
  /** What the log says of a call; line text only under `lineText`, which the log drops unless told otherwise. */
  logFields(input: Input, answer: object): Record<string, unknown>;
}
