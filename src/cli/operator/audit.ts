import { EXIT, UsageError } from '../exit_codes.js';
import { parseFlags } from '../flags.js';
import type { Terminal } from '../terminal.js';
import { accountOf, columns, DATA_DIR_FLAG, emailArgument, timeText, withAccess } from './data_folder.js';

/** `notice708 audit [EMAIL]`: the trail of security events, the newest first. */
export async function audit(args: readonly string[], terminal: Terminal): Promise<number> {
  const flags = parseFlags(args, { ...DATA_DIR_FLAG, json: { type: 'boolean' }, most: { type: 'string' } }, 'audit');
  const most = flags.text('most') ?? '100';
  if (!/^[1-9]\d{0,6}$/.test(most)) throw new UsageError(`--most ${most}: a whole number is needed`, 'audit');
  const [given] = flags.positionals;
  return withAccess(flags, terminal, async (access) => {
    const accountId =
      given === undefined ? {} : { accountId: (await accountOf(access, emailArgument(given, 'audit'))).id };
    const events = await access.audit.list({ ...accountId, most: Number(most) });
    terminal.out(
      flags.has('json')
        ? `${JSON.stringify(events, null, 2)}\n`
        : columns([
            ['when', 'event', 'account', 'by', 'from', 'detail'],
            ...events.map((e) => [
              timeText(e.at),
              e.event,
              e.accountId ?? '-',
              e.actor,
              e.clientAddress ?? '-',
              Object.entries(e.detail)
                .map(([k, v]) => `${k}=${v}`)
                .join(' '),
            ]),
          ]),
    );
    return EXIT.ok;
  });
}
