import { sql } from 'kysely';
import type { Treatment } from '../rulebook/model.js';
import type { Store } from '../store/open.js';
import type { LineOfDocument } from './one_supply.js';
import type { Invoice, Project } from './records.js';

export interface ClaimedLine {
  line: LineOfDocument;
  /** Pence that are claimed; negative of what is taken off, 0 of a reduction that is not decided or prints no VAT. */
  vat: number;
  treatment: Treatment;
  /** What it was decided as. */
  conceptId: string;
}

/** By document, in its order. */
export type ClaimedLines = ReadonlyMap<string, readonly ClaimedLine[]>;

/**
 * Lines of a project of which VAT is claimed or taken off, and reductions of which none is.
 * @param invoices of the project outside the trash.
 */
export async function claimedLines(
  { db }: Pick<Store, 'db'>,
  project: Pick<Project, 'id'>,
  invoices: readonly Invoice[],
): Promise<ClaimedLines> {
  const rows = await db
    .selectFrom('line_items')
    .innerJoin('decisions', 'decisions.id', 'line_items.decision_id')
    .select(['line_items.id', 'invoice_id', 'text', 'vat_reclaimable', 'treatment'])
    .select(sql<string>`json_extract(decisions.outcome, '$.product.conceptId')`.as('concept'))
    .where('project_id', '=', project.id)
    .where('in_trash', '=', 0)
    .where((row) => row.or([row('vat_reclaimable', '!=', 0), row('net', '<', 0)]))
    .orderBy('invoice_id')
    .orderBy('position')
    .execute();
  const documents = new Map(invoices.map((invoice) => [invoice.id, invoice]));
  const lines = new Map<string, ClaimedLine[]>();
  for (const { id, invoice_id, text, vat_reclaimable, treatment, concept } of rows) {
    const invoice = documents.get(invoice_id);
    if (invoice === undefined) continue;
    const of = lines.get(invoice.id) ?? [];
    lines.set(invoice.id, of);
    const line = { lineItemId: id, text, invoice };
    of.push({ line, vat: vat_reclaimable, treatment: treatment as Treatment, conceptId: concept });
  }
  return lines;
}
