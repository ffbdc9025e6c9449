import { monthsLater } from '../calendar.js';
import type { Judgement } from '../engine.js';
import type { Line } from '../line.js';
import type { Meaning } from '../meaning.js';
import type { Outcome, Question, Rule, Treatment } from '../model.js';
import { percentOf } from '../money.js';
import type { Rates } from '../rates.js';
import type { Rulebook } from '../rulebook.js';
import { type Case, caseOf } from './case.js';
import type { Answered } from './given_answers.js';
import { openQuestion } from './open_question.js';
import { RIGHTLY_CHARGED, rightlyCharged } from './works_rate.js';

/** Amounts of a decision, in pence. */
export interface Amounts {
  reclaimable: number;
  toRecover: number;
  onceCorrected: number;
}

/** A case with what the rules say of it. */
export interface Decision extends Case {
  verdict: Judgement;
  treatment: Treatment;
  rule: Rule | null;
  outcome: Outcome;
  amounts: Amounts;
  question: Question | null;
  warnings: string[];
}

/**
 * Puts a line with its answers to the rules; json-rules-engine confirms the rule that decides.
 * @throws InputError when an answer contradicts the line.
 */
export async function decide(
  book: Rulebook,
  line: Line,
  answers: readonly Answered[],
  sets: Readonly<Record<string, string>> = {},
): Promise<Decision> {
  const put = caseOf(book, line, answers, sets);
  const verdict = await book.engine.decide(put.line.route, put.supplied, put.line.taxPoint, put.facts);
  const rule = verdict.kind === 'decided' ? verdict.rule : null;
  const outcome = rightlyCharged(book, put.line, rule) === null ? outcomeOf(put, verdict) : RIGHTLY_CHARGED;
  const { treatment } = outcome;
  const question = treatment === 'needs_answer' ? openQuestion(book, verdict, outcome, put) : null;
  const known = answerOfProject(line, question);
  if (known !== null && !answers.some((given) => given.question === known.question))
    return decide(book, line, [...answers, known], sets);
  return {
    line: put.line,
    reading: put.reading,
    answered: put.answered,
    meaning: put.meaning,
    facts: put.facts,
    supplied: put.supplied,
    answers: put.answers,
    doubts: put.doubts,
    item: put.item,
    held: put.held,
    heldQuestion: put.heldQuestion,
    contradicted: put.contradicted,
    flags: put.flags,
    following: put.following,
    verdict,
    treatment,
    rule,
    outcome,
    amounts: amountsFor(book.rates, put.line, outcome),
    question,
    warnings: [...put.flags, ...flagsAtRate(put, outcome), ...warningsFor(book, put.line, put.meaning, outcome, rule)],
  };
}

/** What the facts of a project that is not eligible answer of it: they were asked already, and no line can say otherwise. */
function answerOfProject({ projectEligible }: Line, question: Question | null): Answered | null {
  const answer = projectEligible === false ? question?.answers.find((a) => a.ofProjectNotEligible) : undefined;
  if (!question || !answer) return null;
  return { given: { questionId: question.id, answerId: answer.id, value: null }, question, answer };
}

/** What the rules' verdict comes to; an answer that settles nothing keeps a claim back, and two that contradict each other any decision. */
export function outcomeOf({ held, contradicted }: Case, verdict: Judgement): Outcome {
  const outcome: Outcome = verdict.kind === 'decided' ? verdict.rule.outcome : { treatment: 'needs_answer' };
  if (contradicted && outcome.treatment !== 'no_vat') return { treatment: 'needs_answer' };
  return held !== null && outcome.treatment === 'reclaimable' ? { treatment: 'needs_answer' } : outcome;
}

function amountsFor(rates: Rates, line: Line, outcome: Outcome): Amounts {
  const reduced = percentOf(line.net, rates.reducedAt(line.taxPoint));
  const sign = line.vat < 0 ? -1 : 1;
  const atReduced = sign * Math.min(Math.abs(line.vat), Math.abs(reduced));
  return {
    reclaimable: outcome.reclaim === 'all' ? line.vat : 0,
    toRecover: outcome.recover === 'all' ? line.vat : outcome.recover === 'above_reduced' ? line.vat - atReduced : 0,
    // Of a project that is not eligible nothing is refunded, at whatever rate.
    onceCorrected:
      outcome.recover === 'above_reduced' && outcome.correctRate === 'reduced' && line.projectEligible !== false
        ? atReduced
        : 0,
  };
}

/** What answers say to mind only where a certain rate was right and the supplier has VAT to repay. */
function flagsAtRate({ answers }: Case, { correctRate, recover }: Outcome): string[] {
  return answers.flatMap(({ answer: { flag, flagAtRate } }) =>
    flag !== undefined && flagAtRate !== undefined && flagAtRate === correctRate && recover !== undefined ? [flag] : [],
  );
}

function warningsFor(
  { evidence: { corrections } }: Rulebook,
  line: Line,
  meaning: Meaning,
  outcome: Outcome,
  rule: Rule | null,
): string[] {
  const warnings: string[] = [];
  if (rule?.warning) warnings.push(rule.warning);
  if (outcome.recover !== undefined && line.taxPointGiven) {
    const limit = monthsLater(line.taxPoint, 12 * corrections.years);
    warnings.push(
      `The supplier can correct the invoice only until ${limit}, ${corrections.years} years after the supply.`,
    );
  }
  if (outcome.treatment === 'reclaimable' && !line.taxPointGiven)
    warnings.push(
      `No date was given, so the law of ${line.taxPoint} was used and the line presumed to be before completion.`,
    );
  if (line.newDwelling === 'unsure')
    warnings.push(
      'You are unsure whether the works make a new dwelling; check the eligibility of the project before relying on this.',
    );
  if (line.projectType === 'mixed')
    warnings.push(
      'The site has several kinds of works: make sure this line belongs to the part claimed under this scheme.',
    );
  if (meaning.facts.zeroRateWindow === 'inside' && line.taxPoint === '2027-03-31')
    warnings.push('31 March 2027 is read as the last day of the zero rate; one source can be read otherwise.');
  return warnings;
}
