import type { Concept } from '../rulebook/catalogue.js';
import { isLike } from '../rulebook/companions.js';
import type { Rulebook } from '../rulebook/rulebook.js';
import type { ClaimedLine, ClaimedLines } from './claimed_lines.js';
import { placedAs } from './line_alone.js';
import { caseKey, type LineOfDocument } from './one_supply.js';
import type { Invoice } from './records.js';
import { proves } from './same_purchase.js';
import { type DocumentsOfSupplier, supplierNameOf } from './suppliers.js';

/** Payments before the works or goods were complete that are claimed, beside later documents of their supplier that are claimed and take nothing off for them. */
export interface PerhapsCountedTwice {
  /** As `caseKey` gives it. */
  key: string;
  supplierName: string | null;
  /** Pence that may be claimed twice: of the payments, as far as they are not taken off and as the later documents come to. */
  vat: number;
  /** The same of the documents that prove it. */
  vatProved: number;
  /** Some of the payments are stages of works. */
  inStages: boolean;
  payments: readonly LineOfDocument[];
  later: readonly LineOfDocument[];
  /** Lines of later documents that may take the payments off, and are not decided. */
  undecided: readonly LineOfDocument[];
  /** Lines of later documents that take off a price, and no VAT with it. */
  withoutVat: readonly LineOfDocument[];
  /** What a payment in advance is, and the law of it. */
  concept: Concept;
}

interface Claimed extends ClaimedLine {
  /** How its supplier was paid before the supply was complete; null for any other line. */
  paid: 'inAdvance' | 'inStages' | null;
  /** Stages of goods are charged again by the same goods, stages of works by any. */
  isGoods: boolean;
}

/** The row of decisions.md (e) that tells of both. */
const ADVANCE = 'deposit';

/** What editions meant that do not say it. */
const BEFORE_IT_WAS_SAID = { inAdvance: [{ kinds: [ADVANCE] }], inStages: [] };

/**
 * Payments whose VAT a later document of the same supplier may hold again (`chargedAgain` of companions.yaml). What a document takes off
 * for them is left out.
 * @param suppliers of the project, with their documents outside the trash.
 * @param claimed the claimed lines of these.
 */
export function perhapsCountedTwice(
  book: Rulebook,
  suppliers: readonly DocumentsOfSupplier[],
  claimed: ClaimedLines,
): PerhapsCountedTwice[] {
  const law = book.catalogue.concepts.find(({ lineKind }) => lineKind === ADVANCE);
  if (law === undefined) return [];
  const concepts = new Map(book.catalogue.concepts.map((concept) => [concept.id, concept]));
  return suppliers.flatMap(([key, documents]) => {
    if (documents.length < 2) return [];
    const lines = documents.flatMap(({ id }) =>
      (claimed.get(id) ?? []).map((one) => ({
        ...one,
        paid: howPaid(book, one.line.text, concepts.get(one.conceptId)),
        isGoods: concepts.get(one.conceptId)?.goodsAlone !== 'not_goods',
      })),
    );
    const { payments, later, takenOff, undecided, withoutVat } = paidAndCharged(lines);
    const inDoubt = (counts: (line: Claimed) => boolean) =>
      Math.min(sum(payments.filter(counts)) + sum(takenOff.filter(counts)), sum(later.filter(counts)));
    const vat = inDoubt(() => true);
    if (vat <= 0) return [];
    return [
      {
        key: caseKey(
          key,
          [...payments, ...later].map(({ line }) => line),
        ),
        supplierName: supplierNameOf(documents),
        vat,
        vatProved: Math.max(
          0,
          inDoubt(({ line }) => proves(line.invoice)),
        ),
        inStages: payments.some(({ paid }) => paid === 'inStages'),
        payments: payments.map(({ line }) => line),
        later: later.map(({ line }) => line),
        undecided: undecided.map(({ line }) => line),
        withoutVat: withoutVat.map(({ line }) => line),
        concept: law,
      },
    ];
  });
}

/** Of the lines of one supplier: what was paid before, what may charge it again, what is taken off and what may be. */
function paidAndCharged(
  lines: readonly Claimed[],
): Record<'payments' | 'later' | 'takenOff' | 'undecided' | 'withoutVat', readonly Claimed[]> {
  const charged = lines.filter(({ vat }) => vat > 0);
  const reductions = lines.filter(({ vat }) => vat < 0);
  const advances = charged.filter(({ paid }) => paid === 'inAdvance');
  const stages = charged.filter(({ paid }) => paid === 'inStages');
  const others = charged.filter(
    ({ line, paid }) => paid === null && !advances.some((advance) => advance.line.invoice.id === line.invoice.id),
  );
  const wholes = others.filter((whole) => {
    const before = stages.filter((stage) => mayBeCharged(stage, whole));
    const less = reductions.filter(({ line }) => before.some((stage) => stage.line.invoice.id === line.invoice.id));
    return before.length > 0 && whole.vat >= sum(before) + sum(less);
  });
  const payments = [...advances, ...stages.filter((stage) => wholes.some((whole) => mayBeCharged(stage, whole)))];
  const isLater = (line: Claimed) => payments.some((payment) => isBefore(payment, line));
  return {
    payments,
    later:
      advances.length > 0 ? [...others, ...stages].filter((line) => !payments.includes(line) && isLater(line)) : wholes,
    takenOff: reductions.filter(isLater),
    undecided: lines.filter((line) => line.treatment === 'needs_answer' && isLater(line)),
    withoutVat: lines.filter((line) => line.treatment === 'no_vat' && isLater(line)),
  };
}

function howPaid(book: Rulebook, text: string, concept: Concept | undefined): Claimed['paid'] {
  const { chargedAgain = BEFORE_IT_WAS_SAID } = book.companions;
  for (const paid of ['inAdvance', 'inStages'] as const)
    for (const like of chargedAgain[paid]) {
      // Most lines are of no such kind, and their words need not be read.
      const mayBe = like.kinds === undefined || like.kinds.includes(concept?.lineKind ?? '');
      if (concept !== undefined && mayBe && isLike(placedAs(book.read(text), concept), like)) return paid;
    }
  return null;
}

/** Whether a later line may charge what a stage paid for. */
function mayBeCharged(stage: Claimed, whole: Claimed): boolean {
  return isBefore(stage, whole) && (!stage.isGoods || stage.conceptId === whole.conceptId);
}

/** Whether one line is of another document than the other, and of no later day. */
function isBefore({ line: { invoice: a } }: Claimed, { line: { invoice: b } }: Claimed): boolean {
  return a.id !== b.id && byDate(a, b) <= 0;
}

const sum = (lines: readonly { vat: number }[]) => lines.reduce((all, { vat }) => all + vat, 0);

/** Documents without a date may be of any day. */
function byDate(a: Invoice, b: Invoice): number {
  const [dayA, dayB] = [a.taxPoint ?? a.invoiceDate, b.taxPoint ?? b.invoiceDate];
  if (dayA === null || dayB === null || dayA === dayB) return 0;
  return dayA < dayB ? -1 : 1;
}
