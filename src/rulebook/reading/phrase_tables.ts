import { type Concept, termsOf } from '../catalogue.js';
import type { Language } from '../lexicon.js';
import { type KeptPhrases, PhraseIndex } from '../phrases.js';
import { followsOthers } from '../standing.js';
import { singular, splitWords } from '../words.js';
import { longAbbreviations } from './long_abbreviations.js';
import { type KeptNeighbours, Neighbours } from './neighbours.js';
import { WordNumbers } from './word_numbers.js';

/** What phrases of the reading vocabulary mean. */
export interface Said {
  meaning: Language;
  phrases: readonly string[];
}

/** The words that terms and phrases are made of, and what abbreviations among them stand for. */
export interface Phrasebook {
  concepts: readonly Concept[];
  said: readonly Said[];
  /** Already folded, keyed as printed. */
  abbreviations: ReadonlyMap<string, readonly string[]>;
}

/** `PhraseTables` as plain values, true of one phrasebook. */
export interface KeptTables {
  words: string[];
  named: number;
  concepts: KeptPhrases;
  turned: KeptPhrases;
  language: KeptPhrases;
  apart: KeptPhrases;
  neighbours: KeptNeighbours;
}

/** Plain letters, digits and the marks that stand inside a word. */
const SIMPLE_WORD = /^[a-z0-9](?:[a-z0-9'./&+-]*[a-z0-9])?$/i;
/** A word that `splitWords` only folds: not one of those it drops or turns into something else. */
const PLAIN_LETTERS = /^(?!(?:the|and)$)[a-z]+$/;

/** Every term and phrase by its words, and every word by its number. */
export class PhraseTables {
  private constructor(
    readonly numbers: WordNumbers,
    /** How many of the words, counted from the first, stand in terms of concepts. */
    readonly named: number,
    readonly concepts: PhraseIndex<Concept>,
    /** Two-word terms the other way round, as merchants print them ("pipe copper"). */
    readonly turned: PhraseIndex<Concept>,
    readonly language: PhraseIndex<Language>,
    /** Phrases of statements, and deeds, that are looked for apart from all others. */
    readonly apart: PhraseIndex<Language>,
    readonly neighbours: Neighbours,
  ) {}

  static of({ concepts, said, abbreviations }: Phrasebook): PhraseTables {
    const numbers = new WordNumbers();
    const words = new PhraseWords(numbers, abbreviations);
    const neighbours = new Neighbours();
    const terms = new PhraseIndex<Concept>();
    const pairs: [number, number, Concept][] = [];
    const phrases: (readonly number[])[] = [];
    for (const concept of concepts) {
      for (const [index, term] of termsOf(concept).entries()) {
        const found = words.ofTerm(term);
        terms.add(found, concept);
        phrases.push(found);
        const [a, b] = found;
        if (found.length === 2 && a !== undefined && b !== undefined && index < concept.terms.length)
          pairs.push([a, b, concept]);
      }
    }
    const named = numbers.words.length;
    const hasDigit = numbers.words.map((word) => /\d/.test(word));
    const turned = new PhraseIndex<Concept>();
    for (const [a, b, concept] of pairs) {
      const other = [b, a];
      // "2 pallets bricks" are bricks, and no charge for brick pallets.
      const packs = followsOthers(concept) && terms.has([a]);
      if (!hasDigit[a] && !hasDigit[b] && !packs && !terms.has(other)) turned.add(other, concept);
    }
    const language = new PhraseIndex<Language>();
    const apart = new PhraseIndex<Language>();
    for (const { meaning, phrases: ways } of said) {
      for (const phrase of ways) {
        const found = words.of(phrase);
        if (isReadApart(meaning)) apart.add(found, meaning);
        else {
          language.add(found, meaning);
          phrases.push(found);
        }
      }
    }
    const and = numbers.of('and');
    for (const phrase of phrases) neighbours.add(phrase, and);
    return new PhraseTables(numbers, named, terms, turned, language, apart, neighbours);
  }

  /** @param kept what `keep` gave for the same phrasebook. */
  static restored(kept: KeptTables, { concepts, said }: Phrasebook): PhraseTables {
    const meanings = said.map(({ meaning }) => meaning);
    return new PhraseTables(
      new WordNumbers(kept.words),
      kept.named,
      new PhraseIndex(kept.concepts, concepts),
      new PhraseIndex(kept.turned, concepts),
      new PhraseIndex(kept.language, meanings),
      new PhraseIndex(kept.apart, meanings),
      new Neighbours(kept.neighbours),
    );
  }

  keep({ concepts, said }: Phrasebook): KeptTables {
    const meanings = said.map(({ meaning }) => meaning);
    return {
      words: [...this.numbers.words],
      named: this.named,
      concepts: this.concepts.keep(concepts),
      turned: this.turned.keep(concepts),
      language: this.language.keep(meanings),
      apart: this.apart.keep(meanings),
      neighbours: this.neighbours.kept,
    };
  }
}

function isReadApart(meaning: Language): boolean {
  return meaning.kind === 'statement' ? meaning.apart : meaning.kind === 'signal' && meaning.weight === 'deed';
}

/** The words of phrases, folded and numbered. Terms share their words, so each is folded once. */
class PhraseWords {
  private readonly known = new Map<string, readonly number[]>();

  constructor(
    private readonly numbers: WordNumbers,
    private readonly abbreviations: ReadonlyMap<string, readonly string[]>,
  ) {}

  of(phrase: string): number[] {
    return formsOf(phrase, this.abbreviations).map((form) => this.numbers.add(form));
  }

  ofTerm(term: string): readonly number[] {
    return this.ofWordsApart(term) ?? this.of(term);
  }

  /** `of` a term whose words stand apart, so that none changes what another is read as; null for any other. */
  private ofWordsApart(term: string): readonly number[] | null {
    const found: number[] = [];
    for (const word of term.split(' ')) {
      let known = this.known.get(word);
      if (!known) {
        if (!SIMPLE_WORD.test(word) || longAbbreviations(this.abbreviations).has(word.toLowerCase())) return null;
        const plain = PLAIN_LETTERS.test(word) && !this.abbreviations.has(word);
        known = plain ? [this.numbers.add(singular(word))] : this.of(word);
        this.known.set(word, known);
      }
      for (const number of known) found.push(number);
    }
    return found;
  }
}

/** The folded words of a phrase. */
export function formsOf(phrase: string, abbreviations: ReadonlyMap<string, readonly string[]>): string[] {
  return splitWords(phrase, abbreviations)
    .filter((w) => w.kind !== 'break')
    .map((w) => w.form);
}
