import type { Citation } from '../citations.js';
import { type Facts, truth } from '../conditions.js';
import type { Route } from '../model.js';
import type { NeededDocument } from './assessment.js';
import type { JudgedCheck } from './judging.js';
import type { ClaimDocument, EligibilityBook, Need } from './model.js';

/** What goes with a claim under the schemes that are still possible; a document is listed when it is needed under each. */
export function documentsOf(
  { documents }: EligibilityBook,
  facts: Facts,
  checks: readonly JudgedCheck[],
  schemes: readonly Route[],
  cite: (ref: string) => Citation,
): NeededDocument[] {
  const named = new Set(checks.flatMap(({ verdict }) => (verdict.kind === 'decided' ? verdict.rule.documents : [])));
  return documents.flatMap((document) => {
    const needs = new Set(schemes.map((scheme) => needOf(document, scheme, named, facts)));
    const [need] = needs;
    if (needs.size !== 1 || need === undefined || need === 'not_needed' || need === 'if_needed') return [];
    const { id, title, note, citations } = document;
    return [{ id, title, note, need, citations: citations.map(cite) }];
  });
}

function needOf({ id, need, when }: ClaimDocument, scheme: Route, named: ReadonlySet<string>, facts: Facts): Need {
  if (named.has(id)) return 'required';
  return when !== undefined && truth(when, facts) === 0 ? 'not_needed' : need[scheme];
}
