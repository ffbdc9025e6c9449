import { isDay } from './calendar.js';
import type { GivenAnswer } from './line.js';
import type { AnswerDefinition, Question } from './model.js';
import { parsePence } from './money.js';
import { didYouMean, nearestFew } from './problems.js';
import { isUkVatNumber } from './vat_number.js';

/** Something wrong with what the caller sent; `path` names the field. */
export interface InputIssue {
  path: string;
  message: string;
  allowed?: string[];
}

export class InputError extends Error {
  constructor(readonly issues: InputIssue[]) {
    super(issues.map((i) => `${i.path}: ${i.message}`).join('; '));
    this.name = 'InputError';
  }
}

/** The issue with a field that takes one of a closed list: the message names it too, for whoever sees nothing else. */
export const takesOneOf = (path: string, message: string, allowed: readonly string[]): InputIssue => ({
  path,
  message: `${message}; allowed: ${allowed.join(', ') || 'none'}`,
  allowed: [...allowed],
});

/** Longer words are cut before they are shown. */
const MOST_SHOWN = 60;
/** Of a longer list only the nearest are named. */
const MOST_LISTED = 50;
const NEAREST_LISTED = 5;

/** The same for a word that is none of the list; the nearest that is, is named. @param say what is wrong with it, from the word in quotes. */
export function notOneOf(
  path: string,
  word: string,
  allowed: readonly string[],
  say = (quoted: string) => `${quoted} is not allowed`,
): InputIssue {
  const start = word.slice(0, MOST_SHOWN);
  const quoted = `"${word === start ? word : `${start}…`}"`;
  const message = `${say(quoted)}${didYouMean(start, allowed)}`;
  if (allowed.length <= MOST_LISTED) return takesOneOf(path, message, allowed);
  const near = nearestFew(start, allowed, NEAREST_LISTED);
  return { path, message: `${message}; nearest of ${allowed.length}: ${near.join(', ')}`, allowed: near };
}

/** Where question, answer and value of an answer stand, and what stands before the value. */
interface AnswerFields {
  question: string;
  answer: string;
  value: string;
  before: string;
}

/** The field that holds answers to a line which is not stored. */
export const CONFIRMED_ANSWER = 'item.confirmedAnswer';
const IN_ONE: AnswerFields = {
  question: CONFIRMED_ANSWER,
  answer: CONFIRMED_ANSWER,
  value: CONFIRMED_ANSWER,
  before: ':',
};
const AMOUNTS: AnswerFields = { question: 'questionId', answer: 'amounts', value: 'amounts', before: '' };
const APART: AnswerFields = { question: 'questionId', answer: 'answerId', value: 'value', before: '' };

/**
 * One answer whose question, answer and value are fields of their own.
 * @throws InputError naming the field with the nearest allowed value.
 */
export function answerGiven(
  { questionId, answerId, value = null }: { questionId: string; answerId: string; value?: string | null },
  questions: ReadonlyMap<string, Question>,
): GivenAnswer {
  const question = questionNamed(questionId, questions, APART);
  checkValue(question, answerNamed(answerId, question, APART), value, APART);
  return { questionId, answerId, value };
}

/**
 * Amounts of a price that answer one question together, by answer id.
 * @throws InputError naming the answer that is none, or takes no amount beside others.
 */
export function amountsGiven(
  questionId: string,
  amounts: Readonly<Record<string, string>>,
  questions: ReadonlyMap<string, Question>,
): GivenAnswer[] {
  const question = questionNamed(questionId, questions, AMOUNTS);
  const given: GivenAnswer[] = [];
  for (const [answerId, value] of Object.entries(amounts)) {
    checkValue(question, answerNamed(answerId, question, AMOUNTS), value, AMOUNTS);
    refuseTwice(question, given, answerId, AMOUNTS);
    given.push({ questionId, answerId, value });
  }
  return given;
}

/**
 * Reads `questionId=answerId` pairs joined by `;`. A value follows an answer after a colon (`=yes_amount:3000.00`).
 * A bare answer id is accepted when only one question has it.
 * @throws InputError naming the unknown question or answer and the nearest allowed one.
 */
export function parseConfirmedAnswer(
  text: string | null | undefined,
  questions: ReadonlyMap<string, Question>,
): GivenAnswer[] {
  if (text === null || text === undefined || text.trim() === '') return [];
  const given: GivenAnswer[] = [];
  for (const piece of text.split(';')) {
    const part = piece.trim();
    if (part === '') continue;
    const equals = part.indexOf('=');
    const [questionPart, answerPart] =
      equals < 0 ? [null, part] : [part.slice(0, equals).trim(), part.slice(equals + 1).trim()];
    const colon = answerPart.indexOf(':');
    const answerId = colon < 0 ? answerPart : answerPart.slice(0, colon).trim();
    const value = colon < 0 ? null : answerPart.slice(colon + 1).trim();
    const question =
      questionPart === null ? onlyQuestionWith(answerId, questions) : questionNamed(questionPart, questions, IN_ONE);
    const answer = answerNamed(answerId, question, IN_ONE);
    checkValue(question, answer, value, IN_ONE);
    refuseTwice(question, given, answerId, IN_ONE);
    given.push({ questionId: question.id, answerId, value });
  }
  return given;
}

/** @throws InputError that names the questions there are. */
export function questionNamed(
  id: string,
  questions: ReadonlyMap<string, Question>,
  fields: AnswerFields = APART,
): Question {
  const question = questions.get(id);
  if (question) return question;
  throw new InputError([
    notOneOf(fields.question, id, [...questions.keys()], (word) => `there is no question ${word}`),
  ]);
}

function answerNamed(id: string, { id: questionId, answers }: Question, fields: AnswerFields): AnswerDefinition {
  const answer = answers.find((a) => a.id === id);
  if (answer) return answer;
  const allowed = answers.map((a) => a.id);
  throw new InputError([notOneOf(fields.answer, id, allowed, (word) => `${word} is not an answer to ${questionId}`)]);
}

function refuseTwice(
  question: Question,
  given: readonly GivenAnswer[],
  answerId: string,
  { answer: path }: AnswerFields,
): void {
  const earlier = given.find((g) => g.questionId === question.id && !accumulates(question, g.answerId, answerId));
  if (earlier === undefined) return;
  throw new InputError([
    { path, message: `${question.id} is answered twice, with ${earlier.answerId} and ${answerId}; give one answer` },
  ]);
}

/** Several amounts of one question may be given side by side. */
function accumulates(question: Question, a: string, b: string): boolean {
  const takes = (id: string) => question.answers.find((x) => x.id === id)?.takes;
  return a !== b && takes(a) === 'amount' && takes(b) === 'amount';
}

function onlyQuestionWith(answerId: string, questions: ReadonlyMap<string, Question>): Question {
  const found = [...questions.values()].filter((q) => q.answers.some((a) => a.id === answerId));
  const [only, second] = found;
  if (!only) {
    const all = [...questions.values()].flatMap((q) => q.answers.map((a) => a.id));
    throw new InputError([
      {
        path: CONFIRMED_ANSWER,
        message: `"${answerId}" is not an answer to any question${didYouMean(answerId, new Set(all))}; write questionId=answerId`,
      },
    ]);
  }
  if (second) {
    const pairs = found.map((q) => `${q.id}=${answerId}`);
    const said = `"${answerId}" answers several questions, so the question is to be named`;
    throw new InputError([takesOneOf(CONFIRMED_ANSWER, said, pairs)]);
  }
  return only;
}

function checkValue(
  question: Question,
  answer: AnswerDefinition,
  value: string | null,
  { value: path, before }: AnswerFields,
): void {
  const fail = (message: string) => {
    throw new InputError([{ path, message: `${question.id}=${answer.id} ${message}` }]);
  };
  const afterColon = before === ':' ? ' after a colon' : '';
  if (answer.takes === undefined) {
    if (value !== null) fail(`takes no value${afterColon}`);
    return;
  }
  if (value === null || value === '') {
    if (answer.takes === 'text' && answer.rereads !== true) return;
    const examples = {
      amount: `an amount such as ${before}3000.00`,
      amounts: `two amounts such as ${before}2160.00/1440.00`,
      date: `a date such as ${before}2022-03-10`,
      vat_number: `a VAT number such as ${before}GB980780684`,
      text: 'words',
    };
    fail(`needs a value${afterColon}: ${examples[answer.takes]}`);
    return;
  }
  if (answer.takes === 'date' && !isDay(value)) fail(`needs a day of the calendar written YYYY-MM-DD, not "${value}"`);
  if (answer.takes === 'vat_number' && !isUkVatNumber(value))
    fail(`needs a UK VAT number of nine digits whose check digits fit, not "${value}"`);
  if ((answer.takes === 'amount' || answer.takes === 'amounts') && amountsOf(value).includes(null))
    fail(`needs decimal amounts with up to two places, not "${value}"`);
}

export function amountsOf(value: string): (number | null)[] {
  return value.split(/[/+]/).map((a) => parsePence(a.replace(/[£,]/g, '')));
}
