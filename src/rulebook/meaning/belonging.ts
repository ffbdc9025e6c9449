import type { Concept } from '../catalogue.js';
import { poundsText } from '../money.js';
import { carriedGoods } from '../splits.js';
import { followsOthers, type Standing, standing } from '../standing.js';
import { type Draft, hasWorkWords, settle } from './draft.js';
import { asSaid } from './subject.js';

const GOODS_NAMED: Readonly<Record<Standing, string>> = {
  yes: 'claimable',
  no: 'not_claimable',
  outside: 'not_claimable',
  ask: 'unsettled',
  works: 'works',
  service: 'hire',
  follows: 'none',
};

/** What a payment, delivery or surcharge belongs to. */
export function nameGoods(draft: Draft): void {
  const { concept, reading, wording, doubts } = draft;
  if (!concept || !(followsOthers(concept) || draft.lineKind === 'import_vat')) return;
  const named = goodsAround(draft, concept);
  const kinds = new Set(named.map((c) => GOODS_NAMED[standing(c)]));
  // Cutting and waiting belong to the goods; what is paid or carried may be for works.
  const ofGoods = draft.lineKind === 'follows_goods';
  const fitting =
    wording === 'supply_and_install' ||
    wording === 'services_only' ||
    (!ofGoods && (hasWorkWords(draft) || wording === 'conflicting'));
  if (kinds.size === 0 && hasWorkWords(draft)) kinds.add('works');
  const [only = 'none'] = kinds;
  if (kinds.has('works') && [...kinds].every((k) => k === 'works' || k === 'claimable'))
    settle(draft, 'goodsNamed', 'works', 'words');
  // "Mixed order (timber and tools)": goods that cannot be claimed are then not all of it, though no others are known.
  else if (draft.lineKind === 'delivery_mixed' && kinds.size === 1 && only === 'not_claimable')
    settle(draft, 'goodsNamed', 'mixed', 'words');
  else if (kinds.size === 1) settle(draft, 'goodsNamed', fitting && only === 'claimable' ? 'works' : only, 'words');
  else if (kinds.size > 1)
    settle(draft, 'goodsNamed', kinds.has('unsettled') && !kinds.has('claimable') ? 'unsettled' : 'mixed', 'words');
  if (kinds.size === 0 || draft.facts.sign === 'credit') followInvoice(draft);
  const carriage = draft.lineKind === 'delivery' || draft.lineKind === 'delivery_mixed';
  const unnamed = carriage && carriedGoods(draft.line.text, draft.matchedText ?? '').length > named.length;
  if (unnamed || reading.unknownOther !== null || reading.unknownNamed.length > 0 || reading.headStatus === 'unknown')
    settle(draft, 'goodsNamed', 'unsettled', 'words');
  doubts.delete('mixed');
}

/** The goods that stand beside it on its invoice, when the caller has looked. */
function followInvoice(draft: Draft): void {
  const { goodsFollowed } = draft.line;
  if (goodsFollowed === null || draft.facts.goodsNamed === 'works') return;
  const { claimable, refused, open } = goodsFollowed;
  const named = open > 0 ? 'unsettled' : claimable === 0 ? 'not_claimable' : refused === 0 ? 'claimable' : 'mixed';
  settle(draft, 'goodsNamed', named, 'caller');
  // The goods followed were bought alone, and so was what reduces their price.
  if (draft.facts.sign === 'credit' && draft.facts.supplied === 'other')
    settle(draft, 'supplied', 'materials', 'caller');
  const shown = Object.entries({ 'can be claimed': claimable, cannot: refused, 'is open': open });
  const told = shown.flatMap(([what, pence]) => (pence === 0 ? [] : [`${poundsText(pence)} ${what}`]));
  draft.steps.push(`Of the goods it belongs to, by the other lines of the invoice: ${told.join(', ')}.`);
}

/** The things named around it that are goods or work themselves. */
function goodsAround(draft: Draft, concept: Concept): Concept[] {
  const { head, reading } = draft;
  return [
    ...(head && concept !== head.mention.concept ? [head.mention] : []),
    ...(head?.describedBy ?? []),
    ...reading.about.map((a) => a.mention),
    // "Refund, architect's overcharge": a payment told further says what it is for.
    ...reading.others.flatMap((o) => [o.mention, ...(followsOthers(o.mention.concept) ? o.describedBy : [])]),
  ]
    .map((m) => asSaid(draft, m.concept))
    .filter((c) => c !== concept && c.belowZero !== concept.id && !followsOthers(c) && c.lineKind !== 'not_described');
}
