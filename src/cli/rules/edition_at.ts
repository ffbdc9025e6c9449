import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { promisify } from 'node:util';
import type { RulebookFolders } from '../../rulebook/load.js';
import { REQUIRED, schemaFor } from '../../rulebook/loading/rule_files.js';
import { formatProblem, RulebookError } from '../../rulebook/problems.js';
import type { Rulebook } from '../../rulebook/rulebook.js';
import { BadInputError } from '../exit_codes.js';
import type { Terminal } from '../terminal.js';

const run = promisify(execFile);

export interface EditionAt {
  book: Rulebook;
  /** The commit, shortened. */
  commit: string;
  /** Files that were not there then and that no rulebook loads without now: today's were used. */
  borrowed: string[];
}

/**
 * The rulebook as it stood at a git ref, read by this program.
 * @throws BadInputError when there is no such ref, or this program cannot read what stands there.
 */
export async function editionAt(ref: string, places: RulebookFolders, terminal: Terminal): Promise<EditionAt> {
  const git = async (...args: string[]) => (await run('git', args, { cwd: places.rules })).stdout.trim();
  let top: string;
  let commit: string;
  try {
    top = await git('rev-parse', '--show-toplevel');
    commit = await git('rev-parse', '--short', '--verify', '--end-of-options', `${ref}^{commit}`);
  } catch (error) {
    const missing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    throw new BadInputError(
      missing ? 'git is needed to look at an earlier edition' : `${places.rules} has no commit "${ref}" in git`,
    );
  }
  const folder = mkdtempSync(join(tmpdir(), 'notice708-edition-'));
  try {
    const rules = relative(top, resolve(places.rules));
    const tar = join(folder, 'edition.tar');
    const there = (await git('-C', top, 'ls-tree', '--name-only', commit, '--', rules, 'schemas')).split('\n');
    if (!there.includes(rules)) throw new BadInputError(`there is no ${rules}/ at ${ref}`);
    await run('git', ['archive', '-o', tar, commit, '--', ...there], { cwd: top });
    await run('tar', ['-xf', tar, '-C', folder]);
    const then = { rules: join(folder, rules), schemas: join(folder, 'schemas') };
    if (!existsSync(then.schemas)) cpSync(places.schemas, then.schemas, { recursive: true });
    const borrowed = borrow(places, then);
    return { book: await terminal.openRulebook(then), commit, borrowed };
  } catch (error) {
    if (!(error instanceof RulebookError)) throw error;
    throw new BadInputError(
      `this program cannot read the rulebook at ${ref}:\n${error.problems.slice(0, 5).map(formatProblem).join('\n')}`,
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Copies what a rulebook needs and did not have yet, with the schemas of it. */
function borrow(today: RulebookFolders, then: RulebookFolders): string[] {
  const missing = REQUIRED.filter((name) => !existsSync(join(then.rules, name)) && existsSync(join(today.rules, name)));
  for (const name of missing) {
    cpSync(join(today.rules, name), join(then.rules, name));
    const schema = `${schemaFor(name)}.schema.json`;
    cpSync(join(today.schemas, schema), join(then.schemas, schema));
  }
  return missing.map((name) => `rules/${name}`);
}
