import type { CompanionChange } from '../claims/companion_lines.js';
import type { LineChange } from '../claims/deciding.js';
import type { Decision, Invoice, LineItem, Project } from '../claims/records.js';
import type { InvoiceTotals, Sums, Totals } from '../claims/totals.js';
import { formatPence } from '../rulebook/money.js';

/** How stored things stand in answers: amounts are decimal strings in pounds, times are ISO. */

const amount = (pence: number | null): string | null => (pence === null ? null : formatPence(pence));
const time = (ms: number): string => new Date(ms).toISOString();

export function projectView(project: Project, totals: Totals) {
  const { id, name, scheme, building, claimants, eligibility, createdAt, updatedAt } = project;
  return {
    id,
    name,
    scheme,
    building,
    claimants,
    eligibility,
    createdAt: time(createdAt),
    updatedAt: time(updatedAt),
    totals: totalsView(totals),
  };
}

export function totalsView({
  all,
  byTreatment,
  vatHeldBack,
  vatReclaimableWithEvidence,
  vatOutOfTime,
  openQuestions,
}: Totals) {
  return {
    ...sumsView(all),
    byTreatment: Object.fromEntries(
      Object.entries(byTreatment).map(([treatment, sums]) => [treatment, sumsView(sums)]),
    ),
    vatHeldBack: formatPence(vatHeldBack),
    vatReclaimableWithEvidence: formatPence(vatReclaimableWithEvidence),
    vatNoLongerRecoverable: formatPence(vatOutOfTime),
    openQuestions,
  };
}

const sumsView = ({ lines, net, vat, vatReclaimable, vatToRecover, vatOnceCorrected }: Sums) => ({
  lines,
  netAmount: formatPence(net),
  vatCharged: formatPence(vat),
  vatReclaimable: formatPence(vatReclaimable),
  vatToRecoverFromSupplier: formatPence(vatToRecover),
  vatReclaimableOnceCorrected: formatPence(vatOnceCorrected),
});

export function invoiceView(invoice: Invoice, lines: InvoiceTotals) {
  return {
    id: invoice.id,
    state: invoice.state,
    extractionStatus: invoice.extraction,
    documentType: invoice.documentType,
    supplierName: invoice.supplierName,
    supplierVatNumber: invoice.supplierVatNumber,
    invoiceNumber: invoice.invoiceNumber,
    invoiceDate: invoice.invoiceDate,
    taxPoint: invoice.taxPoint,
    customerName: invoice.customerName,
    currency: invoice.currency,
    netTotal: amount(invoice.netTotal),
    vatTotal: amount(invoice.vatTotal),
    grossTotal: amount(invoice.grossTotal),
    reconciled: invoice.reconciled,
    problems: invoice.problems,
    evidence: invoice.evidence,
    lines: lines.lines,
    vatReclaimable: formatPence(lines.vatReclaimable),
    vatHeldBack: formatPence(lines.vatHeldBack),
    openQuestions: lines.openQuestions,
    createdAt: time(invoice.createdAt),
    updatedAt: time(invoice.updatedAt),
  };
}

/** @param decision its latest one; null for a line that could not be put to the rulebook. */
export function lineView(item: LineItem, decision: Decision | null) {
  const outcome = item.status === 'undecided' ? null : (decision?.outcome ?? null);
  return {
    id: item.id,
    invoiceId: item.invoiceId,
    position: item.position,
    lineText: item.text,
    netAmount: amount(item.net),
    vatCharged: amount(item.vat),
    supplyType: item.stated.supplyType ?? decision?.line.supplyType ?? null,
    printed: withoutFault(item.printed),
    status: item.status,
    undecidedBecause: item.undecided,
    ...standingAmounts(item),
    explanation: outcome?.classification.explanation ?? null,
    action: outcome?.classification.action ?? null,
    rule: outcome?.rule ? { id: outcome.rule.id, title: outcome.rule.title } : null,
    product: outcome?.product
      ? { conceptId: outcome.product.conceptId, label: outcome.product.label, class: outcome.product.class }
      : null,
    question: outcome?.question ?? null,
    warnings: outcome?.warnings ?? [],
    answers: item.answers,
    relation: item.relation,
    mainLineItemId: item.mainLineId,
    decisionId: item.decisionId,
    decidedAt: outcome && decision ? time(decision.at) : null,
    rulebook: outcome && decision ? { edition: decision.edition, digest: decision.digest } : null,
  };
}

function withoutFault({ fault: _, ...printed }: LineItem['printed']) {
  return printed;
}

const standingAmounts = ({ treatment, vatReclaimable, vatToRecover, vatOnceCorrected }: LineItem) => ({
  treatment,
  vatReclaimable: formatPence(vatReclaimable),
  vatToRecoverFromSupplier: formatPence(vatToRecover),
  vatReclaimableOnceCorrected: formatPence(vatOnceCorrected),
});

const standing = (item: LineItem) => ({
  ...standingAmounts(item),
  ruleId: item.ruleId,
  questionId: item.questionId,
});

export function changeView({ before, after }: Pick<LineChange, 'before' | 'after'>) {
  return {
    lineItemId: after.id,
    invoiceId: after.invoiceId,
    position: after.position,
    lineText: after.text,
    before: standing(before),
    after: standing(after),
  };
}

export function companionView({ item, relation, mainId, because, changed, after, conflict }: CompanionChange) {
  return {
    lineItemId: item.id,
    position: item.position,
    lineText: item.text,
    relation,
    mainLineItemId: mainId,
    because,
    changed,
    before: standing(item),
    after: standing(after),
    conflict: conflict && { withLineItemId: conflict.withId, question: conflict.question },
  };
}

export function decisionView({ id, at, actor, cause, line, outcome, ruleId, edition, digest }: Decision) {
  const { treatment, vatReclaimable, vatToRecoverFromSupplier, vatReclaimableOnceCorrected } = outcome.classification;
  return {
    decisionId: id,
    decidedAt: time(at),
    by: actor,
    cause,
    treatment,
    vatReclaimable,
    vatToRecoverFromSupplier,
    vatReclaimableOnceCorrected,
    ruleId,
    questionId: outcome.question?.id ?? null,
    answers: line.answers,
    rulebook: { edition, digest },
  };
}
