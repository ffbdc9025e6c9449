import { createHash } from 'node:crypto';
import type { ExpressionBuilder } from 'kysely';
import { InputError } from '../rulebook/answers.js';
import type { Treatment } from '../rulebook/model.js';
import type { Store } from '../store/open.js';
import type { Tables } from '../store/tables.js';
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
  const list: List = { of: 'projects', organisationId, filter: {} };
  const after = await seqAfter(store, page.cursor, list);
  const rows = await store.db
    .selectFrom('projects')
    .selectAll()
    .where('organisation_id', '=', organisationId)
    .where('seq', '>', after)
    .orderBy('seq')
    .limit(page.limit + 1)
    .execute();
  return paged(rows, page.limit, list, projectOf);
}

/** Documents of a project, in the order they came. Those in the trash are listed only when asked for. @throws NotFound */
export async function listInvoices(
  { store, stored }: Claims,
  organisationId: string,
  filter: InvoiceFilter,
  page: PageRequest,
): Promise<Page<Invoice>> {
  await stored.project(organisationId, filter.projectId);
  const list: List = { of: 'invoices', organisationId, filter };
  let query = store.db
    .selectFrom('invoices')
    .selectAll()
    .where('project_id', '=', filter.projectId)
    .where('seq', '>', await seqAfter(store, page.cursor, list));
  query = filter.state === undefined ? query.where('state', '!=', 'trashed') : query.where('state', '=', filter.state);
  if (filter.extraction !== undefined) query = query.where('extraction', '=', filter.extraction);
  if (filter.supplier !== undefined) {
    const isOf = await ofSupplier(store, filter.projectId, filter.supplier);
    query = query.where(isOf);
  }
  const rows = await query
    .orderBy('seq')
    .limit(page.limit + 1)
    .execute();
  return paged(rows, page.limit, list, invoiceOf);
}

/** Lines of a project outside the trash, in the order they came. @throws NotFound, of the invoice too. */
export async function listLineItems(
  { store, stored }: Claims,
  organisationId: string,
  filter: LineFilter,
  page: PageRequest,
): Promise<Page<LineItem>> {
  await stored.project(organisationId, filter.projectId);
  if (filter.invoiceId !== undefined) await stored.invoice(organisationId, filter.invoiceId, filter.projectId);
  const list: List = { of: 'line_items', organisationId, filter };
  let query = store.db
    .selectFrom('line_items')
    .selectAll()
    .where('project_id', '=', filter.projectId)
    .where('in_trash', '=', 0)
    .where('seq', '>', await seqAfter(store, page.cursor, list));
  if (filter.invoiceId !== undefined) query = query.where('invoice_id', '=', filter.invoiceId);
  if (filter.status !== undefined) query = query.where('status', '=', filter.status);
  if (filter.treatment !== undefined) query = query.where('treatment', '=', filter.treatment);
  if (filter.openQuestion === 'any') query = query.where('question_id', 'is not', null);
  else if (filter.openQuestion !== undefined) query = query.where('question_id', '=', filter.openQuestion);
  if (filter.supplier !== undefined) {
    const isOf = await ofSupplier(store, filter.projectId, filter.supplier);
    query = query.where('invoice_id', 'in', (eb) =>
      eb.selectFrom('invoices').select('id').where('project_id', '=', filter.projectId).where(isOf),
    );
  }
  const rows = await query
    .orderBy('seq')
    .limit(page.limit + 1)
    .execute();
  return paged(rows, page.limit, list, lineItemOf);
}

/** Holds for documents of a project that show the name or the VAT number of a supplier, however they write it. */
async function ofSupplier({ db }: Pick<Store, 'db'>, projectId: string, supplier: string) {
  const rows = await db
    .selectFrom('invoices')
    .select(['supplier_name', 'supplier_vat_number'])
    .distinct()
    .where('project_id', '=', projectId)
    .execute();
  const name = keyOfName(supplier);
  const number = keyOfNumber(supplier);
  const written = <Column extends keyof (typeof rows)[number]>(column: Column, isMeant: (text: string) => boolean) => [
    ...new Set(rows.flatMap((row) => (row[column] !== null && isMeant(row[column]) ? [row[column]] : []))),
  ];
  const names = name === null ? [] : written('supplier_name', (text) => keyOfName(text) === name);
  const numbers = number === null ? [] : written('supplier_vat_number', (text) => keyOfNumber(text) === number);
  return (eb: ExpressionBuilder<Tables, 'invoices'>) =>
    eb.or([
      ...(names.length === 0 ? [] : [eb('supplier_name', 'in', names)]),
      ...(numbers.length === 0 ? [] : [eb('supplier_vat_number', 'in', numbers)]),
    ]);
}

const keyOfName = (supplierName: string) => supplierKey({ supplierName, supplierVatNumber: null });
const keyOfNumber = (supplierVatNumber: string) => supplierKey({ supplierName: null, supplierVatNumber });

/** What a list holds, and which of it. */
interface List {
  of: 'projects' | 'invoices' | 'line_items';
  organisationId: string;
  filter: object;
}

function paged<Row extends { id: string }, Item>(
  rows: readonly Row[],
  limit: number,
  list: List,
  read: (row: Row) => Item,
): Page<Item> {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const more = rows.length > limit && last !== undefined;
  return { items: shown.map(read), nextCursor: more ? cursorOf(last.id, list) : null };
}

/** Names the last row by its id: its number would tell how many rows everybody has. */
function cursorOf(id: string, list: List): string {
  return Buffer.from(`${id}.${markOf(list)}`).toString('base64url');
}

/** @throws InputError for a cursor of another list. */
async function seqAfter({ db }: Pick<Store, 'db'>, cursor: string | null, list: List): Promise<number> {
  if (cursor === null) return 0;
  const [, id = '', mark] = /^(\w{1,60})\.([0-9a-f]{8})$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? [];
  const row = db
    .selectFrom(list.of)
    .select('seq')
    .where('organisation_id', '=', list.organisationId)
    .where('id', '=', id);
  const last = mark === markOf(list) ? await row.executeTakeFirst() : undefined;
  if (last === undefined)
    throw new InputError([
      { path: 'cursor', message: 'is not a nextCursor of this list with these filters; leave it out to begin anew' },
    ]);
  return last.seq;
}

function markOf({ of, organisationId, filter }: List): string {
  const filters = Object.entries(filter).filter(([, value]) => value !== undefined);
  return createHash('sha256')
    .update(JSON.stringify([of, organisationId, filters.sort(([a], [b]) => (a < b ? -1 : 1))]))
    .digest('hex')
    .slice(0, 8);
}
