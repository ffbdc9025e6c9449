import type { Catalogue } from './catalogue.js';
import type { Citation, Citations } from './citations.js';
import type { Classification } from './classification.js';
import { type ClassifyOptions, classifyLine } from './classify.js';
import type { CompanionTable } from './companions.js';
import { assessProject } from './eligibility/assess.js';
import type { Assessment } from './eligibility/assessment.js';
import type { EligibilityBook } from './eligibility/model.js';
import type { Project } from './eligibility/project.js';
import type { DecisionEngine } from './engine.js';
import type { EvidenceBook } from './evidence.js';
import type { Impossible } from './impossible.js';
import type { Lexicon } from './lexicon.js';
import type { Line } from './line.js';
import type { LintException } from './lints/exceptions.js';
import { type MeaningTables, presumedOf } from './meaning/draft.js';
import type {
  Circumstance,
  CreditTexts,
  FactDefinition,
  NotEligibleTexts,
  NotSettledTexts,
  OtherPlaces,
  Question,
  Rule,
  SupplyReadingTable,
  Treatment,
  WhoFittedRow,
} from './model.js';
import type { Rates } from './rates.js';
import type { Reader } from './reader.js';
import type { Reading } from './reading/reading.js';
import { remembering } from './remembering.js';
import { nounOf } from './words.js';

export interface RulebookParts {
  edition: string;
  digest: string;
  rules: readonly Rule[];
  facts: readonly FactDefinition[];
  questions: ReadonlyMap<string, Question>;
  catalogue: Catalogue;
  citations: Citations;
  rates: Rates;
  credits: Partial<Record<Treatment, CreditTexts>>;
  notEligible: NotEligibleTexts | null;
  notSettled: NotSettledTexts | null;
  supply: SupplyReadingTable;
  circumstances: readonly Circumstance[];
  whoFitted: readonly WhoFittedRow[];
  otherPlaces: OtherPlaces;
  companions: CompanionTable;
  eligibility: EligibilityBook;
  evidence: EvidenceBook;
  impossible: readonly Impossible[];
  lintExceptions: readonly LintException[];
  lexicon: Lexicon;
  reader: Reader;
  engine: DecisionEngine;
}

/** One line, its parts and its previews read the same few texts over and over. */
const READINGS_KEPT = 32;
/** The names of things are a small vocabulary. */
const NAMES_KEPT = 2000;
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
  /** By treatment; texts for lines that take money back. */
  readonly credits: Partial<Record<Treatment, CreditTexts>>;
  /** Texts of VAT that a supplier puts right in a project that is not eligible. */
  readonly notEligible: NotEligibleTexts | null;
  /** Texts while it is not settled whether a project is eligible. */
  readonly notSettled: NotSettledTexts | null;
  readonly supply: SupplyReadingTable;
  readonly companions: CompanionTable;
  readonly eligibility: EligibilityBook;
  readonly evidence: EvidenceBook;
  /** For the lints alone. */
  readonly impossible: readonly Impossible[];
  readonly lintExceptions: readonly LintException[];
  readonly lexicon: Lexicon;
  readonly reader: Reader;
  /** Reads a text as `reader` does; for one of the last texts it is the same object again. */
  readonly read: (text: string) => Reading;
  readonly engine: DecisionEngine;
  readonly meaningTables: MeaningTables;
  private readonly resolved = new Map<string, Citation>();
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
    this.credits = parts.credits;
    this.notEligible = parts.notEligible;
    this.notSettled = parts.notSettled;
    this.supply = parts.supply;
    this.companions = parts.companions;
    this.eligibility = parts.eligibility;
    this.evidence = parts.evidence;
    this.impossible = parts.impossible;
    this.lintExceptions = parts.lintExceptions;
    this.lexicon = parts.lexicon;
    this.reader = parts.reader;
    this.read = remembering(READINGS_KEPT, (text) => parts.reader.read(text));
    this.engine = parts.engine;
    this.rulesById = new Map(parts.rules.map((r) => [r.id, r]));
    const { lexicon } = parts;
    const isInstallationHead = remembering(NAMES_KEPT, (name) => lexicon.lists.isInstallationHead(lexicon.forms(name)));
    const isPart = remembering(NAMES_KEPT, (name) => lexicon.lists.partWords.has(nounOf(lexicon.forms(name))));
    const firstForms = (names: readonly string[] = []) => new Set(names.map((name) => lexicon.forms(name)[0] ?? ''));
    const applianceMakers = firstForms(parts.supply.applianceMakers);
    const toolMakers = firstForms(parts.supply.toolMakers?.names);
    this.meaningTables = {
      catalogue: parts.catalogue,
      doubtOrder: parts.facts.find((f) => f.name === 'doubt')?.values ?? [],
      presumed: presumedOf(parts.facts),
      rates: parts.rates,
      supply: parts.supply,
      noRemovals: (parts.supply.noRemovals?.words ?? []).map((phrase) => lexicon.forms(phrase).join(' ')),
      circumstances: parts.circumstances,
      whoFitted: parts.whoFitted,
      otherPlaces: parts.otherPlaces,
      isInstallationHead: ({ text }) => isInstallationHead(text),
      isPart: ({ text }) => isPart(text),
      isLoosePart: (word) => lexicon.lists.looseParts.has(word),
      isSharedName: ({ text }) => lexicon.lists.sharedNames.has(lexicon.forms(text).join(' ')),
      isServiceNoun: (word) => lexicon.lists.serviceNouns.has(word),
      isEverydayThing: (word) => lexicon.lists.isEverydayThing(word),
      isCommand: (word) => lexicon.lists.isCommand(word),
      isDeed: (word) => lexicon.lists.isDeed(word),
      isHomeWord: (word) => lexicon.lists.homeWords.has(word),
      isMaker: (word) => lexicon.isMaker([{ form: word }]),
      isApplianceMaker: (word) => applianceMakers.has(word),
      isToolMaker: (word) => toolMakers.has(word),
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

  /**
   * Classifies one line. Pure: the same line and rulebook give the same answer.
   * @throws InputError when an answer contradicts the line or does not fit its amounts.
   */
  classify(line: Line, options?: ClassifyOptions): Promise<Classification> {
    return classifyLine(this, line, options);
  }

  /**
   * Says whether a project is eligible under the scheme. Pure: the same project, day and rulebook give the same answer.
   * @param today ISO date against which completion and time limits are held.
   * @param kept whether the facts were stated on an earlier day: what a date has overtaken since is then a warning.
   * @throws InputError when facts contradict what follows from dates and parts.
   */
  assess(project: Project, today: string, { kept = false } = {}): Promise<Assessment> {
    return assessProject(this, project, today, kept);
  }
}
