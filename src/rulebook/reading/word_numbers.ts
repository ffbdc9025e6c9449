import type { Word } from '../words.js';

/** A word that no phrase has. */
export const NO_WORD = -1;

/**
 * Whether two words may be one that was printed apart: "x" is before a quantity ("outdoor spa x 1"), and two letters are of two
 * abbreviations ("c/w c/w", "w c 12/05") as often as of one.
 */
const maybeOne = (a: string, b: string): boolean => b !== 'x' && a.length + b.length > 2;

/** The words of all phrases as numbers, so that phrases are followed without comparing text. */
export class WordNumbers {
  private readonly numbers: Map<string, number>;

  /** @param forms each word at its number. */
  constructor(private readonly forms: string[] = []) {
    this.numbers = new Map(forms.map((form, number) => [form, number]));
  }

  /** The number of a word of a phrase. */
  add(form: string): number {
    const known = this.numbers.get(form);
    if (known !== undefined) return known;
    const number = this.forms.push(form) - 1;
    this.numbers.set(form, number);
    return number;
  }

  /** The words so far, by number. */
  get words(): readonly string[] {
    return this.forms;
  }

  of(form: string): number {
    return this.numbers.get(form) ?? NO_WORD;
  }

  /** The words of a line with their numbers. */
  line(words: readonly Word[]): NumberedLine {
    const numbers = new Int32Array(words.length);
    const joined = new Int32Array(words.length).fill(NO_WORD);
    for (let at = 0; at < words.length; at++) {
      const word = words[at] as Word;
      numbers[at] = this.of(word.form);
      const next = words[at + 1];
      if (word.kind === 'word' && next?.kind === 'word' && maybeOne(word.form, next.form))
        joined[at] = this.of(word.form + next.form);
    }
    return { words, numbers, joined };
  }
}

export interface NumberedLine {
  words: readonly Word[];
  numbers: Int32Array;
  /** The number of each word written together with the next ("plaster board"). */
  joined: Int32Array;
}
