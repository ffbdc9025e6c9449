import { type Condition, type Facts, missingFacts, truth } from '../conditions.js';
import type { JudgementOf } from '../engine.js';
import type { EligibilityOutcome } from './assessment.js';
import {
  type Effect,
  type EligibilityBook,
  type EligibilityCheck,
  type EligibilityRule,
  type ProjectFact,
  SCHEME_CHECK,
} from './model.js';

/** One check on what is known of a project. */
export interface JudgedCheck {
  check: EligibilityCheck;
  verdict: JudgementOf<EligibilityRule>;
  effect: Effect | 'open';
  /** Keeps the project from being eligible as it stands. */
  blocks: boolean;
  /** Facts that an open check waits for, in the order of asking. */
  missing: readonly string[];
}

/** Effects after which a project may still be eligible. */
const HARMLESS: ReadonlySet<Effect> = new Set(['passes', 'warns', 'does_not_apply']);

/**
 * Every check by compiled truth. A check that is open but whose possible rules are all harmless keeps nothing back: of the
 * rules that are possible exactly one will apply, which "rules check" proves.
 */
export function judgeChecks(book: EligibilityBook, facts: Facts, lawDate: string): JudgedCheck[] {
  return book.checks.map((check) => judge(book, check, facts, lawDate));
}

/** The same after one fact has changed; checks that do not read it stand as they were. */
export function judgedAgain(
  book: EligibilityBook,
  before: readonly JudgedCheck[],
  facts: Facts,
  changed: string,
  lawDate: string,
): JudgedCheck[] {
  return before.map((judged) => (judged.check.reads.has(changed) ? judge(book, judged.check, facts, lawDate) : judged));
}

function judge(book: EligibilityBook, check: EligibilityCheck, facts: Facts, lawDate: string): JudgedCheck {
  const verdict = book.tables.judgement(check.id, lawDate, facts);
  if (verdict.kind === 'decided') {
    const { effect } = verdict.rule.outcome;
    return { check, verdict, effect, blocks: !HARMLESS.has(effect), missing: [] };
  }
  // Rules that contradict each other, or none: nothing may be claimed on that.
  if (verdict.kind !== 'missing') return { check, verdict, effect: 'asks', blocks: true, missing: [] };
  const wanted = new Set(verdict.rules.flatMap((rule) => [...missingFacts(rule.when, facts)]));
  return {
    check,
    verdict,
    effect: 'open',
    // Without a scheme there is no form to claim on.
    blocks: check.id === SCHEME_CHECK || verdict.rules.some((rule) => !HARMLESS.has(rule.outcome.effect)),
    missing: book.facts.map((f) => f.name).filter((name) => wanted.has(name)),
  };
}

/** Facts whose value does not go with other answers: one of them is wrong. */
export function contradictingFacts(book: EligibilityBook, known: Facts): { fact: ProjectFact; notWith: Condition }[] {
  return book.facts.flatMap((fact) => {
    const { notWith } = fact.values.find(({ value }) => value === known[fact.name]) ?? {};
    return notWith && truth(notWith, known) === 1 ? [{ fact, notWith }] : [];
  });
}

/** Not eligible as soon as a check fails; eligible only when none blocks and no two answers contradict each other. */
export function outcomeOf(book: EligibilityBook, checks: readonly JudgedCheck[], facts: Facts): EligibilityOutcome {
  if (checks.some((c) => c.effect === 'fails')) return 'not_eligible';
  return checks.some((c) => c.blocks) || contradictingFacts(book, facts).length > 0 ? 'needs_answer' : 'eligible';
}
