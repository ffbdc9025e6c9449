import { datesIn } from '../header/dates.js';
import { type ColumnKind, headingText } from './column_names.js';
import type { Column } from './header_row.js';
import { textOf, type Word } from './page.js';
import { UNIT } from './units.js';

/** Headings of columns that may hold codes, or words of what the line is for and how it was supplied. */
const OF_THE_LINE =
  /^(?:notes?|comments?|remarks?|site|plot|location|phase|category|building|area|type|section|cost cent(?:re|er))$/;
/** What a program or the bookkeeper says of an entry, and nothing of what was bought. */
const OF_THE_ENTRY =
  /\b(?:vat|tax|currency|status|account|a c|nominal|ledger|payment|paid|pay|method|card|bank|terms|tracking|carrier|rep|sales ?person|user|by|branch|e ?mail|phone|address|post ?code|city|town|county|region|country|contact|ref|reference|ordered|code|id|no)\b/;
/** Words of a kind that every line may have. */
const OF_ANYTHING =
  /^(?:goods|(?:building )?materials?|purchases?|products?|items?|parts|stock|sundr(?:y|ies)|misc(?:ellaneous)?|general|standard|normal|yes|no|none|n\/a|paid|bill|invoice|expenses?|verbal|sales?|total|net|gross)$/i;
const WORD = /^\(?\p{L}[\p{L}'’/-]*\p{L}[,.;:)]*$/u;

/** Which columns beside the description hold words of the line: those that no heading says something else of. */
export function remarkColumns(columns: readonly Column[], kinds: readonly ColumnKind[]): number[] {
  return kinds.flatMap((kind, c) => {
    const heading = headingText(columns[c]?.heading ?? '');
    const may = OF_THE_LINE.test(heading) || (kind === 'other' && !OF_THE_ENTRY.test(heading));
    return may && (kind === 'other' || kind === 'code' || kind === 'lineNumber') ? [c] : [];
  });
}

/** The words of such a cell; none where it holds a code, a unit, a date or a word that says nothing. */
export function remarkIn(cell: readonly Word[]): string | null {
  const text = textOf(cell).trim();
  const isWord = (word: string) => WORD.test(word) && (word.length > 3 || /\p{Ll}{2}/u.test(word));
  if (
    !text.split(/\s+/).some(isWord) ||
    UNIT.test(text.toLowerCase()) ||
    datesIn(text).length > 0 ||
    OF_ANYTHING.test(text)
  )
    return null;
  return text;
}
