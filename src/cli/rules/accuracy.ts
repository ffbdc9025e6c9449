import type { Accuracy } from '../accuracy.js';
import { EXIT, UsageError } from '../exit_codes.js';
import { parseFlags } from '../flags.js';
import { markedLineFiles, rulebookPlaces } from '../open_rulebook.js';
import type { Terminal } from '../terminal.js';

/** Measures the rulebook on sets of lines with their right answers; fails when a line is wrongly called reclaimable. */
export async function accuracy(args: readonly string[], terminal: Terminal): Promise<number> {
  const flags = parseFlags(args, { rules: { type: 'string' }, wrong: { type: 'boolean' } }, 'rules accuracy');
  const showWrong = flags.has('wrong');
  const files = flags.positionals.length > 0 ? flags.positionals : markedLineFiles();
  if (files.length === 0)
    throw new UsageError('name the files of marked lines: "rules accuracy FILE.csv"', 'rules accuracy');
  const { accuracyOf, confusionTable } = await import('../accuracy.js');
  const book = await terminal.openRulebook(rulebookPlaces(flags.text('rules')));
  const results: Accuracy[] = [];
  for (const file of files) results.push(await accuracyOf(book, file));
  const percent = (part: number, whole: number) => `${((100 * part) / Math.max(1, whole)).toFixed(1)}%`;
  const line = (name: string, lines: number, right: number, wrongly: number) =>
    terminal.out(
      `${name.padEnd(36)}${String(lines).padStart(6)}${String(right).padStart(7)}${percent(right, lines).padStart(8)}${String(wrongly).padStart(8)}\n`,
    );
  terminal.out(
    `${'set'.padEnd(36)}${'lines'.padStart(6)}${'right'.padStart(7)}${''.padStart(8)}${'unsafe'.padStart(8)}\n`,
  );
  for (const r of results) line(r.file, r.lines, r.right, r.wronglyReclaimable.length);
  const total = (pick: (r: (typeof results)[number]) => number) => results.reduce((sum, r) => sum + pick(r), 0);
  const unsafe = total((r) => r.wronglyReclaimable.length);
  if (results.length > 1)
    line(
      'all',
      total((r) => r.lines),
      total((r) => r.right),
      unsafe,
    );
  terminal.out(`\n${confusionTable(results)}\n\nunsafe: called reclaimable, in full or in part, and it is not\n`);
  for (const r of results)
    for (const w of showWrong ? r.wrong : r.wronglyReclaimable)
      terminal.out(`${r.file} ${w.id}: ${w.lineText}: ${w.treatment}, should be ${w.expected}\n`);
  return unsafe === 0 ? EXIT.ok : EXIT.failure;
}
