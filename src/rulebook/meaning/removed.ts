import type { Mention } from '../reading/reading.js';
import { standing } from '../standing.js';
import type { Word } from '../words.js';
import type { Draft } from './draft.js';

/** "Remove old carpets and fit oak floor": what the words right before it take away is no goods in the price. */
export function isRemoved({ reading, tables }: Draft, mention: Mention): boolean {
  const { words, unknownOther, lastMaker } = reading;
  const kind = standing(mention.concept);
  if ((kind !== 'no' && kind !== 'ask') || unknownOther !== null || lastMaker !== null) return false;
  const start = words.slice(0, mention.from).findLastIndex(isParting) + 1;
  const told = words.slice(start, mention.from);
  const isVerb = (verb: string) => verb.split(' ').every((form, at) => told[at]?.form === form);
  return tables.supply.takingAway?.some(isVerb) === true && told.every(isPlain) && !words.some(comesBack);
}

function isParting({ kind }: Word): boolean {
  return kind === 'break' || kind === 'and';
}

function isPlain({ kind }: Word): boolean {
  return kind === 'word' || kind === 'code';
}

/** "And refit", "and fit new": the thing itself, or another like it, is put in. */
function comesBack({ form }: Word, at: number, words: readonly Word[]): boolean {
  const next = words[at + 1];
  return PUT_BACK.test(form) || (ANOTHER.test(form) && (next === undefined || !isPlain(next)));
}

const PUT_BACK = /^re-?(?:fit|fix|place|new|lay|hang|instate|install|use|site|locate|position)|^back$|^stor/;
const ANOTHER = /^(?:new|same|another|other|one|it|them|these|those|better|upgrade)$/;
