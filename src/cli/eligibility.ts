import { readFileSync } from 'node:fs';
import { readDate } from '../extraction/spreadsheet/cells.js';
import { eligibilityText } from './eligibility_text.js';
import { BadInputError, EXIT, UsageError } from './exit_codes.js';
import { parseFlags } from './flags.js';
import { rulebookPlaces } from './open_rulebook.js';
import { painter, type Terminal } from './terminal.js';

/** `notice708 eligibility`: whether a project qualifies, from facts on the command line or a JSON file. */
export async function eligibility(args: readonly string[], terminal: Terminal): Promise<number> {
  const flags = parseFlags(
    args,
    {
      fact: { type: 'string', short: 'f', multiple: true },
      today: { type: 'string' },
      json: { type: 'boolean' },
      rules: { type: 'string' },
    },
    'eligibility',
  );
  const [file, ...more] = flags.positionals;
  if (more.length > 0) throw new UsageError(`one file at a time; a fact is given as --fact ${more[0]}`, 'eligibility');
  const stated = factsOf(flags.all('fact'));
  if (file === undefined && stated.size === 0)
    throw new UsageError('say what is known with --fact name=value, or give a JSON file', 'eligibility');
  const today = flags.text('today');
  const day = today === undefined ? null : readDate(today);
  if (day !== null && 'fault' in day) throw new BadInputError(`--today: ${day.fault}`);
  const given = file === undefined ? { facts: {} } : await jsonOf(file, terminal);
  for (const [name, value] of stated) {
    if (Object.hasOwn(given.facts, name))
      throw new UsageError(`${name} stands in the file and in --fact`, 'eligibility');
    given.facts[name] = value;
  }
  const [book, { parseAssessment }, { todayUtc }] = await Promise.all([
    terminal.openRulebook(rulebookPlaces(flags.text('rules'))),
    import('../tools/assess_project_eligibility.js'),
    import('../tools/check_line_item.js'),
  ]);
  const answer = await book.assess(parseAssessment(given, book), day?.value ?? todayUtc());
  terminal.out(
    flags.has('json')
      ? `${JSON.stringify({ ok: true, ...answer }, null, 2)}\n`
      : eligibilityText(answer, painter(terminal), terminal.columns),
  );
  return EXIT.ok;
}

/** `name=value` of each flag. */
function factsOf(flags: readonly string[]): Map<string, string> {
  const facts = new Map<string, string>();
  for (const flag of flags) {
    const [, name, value] = /^([^=]+)=(.*)$/s.exec(flag) ?? [];
    if (name === undefined || value === undefined)
      throw new UsageError(`--fact ${flag}: write it as name=value, such as --fact country=england`, 'eligibility');
    if (facts.has(name)) throw new UsageError(`--fact ${name} is given twice`, 'eligibility');
    facts.set(name, dayOf(value));
  }
  return facts;
}

/** A day as `--tax-point` takes it is given as the facts have it; any other word as it is. */
function dayOf(value: string): string {
  const day = readDate(value);
  return 'value' in day ? day.value : value;
}

/** The arguments of the tool, from a file or standard input. */
async function jsonOf(file: string, terminal: Terminal): Promise<{ facts: Record<string, unknown> }> {
  let text: string;
  try {
    text = file === '-' ? (await terminal.readStdin()).toString('utf8') : readFileSync(file, 'utf8');
  } catch (error) {
    if (!['ENOENT', 'EISDIR', 'EACCES'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
    throw new BadInputError(`${file} cannot be read (${(error as NodeJS.ErrnoException).code})`);
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new BadInputError(`${file} is not JSON: ${(error as Error).message}`);
  }
  const { facts } = (value ?? {}) as { facts?: unknown };
  if (typeof facts !== 'object' || facts === null || Array.isArray(facts))
    throw new BadInputError(`${file} must hold {"facts": {...}}, as the tool assess_project_eligibility takes it`);
  return value as { facts: Record<string, unknown> };
}
