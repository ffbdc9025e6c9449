import Router from '@koa/router';
import Koa, { type Context, type Next } from 'koa';
import { hostCheck, originPolicy, type Place, securityHeaders } from './access_policy.js';
import { clientAddressOf } from './client_address.js';
import { errorBoundary, HttpError } from './http_error.js';
import type { Doors } from './mcp_route.js';
import { pageHeaders, pages } from './pages/pages.js';
import { requestLog } from './request_log.js';
import { pageLimits, type Route, routes } from './routes.js';

const methods = (method: Route['method']): string[] => (method === 'get' ? ['GET', 'HEAD'] : [method.toUpperCase()]);

/** Whether a path is one of a route with names in it, such as `/api/v1/jobs/:jobId`. */
function matches(route: string, path: string): boolean {
  const [parts, given] = [route.split('/'), path.split('/')];
  return parts.length === given.length && parts.every((part, i) => part.startsWith(':') || part === given[i]);
}

/**
 * The whole application. Order matters: the log sees every answer, errors become answers below it, headers are set before
 * anything can refuse, and nothing reads a body before Host, Origin and the limits have passed.
 */
export function createApp(doors: Doors, place: () => Place): Koa {
  const { settings, log } = doors;
  const app = new Koa();
  // Koa would print to standard error; what matters is logged at the boundary. A client that hangs up is no error.
  app.on('error', (error: NodeJS.ErrnoException) =>
    log.debug({ err: { code: error.code, message: error.message } }, 'connection'),
  );

  app.use((ctx: Context, next: Next) => {
    ctx.state.client = clientAddressOf(ctx.req, settings.trustProxyHops);
    return next();
  });
  app.use(requestLog(log, settings));
  app.use(errorBoundary(log));
  app.use(securityHeaders);
  // Probes of a load balancer send whatever Host they like; there is nothing to protect behind this path.
  const checkHost = hostCheck(settings, place);
  app.use((ctx, next) => (ctx.path === '/healthz' ? next() : checkHost(ctx, next)));
  app.use(originPolicy(settings, place));

  const router = new Router({ strict: true, sensitive: true });
  const methodsOf = new Map<string, string[]>();
  for (const { method, path, before, answer } of routes(doors)) {
    router[method](path, ...before, (ctx: Context) => answer(ctx));
    methodsOf.set(path, [...(methodsOf.get(path) ?? []), ...methods(method)]);
  }
  const pageLimit = pageLimits(doors.settings.limits);
  for (const { method, path, answer } of pages(doors)) {
    router[method](path, pageLimit, pageHeaders, (ctx: Context) => answer(ctx));
    if (!path.includes(':')) methodsOf.set(path, [...(methodsOf.get(path) ?? []), ...methods(method)]);
  }
  app.use(router.routes());
  app.use((ctx: Context) => {
    const allowed = methodsOf.get(ctx.path) ?? [...methodsOf].find(([path]) => matches(path, ctx.path))?.[1];
    if (!allowed)
      throw HttpError.of(404, 'not_found', 'There is nothing at this path; GET / says what is served and where.');
    throw HttpError.of(405, 'method_not_allowed', `Use ${allowed.join(' or ')} here.`, { Allow: allowed.join(', ') });
  });
  return app;
}
