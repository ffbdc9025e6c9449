import { formatProblem, RulebookError } from '../rulebook/problems.js';
import type { Rulebook } from '../rulebook/rulebook.js';
import type { Accuracy } from './accuracy.js';
import { EXIT, UsageError } from './exit_codes.js';
import { parseFlags } from './flags.js';
import { markedLineFiles, rulebookPlaces } from './open_rulebook.js';
import { painter, type Terminal } from './terminal.js';

/** `notice708 rules check` proves what stands in the rulebook; `notice708 rules accuracy` measures it on marked lines. */
export async function rules(args: readonly string[], terminal: Terminal): Promise<number> {
  const flags = parseFlags(args, { rules: { type: 'string' }, wrong: { type: 'boolean' } }, 'rules');
  const [what, ...more] = flags.positionals;
  if (what !== 'check' && what !== 'accuracy')
    throw new UsageError(
      what === undefined
        ? 'say what to do with the rules: "rules check" or "rules accuracy"'
        : `unknown "rules ${what}"; there are "rules check" and "rules accuracy"`,
      'rules',
    );
  if (what === 'check' && more.length > 0)
    throw new UsageError(`"rules check" takes no ${more.join(' ')}; a folder is given with --rules`, 'rules');
  const places = rulebookPlaces(flags.text('rules'));
  const paint = painter(terminal);
  const started = Date.now();
  try {
    if (what === 'accuracy')
      return await accuracy(await terminal.openRulebook(places), more, flags.has('wrong'), terminal);
    const [book, { checkRulebook }] = await Promise.all([terminal.openRulebook(places), import('./rules_check.js')]);
    const report = await checkRulebook(book, places.rules, new Date().toISOString().slice(0, 10));
    for (const problem of report.problems) terminal.out(`${formatProblem(problem)}\n`);
    const count = (n: number, what: string) => `${n.toLocaleString('en-GB')} ${what}`;
    const sizes = [
      count(report.rules, 'rules'),
      count(report.examples, 'examples'),
      count(report.concepts, 'concepts'),
      count(report.terms, 'terms'),
      count(report.lookalikes, 'look-alikes'),
      count(report.questions, 'questions'),
    ];
    const failed = report.problems.length;
    const verdict =
      failed === 0 ? paint('green', 'all hold') : paint('red', `${failed} ${failed === 1 ? 'does' : 'do'} not hold`);
    terminal.out(
      `Edition ${book.edition}: ${sizes.join(', ')}; ${verdict} (${((Date.now() - started) / 1000).toFixed(1)} s)\n`,
    );
    return failed === 0 ? EXIT.ok : EXIT.failure;
  } catch (error) {
    if (!(error instanceof RulebookError)) throw error;
    for (const problem of error.problems) terminal.out(`${formatProblem(problem)}\n`);
    terminal.out(
      `${paint('red', `${error.problems.length} error${error.problems.length === 1 ? '' : 's'}`)}: the rulebook cannot be used, and no example was run\n`,
    );
    return EXIT.failure;
  }
}

/** Measures the rulebook on sets of lines with their right answers; fails when a line is wrongly called reclaimable. */
async function accuracy(
  book: Rulebook,
  given: readonly string[],
  showWrong: boolean,
  terminal: Terminal,
): Promise<number> {
  const files = given.length > 0 ? given : markedLineFiles();
  if (files.length === 0) throw new UsageError('name the files of marked lines: "rules accuracy FILE.csv"', 'rules');
  const { accuracyOf, confusionTable } = await import('./accuracy.js');
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
