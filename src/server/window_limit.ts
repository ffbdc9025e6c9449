import type { Context, Middleware, Next } from 'koa';
import ratelimit from 'koa-ratelimit';
import type { LimitLeft } from '../tools/tool.js';
import { type Window, WindowStore } from './window_store.js';

export interface WindowLimitOptions {
  /** Name in the RateLimit headers. */
  name: string;
  /** Requests in a window; null for no limit. */
  max: number | null;
  windowMs: number;
  /** Most callers remembered at once. */
  rememberedCallers: number;
  /** Whom a request counts for; null when this limit is not theirs. */
  subject(ctx: Context): string | null;
  /** Who is meant, in the refusal: "this address". */
  whose: string;
}

/**
 * A fixed window of requests for each caller. The answer says what is left in the `RateLimit` headers; a refusal is 429
 * with `Retry-After` in whole seconds, at least 1 (koa-ratelimit's own rounds down to 0).
 */
export function windowLimit(options: WindowLimitOptions): Middleware {
  const { name, max, windowMs } = options;
  if (max === null) return (_ctx, next) => next();
  // Without a store of its own, koa-ratelimit makes a new one for each request and limits nothing.
  const store = new WindowStore(options.rememberedCallers);
  const windowOf = (ctx: Context) => store.get(`${name}:${options.subject(ctx)}`);
  const limiter = ratelimit({
    driver: 'memory',
    db: store,
    duration: windowMs,
    max,
    namespace: name,
    id: (ctx) => options.subject(ctx) ?? false,
    disableHeader: true,
    // Present in koa-ratelimit 6, absent from its published types.
    ...{ onLimited: (ctx: Context) => refuse(ctx, options, windowOf(ctx)) },
  });
  return (ctx: Context, next: Next) =>
    limiter(ctx, () => {
      sayLeft(ctx, options, windowOf(ctx));
      return next();
    });
}

/** What is left to whoever made a request of the window that it counted in; null where none holds. */
export const requestsLeft = (ctx: Context): LimitLeft | null => ctx.state.requestsLeft ?? null;

function secondsLeft(window: Window | undefined): number {
  return Math.max(1, Math.ceil((window?.reset ?? 0) - Date.now() / 1000));
}

function sayLeft(ctx: Context, { name, windowMs }: WindowLimitOptions, window: Window | undefined): void {
  if (!window) return;
  const left = Math.max(0, window.remaining - 1);
  ctx.state.requestsLeft = { limit: window.total, left, resetsInSecs: secondsLeft(window) } satisfies LimitLeft;
  ctx.set('RateLimit-Policy', `"${name}";q=${window.total};w=${windowMs / 1000}`);
  ctx.set('RateLimit', `"${name}";r=${left};t=${secondsLeft(window)}`);
  ctx.set('X-RateLimit-Limit', String(window.total));
  ctx.set('X-RateLimit-Remaining', String(left));
  ctx.set('X-RateLimit-Reset', String(Math.ceil(window.reset)));
}

function refuse(ctx: Context, options: WindowLimitOptions, window: Window | undefined): void {
  const retryAfterSecs = secondsLeft(window);
  sayLeft(ctx, options, window);
  ctx.req.resume();
  ctx.status = 429;
  ctx.set('Retry-After', String(retryAfterSecs));
  const span = options.windowMs === 60_000 ? 'a minute' : `in ${options.windowMs / 60_000} minutes`;
  ctx.body = {
    ok: false,
    error: 'rate_limited',
    message: `Too many requests from ${options.whose}: at most ${window?.total} ${span}. Retry after ${retryAfterSecs} s.`,
    retryAfterSecs,
  };
}
