import type { DocumentType } from '../rulebook/evidence.js';
import type { Rulebook } from '../rulebook/rulebook.js';
import type { Write } from '../store/open.js';
import { type AskingToWrite, type Claims, NotAllowed } from './claims.js';
import { asDecided, decideFile } from './deciding.js';
import { evidencedFile } from './document_evidence.js';
import { sameNumber } from './document_identity.js';
import { customerOf } from './named_customer.js';
import { alikeToTheEye, plainWords } from './plain_words.js';
import { type ReadInvoice, sameText } from './reading_result.js';
import type { Invoice, InvoiceHead, LineItem, Project } from './records.js';
import { newInvoice, newLineItem, writeRequest } from './route_line.js';
import { NotFound } from './stored.js';

/** What of a head can be put right by itself; totals go with the lines they are checked against. */
export const HEAD_FIELDS = [
  'supplierName',
  'supplierVatNumber',
  'invoiceNumber',
  'invoiceDate',
  'taxPoint',
  'customerName',
  'currency',
] as const;
export type HeadField = (typeof HEAD_FIELDS)[number];

/** What somebody who has the document before them says of it. */
export interface PutRight {
  /** What the document is; null when that is not said. */
  saidToBe: DocumentType | null;
  head: Partial<Pick<InvoiceHead, HeadField>>;
  /** The whole document as it is to be read, made from what is stored of its head; null when its lines stand. */
  reading: ((invoice: Invoice) => ReadInvoice) | null;
  /** All that is written on its document; null where that may have been misread, or nobody has it. */
  writtenOn(invoice: Invoice): Promise<string | null>;
}

export interface PutRightResult {
  invoice: Invoice;
  /** Lines that stand as they were, and that are new. */
  kept: number;
  added: number;
  /** The invoice in the trash that holds the lines taken away; null when none were. */
  replaced: string | null;
}

/**
 * Puts right how a document was read. Its bytes stay with it. Lines given again as they were keep their answers and history; the
 * others move, with theirs, to an invoice in the trash, and nothing is lost. What is put right of the head stands in the problems,
 * as it was read and as it now is. An invoice in the trash comes back with it.
 * @param typeOf what a document is, by what it says of itself and what is said of it.
 * @throws NotFound, NotAllowed for one that is locked or being read, or said to be what it denies, to name whom it does not or to
 * charge for what it does not print.
 */
export async function putRight(
  claims: Claims,
  asking: AskingToWrite,
  { projectId, invoiceId }: { projectId: string; invoiceId: string },
  given: PutRight,
  typeOf: (read: DocumentType, said: DocumentType | null) => DocumentType,
): Promise<PutRightResult> {
  const { stored, writes, changes, clock } = claims;
  await stored.project(asking.organisationId, projectId);
  return changes.carryOut<PutRightResult>(projectId, writeRequest(asking), async () => {
    const file = await stored.file(asking.organisationId, invoiceId);
    if (file.project.id !== projectId) throw new NotFound('invoiceId', invoiceId);
    const { project, invoice: was, items } = file;
    refuseInWork(was);
    refuseDenied(was, given.saidToBe, typeOf);
    refuseOtherName(was, given.head.customerName ?? null, asking.book.evidence.names.companies);
    if (given.head.customerName === null) refuseUnnaming(asking.book, project, was);
    const at = clock();
    const documentType = given.saidToBe === null ? was.documentType : typeRead(was);
    const read = given.reading?.({ ...was, documentType }) ?? null;
    const head: InvoiceHead =
      read === null
        ? { ...was, ...given.head, documentType: typeOf(documentType, given.saidToBe) }
        : withWordsAround(read.head, was);
    const { kept, gone, added } = read === null ? { kept: items, gone: [], added: [] } : merged(items, read, was, at);
    if (added.length > 0) refuseUnwritten(was, added, await given.writtenOn(was));
    const replaced: Invoice | null =
      gone.length === 0
        ? null
        : { ...newInvoice(project, { ...was, problems: [] }, at), state: 'trashed', trashedAt: at };
    const [twin] = await stored.twinsOf(project, head, was.id);
    const invoice: Invoice = {
      ...was,
      ...head,
      problems: [
        ...(read === null
          ? was.problems.filter(({ code }) => stands(code, given.head))
          : [...read.head.problems, ...was.problems.filter(({ message }) => message === putRightBy('documentType'))]),
        ...(twin ? [sameNumber(twin.invoice, head.invoiceNumber)] : []),
        ...changesOf(was, head, replaced),
      ],
      extraction: read === null || was.extraction === 'not_needed' ? was.extraction : 'done',
      state: 'open',
      trashedAt: null,
      updatedAt: at,
    };
    const now = [...kept, ...added].sort((a, b) => a.position - b.position);
    const isNew = new Set(added.map(({ id }) => id));
    const decisions = await decideFile(
      asking.book,
      { project, invoice, items: now },
      {
        actor: asking.actor,
        at,
        causeOf: ({ id }) => (isNew.has(id) ? 'read' : 'invoice_changed'),
        lastDecided: file.lastDecided,
      },
    );
    const decided = new Map(decisions.map(({ after }) => [after.id, after]));
    const evidenced = await evidencedFile(claims, asking.book, {
      project,
      invoice,
      items: asDecided(now, decisions),
    });
    return {
      writes: [
        writes.unchanged(project),
        writes.invoice(evidenced.invoice),
        ...evidenced.others,
        ...(replaced === null ? [] : [writes.newInvoice(replaced)]),
        ...gone.map((item) => writes.line({ ...item, invoiceId: replaced?.id ?? was.id, updatedAt: at }, true)),
        ...now.map((item) => {
          const line = decided.get(item.id) ?? item;
          return isNew.has(item.id) ? writes.newLine(line) : writes.line(line);
        }),
        ...writes.decisions(decisions),
        ...(was.extraction === 'failed' && read !== null ? [readByHand(claims, was.id, at)] : []),
        writes.documentsChanged(project),
      ],
      answer: {
        invoice: evidenced.invoice,
        kept: kept.length,
        added: added.length,
        replaced: replaced?.id ?? null,
      },
    };
  });
}

/** Lines given by hand come without what stood around them on the document, and that still holds. */
function withWordsAround(head: InvoiceHead, was: Invoice): InvoiceHead {
  return { ...head, heading: head.heading ?? was.heading, saidFor: [...was.saidFor, ...head.saidFor] };
}

function refuseInWork({ id, state, extraction }: Invoice): void {
  if (state === 'locked')
    throw new NotAllowed('invoice_locked', `Invoice ${id} is locked: unlock it before changing it or its lines.`);
  if (extraction === 'queued' || extraction === 'running')
    throw new NotAllowed('being_read', `Invoice ${id} is being read; put it right when its lines are there.`);
}

/** What a document was before anybody put right what it is: what somebody said of it they may take back. */
function typeRead({ documentType, problems }: Invoice): DocumentType {
  const first = problems.find(({ message }) => message === putRightBy('documentType'));
  return (first?.found as DocumentType | null | undefined) ?? documentType;
}

const putRightBy = (field: HeadField | 'documentType') => `${field} was put right by hand; "found" is what was read.`;

/** A document that denies being an invoice stays what it says. */
function refuseDenied(
  invoice: Invoice,
  said: DocumentType | null,
  typeOf: (read: DocumentType, said: DocumentType | null) => DocumentType,
): void {
  const documentType = typeRead(invoice);
  const { id } = invoice;
  if (said === null || said === 'unknown' || typeOf(documentType, said) === said) return;
  throw new NotAllowed(
    'document_says_otherwise',
    `Invoice ${id} calls itself ${documentType}, and that stands: documentType "${said}" cannot make more of it. Submit the VAT invoice itself.`,
  );
}

/** Whoever a document was read to name stays named: what was supplied to somebody else is not made ours by saying so. */
function refuseOtherName({ id, customerName }: Invoice, given: string | null, companies: readonly string[]): void {
  if (given === null || customerName === null || isAddress(customerName)) return;
  const [read, now] = [letters(customerName), letters(given)];
  const company = read.some((word) => companies.flatMap(letters).includes(word) && !now.includes(word));
  if (!company && now.every((word) => read.includes(word))) return;
  throw new NotAllowed(
    'document_says_otherwise',
    `Invoice ${id} was read to name “${customerName}”, and “${given}” is not in that. If it was misread, submit a clearer copy; if it is a claimant, add the name with set_up_project; otherwise ask the supplier for an invoice in the right name.`,
  );
}

/** Of a name read where none stands: an e-mail address, words for a cash sale, the supplier's own, or a claimant's that helps nobody. */
function refuseUnnaming(book: Rulebook, project: Project, was: Invoice): void {
  const { id, customerName, supplierName } = was;
  const named = customerOf(was, project, book.evidence.names);
  // A business that is not repaid, or anybody else, would be made a claimant by being named anew afterwards.
  if (customerName === null || isAddress(customerName) || named === 'none' || named === 'claimant') return;
  if (plainWords(customerName).join(' ') === plainWords(supplierName ?? '').join(' ')) return;
  throw new NotAllowed(
    'document_says_otherwise',
    `Invoice ${id} was read to name “${customerName}”, and an empty customerName cannot take that away: it does so only where what was read names nobody (an e-mail address, “cash sale”) or names the supplier or a claimant. If it was misread, give the name as printed or submit a clearer copy.`,
  );
}

/** An e-mail address alone names nobody; behind a name it leaves that name there. */
const isAddress = (name: string): boolean => /^\S+@\S+$/.test(name.trim());

/** A line cut short or run together is put right with the words that are there; other goods than are there are not. */
function refuseUnwritten({ id }: Invoice, lines: readonly LineItem[], written: string | null): void {
  if (written === null) return;
  const words = plainWords(written);
  const [there, all] = [new Set(words), words.join('')];
  const isThere = (word: string) => there.has(word) || (MAY_BE_PART.test(word) && all.includes(word));
  for (const { text } of lines) {
    const word = plainWords(text).find((one) => !isThere(one));
    if (word === undefined) continue;
    throw new NotAllowed(
      'document_says_otherwise',
      `Invoice ${id} is of a document whose text is read as it stands, and “${word}” of “${text}” is not in it. Give each line in the words of the document; if the document is wrong, ask the supplier for a corrected one.`,
    );
  }
}

/** A word or size that is written with its neighbour or apart ("plaster board", "12.5 mm"); fewer letters are in any text. */
const MAY_BE_PART = /^(?=.{4}|.*\d)/;

const letters = (name: string): string[] => plainWords(name).map(alikeToTheEye);

/** The lines of the new reading in its order: those that were there already, and new ones. */
function merged(
  items: readonly LineItem[],
  { lines }: ReadInvoice,
  invoice: Invoice,
  at: number,
): { kept: LineItem[]; gone: LineItem[]; added: LineItem[] } {
  const left = [...items];
  const kept: LineItem[] = [];
  const added: LineItem[] = [];
  lines.forEach((line, i) => {
    const same = left.findIndex((item) => sameText(item) === sameText(line));
    const [item] = same < 0 ? [] : left.splice(same, 1);
    if (item === undefined) added.push(newLineItem(invoice, line, i + 1, at));
    else kept.push({ ...item, position: i + 1, printed: line.printed });
  });
  const isGone = new Set(left.map(({ id }) => id));
  // What followed a line that is there no longer stands by itself again.
  const alone = { relation: null, mainLineId: null, mainLine: null };
  return {
    kept: kept.map((item) => (item.mainLineId !== null && isGone.has(item.mainLineId) ? { ...item, ...alone } : item)),
    gone: left,
    added,
  };
}

/** The problem that a field of the head was not found, or not as it should be. */
const ABOUT: Readonly<Record<string, HeadField>> = {
  no_supplier: 'supplierName',
  no_invoice_number: 'invoiceNumber',
  no_invoice_date: 'invoiceDate',
  vat_number_check_digits: 'supplierVatNumber',
  foreign_currency: 'currency',
};

function stands(code: string, head: PutRight['head']): boolean {
  const field = ABOUT[code];
  return code !== 'same_number' && (field === undefined || head[field] === undefined);
}

function changesOf(was: Invoice, head: InvoiceHead, replaced: Invoice | null): InvoiceHead['problems'][number][] {
  const fields = [...HEAD_FIELDS, 'documentType' as const].filter((field) => was[field] !== head[field]);
  return [
    ...fields.map((field) => ({
      code: 'put_right',
      message: putRightBy(field),
      found: was[field],
      expected: head[field],
    })),
    ...(replaced === null
      ? []
      : [
          {
            code: 'put_right',
            message: `Lines were put right by hand; those that were read are in the trash with invoice ${replaced.id}.`,
            found: null,
            expected: null,
          },
        ]),
  ];
}

/** A document that no reader could read has been read. */
const readByHand = ({ store }: Claims, invoiceId: string, at: number): Write => ({
  query: store.db
    .updateTable('jobs')
    .set({ state: 'done', failure: null, reason: null, retry_can_help: null, finished_at: at })
    .where('invoice_id', '=', invoiceId)
    .where('state', '=', 'failed'),
});
