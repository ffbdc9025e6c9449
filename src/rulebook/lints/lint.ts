import type { MeaningTables } from '../meaning/draft.js';
import type { SupplyReadingTable } from '../model.js';
import type { Path, Problem } from '../problems.js';
import type { Rulebook } from '../rulebook.js';
import type { FactSpace } from './fact_space.js';
import type { Observed } from './observed.js';
import type { Terms } from './terms.js';

/** Where a finding belongs; `path` leads from the entry to the very value, and to the entry itself when it is empty. */
export interface Subject {
  kind:
    | 'rule'
    | 'partition'
    | 'concept'
    | 'question'
    | 'fact'
    | 'source'
    | 'rate'
    | 'window'
    | 'impossible'
    | 'exception';
  id: string;
  path?: Path;
}

/** One finding of a lint, before its place in the files is looked up. */
export interface Finding {
  severity: 'error' | 'warning';
  subject: Subject;
  /** The other rule, concept, answer or value that the finding is about; an exception may name it. */
  other?: string;
  message: string;
  /** What to write instead, where that is one thing. */
  suggestion?: string;
  /** Facts, and where one is known a line, for which the finding shows. */
  witness?: Witness | undefined;
}

/** A case that shows a finding: facts, and the text of a real line that has them where one is known. */
export type Witness = NonNullable<Problem['witness']>;

/** The parts of a rulebook that lints read. */
export type LintedBook = Pick<
  Rulebook,
  'rules' | 'facts' | 'questions' | 'catalogue' | 'lexicon' | 'reader' | 'citations' | 'rates' | 'impossible'
> & { supply: Pick<SupplyReadingTable, 'energyAims'>; meaningTables: Pick<MeaningTables, 'whoFitted'> };

/** What the lints of the catalogue read. */
export interface WordLintInput {
  book: LintedBook;
  terms: Terms;
  /** ISO date, for what grows old; lints never look at a clock. */
  today: string;
}

export interface LintInput extends WordLintInput {
  /** One for each route and supply type that has rules. */
  spaces: readonly FactSpace[];
  observed: Observed;
}

/** One lint: `id` names it in findings, in lint_exceptions.yaml and in docs/lints.md. */
export interface Lint<Input = LintInput> {
  id: string;
  /** What it finds, in one sentence. */
  about: string;
  check(input: Input): Iterable<Finding>;
}
