import { watch as watchFiles } from 'node:fs';
import { posix, sep } from 'node:path';
import { formatProblem, type Problem } from '../../rulebook/problems.js';
import { EXIT, UsageError } from '../exit_codes.js';
import { parseFlags } from '../flags.js';
import { rulebookPlaces } from '../open_rulebook.js';
import { painter, type Terminal } from '../terminal.js';
import { checkedRulebook, summary } from './check.js';

/** An editor may write a file in several steps, or several files at once. */
const SETTLED_MS = 150;
/** Findings shown of files that were not saved just now; the rest is counted. */
const OTHERS_SHOWN = 20;

/** `notice708 rules watch`: checks the rules, and again whenever one of their files is saved, until Ctrl-C. */
export async function watch(args: readonly string[], terminal: Terminal): Promise<number> {
  const flags = parseFlags(args, { rules: { type: 'string' } }, 'rules watch');
  if (flags.positionals.length > 0)
    throw new UsageError(`"rules watch" takes no ${flags.positionals.join(' ')}`, 'rules watch');
  const places = rulebookPlaces(flags.text('rules'));
  const own = flags.text('rules') === undefined;
  const paint = painter(terminal);

  const check = async (saved: ReadonlySet<string>) => {
    const started = Date.now();
    const checked = await checkedRulebook(places, own, terminal);
    const [first, others] = [true, false].map((of) =>
      checked.problems.filter(({ file }) => saved.has(file) === of),
    ) as [Problem[], Problem[]];
    if (saved.size > 0) terminal.out(`\n${paint('bold', `Saved: ${[...saved].sort().join(', ')}`)}\n`);
    for (const problem of [...first, ...others.slice(0, OTHERS_SHOWN)]) terminal.out(`${formatProblem(problem)}\n`);
    if (others.length > OTHERS_SHOWN) terminal.out(`and ${others.length - OTHERS_SHOWN} more\n`);
    terminal.out(`${summary(checked, terminal)} (${((Date.now() - started) / 1000).toFixed(1)} s)\n`);
  };

  let saved = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  /** Checks never overlap: what is saved meanwhile is checked after. */
  let running = check(saved);
  const watcher = watchFiles(places.rules, { recursive: true }, (_event, name) => {
    if (name === null || !/\.ya?ml$/i.test(name)) return;
    saved.add(`rules/${name.split(sep).join(posix.sep)}`);
    clearTimeout(timer);
    timer = setTimeout(() => {
      running = running.then(() => {
        const these = saved;
        saved = new Set();
        return these.size > 0 ? check(these) : undefined;
      });
    }, SETTLED_MS);
  });
  const stopped = new Promise<void>((stop, fail) => {
    process.once('SIGINT', stop);
    process.once('SIGTERM', stop);
    watcher.once('error', fail);
  });
  await running;
  terminal.out(`Watching ${places.rules}; Ctrl-C ends it.\n`);
  await stopped;
  clearTimeout(timer);
  watcher.close();
  return EXIT.ok;
}
