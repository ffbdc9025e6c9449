import type { Context, Middleware, Next } from 'koa';
import ratelimit from 'koa-ratelimit';
import { limitSubject } from './client_address.js';
import { type Window, WindowStore } from './window_store.js';

const WINDOW_MS = 60_000;

/**
 * A fixed window of `max` requests a minute for each address. The answer says what is left in the `RateLimit` headers; a
 * refusal is 429 with `Retry-After` in whole seconds, at least 1 (koa-ratelimit's own rounds down to 0).
 */
export function minuteLimit(name: string, max: number | null, rememberedCallers: number): Middleware {
  if (max === null) return (_ctx, next) => next();
  // Without a store of its own, koa-ratelimit makes a new one for each request and limits nothing.
  const store = new WindowStore(rememberedCallers);
  const windowOf = (ctx: Context) => store.get(`${name}:${limitSubject(ctx.state.client)}`);
  const limiter = ratelimit({
    driver: 'memory',
    db: store,
    duration: WINDOW_MS,
    max,
    namespace: name,
    id: (ctx) => limitSubject(ctx.state.client) || 'unknown',
    disableHeader: true,
    // Present in koa-ratelimit 6, absent from its published types.
    ...{ onLimited: (ctx: Context) => refuse(ctx, name, windowOf(ctx)) },
  });
  return (ctx: Context, next: Next) =>
    limiter(ctx, () => {
      sayLeft(ctx, name, windowOf(ctx));
      return next();
    });
}

function secondsLeft(window: Window | undefined): number {
  return Math.max(1, Math.ceil((window?.reset ?? 0) - Date.now() / 1000));
}

function sayLeft(ctx: Context, name: string, window: Window | undefined): void {
  if (!window) return;
  const left = Math.max(0, window.remaining - 1);
  ctx.set('RateLimit-Policy', `"${name}";q=${window.total};w=${WINDOW_MS / 1000}`);
  ctx.set('RateLimit', `"${name}";r=${left};t=${secondsLeft(window)}`);
  ctx.set('X-RateLimit-Limit', String(window.total));
  ctx.set('X-RateLimit-Remaining', String(left));
  ctx.set('X-RateLimit-Reset', String(Math.ceil(window.reset)));
}

function refuse(ctx: Context, name: string, window: Window | undefined): void {
  const retryAfterSecs = secondsLeft(window);
  sayLeft(ctx, name, window);
  ctx.req.resume();
  ctx.status = 429;
  ctx.set('Retry-After', String(retryAfterSecs));
  ctx.body = {
    ok: false,
    error: 'rate_limited',
    message: `Too many requests from this address: at most ${window?.total} a minute. Retry after ${retryAfterSecs} s.`,
    retryAfterSecs,
  };
}
