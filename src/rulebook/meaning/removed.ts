import type { Mention } from '../reading/reading.js';
import { isExcluded, standing } from '../standing.js';
import { isEndOfPart, type Word } from '../words.js';
import { type Draft, says } from './draft.js';

/** Work that takes away what the line names, so that nothing of it is supplied. */
export function isRemoval(draft: Draft): boolean {
  const { removals, puttingIn } = draft.tables.supply;
  const putsIn = puttingIn !== undefined && says(draft, puttingIn);
  return draft.concept !== null && removals.includes(draft.concept.id) && !putsIn;
}

/** What is taken away is no goods in the price: by the words right before it, or as that which the works clear. */
export function isTakenAway(draft: Draft, mention: Mention): boolean {
  return standsBehindVerb(draft, mention) || (isRemoval(draft) && isCleared(draft, mention));
}

/** "Remove old carpets and fit oak floor". */
function standsBehindVerb({ reading, tables }: Draft, mention: Mention): boolean {
  const { words, unknownOther, lastMaker } = reading;
  const { takingAway, puttingBack } = tables.supply;
  const kind = standing(mention.concept);
  if ((kind !== 'no' && kind !== 'ask') || unknownOther !== null || lastMaker !== null) return false;
  // Without the words that put things back, nothing is known to stay away.
  if (takingAway === undefined || puttingBack === undefined) return false;
  const start = words.slice(0, mention.from).findLastIndex(isEndOfPart) + 1;
  const told = words.slice(start, mention.from);
  const isVerb = (verb: string) => verb.split(' ').every((form, at) => told[at]?.form === form);
  if (!takingAway.some(isVerb) || !told.every(isPlain)) return false;
  // "And refit", "and fit new": the thing itself, or another like it, is put in.
  const comesBack = ({ form }: Word, at: number) => {
    const next = words[at + 1];
    const isLast = next === undefined || !isPlain(next);
    return (
      puttingBack.words.includes(form) ||
      puttingBack.beginnings.some((beginning) => form.startsWith(beginning)) ||
      (isLast && puttingBack.another.includes(form))
    );
  };
  return !words.some(comesBack);
}

/** In a line of removal: what is taken away, or where it was. */
function isCleared(draft: Draft, mention: Mention): boolean {
  const { reading, subject } = draft;
  // "Soft strip of pews and carpets".
  if (reading.about.some((a) => a.mention === mention && a.relation === 'of')) return true;
  const relation = reading.others.find((o) => o.mention === mention)?.relation;
  const kind = standing(mention.concept);
  // "Rip out kitchen, workshop": what stands after a comma may be where it was.
  if (kind === 'outside' || kind === 'ask') return relation !== 'item';
  // "Strip out bar: counter, glass washers, carpets": told after what is taken out, in a price that sells no goods.
  const isToldAfter = subject !== null && reading.words[subject.to]?.kind === 'word' && relation !== 'list';
  return kind === 'no' && isExcluded(mention.concept) && sellsNoGoods(draft) && isToldAfter;
}

/** Labour alone: what it names is worked with or on. */
export function sellsNoGoods({ line, wording }: Draft): boolean {
  return line.supplyType === 'labour' && wording !== 'supply_and_install';
}

function isPlain({ kind }: Word): boolean {
  return kind === 'word' || kind === 'code';
}
