import type { Coverage, CoverageStep } from '../../rulebook/mutation/coverage.js';
import type { Mutant } from '../../rulebook/mutation/mutants.js';
import type { Rulebook } from '../../rulebook/rulebook.js';
import { EXIT, UsageError } from '../exit_codes.js';
import { parseFlags } from '../flags.js';
import { rulebookPlaces } from '../open_rulebook.js';
import { stepBar } from '../progress.js';
import { painter, type Terminal } from '../terminal.js';

/** `notice708 rules coverage`: which rules the tests reach, and which small mistakes in the rules they would catch. */
export async function coverage(args: readonly string[], terminal: Terminal): Promise<number> {
  const flags = parseFlags(
    args,
    { rules: { type: 'string' }, json: { type: 'boolean' }, record: { type: 'boolean' }, all: { type: 'boolean' } },
    'rules coverage',
  );
  if (flags.positionals.length > 0)
    throw new UsageError(`"rules coverage" takes no ${flags.positionals.join(' ')}`, 'rules coverage');
  if (flags.has('record') && flags.has('rules'))
    throw new UsageError(
      '--record writes what the rules of the program say, so it goes without --rules',
      'rules coverage',
    );
  const started = Date.now();
  const today = new Date().toISOString().slice(0, 10);
  const places = rulebookPlaces(flags.text('rules'));
  const [book, { coverageOf }, { writtenTests }, { knownAnswers }, { readPoints, writePoints }] = await Promise.all([
    terminal.openRulebook(places),
    import('../../rulebook/mutation/coverage.js'),
    import('../../rulebook/mutation/written_tests.js'),
    import('./known_answers.js'),
    import('./point_records.js'),
  ]);
  const record = flags.has('record');
  const bar = await stepBar<CoverageStep>(terminal);
  const covered = await coverageOf(book, {
    tests: writtenTests(book, knownAnswers(book, today, places.fixtures), today),
    points: readPoints(places.fixtures),
    record,
    progress: bar.show,
  }).finally(bar.stop);
  if (record) writePoints(covered.needed, places.fixtures);
  const seconds = (Date.now() - started) / 1000;
  const holds = record || (covered.survived.length === 0 && covered.changed.length === 0);
  terminal.out(
    flags.has('json')
      ? `${JSON.stringify(coverageJson(covered, holds, seconds), null, 2)}\n`
      : coverageText(book, covered, flags.has('all'), record, seconds, terminal),
  );
  return holds ? EXIT.ok : EXIT.failure;
}

function coverageText(
  book: Rulebook,
  covered: Coverage,
  all: boolean,
  record: boolean,
  seconds: number,
  terminal: Terminal,
): string {
  const paint = painter(terminal);
  const n = (count: number) => count.toLocaleString('en-GB');
  const { rules, killed } = covered;
  const lines: string[] = [];
  for (const { mutant, witness } of covered.survived) {
    const at = placeOf(book, mutant);
    const facts = Object.entries(witness?.facts ?? {}).map(([fact, value]) => `${fact} ${value ?? 'not known'}`);
    const where = `${witness?.route} ${witness?.supplyType} on ${witness?.date}`;
    lines.push(
      `${at} [${mutant.where}] nothing catches “${mutant.what}”: ${witness?.line === undefined ? '' : `“${witness.line}”, `}${where}, ${facts.join(', ')}`,
    );
  }
  if (all)
    for (const { mutant, exact } of covered.equivalent)
      lines.push(
        `${placeOf(book, mutant)} [${mutant.where}] “${mutant.what}” changes no answer${exact ? '' : ' that was looked at'}`,
      );
  if (!record)
    for (const { point, verdict } of covered.changed)
      lines.push(
        `fixtures/points/${point.route}.csv ${point.supplyType} on ${point.date}, ${Object.entries(point.facts)
          .map(([fact, value]) => `${fact} ${value ?? 'not known'}`)
          .join(', ')}: was ${point.verdict}, is ${verdict}`,
      );
  for (const { rule, decided } of rules)
    if (decided.example === 0) lines.push(`${rule.file}:${rule.line()} [${rule.id}] no example is decided by it`);
  const byExample = rules.filter(({ decided }) => decided.example > 0).length;
  const byLine = rules.filter(({ decided }) => decided.golden + decided.marked > 0).length;
  lines.push(
    `Rules: ${n(rules.length)}; ${n(byExample)} decide an example, ${n(byLine)} a line of the fixtures.`,
    `Mistakes tried: ${n(covered.mutants)}; caught by examples ${n(killed.example)}, worked examples ${n(killed.golden)}, marked lines ${n(killed.marked)}, recorded points ${n(killed.point)}; ${n(covered.equivalent.length)} change no answer.`,
  );
  if (record) lines.push(`Recorded: ${n(covered.needed.length)} points in fixtures/points.`);
  else if (covered.changed.length > 0)
    lines.push(
      paint('red', `${n(covered.changed.length)} recorded points are decided otherwise now.`) +
        ' Look at them; if they are meant, run "notice708 rules coverage --record" and keep what it writes.',
    );
  if (!record)
    lines.push(
      covered.survived.length === 0
        ? paint('green', 'Every mistake that changes an answer is caught.')
        : paint('red', `${n(covered.survived.length)} mistakes that change an answer are not caught:`) +
            ' add an example, or record the points with --record.',
    );
  return `${lines.join('\n')} (${seconds.toFixed(1)} s)\n`;
}

function coverageJson(covered: Coverage, ok: boolean, seconds: number): object {
  const told = ({ where, kind, what }: Mutant) => ({ where, kind, what });
  return {
    ok,
    seconds,
    tests: covered.tests,
    failing: covered.failing.map(({ kind, name }) => ({ kind, name })),
    rules: covered.rules.map(({ rule, fired, decided }) => ({ id: rule.id, fired, decided })),
    mutants: covered.mutants,
    killed: covered.killed,
    survived: covered.survived.map(({ mutant, witness }) => ({ ...told(mutant), witness })),
    equivalent: covered.equivalent.map(({ mutant, exact }) => ({ ...told(mutant), exact })),
    changed: covered.changed.map(({ point, verdict }) => ({ ...point, now: verdict })),
  };
}

/** The rule, or for a definition its file: a definition has no line of its own here. */
function placeOf(book: Rulebook, { where }: Mutant): string {
  const rule = book.rule(where);
  return rule ? `${rule.file}:${rule.line()}` : 'rules/definitions.yaml:1';
}
