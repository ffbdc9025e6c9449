import type { Context } from 'koa';
import type { Actor } from '../../accounts/audit.js';
import { emailAddress } from '../../accounts/email_address.js';
import type { Desk } from '../desk.js';
import { readForm } from './form.js';
import { type PageRoute, tokenOf } from './page_route.js';
import { showPage } from './render.js';
import { cookie, sessionOf, setCookie } from './session_cookie.js';
import { personOf } from './signed_in.js';

const HOME = '/settings/api-keys';
const NOT_AN_ADDRESS = 'Enter an e-mail address such as name@example.com';
const visitor = (ctx: Context): Actor => ({ who: 'anonymous', clientAddress: ctx.state.client });

/** Where to go after signing in: a page of ours, never another site. */
function nextOf(given: string | null): string {
  if (given === null || !/^\/(?:(?:settings|oauth|projects)\/[\w./?=&%-]*|projects)$/.test(given)) return HOME;
  const { pathname, search } = new URL(given, 'http://here');
  return pathname + search === given ? given : HOME;
}

/** Sign-in by e-mailed code or link, registration, and sign-out. */
export function signInPages(desk: Desk): PageRoute[] {
  const { access } = desk;
  const opened = async (ctx: Context, session: string, next: string) => {
    const former = await sessionOf(ctx, desk);
    if (former) await access.signIn.signOut(cookie(ctx, desk, 'session'), personOf(ctx, former));
    setCookie(ctx, desk, 'session', session);
    setCookie(ctx, desk, 'attempt', '');
    ctx.redirect(next);
    ctx.status = 303;
  };
  return [
    {
      method: 'get',
      path: '/sign-in',
      answer: (ctx) => showPage(ctx, 'sign_in', { title: 'Sign in', next: nextOf(ctx.URL.searchParams.get('next')) }),
    },
    {
      method: 'post',
      path: '/sign-in',
      answer: async (ctx) => {
        const form = await readForm(ctx);
        const given = form.get('email') ?? '';
        const next = nextOf(form.get('next'));
        const email = emailAddress(given);
        if (email === null) {
          const errors = [{ text: NOT_AN_ADDRESS, href: '#email' }];
          return showPage(ctx, 'sign_in', { title: 'Sign in', next, given, errors }, 400);
        }
        setCookie(ctx, desk, 'attempt', await access.signIn.ask(email, visitor(ctx)));
        showPage(ctx, 'sign_in_code', { title: 'Check your e-mail', next });
      },
    },
    {
      method: 'post',
      path: '/sign-in/code',
      answer: async (ctx) => {
        const form = await readForm(ctx);
        const next = nextOf(form.get('next'));
        const session = await access.signIn.byCode(cookie(ctx, desk, 'attempt'), form.get('code') ?? '', visitor(ctx));
        if (session !== null) return opened(ctx, session, next);
        const errors = [
          { text: 'The code is wrong or has ended. After five wrong codes, send another.', href: '#code' },
        ];
        showPage(ctx, 'sign_in_code', { title: 'Check your e-mail', next, errors }, 400);
      },
    },
    {
      method: 'get',
      path: '/sign-in/link/:token',
      answer: async (ctx) => {
        if (!(await access.signIn.usable(tokenOf(ctx)))) return showPage(ctx, 'message', ENDED, 410);
        showPage(ctx, 'press', { title: 'Sign in', paragraphs: ['Sign in to Notice 708 here?'], button: 'Sign in' });
      },
    },
    {
      method: 'post',
      path: '/sign-in/link/:token',
      answer: async (ctx) => {
        await readForm(ctx);
        const session = await access.signIn.byLink(tokenOf(ctx), visitor(ctx));
        if (session === null) return showPage(ctx, 'message', ENDED, 410);
        await opened(ctx, session, HOME);
      },
    },
    {
      method: 'get',
      path: '/register',
      answer: (ctx) => showPage(ctx, 'register', { title: 'Register' }),
    },
    {
      method: 'post',
      path: '/register',
      answer: async (ctx) => {
        const given = (await readForm(ctx)).get('email') ?? '';
        const email = emailAddress(given);
        if (email === null) {
          const errors = [{ text: NOT_AN_ADDRESS, href: '#email' }];
          return showPage(ctx, 'register', { title: 'Register', given, errors }, 400);
        }
        const refused = desk.callLimits.accountRequest(ctx.state.client);
        if (refused) {
          ctx.set('Retry-After', String(refused.retryAfterSecs));
          return showPage(ctx, 'message', { title: 'Too many requests', paragraphs: [refused.message] }, 429);
        }
        await access.signUp.ask(email, visitor(ctx));
        showPage(ctx, 'message', {
          title: 'Check your e-mail',
          paragraphs: ['A message was sent to the address. Open its link and press "Confirm".'],
        });
      },
    },
    {
      method: 'post',
      path: '/sign-out',
      answer: async (ctx) => {
        const form = await readForm(ctx);
        const session = await sessionOf(ctx, desk);
        if (session && form.get('csrf') === session.csrf)
          await access.signIn.signOut(cookie(ctx, desk, 'session'), personOf(ctx, session));
        setCookie(ctx, desk, 'session', '');
        showPage(ctx, 'message', {
          title: 'You are signed out',
          paragraphs: [],
          link: { href: '/sign-in', text: 'Sign in' },
        });
      },
    },
  ];
}

const ENDED = {
  title: 'This link has ended',
  paragraphs: ['It was used already, or its time is up.'],
  link: { href: '/sign-in', text: 'Sign in' },
};
