import type { Context } from 'koa';
import type { Account } from '../../accounts/account_records.js';
import type { Actor } from '../../accounts/audit.js';
import type { Principal } from '../../accounts/principal.js';
import { SCOPES } from '../../accounts/scopes.js';
import type { Session } from '../../accounts/sign_in.js';
import type { Desk } from '../desk.js';
import { readForm } from './form.js';
import { sessionOf } from './session_cookie.js';

const HOME = '/settings/api-keys';

/** A signed-in person as the audit trail names them. */
export const personOf = (ctx: Context, { account }: Session): Actor => ({
  who: `account ${account.id}`,
  clientAddress: ctx.state.client,
});

/** A signed-in person as one who calls tools, which at our pages they may do all of. */
export const principalOf = ({ id, organisationId, email, plan, verifiedAt }: Account): Principal => ({
  accountId: id,
  organisationId,
  email,
  plan,
  verified: verifiedAt !== null,
  scopes: new Set(SCOPES),
  credential: { kind: 'session', id },
});

/**
 * Makes pages that need a session: without one the browser is sent to sign in, and a form that does not carry the
 * session's token is treated the same.
 */
export function signedInTo(desk: Desk) {
  return (answer: (ctx: Context, session: Session, form: URLSearchParams) => Promise<void>) =>
    async (ctx: Context): Promise<void> => {
      const session = await sessionOf(ctx, desk);
      const posted = ctx.method === 'POST';
      const form = posted ? await readForm(ctx) : new URLSearchParams();
      if (session && (!posted || form.get('csrf') === session.csrf)) return answer(ctx, session, form);
      ctx.redirect(`/sign-in?next=${encodeURIComponent(posted ? HOME : ctx.path)}`);
      ctx.status = 303;
    };
}
