import { type Facts, truth } from '../rulebook/conditions.js';
import type { EligibilityRule } from '../rulebook/eligibility/model.js';
import { knownFacts } from '../rulebook/eligibility/project.js';
import type { Rulebook } from '../rulebook/rulebook.js';
import type { Project } from './records.js';

/** Why no line of a project is decided: UK VAT law does not reach its building. */
export function outsideUkVat(book: Rulebook, project: Pick<Project, 'facts'>): string | null {
  const rule = ruleOf(book, project, ({ linesUndecided }) => linesUndecided === true);
  return rule === undefined ? null : `${rule.because} So its lines are not decided.`;
}

/** What follows from dates does not change a decision overnight. */
const ALL_DATES_COME = '9999-12-31';

/** Whether by its facts the works of a project make no dwelling, so that VAT may rightly be charged on them. */
export function worksMayBearVat(book: Rulebook, project: Pick<Project, 'facts' | 'elements' | 'eligibility'>): boolean {
  if (project.eligibility !== 'not_eligible') return false;
  const { facts } = knownFacts(book.eligibility, project, ALL_DATES_COME);
  return ruleOf(book, { facts }, (rule) => rule.worksMayBearVat === true) !== undefined;
}

function ruleOf(
  { eligibility }: Rulebook,
  { facts }: { facts: Facts },
  is: (rule: EligibilityRule) => boolean,
): EligibilityRule | undefined {
  return eligibility.checks.flatMap((check) => check.rules).find((rule) => is(rule) && truth(rule.when, facts) === 1);
}
