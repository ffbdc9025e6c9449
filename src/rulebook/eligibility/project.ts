import { InputError, type InputIssue, notOneOf } from '../answers.js';
import { daysBetween, isDay, monthsLater } from '../calendar.js';
import type { Facts } from '../conditions.js';
import { lastDay } from './deadlines.js';
import type { EligibilityBook } from './model.js';
import { partsFact, type SiteElement } from './site_parts.js';

/** What is known of a project: facts by name, each a value of facts.yaml or an ISO date, and the parts of its site. */
export interface Project {
  facts: Readonly<Record<string, string>>;
  elements: readonly SiteElement[];
}

/** A value that follows from dates or parts, and what it follows from. */
interface Derived {
  fact: string;
  value: string;
  from: string;
}

/**
 * Checks facts as a caller gives them. A fact that follows from a date is not among them.
 * @param path of the field that holds them, for messages.
 * @throws InputError naming each unknown field or value and the nearest allowed one.
 */
export function readFacts(
  book: EligibilityBook,
  given: Readonly<Record<string, unknown>>,
  path = 'facts',
): Record<string, string> {
  const stated = book.facts.filter((fact) => fact.askedBy === undefined);
  const known = new Map(stated.map((fact) => [fact.name, fact]));
  const facts: Record<string, string> = {};
  const issues: InputIssue[] = [];
  for (const [name, value] of Object.entries(given)) {
    const at = `${path}.${name}`;
    const fact = known.get(name);
    if (!fact) {
      issues.push(notOneOf(at, name, [...known.keys()], (word) => `there is no fact ${word}`));
      continue;
    }
    const text = String(value);
    const allowed = fact.values.map((v) => v.value);
    if (fact.kind === 'date' && !isDay(text))
      issues.push({ path: at, message: `"${text}" is not a day of the calendar written YYYY-MM-DD` });
    else if (fact.kind === 'choice' && !allowed.includes(text)) issues.push(notOneOf(at, text, allowed));
    else facts[name] = text;
  }
  if (issues.length > 0) throw new InputError(issues);
  return facts;
}

/** Everything known of a project. What is not known is null. */
export interface KnownFacts {
  /** What follows from dates and parts, and what was stated beside. */
  facts: Facts;
  /** What was stated and does not hold, because something else follows from dates and parts. */
  overtaken: readonly InputIssue[];
}

/** Everything known of a project: what follows from dates and parts, and what was stated beside. */
export function knownFacts(book: EligibilityBook, project: Project, today: string): KnownFacts {
  const facts: Record<string, string | null> = Object.fromEntries(book.facts.map(({ name }) => [name, null]));
  Object.assign(facts, project.facts);
  const issues = outOfOrder(book, facts);
  for (const derive of DERIVATIONS) {
    const derived = derive(book, facts, today);
    if (derived) settle(facts, derived, issues);
  }
  if (project.elements.length > 0) {
    const value = partsFact(book, project.elements);
    if (value !== null) settle(facts, { fact: 'parts', value, from: 'elements' }, issues);
  }
  return { facts, overtaken: issues };
}

/** Dates that come after one they cannot come after. */
function outOfOrder(book: EligibilityBook, facts: Facts): InputIssue[] {
  return book.facts.flatMap(({ name, notAfter }) => {
    const [day, last] = [facts[name], notAfter === undefined ? null : facts[notAfter]];
    return day == null || last == null || day <= last
      ? []
      : [
          {
            path: `facts.${name}`,
            message: `"${day}" contradicts ${notAfter} ${last}, which it cannot come after; correct one`,
          },
        ];
  });
}

function settle(facts: Record<string, string | null>, { fact, value, from }: Derived, issues: InputIssue[]): void {
  const stated = facts[fact];
  facts[fact] = value;
  if (stated != null && stated !== value)
    issues.push({
      path: `facts.${fact}`,
      message: `"${stated}" contradicts ${from}, which gives "${value}"; correct one`,
    });
}

type Derivation = (
  book: EligibilityBook,
  facts: Readonly<Record<string, string | null>>,
  today: string,
) => Derived | null;

/** In this order, because one may rest on another. */
const DERIVATIONS: readonly Derivation[] = [completion, claimWindow, movedInEarly, livedInTenYears];

function completion(_: EligibilityBook, { completionDate }: Facts, today: string): Derived | null {
  if (completionDate == null) return null;
  const value = completionDate <= today ? 'complete' : 'not_complete';
  return { fact: 'completion', value, from: `completionDate ${completionDate}` };
}

function claimWindow({ periods }: EligibilityBook, facts: Facts, today: string): Derived | null {
  const { completionDate } = facts;
  if (completionDate == null || facts.completion !== 'complete') return null;
  const value = today <= lastDay(periods, completionDate).day ? 'open' : 'passed';
  return { fact: 'claimWindow', value, from: `completionDate ${completionDate}` };
}

function movedInEarly(_: EligibilityBook, facts: Facts, today: string): Derived | null {
  const { occupationDate, completionDate } = facts;
  if (occupationDate == null) return null;
  const from = `occupationDate ${occupationDate}`;
  if (facts.completion === 'not_complete' && occupationDate <= today)
    return { fact: 'movedInEarly', value: 'yes', from };
  if (completionDate == null) return null;
  return { fact: 'movedInEarly', value: daysBetween(occupationDate, completionDate) > 0 ? 'yes' : 'no', from };
}

/** The years run back from the day the works began. */
function livedInTenYears({ periods }: EligibilityBook, facts: Facts): Derived | null {
  const { lastLivedInDate, worksStartDate } = facts;
  if (lastLivedInDate == null || worksStartDate == null) return null;
  const from = `lastLivedInDate ${lastLivedInDate} and worksStartDate ${worksStartDate}`;
  const begins = monthsLater(worksStartDate, -12 * periods.empty.years);
  if (lastLivedInDate < begins)
    // Squatters may have been there since; only what was stated can say so.
    return facts.livedInTenYears === 'squatters_or_guardians' ? null : { fact: 'livedInTenYears', value: 'no', from };
  return facts.livedInTenYears == null ? { fact: 'livedInTenYears', value: 'yes', from } : contradicted(facts, from);
}

/** Who lived there within the years may have been a squatter or a caretaker; that nobody did is a contradiction. */
function contradicted(facts: Facts, from: string): Derived | null {
  return facts.livedInTenYears === 'no' ? { fact: 'livedInTenYears', value: 'yes', from } : null;
}
