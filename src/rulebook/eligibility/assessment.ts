import type { Citation } from '../citations.js';
import type { Route, SupplyType } from '../model.js';
import type { Confidence, Effect, Need } from './model.js';

export const OUTCOMES = ['eligible', 'not_eligible', 'needs_answer'] as const;
export type EligibilityOutcome = (typeof OUTCOMES)[number];

/** A fact that a check asks for and what was answered; null while it is not known. */
export interface AnsweredFact {
  fact: string;
  question: string;
  value: string | null;
  /** The value in words. */
  answer: string | null;
}

export interface CheckResult {
  id: string;
  title: string;
  /** `open`: a fact is missing. */
  effect: Effect | 'open';
  /** Whether the check, as it stands, keeps the project from being eligible. */
  blocks: boolean;
  questions: AnsweredFact[];
  /** What the rule says, in a sentence. */
  explanation: string;
  action: string | null;
  /** The rule that decided; null while the check is open. */
  rule: { id: string; title: string; confidence: Confidence; effectiveFrom: string; effectiveTo: string | null } | null;
  citations: Citation[];
}

export interface NextQuestion {
  fact: string;
  question: string;
  whyAsked: string;
  /** Checks that wait for it. */
  checks: string[];
  /** Values to choose from, each with the outcome it leads to; none for a date. */
  answers: { value: string; label: string; thenOutcome: EligibilityOutcome }[];
}

export interface ProjectWarning {
  /** Check it comes from, `deadline`, or `facts` for answers that hardly fit together. */
  from: string;
  text: string;
  action: string | null;
  citations: Citation[];
}

export interface Deadline<Cited = Citation> {
  countedFrom: 'completion' | 'occupation';
  date: string;
  /** The last day HMRC must have the claim. */
  lastDay: string;
  /** The last weekday on or before it: a weekend does not extend the time. */
  fileBy: string;
  daysLeft: number;
  passed: boolean;
  text: string;
  citations: Cited[];
}

export interface NeededDocument {
  id: string;
  title: string;
  note: string;
  need: Exclude<Need, 'if_needed' | 'not_needed'>;
  citations: Citation[];
}

export interface SupplierRate {
  scheme: Route;
  supplyType: SupplyType;
  label: string;
  /** Per cent, as text; null when the line rules leave it open. */
  rate: string | null;
  /** Rule of the line rulebook that gives it. */
  rule: string | null;
}

/** How a site with parts under several regimes has to be divided. */
export interface Split {
  /** More than one project is needed. */
  needed: boolean;
  projects: { scheme: Route; name: string; elements: string[] }[];
  /** Not covered by the scheme. */
  outside: { name: string; because: string; citations: Citation[] }[];
  /** Not settled. */
  open: { name: string; because: string; citations: Citation[] }[];
  /** Suppliers who must issue an invoice for each part. */
  suppliers: { name: string; invoices: { of: string; elements: string[] }[]; request: string }[];
}

/** The answer of `assess_project_eligibility`. */
export interface Assessment {
  outcome: EligibilityOutcome;
  /** One or two sentences for the claimant. */
  summary: string;
  scheme: { value: Route | null; possible: Route[]; explanation: string; citations: Citation[] };
  checks: CheckResult[];
  nextQuestions: NextQuestion[];
  warnings: ProjectWarning[];
  deadlines: Deadline[];
  documents: NeededDocument[];
  supplierRates: SupplierRate[];
  split: Split | null;
  /** Every fact as it was used, with what followed from dates and parts. */
  facts: Record<string, string>;
  rulebook: { edition: string; digest: string };
}
