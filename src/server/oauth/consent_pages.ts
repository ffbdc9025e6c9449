import type { Context } from 'koa';
import type Provider from 'oidc-provider';
import { SCOPE_MEANINGS, scopesIn } from '../../accounts/scopes.js';
import { isLoopback } from '../client_address.js';
import { readForm } from '../pages/form.js';
import { type PageRoute, tokenOf } from '../pages/page_route.js';
import { showPage } from '../pages/render.js';
import { sessionOf } from '../pages/session_cookie.js';
import type { OAuthDesk } from './oauth_desk.js';

const PATH = '/oauth/interaction/:token';
const ENDED = {
  title: 'This request has ended',
  paragraphs: ['It was decided already, or its time is up. Start again in the program that sent you here.'],
};

type Details = Awaited<ReturnType<Provider['interactionDetails']>>;

/** Pages an authorization passes through: sign-in, then consent by client and scopes, decided by a form with its token. */
export function consentPages(desk: OAuthDesk): PageRoute[] {
  return [
    {
      method: 'get',
      path: PATH,
      answer: async (ctx) => {
        const details = await detailsOf(ctx, desk);
        if (!details) return showPage(ctx, 'message', ENDED, 410);
        const session = await sessionOf(ctx, desk);
        if (!session) {
          ctx.redirect(`/sign-in?next=${encodeURIComponent(ctx.path)}`);
          ctx.status = 303;
          return;
        }
        // Who signed in to our pages is signed in to the authorization server; nothing is granted by that.
        if (details.prompt.name === 'login')
          return goOn(ctx, desk, { login: { accountId: session.account.id, remember: false } });
        const client = await clientOf(desk.provider(), details);
        allowFormTo(ctx, client.redirect);
        showPage(ctx, 'consent', {
          title: 'Allow access?',
          email: session.account.email,
          csrf: session.csrf,
          client,
          meanings: scopesAsked(details).map((scope) => SCOPE_MEANINGS[scope]),
        });
      },
    },
    {
      method: 'post',
      path: PATH,
      answer: async (ctx) => {
        const form = await readForm(ctx);
        const details = await detailsOf(ctx, desk);
        const session = await sessionOf(ctx, desk);
        if (details?.prompt.name !== 'consent' || !session || session.account.id !== details.session?.accountId)
          return showPage(ctx, 'message', ENDED, 410);
        const decision = form.get('decision');
        if (form.get('csrf') !== session.csrf || (decision !== 'allow' && decision !== 'deny'))
          return showPage(
            ctx,
            'message',
            { title: 'Nothing was decided', paragraphs: ['Go back and press one of the two buttons.'] },
            400,
          );
        const client = await clientOf(desk.provider(), details);
        allowFormTo(ctx, client.redirect);
        const actor = { who: `account ${session.account.id}`, clientAddress: ctx.state.client };
        const told = { client: client.id, name: client.name };
        if (decision === 'deny') {
          await desk.access.audit.record('consent.denied', actor, session.account.id, told);
          return goOn(ctx, desk, { error: 'access_denied', error_description: 'the person denied the request' });
        }
        const grantId = await grant(desk.provider(), details, session.account.id);
        await desk.access.audit.record('consent.granted', actor, session.account.id, {
          ...told,
          scopes: scopesAsked(details).join(' '),
        });
        await goOn(ctx, desk, { consent: { grantId } });
      },
    },
  ];
}

/** The running interaction of this browser; null when there is none any more. */
async function detailsOf(ctx: Context, desk: OAuthDesk): Promise<Details | null> {
  try {
    const details = await desk.provider().interactionDetails(ctx.req, ctx.res);
    // Found by a cookie: it must be the one this page's address names, or one form could decide another's request.
    return details.uid === tokenOf(ctx) ? details : null;
  } catch (error) {
    if ((error as { error?: string }).error === 'invalid_request') return null;
    throw error;
  }
}

async function goOn(
  ctx: Context,
  desk: OAuthDesk,
  result: Parameters<Provider['interactionResult']>[2],
): Promise<void> {
  const next = await desk.provider().interactionResult(ctx.req, ctx.res, result, { mergeWithLastSubmission: false });
  ctx.redirect(next);
  ctx.status = 303;
}

async function clientOf(provider: Provider, { params }: Details) {
  const client = await provider.Client.find(String(params.client_id));
  const redirect = new URL(String(params.redirect_uri));
  const web = redirect.protocol === 'https:' || redirect.protocol === 'http:';
  return {
    id: String(params.client_id),
    name: client?.clientName ?? 'A program that gave no name',
    redirect,
    destination: web ? redirect.host : redirect.protocol.slice(0, -1),
    local: !web || isLoopback(redirect.hostname.replace(/^\[|\]$/g, '')),
  };
}

/** The scopes that would be granted: what was asked and this server has. */
function scopesAsked({ prompt, params }: Details) {
  const missing = (prompt.details.missingResourceScopes ?? {}) as Record<string, string[]>;
  const asked = Object.values(missing).flat();
  return scopesIn(asked.length > 0 ? asked.join(' ') : String(params.scope ?? ''));
}

async function grant(provider: Provider, details: Details, accountId: string): Promise<string> {
  const existing = details.grantId === undefined ? undefined : await provider.Grant.find(details.grantId);
  const held = existing ?? new provider.Grant({ accountId, clientId: String(details.params.client_id) });
  const { missingOIDCScope, missingResourceScopes } = details.prompt.details as {
    missingOIDCScope?: string[];
    missingResourceScopes?: Record<string, string[]>;
  };
  if (missingOIDCScope) held.addOIDCScope(missingOIDCScope.join(' '));
  for (const [resource, scopes] of Object.entries(missingResourceScopes ?? {}))
    held.addResourceScope(resource, scopes.join(' '));
  return held.save();
}

/** Browsers hold form-action against where a form is redirected to as well: back to the client in the end. */
function allowFormTo(ctx: Context, redirect: URL): void {
  const target = redirect.origin === 'null' ? redirect.protocol : redirect.origin;
  ctx.set(
    'Content-Security-Policy',
    String(ctx.response.get('Content-Security-Policy')).replace("form-action 'self'", `form-action 'self' ${target}`),
  );
}
