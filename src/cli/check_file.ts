import { randomBytes } from 'node:crypto';
import { rename, rm, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { namesOf } from './csv/columns.js';
import { decideRows } from './csv/decide_rows.js';
import { summarise, summaryJson, summaryText } from './csv/summary.js';
import { readTable } from './csv/table.js';
import { writeTable } from './csv/write.js';
import { BadInputError, EXIT, UsageError } from './exit_codes.js';
import type { Parsed } from './flags.js';
import { bytesOf } from './input_file.js';
import { statedBy } from './line_flags.js';
import { rulebookPlaces } from './open_rulebook.js';
import { withProgress } from './progress.js';
import { painter, type Terminal } from './terminal.js';

/** More than any self-build has, and still read at once. */
const MAX_BYTES = 100 * 1024 * 1024;

/** Decides every row of a CSV file, writes it with the decision columns, and sums the money up. */
export async function checkFile(path: string, flags: Parsed, terminal: Terminal): Promise<number> {
  const ofOneLine = ['net', 'vat', 'answer'].filter((name) => flags.has(name));
  if (ofOneLine.length > 0)
    throw new UsageError(
      ofOneLine.map((name) => `--${name} is for a single line; in a file it is a column`).join('; '),
      'check',
    );
  const { context, supplyType } = statedBy(flags);
  const out = flags.text('out');
  if (out !== undefined && path !== '-' && resolve(out) === resolve(path))
    throw new UsageError('--out is the file itself; write to another one', 'check');

  const name = path === '-' ? 'standard input' : path;
  const table = readTable(await bytesOf(path, terminal, MAX_BYTES), name);
  const defaults = { ...context, supplyType };
  if (defaults.claimantRoute === undefined && !table.fields.has('route'))
    throw new UsageError(
      `${name} has no column for the route; give --route self_build_431nb or self_build_431c, or name a column ${namesOf('route')}`,
      'check',
    );
  if (defaults.supplyType === undefined && !table.fields.has('supplyType'))
    throw new UsageError(
      `${name} has no column for the supply type; give --supply-type, which then holds for every row, or name a column ${namesOf('supplyType')}`,
      'check',
    );

  const places = rulebookPlaces(flags.text('rules'));
  const [book, { decideInput }] = await Promise.all([terminal.openRulebook(places), import('./decide_input.js')]);
  const results = await withProgress(terminal, table.rows.length, 'lines', (progress) =>
    // No column says what an answer would lead to, or the whole reasoning.
    decideRows(table, defaults, (input) => decideInput(book, input, { previews: false, steps: false }), progress),
  );

  const summary = summarise(results, table.unused);
  if (out !== undefined) {
    // The mark tells Excel that the pound signs are UTF-8.
    await writeWhole(out, `\ufeff${writeTable(table, results)}`);
  }
  if (flags.has('json')) {
    terminal.out(`${JSON.stringify(summaryJson(summary, name, out ?? null), null, 2)}\n`);
  } else if (out !== undefined || terminal.outIsTty) {
    terminal.out(summaryText(summary, painter(terminal)));
    terminal.out(
      out === undefined
        ? 'Give --out FILE, or pipe this on, for every line with its decision.\n'
        : `Every line with its decision: ${out}\n`,
    );
  } else {
    terminal.out(writeTable(table, results));
    terminal.err(summaryText(summary, (_, text) => text));
  }
  return summary.errors > 0 ? EXIT.badInput : EXIT.ok;
}

/** Written beside and renamed, so that a half-written file never stands under the name asked for. */
async function writeWhole(path: string, text: string): Promise<void> {
  const beside = `${path}.${randomBytes(4).toString('hex')}.tmp`;
  try {
    await writeFile(beside, text, { flag: 'wx' });
    await rename(beside, path);
  } catch (error) {
    await rm(beside, { force: true });
    throw new BadInputError(`${path} cannot be written (${(error as NodeJS.ErrnoException).code})`);
  }
}
