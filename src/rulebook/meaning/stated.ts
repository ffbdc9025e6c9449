import type { Draft } from './draft.js';
import { settle } from './draft.js';

/** What the amounts and the caller say, before the words are read. */
export function readStated(draft: Draft): void {
  const { line, tables, doubts } = draft;
  settle(draft, 'rateCharged', tables.rates.charged(line.net, line.vat, line.taxPoint), 'amounts');
  settle(draft, 'statedSupplyType', line.supplyType, 'caller');
  settle(draft, 'sign', line.net < 0 || line.vat < 0 ? 'credit' : 'charge', 'amounts');
  if (line.country)
    settle(draft, 'country', line.country === 'northern_ireland' ? 'northern_ireland' : 'great_britain', 'caller');
  if (line.supplierVatRegistered !== null)
    settle(draft, 'vatKind', line.supplierVatRegistered ? 'uk' : 'not_vat', 'caller');
  if (line.completionDate !== null) {
    const late = line.invoicedOn !== null && line.invoicedOn > line.completionDate;
    const timing =
      line.taxPoint > line.completionDate ? 'after_completion' : late ? 'perhaps_late' : 'before_completion';
    settle(draft, 'timing', timing, 'caller');
  }
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
