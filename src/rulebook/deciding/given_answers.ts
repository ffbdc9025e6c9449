import { CONFIRMED_ANSWER, InputError } from '../answers.js';
import { daysBetween } from '../calendar.js';
import type { GivenAnswer, Line } from '../line.js';
import type { Meaning } from '../meaning.js';
import type { AnswerDefinition, Question } from '../model.js';
import { poundsText } from '../money.js';
import { mentionsOf, type Reading } from '../reading/reading.js';

/** An answer of the user with the question it answers. */
export interface Answered {
  given: GivenAnswer;
  question: Question;
  answer: AnswerDefinition;
}

/** Facts of which the words of a line may say the opposite of an answer. */
const CONTRADICTED = new Set(['supplied', 'operator', 'timing', 'customer', 'job', 'vatKind']);

/** @throws InputError for an answer that the questions do not have. */
export function resolveAnswers(questions: ReadonlyMap<string, Question>, line: Line): Answered[] {
  return line.answers.map((given) => {
    const question = questions.get(given.questionId);
    const answer = question?.answers.find((a) => a.id === given.answerId);
    if (!question || !answer) throw refused(`unknown answer ${given.questionId}=${given.answerId}`);
    return { given, question, answer };
  });
}

/** How and when a thing was supplied may be told unasked; what it is, only where the line leaves that open. */
export function saysWhatItIs(answer: AnswerDefinition): boolean {
  const told = Object.keys(answer.sets ?? {});
  return (
    answer.concept !== undefined ||
    answer.rereads === true ||
    answer.parts !== undefined ||
    ['productClass', 'goodsAlone', 'lineKind'].some((fact) => told.includes(fact))
  );
}

/** @throws InputError when the answer says the opposite of what the line itself says: that is an error, not a choice. */
export function refuseContradiction(answered: Answered, meaning: Meaning, reading: Reading, line: Line): void {
  refuseContradictedFact(answered, meaning);
  refuseRuledOut(answered, reading);
  refuseBesideGoods(answered, line);
  refuseOtherCustomer(answered, line);
}

function refuseContradictedFact({ question, answer }: Answered, meaning: Meaning): void {
  for (const [fact, value] of Object.entries(answer.sets ?? {})) {
    const read = contradictedFact(fact, value, meaning);
    if (read === null) continue;
    throw refused(
      `${question.id}=${answer.id} says that ${fact} is ${value}, but the words of the line say ${read}; correct the answer or the line text`,
    );
  }
}

/** What the words of a line say of a fact, when it is the opposite of `value`; null when they do not contradict it. */
export function contradictedFact(fact: string, value: string, meaning: Meaning): string | null {
  if (!CONTRADICTED.has(fact) || meaning.origins[fact] !== 'words') return null;
  const read = meaning.facts[fact];
  if (read === null || read === undefined || read === value) return null;
  const opposite =
    fact !== 'supplied' ||
    (read === 'materials' && value !== 'materials') ||
    (read === 'supply_and_install' && value === 'materials');
  return opposite ? read : null;
}

/** @throws InputError when a date answered is not near the date of the line. */
export function refuseOtherDate(question: Question, answer: AnswerDefinition, value: string, line: Line): void {
  const { withinDays } = answer;
  if (withinDays === undefined || !line.taxPointGiven || Math.abs(daysBetween(value, line.taxPoint)) <= withinDays)
    return;
  throw refused(
    `${question.id}=${answer.id} says ${value}, but the line is dated ${line.taxPoint}, more than ${withinDays} days apart; correct the answer or the date of the line`,
  );
}

/** @throws InputError when the line says or names what rules the answer out. */
export function refuseRuledOut({ question, answer }: Answered, reading: Reading): void {
  const { says = [], names = [] } = answer.ruledOutBy ?? {};
  if (says.length + names.length === 0) return;
  const said = says
    .map(
      (id) =>
        reading.statements.get(id)?.text ?? (reading.statementsInNames.has(id) ? id.replace(/_/g, ' ') : undefined),
    )
    .find((text) => text !== undefined);
  const named = mentionsOf(reading).find(
    ({ concept }) => names.includes(concept.class) || names.includes(concept.id),
  )?.text;
  const words = said ?? named;
  if (words === undefined) return;
  throw refused(
    `${question.id}=${answer.id} says “${answer.label}”, but the line itself says “${words}”; correct the answer or the line text`,
  );
}

function refuseBesideGoods({ question, answer }: Answered, { goodsFollowed }: Line): void {
  const pence = (answer.ruledOutBy?.beside ?? []).map((decided) => goodsFollowed?.[decided] ?? 0).find((p) => p > 0);
  if (pence === undefined) return;
  throw refused(
    `${question.id}=${answer.id} says “${answer.label}”, but goods for ${poundsText(pence)} on its invoice are decided otherwise; correct the answer or their lines`,
  );
}

/** Whom a document names is changed on the document or among the claimants, where its evidence follows (decisions.md L15, K32). */
function refuseOtherCustomer({ question, answer }: Answered, { billedTo }: Line): void {
  if (billedTo === null || answer.ruledOutBy?.billedToCompany !== true) return;
  throw refused(
    `${question.id}=${answer.id} says “${answer.label}”, but the document is addressed to “${billedTo}”; correct the name of the customer if it was misread, or name it among the claimants of the project if it is their business`,
  );
}

/** The error of an answer that cannot be taken. */
export function refused(message: string): InputError {
  return new InputError([{ path: CONFIRMED_ANSWER, message }]);
}
