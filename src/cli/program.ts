import { readFileSync } from 'node:fs';
import { InputError } from '../rulebook/answers.js';
import { didYouMean, formatProblem, RulebookError } from '../rulebook/problems.js';
import { BadInputError, EXIT, UsageError } from './exit_codes.js';
import { HELP } from './help.js';
import type { Terminal } from './terminal.js';

type Command = (args: readonly string[], terminal: Terminal) => Promise<number>;

/** A command's modules are loaded only when it runs. */
const COMMANDS: Readonly<Record<string, () => Promise<Command>>> = {
  check: async () => (await import('./check.js')).check,
  eligibility: async () => (await import('./eligibility.js')).eligibility,
  explain: async () => (await import('./explain.js')).explain,
  read: async () => (await import('./read.js')).read,
  rules: async () => (await import('./rules.js')).rules,
  serve: async () => (await import('./serve.js')).serve,
  accounts: async () => (await import('./operator/accounts.js')).accounts,
  keys: async () => (await import('./operator/keys.js')).keys,
  audit: async () => (await import('./operator/audit.js')).audit,
  decisions: async () => (await import('./operator/decisions.js')).decisions,
  backup: async () => (await import('./operator/backup.js')).backup,
  restore: async () => (await import('./operator/backup.js')).restore,
};

/** Runs a command line (without node and script) and gives its exit code. Faults are told on standard error. */
export async function run(argv: readonly string[], terminal: Terminal): Promise<number> {
  const [name, ...args] = argv;
  try {
    if (name === undefined) {
      terminal.err(HELP[''] ?? '');
      return EXIT.usage;
    }
    if (name === '--version' || name === '-v') {
      terminal.out(`notice708 ${version()}\n`);
      return EXIT.ok;
    }
    if (name === '--help' || name === '-h' || name === 'help') return help(args, terminal);
    const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
    if (!command) throw new UsageError(`there is no command "${name}"${didYouMean(name, Object.keys(COMMANDS))}`);
    if (asksHelp(args)) return help([name, ...args], terminal);
    return await (await command())(args, terminal);
  } catch (error) {
    return told(error, terminal);
  }
}

function asksHelp(args: readonly string[]): boolean {
  const end = args.indexOf('--');
  return (end < 0 ? args : args.slice(0, end)).some((a) => a === '--help' || a === '-h');
}

/** The help of a command and its sub-command, as far as the words given name one. */
function help(words: readonly string[], terminal: Terminal): number {
  const [name = '', sub] = words;
  const own = Object.keys(HELP).flatMap((key) => (key.startsWith(`${name} `) ? [key.slice(name.length + 1)] : []));
  if (own.length > 0 && sub !== undefined && !sub.startsWith('-') && !own.includes(sub))
    throw new UsageError(`there is no "${name} ${sub}"${didYouMean(sub, own)}; there are ${own.join(', ')}`, name);
  const text = HELP[own.includes(sub ?? '') ? `${name} ${sub}` : name];
  if (text === undefined || !Object.hasOwn(HELP, name))
    throw new UsageError(`there is no command "${name}"${didYouMean(name, Object.keys(COMMANDS))}`);
  terminal.out(text);
  return EXIT.ok;
}

function version(): string {
  return (JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as { version: string })
    .version;
}

/** Says what went wrong, for whoever has to change it; only what is our own fault shows a stack. */
function told(error: unknown, terminal: Terminal): number {
  if (error instanceof UsageError) {
    terminal.err(
      `notice708: ${error.message}\nSee: notice708 ${error.command === undefined ? '' : `${error.command} `}--help\n`,
    );
    return EXIT.usage;
  }
  if (error instanceof InputError) {
    for (const issue of error.issues) terminal.err(`notice708: ${flagOf(issue.path)} ${issue.message}\n`);
    return EXIT.badInput;
  }
  if (error instanceof BadInputError) {
    terminal.err(`notice708: ${error.message}\n`);
    return EXIT.badInput;
  }
  if (error instanceof RulebookError) {
    terminal.err(
      `${error.problems.map(formatProblem).join('\n')}\nnotice708: the rulebook cannot be used; "notice708 rules check" lists its problems\n`,
    );
    return EXIT.failure;
  }
  terminal.err(
    `notice708: ${error instanceof Error && terminal.env.DEBUG ? error.stack : error instanceof Error ? error.message : String(error)}\n`,
  );
  return EXIT.failure;
}

const FLAGS: Readonly<Record<string, string>> = {
  'item.lineText': 'the text',
  'item.netAmount': '--net',
  'item.vatCharged': '--vat',
  'item.supplyType': '--supply-type',
  'item.taxPoint': '--tax-point',
  'item.confirmedAnswer': '--answer',
  'context.claimantRoute': '--route',
  'context.taxPoint': '--tax-point',
  'context.completionDate': '--completion-date',
  'context.country': '--country',
  'context.projectType': '--project-type',
};

/** The flag a field of the tool's input comes from. */
function flagOf(path: string): string {
  return `${FLAGS[path] ?? path}:`;
}
