import { randomUUID } from 'node:crypto';
import type { Context, Next } from 'koa';
import { type Logger, pino } from 'pino';
import type { Settings } from './settings.js';

/** Structured log on standard output, one JSON object a line. Authorization and line text never enter it by default. */
export function createLogger(settings: Pick<Settings, 'logLevel'>): Logger {
  return pino({ level: settings.logLevel, base: null, timestamp: pino.stdTimeFunctions.isoTime });
}

const GIVEN_ID = /^[A-Za-z0-9._-]{8,64}$/;

/** A path nobody declared, without parts long enough to be a key or token that was put there by mistake. */
const withoutSecrets = (path: string): string => path.replace(/[^/]{20,}/g, '...');

/**
 * Gives each request an id (the caller's own when it is harmless), answers it in `X-Request-Id`, and logs one line when
 * the request is done. Routes add what they learnt under `ctx.state.logFields`.
 */
export function requestLog(log: Logger, settings: Pick<Settings, 'logLineText'>) {
  return async (ctx: Context, next: Next): Promise<void> => {
    const given = ctx.get('X-Request-Id');
    const requestId = GIVEN_ID.test(given) ? given : randomUUID();
    ctx.state.requestId = requestId;
    ctx.set('X-Request-Id', requestId);
    if (!log.isLevelEnabled('info')) return next();
    const started = performance.now();
    try {
      await next();
    } finally {
      const { lineText, ...fields } = (ctx.state.logFields ?? {}) as Record<string, unknown>;
      const ms = Math.round((performance.now() - started) * 10) / 10;
      const said = settings.logLineText && lineText !== undefined ? { ...fields, lineText } : fields;
      log.info(
        {
          requestId,
          method: ctx.method,
          // The route as it was declared: the last part of a page's path can be a secret.
          path: String(ctx._matchedRoute ?? withoutSecrets(ctx.path)).slice(0, 200),
          status: ctx.status,
          ms,
          client: ctx.state.client,
          ...said,
        },
        'request',
      );
    }
  };
}
