import { type LintFinding, lintFindings } from '../lints/exceptions.js';
import { factSpaces } from '../lints/fact_space.js';
import { Observed } from '../lints/observed.js';
import { LAW_LINTS, WORD_LINTS } from '../lints/table.js';
import { Terms } from '../lints/terms.js';
import type { Problem } from '../problems.js';
import type { Rulebook } from '../rulebook.js';
import type { CaseFile, ProvedCases, SharedCases } from './apart.js';
import { caseProblems } from './cases.js';
import { exampleFault } from './examples.js';
import { LOOKALIKE_LISTS, lookalikeFaults } from './lookalikes.js';
import { Places } from './places.js';
import { recording } from './recording.js';

/** How many examples are decided before progress is told. */
const STRIDE = 200;

/** What was proved of a rulebook, how much of it there was, and what does not hold. */
export interface Proof {
  rules: number;
  examples: number;
  concepts: number;
  terms: number;
  lookalikes: number;
  questions: number;
  cases: number;
  /** Routes and supply types whose facts were too many to enumerate; only the neighbourhood of each rule was. */
  sampled: string[];
  /** Errors before warnings, each kind in the order of the files. */
  problems: Problem[];
}

export interface ProofOptions {
  /** ISO date for examples without a tax point, and for what grows old. */
  today: string;
  /** The lines with their right answers. */
  known?: SharedCases;
  /** Told what is done and how much of it, between steps. */
  progress?: (step: ProofStep, done: number, of: number) => void;
}

export type ProofStep = 'examples' | 'marked lines' | 'look-alikes' | 'lints';

/**
 * Proves what stands in a rulebook: every example of every rule, every look-alike of every concept, every line with a
 * known answer, and every lint.
 * @param rulesDir folder the book was loaded from, to say at which line a finding stands.
 */
export async function proveRulebook(
  book: Rulebook,
  rulesDir: string,
  { today, known, progress = () => {} }: ProofOptions,
): Promise<Proof> {
  const places = new Places(rulesDir, book.rules);
  const problems: Problem[] = [];
  const observed = new Observed();
  let about = '';
  const heard = recording(book, observed, () => about);
  const examples = book.rules.flatMap((rule) => rule.examples.map((example, index) => ({ rule, example, index })));
  for (const [done, { rule, example, index }] of examples.entries()) {
    if (done % STRIDE === 0) progress('examples', done, examples.length);
    about = example.line;
    const message = await exampleFault(heard, rule, example, today);
    if (message === null) continue;
    const place = places.of({ kind: 'rule', id: rule.id, path: ['examples', index] });
    problems.push({ ...place, severity: 'error', id: rule.id, message });
  }

  const lookalikes = lookalikeFaults(book, (done, of) => progress('look-alikes', done, of));
  for (const { concept: id, list, index, message } of lookalikes) {
    const place = places.of({ kind: 'concept', id, path: ['lookalikes', list, index] });
    problems.push({ ...place, severity: 'error', id, message });
  }

  progress('lints', 0, 2);
  const words = { book, terms: new Terms(book.catalogue, book.lexicon), today };
  const findings: LintFinding[] = lintFindings(words, book.lintExceptions, WORD_LINTS);

  const proved = known ? await provedKnown(book, known, progress) : [];
  for (const { problems: found, points } of proved) {
    problems.push(...found);
    for (const point of points) observed.add(point);
  }
  const { concepts } = book.catalogue;
  observed.addThings(concepts);

  progress('lints', 1, 2);
  const { rules, facts, supply, impossible } = book;
  const spaces = factSpaces({ rules, facts, supply, impossible, observed });
  findings.push(...lintFindings({ ...words, spaces, observed }, book.lintExceptions, LAW_LINTS));
  for (const { lint, severity, subject, message, suggestion, witness } of findings)
    problems.push({
      ...places.of(subject),
      severity,
      lint,
      id: subject.id,
      message,
      ...(suggestion === undefined ? {} : { suggestion }),
      ...(witness === undefined ? {} : { witness }),
    });

  return {
    rules: book.rules.length,
    examples: examples.length,
    concepts: concepts.length,
    terms: book.catalogue.termCount,
    lookalikes: concepts
      .flatMap(({ lookalikes }) => LOOKALIKE_LISTS.map(({ name }) => lookalikes[name].length))
      .reduce((sum, length) => sum + length, 0),
    questions: book.questions.size,
    cases: proved.reduce((sum, { cases }) => sum + cases, 0),
    sampled: spaces.filter(({ exact }) => !exact).map(({ name }) => name),
    problems: problems.sort(inOrder),
  };
}

/** All known answers, by whoever proves them. */
async function provedKnown(
  book: Rulebook,
  known: SharedCases,
  progress: NonNullable<ProofOptions['progress']>,
): Promise<ProvedCases[]> {
  const tell = ({ begun, of }: CaseFile) => progress('marked lines', begun, of);
  const own = await provedCases(book, known.untaken(book), tell);
  const apart = await known.provedApart(book.digest);
  return [own, apart ?? (await provedCases(book, known.untaken(book), tell))];
}

/**
 * Proves known answers.
 * @param tell told of each file before it is proved.
 */
export async function provedCases(
  book: Rulebook,
  files: Iterable<CaseFile>,
  tell: (file: CaseFile) => void = () => {},
): Promise<ProvedCases> {
  const observed = new Observed();
  const problems: Problem[] = [];
  let cases = 0;
  for (const file of files) {
    tell(file);
    cases += file.cases.length;
    problems.push(...(await caseProblems(book, file.cases, observed)));
  }
  return { cases, problems, points: observed.all() };
}

function inOrder(a: Problem, b: Problem): number {
  return (
    Number(a.severity === 'warning') - Number(b.severity === 'warning') ||
    a.file.localeCompare(b.file) ||
    a.line - b.line ||
    a.column - b.column
  );
}
