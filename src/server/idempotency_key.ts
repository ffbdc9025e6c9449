import type { Context } from 'koa';
import type { Tool } from '../tools/tool.js';
import { HttpError } from './http_error.js';

const LONGEST_KEY = 200;

/** As the OpenAPI document tells of it. */
export const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'The same request with the same key is carried out once and answered alike for 7 days.',
  schema: { type: 'string', maxLength: LONGEST_KEY },
};

/** Whether a tool carries out the same call with the same key once. */
export const takesKey = ({ inputSchema }: Tool): boolean => inputSchema.properties.idempotencyKey !== undefined;

/** Adds the key of the header `Idempotency-Key`, where the caller sent one. @throws HttpError 400 when it is too long. */
export function keyed<Args extends object>(ctx: Context, args: Args): Args & { idempotencyKey?: string } {
  const idempotencyKey = ctx.get('Idempotency-Key').trim();
  if (idempotencyKey.length > LONGEST_KEY)
    throw HttpError.of(400, 'invalid_input', `Idempotency-Key is longer than ${LONGEST_KEY} characters.`);
  return idempotencyKey === '' ? args : { ...args, idempotencyKey };
}

/** The arguments of a tool with the key of the header. @throws HttpError 400 when the body has another key. */
export function keyedArguments(ctx: Context, tool: Tool, args: unknown): unknown {
  if (!takesKey(tool) || typeof args !== 'object' || args === null || Array.isArray(args)) return args;
  const { idempotencyKey: inBody } = args as { idempotencyKey?: unknown };
  const both = keyed(ctx, args);
  const isGiven = inBody !== undefined && inBody !== null && inBody !== '';
  if (isGiven && typeof inBody === 'string' && inBody.trim() !== (both.idempotencyKey ?? '').trim())
    throw HttpError.of(
      400,
      'invalid_input',
      'The header Idempotency-Key and idempotencyKey in the body are two keys; send one of them.',
    );
  return isGiven ? args : both;
}
