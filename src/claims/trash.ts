import { Stale, type Write } from '../store/open.js';
import type { Claims } from './claims.js';

/** An invoice that is gone for good. */
export interface Emptied {
  invoiceId: string;
  /** Of its document; null where it was given as lines. */
  sha256: string | null;
}

/** One sweep takes no more, so that it holds up nobody; the next goes on. */
const MOST_AT_ONCE = 200;

/**
 * Removes invoices that have been in the trash for longer than `keptMs`, with their lines, decisions, document and job. The
 * bytes of a document go with the next sweep of the files, which leaves those that another invoice names.
 * @param trail says in the trail of events that one was removed.
 */
export async function emptyTrash(
  { store, clock }: Pick<Claims, 'store' | 'clock'>,
  keptMs: number,
  trail: (removed: Record<'organisationId' | 'projectId' | 'invoiceId', string>) => Write,
): Promise<Emptied[]> {
  const { db } = store;
  const before = clock() - keptMs;
  const due = await db
    .selectFrom('invoices')
    .leftJoin('documents', 'documents.invoice_id', 'invoices.id')
    .select(['invoices.id', 'invoices.organisation_id', 'invoices.project_id', 'documents.sha256'])
    .where('invoices.state', '=', 'trashed')
    .where('invoices.trashed_at', '<', before)
    // What is being read is about to be written.
    .where('invoices.extraction', 'not in', ['queued', 'running'])
    .orderBy('invoices.seq')
    .limit(MOST_AT_ONCE)
    .execute();
  const emptied: Emptied[] = [];
  for (const { id, organisation_id, project_id, sha256 } of due) {
    const linesOf = db.selectFrom('line_items').select('id').where('invoice_id', '=', id);
    const removed = { organisationId: organisation_id, projectId: project_id, invoiceId: id };
    try {
      await store.commit([
        { query: db.deleteFrom('decisions').where('line_item_id', 'in', linesOf) },
        { query: db.deleteFrom('line_items').where('invoice_id', '=', id) },
        { query: db.deleteFrom('jobs').where('invoice_id', '=', id) },
        { query: db.deleteFrom('documents').where('invoice_id', '=', id) },
        {
          query: db
            .deleteFrom('invoices')
            .where('id', '=', id)
            .where('state', '=', 'trashed')
            .where('trashed_at', '<', before),
          expect: 1,
        },
        trail(removed),
      ]);
      emptied.push({ invoiceId: id, sha256 });
    } catch (error) {
      // It was restored meanwhile.
      if (!(error instanceof Stale)) throw error;
    }
  }
  return emptied;
}
