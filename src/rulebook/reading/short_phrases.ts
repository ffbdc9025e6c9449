import type { Concept } from '../catalogue.js';
import type { PhraseIndex } from '../phrases.js';
import { singular, type Word } from '../words.js';
import { endsOf, isWithin, LEAST_CUT, lacksVowels, type ShortWords, skeletonOf } from './short_words.js';
import type { Expansion } from './shorthand.js';
import { NO_WORD, type WordNumbers } from './word_numbers.js';

/** What a word costs to be read as another: the more was guessed, the more. */
const COST = {
  asPrinted: 0,
  vowelsDropped: 1,
  knownOtherwise: 1,
  turned: 2,
  cutShort: 2,
  letterDropped: 2,
  letterOnly: 2,
  begun: 3,
};
/** What a word of a name costs at most on average; of three words and more each may. */
const MOST_COST = 2;
/** Names have seldom more words. */
const MOST_WORDS = 5;
/** Sizes that may stand inside a name. */
const MOST_CODES = 2;
/** The most letters of an abbreviation that may be short for something else. */
const MOST_ABBREVIATION = 5;
/** A word is only taken for one that loses more than one letter by being cut. */
const LEAST_LOST = 2;

/** One way to read the words at a place of a line as one word of the vocabulary. */
interface Option {
  /** The place after what it reads. */
  to: number;
  number: number;
  cost: number;
}

/** Words of a line read as the name of a thing. */
interface Found {
  from: number;
  to: number;
  /** For each word that is read: where it stands, the place after it, its number. */
  words: { from: number; to: number; number: number }[];
  cost: number;
  concepts: readonly Concept[];
}

/**
 * Reads runs of shortened words as the name of a thing: no word of "TL LVLNG CLPS" says enough alone, but only one name of
 * the catalogue fits all three. Names that fit equally well and are answered differently leave the words unread.
 */
export class ShortPhrases {
  /**
   * @param short the words as they are shortened, made for the first line that is not written out in full.
   * @param named how many of the words, counted from the first, stand in names of things.
   * @param names in the order of the catalogue, and two-word ones the other way round.
   * @param told whether a word is of the vocabulary as it stands, and whether it is a mark (FSC), which is short for nothing else.
   * @param alike whether two things are answered alike.
   */
  constructor(
    private readonly numbers: WordNumbers,
    private readonly short: () => ShortWords,
    private readonly named: number,
    private readonly names: { forward: PhraseIndex<Concept>; turned: PhraseIndex<Concept> },
    private readonly told: Readonly<Record<'isKnown' | 'isMark', (form: string) => boolean>>,
    private readonly alike: (a: Concept, b: Concept) => boolean,
  ) {}

  /**
   * Words of names that a word may be short for: it begins them, or is what is left of them without their vowels.
   * @param fits whether a word, by its number, is looked for.
   */
  fullWords(form: string, fits: (number: number) => boolean): string[] {
    if (form.length < LEAST_CUT || !/^[a-z]+$/.test(form)) return [];
    const { words } = this.numbers;
    const begun = this.short().byStart.get(form.slice(0, LEAST_CUT)) ?? [];
    const dropped = lacksVowels(form) ? (this.short().bySkeleton.get(skeletonOf(form)) ?? []) : [];
    const isLookedFor = (number: number) => number < this.named && fits(number);
    return [
      ...begun.filter((number) => isLookedFor(number) && words[number]?.startsWith(form)),
      ...dropped.filter((number) => isLookedFor(number) && !words[number]?.startsWith(form)),
    ].flatMap((number) => (words[number] === undefined || words[number] === form ? [] : [words[number]]));
  }

  /**
   * The words of a line with the names in it written out.
   * @param printed the line as printed.
   */
  expand(words: readonly Word[], printed: string): { words: readonly Word[]; expansions: Expansion[] } {
    if (!words.some((word) => this.isShort(word, rawOf(word, printed)))) return { words, expansions: [] };
    const options = words.map((_, at) => this.optionsAt(words, at, printed));
    const found = words.flatMap((word, at) =>
      word.kind !== 'break' && !endsCompound(words, at) ? this.namesFrom(words, options, at) : [],
    );
    const chosen = this.choose(found);
    const expansions: Expansion[] = [];
    const written: Word[] = [];
    for (let at = 0; at < words.length; ) {
      const read = chosen.get(at);
      const word = words[at] as Word;
      const last = words[(read?.to ?? at + 1) - 1] as Word;
      const form = read === undefined ? word.form : (this.numbers.words[read.number] as string);
      const changed = form !== word.form || last !== word;
      if (changed) expansions.push({ from: printed.slice(word.start, last.end), to: form });
      written.push(changed ? { kind: 'word', form, start: word.start, end: last.end } : word);
      at = read?.to ?? at + 1;
    }
    return expansions.length === 0 ? { words, expansions } : { words: written, expansions };
  }

  /** The words to put for what stands at each place, of the names that fit best and do not overlap. */
  private choose(found: readonly Found[]): Map<number, { to: number; number: number }> {
    const best = [...found].sort((a, b) => b.words.length - a.words.length || a.cost - b.cost || a.from - b.from);
    const taken = new Set<number>();
    const chosen = new Map<number, { to: number; number: number }>();
    for (const name of best) {
      const places = name.words.flatMap((w) => range(w.from, w.to));
      if (places.some((at) => taken.has(at))) continue;
      for (const at of places) taken.add(at);
      const rivals = best.filter(
        (other) =>
          other.from === name.from &&
          other.to === name.to &&
          other.words.length === name.words.length &&
          other.cost === name.cost,
      );
      const [concept] = name.concepts;
      if (rivals.every((r) => r.concepts.every((c) => concept !== undefined && this.alike(c, concept))))
        for (const { from, to, number } of name.words) chosen.set(from, { to, number });
    }
    return chosen;
  }

  /** Every name of two words or more that may start at a place. */
  private namesFrom(words: readonly Word[], options: readonly (readonly Option[])[], from: number): Found[] {
    const found: Found[] = [];
    for (const [names, dear] of [
      [this.names.forward, 0],
      [this.names.turned, COST.turned],
    ] as const) {
      const read: Found['words'] = [];
      const follow = (at: number, branch: number, cost: number, codes: number): void => {
        const concepts = names.at(branch);
        if (concepts !== undefined && read.length > 1 && cost < MOST_COST * read.length + (read.length > 2 ? 1 : 0))
          found.push({ from, to: at, words: [...read], cost: cost + dear, concepts });
        if (read.length === MOST_WORDS || at >= words.length) return;
        for (const option of options[at] as readonly Option[]) {
          const next = names.next(branch, option.number);
          if (next === 0) continue;
          read.push({ from: at, to: option.to, number: option.number });
          follow(option.to, next, cost + option.cost, codes);
          read.pop();
        }
        if (read.length > 0 && words[at]?.kind === 'code' && codes < MOST_CODES)
          follow(at + 1, branch, cost, codes + 1);
      };
      follow(from, names.root, 0, 0);
    }
    return found;
  }

  private optionsAt(words: readonly Word[], at: number, printed: string): Option[] {
    const word = words[at] as Word;
    if (word.kind === 'break') return [];
    const options = new Map<number, Option>();
    const add = (number: number, to: number, cost: number) => {
      if (number >= this.named) return;
      const known = options.get(number);
      if (!known || known.cost > cost) options.set(number, { to, number, cost });
    };
    const same = this.numbers.of(word.form);
    if (same !== NO_WORD) add(same, at + 1, COST.asPrinted);
    const raw = rawOf(word, printed);
    const compound = this.compoundAt(words, at);
    if (compound !== null) for (const { number, cost } of compound) add(number, at + 3, cost);
    if (this.isShort(word, raw)) {
      const known = this.told.isKnown(word.form);
      for (const { number, cost } of this.wordsFor(raw))
        if (!known) add(number, at + 1, cost);
        else if (cost === COST.vowelsDropped) add(number, at + 1, cost + COST.knownOtherwise);
    }
    return [...options.values()];
  }

  /** Unknown as it stands, or an abbreviation or code of consonants that may be short for something else here. */
  private isShort(word: Word, raw: string): boolean {
    if (word.kind !== 'word' || !/^[a-z']{2,}$/.test(raw) || this.told.isMark(raw)) return false;
    return !this.told.isKnown(word.form) || (/^[b-df-hj-np-tv-xz]+$/.test(raw) && raw.length <= MOST_ABBREVIATION);
  }

  /** The words of names that a word may be short for, with what that costs. */
  private wordsFor(raw: string): { number: number; cost: number }[] {
    const { words } = this.numbers;
    const { bySkeleton, byCutSkeleton, byStart, bySkeletonStart, skeletons } = this.short();
    const skeleton = skeletonOf(raw);
    const found: { number: number; cost: number }[] = [];
    const take = (numbers: readonly number[] | undefined, cost: number, fits: (number: number) => boolean) => {
      for (const number of numbers ?? []) if (number < this.named && fits(number)) found.push({ number, cost });
    };
    const holdsLetters = (number: number) => isWithin(raw, words[number] as string);
    take(bySkeleton.get(skeleton), COST.vowelsDropped, holdsLetters);
    if (lacksVowels(raw)) {
      if (raw.length >= LEAST_CUT) take(byCutSkeleton.get(skeleton), COST.letterDropped, holdsLetters);
      if (skeleton.length >= LEAST_CUT)
        take(bySkeletonStart.get(skeleton.slice(0, LEAST_CUT)), COST.begun, (number) =>
          (skeletons[number] as string).startsWith(skeleton),
        );
    }
    take(byStart.get(raw.slice(0, LEAST_CUT)), COST.cutShort, (number) => {
      const word = words[number] as string;
      return word.length >= raw.length + LEAST_LOST && word.startsWith(raw);
    });
    return found;
  }

  /** "D/WSHR" is "dishwasher": the start of a word and, after a slash, the end of it. */
  private compoundAt(words: readonly Word[], at: number): { number: number; cost: number }[] | null {
    const [before, slash, after] = [words[at], words[at + 1], words[at + 2]];
    if (before?.kind !== 'word' || slash?.kind !== 'slash' || after?.kind !== 'word') return null;
    if (before.end !== slash.start || slash.end !== after.start || before.form.length > 2) return null;
    const end = after.form.charAt(0) + skeletonOf(after.form).slice(1);
    const least = before.form.length + after.form.length;
    return (this.short().byEnds.get(endsOf(before.form, end)) ?? [])
      .filter((number) => {
        const word = this.numbers.words[number] as string;
        return word.length > least && word.startsWith(before.form) && this.short().skeletons[number]?.endsWith(end);
      })
      .map((number) => ({ number, cost: COST.letterOnly }));
  }
}

/** The rest of a word that was cut before a slash. */
function endsCompound(words: readonly Word[], at: number): boolean {
  const [before, slash, after] = [words[at - 2], words[at - 1], words[at]];
  return (
    slash?.kind === 'slash' &&
    before?.kind === 'word' &&
    before.end === slash.start &&
    slash.end === after?.start &&
    before.form.length === 1
  );
}

function rawOf(word: Word, printed: string): string {
  return singular(printed.slice(word.start, word.end).toLowerCase());
}

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from }, (_, at) => from + at);
}
