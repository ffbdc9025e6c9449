import type { Word } from '../words.js';
import type { Neighbours } from './neighbours.js';
import { endsOf, isWithin, LEAST_CUT, lacksVowels, type ShortWords, skeletonOf } from './short_words.js';
import { NO_WORD, type WordNumbers } from './word_numbers.js';

/** Consonants that no word begins with, has in a row or ends in, and a vowel that was kept: "CMBI", "INDRCT", "FREEZR". */
const SOME_VOWELS_LEFT =
  /^(?=.{4})(?:(?![bcdfgkpst][hlr]|s[cklmnptw]|kn|tw|wr|wh)[b-df-hj-np-tv-xz]{2}|.*[b-df-hj-np-tv-xz]{3}|.*(?:[b-df-hjkmnpqstv-xz]r|[bcdfgkmnpstvxz]l|[bcdfgkpstvxz]n|[bcfgkmpstvxz]d)$)/;
/** So many letters are those of one word only, whatever vowel of it is missing: "PLASTERBORD". */
const LEAST_LONG = 8;
/** Fewer letters, or fewer consonants than the word has, say enough only beside a word it is used with. */
const LEAST_ALONE = 3;
const LEAST_WORD = 4;
/** So many letters of a word that lost any others ("CTLR", "SPKLER") are enough beside a word it is used with. */
const LEAST_SCATTERED = 4;
/** What may stand before the slash of a shortened compound: "W/PROOFER", "U/LAY". */
const MOST_BEFORE_SLASH = 2;

/** Letters of a word cut short that are those of one word only say enough alone. */
const LEAST_CUT_ALONE = 5;
const LETTERS = /^[a-z]{4,}$/;
/** A longer word of the vocabulary is whole. */
const MOST_KNOWN = 5;
/** A full stop with a small letter or a number behind it. */
const GOES_ON = /^\. ?[\p{Ll}\d]/u;
/** A full stop with a capital behind it. */
const ENDS_SENTENCE = /^\. \p{Lu}/u;
/** A number or size, whose "w" is its watts or its width. */
const SIZE = /^[\d.]/;

/**
 * Place of the word after a small letter that stands for "with" ("lamps w shades", "basin w. tap"), or 0. Between sizes it
 * measures ("600 w"), and a capital is the west ("W gable").
 */
function wordAfterWith(words: readonly Word[], at: number, printed: string): number {
  const [before, word] = [words[at - 1], words[at]];
  if (word?.form !== 'w' || printed[word.start] !== 'w' || before?.kind !== 'word' || SIZE.test(before.form)) return 0;
  const stop = words[at + 1];
  const next = stop?.kind === 'break' && printed[stop.start] === '.' ? at + 2 : at + 1;
  const after = words[next];
  return after?.kind === 'word' && !SIZE.test(after.form) ? next : 0;
}

/** Shorthand read as the words it stands for. */
export interface Expansion {
  from: string;
  to: string;
}

/** A shortened compound that more than one name fits. */
export interface Undecided {
  /** Place of what was read of it: the word after the slash. */
  at: number;
  /** The words that each name has in its place. */
  ways: string[][];
}

/**
 * Reads what merchants' tills make of words when every column counts: vowels dropped ("EGGSHL"), compounds cut to a letter
 * and a slash ("F/CMT"). It is read only where one word of the catalogue fits, alone or with its neighbour; anything else
 * stays unknown.
 */
export class Shorthand {
  /**
   * @param numbers of the words of every name and describing phrase, and of no others.
   * @param short those words as they are shortened, made for the first line that is not written out in full.
   */
  constructor(
    private readonly numbers: WordNumbers,
    private readonly neighbours: Neighbours,
    private readonly short: () => ShortWords,
  ) {}

  /**
   * The words of a line with its shorthand written out.
   * @param isKnown whether a word is of the vocabulary as it stands.
   * @param printed the line as printed, for what is told of it.
   */
  expand(
    words: readonly Word[],
    printed: string,
    isKnown: (form: string) => boolean,
  ): { words: readonly Word[]; expansions: Expansion[]; undecided: Undecided[] } {
    const expansions: Expansion[] = [];
    const undecided: Undecided[] = [];
    const written: Word[] = [];
    const tell = (from: Word, to: Word, form: string) =>
      expansions.push({ from: printed.slice(from.start, to.end), to: form });
    for (let at = 0; at < words.length; at++) {
      const word = words[at] as Word;
      const [slash, rest] = [words[at + 1], words[at + 2]];
      if (
        slash?.kind === 'slash' &&
        rest?.kind === 'word' &&
        isCut(word, slash, rest, isKnown) &&
        !this.isAroundSlash(word.form, rest.form)
      ) {
        const ways = this.compound(word.form, rest.form, isKnown);
        const forms = ways.length === 1 ? (ways[0] as string[]) : null;
        if (forms !== null) tell(word, rest, forms.join(' '));
        else if (ways.length > 1) undecided.push({ at: written.length, ways });
        // Unread, the letters still belong to the word after the slash: they open no list. "W/" is then "with".
        for (const form of forms ?? (word.form === 'w' ? ['with', rest.form] : [rest.form]))
          written.push({ ...word, form, end: rest.end });
        at += 2;
        continue;
      }
      const after = wordAfterWith(words, at, printed);
      if (after > 0) {
        written.push({ ...word, form: 'with' });
        expansions.push({ from: printed.slice(word.start, word.end), to: 'with' });
        at = after - 1;
        continue;
      }
      const cut = this.cutAtStop(words, at, printed, isKnown);
      const form = cut ?? this.wordFor(words, at, isKnown);
      if (form !== null) tell(word, word, form);
      written.push(form === null ? word : { ...word, form });
      // The full stop of what is cut short ends no sentence.
      if (cut !== null && GOES_ON.test(printed.slice(word.end, word.end + 3))) at++;
    }
    return {
      words: expansions.length === 0 && written.length === words.length ? words : written,
      expansions,
      undecided,
    };
  }

  /** Whether a word that stayed unread may be short for one of a kind, and for none that surely is not. */
  mayStandFor(form: string, isOfKind: (word: string) => boolean, isNot: (word: string) => boolean): boolean {
    if (!lacksVowels(form) || form.length < LEAST_ALONE) return false;
    const skeleton = skeletonOf(form);
    const whole = this.words(this.short().bySkeleton.get(skeleton));
    const cut = form.length > LEAST_ALONE ? this.words(this.short().byCutSkeleton.get(skeleton)) : [];
    return !whole.some(isNot) && (whole.some(isOfKind) || cut.some(isOfKind));
  }

  /**
   * The one word that a word cut short with a full stop may be ("lime mort.", "sept. tank"), by what stands beside it or by
   * itself. A short one of the vocabulary may be cut too, where no name has it beside them as it stands.
   */
  private cutAtStop(
    words: readonly Word[],
    at: number,
    printed: string,
    isKnown: (form: string) => boolean,
  ): string | null {
    const [before, word, stop, after] = [words[at - 1], words[at], words[at + 1], words[at + 2]];
    if (word?.kind !== 'word' || !LETTERS.test(word.form)) return null;
    if (stop?.kind !== 'break' || stop.start !== word.end || printed[stop.start] !== '.') return null;
    if (ENDS_SENTENCE.test(printed.slice(word.end, word.end + 3))) return null;
    const known = isKnown(word.form);
    const isWholeHere = () =>
      word.form.length > MOST_KNOWN ||
      before?.kind === 'code' ||
      this.besideOthers([word.form], before, after, isKnown).length > 0;
    if (known && isWholeHere()) return null;
    const options = this.words(this.short().byStart.get(word.form.slice(0, LEAST_CUT))).filter(
      (option) => option.startsWith(word.form) && option.length > word.form.length,
    );
    const fitting = this.besideOthers(options, before, after, isKnown);
    if (fitting.length === 1) return fitting[0] ?? null;
    return !known && options.length === 1 && word.form.length >= LEAST_CUT_ALONE ? (options[0] ?? null) : null;
  }

  private wordFor(words: readonly Word[], at: number, isKnown: (form: string) => boolean): string | null {
    const word = words[at];
    const options = this.options(word, isKnown);
    const [only] = options;
    if (
      only !== undefined &&
      options.length === 1 &&
      (word?.form.length ?? 0) >= LEAST_ALONE &&
      this.isWhole(word, only)
    )
      return only;
    const fitting = this.besideOthers(options, words[at - 1], words[at + 1], isKnown);
    if (fitting.length > 0) return fitting.length === 1 ? (fitting[0] ?? null) : null;
    const scattered = this.besideOthers(this.scattered(word, isKnown), words[at - 1], words[at + 1], isKnown);
    return scattered.length === 1 ? (scattered[0] ?? null) : null;
  }

  /** The words that begin and end as a shortened one does and have the rest of its letters in their order. */
  private scattered(word: Word | undefined, isKnown: (form: string) => boolean): readonly string[] {
    if (!isShortened(word, isKnown) || word.form.length < LEAST_SCATTERED) return [];
    const { form } = word;
    const end = skeletonOf(form);
    return this.words(this.short().byEnds.get(endsOf(form, end))).filter(
      (option) => option.length > form.length && option.endsWith(form.slice(-1)) && isWithin(form, option),
    );
  }

  /** Of what a word may stand for, what some name has right after the word before it or right before the one after it. */
  private besideOthers(
    options: readonly string[],
    previous: Word | undefined,
    next: Word | undefined,
    isKnown: (form: string) => boolean,
  ): string[] {
    const before = this.readings(previous, isKnown);
    const after = this.readings(next, isKnown);
    return options.filter(
      (option) =>
        before.some((word) => this.areBeside(word, option)) || after.some((word) => this.areBeside(option, word)),
    );
  }

  /** What a word may stand for; nothing when it is known as it stands or no shorthand. */
  private options(word: Word | undefined, isKnown: (form: string) => boolean): readonly string[] {
    if (word?.kind !== 'word' || isKnown(word.form)) return [];
    const { form } = word;
    const skeleton = skeletonOf(form);
    const shortened = lacksVowels(form);
    if (form.length < LEAST_LONG && !isShortened(word, isKnown)) return [];
    const whole = this.words(this.short().bySkeleton.get(skeleton));
    if (!shortened) return whole.filter((w) => w.length > form.length && isWithin(form, w));
    return whole.length > 0 ? whole : this.words(this.short().byCutSkeleton.get(skeleton));
  }

  /** The words at their numbers that are long enough to be known again. */
  private words(numbers: readonly number[] = []): string[] {
    return numbers.map((number) => this.numbers.words[number] as string).filter((word) => word.length >= LEAST_WORD);
  }

  /** Whether shorthand has every consonant of a word. */
  private isWhole(word: Word | undefined, option: string): boolean {
    return word !== undefined && skeletonOf(word.form) === skeletonOf(option);
  }

  private areBeside(before: string, after: string): boolean {
    const [a, b] = [this.numbers.of(before), this.numbers.of(after)];
    return a !== NO_WORD && b !== NO_WORD && this.neighbours.has(a, b);
  }

  private isAroundSlash(before: string, after: string): boolean {
    const [a, b] = [this.numbers.of(before), this.numbers.of(after)];
    return a !== NO_WORD && b !== NO_WORD && this.neighbours.hasAroundSlash(a, b);
  }

  private readings(word: Word | undefined, isKnown: (form: string) => boolean): readonly string[] {
    if (word?.kind !== 'word') return [];
    const options = this.options(word, isKnown);
    return options.length > 0 ? options : [word.form];
  }

  /** What a compound cut before a slash may be: "u/lay" is "underlay", "a/slip" is "anti slip". */
  private compound(before: string, after: string, isKnown: (form: string) => boolean): string[][] {
    const word: Word = { kind: 'word', form: after, start: 0, end: 0 };
    const rests = this.readings(word, isKnown);
    const { words } = this.numbers;
    const wordAt = (number: number) => words[number] as string;
    const starts = (this.short().byFirst.get(before.charAt(0)) ?? []).filter(
      (number) => wordAt(number).length >= LEAST_WORD && wordAt(number).startsWith(before),
    );
    return rests.flatMap((rest) => {
      const least = before.length + rest.length;
      const whole = starts.filter((number) => wordAt(number).length > least && wordAt(number).endsWith(rest));
      // By its number: of a single letter there are thousands.
      const end = this.numbers.of(rest);
      const beside = end === NO_WORD ? [] : starts.filter((number) => this.neighbours.has(number, end));
      return [...whole.map((number) => [wordAt(number)]), ...beside.map((number) => [wordAt(number), rest])];
    });
  }
}

/** Whether letters were left out of a word, by how the rest of them stand. */
function isShortened(word: Word | undefined, isKnown: (form: string) => boolean): word is Word {
  return word?.kind === 'word' && !isKnown(word.form) && (lacksVowels(word.form) || SOME_VOWELS_LEFT.test(word.form));
}

function isCut(before: Word, slash: Word, after: Word, isKnown: (form: string) => boolean): boolean {
  return (
    before.kind === 'word' &&
    before.form.length <= MOST_BEFORE_SLASH &&
    after.form.length > MOST_BEFORE_SLASH &&
    before.end === slash.start &&
    slash.end === after.start &&
    (before.form.length === 1 || !isKnown(before.form))
  );
}
