import type { Citations } from '../citations.js';
import { factsRead } from '../conditions.js';
import type { EligibilityBook } from '../eligibility/model.js';
import {
  CORRECTION_PLACES,
  type Corrections,
  correctionKind,
  DOCUMENT_TYPES,
  type DocumentStanding,
  EVIDENCE_FACTS,
  EVIDENCE_PLACES,
  type EvidenceBook,
  type EvidenceCheck,
  type LateEvidence,
  LETTER_LINE_PLACES,
  LETTER_PLACES,
} from '../evidence.js';
import type { Question, Rule } from '../model.js';
import type { Path } from '../problems.js';
import { checkCitations } from './citation_check.js';
import { ConditionReader } from './conditions.js';
import { FactWords } from './facts.js';
import type { Findings } from './findings.js';
import { checkPlaceholders } from './placeholder_check.js';

const FILE = 'evidence.yaml';

interface Written {
  documents: { type: string; is: DocumentStanding; label: string }[];
  fullInvoiceAbove: { pounds: number; citations: string[] };
  foreignVatNumbers: string[];
  names: EvidenceBook['names'];
  late: LateEvidence;
  checks: (Omit<EvidenceCheck, 'when'> & { when: unknown })[];
  corrections: Corrections;
}

/** What names of other files this one rests on. */
interface Known {
  citations: Citations;
  eligibility: EligibilityBook;
  rules: readonly Rule[];
  questions: ReadonlyMap<string, Question>;
}

/** What proves VAT paid, and what suppliers are asked to put right. */
export function loadEvidence(findings: Findings, known: Known): EvidenceBook {
  const { documents, fullInvoiceAbove, foreignVatNumbers, names, late, checks, corrections } =
    findings.value<Written>(FILE);
  const conditions = conditionsOf(findings);
  checkDocuments(findings, documents);
  checkCitations(
    findings,
    FILE,
    ['fullInvoiceAbove', 'citations'],
    fullInvoiceAbove.citations,
    known.citations,
    'limit',
  );
  checkLate(findings, late, known);
  checkCorrections(findings, corrections, known);
  return {
    documents: new Map([...ADDED_SINCE, ...documents.map(({ type, is, label }) => [type, { is, label }] as const)]),
    fullInvoiceAbove: Math.round(fullInvoiceAbove.pounds * 100),
    foreignVatNumbers,
    names,
    late,
    foreignVat: conditions.read(FILE, ['definitions'], { use: 'foreign_vat' }, 'definitions'),
    checks: loadChecks(findings, conditions, checks, known),
    corrections,
  };
}

/** Kinds of documents that an earlier edition has no row for. */
const ADDED_SINCE: ReadonlyMap<string, { is: DocumentStanding; label: string }> = new Map([
  ['delivery_note', { is: 'no_evidence', label: 'delivery note' }],
]);

function checkDocuments(findings: Findings, documents: Written['documents']): void {
  const seen = new Set<string>();
  documents.forEach(({ type }, i) => {
    if (seen.has(type)) findings.report(FILE, ['documents', i, 'type'], `"${type}" stands here twice`, type);
    seen.add(type);
  });
  for (const type of DOCUMENT_TYPES.filter((name) => !ADDED_SINCE.has(name)))
    if (!seen.has(type))
      findings.report(FILE, ['documents'], `"${type}" is missing: say what it is as evidence`, 'documents');
}

function checkLate(
  findings: Findings,
  { fittedBefore: { question, answer } }: LateEvidence,
  { questions }: Known,
): void {
  const path: Path = ['late', 'fittedBefore'];
  findings.known(FILE, [...path, 'question'], question, new Set(questions.keys()), 'question', question);
  const answers = questions.get(question)?.answers.map(({ id }) => id);
  if (answers) findings.known(FILE, [...path, 'answer'], answer, new Set(answers), 'answer', question);
}

function conditionsOf(findings: Findings): ConditionReader {
  const facts = EVIDENCE_FACTS.map(({ name, values }) => ({
    name,
    values: Object.keys(values).map((value) => ({ value })),
  }));
  return new ConditionReader(findings, new FactWords(facts, findings), FILE);
}

function loadChecks(
  findings: Findings,
  conditions: ConditionReader,
  checks: Written['checks'],
  { citations, eligibility }: Known,
): EvidenceCheck[] {
  const subjects = new Map<string, string>(EVIDENCE_FACTS.map(({ name, about }) => [name, about]));
  const documents = new Set(eligibility.documents.map((d) => d.id));
  const ids = new Set<string>();
  return checks.map((written, i) => {
    const path: Path = ['checks', i];
    const { id, about } = written;
    if (ids.has(id)) findings.report(FILE, [...path, 'id'], `check "${id}" is defined twice`, id);
    ids.add(id);
    checkCitations(findings, FILE, [...path, 'citations'], written.citations, citations, id);
    findings.known(FILE, [...path, 'document'], written.document, documents, 'document', id);
    for (const key of ['because', 'action'] as const)
      checkPlaceholders(findings, FILE, [...path, key], written[key], id, EVIDENCE_PLACES);
    const when = conditions.read(FILE, [...path, 'when'], written.when, id);
    for (const fact of factsRead(when)) {
      const subject = subjects.get(fact);
      if (subject !== undefined && subject !== about)
        findings.report(
          FILE,
          [...path, 'when'],
          `${fact} is a fact of a ${subject}, and the check is about a ${about}`,
          id,
        );
    }
    return { ...written, when };
  });
}

function checkCorrections(
  findings: Findings,
  { citations: refs, document, title, titleOutOfTime, because, outOfTime, letter }: Corrections,
  { citations, eligibility, rules }: Known,
): void {
  const id = 'corrections';
  checkCitations(findings, FILE, [id, 'citations'], refs, citations, id);
  const documents = new Set(eligibility.documents.map((d) => d.id));
  findings.known(FILE, [id, 'document'], document, documents, 'document', id);
  for (const [key, text] of Object.entries({ title, titleOutOfTime, because, outOfTime }))
    checkPlaceholders(findings, FILE, [id, key], text, id, CORRECTION_PLACES);
  for (const key of ['subject', 'body'] as const)
    checkPlaceholders(findings, FILE, [id, 'letter', key], letter[key], id, LETTER_PLACES);
  checkPlaceholders(findings, FILE, [id, 'letter', 'line'], letter.line, id, LETTER_LINE_PLACES);
  const untold = new Set<string>();
  for (const rule of rules) {
    const kind = correctionKind(rule);
    const key = `${rule.route} ${kind}`;
    if (kind === null || letter.law[rule.route][kind] !== undefined || untold.has(key)) continue;
    untold.add(key);
    findings.report(
      FILE,
      [id, 'letter', 'law', rule.route],
      `"${kind}" is missing, and ${rule.id} makes such corrections: say what the letter tells the supplier of them`,
      id,
    );
  }
}
