import type { Access } from '../../accounts/access.js';
import { TooManyKeys } from '../../accounts/api_keys.js';
import { OPERATOR } from '../../accounts/audit.js';
import { isScope, SCOPES, type Scope } from '../../accounts/scopes.js';
import { didYouMean } from '../../rulebook/problems.js';
import { BadInputError, EXIT, UsageError } from '../exit_codes.js';
import { type Parsed, parseFlags } from '../flags.js';
import type { Terminal } from '../terminal.js';
import { accountOf, columns, DATA_DIR_FLAG, emailArgument, timeText, withAccess } from './data_folder.js';

const ACTIONS = ['create', 'list', 'revoke'] as const;

/** `notice708 keys ...`: keys made and revoked by the operator, so that a first key needs no mail server. */
export async function keys(args: readonly string[], terminal: Terminal): Promise<number> {
  const flags = parseFlags(
    args,
    {
      ...DATA_DIR_FLAG,
      json: { type: 'boolean' },
      name: { type: 'string' },
      scope: { type: 'string', multiple: true },
    },
    'keys',
  );
  const [action, given] = flags.positionals;
  switch (action) {
    case 'create':
      return create(flags, emailArgument(given, 'keys'), terminal);
    case 'list':
      return withAccess(flags, terminal, async (access) => {
        const all = await access.keys.list((await accountOf(access, emailArgument(given, 'keys'))).id);
        terminal.out(
          flags.has('json')
            ? `${JSON.stringify(all, null, 2)}\n`
            : columns([
                ['key', 'shown', 'name', 'scopes', 'made', 'last used', 'revoked'],
                ...all.map((k) => [
                  k.id,
                  k.shown,
                  k.name,
                  k.scopes.join(' '),
                  timeText(k.createdAt),
                  timeText(k.lastUsedAt),
                  timeText(k.revokedAt),
                ]),
              ]),
        );
        return EXIT.ok;
      });
    case 'revoke':
      return withAccess(flags, terminal, async (access) => {
        if (given === undefined) throw new UsageError('say which key: an id such as key_..., from "keys list"', 'keys');
        if (!(await access.keys.revoke(given, OPERATOR)))
          throw new BadInputError(`there is no key "${given}" in use; "notice708 keys list EMAIL" lists them`);
        terminal.out(`${given} is revoked: the next call with it is refused.\n`);
        return EXIT.ok;
      });
    default:
      throw new UsageError(
        `keys ${action ?? ''}: one of ${ACTIONS.join(', ')} is needed${didYouMean(action ?? '', ACTIONS)}`,
        'keys',
      );
  }
}

async function create(flags: Parsed, email: string, terminal: Terminal): Promise<number> {
  const scopes = flags.all('scope').flatMap((text) => text.split(/[\s,]+/).filter((s) => s !== ''));
  const wrong = scopes.find((scope) => !isScope(scope));
  if (wrong !== undefined)
    throw new BadInputError(`scope "${wrong}" is not one of ${SCOPES.join(', ')}${didYouMean(wrong, SCOPES)}`);
  const make = async (access: Access) => {
    const account = await access.accounts.make(email, OPERATOR);
    try {
      const { key, record } = await access.keys.create(
        account.id,
        {
          name: flags.text('name') ?? 'Made by the operator',
          scopes: scopes.length > 0 ? (scopes as Scope[]) : SCOPES,
          madeBy: 'operator',
        },
        OPERATOR,
      );
      if (flags.has('json')) terminal.out(`${JSON.stringify({ key, ...record }, null, 2)}\n`);
      else {
        // The key alone on standard output, so that it can be piped into a secret store.
        terminal.out(`${key}\n`);
        terminal.err(`${record.id} of ${email}: ${record.scopes.join(', ')}. It is not shown again.\n`);
      }
      return EXIT.ok;
    } catch (error) {
      if (error instanceof TooManyKeys) throw new BadInputError(error.message);
      throw error;
    }
  };
  // The first key is made before the server has run.
  return withAccess(flags, terminal, make, true);
}
