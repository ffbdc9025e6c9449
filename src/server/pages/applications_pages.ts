import type { OAuthDesk } from '../oauth/oauth_desk.js';
import type { PageRoute } from './page_route.js';
import { showPage } from './render.js';
import { personOf, signedInTo } from './signed_in.js';

/** Programs a person let in by consent, and the end of it. */
export function applicationsPages(desk: OAuthDesk): PageRoute[] {
  const signedIn = signedInTo(desk);
  return [
    {
      method: 'get',
      path: '/settings/applications',
      answer: signedIn(async (ctx, { account, csrf }) =>
        showPage(ctx, 'applications', {
          title: 'Connected applications',
          email: account.email,
          csrf,
          applications: await desk.oauthRecords.connected(account.id),
        }),
      ),
    },
    {
      method: 'post',
      path: '/settings/applications',
      answer: signedIn(async (ctx, session, form) => {
        if (await desk.oauthRecords.disconnect(session.account.id, form.get('grant') ?? ''))
          await desk.access.audit.record('consent.revoked', personOf(ctx, session), session.account.id);
        ctx.redirect('/settings/applications');
        ctx.status = 303;
      }),
    },
  ];
}
