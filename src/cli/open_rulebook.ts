import { existsSync, readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Rulebook } from '../rulebook/rulebook.js';
import { UsageError } from './exit_codes.js';

export interface RulebookPlaces {
  rules: string;
  schemas: string;
}

/** Folder of the package: two above this file, in `src` and in `dist` alike. */
const PACKAGE = join(dirname(fileURLToPath(import.meta.url)), '..', '..');

/** Where rules and schemas lie: those of the package, or another folder of rules being worked on. */
export function rulebookPlaces(rulesDir?: string): RulebookPlaces {
  const rules = rulesDir ?? join(PACKAGE, 'rules');
  if (!existsSync(join(rules, 'rulebook.yaml')))
    throw new UsageError(`${rules} holds no rulebook.yaml, so it is not a folder of rules`);
  return { rules, schemas: join(PACKAGE, 'schemas') };
}

/**
 * Loads the rulebook. The modules come in here and not at the top, so that `--help` and usage errors answer at once.
 * @throws RulebookError with every problem of the files.
 */
export async function openRulebook(places: RulebookPlaces): Promise<Rulebook> {
  const { loadRulebook } = await import('../rulebook/load.js');
  return loadRulebook(places.rules, places.schemas);
}

/** Plain projects that eligibility scenarios vary, in the folder of their files. */
export const SCENARIO_BASES = 'bases.yaml';

/** Templates and assets of the pages that `rules docs` writes; read from `src`, where the package ships them. */
export const SITE_FOLDER = join(PACKAGE, 'src', 'cli', 'docs', 'pages');

/** Lines and invoices with known answers; not in an installed package. */
export const FIXTURES = join(PACKAGE, 'fixtures');

/** The marked lines that come with the source of the program; none in an installed package. */
export function markedLineFiles(): string[] {
  return fixtures('lines', '.csv');
}

/** The eligibility scenarios that come with the source of the program; none in an installed package. */
export function scenarioFiles(): string[] {
  return fixtures('eligibility', '.yaml').filter((file) => basename(file) !== SCENARIO_BASES);
}

function fixtures(name: string, ending: string): string[] {
  const folder = join(FIXTURES, name);
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((file) => file.endsWith(ending))
    .sort()
    .map((file) => join(folder, file));
}
