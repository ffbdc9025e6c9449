import type { Citations } from '../citations.js';
import type { Question, QuestionKind } from '../model.js';
import { checkCitations } from './citation_check.js';
import type { ConceptNames } from './concepts.js';
import type { FactWords } from './facts.js';
import type { Findings } from './findings.js';
import { inOneShape } from './one_shape.js';
import { checkPlaceholders } from './placeholder_check.js';

/** What a question of a file may leave out. */
type Optional = 'concerns' | 'settles' | 'implies';
type WrittenQuestion = Omit<Question, 'kind' | Optional> & Partial<Pick<Question, Optional>>;

/** The questions by id, in the order of their files. */
export function loadQuestions(findings: Findings, facts: FactWords, citations: Citations): Map<string, Question> {
  const byId = new Map<string, Question>();
  const doubts = facts.of('doubt');
  for (const [name, file] of findings.under('questions/')) {
    const { kind } = file.value as { kind: QuestionKind };
    for (const [q, i] of findings.entries<WrittenQuestion>(file, 'questions')) {
      const path = ['questions', i];
      if (byId.has(q.id)) findings.report(name, [...path, 'id'], `question "${q.id}" is defined twice`, q.id);
      checkCitations(findings, name, [...path, 'citations'], q.citations, citations, q.id);
      findings.allKnown(name, [...path, 'settles'], q.settles, doubts, 'doubt', q.id);
      facts.checkSets(name, [...path, 'implies'], q.implies, q.id);
      checkPlaceholders(findings, name, [...path, 'text'], q.text, q.id);
      checkPlaceholders(findings, name, [...path, 'whyAsked'], q.whyAsked, q.id);
      q.answers.forEach((a, j) => {
        const answer = [...path, 'answers', j];
        for (const key of ['label', 'holds', 'flag'] as const)
          checkPlaceholders(findings, name, [...answer, key], a[key], q.id);
        facts.checkSets(name, [...answer, 'sets'], a.sets, q.id);
        facts.checkSets(name, [...answer, 'remainder', 'sets'], a.remainder?.sets, q.id);
        a.parts?.forEach((part, k) => {
          facts.checkSets(name, [...answer, 'parts', k, 'sets'], part.sets, q.id);
        });
      });
      byId.set(q.id, { concerns: 'line', settles: [], implies: {}, ...q, kind });
    }
  }
  return new Map(shaped([...byId.values()]).map((q) => [q.id, q]));
}

/** The questions in one shape, and the answers of all of them in one. */
function shaped(questions: readonly Question[]): Question[] {
  const answers = inOneShape(questions.flatMap((q) => q.answers));
  let next = 0;
  return inOneShape(questions).map((q) => {
    const from = next;
    next += q.answers.length;
    return { ...q, answers: answers.slice(from, next) };
  });
}

/** Answers may say which concept the thing is or whose dates it has, and be ruled out by what the line states or names. */
export function checkAnsweredConcepts(
  findings: Findings,
  concepts: ReadonlyMap<string, unknown>,
  { classes, items, statements }: ConceptNames,
): void {
  const things = new Set([...classes, ...concepts.keys()]);
  const parts = new Set([...concepts.keys()].flatMap((id) => [id, id.slice(0, id.indexOf('.'))]));
  for (const [name, file] of findings.under('questions/')) {
    for (const [q, i] of findings.entries<WrittenQuestion>(file, 'questions')) {
      q.answers.forEach((a, j) => {
        const path = ['questions', i, 'answers', j];
        const { says, unless, names } = a.ruledOutBy ?? {};
        findings.known(name, [...path, 'concept'], a.concept, concepts, 'concept', q.id);
        findings.known(name, [...path, 'datesOf'], a.datesOf, items, 'item', q.id);
        a.parts?.forEach((part, k) => {
          findings.allKnown(name, [...path, 'parts', k, 'things'], part.things, parts, 'concept or area', q.id);
        });
        findings.allKnown(name, [...path, 'ruledOutBy', 'says'], says, statements, 'statement', q.id);
        findings.allKnown(name, [...path, 'ruledOutBy', 'unless'], unless, statements, 'statement', q.id);
        findings.allKnown(name, [...path, 'ruledOutBy', 'names'], names, things, 'class or concept', q.id);
      });
    }
  }
}
