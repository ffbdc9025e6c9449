import type { ActionItem } from '../claims/action_items.js';
import { actionsOf } from '../claims/action_states.js';
import type { Asking, Claims } from '../claims/claims.js';
import { projectTotals } from '../claims/held_between.js';
import type { Project } from '../claims/records.js';
import type { Assessment } from '../rulebook/eligibility/assessment.js';
import { formatPence } from '../rulebook/money.js';
import { projectView } from './claim_views.js';

/** A project in full: what it is, what its lines come to, and what its assessment says today. */
export async function fullProjectView(claims: Claims, asking: Asking, project: Project, assessment: Assessment) {
  const { outcome, summary, scheme, nextQuestions, warnings, deadlines, documents, supplierRates, split, facts } =
    assessment;
  const actions = await actionsOf(claims, asking, project, assessment);
  return {
    project: projectView(project, await projectTotals(claims, asking.book, project)),
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
    actionItems: actions.slice(0, SHOWN_ACTIONS).map(actionView),
    actionItemsInAll: actions.length,
  };
}

/** The most urgent come first; whoever has a hundred of them begins there. */
const SHOWN_ACTIONS = 100;

function actionView(item: ActionItem) {
  const { id, kind, title, text, vat, dueDate, stage, state, note, settled, supplier, invoiceIds, lineItemIds } = item;
  const { question, request } = item;
  return {
    id,
    kind,
    title,
    text,
    vat: formatPence(vat),
    dueDate,
    stage,
    state,
    note,
    settled,
    supplier,
    invoiceIds,
    lineItemIds,
    question,
    request,
  };
}
