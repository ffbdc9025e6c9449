import { daysBetween, dayText, monthsLater, weekdayOnOrBefore } from '../calendar.js';
import type { Facts } from '../conditions.js';
import { fillPlaceholders } from '../placeholders.js';
import type { Deadline } from './assessment.js';
import type { EligibilityBook, Periods } from './model.js';

/** The last day HMRC must have a claim, for a building complete on `completed`, and the law that says so. */
export function lastDay({ claim }: Periods, completed: string): { day: string; citations: readonly string[] } {
  const span = claim.months.findLast(({ completedFrom }) => completedFrom <= completed) ?? claim.months[0];
  if (!span) throw new Error('periods.yaml holds no months for a claim');
  return { day: monthsLater(completed, span.months), citations: span.citations };
}

/**
 * The last days for the claim: by completion, and by occupation where somebody moved in earlier. Before completion only the latter, for which
 * HMRC may argue all the same (fact book on the scheme, 4.6).
 * @param cite resolves a citation as rules write it.
 */
export function deadlinesOf<Citation>(
  { periods }: EligibilityBook,
  facts: Facts,
  today: string,
  cite: (ref: string) => Citation,
): Deadline<Citation>[] {
  const { completion, occupationDate } = facts;
  const completionDate = completion === 'complete' ? (facts.completionDate ?? null) : null;
  const { claim } = periods;
  const row = (countedFrom: Deadline['countedFrom'], date: string, more: readonly string[]) => {
    const { day, citations } = lastDay(periods, date);
    const daysLeft = daysBetween(today, day);
    const byOccupation = (daysLeft < 0 ? claim.byOccupationPassed : undefined) ?? claim.byOccupation;
    return {
      countedFrom,
      date,
      lastDay: day,
      fileBy: weekdayOnOrBefore(day),
      daysLeft,
      passed: daysLeft < 0,
      text: countedFrom === 'completion' ? claim.byCompletion : byOccupation,
      citations: [...citations, ...more].map(cite),
    };
  };
  const rows = completionDate === null ? [] : [row('completion', completionDate, [])];
  const livedInFirst =
    completionDate === null ? completion === 'not_complete' : (occupationDate ?? '') < completionDate;
  if (occupationDate != null && occupationDate <= today && livedInFirst)
    rows.push(row('occupation', occupationDate, claim.occupationCitations));
  return rows;
}

/** Whether the weekday before a last day on a weekend is still to come. */
export function canBePosted<Citation>({ lastDay: day, fileBy, daysLeft }: Deadline<Citation>): boolean {
  return daysBetween(fileBy, day) < daysLeft;
}

/** What to mind where the last day is on a weekend; null where it is not, or has passed. */
export function weekendNote<Citation>(
  { periods: { claim } }: Pick<EligibilityBook, 'periods'>,
  deadline: Deadline<Citation>,
): string | null {
  const { lastDay: day, fileBy, passed } = deadline;
  if (passed || fileBy === day) return null;
  if (!canBePosted(deadline)) return claim.weekendTooLateToPost ?? null;
  return claim.weekend === undefined ? null : fillPlaceholders(claim.weekend, { fileBy: () => dayText(fileBy) });
}

/** What to say of a last day that is near: the narrowest of the days to warn at that it lies within. */
export function deadlineWarning<Citation>({ periods }: EligibilityBook, deadline: Deadline<Citation>): string | null {
  if (deadline.passed) return null;
  const near = periods.claim.warnDays.some((days) => deadline.daysLeft <= days);
  if (!near) return null;
  const days = deadline.daysLeft === 1 ? '1 day is' : `${deadline.daysLeft} days are`;
  return `${deadline.daysLeft === 0 ? 'Today is' : `Only ${days} left until`} the last day for the claim counted from ${deadline.countedFrom}, ${deadline.lastDay}.`;
}
