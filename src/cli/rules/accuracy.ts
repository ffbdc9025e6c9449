import { TREATMENTS } from '../../rulebook/model.js';
import type { Accuracy } from '../accuracy.js';
import { confusionTable, SCORE_HEAD, scoreRow } from '../confusion_table.js';
import { EXIT, UsageError } from '../exit_codes.js';
import { parseFlags } from '../flags.js';
import { markedLineFiles, rulebookPlaces } from '../open_rulebook.js';
import type { Terminal } from '../terminal.js';

/** Measures the rulebook on sets of lines with their right answers; fails when a line is wrongly called reclaimable. */
export async function accuracy(args: readonly string[], terminal: Terminal): Promise<number> {
  const flags = parseFlags(args, { rules: { type: 'string' }, wrong: { type: 'boolean' } }, 'rules accuracy');
  const showWrong = flags.has('wrong');
  const places = rulebookPlaces(flags.text('rules'));
  const files = flags.positionals.length > 0 ? flags.positionals : markedLineFiles(places);
  if (files.length === 0)
    throw new UsageError('name the files of marked lines: "rules accuracy FILE.csv"', 'rules accuracy');
  const { accuracyOf } = await import('../accuracy.js');
  const book = await terminal.openRulebook(places);
  const results: Accuracy[] = [];
  for (const file of files) results.push(await accuracyOf(book, file));
  terminal.out(SCORE_HEAD);
  for (const r of results) terminal.out(scoreRow(r.file, r.lines, r.right, r.wronglyReclaimable.length));
  const total = (pick: (r: (typeof results)[number]) => number) => results.reduce((sum, r) => sum + pick(r), 0);
  const unsafe = total((r) => r.wronglyReclaimable.length);
  const [lines, right] = [total((r) => r.lines), total((r) => r.right)];
  if (results.length > 1) terminal.out(scoreRow('all', lines, right, unsafe));
  const table = confusionTable(
    TREATMENTS,
    results.map((r) => r.confusion),
  );
  terminal.out(`\n${table}\n\nunsafe: called reclaimable, in full or in part, and it is not\n`);
  for (const r of results)
    for (const w of showWrong ? r.wrong : r.wronglyReclaimable)
      terminal.out(`${r.file} ${w.id}: ${w.lineText}: ${w.treatment}, should be ${w.expected}\n`);
  return unsafe === 0 ? EXIT.ok : EXIT.failure;
}
