import type { Line } from '../rulebook/line.js';
import type { Store } from '../store/open.js';
import { type Likeness, likeness } from './document_identity.js';
import { numberEnding } from './invoice_numbers.js';
import type { InvoiceFile } from './line_facts.js';
import {
  type Decision,
  decisionOf,
  type Invoice,
  type InvoiceHead,
  invoiceOf,
  type LineItem,
  lineItemOf,
  type Project,
  projectOf,
} from './records.js';

/** There is no such thing in the organisation that asked. */
export class NotFound extends Error {
  constructor(
    /** The field that named it. */
    readonly field: string,
    readonly id: string,
    /** The project that was named with it, where it is of no other. */
    readonly projectId: string | null = null,
  ) {
    super(`There is no ${THINGS[field] ?? field} "${id}"${projectId === null ? '' : ` in project ${projectId}`}`);
    this.name = 'NotFound';
  }
}

/** What a field names. */
const THINGS: Readonly<Record<string, string>> = {
  projectId: 'project',
  invoiceId: 'invoice',
  lineItemId: 'line',
  jobId: 'job',
  'actionItem.id': 'action item',
};

/** An invoice as stored, with the last line that was put to the rulebook for each of its lines. */
export interface StoredFile extends InvoiceFile {
  items: readonly LineItem[];
  lastDecided: ReadonlyMap<string, Line>;
}

/** Reads what organisations keep. Every look-up names the organisation: another one's id is an id that is not there. */
export class Stored {
  constructor(private readonly store: Pick<Store, 'db'>) {}

  /** @throws NotFound */
  async project(organisationId: string, id: string): Promise<Project> {
    const row = await this.store.db
      .selectFrom('projects')
      .selectAll()
      .where('organisation_id', '=', organisationId)
      .where('id', '=', id)
      .executeTakeFirst();
    if (!row) throw new NotFound('projectId', id);
    return projectOf(row);
  }

  /** @param projectId the project it is to be of, where one was named. @throws NotFound */
  async invoice(organisationId: string, id: string, projectId: string | null = null): Promise<Invoice> {
    const row = await this.store.db
      .selectFrom('invoices')
      .selectAll()
      .where('organisation_id', '=', organisationId)
      .where('id', '=', id)
      .executeTakeFirst();
    if (!row || (projectId !== null && row.project_id !== projectId)) throw new NotFound('invoiceId', id, projectId);
    return invoiceOf(row);
  }

  /** @param projectId the project it is to be of, where one was named. @throws NotFound */
  async lineItem(organisationId: string, id: string, projectId: string | null = null): Promise<LineItem> {
    const row = await this.store.db
      .selectFrom('line_items')
      .selectAll()
      .where('organisation_id', '=', organisationId)
      .where('id', '=', id)
      .executeTakeFirst();
    if (!row || (projectId !== null && row.project_id !== projectId)) throw new NotFound('lineItemId', id, projectId);
    return lineItemOf(row);
  }

  /** @throws NotFound */
  async file(organisationId: string, invoiceId: string): Promise<StoredFile> {
    const invoice = await this.invoice(organisationId, invoiceId);
    return this.fileOf(await this.project(organisationId, invoice.projectId), invoice);
  }

  /** The lines of an invoice that has been read. */
  async fileOf(project: Project, invoice: Invoice): Promise<StoredFile> {
    const rows = await this.store.db
      .selectFrom('line_items')
      .leftJoin('decisions', 'decisions.id', 'line_items.decision_id')
      .selectAll('line_items')
      .select('decisions.line as decided_line')
      .where('line_items.invoice_id', '=', invoice.id)
      .orderBy('line_items.position')
      .orderBy('line_items.seq')
      .execute();
    return {
      project,
      invoice,
      items: rows.map(lineItemOf),
      lastDecided: new Map(
        rows.flatMap(({ id, decided_line }) => (decided_line === null ? [] : [[id, JSON.parse(decided_line) as Line]])),
      ),
    };
  }

  /** Invoices of a project that are not in the trash, in the order they came. */
  async invoicesOf(projectId: string): Promise<Invoice[]> {
    const rows = await this.store.db
      .selectFrom('invoices')
      .selectAll()
      .where('project_id', '=', projectId)
      .where('state', '!=', 'trashed')
      .orderBy('seq')
      .execute();
    return rows.map(invoiceOf);
  }

  /**
   * Documents of a project outside the trash that are, or may be, the one of which this is the head, besides `except`: first
   * those that are, each kind in the order they came.
   */
  async twinsOf(
    { organisationId, id: projectId }: Pick<Project, 'organisationId' | 'id'>,
    head: InvoiceHead,
    except = '',
  ): Promise<{ invoice: Invoice; likeness: Likeness }[]> {
    const ending = numberEnding(head.invoiceNumber);
    if (ending === null) return [];
    const rows = await this.store.db
      .selectFrom('invoices')
      .selectAll()
      .where('organisation_id', '=', organisationId)
      .where('number_key', '=', ending)
      .where('project_id', '=', projectId)
      .where('id', '!=', except)
      .where('state', '!=', 'trashed')
      .orderBy('seq')
      .execute();
    const alike = rows.map(invoiceOf).map((invoice) => ({ invoice, likeness: likeness(invoice, head) }));
    return [...alike.filter((a) => a.likeness === 'same'), ...alike.filter((a) => a.likeness === 'doubtful')];
  }

  /** Every decision ever made on a line, the first one first. */
  async history(organisationId: string, lineItemId: string): Promise<Decision[]> {
    const rows = await this.store.db
      .selectFrom('decisions')
      .selectAll()
      .where('organisation_id', '=', organisationId)
      .where('line_item_id', '=', lineItemId)
      .orderBy('seq')
      .execute();
    return rows.map(decisionOf);
  }

  /** Decisions by id. */
  async decisions(ids: readonly string[]): Promise<ReadonlyMap<string, Decision>> {
    if (ids.length === 0) return new Map();
    const rows = await this.store.db.selectFrom('decisions').selectAll().where('id', 'in', ids).execute();
    return new Map(rows.map((row) => [row.id, decisionOf(row)]));
  }
}
