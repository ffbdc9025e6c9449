import type { Context } from 'koa';
import { TooManyKeys } from '../../accounts/api_keys.js';
import { hasDailyCap } from '../../accounts/plans.js';
import { isScope, SCOPE_MEANINGS, SCOPES } from '../../accounts/scopes.js';
import type { Session } from '../../accounts/sign_in.js';
import type { Desk } from '../desk.js';
import { clientSnippets } from './client_snippets.js';
import { type PageRoute, tokenOf } from './page_route.js';
import { dayText, showPage } from './render.js';
import { personOf, signedInTo } from './signed_in.js';

const MOST_NAME = 60;

/** Settings of a signed-in person: keys, plan and usage. */
export function settingsPages(desk: Desk): PageRoute[] {
  const { access } = desk;
  const signedIn = signedInTo(desk);
  const keysPage = async (
    ctx: Context,
    { account, csrf }: Session,
    given: { name: string; scopes: readonly string[] } = { name: '', scopes: SCOPES },
    problems: { name?: string; scopes?: string } = {},
  ) => {
    const errors = Object.entries(problems).map(([field, text]) => ({ text, href: `#${field}` }));
    showPage(
      ctx,
      'api_keys',
      {
        title: 'API keys',
        columns: 'govuk-grid-column-full',
        email: account.email,
        csrf,
        keys: await access.keys.list(account.id),
        given,
        ...(errors.length > 0 ? { errors } : {}),
        problems: Object.fromEntries(Object.entries(problems).map(([field, text]) => [field, { text }])),
        scopeItems: SCOPES.map((scope) => ({
          value: scope,
          text: SCOPE_MEANINGS[scope],
          hint: { text: scope },
          checked: given.scopes.includes(scope),
        })),
      },
      errors.length > 0 ? 400 : 200,
    );
  };
  return [
    {
      method: 'get',
      path: '/settings/api-keys',
      answer: signedIn((ctx, session) => keysPage(ctx, session)),
    },
    {
      method: 'post',
      path: '/settings/api-keys',
      answer: signedIn(async (ctx, session, form) => {
        const name = (form.get('name') ?? '').replace(/[\p{C}\s]+/gu, ' ').trim();
        const scopes = form.getAll('scopes');
        const known = scopes.filter(isScope);
        const problems = {
          ...(name === '' ? { name: 'Give the key a name' } : {}),
          ...(name.length > MOST_NAME ? { name: `The name must have ${MOST_NAME} characters or fewer` } : {}),
          ...(known.length === 0 || known.length < scopes.length ? { scopes: 'Choose what the key may do' } : {}),
        };
        if (Object.keys(problems).length > 0) return keysPage(ctx, session, { name, scopes }, problems);
        try {
          const options = { name, scopes: known, madeBy: 'settings' as const };
          const { key, record } = await access.keys.create(session.account.id, options, personOf(ctx, session));
          showPage(ctx, 'key', {
            title: 'Your API key',
            email: session.account.email,
            csrf: session.csrf,
            key,
            scopes: record.scopes,
            snippets: clientSnippets(desk.baseUrl(), key),
          });
        } catch (error) {
          if (!(error instanceof TooManyKeys)) throw error;
          await keysPage(ctx, session, { name, scopes }, { name: error.message });
        }
      }),
    },
    {
      method: 'post',
      path: '/settings/api-keys/:token/revoke',
      answer: signedIn(async (ctx, session) => {
        await access.keys.revoke(tokenOf(ctx), personOf(ctx, session), session.account.id);
        ctx.redirect('/settings/api-keys');
        ctx.status = 303;
      }),
    },
    {
      method: 'get',
      path: '/settings/account',
      answer: signedIn(async (ctx, { account, csrf }) => {
        const keys = await access.keys.list(account.id);
        const cap = desk.settings.limits.checkLineItemPerDay;
        const row = (key: string, text: string) => ({ key: { text: key }, value: { text } });
        showPage(ctx, 'account', {
          title: 'Plan and usage',
          email: account.email,
          csrf,
          rows: [
            row('E-mail', `${account.email}${account.verifiedAt === null ? ' (not confirmed)' : ''}`),
            row('Plan', account.plan),
            row(
              'Line checks',
              cap !== null && hasDailyCap(account.plan) ? `${cap} in 24 hours with each key` : 'No daily limit',
            ),
            ...keys
              .filter((key) => key.revokedAt === null)
              .map((key) => row(`Checks left with "${key.name}"`, leftText(desk, key.id, account))),
          ],
        });
      }),
    },
  ];
}

function leftText(desk: Desk, keyId: string, { plan }: Session['account']): string {
  const left = desk.callLimits.checksLeft(keyId, plan);
  if (!left) return 'No limit';
  const again = left.resetsInSecs === null ? '' : `; all again on ${dayText(Date.now() + left.resetsInSecs * 1000)}`;
  return `${left.left} of ${left.limit}${again}`;
}
