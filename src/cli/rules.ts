import { didYouMean } from '../rulebook/problems.js';
import { UsageError } from './exit_codes.js';
import type { Terminal } from './terminal.js';

type Command = (args: readonly string[], terminal: Terminal) => Promise<number>;

/** What can be done with the rulebook; a command's modules are loaded only when it runs. */
const COMMANDS: Readonly<Record<string, () => Promise<Command>>> = {
  check: async () => (await import('./rules/check.js')).check,
  accuracy: async () => (await import('./rules/accuracy.js')).accuracy,
  coverage: async () => (await import('./rules/coverage.js')).coverage,
  diff: async () => (await import('./rules/diff.js')).diff,
  docs: async () => (await import('./rules/docs.js')).docs,
  explain: async () => (await import('./explain.js')).explain,
  new: async () => (await import('./rules/new.js')).newEntry,
  prepare: async () => (await import('./rules/prepare.js')).prepare,
  scenarios: async () => (await import('./rules/scenarios.js')).scenarios,
  schemas: async () => (await import('./rules/schemas.js')).schemas,
  watch: async () => (await import('./rules/watch.js')).watch,
};

/** `notice708 rules ...`: the workbench of the people who write the rules. */
export async function rules(args: readonly string[], terminal: Terminal): Promise<number> {
  const [name, ...rest] = args;
  const names = Object.keys(COMMANDS);
  const command = name !== undefined && Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!command)
    throw new UsageError(
      name === undefined || name.startsWith('-')
        ? `say what to do with the rules, such as "rules check"; there are ${names.join(', ')}`
        : `there is no "rules ${name}"${didYouMean(name, names)}; there are ${names.join(', ')}`,
      'rules',
    );
  return (await command())(rest, terminal);
}
