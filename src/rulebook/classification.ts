import type { Citation } from './citations.js';
import type { AnswerDefinition, QuestionKind, Treatment } from './model.js';

export interface QuestionForUser {
  id: string;
  kind: QuestionKind;
  text: string;
  whyAsked: string;
  /** `takes` is what must be said with the answer, where anything must. */
  answers: { id: string; label: string; thenTreatment: Treatment; takes?: NonNullable<AnswerDefinition['takes']> }[];
}

/** What is said of one line: the answer of `check_line_item` after `ok: true`. Amounts are decimal strings in pounds. */
export interface Classification {
  classification: {
    treatment: Treatment;
    /** What can go on the claim today. */
    vatReclaimable: string;
    /** What the supplier must repay. */
    vatToRecoverFromSupplier: string;
    /** What can be claimed once the supplier has issued a corrected invoice. */
    vatReclaimableOnceCorrected: string;
    rateCharged: string | null;
    correctRate: string | null;
    explanation: string;
    action: string | null;
  };
  rule: {
    id: string;
    title: string;
    effectiveFrom: string;
    effectiveTo: string | null;
    citations: Citation[];
  } | null;
  product: { conceptId: string; label: string; class: string; matchedText: string } | null;
  question: QuestionForUser | null;
  /** How the text was read, which facts were known, why other rules did not apply. */
  steps: string[];
  warnings: string[];
  rulebook: { edition: string; digest: string };
}
