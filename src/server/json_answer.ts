import type { Context } from 'koa';

/**
 * Answers with JSON that is written already. As bytes, because Koa would encode a text twice: once for its length, once to
 * send it.
 */
export function sayJson(ctx: Context, text: string, type = 'application/json; charset=utf-8'): void {
  ctx.set('Content-Type', type);
  ctx.body = Buffer.from(text);
}
