import type { Context } from 'koa';
import { isLoopback } from '../client_address.js';
import type { Desk } from '../desk.js';
import { HttpError } from '../http_error.js';
import type { PageRoute } from './page_route.js';
import { showPage } from './render.js';

/** The mail that was not sent because no server is set; for this machine only, since it lets its reader sign in. */
export function mailboxPages({ access }: Desk): PageRoute[] {
  if (!access.outbox.embedded) return [];
  return [
    {
      method: 'get',
      path: '/dev/mailbox',
      answer: async (ctx) => {
        if (!fromThisMachine(ctx))
          throw HttpError.of(404, 'not_found', 'There is nothing at this path; GET / lists what is served.');
        const mails = (await access.outbox.kept()).map(({ body, ...mail }) => ({ ...mail, parts: partsOf(body) }));
        showPage(ctx, 'mailbox', { title: 'Mailbox', mails });
      },
    },
  ];
}

/** A proxy on this machine calls from loopback too, and says for whom. */
function fromThisMachine(ctx: Context): boolean {
  const forwarded = ['Forwarded', 'X-Forwarded-For', 'X-Real-IP', 'Via'].some((name) => ctx.get(name) !== '');
  return !forwarded && isLoopback((ctx.req.socket.remoteAddress ?? '').replace(/^::ffff:/, ''));
}

function partsOf(body: string): { text?: string; href?: string }[] {
  return body.split(/(https?:\/\/\S+)/).map((part, i) => (i % 2 === 1 ? { href: part } : { text: part }));
}
