import type { Concept } from '../catalogue.js';
import type { Relation, SignalSays, SignalWeight } from '../lexicon.js';
import type { Word } from '../words.js';

export interface Mention {
  concept: Concept;
  from: number;
  to: number;
  /** The words as printed. */
  text: string;
}

export interface Signal {
  says: SignalSays;
  weight: SignalWeight;
  text: string;
  from: number;
  to: number;
  relation: Relation;
  /** The statements whose words it stands in, when they tell of a fitting and of a fact at once ("laid before completion"). */
  within?: { from: number; to: number; statements: readonly string[] } | undefined;
}

export interface Statement {
  id: string;
  text: string;
  from: number;
  to: number;
}

export interface NamedThing {
  mention: Mention;
  relation: Relation;
  /** The group holds words besides it that nothing explains ("lithium battery back-up"). */
  besideUnknown: boolean;
  /** Things named in the same group before the head ("washing machine" in "washing machine trap"). */
  describedBy: Mention[];
}

/** A word read as another after its spelling was repaired. */
export interface Repair {
  from: string;
  to: string;
  /** Index of the word. */
  at: number;
}

/** What was understood of a line's words. No VAT law here: that is the rules' work. */
export interface Reading {
  line: string;
  words: readonly Word[];
  /** The thing the line is about; null when it has none or its head noun is unknown. */
  head: NamedThing | null;
  headStatus: 'known' | 'unknown' | 'nothing_named';
  unknownWord: string | null;
  /** Other things of the line: listed beside the head, or included in it. */
  others: NamedThing[];
  /** A listed thing that no concept knows. */
  unknownOther: string | null;
  /** What the line says it is of or for, where no list knows it ("delivery of zorblats"). */
  unknownNamed: readonly { form: string; relation: Relation }[];
  /** A maker named after every thing of the line ("Interim payment Rangemaster"). */
  lastMaker: string | null;
  /** First words of makers named beside what the line is about, without a word of what they made ("kitchen units, Neff x4"). */
  makersBeside: readonly string[];
  /** Things the head is for, of, or in. */
  about: { mention: Mention; relation: Relation }[];
  /** Things the line says are not part of it ("screed by others"). */
  excluded: Mention[];
  signals: Signal[];
  /** What was done to a thing may be told right after its name ("extractor fan in"); it may only be called so. */
  perhapsDone: boolean;
  statements: Map<string, Statement>;
  /** Statements that stand inside the name of a thing ("indoor pool cover"). */
  statementsInNames: Map<string, Statement>;
  /** Places of the words that nothing of this explains. */
  unexplained: number[];
  repaired: Repair[];
  /** Words that, spelt as a word of the catalogue, would make this another line ("boiler servvice"). */
  misspelt: Repair[];
  steps: string[];
}

/** Parts of a line that are what the line is about. */
export const PRIMARY: ReadonlySet<Relation> = new Set(['first', 'list', 'item', 'detail', 'aside']);
/** Parts that say something of it, and are what it is about only when nothing else is. */
export const SECONDARY: ReadonlySet<Relation> = new Set(['purpose', 'place', 'of', 'included']);

/** Every thing that a line names, with what describes it: the head, what else is bought, and what these are for. */
export function mentionsOf({ head, others, about }: Pick<Reading, 'head' | 'others' | 'about'>): Mention[] {
  return [
    ...(head ? [head, ...others] : others).flatMap((thing) => [thing.mention, ...thing.describedBy]),
    ...about.map((a) => a.mention),
  ];
}
