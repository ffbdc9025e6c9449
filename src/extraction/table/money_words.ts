import { isMoney, type PrintedNumber, readNumber } from '../numbers.js';
import type { Figure } from '../reading.js';
import { onceFor } from '../remember.js';
import { totalKind } from './labels.js';
import { placeOf, type Row, textOf, type Word } from './page.js';
import { segmentsOf } from './rows.js';

/** A sum of money in a row and the words that stand before it. */
export interface LabelledMoney {
  label: string;
  labelWords: Word[];
  word: Word;
  number: PrintedNumber;
}

/** A letter that tills print right behind a sum, for its VAT. */
const STUCK_CODE = /(?<=\d\d)[A-Z*#]$/;

/** A word that is a sum of money; a letter stuck to it, as tills print VAT codes, is left aside. */
export function moneyIn(word: Word): PrintedNumber | null {
  const number = readNumber(word.text) ?? readNumber(word.text.replace(STUCK_CODE, ''));
  return number !== null && isMoney(number) ? number : null;
}

/** Whether a row has any sum of money. */
export function holdsMoney({ words }: Row): boolean {
  return words.some((word) => moneyIn(word) !== null);
}

/** A word that is a sum of money as a figure of the page; null when it is none. */
export function moneyAt(row: Row, word: Word): Figure | null {
  return moneyIn(word) === null ? null : figureAt(row, word);
}

/**
 * Every sum of money of a row with its label: the piece of text before it, or before the sums that stand side by side. `1,705.15   Nett`: some
 * firms print the sums in a column on the left, and their labels behind them.
 */
export const labelledMoney = onceFor((row: Row): readonly LabelledMoney[] => {
  const found = labelledBefore(row);
  const [first, another] = found;
  const behind = row.words.slice(1);
  if (first === undefined || another !== undefined || first.word !== row.words[0] || totalKind(textOf(behind)) === null)
    return found;
  return [{ ...first, label: textOf(behind), labelWords: behind }];
});

function labelledBefore(row: Row): LabelledMoney[] {
  const found: LabelledMoney[] = [];
  let label: Word[] = [];
  let fresh = true;
  for (const segment of segmentsOf(row)) {
    for (const [i, word] of segment.entries()) {
      const number = moneyIn(word);
      if (number === null) {
        // A new piece of text begins a new label, unless it only goes on the old one ("VAT" .... "@ 20%", "TOTAL" .... "GBP").
        const goesOn = /^(?:[@(%\d]|(?:GBP|EUR|USD)$)/.test(word.text) && label.length > 0;
        if (i === 0 && !goesOn) {
          label = [];
          fresh = true;
        }
        if (!fresh && !goesOn) label = [];
        fresh = true;
        label.push(word);
      } else {
        found.push({ label: textOf(label), labelWords: [...label], word, number });
        fresh = false;
      }
    }
  }
  return found;
}

/** The number of one word of a row, with its place; null when it is none. */
export function figureAt(row: Row, word: Word): Figure | null {
  const number = readNumber(word.text.replace(STUCK_CODE, ''));
  if (number === null) return null;
  const { value, text } = number;
  return { value, text, raw: word.text, place: placeOf(row.page, [word]), confidence: word.confidence };
}
