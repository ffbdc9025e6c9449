import { formatProblem, RulebookError } from '../../rulebook/problems.js';
import { EXIT, UsageError } from '../exit_codes.js';
import { parseFlags } from '../flags.js';
import { rulebookPlaces } from '../open_rulebook.js';
import { painter, type Terminal } from '../terminal.js';
import { staleSchemas, WRITE_SCHEMAS } from './schemas.js';

/** `notice708 rules check` proves what stands in the rulebook: its form, every name, every example, every look-alike. */
export async function check(args: readonly string[], terminal: Terminal): Promise<number> {
  const flags = parseFlags(args, { rules: { type: 'string' } }, 'rules check');
  if (flags.positionals.length > 0)
    throw new UsageError(
      `"rules check" takes no ${flags.positionals.join(' ')}; a folder is given with --rules`,
      'rules check',
    );
  const places = rulebookPlaces(flags.text('rules'));
  const paint = painter(terminal);
  const started = Date.now();
  try {
    const [book, { checkRulebook }, { checkEligibility }] = await Promise.all([
      terminal.openRulebook(places),
      import('../rules_check.js'),
      import('../eligibility_examples.js'),
    ]);
    const today = new Date().toISOString().slice(0, 10);
    const report = await checkRulebook(book, places.rules, today);
    const eligibility = checkEligibility(book.eligibility, places.rules, today);
    const problems = [...report.problems, ...eligibility.problems];
    for (const problem of problems) terminal.out(`${formatProblem(problem)}\n`);
    const stale = flags.text('rules') === undefined ? await staleSchemas(places) : [];
    for (const { file } of stale)
      terminal.out(`schemas/${file} is not what the rules give; run "${WRITE_SCHEMAS}" and keep what it writes\n`);
    const count = (n: number, what: string) => `${n.toLocaleString('en-GB')} ${what}`;
    const sizes = [
      count(report.rules + eligibility.rules, 'rules'),
      count(eligibility.checks, 'checks of eligibility'),
      count(report.examples + eligibility.examples, 'examples'),
      count(report.concepts, 'concepts'),
      count(report.terms, 'terms'),
      count(report.lookalikes, 'look-alikes'),
      count(report.questions, 'questions'),
    ];
    const failed = problems.length + stale.length;
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
