import { type Bump, bumpOf } from '../../rulebook/comparison/bump.js';
import type { ComparedCombinations } from '../../rulebook/comparison/combinations.js';
import type { Contents } from '../../rulebook/comparison/contents.js';
import type { LineChange, LineSource } from '../../rulebook/comparison/lines.js';
import type { ProjectChange, ProjectSource } from '../../rulebook/comparison/projects.js';
import type { Rulebook } from '../../rulebook/rulebook.js';
import { EXIT, UsageError } from '../exit_codes.js';
import { type Parsed, parseFlags } from '../flags.js';
import { type RulebookPlaces, rulebookPlaces, scenarioFiles } from '../open_rulebook.js';
import { stepBar } from '../progress.js';
import type { Terminal } from '../terminal.js';
import { diffMarkdown, diffText } from './diff_report.js';
import type { SecondReader } from './second_reader.js';

/** What two editions say differently. */
export interface Difference {
  before: { ref: string; commit: string; edition: string; borrowed: string[] };
  after: { edition: string };
  contents: Contents[];
  source: { name: string; lines: number };
  lines: LineChange[];
  projectSource: { name: string; projects: number };
  projects: ProjectChange[];
  combinations: ComparedCombinations;
  bump: Bump;
}

/** `notice708 rules diff REF`: what the rules of the working tree answer differently than those at a git ref. */
export async function diff(args: readonly string[], terminal: Terminal): Promise<number> {
  const flags = parseFlags(
    args,
    {
      rules: { type: 'string' },
      json: { type: 'boolean' },
      markdown: { type: 'boolean' },
      project: { type: 'string' },
      'data-dir': { type: 'string' },
    },
    'rules diff',
  );
  const [ref, ...more] = flags.positionals;
  if (ref === undefined || more.length > 0)
    throw new UsageError('name one git ref to compare with: "rules diff origin/main"', 'rules diff');
  if (flags.has('json') && flags.has('markdown')) throw new UsageError('--json or --markdown, not both', 'rules diff');
  const started = Date.now();
  const places = rulebookPlaces(flags.text('rules'));
  const project = flags.text('project');
  if (project === undefined && flags.has('data-dir'))
    throw new UsageError('--data-dir is for --project, whose lines it holds', 'rules diff');
  // The lines of one project are too few to share.
  const second = project === undefined ? await terminal.secondReader(places) : null;
  try {
    const difference = await differenceFrom(ref, { places, project, second, flags, terminal });
    if (flags.has('json')) terminal.out(`${JSON.stringify(difference, null, 2)}\n`);
    else if (flags.has('markdown')) terminal.out(diffMarkdown(difference));
    else terminal.out(`${diffText(difference, terminal)} (${((Date.now() - started) / 1000).toFixed(1)} s)\n`);
    return EXIT.ok;
  } finally {
    await second?.end();
  }
}

interface Asked {
  places: RulebookPlaces;
  /** Id of the stored project whose lines are compared; those of the fixtures when there is none. */
  project: string | undefined;
  second: SecondReader | null;
  flags: Parsed;
  terminal: Terminal;
}

async function differenceFrom(ref: string, { places, project, second, flags, terminal }: Asked): Promise<Difference> {
  const { editionAt } = await import('./edition_at.js');
  const [then, after] = await Promise.all([editionAt(ref, places, terminal), terminal.openRulebook(places)]);
  const { compareContents } = await import('../../rulebook/comparison/contents.js');
  const contents = compareContents(then.book, after);
  const today = new Date().toISOString().slice(0, 10);
  const sources: Sources =
    project === undefined
      ? {
          lines: (await import('./known_lines.js')).knownLines(then.book, after, contents, today),
          projects: (await import('../eligibility_scenarios.js')).scenarioProjects(scenarioFiles()),
        }
      : await (await import('./stored_project.js')).storedProject(flags, terminal, project, today);
  const bar = await stepBar<'lines'>(terminal);
  const compared = await compare(then.book, after, sources, second, (done, of) => bar.show('lines', done, of)).finally(
    bar.stop,
  );
  return {
    before: { ref, commit: then.commit, edition: then.book.edition, borrowed: then.borrowed },
    after: { edition: after.edition },
    contents,
    ...compared,
  };
}

/** What both rulebooks are asked. */
export interface Sources {
  lines: LineSource;
  projects: ProjectSource;
}

/**
 * Compares two rulebooks by what they answer.
 * @param second decides the lines by the later rulebook while this thread decides them by the earlier one.
 */
export async function compare(
  before: Rulebook,
  after: Rulebook,
  { lines: source, projects: projectSource }: Sources,
  second: SecondReader | null,
  progress: (done: number, of: number) => void,
): Promise<Omit<Difference, 'before' | 'after' | 'contents'>> {
  const [{ answersTo, observedAnswersTo, lineChanges }, { compareProjects }, { compareCombinations }, { Observed }] =
    await Promise.all([
      import('../../rulebook/comparison/lines.js'),
      import('../../rulebook/comparison/projects.js'),
      import('../../rulebook/comparison/combinations.js'),
      import('../../rulebook/lints/observed.js'),
    ]);
  const answering = second?.answered(after.digest, source.lines);
  answering?.catch(() => {});
  const was = await answersTo(source.lines, before, (done) => progress(done, source.lines.length));
  const is = (await answering) ?? (await observedAnswersTo(source.lines, after));
  const lines = lineChanges(source, was, is.answers);
  const observed = new Observed();
  for (const point of is.points) observed.add(point);
  observed.addThings(after.catalogue.concepts);
  const combinations = compareCombinations(before, after, observed);
  const projects = await compareProjects(before, after, projectSource);
  return {
    source: { name: source.name, lines: source.lines.length },
    lines,
    projectSource: { name: projectSource.name, projects: projectSource.projects.length },
    projects,
    combinations,
    bump: bumpOf(lines, projects, combinations.changes),
  };
}
