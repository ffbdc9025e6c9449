import type { Citations } from '../citations.js';
import type { Question, QuestionKind } from '../model.js';
import { checkCitations } from './citation_check.js';
import type { FactWords } from './facts.js';
import type { Findings } from './findings.js';

/** A question as its file has it: what it settles and implies may be left out. */
type WrittenQuestion = Omit<Question, 'kind' | 'settles' | 'implies'> & Partial<Pick<Question, 'settles' | 'implies'>>;

/** The questions by id, in the order of their files. */
export function loadQuestions(findings: Findings, facts: FactWords, citations: Citations): Map<string, Question> {
  const byId = new Map<string, Question>();
  const doubts = facts.of('doubt');
  for (const [name, file] of findings.under('questions/')) {
    const { kind, questions } = file.value as { kind: QuestionKind; questions: WrittenQuestion[] };
    questions.forEach((q, i) => {
      const path = ['questions', i];
      if (byId.has(q.id)) findings.report(name, [...path, 'id'], `question "${q.id}" is defined twice`, q.id);
      checkCitations(findings, name, [...path, 'citations'], q.citations, citations, q.id);
      findings.allKnown(name, [...path, 'settles'], q.settles, doubts, 'doubt', q.id);
      facts.checkSets(name, [...path, 'implies'], q.implies, q.id);
      q.answers.forEach((a, j) => {
        const answer = [...path, 'answers', j];
        facts.checkSets(name, [...answer, 'sets'], a.sets, q.id);
        facts.checkSets(name, [...answer, 'remainder', 'sets'], a.remainder?.sets, q.id);
        a.parts?.forEach((part, k) => {
          facts.checkSets(name, [...answer, 'parts', k, 'sets'], part.sets, q.id);
        });
      });
      byId.set(q.id, { ...q, kind, settles: q.settles ?? [], implies: q.implies ?? {} });
    });
  }
  return byId;
}

/** Answers may say which concept the thing is. */
export function checkAnsweredConcepts(findings: Findings, concepts: ReadonlyMap<string, unknown>): void {
  for (const [name, file] of findings.under('questions/')) {
    (file.value as { questions: WrittenQuestion[] }).questions.forEach((q, i) => {
      q.answers.forEach((a, j) => {
        findings.known(name, ['questions', i, 'answers', j, 'concept'], a.concept, concepts, 'concept', q.id);
      });
    });
  }
}
