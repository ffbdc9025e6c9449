import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { ProjectFact } from '../eligibility/model.js';
import { fileValues } from '../loading/parsed_files.js';
import { PREPARED } from '../loading/prepared.js';
import type { FactDefinition } from '../model.js';

/** What the rulebook itself names: the facts that its files are checked by, and ids that an editor offers. */
export interface Names {
  facts: readonly FactDefinition[];
  questions: readonly string[];
  definitions: readonly string[];
  statements: readonly string[];
  wordLists: readonly string[];
  /** Keys of sources in rulebook.yaml. */
  sources: readonly string[];
  /** Items of zeroRateWindows in rulebook.yaml. */
  items: readonly string[];
  eligibility: EligibilityNames;
}

/** What rules/eligibility/ names. */
export interface EligibilityNames {
  facts: readonly Pick<ProjectFact, 'name' | 'kind' | 'question' | 'askedBy' | 'values'>[];
  definitions: readonly string[];
  documents: readonly string[];
  elements: readonly { kind: string; label: string }[];
}

/** The names of a rulebook of which only the facts are known: enough to check its files. */
export function namesOf(facts: readonly FactDefinition[]): Names {
  const eligibility = { facts: [], definitions: [], documents: [], elements: [] };
  return { facts, questions: [], definitions: [], statements: [], wordLists: [], sources: [], items: [], eligibility };
}

/**
 * The names that the files of a rulebook in order give.
 * @param schemasDir where the schemas are that files parsed before were held to.
 */
export function namesIn(rulesDir: string, schemasDir: string): Names {
  const file = fileValues(rulesDir, schemasDir, PREPARED);
  const questionFiles = readdirSync(join(rulesDir, 'questions'))
    .filter((name) => name.endsWith('.yaml'))
    .sort();
  const { facts } = file('facts.yaml') as { facts: FactDefinition[] };
  const { definitions } = file('definitions.yaml') as { definitions: { name: string }[] };
  const { statements } = file('catalogue/reading/statements.yaml') as { statements: { id: string }[] };
  const { lists } = file('catalogue/reading/word_lists.yaml') as { lists: Record<string, unknown> };
  const book = file('rulebook.yaml') as { sources: { key: string }[]; zeroRateWindows: { item: string }[] };
  return {
    facts,
    questions: questionFiles.flatMap((name) =>
      (file(`questions/${name}`) as { questions: { id: string }[] }).questions.map((q) => q.id),
    ),
    definitions: definitions.map((d) => d.name),
    statements: statements.map((s) => s.id),
    wordLists: Object.keys(lists),
    sources: book.sources.map((s) => s.key),
    items: book.zeroRateWindows.map((w) => w.item),
    eligibility: eligibilityNames(file),
  };
}

function eligibilityNames(file: (name: string) => unknown): EligibilityNames {
  const { facts } = file('eligibility/facts.yaml') as {
    facts: (Omit<ProjectFact, 'values'> & Partial<Pick<ProjectFact, 'values'>>)[];
  };
  const { definitions } = file('eligibility/definitions.yaml') as { definitions: { name: string }[] };
  const { documents } = file('eligibility/documents.yaml') as { documents: { id: string }[] };
  const { elements } = file('eligibility/elements.yaml') as { elements: { kind: string; label: string }[] };
  return {
    facts: facts.map((fact) => ({ ...fact, values: fact.values ?? [] })),
    definitions: definitions.map((d) => d.name),
    documents: documents.map((d) => d.id),
    elements,
  };
}
