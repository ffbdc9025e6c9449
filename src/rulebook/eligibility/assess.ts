import { InputError } from '../answers.js';
import type { Citation } from '../citations.js';
import { type Facts, factsRead, truth } from '../conditions.js';
import { ROUTE_NAMES, ROUTES, type Route } from '../model.js';
import type { Rulebook } from '../rulebook.js';
import type { Assessment, CheckResult, EligibilityOutcome, ProjectWarning, Split } from './assessment.js';
import { deadlinesOf, deadlineWarning } from './deadlines.js';
import { documentsOf } from './documents.js';
import { contradictingFacts, type JudgedCheck, judgeChecks, outcomeOf } from './judging.js';
import { type EligibilityBook, SCHEME_CHECK } from './model.js';
import { nextQuestions } from './next_questions.js';
import { knownFacts, type Project } from './project.js';
import { type RawSplit, splitOf } from './site_parts.js';
import { supplierRates } from './supplier_rates.js';

/**
 * Puts a project to every check. json-rules-engine confirms each rule that decides.
 * @param today ISO date against which completion and time limits are held.
 * @param kept whether the facts were stated on an earlier day: what a date has overtaken since is then a warning.
 * @throws InputError when facts contradict what follows from dates and parts.
 */
export async function assessProject(
  book: Rulebook,
  project: Project,
  today: string,
  kept: boolean,
): Promise<Assessment> {
  const { eligibility } = book;
  const cite = (ref: string) => book.cite(ref);
  const { facts, overtaken } = knownFacts(eligibility, project, today);
  if (overtaken.length > 0 && !kept) throw new InputError([...overtaken]);
  const lawDate = lawDateOf(facts, today);
  const checks = judgeChecks(eligibility, facts, lawDate);
  for (const { verdict } of checks)
    if (verdict.kind === 'decided') await eligibility.tables.confirmed(verdict.rule, facts);

  const outcome = outcomeOf(eligibility, checks, facts);
  const scheme = schemeOf(checks, cite);
  const split = project.elements.length > 0 ? splitOf(eligibility, project.elements) : null;
  if (split) refuseOtherScheme(split, scheme.value);
  const schemes = outcome === 'not_eligible' ? [] : scheme.possible;
  const deadlines = deadlinesOf(eligibility, facts, today, cite);
  const questions = nextQuestions(eligibility, facts, checks, lawDate);
  return {
    outcome,
    summary: summaryOf(eligibility, outcome, checks, scheme.value, facts, questions.length),
    scheme,
    checks: checks.map((judged) => shown(eligibility, judged, facts, cite)),
    nextQuestions: questions,
    warnings: [
      ...warningsOf(checks, cite),
      ...overtaken.map(({ path, message }) => ({
        from: 'facts',
        text: `${path} ${message}.`,
        action: null,
        citations: [],
      })),
      ...misplacedFacts(eligibility, facts),
      ...deadlines.flatMap((deadline): ProjectWarning[] => {
        const text = deadlineWarning(eligibility, deadline);
        return text === null ? [] : [{ from: 'deadline', text, action: null, citations: deadline.citations }];
      }),
    ],
    deadlines,
    documents: documentsOf(eligibility, facts, checks, schemes, cite),
    supplierRates: await supplierRates(book, schemes, facts, today),
    split: split === null ? null : citedSplit(split, cite),
    facts: Object.fromEntries(Object.entries(facts).filter((entry): entry is [string, string] => entry[1] !== null)),
    rulebook: { edition: book.edition, digest: book.digest },
  };
}

/** The law of the day of completion; of today for a building that is not complete. */
function lawDateOf({ completionDate }: Facts, today: string): string {
  return completionDate != null && completionDate < today ? completionDate : today;
}

function schemeOf(checks: readonly JudgedCheck[], cite: (ref: string) => Citation): Assessment['scheme'] {
  const verdict = checks.find((c) => c.check.id === SCHEME_CHECK)?.verdict;
  const none = { value: null, possible: [], citations: [] };
  if (!verdict || verdict.kind === 'no_rule' || verdict.kind === 'conflict')
    return { ...none, explanation: 'The facts point to no scheme.' };
  if (verdict.kind === 'missing') {
    const open = new Set(verdict.rules.map((rule) => rule.outcome.scheme));
    const possible = ROUTES.filter((route) => open.has(route));
    return { ...none, possible, explanation: 'It is not known yet whether this is a new build or a conversion.' };
  }
  const { outcome, because, citations } = verdict.rule;
  const value = outcome.scheme ?? null;
  return { value, possible: value === null ? [] : [value], explanation: because, citations: citations.map(cite) };
}

function refuseOtherScheme({ projects }: RawSplit, scheme: Route | null): void {
  const [only] = projects;
  if (projects.length !== 1 || !only || scheme === null || only.scheme === scheme) return;
  throw new InputError([
    {
      path: 'elements',
      message: `“${only.name}” makes this ${only.scheme}, but facts.siteBefore and what goes with it make it ${scheme}; correct one`,
    },
  ]);
}

const UNRULED: Readonly<Record<string, string>> = {
  conflict: 'The rules contradict each other here, so somebody has to look at it.',
  no_rule: 'No rule covers this on that date, so somebody has to look at it.',
};

function shown(
  book: EligibilityBook,
  { check, verdict, effect, blocks, missing }: JudgedCheck,
  facts: Facts,
  cite: (ref: string) => Citation,
): CheckResult {
  const rule = verdict.kind === 'decided' ? verdict.rule : null;
  const questions = check.facts.flatMap((name) => {
    const fact = book.facts.find((f) => f.name === name);
    if (!fact) return [];
    const value = facts[name] ?? null;
    const answer = fact.values.find((v) => v.value === value)?.label ?? value;
    return [{ fact: name, question: fact.question, value, answer }];
  });
  return {
    id: check.id,
    title: check.title,
    effect,
    blocks,
    questions,
    explanation: rule?.because ?? UNRULED[verdict.kind] ?? waitsFor(book, missing, blocks, facts),
    action: rule?.action ?? null,
    rule: rule && {
      id: rule.id,
      title: rule.title,
      confidence: rule.confidence,
      effectiveFrom: rule.effective.from,
      effectiveTo: rule.effective.to,
    },
    citations: rule?.citations.map(cite) ?? [],
  };
}

/** What an open check waits for, in the words of its questions; those whose time has not come are left out. */
function waitsFor({ facts: all }: EligibilityBook, missing: readonly string[], blocks: boolean, known: Facts): string {
  const questions = all
    .filter((fact) => missing.includes(fact.name) && (!fact.onlyIf || truth(fact.onlyIf, known) === 1))
    .map((fact) => fact.question);
  const asked = questions.length > 0 ? questions.join(' ') : 'earlier questions come first.';
  return blocks ? `Not answered yet: ${asked}` : `Not answered, and no answer changes the outcome: ${asked}`;
}

function warningsOf(checks: readonly JudgedCheck[], cite: (ref: string) => Citation): ProjectWarning[] {
  return checks.flatMap(({ check, verdict }) => {
    if (verdict.kind !== 'decided' || verdict.rule.outcome.effect !== 'warns') return [];
    const { because, action, citations } = verdict.rule;
    return [{ from: check.id, text: because, action, citations: citations.map(cite) }];
  });
}

/** Facts whose question does not arise on the other answers: one of them may be wrong. */
function misplacedFacts({ facts: all }: EligibilityBook, known: Facts): ProjectWarning[] {
  return all
    .filter(({ name, onlyIf }) => known[name] != null && onlyIf && truth(onlyIf, known) === 0)
    .filter(({ name, values }) => {
      const { agreesWith } = values.find(({ value }) => value === known[name]) ?? {};
      return agreesWith === undefined || truth(agreesWith, known) !== 1;
    })
    .map(({ name }) => ({
      from: 'facts',
      text: `The answer ${answerTold({ facts: all }, name, known)} stands, and on the other answers that question does not arise.`,
      action: 'Make sure that the answers fit together; one of them may be wrong.',
      citations: [],
    }));
}

/** “not yet” (Is the building complete?). */
function answerTold({ facts: all }: Pick<EligibilityBook, 'facts'>, name: string, known: Facts): string {
  const fact = all.find((one) => one.name === name);
  const value = known[name] ?? 'none';
  return `“${fact?.values.find((one) => one.value === value)?.label ?? value}” (${fact?.question ?? name})`;
}

const asScheme = (scheme: Route) => `as a ${ROUTE_NAMES[scheme].name.toLowerCase()} (${ROUTE_NAMES[scheme].form})`;

function summaryOf(
  book: EligibilityBook,
  outcome: EligibilityOutcome,
  checks: readonly JudgedCheck[],
  scheme: Route | null,
  facts: Facts,
  questions: number,
): string {
  const rules = (effect: string) =>
    checks.flatMap(({ effect: e, verdict }) => (e === effect && verdict.kind === 'decided' ? [verdict.rule] : []));
  switch (outcome) {
    case 'eligible': {
      const waits = facts.completion === 'not_complete';
      return `On these facts the project is eligible ${scheme === null ? 'under the scheme' : asScheme(scheme)}${waits ? '; the claim is made after completion' : ''}.`;
    }
    case 'not_eligible':
      return `Not eligible. ${rules('fails')[0]?.because ?? ''}`;
    case 'needs_answer': {
      const [first] = rules('asks');
      const toAnswer =
        questions === 1 ? 'One question is open.' : questions > 1 ? `${questions} questions are open.` : '';
      const told = (name: string) => answerTold(book, name, facts);
      const contradicting = contradictingFacts(book, facts).map(({ fact: { name }, notWith }) => {
        const others = [...factsRead(notWith)].map(told);
        return `The answer ${told(name)} does not go with ${others.join(', ')}; one of them is wrong.`;
      });
      return `Not settled yet. ${[...contradicting, first?.because, toAnswer].filter((t) => t).join(' ')}`;
    }
  }
}

function citedSplit(split: RawSplit, cite: (ref: string) => Citation): Split {
  const cited = <T extends { citations: readonly string[] }>(rows: readonly T[]) =>
    rows.map((row) => ({ ...row, citations: row.citations.map(cite) }));
  return { ...split, outside: cited(split.outside), open: cited(split.open) };
}
