import type { Catalogue, Concept } from './catalogue.js';
import { PhraseIndex } from './phrases.js';
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

/** Words of plain letters, digits and the marks that stand inside a word, with single spaces between. */
const SIMPLE_TERM = /^[a-z0-9](?:[a-z0-9'./&+-]*[a-z0-9])?(?: [a-z0-9](?:[a-z0-9'./&+-]*[a-z0-9])?)*$/i;
const MIN_REPAIR_LENGTH = 5;
const LOOKS_ALIKE: Record<string, string> = { '0': 'o', '1': 'l', '5': 's', '8': 'b', '6': 'b' };

/** Everything the reader knows about words: concepts, signals, statements, describing words, and spelling repair. */
export class Lexicon {
  readonly concepts = new PhraseIndex<Concept>();
  /** Two-word terms the other way round, as merchants print them ("pipe copper"). */
  readonly turnedConcepts = new PhraseIndex<Concept>();
  readonly language = new PhraseIndex<Language>();
  readonly abbreviations: ReadonlyMap<string, readonly string[]>;
  readonly installationHeads: ReadonlySet<string>;
  readonly partWords: ReadonlySet<string>;
  private readonly agentEndings: readonly string[];
  private readonly harmless: ReadonlySet<string>;
  private readonly protectedWords: ReadonlySet<string>;
  private readonly things: ReadonlySet<string>;
  /** Words that may be what a misspelt word was, by `repairKeys`. */
  private readonly repairs = new Map<string, string[]>();

  constructor(catalogue: Catalogue, vocabulary: ReadingVocabulary) {
    const plain = new Map<string, readonly string[]>();
    this.abbreviations = new Map(
      Object.entries(vocabulary.abbreviations).map(([short, long]) => [
        short.toLowerCase(),
        splitWords(long, plain).map((w) => w.form),
      ]),
    );
    // Terms share their words, so each word is folded once.
    const folded = new Map<string, readonly string[]>();
    const pairs: [string, string, Concept][] = [];
    for (const concept of catalogue.concepts) {
      for (const term of concept.terms) {
        const forms = SIMPLE_TERM.test(term) ? this.formsOfWords(term, folded) : this.forms(term);
        this.concepts.add(forms, concept);
        const [a, b] = forms;
        if (forms.length === 2 && a !== undefined && b !== undefined) pairs.push([a, b, concept]);
      }
    }
    for (const [a, b, concept] of pairs) {
      const turned = [b, a];
      if (!this.concepts.has(turned) && !/\d/.test(a) && !/\d/.test(b)) this.turnedConcepts.add(turned, concept);
    }
    const say = (phrases: readonly string[], meaning: Language) => {
      for (const phrase of phrases) this.language.add(this.forms(phrase), meaning);
    };
    for (const { says, weight, phrases } of vocabulary.signals) say(phrases, { kind: 'signal', says, weight });
    for (const { id, meaning, aboutTheThing, phrases } of vocabulary.statements)
      say(phrases, { kind: 'statement', id, meaning, aboutTheThing: aboutTheThing ?? true });
    for (const { relation, words } of vocabulary.breakers) say(words, { kind: 'breaker', relation });
    say(vocabulary.containers, { kind: 'container' });
    for (const words of Object.values(vocabulary.descriptors)) say(words, { kind: 'descriptor' });
    this.installationHeads = new Set(vocabulary.installationHeads.map((w) => this.forms(w).join(' ')));
    this.partWords = new Set(vocabulary.partWords.map((w) => singular(w)));
    this.agentEndings = vocabulary.agentEndings;
    this.harmless = new Set(vocabulary.harmlessDespiteEnding.map((w) => singular(w)));
    this.protectedWords = new Set(vocabulary.protected.map((w) => singular(w)));
    this.things = new Set([...vocabulary.everydayThings, ...vocabulary.serviceNouns].map((w) => singular(w)));
    this.indexRepairs();
  }

  forms(phrase: string): string[] {
    return splitWords(phrase, this.abbreviations ?? new Map())
      .filter((w) => w.kind !== 'break')
      .map((w) => w.form);
  }

  /** `forms` of a simple term: its words stand apart, and none changes what another is read as. */
  private formsOfWords(term: string, folded: Map<string, readonly string[]>): readonly string[] {
    const forms: string[] = [];
    for (const word of term.split(' ')) {
      let known = folded.get(word);
      if (!known) {
        known = this.forms(word);
        folded.set(word, known);
      }
      for (const form of known) forms.push(form);
    }
    return forms;
  }

  knows(form: string): boolean {
    return (
      this.concepts.vocabulary.has(form) ||
      this.language.vocabulary.has(form) ||
      this.protectedWords.has(form) ||
      this.things.has(form)
    );
  }

  /** True when an unknown word after a product name is probably what the line is really about. */
  mayBeHead(form: string): boolean {
    return this.things.has(form) || this.looksLikeAgent(form);
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

  /** The one catalogue word a misspelt word can only be. Undefined when none or several fit. */
  repair(form: string): string | undefined {
    const [found, another] = this.near(form);
    return another === undefined ? found : undefined;
  }

  /**
   * The catalogue words that an unknown word may be a misspelling of: at least five letters, one letter wrong, missing,
   * added or swapped, the same first letter or one that scans alike.
   */
  near(form: string): string[] {
    if (form.length < MIN_REPAIR_LENGTH || this.knows(form)) return [];
    const read = form.replace(/[01568]/g, (digit) => LOOKS_ALIKE[digit] ?? digit);
    if (/\d/.test(read)) return [];
    if (read !== form && this.concepts.vocabulary.has(read)) return [read];
    const found: string[] = [];
    for (let length = read.length - 1; length <= read.length + 1; length++) {
      for (const key of repairKeys(read, length)) {
        for (const word of this.repairs.get(key) ?? []) {
          if (!found.includes(word) && withinOne(read, word)) found.push(word);
        }
      }
    }
    return found;
  }

  private indexRepairs(): void {
    for (const word of this.concepts.vocabulary) {
      if (word.length < MIN_REPAIR_LENGTH || /\d/.test(word)) continue;
      for (const key of repairKeys(word, word.length)) {
        const words = this.repairs.get(key);
        if (words) words.push(word);
        else this.repairs.set(key, [word]);
      }
    }
  }
}

/** One wrong letter after the first leaves the second letter right, or else the last. */
function repairKeys(word: string, length: number): [string, string] {
  const first = `${length}${word[0]}`;
  return [`${first}${word[1]}`, `${first}-${word[word.length - 1]}`];
}

/** One edit apart: a letter replaced, added, dropped, or two neighbours swapped. */
function withinOne(a: string, b: string): boolean {
  if (a === b) return true;
  if (Math.abs(a.length - b.length) > 1) return false;
  let i = 0;
  while (i < a.length && i < b.length && a.charCodeAt(i) === b.charCodeAt(i)) i++;
  if (a.length === b.length) {
    return (
      a.slice(i + 1) === b.slice(i + 1) || (a[i] === b[i + 1] && a[i + 1] === b[i] && a.slice(i + 2) === b.slice(i + 2))
    );
  }
  return a.length > b.length ? a.slice(i + 1) === b.slice(i) : a.slice(i) === b.slice(i + 1);
}
