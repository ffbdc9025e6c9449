import { assessmentInput, projectInput } from './assessment_input.js';
import * as catalogue from './catalogue_files.js';
import { companions } from './companion_files.js';
import * as eligibility from './eligibility_files.js';
import { evidence } from './evidence_file.js';
import type { Schema } from './forms.js';
import * as law from './law_files.js';
import * as lint from './lint_files.js';
import * as meaning from './meaning_files.js';
import type { Names } from './names.js';

type Make = (names: Names) => Schema;

/** Every schema of rule files: its name, its title and how it follows from the names of the rulebook. */
const SCHEMAS: Readonly<Record<string, readonly [title: string, make: Make]>> = {
  abbreviations: ['Abbreviations', catalogue.abbreviations],
  breakers: ['Breaking words', catalogue.breakers],
  circumstances: ['Circumstances', meaning.circumstances],
  companions: ['Companion lines', companions],
  concepts: ['Catalogue concepts', catalogue.concepts],
  containers: ['Containers', catalogue.containers],
  definitions: ['Shared conditions', law.definitions],
  descriptors: ['Describing words', catalogue.descriptors],
  eligibility_checks: ['Checks of eligibility', eligibility.checks],
  eligibility_definitions: ['Shared conditions of eligibility', eligibility.definitions],
  eligibility_documents: ['Documents of a claim', eligibility.documents],
  eligibility_elements: ['Parts of a site', eligibility.elements],
  eligibility_facts: ['Facts of a project', eligibility.facts],
  eligibility_periods: ['Periods', eligibility.periods],
  eligibility_supplier_rates: ['Rates suppliers should charge', eligibility.supplierRates],
  evidence: ['Evidence', evidence],
  everyday_things: ['Everyday things', catalogue.everydayThings],
  facts: ['Facts', law.facts],
  impossible: ['Impossible combinations', lint.impossible],
  lint_exceptions: ['Exceptions from lints', lint.lintExceptions],
  protected: ['Protected words', catalogue.protectedWords],
  questions: ['Questions', law.questions],
  relations: ['Relations', catalogue.relations],
  rulebook: ['Rulebook', law.rulebook],
  rules: ['Treatment rules', law.rules],
  signals: ['Supply signals', catalogue.signals],
  statements: ['Statements', catalogue.statements],
  supply_reading: ['Supply reading', meaning.supplyReading],
  word_lists: ['Lists of words', catalogue.wordLists],
};

const TOOL_INPUTS: readonly (readonly [tool: string, make: Make])[] = [
  ['assess_project_eligibility', assessmentInput],
  ['set_up_project', projectInput],
];

const DIALECT = 'http://json-schema.org/draft-07/schema#';

/**
 * The schemas that follow from the rules, by name, as `schemas/<name>.schema.json` holds them: those of rule files, and the
 * inputs of the tools whose fields are facts of the rules. The same names give the same schemas.
 */
export function ruleFileSchemas(names: Names): Map<string, Schema> {
  const schemas = new Map<string, Schema>();
  for (const [name, [title, make]] of Object.entries(SCHEMAS)) {
    const $id = `https://notice708.example/schemas/${name}.schema.json`;
    schemas.set(name, { $schema: DIALECT, $id, title, ...make(names) });
  }
  for (const [tool, make] of TOOL_INPUTS)
    schemas.set(`tools/${tool}.input`, { $schema: DIALECT, title: `Input of ${tool}`, ...make(names) });
  return schemas;
}

/** Width at which the formatter of the repository breaks a list. */
const LINE_WIDTH = 120;

/** JSON as the repository formats it: maps on lines of their own, lists of plain values on one line while they fit. */
export function schemaText(schema: Schema): string {
  return `${written(schema, 0, 0)}\n`;
}

/** @param before characters that already stand on the line. */
function written(value: unknown, depth: number, before: number): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const inner = '  '.repeat(depth + 1);
  const outer = '  '.repeat(depth);
  if (Array.isArray(value)) {
    const plain = value.every((v) => typeof v !== 'object' || v === null);
    const flat = `[${value.map((v) => JSON.stringify(v)).join(', ')}]`;
    if (plain && before + flat.length <= LINE_WIDTH) return flat;
    return `[\n${value.map((v) => inner + written(v, depth + 1, inner.length + 1)).join(',\n')}\n${outer}]`;
  }
  const entries = Object.entries(value).filter(([, v]) => v !== undefined);
  if (entries.length === 0) return '{}';
  const lines = entries.map(([key, v]) => {
    const name = `${inner}${JSON.stringify(key)}: `;
    return name + written(v, depth + 1, name.length + 1);
  });
  return `{\n${lines.join(',\n')}\n${outer}}`;
}
