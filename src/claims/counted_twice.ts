import { sql } from 'kysely';
import type { Concept } from '../rulebook/catalogue.js';
import type { Rulebook } from '../rulebook/rulebook.js';
import type { Store } from '../store/open.js';
import { type LineOfDocument, suppliersOf } from './one_supply.js';
import type { Invoice, Project } from './records.js';

/** Payments in advance that are claimed, beside later documents of their supplier that are claimed and take nothing off for them. */
export interface PerhapsCountedTwice {
  /** As `supplierKey` gives it. */
  key: string;
  supplierName: string | null;
  /** Pence that may be claimed twice: of the payments, as far as they are not taken off and as the later documents come to. */
  vat: number;
  advances: readonly LineOfDocument[];
  later: readonly LineOfDocument[];
  /** What a payment in advance is, and the law of it. */
  concept: Concept;
}

/** The row of decisions.md (e) that such payments are decided by. */
const ADVANCE = 'deposit';

/**
 * Payments in advance whose VAT a later document of the same supplier may hold again: the final invoice must not count it twice
 * (decisions.md (e), deposit). What a document takes off for them is left out.
 * @param invoices of the project outside the trash.
 */
export async function perhapsCountedTwice(
  { db }: Pick<Store, 'db'>,
  book: Rulebook,
  project: Pick<Project, 'id'>,
  invoices: readonly Invoice[],
): Promise<PerhapsCountedTwice[]> {
  const [concept, ...others] = book.catalogue.concepts.filter(({ lineKind }) => lineKind === ADVANCE);
  if (concept === undefined) return [];
  const named = sql<string>`json_extract(decisions.outcome, '$.product.conceptId')`;
  const rows = await db
    .selectFrom('line_items')
    .innerJoin('decisions', 'decisions.id', 'line_items.decision_id')
    .select(['line_items.id', 'invoice_id', 'text', 'vat_reclaimable'])
    .select(named.as('concept'))
    .where('project_id', '=', project.id)
    .where('in_trash', '=', 0)
    .where('vat_reclaimable', '!=', 0)
    .orderBy('invoice_id')
    .orderBy('position')
    .execute();
  const kinds = new Set([concept, ...others].map(({ id }) => id));
  const lines = new Map<string, (typeof rows)[number][]>();
  for (const row of rows) lines.set(row.invoice_id, [...(lines.get(row.invoice_id) ?? []), row]);
  const isAdvance = (row: (typeof rows)[number]) => kinds.has(row.concept);
  if (!rows.some(isAdvance)) return [];
  return [...suppliersOf(invoices)].flatMap(([key, documents]) => {
    const told = (found: readonly Invoice[], which: (row: (typeof rows)[number]) => boolean) =>
      found.flatMap((invoice) =>
        (lines.get(invoice.id) ?? []).filter(which).map((row) => ({
          line: { lineItemId: row.id, text: row.text, invoice },
          vat: row.vat_reclaimable,
        })),
      );
    const advances = told(documents, (row) => isAdvance(row) && row.vat_reclaimable > 0);
    const [first] = advances.map(({ line }) => line.invoice).sort(byDate);
    if (first === undefined) return [];
    const holders = new Set(advances.map(({ line }) => line.invoice.id));
    const after = documents.filter((invoice) => !holders.has(invoice.id) && byDate(first, invoice) <= 0);
    const later = told(after, (row) => !isAdvance(row) && row.vat_reclaimable > 0);
    const takenOff = told(after, (row) => row.vat_reclaimable < 0);
    const vat = Math.min(sum(advances) + sum(takenOff), sum(later));
    if (vat <= 0) return [];
    const supplierName = documents.find((invoice) => invoice.supplierName !== null)?.supplierName ?? null;
    const of = (found: typeof advances) => found.map(({ line }) => line);
    return [{ key, supplierName, vat, advances: of(advances), later: of(later), concept }];
  });
}

const sum = (lines: readonly { vat: number }[]) => lines.reduce((all, { vat }) => all + vat, 0);

/** Documents without a date may be of any day. */
function byDate(a: Invoice, b: Invoice): number {
  const [dayA, dayB] = [a.taxPoint ?? a.invoiceDate, b.taxPoint ?? b.invoiceDate];
  if (dayA === null || dayB === null || dayA === dayB) return 0;
  return dayA < dayB ? -1 : 1;
}
