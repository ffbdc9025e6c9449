import { formatProblem, type Problem, RulebookError } from '../../rulebook/problems.js';
import type { Proof } from '../../rulebook/proof/prove.js';
import { EXIT, UsageError } from '../exit_codes.js';
import { parseFlags } from '../flags.js';
import { type RulebookPlaces, rulebookPlaces } from '../open_rulebook.js';
import { painter, type Terminal } from '../terminal.js';
import { staleSchemas, WRITE_SCHEMAS } from './schemas.js';

/** Everything `rules check` found, as `--json` prints it. */
interface Checked {
  /** Edition of the rulebook, when it could be loaded. */
  edition: string | null;
  /** How much was proved; null when the rulebook could not be loaded. */
  proved: (Omit<Proof, 'problems'> & { eligibilityChecks: number }) | null;
  problems: Problem[];
}

/** `notice708 rules check` proves what stands in the rulebook: form, names, examples, look-alikes, known answers, lints. */
export async function check(args: readonly string[], terminal: Terminal): Promise<number> {
  const flags = parseFlags(args, { rules: { type: 'string' }, json: { type: 'boolean' } }, 'rules check');
  if (flags.positionals.length > 0)
    throw new UsageError(
      `"rules check" takes no ${flags.positionals.join(' ')}; a folder is given with --rules`,
      'rules check',
    );
  const places = rulebookPlaces(flags.text('rules'));
  const started = Date.now();
  const checked = await checkedRulebook(places, flags.text('rules') === undefined, terminal);
  const errors = checked.problems.filter(({ severity }) => severity === 'error').length;
  if (flags.has('json')) terminal.out(`${JSON.stringify({ ok: errors === 0, ...checked }, null, 2)}\n`);
  else {
    for (const problem of checked.problems) terminal.out(`${formatProblem(problem)}\n`);
    terminal.out(`${summary(checked, terminal)} (${((Date.now() - started) / 1000).toFixed(1)} s)\n`);
  }
  return errors === 0 ? EXIT.ok : EXIT.failure;
}

/**
 * Loads and proves a rulebook.
 * @param own whether the rules are those of the program, whose schemas stand beside them.
 */
export async function checkedRulebook(places: RulebookPlaces, own: boolean, terminal: Terminal): Promise<Checked> {
  const today = new Date().toISOString().slice(0, 10);
  const { answerFiles } = await import('./known_answers.js');
  const files = answerFiles(places.fixtures);
  const takers = new Int32Array(new SharedArrayBuffer(files.length * Int32Array.BYTES_PER_ELEMENT));
  const second = await terminal.secondProver(places, today, files, takers);
  try {
    const [book, { proveRulebook }, { FIRST, SharedAnswers }, { checkEligibility }] = await Promise.all([
      terminal.openRulebook(places),
      import('../../rulebook/proof/prove.js'),
      import('./shared_answers.js'),
      import('../eligibility_examples.js'),
    ]);
    const progress = progressLine(terminal);
    const { problems, ...proved } = await proveRulebook(book, places.rules, {
      today,
      known: new SharedAnswers(files, today, takers, FIRST, second),
      progress: progress.show,
    });
    progress.clear();
    const eligibility = checkEligibility(book.eligibility, places.rules, today);
    const stale = own ? await staleSchemas(places) : [];
    return {
      edition: book.edition,
      proved: {
        ...proved,
        rules: proved.rules + eligibility.rules,
        examples: proved.examples + eligibility.examples,
        eligibilityChecks: eligibility.checks,
      },
      problems: [
        ...stale.map(
          ({ file }): Problem => ({
            file: `schemas/${file}`,
            line: 1,
            column: 1,
            severity: 'error',
            message: `is not what the rules give; run "${WRITE_SCHEMAS}" and keep what it writes`,
          }),
        ),
        ...[...eligibility.problems, ...problems].sort(bySeverity),
      ],
    };
  } catch (error) {
    if (!(error instanceof RulebookError)) throw error;
    return { edition: null, proved: null, problems: error.problems };
  } finally {
    await second?.end();
  }
}

/** How much was proved, and the verdict, in one line. */
export function summary({ edition, proved, problems }: Checked, terminal: Terminal): string {
  const errors = problems.filter(({ severity }) => severity === 'error').length;
  const paint = painter(terminal);
  const count = (n: number, one: string, of = '') => `${n.toLocaleString('en-GB')} ${one}${n === 1 ? '' : 's'}${of}`;
  const failed = paint('red', count(errors, 'error'));
  if (proved === null) return `${failed}: the rulebook cannot be used, and no example was run`;
  const warnings = problems.length - errors;
  const warned = warnings > 0 ? `, ${paint('yellow', count(warnings, 'warning'))}` : '';
  const sampled = proved.sampled.map(
    (name) => `${name} has too many combinations of facts: only the neighbourhood of its rules was tried\n`,
  );
  const sizes = [
    count(proved.rules, 'rule'),
    count(proved.eligibilityChecks, 'check', ' of eligibility'),
    count(proved.examples, 'example'),
    count(proved.cases, 'known answer'),
    count(proved.concepts, 'concept'),
    count(proved.terms, 'term'),
    count(proved.lookalikes, 'look-alike'),
    count(proved.questions, 'question'),
  ];
  const verdict = errors === 0 ? paint('green', 'all hold') : failed;
  return `${sampled.join('')}Edition ${edition}: ${sizes.join(', ')}; ${verdict}${warned}`;
}

/** Says on a terminal what is being done; elsewhere nothing. */
function progressLine(terminal: Terminal): {
  show: (step: string, done: number, of: number) => void;
  clear: () => void;
} {
  if (!terminal.errIsTty) return { show: () => {}, clear: () => {} };
  const WIDTH = 40;
  return {
    show: (step, done, of) => terminal.err(`\r${`${step} ${Math.floor((100 * done) / of)}%`.padEnd(WIDTH)}`),
    clear: () => terminal.err(`\r${' '.repeat(WIDTH)}\r`),
  };
}

/** Errors first; a sort keeps the order of what it finds equal. */
function bySeverity(a: Problem, b: Problem): number {
  return Number(a.severity === 'warning') - Number(b.severity === 'warning');
}
