import { areaOf, type Concept } from '../catalogue.js';
import type { MeaningTables } from './draft.js';

/** The rows of `deedsOfTrades` that have a word as a verb of works of this kind. */
function rowsOf({ supply }: MeaningTables, word: string, { id }: Concept) {
  const form = word.toLowerCase();
  const isOf = (of: readonly string[]) => of.includes(id) || of.includes(areaOf(id));
  return supply.deedsOfTrades?.filter(({ verbs, of }) => verbs.includes(form) && isOf(of)) ?? [];
}

/** A word that elsewhere names goods and in works of this kind says what was done ("shutter", "bench", "drill"). */
export function isTradeVerb(tables: MeaningTables, word: string, concept: Concept): boolean {
  return rowsOf(tables, word, concept).length > 0;
}

/** The same, and it needs no other verb beside it ("intumescent to beams, 60 min, brush"). */
export function isVerbByItself(tables: MeaningTables, word: string, concept: Concept): boolean {
  return rowsOf(tables, word, concept).some(({ byItself }) => byItself === true);
}
