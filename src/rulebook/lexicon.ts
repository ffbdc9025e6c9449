import { answeredAlike, type Catalogue, type Concept } from './catalogue.js';
import type { PhraseIndex } from './phrases.js';
import type { Asides } from './reading/groups.js';
import { Notes } from './reading/notes.js';
import { NounsOfNames } from './reading/nouns_of_names.js';
import { formsOf, type KeptTables, type Phrasebook, PhraseTables, type Said } from './reading/phrase_tables.js';
import { type NameVocabulary, PlaceNames } from './reading/place_names.js';
import { ShortPhrases } from './reading/short_phrases.js';
import { ShortWords } from './reading/short_words.js';
import { Shorthand } from './reading/shorthand.js';
import { Spelling } from './reading/spelling.js';
import { WordLists } from './reading/word_lists.js';
import { NO_WORD, type WordNumbers } from './reading/word_numbers.js';
import { singular, splitWords, type Word } from './words.js';

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
export type SignalWeight =
  | 'strong'
  | 'medium'
  | 'participle'
  | 'opening'
  | 'final'
  | 'apart'
  | 'closing'
  | 'phase'
  | 'deed';

/** What a run of words does in a line, when it is not the name of a thing. */
export type Language =
  | { kind: 'signal'; says: SignalSays; weight: SignalWeight }
  | {
      kind: 'statement';
      id: string;
      meaning: string;
      aboutTheThing: boolean;
      onlyASign: boolean;
      apart: boolean;
      tellsFitting: boolean | null;
    }
  | { kind: 'breaker'; relation: Relation }
  | { kind: 'container' }
  | { kind: 'descriptor' };

/** The reading vocabulary, as the files under rules/catalogue/reading hold it. */
export interface ReadingVocabulary extends Partial<NameVocabulary> {
  abbreviations: Record<string, string>;
  signals: { says: SignalSays; weight: SignalWeight; phrases: string[] }[];
  breakers: { relation: Relation; words: string[] }[];
  containers: string[];
  /** An earlier edition may have none. */
  weights?: string[];
  /**
   * `aboutTheThing`: inside the name of a thing the words only name it ("electric shower"). `onlyASign`: the words stay what they are
   * besides, a thing of their own or a word that nothing explains ("handset"). `tellsFitting`: true of phrases that tell of a fitting
   * as a whole ("stripped and reused"), false of those in which a word of fitting says nothing of the goods; else it says what it says
   * elsewhere. `apart`: the phrases are looked for on their own and change nothing else that is read.
   */
  statements: {
    id: string;
    meaning: string;
    aboutTheThing?: boolean;
    onlyASign?: boolean;
    apart?: boolean;
    tellsFitting?: boolean;
    phrases: string[];
  }[];
  descriptors: Record<string, string[]>;
  installationHeads: string[];
  partWords: string[];
  /** An earlier edition, with which this one is compared, may have none. */
  looseParts?: string[];
  /** An earlier edition may have none. */
  sharedNames?: string[];
  /** An earlier edition may have none. */
  papers?: string[];
  /** An earlier edition may have none. */
  separateThings?: { words: string[]; beside: string[]; included?: boolean }[];
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
  /** An earlier edition may have none. */
  commands?: string[];
  serviceNouns: string[];
}

/** What a lexicon was made to, as plain values, true of one catalogue and vocabulary. */
export interface KeptLexicon extends KeptTables {
  /** As `NounsOfNames` keeps them. */
  nouns: Int32Array;
}

/** Everything the reader knows about words: concepts, signals, statements, describing words, and spelling repair. */
export class Lexicon {
  readonly abbreviations: ReadonlyMap<string, readonly string[]>;
  private readonly phrasebook: Phrasebook;
  private readonly tables: PhraseTables;
  /** Words that by themselves name a material, and only describe beside others. */
  readonly alone: ReadonlyMap<string, Concept>;
  /** Words that say when, at what price and, after a name, where in the home, and nothing of what a thing is. */
  readonly asides: Asides;
  /** Terms that only say how things were sold, before a list of what was. */
  readonly toldByContents: ReadonlySet<string>;
  /** Names of colours, by their words. */
  private readonly colours: ReadonlySet<string>;
  /** Words for what things are made of. */
  private readonly substances: ReadonlySet<string>;
  /** Names of makers, which are no thing where the line names one, by their words. */
  private readonly makers: ReadonlySet<string>;
  /** The first word of each. */
  private readonly makersBegin: ReadonlySet<string>;
  /** Words that are no misspelling of another. */
  private readonly known: ReadonlySet<string>;
  private readonly spelling: Spelling;
  readonly lists: WordLists;
  readonly nouns: NounsOfNames;
  readonly placeNames: PlaceNames;
  readonly notes: Notes;
  readonly shorthand: Shorthand;
  readonly shortPhrases: ShortPhrases;

  /** @param kept what `keep` gave for the same catalogue and vocabulary, which spares reading every term again. */
  constructor(catalogue: Catalogue, vocabulary: ReadingVocabulary, kept?: KeptLexicon) {
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
    this.substances = new Set(vocabulary.descriptors.materials?.map(together));
    this.alone = new Map(catalogue.concepts.flatMap((c) => (c.alone ?? []).map((name) => [together(name), c])));
    this.toldByContents = new Set(catalogue.concepts.flatMap((c) => (c.toldByContents ?? []).map(together)));
    this.lists = new WordLists(vocabulary, together);
    const { notes_before = [], notes_behind = [], notes_numbered = [] } = vocabulary.descriptors;
    this.notes = new Notes(
      { before: notes_before, behind: notes_behind, numbered: notes_numbered },
      together,
      (words) => this.named(words) !== undefined,
    );
    const { beside_works = [], where_worked = [] } = vocabulary.descriptors;
    const [beside, where] = [beside_works.map(together), where_worked.map(together)];
    this.asides = { before: new Set(beside), after: new Set([...beside, ...where]) };
    this.nouns = new NounsOfNames(
      this.phrasebook.concepts,
      (term) => this.forms(term),
      (noun) => this.lists.serviceNouns.has(noun) || this.namesRefused(noun),
      this.numbers,
      kept?.nouns,
    );
    this.known = new Set([...this.numbers.words, ...this.lists.things, ...vocabulary.protected.map(singular)]);
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
    const marks = new Set(vocabulary.descriptors.marks);
    this.shortPhrases = new ShortPhrases(
      this.numbers,
      short,
      this.tables.named,
      names,
      { isKnown: (form) => this.knows(form), isMark: (form) => marks.has(form) },
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

  /** Phrases of statements, and deeds, that take no words from others and lose none to them. */
  get saidApart(): PhraseIndex<Language> {
    return this.tables.apart;
  }

  /** What the terms and phrases were read to, as plain values. */
  keep(): KeptLexicon {
    return { ...this.tables.keep(this.phrasebook), nouns: this.nouns.keep() };
  }

  forms(phrase: string): string[] {
    return formsOf(phrase, this.abbreviations);
  }

  knows(form: string): boolean {
    return this.known.has(form);
  }

  /** True when an unread word may be short for one that `mayBeHead` ("CTR": cutter). */
  mayBeShortForHead(form: string): boolean {
    const { shorthand } = this;
    return (
      !this.knows(form) &&
      shorthand.mayStandFor(
        form,
        (word) => this.lists.mayBeHead(word) || this.namesRefused(word),
        (word) => this.lists.isHarmless(word),
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

  /** True for a word that alone says how goods are packed ("bag"). */
  packs(form: string): boolean {
    const { numbers, language } = this;
    return (
      language.at(language.next(language.root, numbers.of(form)))?.some(({ kind }) => kind === 'container') === true
    );
  }

  /** True when a word alone says what is after it is to what is before ("per", "for"). */
  relates(form: string): boolean {
    const { numbers, language } = this;
    return language.at(language.next(language.root, numbers.of(form)))?.some(({ kind }) => kind === 'breaker') === true;
  }

  /** True when a word alone says that what is after it is left out ("no", "without"). */
  leavesOut(form: string): boolean {
    const { numbers, language } = this;
    const said = language.at(language.next(language.root, numbers.of(form)));
    return said?.some((one) => one.kind === 'breaker' && one.relation === 'excluded') === true;
  }

  /** The things that these words are the whole name of. */
  named(words: readonly { form: string }[]): readonly Concept[] | undefined {
    return this.concepts.at(branchOf(this.concepts, this.numbers, words));
  }

  /** True when words, folded, are only the name of a colour. */
  isColour(words: readonly { form: string }[]): boolean {
    return this.colours.has(words.map((w) => w.form).join(' '));
  }

  /** True when a word, folded, says what a thing is made of ("polythene"), not how ("glazed"). */
  isSubstance(form: string): boolean {
    return this.substances.has(form) && !form.endsWith('ed');
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
  // Notes are left out before; elsewhere their words say what they say.
  const { notes_before, notes_behind, notes_numbered, ...describing } = vocabulary.descriptors;
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
      ({ id, meaning, aboutTheThing, onlyASign, apart, tellsFitting, phrases }): Said => ({
        meaning: {
          kind: 'statement',
          id,
          meaning,
          aboutTheThing: aboutTheThing ?? true,
          onlyASign: onlyASign ?? false,
          apart: apart ?? false,
          tellsFitting: tellsFitting ?? null,
        },
        phrases,
      }),
    ),
    ...vocabulary.breakers.map(
      ({ relation, words }): Said => ({ meaning: { kind: 'breaker', relation }, phrases: words }),
    ),
    { meaning: { kind: 'container' }, phrases: vocabulary.containers },
    ...Object.values(describing).map((phrases): Said => ({ meaning: { kind: 'descriptor' }, phrases })),
  ];
}
