import { areaOf, type Concept } from '../catalogue.js';
import type { MeaningTables } from './draft.js';

/** A word that elsewhere names goods and in works of this kind says what was done ("shutter", "bench", "drill"). */
export function isTradeVerb({ supply }: MeaningTables, word: string, { id }: Concept): boolean {
  const form = word.toLowerCase();
  const isOf = (of: readonly string[]) => of.includes(id) || of.includes(areaOf(id));
  return supply.deedsOfTrades?.some(({ verbs, of }) => verbs.includes(form) && isOf(of)) === true;
}

/** The same, and it needs no other verb beside it ("intumescent to beams, 60 min, brush"). */
export function isVerbByItself({ supply }: MeaningTables, word: string, { id }: Concept): boolean {
  const form = word.toLowerCase();
  const rows = supply.deedsOfTrades?.filter(({ byItself, verbs }) => byItself === true && verbs.includes(form)) ?? [];
  return rows.some(({ of }) => of.includes(id) || of.includes(areaOf(id)));
}
