import { InputError, takesOneOf } from '../rulebook/answers.js';
import type { Classification } from '../rulebook/classification.js';
import { VERDICT_ALONE } from '../rulebook/classify.js';
import type { GivenAnswer } from '../rulebook/line.js';
import { formatPence } from '../rulebook/money.js';
import { newId } from '../store/ids.js';
import { type AskingToWrite, type Claims, NotAllowed } from './claims.js';
import { asDecided, decideFile, type LineChange, standsOtherwise } from './deciding.js';
import { evidencedFile } from './document_evidence.js';
import { sameNumber } from './document_identity.js';
import { type InvoiceFile, lineFacts } from './line_facts.js';
import type { Invoice, InvoiceHead, LineItem, Printed, Project, Stated } from './records.js';
import type { StoredFile } from './stored.js';
import { supplierKey } from './suppliers.js';

/** A line as somebody gives it. Amounts are pence, null when they are not known. */
export interface GivenLine {
  text: string;
  net: number | null;
  vat: number | null;
  stated: Stated;
  printed: Printed;
  answers: readonly GivenAnswer[];
}

/** Which invoice a new line belongs to: a stored one, one by what its head says, or one of its own. */
export type InvoiceOfLine = { invoiceId: string } | { head: InvoiceHead };

/** What came of deciding lines of one invoice. */
export interface Routed {
  invoice: Invoice;
  /** The line that was asked about. */
  item: LineItem;
  /** The answer of the rulebook; null when the line could not be put to it. */
  classification: Classification | null;
  /** Other lines of the invoice of which something else is said now. */
  others: LineChange[];
}

/**
 * Stores a new line and its decision. The other lines of its invoice are decided again where it changes what is known of them.
 * @throws NotFound, NotAllowed, InputError when the answers given contradict the line.
 */
export function routeNewLine(
  claims: Claims,
  asking: AskingToWrite,
  projectId: string,
  given: GivenLine,
  of: InvoiceOfLine,
): Promise<Routed> {
  const { stored, writes, changes, clock } = claims;
  return changes.carryOut(projectId, writeRequest(asking), async () => {
    const project = await stored.project(asking.organisationId, projectId);
    const { file, isNew, newHead } = await fileFor(claims, project, of);
    const at = clock();
    const item = newLineItem(file.invoice, given, file.items.length + 1, at);
    if (item.answers.length > 0) await refuseContradictions(asking, { ...file, items: [...file.items, item] }, item.id);
    const after = { ...file, items: [...file.items, item] };
    const decisions = await decideFile(asking.book, after, {
      actor: asking.actor,
      at,
      causeOf: (line) => (line.id === item.id ? 'routed' : 'other_lines'),
      lastDecided: file.lastDecided,
    });
    const mine = decisions.find((change) => change.after.id === item.id);
    const others = decisions.filter((change) => change.after.id !== item.id);
    const { invoice, others: repeated } = await evidencedFile(claims, asking.book, {
      ...after,
      items: asDecided(after.items, decisions),
      invoice: { ...file.invoice, updatedAt: at },
    });
    return {
      writes: [
        writes.unchanged(project),
        ...repeated,
        isNew ? writes.newInvoice(invoice) : writes.invoice(invoice),
        writes.newLine(mine?.after ?? item),
        ...others.map((change) => writes.line(change.after)),
        ...writes.decisions(decisions),
        ...(newHead ? [writes.documentsChanged(project)] : []),
      ],
      answer: {
        invoice,
        item: mine?.after ?? item,
        classification: mine?.classification ?? null,
        others: others.filter(standsOtherwise),
      },
    };
  });
}

/** What may be said anew of a stored line; its text and the amounts printed stay. */
export interface Restated {
  stated: Stated;
  /** Pence, for a line whose amounts could not be read. */
  net?: number;
  vat?: number;
}

/**
 * Decides a stored line again, with what is now said of it, under the rulebook of today.
 * @throws NotFound, NotAllowed, InputError when an amount that was printed is given anew.
 */
export function rerouteLine(
  claims: Claims,
  asking: AskingToWrite,
  projectId: string,
  lineItemId: string,
  restated: Restated,
): Promise<Routed> {
  return changeLine(claims, asking, { projectId, lineItemId, cause: 'routed', always: true }, (item) => ({
    ...item,
    stated: { ...item.stated, ...restated.stated },
    net: amountGiven('item.netAmount', item, item.net, restated.net),
    vat: amountGiven('item.vatCharged', item, item.vat, restated.vat),
  }));
}

/** One line of a stored invoice is changed, and with it what is known of the others. */
export async function changeLine(
  claims: Claims,
  asking: AskingToWrite,
  about: {
    projectId?: string;
    lineItemId: string;
    cause: 'routed' | 'answered' | 'answer_withdrawn';
    always?: boolean;
  },
  change: (item: LineItem, file: StoredFile) => LineItem,
  alsoChange: (items: readonly LineItem[], before: StoredFile) => readonly LineItem[] = (items) => items,
): Promise<Routed> {
  const { stored, writes, changes, clock } = claims;
  const { organisationId } = asking;
  const found = await stored.lineItem(organisationId, about.lineItemId, about.projectId);
  return changes.carryOut(found.projectId, writeRequest(asking), async () => {
    const file = await stored.file(organisationId, found.invoiceId);
    refuseClosed(file.invoice);
    const at = clock();
    const changed = file.items.map((item) => (item.id === found.id ? change(item, file) : item));
    const items = alsoChange(changed, file);
    await refuseContradictions(asking, { ...file, items }, found.id);
    const decisions = await decideFile(
      asking.book,
      { ...file, items },
      {
        actor: asking.actor,
        at,
        causeOf: (item) => (item.id === found.id ? about.cause : 'other_lines'),
        lastDecided: file.lastDecided,
        again: (item) => about.always === true && item.id === found.id,
      },
    );
    const decidedById = new Map(decisions.map((d) => [d.after.id, d]));
    const written = items.flatMap((item, i) => {
      const next = decidedById.get(item.id)?.after ?? item;
      return next === file.items[i] ? [] : [writes.line(next)];
    });
    const mine = decidedById.get(found.id);
    const { invoice, others: repeated } = await evidencedFile(claims, asking.book, {
      ...file,
      items: asDecided(items, decisions),
      invoice: { ...file.invoice, updatedAt: at },
    });
    return {
      writes: [
        writes.unchanged(file.project),
        writes.invoice(invoice),
        ...repeated,
        ...written,
        ...writes.decisions(decisions),
      ],
      answer: {
        invoice,
        item: mine?.after ?? (items.find((item) => item.id === found.id) as LineItem),
        classification: mine?.classification ?? null,
        others: decisions.filter((d) => d.after.id !== found.id && standsOtherwise(d)),
      },
    };
  });
}

/** @throws NotAllowed for an invoice that is locked or in the trash. */
export function refuseClosed({ id, state }: Invoice): void {
  if (state === 'locked')
    throw new NotAllowed(
      'invoice_locked',
      `Invoice ${id} is locked: unlock it (over REST, POST /api/v1/invoices/${id}/unlock) before changing it or its lines.`,
    );
  if (state === 'trashed')
    throw new NotAllowed(
      'invoice_trashed',
      `Invoice ${id} is in the trash: restore it (over REST, POST /api/v1/invoices/${id}/restore) before changing it or its lines.`,
    );
}

export const writeRequest = ({ organisationId, tool, idempotencyKey, body }: AskingToWrite) => ({
  organisationId,
  tool,
  idempotencyKey,
  body,
});

/** A line that is not decided yet. */
export function newLineItem(invoice: Invoice, given: GivenLine, position: number, at: number): LineItem {
  return {
    id: newId('lin'),
    organisationId: invoice.organisationId,
    projectId: invoice.projectId,
    invoiceId: invoice.id,
    position,
    text: given.text,
    net: given.net,
    vat: given.vat,
    undecided: null,
    printed: given.printed,
    stated: given.stated,
    answers: given.answers,
    relation: null,
    mainLineId: null,
    mainLine: null,
    decisionId: null,
    status: 'undecided',
    treatment: 'needs_answer',
    vatReclaimable: 0,
    vatToRecover: 0,
    vatOnceCorrected: 0,
    ruleId: null,
    questionId: null,
    createdAt: at,
    updatedAt: at,
  };
}

/** An invoice without lines. */
export function newInvoice(project: Project, head: InvoiceHead, at: number): Invoice {
  return {
    ...head,
    id: newId('inv'),
    organisationId: project.organisationId,
    projectId: project.id,
    state: 'open',
    extraction: 'not_needed',
    contentHash: null,
    evidence: [],
    revision: 1,
    createdAt: at,
    updatedAt: at,
    trashedAt: null,
  };
}

/** A head of which nothing is known. */
export const UNKNOWN_HEAD: InvoiceHead = {
  documentType: 'unknown',
  heading: null,
  saidFor: [],
  supplierName: null,
  supplierVatNumber: null,
  invoiceNumber: null,
  invoiceDate: null,
  taxPoint: null,
  customerName: null,
  currency: 'GBP',
  netTotal: null,
  vatTotal: null,
  grossTotal: null,
  reconciled: null,
  problems: [],
};

/** @returns the invoice with its lines; `newHead` where the project did not know one with that head. */
async function fileFor(
  { stored, clock }: Claims,
  project: Project,
  of: InvoiceOfLine,
): Promise<{ file: StoredFile; isNew: boolean; newHead: boolean }> {
  if ('invoiceId' in of) {
    const invoice = await stored.invoice(project.organisationId, of.invoiceId, project.id);
    refuseClosed(invoice);
    return { file: await stored.fileOf(project, invoice), isNew: false, newHead: false };
  }
  const twins = await stored.twinsOf(project, of.head);
  const same = twins.flatMap(({ invoice, likeness }) => (likeness === 'same' ? [invoice] : []));
  const [found] = same;
  if (found) {
    refuseSeveralSuppliers(same);
    refuseClosed(found);
    const invoice = completed(found, of.head);
    const newHead = COMPLETED.some((field) => invoice[field] !== found[field]);
    return { file: await stored.fileOf(project, invoice), isNew: false, newHead };
  }
  const problems = twins.slice(0, 1).map(({ invoice }) => sameNumber(invoice, of.head.invoiceNumber));
  const invoice = newInvoice(project, { ...of.head, problems: [...of.head.problems, ...problems] }, clock());
  return { file: { project, invoice, items: [], lastDecided: new Map() }, isNew: true, newHead: true };
}

/** One name with several VAT numbers does not say which of the invoices is meant. */
function refuseSeveralSuppliers(same: readonly Invoice[]): void {
  const numbers = same.flatMap(({ supplierVatNumber }) => supplierVatNumber ?? []);
  if (new Set(numbers.map((n) => supplierKey({ supplierName: null, supplierVatNumber: n }))).size < 2) return;
  throw new InputError([
    takesOneOf(
      'invoice.supplierVatNumber',
      `is needed: ${same.map(({ id }) => id).join(' and ')} have this supplier name and number with different VAT numbers; give it, or name the stored one with invoiceId`,
      numbers,
    ),
  ]);
}

const COMPLETED = [
  'supplierName',
  'supplierVatNumber',
  'invoiceDate',
  'taxPoint',
  'customerName',
  'grossTotal',
] as const satisfies readonly (keyof InvoiceHead)[];

/**
 * The stored invoice with what a later line says of its head and no earlier one did. What was read of a document is what the
 * document shows, so nothing is added to it.
 */
function completed(invoice: Invoice, head: InvoiceHead): Invoice {
  const open = invoice.extraction === 'not_needed';
  const more = open ? COMPLETED.filter((field) => invoice[field] === null && head[field] !== null) : [];
  const full: Invoice = { ...invoice, ...Object.fromEntries(more.map((field) => [field, head[field]])) };
  const type = open && full.documentType === 'unknown' ? head.documentType : full.documentType;
  refuseOtherHead({ ...full, documentType: type }, head);
  return { ...full, documentType: type };
}

/** The same supplier and number with another date or kind is another document, or a mistake: it is said, not merged. */
function refuseOtherHead(invoice: Invoice, head: InvoiceHead): void {
  const fields = ['invoiceDate', 'taxPoint', 'customerName', 'currency', 'documentType'] as const;
  const differs = (field: string, given: string, stored: string) => ({
    path: `invoice.${field}`,
    message: `"${given}" differs from "${stored}" of the stored invoice ${invoice.id} with this supplier and number; correct one, or name the stored one with invoiceId`,
  });
  const issues = fields
    .filter((field) => head[field] !== null && head[field] !== 'unknown' && head[field] !== invoice[field])
    .map((field) => differs(field, `${head[field]}`, `${invoice[field]}`));
  const [given, stored] = [head.grossTotal, invoice.grossTotal];
  if (given !== null && stored !== null && given !== stored)
    issues.push(differs('grossTotal', formatPence(given), formatPence(stored)));
  if (issues.length > 0) throw new InputError(issues);
}

function amountGiven(
  path: string,
  { invoiceId }: LineItem,
  printed: number | null,
  given: number | undefined,
): number | null {
  if (given === undefined || given === printed) return printed;
  if (printed === null) return given;
  throw new InputError([
    {
      path,
      message: `was printed on the document and stays; if it was misread, call submit_invoice_data with corrects "${invoiceId}" and all lines of the document as they are printed`,
    },
  ]);
}

/** An answer that contradicts its line is the caller's to correct before anything is stored. */
async function refuseContradictions({ book }: AskingToWrite, file: InvoiceFile, lineItemId: string): Promise<void> {
  const facts = lineFacts(book, file)[file.items.findIndex((item) => item.id === lineItemId)];
  if (facts && 'line' in facts && facts.line.answers.length > 0) await book.classify(facts.line, VERDICT_ALONE);
}
