import { areaOf, type Concept } from '../catalogue.js';
import { nounOf } from '../words.js';
import { NO_WORD, type WordNumbers } from './word_numbers.js';

/** Of how many names a noun is the last word, by what can be claimed. */
interface NounKinds {
  /** By area; below zero where one of the area's cannot be claimed. */
  claimed: Map<string, number>;
  /** Of goods that are refused, and of services. */
  refused: number;
}

/** Fewer names may be those of models. */
const LEAST_NAMES_OF_KIND = 3;

/** The nouns with which names of things end, by which a bare noun is told to be of their kind. Counted as far as asked for. */
export class NounsOfNames {
  private readonly lastNouns = new Map<Concept, Map<string, number>>();
  private readonly wordsOfNames = new Map<Concept, ReadonlySet<string>>();
  /** By noun; reckoned when first asked for. */
  private kinds: ReadonlyMap<string, NounKinds> | undefined;

  /**
   * @param concepts every thing that has names.
   * @param forms the words of a name, folded.
   * @param isOther true for a noun that alone is a service ("repair") or goods that are refused ("brush").
   * @param numbers of every word of these names, and of others.
   * @param kept what `keep` gave; without it the nouns are counted.
   */
  constructor(
    private readonly concepts: readonly Concept[],
    private readonly forms: (term: string) => readonly string[],
    private readonly isOther: (noun: string) => boolean,
    private readonly numbers: WordNumbers,
    private kept?: Int32Array,
  ) {}

  /** Three numbers for each noun of a thing: the place of the thing, the number of the noun, how many names it ends. */
  keep(): Int32Array {
    const nouns = this.concepts.flatMap((concept, at) =>
      [...this.nounsOf(concept)].flatMap(([noun, names]) => [at, this.numbers.of(noun), names]),
    );
    return Int32Array.from(nouns);
  }

  private restore(kept: Int32Array): void {
    const { words } = this.numbers;
    for (let i = 0; i < kept.length; i += 3) {
      const concept = this.concepts[kept[i] as number] as Concept;
      const nouns = this.lastNouns.get(concept) ?? new Map<string, number>();
      this.lastNouns.set(concept, nouns.set(words[kept[i + 1] as number] ?? '', kept[i + 2] as number));
    }
  }

  /**
   * True for a noun that several names of the thing end with, and more than names of services and of what is refused; alone it is
   * neither a tool ("brush") nor a service ("repair").
   */
  isKindNounOf(concept: Concept, noun: string): boolean {
    if (this.isOther(noun)) return false;
    return this.areMost(this.nounsOf(concept).get(noun) ?? 0, noun);
  }

  /** True when some name of the thing has this noun last. */
  isNamedAfter(concept: Concept, noun: string): boolean {
    return this.nounsOf(concept).has(noun);
  }

  /**
   * True for a bare noun that is of the kind of goods that can be claimed: names of theirs end so, or names of their area do and
   * all of those can be claimed ("basin, tap and trap"); and fewer names of services and of what is refused ("hinges and discs").
   */
  isKindOf(concept: Concept, noun: string): boolean {
    if (concept.goodsAlone !== 'yes') return false;
    const ofArea = this.kindsOf(noun)?.claimed.get(areaOf(concept.id)) ?? 0;
    return this.areMost(Math.max(ofArea, this.nounsOf(concept).get(noun) ?? 0), noun);
  }

  /** True for several names with this noun last that are more than those of services and of what is refused. */
  private areMost(names: number, noun: string): boolean {
    // The kinds of all nouns take long to count, and most words are no noun of the thing.
    return names >= LEAST_NAMES_OF_KIND && names > (this.kindsOf(noun)?.refused ?? 0);
  }

  private kindsOf(noun: string): NounKinds | undefined {
    // What no list knows ends no name, and is asked about most.
    if (this.numbers.of(noun) === NO_WORD) return undefined;
    this.kinds ??= this.kindsOfNouns();
    return this.kinds.get(noun);
  }

  /** True when names of the area of goods end with this word, so that it may be a part of them; works have parts of every kind. */
  mayBePartOf(concept: Concept, word: string): boolean {
    return concept.class !== 'building_material' || this.kindsOf(word)?.claimed.has(areaOf(concept.id)) === true;
  }

  private kindsOfNouns(): ReadonlyMap<string, NounKinds> {
    const kinds = new Map<string, NounKinds>();
    for (const concept of this.concepts) {
      const area = areaOf(concept.id);
      for (const [noun, names] of this.nounsOf(concept)) {
        const kind = kinds.get(noun) ?? { claimed: new Map<string, number>(), refused: 0 };
        const isClaimed = concept.goodsAlone === 'yes';
        kind.claimed.set(area, (kind.claimed.get(area) ?? 0) + (isClaimed ? names : Number.NEGATIVE_INFINITY));
        if (concept.goodsAlone === 'no' || concept.goodsAlone === 'not_goods') kind.refused += names;
        kinds.set(noun, kind);
      }
    }
    return kinds;
  }

  /** The nouns of the names of a thing, and how many names each ends: of what it is for or where it stands a name says more. */
  private nounsOf(concept: Concept): ReadonlyMap<string, number> {
    if (this.kept) this.restore(this.kept);
    this.kept = undefined;
    const known = this.lastNouns.get(concept);
    if (known) return known;
    const nouns = new Map<string, number>();
    for (const term of concept.terms) {
      const noun = nounOf(this.forms(term));
      nouns.set(noun, (nouns.get(noun) ?? 0) + 1);
    }
    this.lastNouns.set(concept, nouns);
    return nouns;
  }

  /** True when a word stands in some name of the thing. */
  isInNames(concept: Concept, form: string): boolean {
    let words = this.wordsOfNames.get(concept);
    if (!words) {
      words = new Set(concept.terms.flatMap((term) => this.forms(term)));
      this.wordsOfNames.set(concept, words);
    }
    return words.has(form);
  }
}
