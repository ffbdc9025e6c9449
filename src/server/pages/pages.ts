import type { Context, Next } from 'koa';
import { consentPages } from '../oauth/consent_pages.js';
import type { OAuthDesk } from '../oauth/oauth_desk.js';
import { passOn, resumePath } from '../oauth/oauth_routes.js';
import { applicationsPages } from './applications_pages.js';
import { linkPages } from './link_pages.js';
import { mailboxPages } from './mailbox_page.js';
import type { PageRoute } from './page_route.js';
import { projectPages } from './project_pages.js';
import { settingsPages } from './settings_pages.js';
import { signInPages } from './sign_in_pages.js';
import { STYLESHEET } from './stylesheet.js';

const YEAR_SECS = 365 * 24 * 60 * 60;

/** Every page this server shows to people. Registration by e-mail is behaviour set A's. */
export function pages(desk: OAuthDesk): PageRoute[] {
  return [
    {
      method: 'get',
      path: STYLESHEET.path,
      answer: (ctx) => {
        ctx.set('Cache-Control', `public, max-age=${YEAR_SECS}, immutable`);
        ctx.type = 'text/css; charset=utf-8';
        ctx.body = STYLESHEET.css;
      },
    },
    ...(desk.settings.behaviourSet === 'A'
      ? [
          ...linkPages(desk),
          ...consentPages(desk),
          ...applicationsPages(desk),
          { method: 'get' as const, path: resumePath, answer: (ctx: Context) => passOn(ctx, desk) },
        ]
      : []),
    ...signInPages(desk).filter((page) => desk.settings.behaviourSet === 'A' || page.path !== '/register'),
    ...settingsPages(desk),
    ...projectPages(desk),
    ...mailboxPages(desk),
  ];
}

/** Headers of pages: a stylesheet and forms of our own, nothing else. */
export async function pageHeaders(ctx: Context, next: Next): Promise<void> {
  ctx.set(
    'Content-Security-Policy',
    "default-src 'none'; style-src 'self'; img-src data:; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
  );
  // With no-referrer browsers send our own forms with Origin: null. Links in mail hold secrets, so none to others.
  ctx.set('Referrer-Policy', 'same-origin');
  await next();
}
