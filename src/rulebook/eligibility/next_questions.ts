import { type Facts, truth } from '../conditions.js';
import type { NextQuestion } from './assessment.js';
import { type JudgedCheck, judgedAgain, outcomeOf } from './judging.js';
import type { EligibilityBook, ProjectFact } from './model.js';

/**
 * The questions that can still change the outcome: those whose time has come (`onlyIf`), that a blocking check waits for, and of
 * which some answer makes a difference. First those of checks that an answer has begun, then the rest, each in the order of
 * facts.yaml. None once a check fails.
 */
export function nextQuestions(
  book: EligibilityBook,
  facts: Facts,
  checks: readonly JudgedCheck[],
  lawDate: string,
): NextQuestion[] {
  const outcome = outcomeOf(checks);
  if (outcome !== 'needs_answer') return [];
  const waiting = new Map<string, string[]>();
  for (const { check, blocks, missing } of checks) {
    if (!blocks) continue;
    for (const name of missing) {
      const fact = book.facts.find((f) => f.name === name);
      const asked = fact?.askedBy ?? name;
      waiting.set(asked, [...new Set([...(waiting.get(asked) ?? []), check.id])]);
    }
  }
  const stands = standing(checks);
  const begun = checks.filter((c) => c.check.facts.some((name) => facts[name] != null));
  const ends = new Set(begun.flatMap((c) => [...c.check.facts, ...c.missing]));
  const questions = book.facts.flatMap((fact) => {
    const waits = waiting.get(fact.name);
    if (!waits || facts[fact.name] != null || (fact.onlyIf && truth(fact.onlyIf, facts) !== 1)) return [];
    const tried = fact.values.map(({ value, label }) => {
      const then = judgedAgain(book, checks, { ...facts, [fact.name]: value }, fact.name, lawDate);
      return { answer: { value, label, thenOutcome: outcomeOf(then) }, stands: standing(then) };
    });
    if (fact.kind === 'choice' && tried.every((t) => t.stands === stands)) return [];
    return [
      question(
        fact,
        waits,
        tried.map((t) => t.answer),
      ),
    ];
  });
  return [...questions.filter(({ fact }) => ends.has(fact)), ...questions.filter(({ fact }) => !ends.has(fact))];
}

function question(
  { name, question, whyAsked }: ProjectFact,
  checks: string[],
  answers: NextQuestion['answers'],
): NextQuestion {
  return { fact: name, question, whyAsked, checks, answers };
}

/** What of the checks bears on the outcome. */
function standing(checks: readonly JudgedCheck[]): string {
  return checks
    .filter((c) => c.blocks)
    .map((c) => `${c.check.id} ${c.effect} ${c.missing.join()}`)
    .join(';');
}
