import { actionItemsOf } from '../claims/action_items.js';
import { readActions } from '../claims/action_reading.js';
import type { Asking, Claims } from '../claims/claims.js';
import { totalsLess } from '../claims/held_between.js';
import type { ActionItem } from '../claims/open_item.js';
import type { Project } from '../claims/records.js';
import type { Assessment } from '../rulebook/eligibility/assessment.js';
import { formatPence } from '../rulebook/money.js';
import { projectView } from './claim_views.js';

/** A project in full: what it is, what its lines come to, and what its assessment says today. */
export async function fullProjectView(claims: Claims, asking: Asking, project: Project, assessment: Assessment) {
  const { outcome, summary, scheme, nextQuestions, warnings, deadlines, documents, supplierRates, split, facts } =
    assessment;
  const { book, today } = asking;
  const reading = await readActions(claims, book, project);
  const actions = actionItemsOf(book, { ...reading, project, assessment, today });
  const totals = await totalsLess(claims, asking, project, reading);
  return {
    project: projectView(project, totals),
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
