import type { InputError } from './answers.js';
import type { Classification } from './classification.js';
import { decide } from './deciding/decision.js';
import { refused, resolveAnswers } from './deciding/given_answers.js';
import { decideParts } from './deciding/joint_decision.js';
import { partsOf } from './deciding/parts.js';
import { insteadOfParts } from './deciding/whole_line.js';
import type { GivenAnswer, Line } from './line.js';
import { present, presentParts } from './presenting/answer.js';
import type { Rulebook } from './rulebook.js';

export interface ClassifyOptions {
  /** Whether to work out what each answer of a question would lead to; otherwise `thenTreatment` is always needs_answer. */
  previews?: boolean;
  /** Whether to say why in sentences; otherwise `explanation` is empty and `action` null. */
  inWords?: boolean;
  /** Whether to tell the whole reasoning; otherwise `steps` has none. */
  steps?: boolean;
}

/** What is decided, for whoever shows nobody why. */
export const VERDICT_ALONE: Required<ClassifyOptions> = { previews: false, inWords: false, steps: false };

/**
 * Decides one line, as a whole or by its parts, and says why.
 * @throws InputError when an answer contradicts the line, does not fit its amounts, or claims what was never in question.
 */
export async function classifyLine(
  book: Rulebook,
  line: Line,
  { previews = true, inWords = true, steps = inWords }: ClassifyOptions = {},
): Promise<Classification> {
  const given = await classifyWith(book, line, { previews, inWords, steps });
  if (line.answers.length > 0 && (line.vat < 0 || claimOf(given) !== 0)) {
    const fault = await faultOfUnasked(book, line, given);
    if (fault) throw fault;
  }
  return given;
}

async function classifyWith(book: Rulebook, line: Line, options: Required<ClassifyOptions>): Promise<Classification> {
  const answers = resolveAnswers(book.questions, line);
  const parts = partsOf(book, line, answers);
  if (!parts) return present(book, await decide(book, line, answers), options, line);
  const joint = await decideParts(book, line, parts);
  const stated = parts.flatMap((part) => part.stated ?? []);
  const whole = stated.length > 0 ? await insteadOfParts(book, line, stated, joint) : null;
  return whole ? present(book, whole, options, line) : presentParts(book, line, joint, options);
}

/**
 * Follows the questions that the line really raises, one by one, with the answers given. An answer to a question that is
 * never raised may lower a claim, but a claim that needs it is refused: "plain mirror" does not make a washing machine claimable.
 * Of a credit the claim is below zero.
 */
async function faultOfUnasked(book: Rulebook, line: Line, given: Classification): Promise<InputError | null> {
  const { asked, reached } = await asReallyAsked(book, line);
  const unasked = line.answers.find((a) => !asked.includes(a));
  if (unasked === undefined || claimOf(given) <= claimOf(reached)) return null;
  const instead = reached.question
    ? `it asks ${reached.question.id}`
    : `it is ${reached.classification.treatment} without an answer`;
  return refused(
    `${unasked.questionId}=${unasked.answerId} answers a question that this line does not raise; ${instead}`,
  );
}

/** The answers given that the line asks for, in turn, and what it comes to with them alone. */
async function asReallyAsked(book: Rulebook, line: Line): Promise<{ asked: GivenAnswer[]; reached: Classification }> {
  let asked: GivenAnswer[] = [];
  for (;;) {
    const reached = await classifyWith(book, { ...line, answers: asked }, VERDICT_ALONE);
    // Amounts of one question are given together.
    const next = line.answers.filter((a) => !asked.includes(a) && isAsked(book, a, reached));
    if (next.length === 0) return { asked, reached };
    asked = [...asked, ...next];
  }
}

/**
 * Whether an answer is to the open question or to one that may be answered unasked. How a thing was supplied may be told in
 * the words of any question: the caller states it unasked, too.
 */
function isAsked(book: Rulebook, { questionId, answerId }: GivenAnswer, { question, rule }: Classification): boolean {
  if (questionId === question?.id || saysOnlyHowSupplied(book, questionId, answerId)) return true;
  return rule !== null && questionId === book.rule(rule.id)?.answerable;
}

function saysOnlyHowSupplied(book: Rulebook, questionId: string, answerId: string): boolean {
  const answer = book.questions.get(questionId)?.answers.find((a) => a.id === answerId);
  const told = Object.keys(answer?.sets ?? {});
  return told.length === 1 && told[0] === 'supplied' && answer?.holds === undefined;
}

function claimOf({ classification }: Classification): number {
  return Number(classification.vatReclaimable);
}
