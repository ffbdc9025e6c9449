import type { Rulebook } from '../rulebook/rulebook.js';
import type { Store, Write } from '../store/open.js';
import type { Claims } from './claims.js';
import { type EvidenceFinding, evidenceOf, type LineSums, lineSums } from './evidence.js';
import type { InvoiceFile } from './line_facts.js';
import { type Invoice, invoiceOf, type Project, supplierKey } from './records.js';

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
  /** Others of the project that now are, or no longer are, a repetition of another: to be written too. */
  others: Invoice[];
}

/**
 * The same for one document with all its lines.
 * @returns the document, and the writes of others whose evidence it changes.
 */
export async function evidencedFile(
  { store, writes }: Pick<Claims, 'store' | 'writes'>,
  book: Rulebook,
  { project, invoice, items }: InvoiceFile,
): Promise<{ invoice: Invoice; others: Write[] }> {
  const { changed, others } = await withEvidence(store, book, project, [{ invoice, lines: lineSums(items) }]);
  return { invoice: changed[0] ?? invoice, others: others.map((other) => writes.invoice(other)) };
}

/** With more documents than this the whole project is read at once. */
const FEW = 50;

/**
 * Sets the evidence of documents that a change writes, and of those that repeat one of them. Everything that writes a
 * document, its lines or its project goes through here.
 * @param project as the change leaves it.
 */
export async function withEvidence(
  store: Pick<Store, 'db'>,
  book: Rulebook,
  project: Project,
  changed: readonly ChangedDocument[],
): Promise<EvidencedDocuments> {
  const judged = await judge(store, book, project, changed);
  const set = (invoice: Invoice): Invoice => {
    const evidence = judged.get(invoice.id)?.findings.map((finding) => finding.code);
    return evidence === undefined || sameCodes(evidence, invoice.evidence) ? invoice : { ...invoice, evidence };
  };
  const given = new Set(changed.map(({ invoice }) => invoice.id));
  const others = [...judged.values()].map(({ invoice }) => invoice).filter((invoice) => !given.has(invoice.id));
  return {
    changed: changed.map(({ invoice }) => set(invoice)),
    others: others.map((invoice) => [invoice, set(invoice)] as const).flatMap(([was, is]) => (was === is ? [] : [is])),
  };
}

/** What is missing of stored documents of a project, by their ids; those in the trash are left out. */
export async function storedFindings(
  store: Pick<Store, 'db'>,
  book: Rulebook,
  project: Project,
  invoices: readonly Invoice[],
): Promise<Map<string, EvidenceFinding[]>> {
  const judged = await judge(
    store,
    book,
    project,
    invoices.map((invoice) => ({ invoice })),
  );
  return new Map(invoices.flatMap(({ id }) => (judged.has(id) ? [[id, judged.get(id)?.findings ?? []]] : [])));
}

interface Judged {
  invoice: Invoice;
  findings: EvidenceFinding[];
}

/** The findings on documents and on all that are like them, as a change leaves them. */
async function judge(
  store: Pick<Store, 'db'>,
  book: Rulebook,
  project: Project,
  changed: readonly ChangedDocument[],
): Promise<Map<string, Judged>> {
  const given = new Map(changed.map((document) => [document.invoice.id, document]));
  const stored = await storedLike(
    store,
    project.id,
    [...given.values()].map((d) => d.invoice),
  );
  const known = new Set(stored.map((invoice) => invoice.id));
  const all = [
    ...stored.map((invoice) => given.get(invoice.id)?.invoice ?? invoice),
    ...[...given.values()].map((d) => d.invoice).filter((invoice) => !known.has(invoice.id)),
  ].filter((invoice) => invoice.state !== 'trashed');
  const sums = await sumsOfStored(
    store,
    all.filter((invoice) => !hasTotals(invoice) && given.get(invoice.id)?.lines === undefined).map(({ id }) => id),
  );
  const firsts = new Firsts(book);
  return new Map(
    all.map((invoice): [string, Judged] => {
      const told = given.get(invoice.id)?.lines;
      const lines = told === undefined ? (sums.get(invoice.id) ?? null) : told;
      const duplicateOf = firsts.repeatedBy(invoice);
      return [invoice.id, { invoice, findings: evidenceOf(book, { project, invoice, lines, duplicateOf }) }];
    }),
  );
}

/** Whether two lists of evidence say the same. */
function sameCodes(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((code, i) => code === b[i]);
}

/** The earlier document that one repeats (fact book on the scheme, 4.4): same supplier, number and price. */
class Firsts {
  private readonly seen = new Map<string, Invoice[]>();

  constructor(private readonly book: Rulebook) {}

  /** To be asked in the order in which the documents came. Where a price is not known, supplier and number are enough. */
  repeatedBy(invoice: Invoice): Invoice | null {
    const identity = identityOf(invoice);
    const is = this.book.evidence.documents.get(invoice.documentType)?.is ?? 'not_known';
    if (identity === null || is === 'no_evidence') return null;
    // A credit note may bear the number of the invoice it credits.
    const key = JSON.stringify([identity, is === 'credit_note']);
    const earlier = this.seen.get(key) ?? [];
    this.seen.set(key, [...earlier, invoice]);
    const price = invoice.grossTotal;
    return earlier.find(({ grossTotal }) => grossTotal === null || price === null || grossTotal === price) ?? null;
  }
}

/** Supplier and number; null for a document that does not say both. */
function identityOf(invoice: Invoice): readonly [supplier: string, number: string] | null {
  const supplier = supplierKey(invoice);
  return supplier === null || invoice.invoiceNumber === null ? null : [supplier, invoice.invoiceNumber];
}

const hasTotals = ({ netTotal, vatTotal, grossTotal }: Invoice) =>
  vatTotal !== null && (grossTotal !== null || netTotal !== null);

/** The documents as stored, and all with the supplier and number that one of them had or is to have, in the order they came. */
async function storedLike(
  { db }: Pick<Store, 'db'>,
  projectId: string,
  invoices: readonly Invoice[],
): Promise<Invoice[]> {
  const ofProject = db.selectFrom('invoices').selectAll().where('project_id', '=', projectId);
  if (invoices.length > FEW)
    return (await ofProject.where('state', '!=', 'trashed').orderBy('seq').execute()).map(invoiceOf);
  if (invoices.length === 0) return [];
  const before = await ofProject
    .where(
      'id',
      'in',
      invoices.map((invoice) => invoice.id),
    )
    .execute();
  const identities = [...before.map(invoiceOf), ...invoices].flatMap((invoice) => {
    const identity = identityOf(invoice);
    return identity === null ? [] : [identity];
  });
  const alike =
    identities.length === 0
      ? []
      : await ofProject
          .where((eb) =>
            eb.or(
              identities.map(([supplier, number]) =>
                eb.and([eb('supplier_key', '=', supplier), eb('invoice_number', '=', number)]),
              ),
            ),
          )
          .where('state', '!=', 'trashed')
          .execute();
  const rows = new Map([...before, ...alike].map((row) => [row.id, row]));
  return [...rows.values()].sort((a, b) => a.seq - b.seq).map(invoiceOf);
}

async function sumsOfStored({ db }: Pick<Store, 'db'>, ids: readonly string[]): Promise<Map<string, LineSums>> {
  const sums = new Map<string, LineSums>();
  for (let from = 0; from < ids.length; from += FEW) {
    const rows = await db
      .selectFrom('line_items')
      .where('invoice_id', 'in', ids.slice(from, from + FEW))
      .where((eb) => eb.or([eb('net', 'is not', null), eb('vat', 'is not', null)]))
      .groupBy('invoice_id')
      .select(['invoice_id'])
      .select((eb) => [eb.fn.sum<number | null>('net').as('net'), eb.fn.sum<number | null>('vat').as('vat')])
      .execute();
    for (const { invoice_id, net, vat } of rows) sums.set(invoice_id, { net: net ?? 0, vat: vat ?? 0 });
  }
  return sums;
}
