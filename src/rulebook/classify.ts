import type { InputError } from './answers.js';
import type { Classification } from './classification.js';
import { decide } from './deciding/decision.js';
import { refused, resolveAnswers, saysWhatItIs } from './deciding/given_answers.js';
import { decideParts } from './deciding/joint_decision.js';
import { partsOf } from './deciding/parts.js';
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
  if (line.answers.length > 0 && Number(given.classification.vatReclaimable) !== 0) {
    const fault = await faultOfUnasked(book, line, given);
    if (fault) throw fault;
  }
  return given;
}

async function classifyWith(book: Rulebook, line: Line, options: Required<ClassifyOptions>): Promise<Classification> {
  const answers = resolveAnswers(book.questions, line);
  const parts = partsOf(book, line, answers);
  return parts
    ? presentParts(book, line, await decideParts(book, line, parts), options)
    : present(book, await decide(book, line, answers), options);
}

/**
 * Follows the questions that the line really raises, one by one, with the answers given. An answer to a question that is
 * never raised may lower a claim, but a claim that needs it is refused: "plain mirror" does not make a washing machine claimable.
 */
async function faultOfUnasked(book: Rulebook, line: Line, given: Classification): Promise<InputError | null> {
  let asked: GivenAnswer[] = [];
  let reached = await classifyWith(book, { ...line, answers: [] }, VERDICT_ALONE);
  for (;;) {
    const id = reached.question?.id;
    const next = line.answers.find((a) => a.questionId === id && !asked.includes(a));
    if (!next) break;
    asked = [...asked, next];
    reached = await classifyWith(book, { ...line, answers: asked }, VERDICT_ALONE);
  }
  const unasked = resolveAnswers(book.questions, line).find(
    ({ given: a, answer }) => !asked.includes(a) && saysWhatItIs(answer),
  )?.given;
  const more =
    Math.abs(Number(given.classification.vatReclaimable)) > Math.abs(Number(reached.classification.vatReclaimable));
  if (!unasked || !more) return null;
  const instead = reached.question
    ? `it asks ${reached.question.id}`
    : `it is ${reached.classification.treatment} without an answer`;
  return refused(
    `${unasked.questionId}=${unasked.answerId} answers a question that this line does not raise; ${instead}`,
  );
}
