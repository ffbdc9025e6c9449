import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { Citations } from './citations.js';
import { DecisionEngine } from './engine.js';
import { Lexicon } from './lexicon.js';
import type { LintException } from './lints/exceptions.js';
import { loadCircumstances } from './loading/circumstances.js';
import { loadCompanions } from './loading/companions.js';
import { WordLists } from './loading/compounds.js';
import { loadCatalogue } from './loading/concepts.js';
import { ConditionReader } from './loading/conditions.js';
import { loadEligibility } from './loading/eligibility.js';
import { loadEvidence } from './loading/evidence.js';
import { checkFacts, FactWords } from './loading/facts.js';
import { FILL_IN, stillToFillIn } from './loading/fill_in.js';
import { Findings } from './loading/findings.js';
import { loadImpossible } from './loading/impossible.js';
import { keepTables, keptTables } from './loading/kept_lexicon.js';
import { keepParsedFiles, ParsedFiles } from './loading/parsed_files.js';
import { checkPlaceholders } from './loading/placeholder_check.js';
import { PREPARED } from './loading/prepared.js';
import { loadQuestions } from './loading/questions.js';
import { REQUIRED, ruleFilesIn } from './loading/rule_files.js';
import { loadRules } from './loading/rules.js';
import { SchemaCheck } from './loading/schema_check.js';
import { loadSupplyReading } from './loading/supply_reading.js';
import { loadVocabulary } from './loading/vocabulary.js';
import {
  type CreditTexts,
  type DatedPercent,
  type FactDefinition,
  type NotEligibleTexts,
  type NotSettledTexts,
  type Source,
  SUPPLY_TYPES,
  type Treatment,
  type ZeroRateWindow,
} from './model.js';
import { type Problem, RulebookError, SourceFile } from './problems.js';
import { Rates } from './rates.js';
import { Reader } from './reader.js';
import { Rulebook } from './rulebook.js';

/** Where a rulebook lies. */
export interface RulebookFolders {
  rules: string;
  schemas: string;
}

/** rulebook.yaml. */
interface BookFile {
  edition: string;
  rates: { standard: DatedPercent[]; reduced: DatedPercent[] };
  zeroRateWindows: ZeroRateWindow[];
  /** An earlier edition may have none. */
  credits?: Partial<Record<Treatment, CreditTexts>>;
  notEligible?: NotEligibleTexts;
  notSettled?: NotSettledTexts;
  sources: Source[];
  cases: Record<string, { title: string; url: string }>;
}

/**
 * Loads and checks the whole rulebook under `rulesDir` against the schemas under `schemasDir`.
 * @param prepared folder of what `prepareRulebook` kept; it need not be there.
 * @throws RulebookError with every problem found, each at its file, line and column.
 */
export function loadRulebook(rulesDir: string, schemasDir: string, prepared: string = PREPARED): Promise<Rulebook> {
  return load(rulesDir, schemasDir, prepared, new Findings());
}

/**
 * Keeps what loading these rules works out, so that they load sooner while they stay as they are. Of rules that cannot be
 * used, only what can be is kept: whoever loads them is told.
 */
export async function prepareRulebook(
  rulesDir: string,
  schemasDir: string,
  prepared: string = PREPARED,
): Promise<void> {
  keepParsedFiles(rulesDir, schemasDir, prepared);
  const findings = new Findings();
  try {
    const { lexicon } = await load(rulesDir, schemasDir, prepared, findings);
    keepTables(prepared, findings, lexicon);
  } catch (error) {
    if (!(error instanceof RulebookError)) throw error;
  }
}

async function load(rulesDir: string, schemasDir: string, prepared: string, findings: Findings): Promise<Rulebook> {
  const digest = await readFiles(rulesDir, schemasDir, ParsedFiles.read(prepared), findings);
  findings.stopUnlessComplete();

  const book = findings.value<BookFile>('rulebook.yaml');
  const { facts } = findings.value<{ facts: FactDefinition[] }>('facts.yaml');
  const citations = new Citations(book.sources, book.cases);
  const rates = new Rates(book.rates.standard, book.rates.reduced, book.zeroRateWindows);
  const credits = book.credits ?? {};
  for (const [treatment, texts] of Object.entries(credits))
    for (const key of ['because', 'action'] as const)
      checkPlaceholders(findings, 'rulebook.yaml', ['credits', treatment, key], texts[key], treatment);
  const notEligible = book.notEligible ?? null;
  for (const key of ['because', 'action'] as const) {
    const check = (path: string[], text: string | undefined) =>
      checkPlaceholders(findings, 'rulebook.yaml', [...path, key], text ?? null, 'supplier_correction');
    check(['notEligible'], notEligible?.[key]);
    check(['notEligible', 'works'], notEligible?.works?.[key]);
  }
  const supplied = { name: 'supplied', values: SUPPLY_TYPES.map((value) => ({ value })) };
  const words = new FactWords([...facts, supplied], findings);
  const lists = new WordLists(findings);
  const vocabulary = loadVocabulary(findings, lists);
  const questions = loadQuestions(findings, words, citations);
  checkFacts(facts, words, questions, findings);
  const names = {
    citations,
    questions,
    items: new Set(rates.items),
    statements: new Set(vocabulary.statements.map((s) => s.id)),
    classes: words.of('productClass'),
    lists,
  };
  // Kept of rules that could be used.
  const tables = keptTables(prepared, findings);
  const catalogue = loadCatalogue(findings, names, tables !== undefined);
  const conditions = new ConditionReader(findings, words);
  const rules = loadRules(findings, conditions, questions, citations);
  const impossible = loadImpossible(findings, conditions);
  const { exceptions } = findings.value<{ exceptions: LintException[] }>('lint_exceptions.yaml');
  const supply = loadSupplyReading(findings, words, catalogue, names);
  const { circumstances, whoFitted, otherPlaces } = loadCircumstances(findings, words, catalogue, names);
  const companions = loadCompanions(findings, words, catalogue, names);
  const eligibility = loadEligibility(findings, citations);
  const evidence = loadEvidence(findings, { citations, eligibility, rules, questions });
  findings.stopOnProblems();

  const lexicon = new Lexicon(catalogue, vocabulary, tables);
  return new Rulebook({
    edition: book.edition,
    digest,
    rules,
    facts,
    questions,
    catalogue,
    citations,
    rates,
    credits,
    notEligible,
    notSettled: book.notSettled ?? null,
    supply,
    circumstances,
    whoFitted,
    otherPlaces,
    companions,
    eligibility,
    evidence,
    impossible,
    lintExceptions: exceptions,
    lexicon,
    reader: new Reader(lexicon),
    engine: new DecisionEngine(rules, facts),
  });
}

/** Reads every file and holds it to its schema; gives the digest of them all. */
async function readFiles(
  rulesDir: string,
  schemasDir: string,
  parsed: ParsedFiles,
  findings: Findings,
): Promise<string> {
  const digest = createHash('sha256');
  const schemas = new SchemaCheck(schemasDir);
  const missing = new Set(REQUIRED);
  for (const { name, path } of ruleFilesIn(rulesDir, findings)) {
    // A server answers 503 while the rulebook loads, so reading must not block it.
    await setImmediate();
    missing.delete(name);
    const text = readFileSync(path, 'utf8');
    digest.update(name).update('\0').update(text).update('\0');
    const known = parsed.get(text, schemas.digestOf(name));
    const problems: Problem[] = [];
    const file =
      known === undefined
        ? SourceFile.parse(`rules/${name}`, text, problems)
        : SourceFile.ofKnown(`rules/${name}`, text, known);
    if (file && known === undefined) problems.push(...schemas.problems(name, file));
    if (file && text.includes(FILL_IN)) problems.push(...stillToFillIn(file));
    findings.take(name, text, file, problems);
  }
  for (const name of missing) findings.reportFile(`rules/${name}`, 'the file is missing');
  return `sha256:${digest.digest('hex')}`;
}
