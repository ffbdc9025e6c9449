import { OPERATOR } from '../../accounts/audit.js';
import { isPlan, PLANS } from '../../accounts/plans.js';
import { didYouMean } from '../../rulebook/problems.js';
import { BadInputError, EXIT, UsageError } from '../exit_codes.js';
import { parseFlags } from '../flags.js';
import type { Terminal } from '../terminal.js';
import { accountOf, columns, DATA_DIR_FLAG, emailArgument, timeText, withAccess } from './data_folder.js';

const ACTIONS = ['list', 'show', 'plan', 'disable', 'enable'] as const;

/** `notice708 accounts ...`: who has an account here, on which plan, and who may not call. */
export async function accounts(args: readonly string[], terminal: Terminal): Promise<number> {
  const flags = parseFlags(args, { ...DATA_DIR_FLAG, json: { type: 'boolean' } }, 'accounts');
  const [action, given, plan] = flags.positionals;
  if (!ACTIONS.some((a) => a === action))
    throw new UsageError(
      `accounts ${action ?? ''}: one of ${ACTIONS.join(', ')} is needed${didYouMean(action ?? '', ACTIONS)}`,
      'accounts',
    );
  return withAccess(flags, terminal, async (access) => {
    if (action === 'list') {
      const all = await access.accounts.list();
      terminal.out(
        flags.has('json')
          ? `${JSON.stringify(all, null, 2)}\n`
          : columns([
              ['email', 'plan', 'state', 'confirmed', 'made', 'id'],
              ...all.map((a) => [a.email, a.plan, a.state, timeText(a.verifiedAt), timeText(a.createdAt), a.id]),
            ]),
      );
      return EXIT.ok;
    }
    const account = await accountOf(access, emailArgument(given, 'accounts'));
    switch (action) {
      case 'show': {
        const keys = await access.keys.list(account.id);
        const events = await access.audit.list({ accountId: account.id, most: 20 });
        if (flags.has('json')) terminal.out(`${JSON.stringify({ account, keys, events }, null, 2)}\n`);
        else {
          terminal.out(
            `${account.email}  plan ${account.plan}  ${account.state}  made ${timeText(account.createdAt)}  confirmed ${timeText(account.verifiedAt)}\n\n`,
          );
          terminal.out(
            columns([
              ['key', 'shown', 'name', 'scopes', 'last used', 'revoked'],
              ...keys.map((k) => [
                k.id,
                k.shown,
                k.name,
                k.scopes.join(' '),
                timeText(k.lastUsedAt),
                timeText(k.revokedAt),
              ]),
            ]),
          );
          terminal.out(
            `\n${columns([['when', 'event', 'by', 'from'], ...events.map((e) => [timeText(e.at), e.event, e.actor, e.clientAddress ?? '-'])])}`,
          );
        }
        return EXIT.ok;
      }
      case 'plan': {
        if (plan === undefined || !isPlan(plan))
          throw new BadInputError(
            `plan "${plan ?? ''}" is not one of ${PLANS.join(', ')}${didYouMean(plan ?? '', PLANS)}`,
          );
        await access.accounts.setPlan(account.id, plan, OPERATOR);
        terminal.out(`${account.email} is on plan ${plan}.\n`);
        return EXIT.ok;
      }
      default: {
        const state = action === 'disable' ? 'disabled' : 'active';
        await access.accounts.setState(account.id, state, OPERATOR);
        terminal.out(
          state === 'disabled'
            ? `${account.email} is disabled: its keys, tokens and sessions are refused from now on.\n`
            : `${account.email} is active again.\n`,
        );
        return EXIT.ok;
      }
    }
  });
}
