import { type Facts, factsRead, truth } from '../conditions.js';
import type { NextQuestion } from './assessment.js';
import { contradictingFacts, type JudgedCheck, judgedAgain, outcomeOf } from './judging.js';
import type { EligibilityBook, ProjectFact } from './model.js';

/**
 * The questions that can still change the outcome: first those whose answers contradict each other, then those whose time has come (`onlyIf`), that a blocking check waits for, and of
 * which some answer makes a difference. Of the latter first those of checks that an answer has begun, then the rest, each in the
 * order of facts.yaml. None once a check fails.
 */
export function nextQuestions(
  book: EligibilityBook,
  facts: Facts,
  checks: readonly JudgedCheck[],
  lawDate: string,
): NextQuestion[] {
  const outcome = outcomeOf(book, checks, facts);
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
  const tryEach = (fact: ProjectFact) =>
    fact.values.map(({ value, label }) => {
      const known = { ...facts, [fact.name]: value };
      const then = judgedAgain(book, checks, known, fact.name, lawDate);
      return { answer: { value, label, thenOutcome: outcomeOf(book, then, known) }, stands: standing(then) };
    });
  const contradicted = contradictedFacts(book, facts).map((fact) =>
    question(
      fact,
      checks.filter(({ check }) => check.reads.has(fact.name)).map(({ check }) => check.id),
      tryEach(fact).map((t) => t.answer),
    ),
  );
  const questions = book.facts.flatMap((fact) => {
    const waits = waiting.get(fact.name);
    if (!waits || facts[fact.name] != null || (fact.onlyIf && truth(fact.onlyIf, facts) !== 1)) return [];
    const tried = tryEach(fact);
    if (fact.kind === 'choice' && tried.every((t) => t.stands === stands)) return [];
    return [
      question(
        fact,
        waits,
        tried.map((t) => t.answer),
      ),
    ];
  });
  return [
    ...contradicted,
    ...questions.filter(({ fact }) => ends.has(fact)),
    ...questions.filter(({ fact }) => !ends.has(fact)),
  ];
}

/** The facts of which one or another must be wrong, in the order of asking. */
function contradictedFacts(book: EligibilityBook, facts: Facts): ProjectFact[] {
  const involved = new Set(
    contradictingFacts(book, facts).flatMap(({ fact: { name }, notWith }) => [name, ...factsRead(notWith)]),
  );
  return book.facts.filter(({ name }) => involved.has(name) && facts[name] != null);
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
