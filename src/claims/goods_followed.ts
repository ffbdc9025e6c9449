import { areaOf } from '../rulebook/catalogue.js';
import type { GoodsFollowed, Line } from '../rulebook/line.js';
import { percentOf } from '../rulebook/money.js';
import type { Reading } from '../rulebook/reading/reading.js';
import type { Rulebook } from '../rulebook/rulebook.js';
import { followsOthers } from '../rulebook/standing.js';
import type { LineItem, Printed } from './records.js';

const CARRIAGE = ['delivery', 'delivery_mixed', 'follows_goods'];
const TRANSPORT = 'deliv';
const NOT_DESCRIBED = 'not_described';
/** A returnable deposit for pallets or bags is no goods that were carried. */
const RETURNABLE = 'never_follows';
const DISCOUNT = 'discount';
const REDUCTION = ['credit', DISCOUNT];

/** A line of an invoice with what was decided of it; `line` is null where it could not be put to the rulebook. */
export interface DecidedLine {
  line: Line | null;
  item: Pick<LineItem, 'text' | 'net' | 'treatment' | 'vatReclaimable'>;
  /** The document it is of, where its list holds lines of several. */
  of?: Printed['of'] | undefined;
}

/** Carriage, surcharges and reductions: they take the treatment of lines beside them, and so are decided after those. */
function followsGoods(book: Rulebook, text: string): boolean {
  const reading = book.read(text);
  return [...CARRIAGE, ...REDUCTION].includes(kindOf(reading)) || isTransport(reading);
}

/** "Haulage", of which an answer may say that it carried the goods of the invoice. */
function isTransport({ head }: Reading): boolean {
  return head !== null && areaOf(head.mention.concept.id) === TRANSPORT && kindOf({ head }) === NOT_DESCRIBED;
}

/** Places of lines in the order in which they are decided: what follows goods after the others, else as printed. */
export function goodsFirst(book: Rulebook, texts: readonly string[]): { at: number; follows: boolean }[] {
  return texts
    .map((text, at) => ({ at, follows: followsGoods(book, text) }))
    .sort((a, b) => Number(a.follows) - Number(b.follows));
}

/**
 * The goods of the same invoice that a line belongs to (decisions.md reading rule 5, and (e): delivery on a mixed order, credit
 * note). A reduction belongs to the goods it names; a discount that names none belongs to all of them, where nothing else was
 * supplied. Null where the words name the goods carried, none of its goods stand on the invoice, or the supplier fitted them.
 */
export function goodsFollowed(
  book: Rulebook,
  { text, net, of }: Pick<LineItem, 'text' | 'net'> & Pick<DecidedLine, 'of'>,
  others: readonly DecidedLine[],
): GoodsFollowed | null {
  const reading = book.read(text);
  if (reading.unknownOther !== null || reading.unknownNamed.length > 0) return null;
  const named = namesIn(reading);
  const kind = kindOf(reading);
  const reduces = REDUCTION.includes(kind);
  const ofAll = named.size === 0 && (!reduces || (kind === DISCOUNT && (net ?? 0) < 0));
  if (!ofAll && !(reduces && named.size > 0)) return null;
  const charges = others.filter(
    ({ item, ...other }) =>
      other.of?.supplier === of?.supplier &&
      other.of?.invoiceNumber === of?.invoiceNumber &&
      (item.net ?? 1) > 0 &&
      !followsGoods(book, item.text) &&
      kindOf(book.read(item.text)) !== RETURNABLE &&
      (!reduces || (ofAll ? isGoods(book, item.text) : named.has(book.read(item.text).head?.mention.concept.id ?? ''))),
  );
  const sum: GoodsFollowed = { claimable: 0, refused: 0, open: 0 };
  for (const { line, item } of reduces && ofAll ? ofShare(text, net, charges) : charges) {
    if (line?.supplyType === 'professional_services') continue;
    if (line !== null && (isWork(line) || item.treatment === 'supplier_correction')) {
      if (ofAll) return null;
      continue;
    }
    if (line === null || item.treatment === 'needs_answer') sum.open += item.net ?? 1;
    else if (line.vat !== 0) {
      const claimable = Math.round((line.net * item.vatReclaimable) / line.vat);
      sum.claimable += claimable;
      sum.refused += line.net - claimable;
    }
  }
  const all = sum.claimable + sum.refused + sum.open;
  // What takes off more than the goods came to is not of them alone.
  return all === 0 || (reduces && ofAll && -(net ?? 0) > all) ? null : sum;
}

/** "Less 15% trade" under one of several goods is taken off that alone, where it is that share of no other, nor of all together. */
function ofShare(text: string, net: number | null, charges: readonly DecidedLine[]): readonly DecidedLine[] {
  const share = /(?<![\d.])(\d{1,2}(?:\.\d)?) ?%/.exec(text)?.[1];
  if (share === undefined || net === null) return charges;
  const isOf = (amount: number | null) => amount !== null && percentOf(amount, Number(share)) === -net;
  if (isOf(charges.reduce((all, { item }) => all + (item.net ?? 0), 0))) return charges;
  const [only, another] = charges.filter(({ item }) => isOf(item.net));
  return only === undefined || another !== undefined ? charges : [only];
}

function isWork({ supplyType }: Line): boolean {
  return supplyType === 'labour' || supplyType === 'supply_and_install';
}

/** Pallets, packing and other charges beside the goods are reduced with nothing. */
function isGoods(book: Rulebook, text: string): boolean {
  const concept = book.read(text).head?.mention.concept;
  return concept === undefined || !followsOthers(concept);
}

function kindOf({ head }: Pick<Reading, 'head'>): string {
  return head?.mention.concept.lineKind ?? '';
}

/** Things named beside the charge itself; another word for a charge ("Delivery - crane offload") names none. */
function namesIn({ head, about, others }: Reading): Set<string> {
  const mentions = [...(head?.describedBy ?? []), ...about.map((a) => a.mention), ...others.map((o) => o.mention)];
  const things = mentions.filter(({ concept }) => concept !== head?.mention.concept && !followsOthers(concept));
  return new Set(things.map((m) => m.concept.id));
}
