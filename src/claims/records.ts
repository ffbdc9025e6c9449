import type { Selectable } from 'kysely';
import type { Classification } from '../rulebook/classification.js';
import type { SiteElement } from '../rulebook/eligibility/site_parts.js';
import type { DocumentType } from '../rulebook/evidence.js';
import type { GivenAnswer, Line, MainLine } from '../rulebook/line.js';
import type { Route, SupplyType, Treatment } from '../rulebook/model.js';
import type { DecisionsTable, InvoicesTable, LineItemsTable, ProjectsTable } from '../store/tables.js';
import { numberEnding } from './invoice_numbers.js';
import { supplierKey } from './suppliers.js';

/** One regime and one building. */
export interface Project {
  id: string;
  organisationId: string;
  name: string;
  scheme: Route;
  building: { name: string | null; address: string | null; kind: string | null };
  /** Facts of rules/eligibility/facts.yaml that are known. */
  facts: Readonly<Record<string, string>>;
  elements: readonly SiteElement[];
  /** Names the invoices may be addressed to. */
  claimants: readonly string[];
  /** Outcome of the last assessment. */
  eligibility: string;
  revision: number;
  createdAt: number;
  updatedAt: number;
}

/** A job, a reference or an address that a document bears, as printed: "Stable block". */
export interface SaidFor {
  words: string;
  isAddress: boolean;
}

/** What the head of a document says. Dates are ISO; amounts are pence. */
export interface InvoiceHead {
  documentType: DocumentType;
  heading: string | null;
  /** What the document says outside its lines that all of it is for. */
  saidFor: readonly SaidFor[];
  supplierName: string | null;
  supplierVatNumber: string | null;
  invoiceNumber: string | null;
  invoiceDate: string | null;
  taxPoint: string | null;
  customerName: string | null;
  /** ISO 4217. */
  currency: string;
  netTotal: number | null;
  vatTotal: number | null;
  grossTotal: number | null;
  reconciled: boolean | null;
  problems: readonly { code: string; message: string; found: string | null; expected: string | null }[];
}

export interface Invoice extends InvoiceHead {
  id: string;
  organisationId: string;
  projectId: string;
  state: InvoicesTable['state'];
  extraction: InvoicesTable['extraction'];
  contentHash: string | null;
  /** Codes of rules/evidence.yaml: what is missing for it to be evidence. */
  evidence: readonly string[];
  revision: number;
  createdAt: number;
  updatedAt: number;
  trashedAt: number | null;
}

/** What the caller said of a line besides its text and amounts. */
export type Stated = Partial<
  Pick<
    Line,
    | 'taxPoint'
    | 'supplierVatRegistered'
    | 'complexTypeHint'
    | 'esmStatus'
    | 'relation'
    | 'esmInvoiceCtx'
    | 'saiInvoiceCtx'
  >
> & { supplyType?: SupplyType };

/** How the line stands on the paper; decimal strings. */
export interface Printed {
  quantity?: string | null;
  unit?: string | null;
  unitPrice?: string | null;
  vatRate?: string | null;
  gross?: string | null;
  section?: string | null;
  /** Rows of words between it and the line before. */
  above?: readonly string[];
  /** The document it is of, where a list holds lines of several. */
  of?: { supplier: string | null; invoiceNumber: string | null };
  page?: number | null;
  /** Left, top, right and bottom as fractions of the page. */
  box?: readonly number[] | null;
  /** Why net or VAT is not known. */
  fault?: string;
}

/** A stored line. Amounts are pence. */
export interface LineItem {
  id: string;
  organisationId: string;
  projectId: string;
  invoiceId: string;
  position: number;
  text: string;
  net: number | null;
  vat: number | null;
  /** Why the line could not be put to the rulebook. */
  undecided: string | null;
  printed: Printed;
  stated: Stated;
  answers: readonly GivenAnswer[];
  relation: Line['relation'];
  mainLineId: string | null;
  mainLine: MainLine | null;
  decisionId: string | null;
  status: LineItemsTable['status'];
  treatment: Treatment;
  vatReclaimable: number;
  vatToRecover: number;
  vatOnceCorrected: number;
  ruleId: string | null;
  questionId: string | null;
  createdAt: number;
  updatedAt: number;
}

/** Why a decision was made. */
export const CAUSES = [
  'read',
  'routed',
  'other_lines',
  'answered',
  'answer_withdrawn',
  'companion',
  'invoice_changed',
  'project_changed',
  'new_edition',
] as const;
export type Cause = (typeof CAUSES)[number];

/** What the rulebook said, without its steps: they follow again from the line. */
export type Outcome = Omit<Classification, 'steps' | 'rulebook'>;

export interface Decision {
  id: string;
  lineItemId: string;
  at: number;
  actor: string;
  cause: Cause;
  line: Line;
  outcome: Outcome;
  ruleId: string | null;
  edition: string;
  digest: string;
}

/** A row as it is written; the database fills `seq`. */
export type Row<Table extends { seq: unknown }> = Omit<Selectable<Table>, 'seq'>;

export function projectOf(row: Row<ProjectsTable>): Project {
  return {
    id: row.id,
    organisationId: row.organisation_id,
    name: row.name,
    scheme: row.scheme as Route,
    building: JSON.parse(row.building),
    facts: JSON.parse(row.facts),
    elements: JSON.parse(row.elements),
    claimants: JSON.parse(row.claimants),
    eligibility: row.eligibility,
    revision: row.revision,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

export function projectRow(project: Project): Row<ProjectsTable> {
  return {
    id: project.id,
    organisation_id: project.organisationId,
    name: project.name,
    scheme: project.scheme,
    building: JSON.stringify(project.building),
    facts: JSON.stringify(project.facts),
    elements: JSON.stringify(project.elements),
    claimants: JSON.stringify(project.claimants),
    eligibility: project.eligibility,
    revision: project.revision,
    created_at: project.createdAt,
    updated_at: project.updatedAt,
  };
}

export function invoiceOf(row: Row<InvoicesTable>): Invoice {
  return {
    id: row.id,
    organisationId: row.organisation_id,
    projectId: row.project_id,
    state: row.state,
    extraction: row.extraction,
    documentType: row.document_type as DocumentType,
    heading: row.heading,
    saidFor: row.said_for === null ? [] : JSON.parse(row.said_for),
    supplierName: row.supplier_name,
    supplierVatNumber: row.supplier_vat_number,
    invoiceNumber: row.invoice_number,
    invoiceDate: row.invoice_date,
    taxPoint: row.tax_point,
    customerName: row.customer_name,
    currency: row.currency,
    netTotal: row.net_total,
    vatTotal: row.vat_total,
    grossTotal: row.gross_total,
    reconciled: row.reconciled === null ? null : row.reconciled === 1,
    problems: JSON.parse(row.problems),
    contentHash: row.content_hash,
    evidence: JSON.parse(row.evidence),
    revision: row.revision,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    trashedAt: row.trashed_at,
  };
}

export function invoiceRow(invoice: Invoice): Row<InvoicesTable> {
  return {
    id: invoice.id,
    organisation_id: invoice.organisationId,
    project_id: invoice.projectId,
    state: invoice.state,
    extraction: invoice.extraction,
    document_type: invoice.documentType,
    heading: invoice.heading,
    said_for: invoice.saidFor.length === 0 ? null : JSON.stringify(invoice.saidFor),
    supplier_name: invoice.supplierName,
    supplier_vat_number: invoice.supplierVatNumber,
    supplier_key: supplierKey(invoice),
    invoice_number: invoice.invoiceNumber,
    number_key: numberEnding(invoice.invoiceNumber),
    invoice_date: invoice.invoiceDate,
    tax_point: invoice.taxPoint,
    customer_name: invoice.customerName,
    currency: invoice.currency,
    net_total: invoice.netTotal,
    vat_total: invoice.vatTotal,
    gross_total: invoice.grossTotal,
    reconciled: invoice.reconciled === null ? null : invoice.reconciled ? 1 : 0,
    problems: JSON.stringify(invoice.problems),
    content_hash: invoice.contentHash,
    evidence: JSON.stringify(invoice.evidence),
    revision: invoice.revision,
    created_at: invoice.createdAt,
    updated_at: invoice.updatedAt,
    trashed_at: invoice.trashedAt,
  };
}

export function lineItemOf(row: Row<LineItemsTable>): LineItem {
  return {
    id: row.id,
    organisationId: row.organisation_id,
    projectId: row.project_id,
    invoiceId: row.invoice_id,
    position: row.position,
    text: row.text,
    net: row.net,
    vat: row.vat,
    undecided: row.undecided,
    printed: JSON.parse(row.printed),
    stated: JSON.parse(row.stated),
    answers: JSON.parse(row.answers),
    relation: row.relation as Line['relation'],
    mainLineId: row.main_line_id,
    mainLine: row.main_line === null ? null : JSON.parse(row.main_line),
    decisionId: row.decision_id,
    status: row.status,
    treatment: row.treatment as Treatment,
    vatReclaimable: row.vat_reclaimable,
    vatToRecover: row.vat_to_recover,
    vatOnceCorrected: row.vat_once_corrected,
    ruleId: row.rule_id,
    questionId: row.question_id,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

/** @param inTrash whether the line's invoice is in the trash. */
export function lineItemRow(item: LineItem, inTrash: boolean): Row<LineItemsTable> {
  return {
    id: item.id,
    organisation_id: item.organisationId,
    project_id: item.projectId,
    invoice_id: item.invoiceId,
    in_trash: inTrash ? 1 : 0,
    position: item.position,
    text: item.text,
    net: item.net,
    vat: item.vat,
    undecided: item.undecided,
    printed: JSON.stringify(item.printed),
    stated: JSON.stringify(item.stated),
    answers: JSON.stringify(item.answers),
    relation: item.relation,
    main_line_id: item.mainLineId,
    main_line: item.mainLine === null ? null : JSON.stringify(item.mainLine),
    decision_id: item.decisionId,
    status: item.status,
    treatment: item.treatment,
    vat_reclaimable: item.vatReclaimable,
    vat_to_recover: item.vatToRecover,
    vat_once_corrected: item.vatOnceCorrected,
    rule_id: item.ruleId,
    question_id: item.questionId,
    created_at: item.createdAt,
    updated_at: item.updatedAt,
  };
}

export function decisionOf(row: Row<DecisionsTable>): Decision {
  return {
    id: row.id,
    lineItemId: row.line_item_id,
    at: row.at,
    actor: row.actor,
    cause: row.cause as Cause,
    line: JSON.parse(row.line),
    outcome: JSON.parse(row.outcome),
    ruleId: row.rule_id,
    edition: row.edition,
    digest: row.digest,
  };
}

export function decisionRow(decision: Decision, organisationId: string): Row<DecisionsTable> {
  return {
    id: decision.id,
    organisation_id: organisationId,
    line_item_id: decision.lineItemId,
    at: decision.at,
    actor: decision.actor,
    cause: decision.cause,
    line: JSON.stringify(decision.line),
    outcome: JSON.stringify(decision.outcome),
    rule_id: decision.ruleId,
    edition: decision.edition,
    digest: decision.digest,
  };
}
