import type { Catalogue } from './catalogue.js';
import type { Citation, Citations } from './citations.js';
import { type ClassifyOptions, classifyLine } from './classify.js';
import type { Classification } from './classification.js';
import type { DecisionEngine } from './engine.js';
import type { Line } from './line.js';
import type { MeaningTables } from './meaning.js';
import type { FactDefinition, Question, Rule, SupplyReadingTable } from './model.js';
import type { Rates } from './rates.js';
import type { Reader, Reading } from './reader.js';
import type { Lexicon } from './lexicon.js';

export interface RulebookParts {
  edition: string;
  digest: string;
  rules: readonly Rule[];
  facts: readonly FactDefinition[];
  questions: ReadonlyMap<string, Question>;
  catalogue: Catalogue;
  citations: Citations;
  rates: Rates;
  supply: SupplyReadingTable;
  lexicon: Lexicon;
  reader: Reader;
  engine: DecisionEngine;
}

/** One line and its previews read the same few texts over and over. */
const READINGS_KEPT = 32;

/** The law as loaded: immutable, safe to share between requests. */
export class Rulebook {
  readonly edition: string;
  readonly digest: string;
  readonly rules: readonly Rule[];
  readonly facts: readonly FactDefinition[];
  readonly questions: ReadonlyMap<string, Question>;
  readonly catalogue: Catalogue;
  readonly citations: Citations;
  readonly rates: Rates;
  readonly supply: SupplyReadingTable;
  readonly reader: Reader;
  readonly engine: DecisionEngine;
  readonly meaningTables: MeaningTables;
  private readonly resolved = new Map<string, Citation>();
  private readonly readings = new Map<string, Reading>();
  private readonly rulesById: ReadonlyMap<string, Rule>;

  constructor(parts: RulebookParts) {
    this.edition = parts.edition;
    this.digest = parts.digest;
    this.rules = parts.rules;
    this.facts = parts.facts;
    this.questions = parts.questions;
    this.catalogue = parts.catalogue;
    this.citations = parts.citations;
    this.rates = parts.rates;
    this.supply = parts.supply;
    this.reader = parts.reader;
    this.engine = parts.engine;
    this.rulesById = new Map(parts.rules.map((r) => [r.id, r]));
    const { lexicon } = parts;
    this.meaningTables = {
      catalogue: parts.catalogue,
      facts: parts.facts,
      questions: parts.questions,
      rates: parts.rates,
      supply: parts.supply,
      isInstallationHead: (mention) => {
        const forms = lexicon.forms(mention.text);
        return lexicon.installationHeads.has(forms.join(' ')) || lexicon.installationHeads.has(forms[forms.length - 1] ?? '');
      },
      isPart: (mention) => lexicon.partWords.has(lexicon.forms(mention.text).at(-1) ?? ''),
    };
  }

  rule(id: string): Rule | undefined {
    return this.rulesById.get(id);
  }

  cite(ref: string): Citation {
    const known = this.resolved.get(ref);
    if (known) return known;
    const citation = this.citations.resolve(ref);
    this.resolved.set(ref, citation);
    return citation;
  }

  /** Reads a text; the same object again for one of the last texts read. */
  read(text: string): Reading {
    const known = this.readings.get(text);
    if (known) return known;
    const reading = this.reader.read(text);
    // Insertion order is order of age: the oldest gives way.
    for (const oldest of this.readings.keys()) {
      if (this.readings.size < READINGS_KEPT) break;
      this.readings.delete(oldest);
    }
    this.readings.set(text, reading);
    return reading;
  }

  /**
   * Classifies one line. Pure: the same line and rulebook give the same answer.
   * @throws InputError when an answer contradicts the line or does not fit its amounts.
   */
  classify(line: Line, options?: ClassifyOptions): Promise<Classification> {
    return classifyLine(this, line, options);
  }
}
