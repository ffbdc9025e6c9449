import { createHash } from 'node:crypto';
import { InputError } from '../rulebook/answers.js';
import type { Treatment } from '../rulebook/model.js';
import type { Claims } from './claims.js';
import { type Invoice, invoiceOf, type LineItem, lineItemOf, type Project, projectOf } from './records.js';
import { supplierKey } from './suppliers.js';

/** A part of a list and where the next one begins; null at the end. New rows come at the end, so pages never shift. */
export interface Page<Item> {
  items: Item[];
  nextCursor: string | null;
}

export interface PageRequest {
  /** 1 to 200. */
  limit: number;
  cursor: string | null;
}

export interface InvoiceFilter {
  projectId: string;
  state?: Invoice['state'];
  extraction?: Invoice['extraction'];
  /** Name or VAT number. */
  supplier?: string;
}

export interface LineFilter {
  projectId: string;
  invoiceId?: string;
  status?: LineItem['status'];
  treatment?: Treatment;
  /** Name or VAT number. */
  supplier?: string;
  /** Id of the question that is open, or `any`. */
  openQuestion?: string;
}

/** Projects of an organisation, in the order they were set up. */
export async function listProjects(
  { store }: Claims,
  organisationId: string,
  page: PageRequest,
): Promise<Page<Project>> {
  const after = seqAfter(page.cursor, { organisationId });
  const rows = await store.db
    .selectFrom('projects')
    .selectAll()
    .where('organisation_id', '=', organisationId)
    .where('seq', '>', after)
    .orderBy('seq')
    .limit(page.limit + 1)
    .execute();
  return paged(rows, page.limit, { organisationId }, projectOf);
}

/** Documents of a project, in the order they came. Those in the trash are listed only when asked for. @throws NotFound */
export async function listInvoices(
  { store, stored }: Claims,
  organisationId: string,
  filter: InvoiceFilter,
  page: PageRequest,
): Promise<Page<Invoice>> {
  await stored.project(organisationId, filter.projectId);
  let query = store.db
    .selectFrom('invoices')
    .selectAll()
    .where('project_id', '=', filter.projectId)
    .where('seq', '>', seqAfter(page.cursor, filter));
  query = filter.state === undefined ? query.where('state', '!=', 'trashed') : query.where('state', '=', filter.state);
  if (filter.extraction !== undefined) query = query.where('extraction', '=', filter.extraction);
  if (filter.supplier !== undefined) query = query.where('supplier_key', 'in', keysOf(filter.supplier));
  const rows = await query
    .orderBy('seq')
    .limit(page.limit + 1)
    .execute();
  return paged(rows, page.limit, filter, invoiceOf);
}

/** Lines of a project outside the trash, in the order they came. @throws NotFound */
export async function listLineItems(
  { store, stored }: Claims,
  organisationId: string,
  filter: LineFilter,
  page: PageRequest,
): Promise<Page<LineItem>> {
  await stored.project(organisationId, filter.projectId);
  let query = store.db
    .selectFrom('line_items')
    .selectAll()
    .where('project_id', '=', filter.projectId)
    .where('in_trash', '=', 0)
    .where('seq', '>', seqAfter(page.cursor, filter));
  if (filter.invoiceId !== undefined) query = query.where('invoice_id', '=', filter.invoiceId);
  if (filter.status !== undefined) query = query.where('status', '=', filter.status);
  if (filter.treatment !== undefined) query = query.where('treatment', '=', filter.treatment);
  if (filter.openQuestion === 'any') query = query.where('question_id', 'is not', null);
  else if (filter.openQuestion !== undefined) query = query.where('question_id', '=', filter.openQuestion);
  const { supplier } = filter;
  if (supplier !== undefined)
    query = query.where('invoice_id', 'in', (eb) =>
      eb
        .selectFrom('invoices')
        .select('id')
        .where('project_id', '=', filter.projectId)
        .where('supplier_key', 'in', keysOf(supplier)),
    );
  const rows = await query
    .orderBy('seq')
    .limit(page.limit + 1)
    .execute();
  return paged(rows, page.limit, filter, lineItemOf);
}

/** A supplier may be told by name or by number. */
function keysOf(supplier: string): string[] {
  const byNumber = supplierKey({ supplierName: null, supplierVatNumber: supplier });
  const byName = supplierKey({ supplierName: supplier, supplierVatNumber: null });
  return [byNumber, byName].filter((key): key is string => key !== null);
}

function paged<Row extends { seq: number }, Item>(
  rows: readonly Row[],
  limit: number,
  list: object,
  read: (row: Row) => Item,
): Page<Item> {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const more = rows.length > limit && last !== undefined;
  return { items: shown.map(read), nextCursor: more ? cursorOf(last.seq, list) : null };
}

function cursorOf(seq: number, list: object): string {
  return Buffer.from(`${seq}.${markOf(list)}`).toString('base64url');
}

/** @throws InputError for a cursor of another list. */
function seqAfter(cursor: string | null, list: object): number {
  if (cursor === null) return 0;
  const [, seq, mark] = /^(\d{1,15})\.([0-9a-f]{8})$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? [];
  if (seq === undefined || mark !== markOf(list))
    throw new InputError([
      { path: 'cursor', message: 'is not a nextCursor of this list with these filters; leave it out to begin anew' },
    ]);
  return Number(seq);
}

function markOf(list: object): string {
  const filters = Object.entries(list).filter(([, value]) => value !== undefined);
  return createHash('sha256')
    .update(JSON.stringify(filters.sort(([a], [b]) => (a < b ? -1 : 1))))
    .digest('hex')
    .slice(0, 8);
}
