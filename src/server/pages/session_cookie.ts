import type { Context } from 'koa';
import type { Session } from '../../accounts/sign_in.js';
import type { Desk } from '../desk.js';

const DAY_SECS = 12 * 60 * 60;
const ATTEMPT_SECS = 15 * 60;

type Name = 'session' | 'attempt';

/** Over TLS the name binds a cookie to this host and path; plain HTTP is for this machine only. */
function nameOf(desk: Desk, name: Name): string {
  return desk.baseUrl().startsWith('https:') ? `__Host-n708_${name}` : `n708_${name}`;
}

/** Keeps a secret in the browser: not readable by scripts, not sent from other sites' forms. An empty value ends it. */
export function setCookie(ctx: Context, desk: Desk, name: Name, value: string): void {
  const secure = desk.baseUrl().startsWith('https:') ? '; Secure' : '';
  const seconds = value === '' ? 0 : name === 'session' ? DAY_SECS : ATTEMPT_SECS;
  ctx.append(
    'Set-Cookie',
    `${nameOf(desk, name)}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure}`,
  );
}

export const cookie = (ctx: Context, desk: Desk, name: Name): string => cookieIn(ctx.get('Cookie'), desk, name);

function cookieIn(header: string, desk: Desk, name: Name): string {
  const wanted = nameOf(desk, name);
  for (const pair of header.split(';')) {
    const at = pair.indexOf('=');
    if (pair.slice(0, at).trim() === wanted) return pair.slice(at + 1).trim();
  }
  return '';
}

/** The signed-in session of a request, if any. */
export const sessionOf = (ctx: Context, desk: Desk): Promise<Session | null> => sessionIn(ctx.get('Cookie'), desk);

/** The same from a Cookie header. */
export async function sessionIn(cookieHeader: string, desk: Desk): Promise<Session | null> {
  const secret = cookieIn(cookieHeader, desk, 'session');
  return secret === '' ? null : desk.access.signIn.session(secret);
}
