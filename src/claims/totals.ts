import { sql } from 'kysely';
import { TREATMENTS, type Treatment } from '../rulebook/model.js';
import type { Store } from '../store/open.js';

/** Sums over lines, in pence; lines whose amounts are not known count as nothing. */
export interface Sums {
  lines: number;
  net: number;
  vat: number;
  vatReclaimable: number;
  vatToRecover: number;
  vatOnceCorrected: number;
}

export interface Totals {
  all: Sums;
  byTreatment: Readonly<Record<Treatment, Sums>>;
  /** Of `all.vatReclaimable`, what stands on documents with nothing missing as evidence. */
  vatReclaimableWithEvidence: number;
  openQuestions: number;
}

const NOTHING: Sums = { lines: 0, net: 0, vat: 0, vatReclaimable: 0, vatToRecover: 0, vatOnceCorrected: 0 };
const COMPLETE = '[]';

/** What the lines of a project outside the trash add up to. */
export async function totalsOf({ db }: Pick<Store, 'db'>, projectId: string): Promise<Totals> {
  const lines = db.selectFrom('line_items').where('project_id', '=', projectId).where('in_trash', '=', 0);
  const sum = (column: 'net' | 'vat' | 'vat_reclaimable' | 'vat_to_recover' | 'vat_once_corrected') =>
    sql<number>`coalesce(sum(${sql.ref(column)}), 0)`;
  const rows = await lines
    .groupBy('treatment')
    .select(['treatment'])
    .select((eb) => [
      eb.fn.countAll<number>().as('lines'),
      sum('net').as('net'),
      sum('vat').as('vat'),
      sum('vat_reclaimable').as('vatReclaimable'),
      sum('vat_to_recover').as('vatToRecover'),
      sum('vat_once_corrected').as('vatOnceCorrected'),
    ])
    .execute();
  const evidenced = await lines
    .where('vat_reclaimable', '!=', 0)
    .where('invoice_id', 'in', (eb) =>
      eb.selectFrom('invoices').select('id').where('project_id', '=', projectId).where('evidence', '=', COMPLETE),
    )
    .select(sum('vat_reclaimable').as('vat'))
    .executeTakeFirst();
  const questions = await lines
    .where('question_id', 'is not', null)
    .where('treatment', '=', 'needs_answer')
    .select((eb) => eb.fn.countAll<number>().as('open'))
    .executeTakeFirst();
  const byTreatment = Object.fromEntries(
    TREATMENTS.map((treatment) => {
      const row = rows.find((r) => r.treatment === treatment);
      if (!row) return [treatment, NOTHING];
      const { treatment: _, ...sums } = row;
      return [treatment, sums];
    }),
  ) as Record<Treatment, Sums>;
  return {
    all: Object.values(byTreatment).reduce(added, NOTHING),
    byTreatment,
    vatReclaimableWithEvidence: evidenced?.vat ?? 0,
    openQuestions: questions?.open ?? 0,
  };
}

/** Counts and what can be reclaimed, for each of these invoices that has lines. */
export async function sumsByInvoice(
  { db }: Pick<Store, 'db'>,
  invoiceIds: readonly string[],
): Promise<ReadonlyMap<string, { lines: number; vatReclaimable: number; openQuestions: number }>> {
  if (invoiceIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('line_items')
    .where('invoice_id', 'in', invoiceIds)
    .groupBy('invoice_id')
    .select((eb) => [
      'invoice_id',
      eb.fn.countAll<number>().as('lines'),
      eb.fn.sum<number>('vat_reclaimable').as('vatReclaimable'),
      eb.fn.count<number>('question_id').as('openQuestions'),
    ])
    .execute();
  return new Map(rows.map(({ invoice_id, ...sums }) => [invoice_id, sums]));
}

function added(a: Sums, b: Sums): Sums {
  return {
    lines: a.lines + b.lines,
    net: a.net + b.net,
    vat: a.vat + b.vat,
    vatReclaimable: a.vatReclaimable + b.vatReclaimable,
    vatToRecover: a.vatToRecover + b.vatToRecover,
    vatOnceCorrected: a.vatOnceCorrected + b.vatOnceCorrected,
  };
}
