import { lineOf } from './line.js';
import { meaningOf } from './meaning.js';
import type { Rulebook } from './rulebook.js';

/** The kind of line that words make by themselves, as rules take it, whichever of them the line is read to be about. */
export function lineKindOf({ read, meaningTables }: Pick<Rulebook, 'read' | 'meaningTables'>, text: string): string {
  return meaningOf({ ...WORDS_ALONE, text }, read(text), meaningTables).facts.lineKind ?? 'ordinary';
}

/** No kind turns on amounts or days. */
const WORDS_ALONE = lineOf({
  route: 'self_build_431nb',
  supplyType: 'other',
  text: '',
  net: 0,
  vat: 0,
  taxPoint: '',
  taxPointGiven: false,
  answers: [],
});
