import type { Context } from 'koa';
import { TooManyKeys } from '../../accounts/api_keys.js';
import type { Actor } from '../../accounts/audit.js';
import { SCOPE_MEANINGS } from '../../accounts/scopes.js';
import type { Desk } from '../desk.js';
import { clientSnippets } from './client_snippets.js';
import { readForm } from './form.js';
import { type PageRoute, tokenOf } from './page_route.js';
import { showPage } from './render.js';

const GONE = {
  title: 'This link has ended',
  paragraphs: ['It was used already, or its time is up. Ask for a new one where you started.'],
};

const visitor = (ctx: Context): Actor => ({ who: 'anonymous', clientAddress: ctx.state.client });

/**
 * Pages behind the links of our e-mails and of poll_authentication. Opening one changes nothing, since mail scanners and
 * previews open links; what it is for happens when its button is pressed.
 */
export function linkPages(desk: Desk): PageRoute[] {
  const { access } = desk;
  return [
    {
      method: 'get',
      path: '/confirm/:token',
      answer: async (ctx) => {
        const email = await access.signUp.pending(tokenOf(ctx));
        if (email === null) return showPage(ctx, 'message', GONE, 410);
        showPage(ctx, 'press', {
          title: 'Confirm your e-mail address',
          paragraphs: [`This makes an account for ${email}.`],
          button: 'Confirm',
        });
      },
    },
    {
      method: 'post',
      path: '/confirm/:token',
      answer: async (ctx) => {
        await readForm(ctx);
        const account = await access.signUp.confirm(tokenOf(ctx), visitor(ctx));
        if (!account) return showPage(ctx, 'message', GONE, 410);
        showPage(ctx, 'message', {
          title: 'Your account is ready',
          paragraphs: [
            `The address ${account.email} is confirmed.`,
            'If an AI agent sent you here, tell it that you have confirmed: it can now ask for access.',
          ],
          link: { href: '/sign-in', text: 'Sign in to make a key yourself' },
        });
      },
    },
    {
      method: 'get',
      path: '/approve/:token',
      answer: async (ctx) => {
        const approval = await access.approvals.pending(tokenOf(ctx));
        if (!approval) return showPage(ctx, 'message', GONE, 410);
        showPage(ctx, 'approve', {
          title: 'Approve API access?',
          approval,
          meanings: approval.scopes.map((scope) => SCOPE_MEANINGS[scope]),
        });
      },
    },
    {
      method: 'post',
      path: '/approve/:token',
      answer: async (ctx) => {
        const decision = (await readForm(ctx)).get('decision');
        if (decision !== 'approve' && decision !== 'deny')
          return showPage(
            ctx,
            'message',
            { title: 'Nothing was decided', paragraphs: ['Go back and press one of the two buttons.'] },
            400,
          );
        const done = await access.approvals.decide(tokenOf(ctx), decision === 'approve', visitor(ctx));
        if (!done) return showPage(ctx, 'message', GONE, 410);
        showPage(
          ctx,
          'message',
          decision === 'approve'
            ? {
                title: 'Approved',
                paragraphs: [
                  'Go back to the program that asked. It gives you a link to a page that shows the key once.',
                ],
              }
            : { title: 'Denied', paragraphs: ['The program gets no access.'] },
        );
      },
    },
    {
      method: 'get',
      path: '/key/:token',
      answer: async (ctx) => {
        if (!(await access.approvals.retrievable(tokenOf(ctx)))) return showPage(ctx, 'message', GONE, 410);
        showPage(ctx, 'press', {
          title: 'Your API key',
          paragraphs: ['The key is shown once, on the next page. Have the place ready where you want to put it.'],
          button: 'Show my key',
        });
      },
    },
    {
      method: 'post',
      path: '/key/:token',
      answer: async (ctx) => {
        await readForm(ctx);
        try {
          const made = await access.approvals.retrieve(tokenOf(ctx), visitor(ctx));
          if (!made) return showPage(ctx, 'message', GONE, 410);
          showPage(ctx, 'key', {
            title: 'Your API key',
            key: made.key,
            scopes: made.scopes,
            snippets: clientSnippets(desk.baseUrl(), made.key),
          });
        } catch (error) {
          if (!(error instanceof TooManyKeys)) throw error;
          showPage(
            ctx,
            'message',
            {
              title: 'Too many keys',
              paragraphs: [error.message],
              link: { href: '/settings/api-keys', text: 'Sign in and revoke one' },
            },
            409,
          );
        }
      },
    },
  ];
}
