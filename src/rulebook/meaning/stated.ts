import type { Line } from '../line.js';
import type { Draft } from './draft.js';
import { settle } from './draft.js';
import { daysOfSupply } from './told_day.js';

/** What the amounts and the caller say, before the words are read. */
export function readStated(draft: Draft): void {
  const { line, tables, doubts } = draft;
  settle(draft, 'rateCharged', tables.rates.charged(line.net, line.vat, line.taxPoint), 'amounts');
  settle(draft, 'statedSupplyType', line.supplyType, 'caller');
  const sign = line.net < 0 || line.vat < 0 ? 'credit' : 'charge';
  settle(draft, 'sign', sign, 'amounts');
  if (line.country)
    settle(draft, 'country', line.country === 'northern_ireland' ? 'northern_ireland' : 'great_britain', 'caller');
  if (line.supplierVatRegistered !== null)
    settle(draft, 'vatKind', line.supplierVatRegistered ? 'uk' : 'not_vat', 'caller');
  // A credit takes off what was supplied before, whenever it is given.
  if (line.completionDate !== null && sign === 'charge')
    settle(draft, 'timing', timingOf(line, line.completionDate), 'caller');
  const scheme = tables.supply.projects[line.route];
  if (
    line.projectEligible === false ||
    (line.projectType !== null && scheme.doubtfulProjectTypes.includes(line.projectType)) ||
    (line.newDwelling !== null && scheme.doubtfulNewDwelling.includes(line.newDwelling))
  ) {
    settle(draft, 'project', 'doubtful', 'caller');
    doubts.add('project');
  }
}

/**
 * A line of which no date is known stands here on today, which says nothing of when it was supplied; one whose words tell another day, before
 * completion or after it, is asked about.
 */
function timingOf({ text, taxPoint, taxPointGiven, invoicedOn }: Line, completed: string): string {
  const told = daysOfSupply(text);
  if (taxPoint > completed)
    return taxPointGiven && !told.some((day) => day <= completed) ? 'after_completion' : 'perhaps_late';
  const isLater = (day: string) => day > completed;
  return told.some(isLater) || (invoicedOn !== null && isLater(invoicedOn)) ? 'perhaps_late' : 'before_completion';
}
