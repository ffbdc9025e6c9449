import type { Rulebook } from '../rulebook/rulebook.js';
import type { LineItem } from './records.js';

/** The answer by which the VAT of a line is claimed apart from the lines; null where there is none, or another question is open. */
export function claimedApart(
  { questions }: Rulebook,
  { answers, questionId }: Pick<LineItem, 'answers' | 'questionId'>,
): LineItem['answers'][number] | null {
  const last = answers.at(-1);
  if (last === undefined || (questionId !== null && questionId !== last.questionId)) return null;
  const answer = questions.get(last.questionId)?.answers.find(({ id }) => id === last.answerId);
  return answer?.claimedApart === true ? last : null;
}
