import { answeredAlike, areaOf, type Catalogue, type Concept } from './catalogue.js';
import type { PhraseIndex } from './phrases.js';
import { formsOf, type KeptTables, type Phrasebook, PhraseTables, type Said } from './reading/phrase_tables.js';
import { type NameVocabulary, PlaceNames } from './reading/place_names.js';
import { ShortPhrases } from './reading/short_phrases.js';
import { ShortWords } from './reading/short_words.js';
import { Shorthand } from './reading/shorthand.js';
import { Spelling } from './reading/spelling.js';
import { NO_WORD, type WordNumbers } from './reading/word_numbers.js';
import { nounOf, singular, splitWords, type Word } from './words.js';

export type Relation =
  | 'first'
  | 'list'
  | 'item'
  | 'detail'
  | 'aside'
  | 'included'
  | 'purpose'
  | 'place'
  | 'excluded'
  | 'of'
  | 'reference';
export type SignalSays =
  | 'goods_alone'
  | 'supply_and_install'
  | 'services_only'
  | 'works_contract'
  | 'hire'
  | 'operated'
  | 'unoperated'
  | 'separate_job';
export type SignalWeight = 'strong' | 'medium' | 'participle' | 'opening' | 'final' | 'apart' | 'closing' | 'phase';

/** What a run of words does in a line, when it is not the name of a thing. */
export type Language =
  | { kind: 'signal'; says: SignalSays; weight: SignalWeight }
  | { kind: 'statement'; id: string; meaning: string; aboutTheThing: boolean; onlyASign: boolean }
  | { kind: 'breaker'; relation: Relation }
  | { kind: 'container' }
  | { kind: 'descriptor' };

/** The reading vocabulary, as the files under rules/catalogue/reading hold it. */
export interface ReadingVocabulary extends Partial<NameVocabulary> {
  abbreviations: Record<string, string>;
  signals: { says: SignalSays; weight: SignalWeight; phrases: string[] }[];
  breakers: { relation: Relation; words: string[] }[];
  containers: string[];
  /**
   * `aboutTheThing`: inside the name of a thing the words only name it ("electric shower"). `onlyASign`: the words stay what they are
   * besides, a thing of their own or a word that nothing explains ("handset").
   */
  statements: { id: string; meaning: string; aboutTheThing?: boolean; onlyASign?: boolean; phrases: string[] }[];
  descriptors: Record<string, string[]>;
  installationHeads: string[];
  partWords: string[];
  /** An earlier edition, with which this one is compared, may have none. */
  looseParts?: string[];
  /** An earlier edition may have none. */
  papers?: string[];
  /** An earlier edition may have none. */
  separateThings?: { words: string[]; beside: string[] }[];
  ownParts?: { words: string[]; beside: string[] }[];
  /** An earlier edition may have none. */
  homeWords?: string[];
  /** An earlier edition may have none. */
  describingDeeds?: string[];
  institutions?: string[];
  agentEndings: string[];
  harmlessDespiteEnding: string[];
  protected: string[];
  everydayThings: string[];
  serviceNouns: string[];
}

const DOING = 'ing';

/** Everything the reader knows about words: concepts, signals, statements, describing words, and spelling repair. */
const DEED = /^\p{Ll}{2,}ed$/u;

export class Lexicon {
  readonly abbreviations: ReadonlyMap<string, readonly string[]>;
  private readonly phrasebook: Phrasebook;
  private readonly tables: PhraseTables;
  readonly installationHeads: ReadonlySet<string>;
  readonly partWords: ReadonlySet<string>;
  readonly looseParts: ReadonlySet<string>;
  /** Drawings and orders that a line refers to by number. */
  readonly papers: ReadonlySet<string>;
  /** By word: the things, or the areas of things, beside which it names a thing of its own. */
  private readonly separateThings: ReadonlyMap<string, ReadonlySet<string>>;
  private readonly ownParts: ReadonlyMap<string, ReadonlySet<string>>;
  /** Parts and places of a home that goods may be for. */
  readonly homeWords: ReadonlySet<string>;
  private readonly describingDeeds: ReadonlySet<string>;
  readonly institutions: ReadonlySet<string>;
  /** Words that by themselves name a material, and only describe beside others. */
  readonly alone: ReadonlyMap<string, Concept>;
  /** Terms that only say how things were sold, before a list of what was. */
  readonly toldByContents: ReadonlySet<string>;
  private readonly agentEndings: readonly string[];
  private readonly harmless: ReadonlySet<string>;
  private readonly things: ReadonlySet<string>;
  /** Names of colours, by their words. */
  private readonly colours: ReadonlySet<string>;
  /** Names of makers, which are no thing where the line names one, by their words. */
  private readonly makers: ReadonlySet<string>;
  /** The first word of each. */
  private readonly makersBegin: ReadonlySet<string>;
  /** Papers and services that outrank the work they are named after ("demolition notice"). */
  readonly serviceNouns: ReadonlySet<string>;
  /** Words that are no misspelling of another. */
  private readonly known: ReadonlySet<string>;
  /** The last words of the names of things, as far as asked for. */
  private readonly lastNouns = new Map<Concept, ReadonlyMap<string, number>>();
  /** The words of the names of things, as far as asked for. */
  private readonly wordsOfNames = new Map<Concept, ReadonlySet<string>>();
  /** By area: the nouns that names of its goods end with, and how many do; none where one of them is not claimed for sure. */
  private kinds: ReadonlyMap<string, NounKinds> | undefined;
  private readonly spelling: Spelling;
  readonly placeNames: PlaceNames;
  readonly shorthand: Shorthand;
  readonly shortPhrases: ShortPhrases;

  /** @param kept what `keep` gave for the same catalogue and vocabulary, which spares reading every term again. */
  constructor(catalogue: Catalogue, vocabulary: ReadingVocabulary, kept?: KeptTables) {
    const plain = new Map<string, readonly string[]>();
    this.abbreviations = new Map(
      Object.entries(vocabulary.abbreviations).map(([short, long]) => [
        short.toLowerCase(),
        splitWords(long, plain).map((w) => w.form),
      ]),
    );
    const { abbreviations } = this;
    this.phrasebook = { concepts: catalogue.concepts, said: saidBy(vocabulary), abbreviations };
    this.tables = kept ? PhraseTables.restored(kept, this.phrasebook) : PhraseTables.of(this.phrasebook);
    const together = (phrase: string) => formsOf(phrase, abbreviations).join(' ');
    this.makers = new Set(vocabulary.descriptors.brands?.map(together));
    this.makersBegin = new Set([...this.makers].map((name) => name.split(' ', 1).join()));
    this.colours = new Set(vocabulary.descriptors.colours?.map(together));
    this.installationHeads = new Set(vocabulary.installationHeads.map(together));
    this.partWords = new Set(vocabulary.partWords.map(singular));
    this.looseParts = new Set((vocabulary.looseParts ?? []).map(singular));
    this.papers = new Set((vocabulary.papers ?? []).map(singular));
    this.separateThings = besideOf(vocabulary.separateThings);
    this.ownParts = besideOf(vocabulary.ownParts);
    this.describingDeeds = new Set(vocabulary.describingDeeds ?? []);
    this.homeWords = new Set((vocabulary.homeWords ?? []).map(singular));
    this.alone = new Map(catalogue.concepts.flatMap((c) => (c.alone ?? []).map((name) => [together(name), c])));
    this.toldByContents = new Set(catalogue.concepts.flatMap((c) => (c.toldByContents ?? []).map(together)));
    // As printed: a home is one, and “Redwood Homes” is none.
    this.institutions = new Set(vocabulary.institutions ?? []);
    this.agentEndings = vocabulary.agentEndings;
    this.harmless = new Set(vocabulary.harmlessDespiteEnding.map(singular));
    this.serviceNouns = new Set(vocabulary.serviceNouns.map(singular));
    this.things = new Set([...vocabulary.everydayThings.map(singular), ...this.serviceNouns]);
    this.known = new Set([...this.numbers.words, ...this.things, ...vocabulary.protected.map(singular)]);
    this.spelling = new Spelling(new Set(this.numbers.words.slice(0, this.tables.named)));
    this.placeNames = new PlaceNames(
      vocabulary,
      (words) => this.named(words) !== undefined || this.says(words),
      (words) => branchOf(this.concepts, this.numbers, words) !== NO_BRANCH,
    );
    let shortened: ShortWords | undefined;
    // Most lines are written out in full.
    const short = () => {
      shortened ??= new ShortWords(this.numbers);
      return shortened;
    };
    this.shorthand = new Shorthand(this.numbers, this.tables.neighbours, short);
    const names = { forward: this.concepts, turned: this.turnedConcepts };
    this.shortPhrases = new ShortPhrases(
      this.numbers,
      short,
      this.tables.named,
      names,
      (form) => this.knows(form),
      answeredAlike,
    );
  }

  get numbers(): WordNumbers {
    return this.tables.numbers;
  }

  get concepts(): PhraseIndex<Concept> {
    return this.tables.concepts;
  }

  /** Two-word terms the other way round, as merchants print them ("pipe copper"). */
  get turnedConcepts(): PhraseIndex<Concept> {
    return this.tables.turned;
  }

  get language(): PhraseIndex<Language> {
    return this.tables.language;
  }

  /** What the terms and phrases were read to, as plain values. */
  keep(): KeptTables {
    return this.tables.keep(this.phrasebook);
  }

  forms(phrase: string): string[] {
    return formsOf(phrase, this.abbreviations);
  }

  knows(form: string): boolean {
    return this.known.has(form);
  }

  /** True when an unknown word after a product name is probably what the line is really about. */
  mayBeHead(form: string): boolean {
    return this.things.has(form) || this.looksLikeAgent(form);
  }

  /** True when an unread word may be short for one that `mayBeHead` ("CTR": cutter). */
  mayBeShortForHead(form: string): boolean {
    const { shorthand } = this;
    return (
      !this.knows(form) &&
      shorthand.mayStandFor(
        form,
        (word) => this.mayBeHead(word) || this.namesRefused(word),
        (word) => this.isHarmless(word),
      )
    );
  }

  /** True for a word that alone names goods that cannot be claimed. */
  private namesRefused(form: string): boolean {
    const { concepts, numbers } = this;
    const named = concepts.at(concepts.next(concepts.root, numbers.of(form)));
    return named?.some((concept) => concept.goodsAlone === 'no') === true;
  }

  /** True when words say something of the line and not only of a thing ("for next door", "fixed"). */
  saysOfLine(words: readonly Word[]): boolean {
    const said = this.language.leftmost(this.numbers.line(words));
    return said.some(({ payloads }) => payloads.some(({ kind }) => kind === 'signal' || kind === 'statement'));
  }

  /** True when words say how something was supplied ("fixed", "plumbed in"). */
  saysSupply(words: readonly Word[]): boolean {
    const said = this.language.leftmost(this.numbers.line(words));
    return said.some(({ payloads }) => payloads.some(({ kind }) => kind === 'signal'));
  }

  /** True when words are the whole of a phrase that does more than describe. */
  private says(words: readonly { form: string }[]): boolean {
    const said = this.language.at(branchOf(this.language, this.numbers, words));
    return said?.some(({ kind }) => kind !== 'descriptor') === true;
  }

  /** True when a word alone says what is after it is to what is before ("per", "for"). */
  relates(form: string): boolean {
    const { numbers, language } = this;
    return language.at(language.next(language.root, numbers.of(form)))?.some(({ kind }) => kind === 'breaker') === true;
  }

  /**
   * True for a noun that several names of the thing end with, and more than names of services and of what is refused; alone it is
   * neither a tool ("brush") nor a service ("repair").
   */
  isKindNounOf(concept: Concept, noun: string): boolean {
    if (this.serviceNouns.has(noun) || this.namesRefused(noun)) return false;
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
    this.kinds ??= this.kindsOfNouns();
    return this.kinds.get(noun);
  }

  /** True when names of the area of goods end with this word, so that it may be a part of them; works have parts of every kind. */
  mayBePartOf(concept: Concept, word: string): boolean {
    return concept.class !== 'building_material' || this.kindsOf(word)?.claimed.has(areaOf(concept.id)) === true;
  }

  private kindsOfNouns(): ReadonlyMap<string, NounKinds> {
    const kinds = new Map<string, NounKinds>();
    for (const concept of this.phrasebook.concepts) {
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
    const known = this.lastNouns.get(concept);
    if (known) return known;
    const nouns = new Map<string, number>();
    for (const term of concept.writtenOut ?? concept.terms) {
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
      words = new Set((concept.writtenOut ?? concept.terms).flatMap((term) => this.forms(term)));
      this.wordsOfNames.set(concept, words);
    }
    return words.has(form);
  }

  /** The things that these words are the whole name of. */
  named(words: readonly { form: string }[]): readonly Concept[] | undefined {
    return this.concepts.at(branchOf(this.concepts, this.numbers, words));
  }

  /** True when words, folded, are only the name of a colour. */
  isColour(words: readonly { form: string }[]): boolean {
    return this.colours.has(words.map((w) => w.form).join(' '));
  }

  /** True when words, folded, are only the name of a maker. */
  isMaker(words: readonly { form: string }[]): boolean {
    return this.makers.has(words.map((w) => w.form).join(' '));
  }

  /** True right after a maker's name, where a word is what the maker calls the thing ("Bosch Condens"). */
  isAfterMaker(words: readonly { form: string }[], at: number): boolean {
    return [1, 2].some((length) => at >= length && this.isMaker(words.slice(at - length, at)));
  }

  /** True for a word that a maker's name begins with. */
  mayBeMaker(form: string): boolean {
    return this.makersBegin.has(form);
  }

  /** True for a word that, told alone, is another thing than goods of some area. */
  maySeparate(form: string): boolean {
    return this.separateThings.has(form);
  }

  /** True for a word that, told alone beside the thing, is another: "mixer" beside cement, and not beside a basin. */
  isSeparateFrom(concept: Concept, form: string): boolean {
    return isAmong(this.separateThings.get(form), concept);
  }

  /** True for a word that, told alone beside the thing, is a part of its kind: a pan beside a bath, and not beside bricks. */
  isOwnPartOf(concept: Concept, form: string): boolean {
    return isAmong(this.ownParts.get(form), concept);
  }

  /** True for nouns of things, services and papers. */
  isThing(form: string): boolean {
    return this.things.has(form);
  }

  /** True for nouns of things that no concept need know. */
  isEverydayThing(form: string): boolean {
    return this.things.has(form) && !this.serviceNouns.has(form);
  }

  /** True for participles that say what was done with goods ("rejected"), and not how they are made ("glazed"). */
  isDeed(form: string): boolean {
    return this.describingDeeds.size > 0 && DEED.test(form) && !this.describingDeeds.has(form);
  }

  /** True for words that look like a trade or a tool and only describe. */
  isHarmless(form: string): boolean {
    return this.harmless.has(form);
  }

  /** True when an unknown word looks like a tool, a trade or a service ("lifter", "polishing"). */
  looksLikeAgent(form: string): boolean {
    if (this.harmless.has(form) || /\d/.test(form)) return false;
    return (
      form.length > 3 && this.agentEndings.some((ending) => form.endsWith(ending) && form.length > ending.length + 1)
    );
  }

  /** True when an unknown word looks like what is done to a thing ("polishing"). */
  looksLikeDoing(form: string): boolean {
    return form.endsWith(DOING) && this.looksLikeAgent(form);
  }

  /** The catalogue words that a word may be short for, where some name has them beside one of its neighbours. */
  fullWords(form: string, before: string, after: string): string[] {
    const { numbers } = this;
    const { neighbours } = this.tables;
    const [a, b] = [numbers.of(before), numbers.of(after)];
    if (a === NO_WORD && b === NO_WORD) return [];
    return this.shortPhrases.fullWords(form, (word) => neighbours.has(a, word) || neighbours.has(word, b));
  }

  /** The catalogue words that an unknown word may be a misspelling of. */
  near(form: string): string[] {
    return this.knows(form) ? [] : this.spelling.near(form);
  }
}

/** Of how many names a noun is the last word, by what can be claimed. */
interface NounKinds {
  /** By area; below zero where one of the area's cannot be claimed. */
  claimed: Map<string, number>;
  /** Of goods that are refused, and of services. */
  refused: number;
}

/** Fewer names may be those of models. */
const LEAST_NAMES_OF_KIND = 3;

/** No phrase goes on so, and none ends here. */
const NO_BRANCH = 0;

/** Where these words lead to from the beginning of a phrase. */
function branchOf(phrases: PhraseIndex<unknown>, numbers: WordNumbers, words: readonly { form: string }[]): number {
  let branch = phrases.root;
  for (const { form } of words) {
    const word = numbers.of(form);
    branch = word === NO_WORD ? NO_BRANCH : phrases.next(branch, word);
    if (branch === NO_BRANCH) break;
  }
  return branch;
}

/** Every phrase of the vocabulary that is no name of a thing, with its meaning. */
function saidBy(vocabulary: ReadingVocabulary): Said[] {
  return [
    ...vocabulary.signals.map(
      (signal): Said => ({
        meaning: { kind: 'signal', says: signal.says, weight: signal.weight },
        get phrases() {
          return signal.phrases;
        },
      }),
    ),
    ...vocabulary.statements.map(
      ({ id, meaning, aboutTheThing, onlyASign, phrases }): Said => ({
        meaning: {
          kind: 'statement',
          id,
          meaning,
          aboutTheThing: aboutTheThing ?? true,
          onlyASign: onlyASign ?? false,
        },
        phrases,
      }),
    ),
    ...vocabulary.breakers.map(
      ({ relation, words }): Said => ({ meaning: { kind: 'breaker', relation }, phrases: words }),
    ),
    { meaning: { kind: 'container' }, phrases: vocabulary.containers },
    ...Object.values(vocabulary.descriptors).map((phrases): Said => ({ meaning: { kind: 'descriptor' }, phrases })),
  ];
}

/** Words with the concepts and areas that a list names them beside. */
function besideOf(
  rows: readonly { words: string[]; beside: string[] }[] = [],
): ReadonlyMap<string, ReadonlySet<string>> {
  return new Map(rows.flatMap(({ words, beside }) => words.map((word) => [singular(word), new Set(beside)] as const)));
}

function isAmong(beside: ReadonlySet<string> | undefined, { id }: Concept): boolean {
  return beside !== undefined && (beside.has(id) || beside.has(areaOf(id)));
}
