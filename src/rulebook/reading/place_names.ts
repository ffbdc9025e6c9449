import type { Word } from '../words.js';

/** How the names of addresses and persons are known, as relations.yaml holds it. */
export interface NameVocabulary {
  /** Words that say an address or a name comes ("deliver to", "site", "customer"). */
  addressLabels: string[];
  /** Last words of the names of houses and roads. */
  placeNameEndings: string[];
  /** Last words that are an address only after a house number or such a label ("4 Orangery Close"). */
  numberedPlaceNameEndings: string[];
  /** Words in no name of an own home ("Holiday Cottage"). */
  notInPlaceNames: string[];
  /** What persons are called by ("Mrs Hire"). */
  titlesOfPersons: string[];
}

export interface NamesLeftOut {
  words: readonly Word[];
  /** The names, as printed. */
  names: readonly string[];
}

/** Printed as a name; a line in capitals tells none. */
const NAME = /^\p{Lu}[\p{Ll}'’]+$/u;
const INITIAL = /^\p{Lu}$/u;
const HOUSE_NUMBER = /^\d{1,4}[a-z]?$/i;
const LONGEST_LABEL = 3;
/** Words before which a name begins ("bricks for Rose Cottage"). */
const BEFORE_NAME = new Set(['at', 'to', 'for']);
/** A title, and perhaps a first and a last name. */
const MOST_NAMES_OF_PERSON = 2;

/** Leaves the names of houses, roads and persons out of a line, which say nothing of the goods: "Bench Lane", "Mrs Hire". */
export class PlaceNames {
  private readonly labels: ReadonlySet<string>;
  private readonly endings: ReadonlySet<string>;
  private readonly numbered: ReadonlySet<string>;
  private readonly never: ReadonlySet<string>;
  private readonly titles: ReadonlySet<string>;

  /**
   * @param isNamed whether words, folded, are a phrase of the rulebook that does more than describe.
   * @param begins whether the name of a thing begins with them.
   */
  constructor(
    vocabulary: Partial<NameVocabulary>,
    private readonly isNamed: (words: readonly Word[]) => boolean,
    private readonly begins: (words: readonly Word[]) => boolean,
  ) {
    this.labels = new Set(vocabulary.addressLabels ?? []);
    this.endings = new Set(vocabulary.placeNameEndings ?? []);
    this.numbered = new Set([...this.endings, ...(vocabulary.numberedPlaceNameEndings ?? [])]);
    this.never = new Set(vocabulary.notInPlaceNames ?? []);
    this.titles = new Set(vocabulary.titlesOfPersons ?? []);
  }

  leftOut(words: readonly Word[], line: string): NamesLeftOut {
    const gone = new Set<number>();
    const names: string[] = [];
    const printed = (at: number) => {
      const word = words[at];
      return word ? line.slice(word.start, word.end) : '';
    };
    const leave = (from: number, to: number) => {
      for (let at = from; at < to; at++) gone.add(at);
      names.push(line.slice(words[from]?.start, words[to - 1]?.end));
    };
    let labelled = false;
    for (const { from, to } of segmentsOf(words)) {
      const label = this.labelAt(words, printed, from, to);
      const start = from + label;
      if (start === to) {
        // "Deliver to: Stable Cottage".
        labelled = label > 0 && words[to]?.form === ':';
        continue;
      }
      const name = this.addressFrom(words, printed, start, to, labelled || label > 0);
      labelled = false;
      if (name >= 0) leave(name === start ? from : name, to);
      else for (const person of this.persons(words, printed, from, to)) leave(person.from, person.to);
    }
    if (gone.size === 0) return { words, names };
    const left = words.filter((_, at) => !gone.has(at));
    // A line of nothing but a name is read as it stands.
    return left.some(({ kind }) => kind === 'word') ? { words: left, names } : { words, names: [] };
  }

  /** How many words of a label begin a segment. */
  private labelAt(words: readonly Word[], printed: (at: number) => string, from: number, to: number): number {
    for (let length = Math.min(LONGEST_LABEL, to - from); length > 0; length--) {
      const said = words.slice(from, from + length).map((_, i) => printed(from + i).toLowerCase());
      if (this.labels.has(said.join(' '))) return length;
    }
    return 0;
  }

  /** Where the name begins that a segment ends with; -1 when it ends with none. */
  private addressFrom(
    words: readonly Word[],
    printed: (at: number) => string,
    start: number,
    to: number,
    labelled: boolean,
  ): number {
    const ending = printed(to - 1).toLowerCase();
    if (!NAME.test(printed(to - 1)) || !this.numbered.has(ending)) return -1;
    let from = to - 1;
    while (from > start && (NAME.test(printed(from - 1)) || HOUSE_NUMBER.test(printed(from - 1)))) from--;
    const begins = from === start || BEFORE_NAME.has(printed(from - 1).toLowerCase());
    const numbered = HOUSE_NUMBER.test(printed(from));
    if (!begins || to - from < (numbered ? 3 : 2)) return -1;
    if (!this.endings.has(ending) && !labelled && !numbered) return -1;
    for (let at = from; at < to; at++) if (this.never.has(printed(at).toLowerCase())) return -1;
    // "Pool House", "Holiday Cottage": what the rulebook has a name for is that.
    for (let at = from; at < to - 1; at++) if (this.isNamed(words.slice(at, to))) return -1;
    return from === start ? from : from - 1;
  }

  private *persons(
    words: readonly Word[],
    printed: (at: number) => string,
    from: number,
    to: number,
  ): Iterable<{ from: number; to: number }> {
    for (let at = from; at < to; at++) {
      // "Mr Tomkinson underlay" is a maker's.
      if (!this.titles.has(printed(at)) || this.begins(words.slice(at, Math.min(at + 2, to)))) continue;
      let end = at + 1;
      while (end < to && INITIAL.test(printed(end))) end++;
      const first = end;
      while (end < to && end - first < MOST_NAMES_OF_PERSON && NAME.test(printed(end))) end++;
      // "Mr Skip Kitchen units": only the end of the segment ends the name for sure.
      if (end < to && end - first > 1) end = first + 1;
      if (end > first) yield { from: at, to: end };
      at = Math.max(at, end - 1);
    }
  }
}

function* segmentsOf(words: readonly Word[]): Iterable<{ from: number; to: number }> {
  let from = 0;
  for (let at = 0; at <= words.length; at++) {
    if (at < words.length && words[at]?.kind !== 'break') continue;
    if (at > from) yield { from, to: at };
    from = at + 1;
  }
}
