import { CONFIRMED_ANSWER, InputError } from '../answers.js';
import { daysBetween } from '../calendar.js';
import type { GivenAnswer, Line } from '../line.js';
import type { Meaning } from '../meaning.js';
import type { AnswerDefinition, Question, RuledOutBy } from '../model.js';
import { poundsText } from '../money.js';
import { mentionsOf, type Reading } from '../reading/reading.js';

/** An answer of the user with the question it answers. */
export interface Answered {
  given: GivenAnswer;
  question: Question;
  answer: AnswerDefinition;
}

/** Asked of two answers that undo each other, which would come back to a question already answered. */
export const ASKED_OF_CONFLICT = 'sai_conflicting_answers';

/** Facts of which the words of a line may say the opposite of an answer. */
const CONTRADICTED = new Set(['supplied', 'operator', 'timing', 'customer', 'job', 'vatKind']);
/** Facts that the caller states and no answer changes: it would be of another site or supplier. */
const STATED = new Set(['country', 'vatKind']);
/** Facts that have one answer, whichever question it is to; what a thing is may be told more and more exactly. */
const SETTLED_ONCE = [...CONTRADICTED, 'building', 'country', 'installedBy', 'esmAim'];

/** @throws InputError for an answer that the questions do not have. */
export function resolveAnswers(questions: ReadonlyMap<string, Question>, line: Line): Answered[] {
  return line.answers.map((given) => {
    const question = questions.get(given.questionId);
    const answer = question?.answers.find((a) => a.id === given.answerId);
    if (!question || !answer) throw refused(`unknown answer ${given.questionId}=${given.answerId}`);
    return { given, question, answer };
  });
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
    const read = contradictedFact(fact, value, meaning) ?? statedOtherwise(fact, value, meaning);
    if (read === null) continue;
    const who = meaning.origins[fact] === 'words' ? 'the words of the line say' : 'the line was given with';
    throw refused(
      `${question.id}=${answer.id} says that ${fact} is ${value}, but ${who} ${read}; correct the answer or the line`,
    );
  }
}

/** What the words of a line say of a fact, when it is the opposite of `value`; null when they do not contradict it. */
export function contradictedFact(fact: string, value: string, { facts, origins }: Meaning): string | null {
  if (!CONTRADICTED.has(fact) || origins[fact] !== 'words') return null;
  const read = facts[fact];
  return read != null && areOpposite(fact, read, value) ? read : null;
}

function statedOtherwise(fact: string, value: string, { facts, origins }: Meaning): string | null {
  const stated = STATED.has(fact) && origins[fact] === 'caller' ? facts[fact] : null;
  return stated == null || stated === value ? null : stated;
}

/** Labour, and goods with their fitting, are both works; either is the opposite of goods bought alone. */
function areOpposite(fact: string, a: string, b: string): boolean {
  if (a === b) return false;
  if (fact !== 'supplied') return true;
  return a === 'materials' || (a === 'supply_and_install' && b === 'materials');
}

/** Two answers that cannot both be true of one line, as the user is told of them; null when there are none. */
export function answersThatContradict(answers: readonly Answered[]): string | null {
  const settled = new Map<string, { value: string; by: Answered }>();
  for (const by of answers) {
    const sets = { ...by.question.implies, ...by.answer.sets };
    for (const fact of SETTLED_ONCE) {
      const value = sets[fact];
      if (value === undefined) continue;
      const earlier = settled.get(fact);
      const undone = earlier && (areOpposite(fact, earlier.value, value) || areOpposite(fact, value, earlier.value));
      if (undone && earlier.by.question !== by.question)
        return `${named(earlier.by)} and ${named(by)} contradict each other: take one of them back.`;
      settled.set(fact, { value, by });
    }
  }
  return null;
}

function named({ question, answer }: Answered): string {
  return `“${answer.label}” (${question.id}=${answer.id})`;
}

/** @throws InputError when a date answered is not near the date of the line, or after it where it cannot be. */
export function refuseOtherDate(question: Question, answer: AnswerDefinition, value: string, line: Line): void {
  const { withinDays, notLater } = answer;
  if (!line.taxPointGiven) return;
  if (notLater === true && value > line.taxPoint)
    throw refused(
      `${question.id}=${answer.id} says ${value}, which is after ${line.taxPoint}, the date of the line; correct the answer or the date of the line`,
    );
  if (withinDays === undefined || Math.abs(daysBetween(value, line.taxPoint)) <= withinDays) return;
  throw refused(
    `${question.id}=${answer.id} says ${value}, but the line is dated ${line.taxPoint}, more than ${withinDays} days apart; correct the answer or the date of the line`,
  );
}

/** @throws InputError when the line says or names what rules the answer out. */
export function refuseRuledOut({ question, answer }: Answered, reading: Reading): void {
  const { ruledOutBy } = answer;
  const words = ruledOutBy && (saidAgainst(ruledOutBy, reading) ?? namedAgainst(ruledOutBy, reading));
  if (words === undefined) return;
  throw refused(
    `${question.id}=${answer.id} says “${answer.label}”, but the line itself says “${words}”; correct the answer or the line text`,
  );
}

function saidAgainst({ says = [], unless = [] }: RuledOutBy, reading: Reading): string | undefined {
  const { statements, statementsInNames } = reading;
  if (unless.some((id) => statements.has(id) || statementsInNames.has(id))) return undefined;
  const stated = says.find((id) => statements.has(id) || statementsInNames.has(id));
  return stated === undefined ? undefined : (statements.get(stated) ?? statementsInNames.get(stated))?.text;
}

function namedAgainst({ names = [] }: RuledOutBy, reading: Reading): string | undefined {
  if (names.length === 0) return undefined;
  return mentionsOf(reading).find(({ concept }) => names.includes(concept.class) || names.includes(concept.id))?.text;
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
