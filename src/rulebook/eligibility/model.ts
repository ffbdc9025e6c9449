import type { Condition } from '../conditions.js';
import type { DecidingRule } from '../engine/deciding_rule.js';
import type { DecisionTables } from '../engine.js';
import type { Route, SupplyType } from '../model.js';

/** What a rule says of its check. */
export const EFFECTS = ['passes', 'warns', 'asks', 'fails', 'does_not_apply'] as const;
export type Effect = (typeof EFFECTS)[number];

/** How well a rule is known; an UNCONFIRMED one must ask. */
export type Confidence = 'seen' | 'known' | 'UNCONFIRMED';

export interface ProjectFactValue {
  value: string;
  label: string;
  /** Where this holds, this answer or one of those is wrong. */
  notWith?: Condition;
  /** Where this holds, the answer says no more than it, though its question does not arise. */
  agreesWith?: Condition;
}

/** Something a claimant can say of a project, with the question that asks for it. */
export interface ProjectFact {
  name: string;
  kind: 'choice' | 'date';
  question: string;
  whyAsked: string;
  /** Asked only when this holds. */
  onlyIf?: Condition;
  /** The date that this fact is worked out from; it is asked for instead. */
  askedBy?: string;
  /** The date that this one cannot come after. */
  notAfter?: string;
  /** None for a date. */
  values: readonly ProjectFactValue[];
}

/** What an example states: these facts and no others are given to the check. */
export interface EligibilityExample {
  facts: Readonly<Record<string, string>>;
  /** `this`, the id of another rule of the check, or `open` for facts that settle nothing. */
  is?: string;
  not?: string;
}

export interface EligibilityRule extends DecidingRule {
  check: string;
  title: string;
  citations: readonly string[];
  confidence: Confidence;
  outcome: { effect: Effect; scheme?: Route };
  /** The law of UK VAT says nothing of such works, so that no line of the project is decided. */
  linesUndecided?: true;
  /** The works make no dwelling as the law has it: the rate that suppliers charge for such works is not due either. */
  worksMayBearVat?: true;
  because: string;
  action: string | null;
  /** Documents that the claim then needs. */
  documents: readonly string[];
  examples: readonly EligibilityExample[];
  /** Where it stands, for messages. */
  file: string;
}

/** One question of eligibility: a decision table of which exactly one rule applies to every combination of facts. */
export interface EligibilityCheck {
  id: string;
  title: string;
  /** Facts the check asks for; its rules may read others besides. */
  facts: readonly string[];
  rules: readonly EligibilityRule[];
  /** Every fact that a rule of it reads. */
  reads: ReadonlySet<string>;
  file: string;
}

export const NEEDS = ['required', 'recommended', 'optional', 'if_needed', 'not_needed'] as const;
export type Need = (typeof NEEDS)[number];

export interface ClaimDocument {
  id: string;
  title: string;
  note: string;
  need: Readonly<Record<Route, Need>>;
  when?: Condition;
  citations: readonly string[];
  confidence: Confidence;
}

/** Periods that count, in months and years of the calendar. */
export interface Periods {
  claim: {
    /** In order of `completedFrom`. */
    months: readonly { completedFrom: string; months: number; citations: readonly string[] }[];
    byCompletion: string;
    byOccupation: string;
    /** Once that day has passed; an earlier edition may have none of these three. */
    byOccupationPassed?: string;
    /** Of a last day on a weekend, with {fileBy}, and once that is no longer to come. */
    weekend?: string;
    weekendTooLateToPost?: string;
    occupationCitations: readonly string[];
    warnDays: readonly number[];
  };
  empty: { years: number; citations: readonly string[] };
}

export const ELEMENT_SCHEMES = [
  'self_build_431nb',
  'self_build_431c',
  'with_home',
  'shared',
  'elsewhere',
  'none',
  'ask',
] as const;

/** What a kind of part of a site is to the scheme. */
export interface ElementKind {
  kind: string;
  label: string;
  scheme: (typeof ELEMENT_SCHEMES)[number];
  /** Value of the fact `parts` where nothing but this kind is unsettled. */
  parts?: string;
  /** What such a part is called by, whatever its name ("granny flat"). */
  calledBy?: readonly string[];
  because: string;
  citations: readonly string[];
  confidence: Confidence;
}

export interface RateSample {
  supplyType: SupplyType;
  label: string;
  /** Line that the line rules decide, to learn the right rate. */
  line: string;
}

/** rules/eligibility/ as loaded. */
export interface EligibilityBook {
  facts: readonly ProjectFact[];
  /** In the order of their ids. */
  checks: readonly EligibilityCheck[];
  tables: DecisionTables<EligibilityRule>;
  documents: readonly ClaimDocument[];
  periods: Periods;
  elements: readonly ElementKind[];
  /** Request to a supplier, with {elements}. */
  splitInvoice: string;
  rateSamples: readonly RateSample[];
}

/** The check that says which scheme the facts point to. */
export const SCHEME_CHECK = 'E04';
