import { dayText } from '../rulebook/calendar.js';
import type { Assessment, Deadline } from '../rulebook/eligibility/assessment.js';
import { weekendNote } from '../rulebook/eligibility/deadlines.js';
import type { Rulebook } from '../rulebook/rulebook.js';
import { item, type OpenItem } from './open_item.js';

/** What an assessment says of whether a project is eligible. */
export type Settled = Pick<Assessment, 'outcome' | 'summary' | 'checks' | 'nextQuestions'>;

/** The claim waits for the project as a line waits for its answer, although totals count it. */
export function unsettledItems(
  { notSettled }: Rulebook,
  { outcome, summary, checks, nextQuestions }: Settled,
  lineClaims: number,
): OpenItem[] {
  if (notSettled === null || outcome !== 'needs_answer' || lineClaims <= 0) return [];
  const open = checks.filter(({ blocks }) => blocks);
  const told = [
    summary,
    notSettled.because,
    ...nextQuestions.slice(0, 1).map(({ question }) => question),
    ...open.flatMap(({ effect, action }) => (effect === 'asks' && action !== null ? [action] : [])),
  ];
  const cited = open.flatMap(({ citations }) => citations);
  return [
    item('eligibility', 'project', {
      title: notSettled.title,
      text: [...new Set(told)].join(' '),
      vat: lineClaims,
      citations: cited.filter(
        (one, i) => cited.findIndex(({ url, paragraph }) => url === one.url && paragraph === one.paragraph) === i,
      ),
    }),
  ];
}

export function deadlineItem({ eligibility }: Rulebook, deadline: Deadline): OpenItem {
  const { countedFrom, lastDay, passed, text, citations } = deadline;
  const weekend = weekendNote(eligibility, deadline);
  return item('deadline', countedFrom, {
    title: passed
      ? `The last day for the claim, counted from ${countedFrom}, was ${dayText(lastDay)}`
      : `Claim by ${dayText(lastDay)}, counted from ${countedFrom}`,
    text: weekend === null ? text : `${text} ${weekend}`,
    dueDate: lastDay,
    citations,
    deadline,
  });
}
