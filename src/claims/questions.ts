import { InputError, notOneOf } from '../rulebook/answers.js';
import type { GivenAnswer } from '../rulebook/line.js';
import type { Rulebook } from '../rulebook/rulebook.js';
import { type AskingToWrite, type Claims, NotAllowed } from './claims.js';
import { type CompanionChange, comingOf, companionChanges, letGo, ON_ITS_OWN } from './companion_lines.js';
import type { LineItem } from './records.js';
import { changeLine, type Routed } from './route_line.js';

/** What came of an answer, and what would come of letting the companions follow it. */
export interface Answered extends Routed {
  companions: CompanionChange[];
}

/**
 * Answers the open question of a line, or answers an earlier one anew. Companions that followed an earlier answer go back to
 * what they were; whether they follow the new one is asked with `reclassify_companion_items`.
 * @param more further amounts of the price, for a question that is answered by several.
 * @throws NotFound, NotAllowed, InputError when the question is not open or the answer contradicts the line.
 */
export function answerQuestion(
  claims: Claims,
  asking: AskingToWrite,
  lineItemId: string,
  answer: GivenAnswer,
  more: readonly GivenAnswer[] = [],
): Promise<Answered> {
  return withPreview(claims, asking, lineItemId, answer.questionId, 'answered', (item, eligibility) => {
    const earlier = item.answers.findIndex((a) => a.questionId === answer.questionId);
    if (answer.questionId === PROJECT_QUESTION && eligibility === 'not_eligible')
      throw new NotAllowed(
        'project_not_eligible',
        'By its facts the project is not eligible, which no answer about a line can change. Correct the facts with set_up_project.',
      );
    if (earlier < 0) refuseUnasked(asking.book, item, answer);
    const given = [answer, ...more];
    const before = earlier < 0 ? [] : item.answers.slice(earlier).filter((a) => a.questionId === answer.questionId);
    if (before.length === given.length && given.every((one, i) => sameAnswer(before[i], one))) return item;
    // What was answered after it rested on it.
    const kept = earlier < 0 ? item.answers : item.answers.slice(0, earlier);
    return { ...item, answers: [...kept, ...given], ...ON_ITS_OWN };
  });
}

/** Takes back the answer to a question and those given after it. @throws NotFound, NotAllowed, InputError */
export function withdrawAnswer(
  claims: Claims,
  asking: AskingToWrite,
  lineItemId: string,
  questionId: string,
): Promise<Answered> {
  return withPreview(claims, asking, lineItemId, questionId, 'answer_withdrawn', (item) => {
    const at = item.answers.findIndex((a) => a.questionId === questionId);
    if (at < 0)
      throw new InputError([
        notOneOf(
          'questionId',
          questionId,
          item.answers.map((a) => a.questionId),
          (word) => `${word} has no answer on this line`,
        ),
      ]);
    return { ...item, answers: item.answers.slice(0, at) };
  });
}

const PROJECT_QUESTION = 'project_in_scheme';

async function withPreview(
  claims: Claims,
  asking: AskingToWrite,
  lineItemId: string,
  questionId: string,
  cause: 'answered' | 'answer_withdrawn',
  change: (item: LineItem, eligibility: string) => LineItem,
): Promise<Answered> {
  const routed = await changeLine(
    claims,
    asking,
    { lineItemId, cause },
    (item, file) => change(item, file.project.eligibility),
    (items, before) => letGo(asking, before, answeredForAll(asking.book, items, lineItemId, questionId), lineItemId),
  );
  const file = await claims.stored.file(asking.organisationId, routed.invoice.id);
  const changes = await companionChanges(asking, file, claims.clock());
  return { ...routed, companions: comingOf(changes, routed.item) };
}

/** What is said of the whole invoice on one line is said of its other lines that ask it or were told of it, and taken back from them with it. */
function answeredForAll(
  book: Rulebook,
  items: readonly LineItem[],
  lineItemId: string,
  questionId: string,
): readonly LineItem[] {
  if (book.questions.get(questionId)?.oneForInvoice !== true) return items;
  const isOf = (a: GivenAnswer) => a.questionId === questionId;
  const said = items.find(({ id }) => id === lineItemId)?.answers.filter(isOf) ?? [];
  return items.map((item) => {
    const at = item.answers.findIndex(isOf);
    if (item.id === lineItemId || (at < 0 && (item.questionId !== questionId || said.length === 0))) return item;
    return { ...item, answers: [...(at < 0 ? item.answers : item.answers.slice(0, at)), ...said] };
  });
}

/** Besides the question that is open, one that the rule says may be answered unasked. */
function refuseUnasked(book: Rulebook, item: LineItem, { questionId }: GivenAnswer): void {
  const answerable = item.ruleId === null ? undefined : book.rule(item.ruleId)?.answerable;
  if (item.questionId === questionId || answerable === questionId) return;
  const open =
    item.questionId === null ? 'no question is open on this line' : `the open question is ${item.questionId}`;
  const allowed = [item.questionId, answerable].flatMap((id) => id ?? []).concat(item.answers.map((a) => a.questionId));
  throw new InputError([notOneOf('questionId', questionId, allowed, (word) => `${word} is not asked here (${open})`)]);
}

function sameAnswer(a: GivenAnswer | undefined, b: GivenAnswer): boolean {
  return a !== undefined && a.answerId === b.answerId && a.value === b.value;
}
