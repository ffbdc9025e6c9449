import type { Concept } from '../catalogue.js';
import { carriedGoods } from '../splits.js';
import { type Draft, hasWorkWords, settle } from './draft.js';
import { followsOthers, type Standing, standing } from './standing.js';

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
  const fitting = wording === 'supply_and_install' || wording === 'services_only';
  if (kinds.size === 0 && hasWorkWords(draft)) kinds.add('works');
  const [only = 'none'] = kinds;
  if (kinds.has('works') && [...kinds].every((k) => k === 'works' || k === 'claimable'))
    settle(draft, 'goodsNamed', 'works', 'words');
  else if (kinds.size === 1) settle(draft, 'goodsNamed', fitting && only === 'claimable' ? 'works' : only, 'words');
  else if (kinds.size > 1)
    settle(draft, 'goodsNamed', kinds.has('unsettled') && !kinds.has('claimable') ? 'unsettled' : 'mixed', 'words');
  const carriage = draft.lineKind === 'delivery' || draft.lineKind === 'delivery_mixed';
  const unnamed = carriage && carriedGoods(draft.line.text, draft.matchedText ?? '').length > named.length;
  if (unnamed || reading.unknownOther !== null || reading.unknownNamed !== null || reading.headStatus === 'unknown')
    settle(draft, 'goodsNamed', 'unsettled', 'words');
  doubts.delete('mixed');
}

/** The things named around it that are goods or work themselves. */
function goodsAround({ head, reading }: Draft, concept: Concept): Concept[] {
  return [
    ...(head && concept !== head.mention.concept ? [head.mention] : []),
    ...(head?.describedBy ?? []),
    ...reading.about.map((a) => a.mention),
    ...reading.others.map((o) => o.mention),
  ]
    .map((m) => m.concept)
    .filter((c) => c !== concept && !followsOthers(c) && c.lineKind !== 'not_described');
}
