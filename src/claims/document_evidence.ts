import type { Rulebook } from '../rulebook/rulebook.js';
import type { Store, Write } from '../store/open.js';
import type { Claims } from './claims.js';
import { type Likeness, likeness } from './document_identity.js';
import {
  type EvidenceFinding,
  evidenceOf,
  type LateLine,
  type LineSums,
  lineSums,
  type Repetition,
} from './evidence.js';
import { numberEnding } from './invoice_numbers.js';
import type { InvoiceFile } from './line_facts.js';
import { type Invoice, invoiceOf, lineItemOf, type Project, projectOf } from './records.js';

/** A document as a change leaves it. */
export interface ChangedDocument {
  invoice: Invoice;
  /** What its lines then come to; left out where the change leaves the stored lines as they are. */
  lines?: LineSums | null;
}

/** Documents with their evidence as it is after a change. */
export interface EvidencedDocuments {
  /** Those given, in the order given. */
  changed: Invoice[];
  /** Others of the organisation that now are, or no longer are, a repetition of another: to be written too. */
  others: { invoice: Invoice; project: Project }[];
}

/**
 * The same for one document with all its lines.
 * @returns the document, and the writes of others whose evidence it changes.
 */
export async function evidencedFile(
  claims: Pick<Claims, 'store' | 'writes' | 'clock'>,
  book: Rulebook,
  { project, invoice, items }: InvoiceFile,
): Promise<{ invoice: Invoice; others: Write[] }> {
  const { changed, others } = await withEvidence(claims, book, project, [{ invoice, lines: lineSums(items) }]);
  return { invoice: changed[0] ?? invoice, others: othersWritten(claims.writes, others) };
}

/** Writes documents that a change of others touches; the projects they were judged by must still be as they were read. */
export function othersWritten(writes: Claims['writes'], others: EvidencedDocuments['others']): Write[] {
  const projects = new Map(others.map(({ project }) => [project.id, project]));
  return [
    ...[...projects.values()].map((project) => writes.unchanged(project)),
    ...others.map(({ invoice }) => writes.invoice(invoice)),
  ];
}

/** With more documents than this the whole project is read at once. */
const FEW = 50;
/** As many values as one query names. */
const MOST_NAMED = 500;

/**
 * Sets the evidence of documents that a change writes, and of those that repeat one of them. Everything that writes a
 * document, its lines or its project goes through here.
 * @param project as the change leaves it.
 */
export async function withEvidence(
  claims: Pick<Claims, 'store' | 'clock'>,
  book: Rulebook,
  project: Project,
  changed: readonly ChangedDocument[],
): Promise<EvidencedDocuments> {
  const judged = await judge(claims, book, project, changed);
  const set = (invoice: Invoice): Invoice => {
    const evidence = judged.get(invoice.id)?.findings.map((finding) => finding.code);
    return evidence === undefined || sameCodes(evidence, invoice.evidence) ? invoice : { ...invoice, evidence };
  };
  const given = new Set(changed.map(({ invoice }) => invoice.id));
  const others = [...judged.values()].filter(({ invoice }) => !given.has(invoice.id));
  return {
    changed: changed.map(({ invoice }) => set(invoice)),
    others: others.flatMap(({ invoice, project: of }) => {
      const is = set(invoice);
      return is === invoice ? [] : [{ invoice: is, project: of }];
    }),
  };
}

/** What is missing of stored documents of a project, by their ids; those in the trash are left out. */
export async function storedFindings(
  claims: Pick<Claims, 'store' | 'clock'>,
  book: Rulebook,
  project: Project,
  invoices: readonly Invoice[],
): Promise<Map<string, EvidenceFinding[]>> {
  const judged = await judge(
    claims,
    book,
    project,
    invoices.map((invoice) => ({ invoice })),
  );
  return new Map(invoices.flatMap(({ id }) => (judged.has(id) ? [[id, judged.get(id)?.findings ?? []]] : [])));
}

interface Judged {
  invoice: Invoice;
  project: Project;
  findings: EvidenceFinding[];
}

/** The findings on documents and on all of the organisation that are like them, as a change leaves them. */
async function judge(
  { store, clock }: Pick<Claims, 'store' | 'clock'>,
  book: Rulebook,
  project: Project,
  changed: readonly ChangedDocument[],
): Promise<Map<string, Judged>> {
  const given = new Map(changed.map((document) => [document.invoice.id, document]));
  const stored = await storedLike(
    store,
    project,
    [...given.values()].map((d) => d.invoice),
  );
  const known = new Set(stored.map((invoice) => invoice.id));
  const all = [
    ...stored.map((invoice) => given.get(invoice.id)?.invoice ?? invoice),
    ...[...given.values()].map((d) => d.invoice).filter((invoice) => !known.has(invoice.id)),
  ].filter((invoice) => invoice.state !== 'trashed');
  const projects = await projectsOf(store, project, all);
  const asStored = all.filter((invoice) => given.get(invoice.id)?.lines === undefined);
  const isLate = (invoice: Invoice) => {
    const { completionDate } = (projects.get(invoice.projectId) ?? project).facts;
    const date = invoice.taxPoint ?? invoice.invoiceDate;
    return completionDate !== undefined && date !== null && date > completionDate;
  };
  const sums = await sumsOfStored(store, asStored, isLate);
  const firsts = new Firsts(book);
  const today = new Date(clock() + SUMMER_TIME_MS).toISOString().slice(0, 10);
  return new Map(
    all.map((invoice): [string, Judged] => {
      const told = given.get(invoice.id)?.lines;
      const lines = told === undefined ? (sums.get(invoice.id) ?? null) : told;
      const of = projects.get(invoice.projectId) ?? project;
      const first = firsts.repeatedBy(invoice);
      const elsewhere = first !== null && first.invoice.projectId !== invoice.projectId;
      const repeats = first && {
        ...first,
        project: elsewhere ? (projects.get(first.invoice.projectId)?.name ?? null) : null,
      };
      const findings = evidenceOf(book, { project: of, invoice, lines, repeats, today });
      return [invoice.id, { invoice, project: of, findings }];
    }),
  );
}

/** By the clocks of the UK a day begins so long before it does by UTC. */
const SUMMER_TIME_MS = 60 * 60 * 1000;

/** The projects of documents, by id. */
async function projectsOf(
  { db }: Pick<Store, 'db'>,
  project: Project,
  invoices: readonly Invoice[],
): Promise<Map<string, Project>> {
  const others = new Set(invoices.map(({ projectId }) => projectId));
  others.delete(project.id);
  const rows =
    others.size === 0
      ? []
      : await db
          .selectFrom('projects')
          .selectAll()
          .where('organisation_id', '=', project.organisationId)
          .where('id', 'in', [...others])
          .execute();
  return new Map([project, ...rows.map(projectOf)].map((one) => [one.id, one]));
}

/** Whether two lists of evidence say the same. */
function sameCodes(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((code, i) => code === b[i]);
}

/** The earlier document that one repeats (fact book on the scheme, 4.4): same supplier, number and price, or the same bytes. */
class Firsts {
  private readonly seen = new Map<string, Invoice[]>();

  constructor(private readonly book: Rulebook) {}

  /** To be asked in the order in which the documents came. Where a price is not known, supplier and number are enough. */
  repeatedBy(invoice: Invoice): Pick<Repetition, 'invoice' | 'likeness'> | null {
    const is = this.book.evidence.documents.get(invoice.documentType)?.is ?? 'not_known';
    if (is === 'no_evidence') return null;
    const keys = keysOf(invoice);
    const earlier = new Set(keys.flatMap((key) => this.seen.get(key) ?? []));
    for (const key of keys) this.seen.set(key, [...(this.seen.get(key) ?? []), invoice]);
    // A credit note may bear the number of the invoice it credits.
    const alike = [...earlier]
      .filter((one) => (one.documentType === 'credit_note') === (is === 'credit_note'))
      .map((one) => ({ invoice: one, likeness: pricedLikeness(one, invoice) }));
    const inProject = (sure: Repetition['likeness'], here: boolean) =>
      alike.find((a) => a.likeness === sure && (a.invoice.projectId === invoice.projectId) === here);
    const found = inProject('same', true) ?? inProject('same', false);
    const first = found ?? inProject('doubtful', true) ?? inProject('doubtful', false);
    return first ? { invoice: first.invoice, likeness: first.likeness as Repetition['likeness'] } : null;
  }
}

/** With another price one of two that are alike may have been misread or put right by its supplier, and only its owner can tell. */
function pricedLikeness(a: Invoice, b: Invoice): Likeness {
  const alike = likeness(a, b);
  const samePrice = a.grossTotal === null || b.grossTotal === null || a.grossTotal === b.grossTotal;
  const sameBytes = a.contentHash !== null && a.contentHash === b.contentHash;
  if (samePrice || sameBytes) return alike;
  return alike === 'same' ? 'doubtful' : 'different';
}

/** What two documents that are or may be one have in common, one of them at least: how their number ends, or their bytes. */
function keysOf({ invoiceNumber, contentHash }: Invoice): string[] {
  const ending = numberEnding(invoiceNumber);
  return [...(ending === null ? [] : [`number ${ending}`]), ...(contentHash === null ? [] : [`bytes ${contentHash}`])];
}

/**
 * The documents as stored, and all of the organisation whose number ends as one that one of them had or is to have, or that have
 * its bytes, in the order they came.
 */
async function storedLike(
  { db }: Pick<Store, 'db'>,
  { id: projectId, organisationId }: Project,
  invoices: readonly Invoice[],
): Promise<Invoice[]> {
  if (invoices.length === 0) return [];
  const ofOrganisation = db.selectFrom('invoices').selectAll().where('organisation_id', '=', organisationId);
  const many = invoices.length > FEW;
  const before = await (many
    ? ofOrganisation.where('project_id', '=', projectId).where('state', '!=', 'trashed')
    : ofOrganisation.where(
        'id',
        'in',
        invoices.map((invoice) => invoice.id),
      )
  ).execute();
  const heads = [...before.map(invoiceOf), ...invoices];
  const found = new Map(before.map((row) => [row.id, row]));
  for (const [column, values] of [
    ['number_key', heads.map(({ invoiceNumber }) => numberEnding(invoiceNumber))],
    ['content_hash', heads.map(({ contentHash }) => contentHash)],
  ] as const) {
    const said = [...new Set(values)].filter((value) => value !== null);
    for (let from = 0; from < said.length; from += MOST_NAMED) {
      const rows = await ofOrganisation
        .where(column, 'in', said.slice(from, from + MOST_NAMED))
        .where('state', '!=', 'trashed')
        .execute();
      for (const row of rows) found.set(row.id, row);
    }
  }
  return [...found.values()].sort((a, b) => a.seq - b.seq).map(invoiceOf);
}

/** @param isLate documents of which it matters what their lines say; those of the others are not read. */
async function sumsOfStored(
  { db }: Pick<Store, 'db'>,
  invoices: readonly Invoice[],
  isLate: (invoice: Invoice) => boolean,
): Promise<Map<string, LineSums>> {
  const ids = invoices.map(({ id }) => id);
  const sums = new Map<string, LineSums>();
  for (let from = 0; from < ids.length; from += FEW) {
    const rows = await db
      .selectFrom('line_items')
      .where('invoice_id', 'in', ids.slice(from, from + FEW))
      .where((eb) => eb.or([eb('net', 'is not', null), eb('vat', 'is not', null)]))
      .groupBy('invoice_id')
      .select(['invoice_id'])
      .select((eb) => [
        eb.fn.sum<number | null>('net').as('net'),
        eb.fn.sum<number | null>('vat').as('vat'),
        eb.fn.countAll<number>().as('lines'),
      ])
      .execute();
    for (const { invoice_id, net, vat, lines } of rows)
      sums.set(invoice_id, { net: net ?? 0, vat: vat ?? 0, lines, withVat: [] });
  }
  const bearing = await linesBearingVat(
    db,
    invoices.filter((invoice) => sums.has(invoice.id) && isLate(invoice)).map(({ id }) => id),
  );
  for (const [id, lines] of bearing) {
    const of = sums.get(id);
    if (of !== undefined) sums.set(id, { ...of, withVat: lines });
  }
  return sums;
}

/** Lines with VAT, by the id of their document; left out without such lines. */
async function linesBearingVat(db: Store['db'], ids: readonly string[]): Promise<Map<string, LateLine[]>> {
  const lines = new Map<string, LateLine[]>();
  for (let from = 0; from < ids.length; from += MOST_NAMED) {
    const rows = await db
      .selectFrom('line_items')
      .where('invoice_id', 'in', ids.slice(from, from + MOST_NAMED))
      .where('vat', '!=', 0)
      .selectAll()
      .execute();
    for (const row of rows) {
      const of = lines.get(row.invoice_id);
      const line = lineItemOf(row);
      if (of === undefined) lines.set(row.invoice_id, [line]);
      else of.push(line);
    }
  }
  return lines;
}
