import { areaOf, type Concept } from '../catalogue.js';
import type { ReadingVocabulary } from '../lexicon.js';
import { singular } from '../words.js';

const DOING = 'ing';
/** The size of a thing ("40mm"), which ends no name. */
const SIZED = /^\d/;
/** A participle in small letters. */
const DEED = /^\p{Ll}{2,}ed$/u;

/** What single words tell by themselves, as relations.yaml, everyday_things.yaml and containers.yaml of rules/catalogue/reading list them. */
export class WordLists {
  /** Units that, before the word of a packing, say how much goods it holds. */
  readonly weights: ReadonlySet<string>;
  private readonly installationHeads: ReadonlySet<string>;
  readonly partWords: ReadonlySet<string>;
  readonly looseParts: ReadonlySet<string>;
  /** Words that alone name refused goods, and beside others their form, packing or part. */
  readonly sharedNames: ReadonlySet<string>;
  /** Drawings and orders that a line refers to by number. */
  readonly papers: ReadonlySet<string>;
  /** Parts and places of a home that goods may be for. */
  readonly homeWords: ReadonlySet<string>;
  /** Last words of the names of bodies that are no home, as printed: a home is one, and “Redwood Homes” is none. */
  readonly institutions: ReadonlySet<string>;
  /** Papers and services that outrank the work they are named after ("demolition notice"). */
  readonly serviceNouns: ReadonlySet<string>;
  /** Nouns of things, services and papers that no concept need know. */
  readonly things: ReadonlySet<string>;
  /** By word: the things, or the areas of things, beside which it names a thing of its own. */
  private readonly separateThings: ReadonlyMap<string, ReadonlySet<string>>;
  private readonly separateWhenIncluded: ReadonlyMap<string, ReadonlySet<string>>;
  private readonly ownParts: ReadonlyMap<string, ReadonlySet<string>>;
  private readonly commands: ReadonlySet<string>;
  private readonly describingDeeds: ReadonlySet<string>;
  private readonly agentEndings: readonly string[];
  private readonly harmless: ReadonlySet<string>;

  /** @param together a phrase as its words, folded, with a blank between them. */
  constructor(vocabulary: ReadingVocabulary, together: (phrase: string) => string) {
    const folded = (words: readonly string[] = []) => new Set(words.map(singular));
    this.weights = new Set(vocabulary.weights);
    this.installationHeads = new Set(vocabulary.installationHeads.map(together));
    this.partWords = folded(vocabulary.partWords);
    this.looseParts = folded(vocabulary.looseParts);
    this.sharedNames = folded(vocabulary.sharedNames);
    this.papers = folded(vocabulary.papers);
    this.homeWords = folded(vocabulary.homeWords);
    this.institutions = new Set(vocabulary.institutions ?? []);
    this.serviceNouns = folded(vocabulary.serviceNouns);
    this.things = new Set([...folded(vocabulary.everydayThings), ...this.serviceNouns]);
    this.separateThings = besideOf(vocabulary.separateThings);
    this.separateWhenIncluded = besideOf(vocabulary.separateThings?.filter(({ included }) => included));
    this.ownParts = besideOf(vocabulary.ownParts);
    this.commands = new Set(vocabulary.commands ?? []);
    this.describingDeeds = new Set(vocabulary.describingDeeds ?? []);
    this.agentEndings = vocabulary.agentEndings;
    this.harmless = folded(vocabulary.harmlessDespiteEnding);
  }

  /** True when an unknown word after a product name is probably what the line is really about. */
  mayBeHead(form: string): boolean {
    return this.things.has(form) || this.looksLikeAgent(form);
  }

  /** True for the words of a name that ends like a part of the building's own installation ("washing machine trap", "trap 40mm"). */
  isInstallationHead(forms: readonly string[]): boolean {
    const words = forms.slice(0, forms.findLastIndex((form) => !SIZED.test(form)) + 1);
    return [words, words.slice(-2), words.slice(-1)].some((end) => this.installationHeads.has(end.join(' ')));
  }

  /** True for a word that, told alone, is another thing than goods of some area; or told to come with them. */
  maySeparate(form: string, included: boolean): boolean {
    return this.separate(included).has(form);
  }

  /** True for a word that, told alone beside the thing, is another: "mixer" beside cement, and not beside a basin. */
  isSeparateFrom(concept: Concept, form: string, included: boolean): boolean {
    return isAmong(this.separate(included).get(form), concept);
  }

  private separate(included: boolean): ReadonlyMap<string, ReadonlySet<string>> {
    return included ? this.separateWhenIncluded : this.separateThings;
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

  /** True for verbs in the form of a command. */
  isCommand(form: string): boolean {
    return this.commands.has(form);
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
}

/** Words with the concepts and areas that one row or several name them beside. */
function besideOf(
  rows: readonly { words: string[]; beside: string[] }[] = [],
): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>();
  for (const { words, beside } of rows)
    for (const form of words.map(singular)) found.set(form, new Set([...(found.get(form) ?? []), ...beside]));
  return found;
}

function isAmong(beside: ReadonlySet<string> | undefined, { id }: Concept): boolean {
  return beside !== undefined && (beside.has(id) || beside.has(areaOf(id)));
}
