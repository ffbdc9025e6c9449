import { type Dirent, readdirSync } from 'node:fs';
import { join, posix, relative, sep } from 'node:path';
import { RulebookError } from '../problems.js';
import type { Findings } from './findings.js';

/** The files every rulebook has: at the top, and under catalogue/reading. */
export const TOP_FILES = [
  'rulebook',
  'facts',
  'definitions',
  'supply_reading',
  'circumstances',
  'companions',
  'evidence',
  'impossible',
  'lint_exceptions',
];
export const READING_FILES = [
  'abbreviations',
  'breakers',
  'containers',
  'descriptors',
  'everyday_things',
  'protected',
  'relations',
  'signals',
  'statements',
  'word_lists',
];

/** The files of eligibility beside the checks. */
export const ELIGIBILITY_FILES = ['definitions', 'documents', 'elements', 'facts', 'periods', 'supplier_rates'];

export const REQUIRED: readonly string[] = [
  ...TOP_FILES.map((f) => `${f}.yaml`),
  ...READING_FILES.map((f) => `catalogue/reading/${f}.yaml`),
  ...ELIGIBILITY_FILES.map((f) => `eligibility/${f}.yaml`),
];

/** A file of the folder: its name below it with forward slashes, and its path. */
export interface RuleFile {
  name: string;
  path: string;
}

/**
 * Every YAML file of the folder, in order of path. A file whose name ends otherwise but means YAML is a finding.
 * @throws RulebookError when there is no such folder.
 */
export function ruleFilesIn(rulesDir: string, findings: Findings): RuleFile[] {
  const files: RuleFile[] = [];
  for (const entry of entriesOf(rulesDir)) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const name = relative(rulesDir, path).split(sep).join(posix.sep);
    if (entry.name.endsWith('.yaml')) files.push({ name, path });
    else if (/\.ya?ml$/i.test(entry.name)) {
      const wanted = entry.name.replace(/\.ya?ml$/i, '.yaml');
      findings.reportFile(`rules/${name}`, `a file of the rulebook ends in .yaml: rename it ${wanted}`);
    }
  }
  return files.sort((a, b) => (a.path < b.path ? -1 : 1));
}

function entriesOf(rulesDir: string): Dirent[] {
  try {
    return readdirSync(rulesDir, { withFileTypes: true, recursive: true });
  } catch (error) {
    if (!['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
    throw new RulebookError([
      { file: rulesDir, line: 1, column: 1, severity: 'error', message: 'there is no such folder of rules' },
    ]);
  }
}

/** The schema that a file is held to, or null when no file of this name or folder has one. */
export function schemaFor(name: string): string | null {
  const [folder = '', ...rest] = name.split('/');
  const base = (rest[rest.length - 1] ?? folder).replace(/\.yaml$/, '');
  if (rest.length === 0) return TOP_FILES.includes(base) ? base : null;
  if (folder.startsWith('self_build_')) return 'rules';
  if (folder === 'questions') return 'questions';
  if (name.startsWith('catalogue/concepts/')) return 'concepts';
  if (folder === 'catalogue' && rest[0] === 'reading' && rest.length === 2)
    return READING_FILES.includes(base) ? base : null;
  if (name.startsWith('eligibility/checks/')) return 'eligibility_checks';
  if (folder === 'eligibility' && rest.length === 1)
    return ELIGIBILITY_FILES.includes(base) ? `eligibility_${base}` : null;
  return null;
}
