import type { Catalogue, Concept } from './catalogue.js';
import { PhraseIndex } from './phrases.js';
import { Shorthand } from './reading/shorthand.js';
import { Spelling } from './reading/spelling.js';
import { WordNumbers } from './reading/word_numbers.js';
import { singular, splitWords } from './words.js';

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
export type SignalWeight = 'strong' | 'medium' | 'participle' | 'opening' | 'final';

/** What a run of words does in a line, when it is not the name of a thing. */
export type Language =
  | { kind: 'signal'; says: SignalSays; weight: SignalWeight }
  | { kind: 'statement'; id: string; meaning: string; aboutTheThing: boolean }
  | { kind: 'breaker'; relation: Relation }
  | { kind: 'container' }
  | { kind: 'descriptor' };

/** The reading vocabulary, as the files under rules/catalogue/reading hold it. */
export interface ReadingVocabulary {
  abbreviations: Record<string, string>;
  signals: { says: SignalSays; weight: SignalWeight; phrases: string[] }[];
  breakers: { relation: Relation; words: string[] }[];
  containers: string[];
  /** `aboutTheThing`: inside the name of a thing the words only name it ("electric shower"). */
  statements: { id: string; meaning: string; aboutTheThing?: boolean; phrases: string[] }[];
  descriptors: Record<string, string[]>;
  installationHeads: string[];
  partWords: string[];
  agentEndings: string[];
  harmlessDespiteEnding: string[];
  protected: string[];
  everydayThings: string[];
  serviceNouns: string[];
}

/** Plain letters, digits and the marks that stand inside a word. */
const SIMPLE_WORD = /^[a-z0-9](?:[a-z0-9'./&+-]*[a-z0-9])?$/i;
/** A word that `splitWords` only folds: not one of those it drops or turns into something else. */
const PLAIN_LETTERS = /^(?!(?:the|and)$)[a-z]+$/;

/** Everything the reader knows about words: concepts, signals, statements, describing words, and spelling repair. */
export class Lexicon {
  readonly numbers = new WordNumbers();
  readonly concepts = new PhraseIndex<Concept>();
  /** Two-word terms the other way round, as merchants print them ("pipe copper"). */
  readonly turnedConcepts = new PhraseIndex<Concept>();
  readonly language = new PhraseIndex<Language>();
  readonly abbreviations: ReadonlyMap<string, readonly string[]>;
  readonly installationHeads: ReadonlySet<string>;
  readonly partWords: ReadonlySet<string>;
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
  private readonly spelling: Spelling;
  readonly shorthand: Shorthand;

  constructor(catalogue: Catalogue, vocabulary: ReadingVocabulary) {
    const plain = new Map<string, readonly string[]>();
    this.abbreviations = new Map(
      Object.entries(vocabulary.abbreviations).map(([short, long]) => [
        short.toLowerCase(),
        splitWords(long, plain).map((w) => w.form),
      ]),
    );
    // Terms share their words, so each word is folded and numbered once.
    const folded = new Map<string, readonly number[]>();
    const pairs: [number, number, Concept][] = [];
    const phrases: (readonly number[])[] = [];
    for (const concept of catalogue.concepts) {
      for (const term of concept.terms) {
        const words = this.numbersOfWords(term, folded) ?? this.numbersOf(term);
        this.concepts.add(words, concept);
        phrases.push(words);
        const [a, b] = words;
        if (words.length === 2 && a !== undefined && b !== undefined) pairs.push([a, b, concept]);
      }
    }
    const named = new Set(this.numbers.words);
    const hasDigit = this.numbers.words.map((word) => /\d/.test(word));
    for (const [a, b, concept] of pairs) {
      const turned = [b, a];
      if (!hasDigit[a] && !hasDigit[b] && !this.concepts.has(turned)) this.turnedConcepts.add(turned, concept);
    }
    const known = new Set<string>();
    const say = (said: readonly string[], meaning: Language) => {
      for (const phrase of said) {
        const words = this.numbersOf(phrase);
        this.language.add(words, meaning);
        phrases.push(words);
        for (const word of words) known.add(this.numbers.words[word] as string);
      }
    };
    for (const { says, weight, phrases } of vocabulary.signals) say(phrases, { kind: 'signal', says, weight });
    for (const { id, meaning, aboutTheThing, phrases } of vocabulary.statements)
      say(phrases, { kind: 'statement', id, meaning, aboutTheThing: aboutTheThing ?? true });
    for (const { relation, words } of vocabulary.breakers) say(words, { kind: 'breaker', relation });
    say(vocabulary.containers, { kind: 'container' });
    for (const words of Object.values(vocabulary.descriptors)) say(words, { kind: 'descriptor' });
    const formsOf = (phrases: readonly string[] = []) => new Set(phrases.map((phrase) => this.forms(phrase).join(' ')));
    this.makers = formsOf(vocabulary.descriptors.brands);
    this.makersBegin = new Set([...this.makers].map((name) => name.split(' ', 1).join()));
    this.colours = formsOf(vocabulary.descriptors.colours);
    this.installationHeads = new Set(vocabulary.installationHeads.map((w) => this.forms(w).join(' ')));
    this.partWords = new Set(vocabulary.partWords.map((w) => singular(w)));
    this.agentEndings = vocabulary.agentEndings;
    this.harmless = new Set(vocabulary.harmlessDespiteEnding.map((w) => singular(w)));
    this.serviceNouns = new Set(vocabulary.serviceNouns.map((w) => singular(w)));
    this.things = new Set([...vocabulary.everydayThings.map((w) => singular(w)), ...this.serviceNouns]);
    for (const words of [named, this.things, vocabulary.protected.map((w) => singular(w))])
      for (const word of words) known.add(word);
    this.known = known;
    this.spelling = new Spelling(named);
    this.shorthand = new Shorthand(phrases, this.numbers);
  }

  forms(phrase: string): string[] {
    return splitWords(phrase, this.abbreviations ?? new Map())
      .filter((w) => w.kind !== 'break')
      .map((w) => w.form);
  }

  private numbersOf(phrase: string): number[] {
    return this.forms(phrase).map((form) => this.numbers.add(form));
  }

  /** `numbersOf` a term whose words stand apart, so that none changes what another is read as; null for any other. */
  private numbersOfWords(term: string, folded: Map<string, readonly number[]>): readonly number[] | null {
    const numbers: number[] = [];
    for (const word of term.split(' ')) {
      let known = folded.get(word);
      if (!known) {
        if (!SIMPLE_WORD.test(word)) return null;
        const plain = PLAIN_LETTERS.test(word) && !this.abbreviations.has(word);
        known = plain ? [this.numbers.add(singular(word))] : this.numbersOf(word);
        folded.set(word, known);
      }
      for (const number of known) numbers.push(number);
    }
    return numbers;
  }

  knows(form: string): boolean {
    return this.known.has(form);
  }

  /** True when an unknown word after a product name is probably what the line is really about. */
  mayBeHead(form: string): boolean {
    return this.things.has(form) || this.looksLikeAgent(form);
  }

  /** True when words, folded, are only the name of a colour. */
  isColour(words: readonly { form: string }[]): boolean {
    return this.colours.has(words.map((w) => w.form).join(' '));
  }

  /** True when words, folded, are only the name of a maker. */
  isMaker(words: readonly { form: string }[]): boolean {
    return this.makers.has(words.map((w) => w.form).join(' '));
  }

  /** True for a word that a maker's name begins with. */
  mayBeMaker(form: string): boolean {
    return this.makersBegin.has(form);
  }

  /** True for nouns of things that no concept need know. */
  isEverydayThing(form: string): boolean {
    return this.things.has(form) && !this.serviceNouns.has(form);
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

  /** The catalogue words that an unknown word may be a misspelling of. */
  near(form: string): string[] {
    return this.knows(form) ? [] : this.spelling.near(form);
  }
}
