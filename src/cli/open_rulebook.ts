import { existsSync, readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { RulebookFolders } from '../rulebook/load.js';
import type { Rulebook } from '../rulebook/rulebook.js';
import { UsageError } from './exit_codes.js';

export interface RulebookPlaces extends RulebookFolders {
  /** Lines and projects with known answers; the folder is not in an installed package. */
  fixtures: string;
}

/** Folder of the package: two above this file, in `src` and in `dist` alike. */
const PACKAGE = join(dirname(fileURLToPath(import.meta.url)), '..', '..');

/**
 * Where rules, schemas and fixtures lie: those of the package, or another folder of rules being worked on, which is proved by the fixtures
 * beside it, as in a checkout of its own, or else by those of the package.
 */
export function rulebookPlaces(rulesDir?: string): RulebookPlaces {
  const rules = rulesDir ?? join(PACKAGE, 'rules');
  if (!existsSync(join(rules, 'rulebook.yaml')))
    throw new UsageError(`${rules} holds no rulebook.yaml, so it is not a folder of rules`);
  const beside = join(dirname(rules), 'fixtures');
  return {
    rules,
    schemas: join(PACKAGE, 'schemas'),
    fixtures: existsSync(beside) ? beside : join(PACKAGE, 'fixtures'),
  };
}

/**
 * Loads the rulebook. The modules come in here and not at the top, so that `--help` and usage errors answer at once.
 * @throws RulebookError with every problem of the files.
 */
export async function openRulebook(places: RulebookFolders): Promise<Rulebook> {
  const { loadRulebook } = await import('../rulebook/load.js');
  return loadRulebook(places.rules, places.schemas);
}

/** Plain projects that eligibility scenarios vary, in the folder of their files. */
export const SCENARIO_BASES = 'bases.yaml';

/** Templates and assets of the pages that `rules docs` writes; read from `src`, where the package ships them. */
export const SITE_FOLDER = join(PACKAGE, 'src', 'cli', 'docs', 'pages');

/** The marked lines of the fixtures; none in an installed package. */
export function markedLineFiles({ fixtures }: RulebookPlaces): string[] {
  return filesOf(join(fixtures, 'lines'), '.csv');
}

/** The eligibility scenarios of the fixtures; none in an installed package. */
export function scenarioFiles({ fixtures }: RulebookPlaces): string[] {
  return filesOf(join(fixtures, 'eligibility'), '.yaml').filter((file) => basename(file) !== SCENARIO_BASES);
}

function filesOf(folder: string, ending: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((file) => file.endsWith(ending))
    .sort()
    .map((file) => join(folder, file));
}
