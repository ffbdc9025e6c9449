import type { Citations } from '../citations.js';
import { type Condition, factsRead } from '../conditions.js';
import type {
  ClaimDocument,
  ElementKind,
  EligibilityBook,
  EligibilityCheck,
  EligibilityRule,
  Periods,
  ProjectFact,
  ProjectFactValue,
  RateSample,
} from '../eligibility/model.js';
import { SCHEME_CHECK } from '../eligibility/model.js';
import { DecisionTables } from '../engine.js';
import { didYouMean, type Path } from '../problems.js';
import { checkCitations } from './citation_check.js';
import { ConditionReader } from './conditions.js';
import { FactWords } from './facts.js';
import type { Findings } from './findings.js';

const FOLDER = 'eligibility/';

type WrittenValue = Omit<ProjectFactValue, 'notWith' | 'agreesWith'> & { notWith?: unknown; agreesWith?: unknown };
type WrittenFact = Omit<ProjectFact, 'onlyIf' | 'values'> & { onlyIf?: unknown; values?: WrittenValue[] };
type WrittenRule = Omit<
  EligibilityRule,
  'check' | 'when' | 'outcome' | 'action' | 'documents' | 'overrides' | 'file'
> & { when: unknown; action?: string; documents?: string[] } & EligibilityRule['outcome'];
interface WrittenCheck {
  id: string;
  title: string;
  facts: string[];
  rules: WrittenRule[];
}

/** What the readers of the files share. */
interface Desk {
  findings: Findings;
  citations: Citations;
  words: FactWords;
  conditions: ConditionReader;
}

/** The checks of eligibility and what belongs to them. */
export function loadEligibility(findings: Findings, citations: Citations): EligibilityBook {
  const { facts: written } = findings.value<{ facts: WrittenFact[] }>(`${FOLDER}facts.yaml`);
  const choices = written.map(({ name, values }) => ({ name, values: values ?? [] }));
  const words = new FactWords(choices, findings);
  const conditions = new ConditionReader(findings, words, `${FOLDER}definitions.yaml`);
  const desk = { findings, citations, words, conditions };
  const facts = loadFacts(desk, written);
  const documents = loadDocuments(desk);
  const checks = loadChecks(desk, new Set(facts.map((f) => f.name)), new Set(documents.map((d) => d.id)));
  const { elements, splitInvoice } = findings.value<{ elements: ElementKind[]; splitInvoice: string }>(
    `${FOLDER}elements.yaml`,
  );
  elements.forEach(({ kind, parts, citations: refs }, i) => {
    const path = ['elements', i];
    if (parts !== undefined) words.checkValue(`${FOLDER}elements.yaml`, [...path, 'parts'], 'parts', parts, kind);
    checkCitations(findings, `${FOLDER}elements.yaml`, [...path, 'citations'], refs, citations, kind);
  });
  return {
    facts,
    checks,
    tables: new DecisionTables(
      checks.flatMap((check) => check.rules),
      facts,
      (rule) => [rule.check],
    ),
    documents,
    periods: loadPeriods(desk),
    elements,
    splitInvoice,
    rateSamples: findings.value<{ samples: RateSample[] }>(`${FOLDER}supplier_rates.yaml`).samples,
  };
}

function loadFacts(desk: Desk, written: readonly WrittenFact[]): ProjectFact[] {
  const { findings } = desk;
  const file = `${FOLDER}facts.yaml`;
  const names = new Set<string>();
  const dates = new Set(written.filter((f) => f.kind === 'date').map((f) => f.name));
  return written.map(({ onlyIf, values, ...fact }, i) => {
    const path = ['facts', i];
    if (names.has(fact.name))
      findings.report(file, [...path, 'name'], `fact "${fact.name}" is defined twice`, fact.name);
    names.add(fact.name);
    if ((fact.kind === 'choice') !== (values !== undefined))
      findings.report(file, path, 'a choice has values, and a date has none', fact.name);
    findings.known(file, [...path, 'askedBy'], fact.askedBy, dates, 'date', fact.name);
    findings.known(file, [...path, 'notAfter'], fact.notAfter, dates, 'date', fact.name);
    if (fact.notAfter !== undefined && fact.kind !== 'date')
      findings.report(file, [...path, 'notAfter'], 'only a date comes before or after another', fact.name);
    return {
      ...fact,
      values: (values ?? []).map(({ notWith, agreesWith, ...value }, v) => ({
        ...value,
        ...optionalCondition(desk, file, [...path, 'values', v], { notWith, agreesWith }, fact.name),
      })),
      ...optionalCondition(desk, file, path, { onlyIf }, fact.name),
    };
  });
}

function loadDocuments(desk: Desk): ClaimDocument[] {
  const { findings, citations } = desk;
  const file = `${FOLDER}documents.yaml`;
  const { documents } = findings.value<{ documents: (Omit<ClaimDocument, 'when'> & { when?: unknown })[] }>(file);
  return documents.map(({ when, ...document }, i) => {
    const path = ['documents', i];
    checkCitations(findings, file, [...path, 'citations'], document.citations, citations, document.id);
    return {
      ...document,
      ...optionalCondition(desk, file, path, { when }, document.id),
    };
  });
}

/** The conditions of an entry that are written. @param path of the entry. */
function optionalCondition<Key extends string>(
  { conditions }: Desk,
  file: string,
  path: Path,
  written: Record<Key, unknown>,
  id: string,
): { [K in Key]?: Condition } {
  const read = Object.entries(written).flatMap(([key, given]) =>
    given === undefined ? [] : [[key, conditions.read(file, [...path, key], given, id)]],
  );
  return Object.fromEntries(read);
}

function loadPeriods({ findings, citations }: Desk): Periods {
  const file = `${FOLDER}periods.yaml`;
  const periods = findings.value<Periods>(file);
  const { months, occupationCitations } = periods.claim;
  months.forEach((span, i) => {
    checkCitations(findings, file, ['claim', 'months', i, 'citations'], span.citations, citations, 'claim');
  });
  checkCitations(
    findings,
    file,
    ['claim', 'occupationCitations'],
    occupationCitations,
    citations,
    'occupationCitations',
  );
  checkCitations(findings, file, ['empty', 'citations'], periods.empty.citations, citations, 'empty');
  return periods;
}

function loadChecks(desk: Desk, facts: ReadonlySet<string>, documents: ReadonlySet<string>): EligibilityCheck[] {
  const { findings } = desk;
  const checks: EligibilityCheck[] = [];
  const ids = new Set<string>();
  for (const [name, file] of findings.under(`${FOLDER}checks/`)) {
    (file.value as { checks: WrittenCheck[] }).checks.forEach((written, i) => {
      const path = ['checks', i];
      const { id } = written;
      if (ids.has(id)) findings.report(name, [...path, 'id'], `check "${id}" is defined twice`, id);
      ids.add(id);
      findings.allKnown(name, [...path, 'facts'], written.facts, facts, 'fact', id);
      const rules = written.rules.map((rule, k) =>
        loadRule(desk, name, [...path, 'rules', k], written, rule, { documents, ids }),
      );
      const reads = new Set(rules.flatMap((rule) => [...factsRead(rule.when)]));
      const { title, facts: asked } = written;
      checks.push({ id, title, facts: asked, rules, reads, file: file.file });
    });
  }
  if (!ids.has(SCHEME_CHECK))
    findings.reportFile(
      `rules/${FOLDER}checks`,
      `check ${SCHEME_CHECK} is missing; it says which scheme the facts point to`,
    );
  return checks.sort((a, b) => (a.id < b.id ? -1 : 1));
}

function loadRule(
  { findings, citations, words, conditions }: Desk,
  name: string,
  path: Path,
  check: WrittenCheck,
  written: WrittenRule,
  known: { documents: ReadonlySet<string>; ids: Set<string> },
): EligibilityRule {
  const { effect, scheme, when, action, documents = [], ...rule } = written;
  const { id } = rule;
  const wrong = (at: string, message: string) => findings.report(name, [...path, at], message, id);
  if (known.ids.has(id)) wrong('id', `rule "${id}" is defined twice`);
  known.ids.add(id);
  if (!id.startsWith(`${check.id}.`)) wrong('id', `a rule of ${check.id} has an id that starts with "${check.id}."`);
  if (rule.confidence === 'UNCONFIRMED' && effect !== 'asks')
    wrong('effect', 'an UNCONFIRMED rule must ask (effect: asks)');
  if (effect === 'asks' && action === undefined) wrong('effect', 'a rule that asks says in "action" what settles it');
  if (scheme !== undefined && check.id !== SCHEME_CHECK) wrong('scheme', `only rules of ${SCHEME_CHECK} name a scheme`);
  if (rule.effective.to !== null && rule.effective.to < rule.effective.from)
    wrong('effective', 'the rule ends before it begins');
  checkCitations(findings, name, [...path, 'citations'], rule.citations, citations, id);
  findings.allKnown(name, [...path, 'documents'], documents, known.documents, 'document', id);
  const own = check.rules.map((r) => r.id);
  rule.examples.forEach((example, k) => {
    const at = [...path, 'examples', k];
    words.checkSets(name, [...at, 'facts'], { ...example.facts }, id);
    for (const key of ['is', 'not'] as const) {
      const named = example[key];
      if (named !== undefined && !['this', 'open', ...own].includes(named))
        findings.report(name, [...at, key], `unknown rule "${named}" of ${check.id}${didYouMean(named, own)}`, id);
    }
  });
  return {
    ...rule,
    check: check.id,
    when: conditions.read(name, [...path, 'when'], when, id),
    outcome: { effect, ...(scheme === undefined ? {} : { scheme }) },
    action: action ?? null,
    documents,
    overrides: [],
    file: findings.files.get(name)?.file ?? name,
  };
}
