import type { Word } from '../words.js';

/** Words at the ends of a line that say nothing of what was bought, as lists of phrases. */
export interface NoteLists {
  /** "Re", "invoice for". */
  before: readonly string[];
  /** "As per quote", "plus vat". */
  behind: readonly string[];
  /** At either end with a number behind them: "your ref 12", "PO 4471". */
  numbered: readonly string[];
}

const MOST_WORDS = 5;
const MARKS = new Set(['-', ':', ',', '.', ';']);

/** Leaves out what stands at the ends of a line and says nothing of what was bought. */
export class Notes {
  private readonly before: ReadonlySet<string>;
  private readonly behind: ReadonlySet<string>;
  private readonly numbered: ReadonlySet<string>;

  /**
   * @param folded a phrase as its words, folded, with a blank between them.
   * @param isName whether words are the name of something as they stand ("works as agreed").
   */
  constructor(
    { before, behind, numbered }: NoteLists,
    folded: (phrase: string) => string,
    private readonly isName: (words: readonly Word[]) => boolean,
  ) {
    this.before = new Set(before.map(folded));
    this.behind = new Set(behind.map(folded));
    this.numbered = new Set(numbered.map(folded));
  }

  /** The words between the notes; all of them where nothing stands between. */
  leftOut(words: readonly Word[], line: string): readonly Word[] {
    let [from, to] = [0, words.length];
    for (let next = from; next >= 0; next = this.beginning(words, from, line)) from = next;
    for (let next = to; next >= 0; next = this.ending(words, to)) to = next;
    if ((from === 0 && to === words.length) || this.isName(words)) return words;
    const kept = words.slice(from, to);
    return kept.some(({ kind }) => kind === 'word') ? kept : words;
  }

  /** Where the words go on behind a note that they begin with at a place; -1 where they begin with none. */
  private beginning(words: readonly Word[], from: number, line: string): number {
    if (isMark(words[from])) return from + 1;
    for (let to = Math.min(words.length, from + MOST_WORDS); to > from; to--) {
      // "Re-grout" begins with no note.
      if (this.before.has(formsOf(words, from, to)) && line[words[to - 1]?.end ?? 0] !== '-') return to;
      // "PO 4471 - bricks", where "order 4 doors" says how many.
      if (words[to - 1]?.kind === 'code' && isMark(words[to]) && this.numbered.has(formsOf(words, from, to - 1)))
        return to;
    }
    return -1;
  }

  /** Where the words end before a note; -1 where they end in none. */
  private ending(words: readonly Word[], to: number): number {
    const last = words[to - 1];
    if (isMark(last)) return to - 1;
    const inBrackets = last?.form === ')';
    const end = inBrackets ? to - 1 : to;
    for (let from = Math.max(0, end - MOST_WORDS); from < end; from++) {
      if (inBrackets && words[from - 1]?.form !== '(') continue;
      const isNote =
        this.behind.has(formsOf(words, from, end)) ||
        (words[end - 1]?.kind === 'code' && this.numbered.has(formsOf(words, from, end - 1)));
      if (isNote) return inBrackets ? from - 1 : from;
    }
    return -1;
  }
}

function isMark(word: Word | undefined): boolean {
  return word?.kind === 'break' && MARKS.has(word.form);
}

function formsOf(words: readonly Word[], from: number, to: number): string {
  return words
    .slice(from, to)
    .map(({ form }) => form)
    .join(' ');
}
