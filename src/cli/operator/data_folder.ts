import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Access, openAccess } from '../../accounts/access.js';
import type { Account } from '../../accounts/account_records.js';
import { emailAddress } from '../../accounts/email_address.js';
import { openSecrets } from '../../accounts/secrets.js';
import { readSettings } from '../../server/settings.js';
import { DATABASE_FILE, openStore, type Store } from '../../store/open.js';
import { BadInputError, UsageError } from '../exit_codes.js';
import type { Parsed } from '../flags.js';
import type { Terminal } from '../terminal.js';

export const DATA_DIR_FLAG = { 'data-dir': { type: 'string' } } as const;

/** The folder a command works on: `--data-dir`, or DATA_DIR, or ./data. */
export function dataDirOf(flags: Parsed, terminal: Terminal): string {
  return flags.text('data-dir') ?? readSettings(terminal.env).dataDir;
}

/**
 * Opens the database of the data folder.
 * @param mayMake whether one is made where there is none: a mistyped folder is otherwise told.
 * @throws BadInputError
 */
export function openData(dataDir: string, mayMake = false): Promise<Store> {
  if (!mayMake && !existsSync(join(dataDir, DATABASE_FILE)))
    throw new BadInputError(`there is no ${DATABASE_FILE} in ${dataDir}; name the data folder with --data-dir`);
  return openStore(dataDir);
}

/**
 * Opens the accounts of the data folder for one command. The server may be running on it.
 * @param mayMake as for `openData`.
 */
export async function withAccess<Result>(
  flags: Parsed,
  terminal: Terminal,
  work: (access: Access) => Promise<Result>,
  mayMake = false,
): Promise<Result> {
  const dataDir = dataDirOf(flags, terminal);
  const store = await openData(dataDir, mayMake);
  try {
    const secrets = openSecrets(dataDir, readSettings(terminal.env).secretKey);
    return await work(
      openAccess(store, secrets, {
        // These commands send no mail.
        mail: { deliver: null, onFailure: () => {} },
        mailLimits: { perAddress: 0, inAll: 0 },
        emailOnly: false,
        page: (path) => path,
      }),
    );
  } finally {
    await store.close();
  }
}

/** @throws UsageError when it is missing, BadInputError when it cannot be an address. */
export function emailArgument(given: string | undefined, command: string): string {
  if (given === undefined) throw new UsageError('say whose account it is: an e-mail address', command);
  const email = emailAddress(given);
  if (email === null) throw new BadInputError(`"${given}" is not an e-mail address`);
  return email;
}

/** @throws BadInputError when no account has the address. */
export async function accountOf(access: Access, email: string): Promise<Account> {
  const account = await access.accounts.byEmail(email);
  if (!account) throw new BadInputError(`there is no account of ${email}; "notice708 accounts list" lists them`);
  return account;
}

/** A time as commands print it, in UTC. */
export const timeText = (at: number | null): string =>
  at === null ? '-' : new Date(at).toISOString().slice(0, 16).replace('T', ' ');

/** Rows in columns as wide as their longest cell. */
export function columns(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, i) => Math.max(...rows.map((row) => (row[i] ?? '').length)));
  return rows
    .map(
      (row) =>
        `${row
          .map((cell, i) => cell.padEnd(widths[i] ?? 0))
          .join('  ')
          .trimEnd()}\n`,
    )
    .join('');
}
