import type { Draft } from './draft.js';
import { settle } from './draft.js';

/** Statements that settle a fact by themselves, whatever the line is about: statement, fact, value. */
const STATEMENT_FACTS: readonly (readonly [string, string, string])[] = [
  ['after_completion', 'timing', 'after_completion'],
  ['builders_account', 'customer', 'builder'],
  ['reverse_charge', 'vatKind', 'reverse_charge'],
  ['foreign_vat', 'vatKind', 'foreign'],
  ['no_vat_number', 'vatKind', 'not_vat'],
  ['import_document', 'importPapers', 'named'],
];

/** What the amounts and the caller say, before the words are read. */
export function readStated(draft: Draft): void {
  const { line, tables, doubts } = draft;
  settle(draft, 'rateCharged', tables.rates.charged(line.net, line.vat, line.taxPoint), 'amounts');
  settle(draft, 'statedSupplyType', line.supplyType, 'caller');
  settle(draft, 'sign', line.net < 0 || line.vat < 0 ? 'credit' : 'charge', 'amounts');
  if (line.country)
    settle(draft, 'country', line.country === 'northern_ireland' ? 'northern_ireland' : 'great_britain', 'caller');
  if (line.supplierVatRegistered === false) settle(draft, 'vatKind', 'not_vat', 'caller');
  if (line.completionDate !== null) {
    const timing = line.taxPoint > line.completionDate ? 'after_completion' : 'before_completion';
    settle(draft, 'timing', timing, 'caller');
  }
  const scheme = tables.supply.projects[line.route];
  if (
    (line.projectType !== null && scheme.doubtfulProjectTypes.includes(line.projectType)) ||
    (line.newDwelling !== null && scheme.doubtfulNewDwelling.includes(line.newDwelling))
  ) {
    settle(draft, 'project', 'doubtful', 'caller');
    doubts.add('project');
  }
}

/** Facts that the line states in so many words; they outrank the caller. */
export function readStatements(draft: Draft): void {
  for (const [id, fact, value] of STATEMENT_FACTS) {
    const statement = draft.reading.statements.get(id);
    if (!statement) continue;
    settle(draft, fact, value, 'words');
    draft.steps.push(`"${statement.text}" states: ${fact} is ${value.replace(/_/g, ' ')}.`);
  }
}
