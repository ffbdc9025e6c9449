import { createHash } from 'node:crypto';
import { setImmediate as breathe } from 'node:timers/promises';
import { sql } from 'kysely';
import type { GivenAnswer, Line } from '../rulebook/line.js';
import type { Rulebook } from '../rulebook/rulebook.js';
import type { Store } from '../store/open.js';
import { type LineAlone, lineAlone, mayBeWork, mayFit } from './line_alone.js';
import type { Invoice, LineItem, Project } from './records.js';
import { type DocumentsOfSupplier, supplierNameOf } from './suppliers.js';

/** Goods on documents of a supplier of whom another document may charge their fitting. */
export interface PerhapsOneSupply {
  /** As `caseKey` gives it. */
  key: string;
  supplierName: string | null;
  /** Pence that are claimed on the goods. */
  vat: number;
  goods: readonly LineOfDocument[];
  work: readonly LineOfDocument[];
}

export interface LineOfDocument {
  lineItemId: string;
  text: string;
  invoice: Invoice;
}

/**
 * Whose lines are in doubt because of each other, and which: what was noted of these says nothing of one that comes later.
 * @param supplier as `Suppliers` calls it.
 */
export function caseKey(supplier: string, lines: readonly Pick<LineOfDocument, 'lineItemId'>[]): string {
  const ids = lines.map(({ lineItemId }) => lineItemId).sort();
  return `${supplier}:${createHash('sha256').update(ids.join(' ')).digest('hex').slice(0, 12)}`;
}

interface Candidate extends LineOfDocument {
  vatReclaimable: number;
  answers: readonly GivenAnswer[];
  alone: LineAlone;
}

/**
 * Goods that are claimed although another document of their supplier may charge for fitting them: two invoices do not make two
 * supplies (fact book on the scheme, 2.5). Goods of which their owner said how they were supplied are left out.
 * @param suppliers of the project, with their documents outside the trash.
 */
export async function perhapsOneSupply(
  { db }: Pick<Store, 'db'>,
  book: Rulebook,
  project: Project,
  suppliers: readonly DocumentsOfSupplier[],
): Promise<PerhapsOneSupply[]> {
  const bySupplier = suppliers.filter(([, documents]) => documents.length > 1);
  if (bySupplier.length === 0) return [];
  const read = (documents: readonly Invoice[], which: 'goods' | 'work') =>
    readCandidates(db, book, project, documents, which);
  const work = await read(
    bySupplier.flatMap(([, documents]) => documents),
    'work',
  );
  const working = bySupplier.filter(([, documents]) => documents.some(({ id }) => work.has(id)));
  const goods = await read(
    working.flatMap(([, documents]) => documents),
    'goods',
  );
  return working.flatMap(([key, documents]) => {
    const of = (lines: ReadonlyMap<string, Candidate[]>) => documents.flatMap(({ id }) => lines.get(id) ?? []);
    const pairs = pairsOf(book, of(goods), of(work));
    if (pairs.length === 0) return [];
    const sold = [...new Set(pairs.map((pair) => pair.goods))];
    const worked = [...new Set(pairs.map((pair) => pair.work))];
    return [
      {
        key: caseKey(key, [...sold, ...worked]),
        supplierName: supplierNameOf(documents),
        vat: sold.reduce((sum, { vatReclaimable }) => sum + vatReclaimable, 0),
        goods: sold,
        work: worked,
      },
    ];
  });
}

function pairsOf(
  book: Rulebook,
  goods: readonly Candidate[],
  work: readonly Candidate[],
): { goods: Candidate; work: Candidate }[] {
  return goods.flatMap((sold) =>
    work
      .filter(({ invoice, alone }) => invoice.id !== sold.invoice.id && mayFit(book, alone, sold.alone))
      .map((charged) => ({ goods: sold, work: charged })),
  );
}

function isCandidate(book: Rulebook, { alone, answers }: Candidate, which: 'goods' | 'work'): boolean {
  if (which === 'work') return mayBeWork(alone);
  const isGoods = (alone.kind === 'goods' || alone.kind === 'materials') && !alone.evidence.fitted;
  return isGoods && !answers.some(({ questionId }) => book.companions.jobQuestions.includes(questionId));
}

/** As many ids as one query names. */
const MOST_IDS = 500;

/** Added to a net amount, they make up for the rounding of its VAT. */
const PENNIES = 20;

/** Whether a line was put to the rulebook as work; to look is cheaper than to read its words. */
function wasWork(decided: string | null): boolean {
  if (decided === null) return true;
  const { supplyType } = JSON.parse(decided) as Line;
  return supplyType === 'labour' || supplyType === 'supply_and_install';
}

/**
 * Lines of documents that may be goods that are claimed, or work on them, by document. Goods are charged at the standard rate;
 * work is charged at a lower one or was decided as work. The words of no other line are read.
 */
async function readCandidates(
  db: Store['db'],
  book: Rulebook,
  { id: projectId }: Project,
  invoices: readonly Invoice[],
  which: 'goods' | 'work',
): Promise<Map<string, Candidate[]>> {
  const reduced = Math.max(...book.rates.histories.reduced.map(({ percent }) => percent));
  const byId = new Map(invoices.map((invoice) => [invoice.id, invoice]));
  const found = new Map<string, Candidate[]>();
  const ids = [...byId.keys()];
  for (let from = 0; from < ids.length; from += MOST_IDS) {
    const isReduced = sql<number>`(coalesce(vat, 0) * 100 <= (net + ${PENNIES}) * ${reduced})`;
    const rows = await db
      .selectFrom('line_items')
      .leftJoin('decisions', 'decisions.id', 'line_items.decision_id')
      .select(['line_items.id', 'invoice_id', 'text', 'net', 'vat', 'stated', 'answers', 'vat_reclaimable'])
      .select(['decisions.line as decided', isReduced.as('isReduced')])
      .where('project_id', '=', projectId)
      .where('invoice_id', 'in', ids.slice(from, from + MOST_IDS))
      .where('net', '>', 0)
      .where((eb) => {
        const isClaimed = eb('vat_reclaimable', '>', 0);
        const atReduced = eb(isReduced, '=', 1);
        return which === 'goods' ? eb.and([isClaimed, eb.not(atReduced)]) : eb.or([eb.not(isClaimed), atReduced]);
      })
      .orderBy('invoice_id')
      .orderBy('position')
      .execute();
    for (const row of rows) {
      const invoice = byId.get(row.invoice_id);
      if (invoice === undefined || !(row.isReduced === 1 || which === 'goods' || wasWork(row.decided))) continue;
      const { supplyType } = JSON.parse(row.stated) as LineItem['stated'];
      const line = {
        lineItemId: row.id,
        text: row.text,
        invoice,
        vatReclaimable: row.vat_reclaimable,
        answers: JSON.parse(row.answers) as GivenAnswer[],
        alone: lineAlone(book, row.text, supplyType),
      };
      if (isCandidate(book, line, which)) found.set(row.invoice_id, [...(found.get(row.invoice_id) ?? []), line]);
      await breathe();
    }
  }
  return found;
}
