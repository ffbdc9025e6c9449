import type { Context, Next } from 'koa';
import type { Logger } from 'pino';
import type { ErrorAnswer } from '../tools/call.js';

/** An answer other than success, thrown from anywhere below the error boundary. */
export class HttpError extends Error {
  constructor(
    readonly status: number,
    readonly body: ErrorAnswer | object,
    readonly headers: Record<string, string> = {},
  ) {
    super(`HTTP ${status}`);
    this.name = 'HttpError';
  }

  /** The usual shape: `{ok: false, error, message}`. */
  static of(status: number, error: string, message: string, headers: Record<string, string> = {}): HttpError {
    return new HttpError(status, { ok: false, error, message }, headers);
  }
}

/** Turns what is thrown into an answer. What was not meant for the caller is logged and answered without detail. */
export function errorBoundary(log: Logger) {
  return async (ctx: Context, next: Next): Promise<void> => {
    try {
      await next();
    } catch (error) {
      if (error instanceof HttpError) {
        ctx.status = error.status;
        ctx.set(error.headers);
        ctx.body = error.body;
        return;
      }
      log.error({ requestId: ctx.state.requestId, err: error }, 'request failed');
      ctx.status = 500;
      ctx.body = {
        ok: false,
        error: 'internal_error',
        message: `Something failed on our side. Nothing was stored or counted; request id ${ctx.state.requestId}.`,
      };
    }
  };
}
