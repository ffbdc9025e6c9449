import type { Claims } from '../claims/claims.js';
import type { Project } from '../claims/records.js';
import { totalsOf } from '../claims/totals.js';
import type { Assessment } from '../rulebook/eligibility/assessment.js';
import { projectView } from './claim_views.js';

/** A project in full: what it is, what its lines come to, and what its assessment says today. */
export async function fullProjectView(claims: Claims, project: Project, assessment: Assessment) {
  const { outcome, summary, scheme, nextQuestions, warnings, deadlines, documents, supplierRates, split, facts } =
    assessment;
  return {
    project: projectView(project, await totalsOf(claims.store, project.id)),
    facts,
    outcome,
    summary,
    schemeBecause: scheme.explanation,
    nextQuestions,
    warnings,
    supplierRates,
    deadlines,
    documents,
    elements: project.elements,
    split,
  };
}
