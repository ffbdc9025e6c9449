import type { Judgement } from '../engine.js';
import type { Outcome, Question } from '../model.js';
import type { Rulebook } from '../rulebook.js';
import type { Case } from './case.js';
import { ASKED_OF_CONFLICT } from './given_answers.js';

/** Questions asked when nothing names one: of a thing whose claim column is open, of a line that nobody understands. */
export const ASKED_OF_GOODS = 'fixed_and_usual';
export const ASKED_OF_UNKNOWN = 'what_was_bought';
/** The plain question that `whoFitted` of circumstances.yaml puts in other words. */
export const ASKED_OF_FITTING = 'sai_who_fitted';

/** The one question that a line which needs an answer asks next. */
export function openQuestion(book: Rulebook, verdict: Judgement, outcome: Outcome, put: Case): Question | null {
  if (put.heldQuestion !== null) return book.questions.get(put.heldQuestion) ?? null;
  const id = questionId(book, verdict, outcome, put) ?? ASKED_OF_UNKNOWN;
  const given = put.answers.find((a) => a.question.id === id);
  // An answer that stands alone, or words that say no more than the line did, undo no other: it is asked again.
  const undone = given !== undefined && put.answers.length > 1 && given.answer.rereads !== true;
  return book.questions.get(undone ? ASKED_OF_CONFLICT : id) ?? null;
}

function questionId(book: Rulebook, verdict: Judgement, outcome: Outcome, put: Case): string | undefined {
  if (verdict.kind === 'missing') return askedOfFact(book, put, verdict.fact);
  if (outcome.question === 'doubt') return askedOfDoubt(book, put);
  return outcome.question === 'product' ? askedOfThing(book, put) : outcome.question;
}

/** Who fitted it is asked in the words of the case, where circumstances.yaml has some. */
function askedOfDoubt(book: Rulebook, put: Case): string | undefined {
  const asked = askedOfFact(book, put, 'doubt');
  return asked === ASKED_OF_FITTING ? (put.meaning.whoFittedQuestion ?? asked) : asked;
}

function askedOfFact(book: Rulebook, { facts }: Case, fact: string): string | undefined {
  const definition = book.facts.find((f) => f.name === fact);
  return definition?.values.find((v) => v.value === facts[fact])?.asks ?? definition?.asks;
}

function askedOfThing(book: Rulebook, put: Case): string {
  const { facts, meaning } = put;
  const aim = facts.esmAim === 'doubtful' || facts.esmAim === 'unsettled' ? meaning.aimQuestion : null;
  return (
    aim ??
    meaning.concept?.onRoute?.question ??
    meaning.concept?.question ??
    (facts.lineKind === 'ordinary' ? undefined : askedOfFact(book, put, 'lineKind')) ??
    ASKED_OF_GOODS
  );
}
