import type { GoodsFollowed, Line } from '../rulebook/line.js';
import type { Reading } from '../rulebook/reading/reading.js';
import type { Rulebook } from '../rulebook/rulebook.js';
import type { LineItem } from './records.js';

const CARRIAGE = ['delivery', 'delivery_mixed', 'follows_goods'];
const REDUCTION = ['credit', 'discount'];

/** A line of an invoice with what was decided of it; `line` is null where it could not be put to the rulebook. */
export interface DecidedLine {
  line: Line | null;
  item: LineItem;
}

/** Carriage, surcharges and reductions: they take the treatment of lines beside them, and so are decided after those. */
export function followsGoods(book: Rulebook, text: string): boolean {
  return [...CARRIAGE, ...REDUCTION].includes(kindOf(book.read(text)));
}

/**
 * The goods of the same invoice that a line belongs to (decisions.md reading rule 5, and (e): delivery on a mixed order, credit
 * note). Null where its words name the goods carried, none of its goods stand on the invoice, or the supplier fitted them.
 */
export function goodsFollowed(book: Rulebook, text: string, others: readonly DecidedLine[]): GoodsFollowed | null {
  const reading = book.read(text);
  const named = namesIn(reading);
  const reduces = REDUCTION.includes(kindOf(reading));
  if (reduces === (named.size === 0)) return null;
  const charges = others.filter(
    ({ item }) =>
      (item.net ?? 1) > 0 &&
      !followsGoods(book, item.text) &&
      (!reduces || named.has(book.read(item.text).head?.mention.concept.id ?? '')),
  );
  const sum: GoodsFollowed = { claimable: 0, refused: 0, open: 0 };
  for (const { line, item } of charges) {
    if (line?.supplyType === 'professional_services') continue;
    if (line !== null && (isWork(line) || item.treatment === 'supplier_correction')) {
      if (!reduces) return null;
      continue;
    }
    if (line === null || item.treatment === 'needs_answer') sum.open += item.net ?? 1;
    else if (line.vat !== 0) {
      const claimable = Math.round((line.net * item.vatReclaimable) / line.vat);
      sum.claimable += claimable;
      sum.refused += line.net - claimable;
    }
  }
  return sum.claimable + sum.refused + sum.open === 0 ? null : sum;
}

function isWork({ supplyType }: Line): boolean {
  return supplyType === 'labour' || supplyType === 'supply_and_install';
}

function kindOf({ head }: Reading): string {
  return head?.mention.concept.lineKind ?? '';
}

/** Things named beside the charge itself. */
function namesIn({ head, about, others }: Reading): Set<string> {
  const mentions = [...(head?.describedBy ?? []), ...about.map((a) => a.mention), ...others.map((o) => o.mention)];
  return new Set(mentions.filter((m) => m.concept !== head?.mention.concept).map((m) => m.concept.id));
}
