import { type Bump, bumpOf } from '../../rulebook/comparison/bump.js';
import type { ComparedCombinations } from '../../rulebook/comparison/combinations.js';
import type { Contents } from '../../rulebook/comparison/contents.js';
import type { LineChange, LineSource } from '../../rulebook/comparison/lines.js';
import type { ProjectChange, ProjectSource } from '../../rulebook/comparison/projects.js';
import type { Rulebook } from '../../rulebook/rulebook.js';
import { EXIT, UsageError } from '../exit_codes.js';
import { parseFlags } from '../flags.js';
import { rulebookPlaces, scenarioFiles } from '../open_rulebook.js';
import { stepBar } from '../progress.js';
import type { Terminal } from '../terminal.js';
import { diffMarkdown, diffText } from './diff_report.js';

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
  const { editionAt } = await import('./edition_at.js');
  // A ref that is not there is told at once.
  const then = await editionAt(ref, places, terminal);
  const after = await terminal.openRulebook(places);
  const today = new Date().toISOString().slice(0, 10);
  const project = flags.text('project');
  if (project === undefined && flags.has('data-dir'))
    throw new UsageError('--data-dir is for --project, whose lines it holds', 'rules diff');
  const { compareContents } = await import('../../rulebook/comparison/contents.js');
  const contents = compareContents(then.book, after);
  const sources: Sources =
    project === undefined
      ? {
          lines: (await import('./known_lines.js')).knownLines(then.book, after, contents, today, places.fixtures),
          projects: (await import('../eligibility_scenarios.js')).scenarioProjects(scenarioFiles(places)),
        }
      : await (await import('./stored_project.js')).storedProject(flags, terminal, project, today);
  const bar = await stepBar<'lines'>(terminal);
  const compared = await compare(then.book, after, sources, (done, of) => bar.show('lines', done, of)).finally(
    bar.stop,
  );
  const difference: Difference = {
    before: { ref, commit: then.commit, edition: then.book.edition, borrowed: then.borrowed },
    after: { edition: after.edition },
    contents,
    ...compared,
  };
  if (flags.has('json')) terminal.out(`${JSON.stringify(difference, null, 2)}\n`);
  else if (flags.has('markdown')) terminal.out(diffMarkdown(difference));
  else terminal.out(`${diffText(difference, terminal)} (${((Date.now() - started) / 1000).toFixed(1)} s)\n`);
  return EXIT.ok;
}

/** What both rulebooks are asked. */
export interface Sources {
  lines: LineSource;
  projects: ProjectSource;
}

/** Compares two rulebooks by what they answer. */
export async function compare(
  before: Rulebook,
  after: Rulebook,
  { lines: source, projects: projectSource }: Sources,
  progress: (done: number, of: number) => void,
): Promise<Omit<Difference, 'before' | 'after' | 'contents'>> {
  const [{ compareLines }, { compareProjects }, { compareCombinations }, { Observed }, { recording }] =
    await Promise.all([
      import('../../rulebook/comparison/lines.js'),
      import('../../rulebook/comparison/projects.js'),
      import('../../rulebook/comparison/combinations.js'),
      import('../../rulebook/lints/observed.js'),
      import('../../rulebook/proof/recording.js'),
    ]);
  const observed = new Observed();
  let about = source.lines[0]?.text ?? '';
  const heard = recording(after, observed, () => about);
  const lines = await compareLines(before, heard, source, (done) => {
    about = source.lines[done]?.text ?? '';
    progress(done, source.lines.length);
  });
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
