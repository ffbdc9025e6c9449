import { sql } from 'kysely';
import { monthsLater } from '../rulebook/calendar.js';
import type { DocumentType } from '../rulebook/evidence.js';
import { TREATMENTS, type Treatment } from '../rulebook/model.js';
import type { Store } from '../store/open.js';
import { claimAlone, claimOf, type InvoiceSums, openCredit } from './invoice_claim.js';
import type { Invoice } from './records.js';
import { Suppliers } from './suppliers.js';

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
  /** What can be reclaimed is less `vatHeldBack`. */
  all: Sums;
  byTreatment: Readonly<Record<Treatment, Sums>>;
  /** VAT of reclaimable lines that is not claimed yet: open lines or another document may take it off, or it is above the VAT printed. */
  vatHeldBack: number;
  /** Of `all.vatReclaimable`, what stands on documents with nothing missing as evidence. */
  vatReclaimableWithEvidence: number;
  /** Of `all.vatToRecover`, what no supplier can correct any more. */
  vatOutOfTime: number;
  openQuestions: number;
}

/** Until when suppliers can correct. */
export interface Corrigible {
  years: number;
  /** ISO date. */
  today: string;
}

const NOTHING: Sums = { lines: 0, net: 0, vat: 0, vatReclaimable: 0, vatToRecover: 0, vatOnceCorrected: 0 };
const COMPLETE = '[]';

/** Pence of a supplier that are not claimed until their owner says what they are of. */
export interface Held {
  supplier: string;
  vat: number;
  /** Of it, what is in doubt among what is proved. */
  vatProved: number;
}

/**
 * What the lines of a project outside the trash add up to.
 * @param held what is in doubt between documents, as `heldBetween` gives it.
 * @param corrigible null where nobody asks what can be corrected still.
 */
export async function totalsOf(
  { db }: Pick<Store, 'db'>,
  projectId: string,
  held: readonly Held[] = [],
  corrigible: Corrigible | null = null,
): Promise<Totals> {
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
  const claims = await claimsOf(db, projectId, held);
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
  const all = Object.values(byTreatment).reduce(added, NOTHING);
  return {
    all: { ...all, vatReclaimable: claims.vatReclaimable },
    byTreatment,
    vatHeldBack: all.vatReclaimable - claims.vatReclaimable,
    vatReclaimableWithEvidence: claims.withEvidence,
    vatOutOfTime: corrigible === null || all.vatToRecover === 0 ? 0 : await outOfTime(db, projectId, corrigible),
    openQuestions: questions?.open ?? 0,
  };
}

/** The day of supply of a line, as `taxPointOf` tells it. */
const TAX_POINT = sql<string | null>`coalesce(json_extract(stated, '$.taxPoint'), tax_point, invoice_date)`;

async function outOfTime(db: Store['db'], projectId: string, { years, today }: Corrigible): Promise<number> {
  const rows = await db
    .selectFrom('line_items')
    .innerJoin('invoices', 'invoices.id', 'line_items.invoice_id')
    .where('line_items.project_id', '=', projectId)
    .where('line_items.in_trash', '=', 0)
    .where('vat_to_recover', '!=', 0)
    .groupBy(TAX_POINT)
    .select((eb) => [TAX_POINT.as('day'), eb.fn.sum<number>('vat_to_recover').as('vat')])
    .execute();
  return rows.reduce(
    (sum, { day, vat }) => (day !== null && monthsLater(day, 12 * years) < today ? sum + vat : sum),
    0,
  );
}

/** VAT of an open line that takes something off; a line without a decision has its treatment. */
const OPEN_REDUCTIONS = sql<number>`sum(case when treatment = 'needs_answer' and vat < 0 then -vat else 0 end)`;

const GROSS = sql<number>`sum(coalesce(net, 0) + coalesce(vat, 0))`;
const VAT_SHARE = sql<number>`coalesce(max(case when vat > 0 and net + vat > 0 then vat * 1.0 / (net + vat) end), 0)`;

/** What `claimOf` needs to know of the lines of an invoice. */
const OF_LINES = [
  sql<number>`sum(vat_reclaimable)`.as('claimable'),
  OPEN_REDUCTIONS.as('openReductions'),
  GROSS.as('gross'),
  VAT_SHARE.as('vatShare'),
] as const;

/** What can be claimed of the invoices of a project, and of those of them with nothing missing as evidence. */
async function claimsOf(
  db: Store['db'],
  projectId: string,
  held: readonly Held[],
): Promise<{ vatReclaimable: number; withEvidence: number }> {
  const sums = await db
    .selectFrom('line_items')
    .where('project_id', '=', projectId)
    .where('in_trash', '=', 0)
    .groupBy('invoice_id')
    .select(['invoice_id'])
    .select(OF_LINES)
    .having((eb) => eb.or([eb(eb.fn.sum('vat_reclaimable'), '!=', 0), eb(OPEN_REDUCTIONS, '!=', 0)]))
    .execute();
  const rows = await db
    .selectFrom('invoices')
    .where('project_id', '=', projectId)
    .where('state', '!=', 'trashed')
    .select(['id', 'supplier_name', 'supplier_vat_number', 'vat_total', 'gross_total', 'evidence', 'document_type'])
    .orderBy('seq')
    .execute();
  const invoices = new Map(rows.map((row) => [row.id, row]));
  const suppliers = Suppliers.of(
    rows.map(({ id, supplier_name, supplier_vat_number, document_type }) => ({
      id,
      supplierName: supplier_name,
      supplierVatNumber: supplier_vat_number,
      documentType: document_type as DocumentType,
    })),
  );
  const claimed = { vatReclaimable: new Sum(), withEvidence: new Sum() };
  for (const { invoice_id, ...ofLines } of sums) {
    const invoice = invoices.get(invoice_id);
    if (invoice === undefined) continue;
    const { vat_total: vatPrinted, gross_total: grossPrinted } = invoice;
    const isCredit = (invoice.document_type as DocumentType) === 'credit_note';
    const whole: InvoiceSums = { ...ofLines, vatPrinted, grossPrinted, isCredit };
    const supplier = suppliers.perhaps(invoice);
    const own = supplier ?? invoice_id;
    for (const [name, sum] of Object.entries(claimed)) {
      if (name === 'vatReclaimable' || invoice.evidence === COMPLETE) sum.add(own, claimOf(whole));
      // What takes off more than it charges may be of anybody's invoice; a discount beside goods is of them.
      sum.hold(whole.gross > 0 ? own : supplier, openCredit(whole));
    }
  }
  for (const { supplier, vat, vatProved } of held) {
    claimed.vatReclaimable.hold(supplier, vat);
    claimed.withEvidence.hold(supplier, vatProved);
  }
  return { vatReclaimable: claimed.vatReclaimable.inAll(), withEvidence: claimed.withEvidence.inAll() };
}

/** What is claimed of suppliers, less what their open credits may take off it. */
class Sum {
  private readonly suppliers = new Map<string, { claim: number; held: number }>();
  private heldOfAny = 0;

  add(supplier: string, claim: number): void {
    this.of(supplier).claim += claim;
  }

  /** @param supplier null where nothing tells whose credit it is: it may be of any. */
  hold(supplier: string | null, held: number): void {
    if (supplier === null) this.heldOfAny += held;
    else this.of(supplier).held += held;
  }

  inAll(): number {
    const claim = [...this.suppliers.values()].reduce((sum, { claim, held }) => sum + lessHeld(claim, held), 0);
    return lessHeld(claim, this.heldOfAny);
  }

  private of(supplier: string) {
    const known = this.suppliers.get(supplier) ?? { claim: 0, held: 0 };
    this.suppliers.set(supplier, known);
    return known;
  }
}

/** What is held takes nothing off below nothing. */
const lessHeld = (claim: number, held: number) => (claim <= 0 ? claim : Math.max(0, claim - held));

/** What stands on an invoice: its lines, the claim of today, and what is held back from it. */
export interface InvoiceTotals {
  lines: number;
  vatReclaimable: number;
  vatHeldBack: number;
  openQuestions: number;
}

/** What the lines come to, for each of these invoices that has lines. */
export async function totalsByInvoice(
  { db }: Pick<Store, 'db'>,
  invoices: readonly Pick<Invoice, 'id' | 'vatTotal' | 'grossTotal' | 'documentType'>[],
): Promise<ReadonlyMap<string, InvoiceTotals>> {
  if (invoices.length === 0) return new Map();
  const rows = await db
    .selectFrom('line_items')
    .where(
      'invoice_id',
      'in',
      invoices.map(({ id }) => id),
    )
    .groupBy('invoice_id')
    .select((eb) => [
      'invoice_id',
      eb.fn.countAll<number>().as('lines'),
      ...OF_LINES,
      eb.fn.count<number>('question_id').as('openQuestions'),
    ])
    .execute();
  const printed = new Map(
    invoices.map(({ id, vatTotal, grossTotal, documentType }) => [
      id,
      { vatPrinted: vatTotal, grossPrinted: grossTotal, isCredit: documentType === 'credit_note' },
    ]),
  );
  const UNKNOWN = { vatPrinted: null, grossPrinted: null, isCredit: false };
  return new Map(
    rows.map(({ invoice_id, lines, openQuestions, ...sums }) => {
      const vatReclaimable = claimAlone({ ...sums, ...(printed.get(invoice_id) ?? UNKNOWN) });
      return [invoice_id, { lines, openQuestions, vatReclaimable, vatHeldBack: sums.claimable - vatReclaimable }];
    }),
  );
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
