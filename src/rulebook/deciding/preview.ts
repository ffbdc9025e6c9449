import { InputError } from '../answers.js';
import type { Line } from '../line.js';
import type { AnswerDefinition, Question, Treatment } from '../model.js';
import { formatPence } from '../money.js';
import type { Rulebook } from '../rulebook.js';
import { type Case, caseOf } from './case.js';
import { outcomeOf } from './decision.js';
import { resolveAnswers } from './given_answers.js';
import { decideParts } from './joint_decision.js';
import { partsOf } from './parts.js';

/**
 * What the line would become with this answer; null when the line rules it out. Amounts are tried half and half; an answer
 * that takes words, or an amount that says nothing without another, stays open.
 * @param asking the case that raised the question, which most answers leave as it is.
 */
export async function thenTreatment(
  book: Rulebook,
  asking: Case,
  line: Line,
  question: Question,
  answer: AnswerDefinition,
): Promise<Treatment | null> {
  const leansOnAnother = answer.parts !== undefined && question.answers.some((a) => a.needed === true && a !== answer);
  if (answer.takes === 'date' || answer.rereads || leansOnAnother) return 'needs_answer';
  const given = { questionId: question.id, answerId: answer.id, value: triedAmounts(line, answer) };
  // A line its owner has answered follows no other.
  const alone = line.mainLine === null ? line : { ...line, relation: null, mainLine: null };
  const next: Line = { ...alone, answers: [...line.answers.filter((a) => a.questionId !== question.id), given] };
  try {
    const answered = resolveAnswers(book.questions, next);
    const parts = partsOf(book, next, answered);
    if (parts) return (await decideParts(book, next, parts)).treatment;
    const put = caseOf(book, next, answered, {}, asking);
    return outcomeOf(put, book.engine.judge(next.route, put.supplied, put.line.taxPoint, put.facts)).treatment;
  } catch (error) {
    if (error instanceof InputError) return null;
    throw error;
  }
}

function triedAmounts(line: Line, answer: AnswerDefinition): string | null {
  if (answer.parts === undefined) return null;
  const net = Math.abs(line.net);
  const half = Math.floor(net / 2);
  if (answer.parts.length + (answer.remainder ? 1 : 0) < 2) return formatPence(net);
  return answer.remainder ? formatPence(half) : `${formatPence(half)}/${formatPence(net - half)}`;
}
