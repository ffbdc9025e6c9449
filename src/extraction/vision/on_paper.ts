import { isMoney, readNumber } from '../numbers.js';
import type { Figure } from '../reading.js';
import { type Page, placeOf, type Row, type Word } from '../table/page.js';
import { rowsOf } from '../table/rows.js';

/** The words of the pages, of which each can stand for one figure or one part of a description and no more. */
export class Paper {
  readonly rows: readonly Row[];
  private readonly used = new Set<Word>();

  constructor(pages: readonly Page[]) {
    this.rows = pages.flatMap(rowsOf);
  }

  isFree(word: Word): boolean {
    return !this.used.has(word);
  }

  take(...words: Word[]): void {
    for (const word of words) this.used.add(word);
  }

  /** Whether any word of the row stands for something. */
  isTaken(row: Row): boolean {
    return row.words.some((word) => this.used.has(word));
  }

  /** The last place, read downwards, where the amount is printed as money and nothing else claims it; takes it. */
  takeLast(value: number): Figure | null {
    for (const row of [...this.rows].reverse())
      for (const word of [...row.words].reverse()) {
        const number = readNumber(word.text);
        if (!this.isFree(word) || number === null || !isMoney(number) || number.value !== value) continue;
        this.take(word);
        return figureAt(row, word);
      }
    return null;
  }

  /** Money that nothing stands for yet, one column with any of these words, on their pages. */
  leftInColumn(amounts: readonly { row: Row; word: Word }[]): number[] {
    return this.rows.flatMap((row) =>
      row.words.flatMap((word) => {
        const number = this.isFree(word) ? readNumber(word.text) : null;
        if (number === null || !isMoney(number)) return [];
        const beside = amounts.some((a) => a.row.page === row.page && a.word.x0 < word.x1 && word.x0 < a.word.x1);
        return beside ? [number.value] : [];
      }),
    );
  }
}

export function figureAt(row: Row, word: Word): Figure {
  const number = readNumber(word.text);
  if (number === null) throw new Error(`"${word.text}" is no figure`);
  const { value, text } = number;
  return { value, text, raw: word.text, place: placeOf(row.page, [word]), confidence: word.confidence };
}

/** What two spellings of a word share: letters and digits. */
export function plain(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}

/** Whether it is text and not a figure, a code or a sign. */
export function isLettered(word: Word): boolean {
  return /\p{L}{3}/u.test(word.text);
}
