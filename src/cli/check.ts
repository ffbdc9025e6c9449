import { existsSync, statSync } from 'node:fs';
import { answerText } from './answer_text.js';
import { checkFile } from './check_file.js';
import { EXIT, UsageError } from './exit_codes.js';
import { parseFlags } from './flags.js';
import { LINE_FLAGS, lineInputOf } from './line_flags.js';
import { rulebookPlaces } from './open_rulebook.js';
import { painter, type Terminal } from './terminal.js';

/** `notice708 check`: one line of text, or every row of a CSV file. */
export async function check(args: readonly string[], terminal: Terminal): Promise<number> {
  const flags = parseFlags(
    args,
    { ...LINE_FLAGS, json: { type: 'boolean' }, out: { type: 'string', short: 'o' } },
    'check',
  );
  const [given, ...more] = flags.positionals;
  if (given === undefined) throw new UsageError('give the text of an invoice line in quotes, or a CSV file', 'check');
  if (more.length > 0)
    throw new UsageError(
      `one text or file at a time; put the text in quotes ("${[given, ...more].join(' ')}")`,
      'check',
    );
  if (isFile(given)) return checkFile(given, flags, terminal);
  if (flags.has('out')) throw new UsageError('--out is for a CSV file; a single line is printed', 'check');

  const input = lineInputOf(given, flags, 'check');
  const places = rulebookPlaces(flags.text('rules'));
  const [book, { decideInput }] = await Promise.all([terminal.openRulebook(places), import('./decide_input.js')]);
  const answer = await decideInput(book, input);
  terminal.out(
    flags.has('json')
      ? `${JSON.stringify({ ok: true, ...answer }, null, 2)}\n`
      : answerText(answer, input.item.vatCharged, book, painter(terminal), terminal.columns),
  );
  return EXIT.ok;
}

/** A CSV file by its name, by being there, or `-` for standard input. */
function isFile(given: string): boolean {
  if (given === '-' || /\.(?:csv|tsv|tab)$/i.test(given)) return true;
  return given.length < 1000 && existsSync(given) && statSync(given).isFile();
}
