import type { Condition } from './conditions.js';
import type { Confidence } from './eligibility/model.js';
import { type Route, type Rule, TREATMENTS, type Treatment } from './model.js';

/** What a document is. */
export const DOCUMENT_TYPES = [
  'invoice',
  'simplified_receipt',
  'credit_note',
  'pro_forma',
  'quotation',
  'statement',
  'order_confirmation',
  'delivery_note',
  'unknown',
] as const;
export type DocumentType = (typeof DOCUMENT_TYPES)[number];

/** What a document of some type is as evidence. */
export const DOCUMENT_STANDINGS = [
  'full_invoice',
  'simplified_invoice',
  'credit_note',
  'no_evidence',
  'not_known',
] as const;
export type DocumentStanding = (typeof DOCUMENT_STANDINGS)[number];

/** What a check looks at: a document as a whole, or one of its lines. */
export const EVIDENCE_SUBJECTS = ['document', 'line'] as const;
export type EvidenceSubject = (typeof EVIDENCE_SUBJECTS)[number];

/** A fact that checks of evidence may test. Every one of its subject is always known: "not known" is a value. */
export interface EvidenceFact {
  name: string;
  about: EvidenceSubject;
  meaning: string;
  values: Readonly<Record<string, string>>;
}

export const EVIDENCE_FACTS = [
  {
    name: 'document',
    about: 'document',
    meaning: 'what the document is as evidence',
    values: {
      full_invoice: 'a VAT invoice',
      simplified_invoice: 'a receipt or other simplified invoice',
      credit_note: 'a credit note',
      no_evidence: 'something that proves no VAT, such as a quotation',
      not_known: 'it is not known what it is',
    },
  },
  {
    name: 'read',
    about: 'document',
    meaning: 'whether the document could be read',
    values: { yes: 'it was read, or its lines were given', no: 'it could not be read' },
  },
  {
    name: 'vatCharged',
    about: 'document',
    meaning: 'whether it charges VAT',
    values: { yes: 'VAT above zero', no: 'no VAT, or a credit', not_known: 'no amount of VAT is known' },
  },
  {
    name: 'vatNumber',
    about: 'document',
    meaning: "the supplier's VAT number",
    values: {
      uk: 'one of a UK trader; its check digits fit',
      foreign: 'one with the letters of another country',
      wrong: 'one that cannot be of a UK trader',
      none: 'none is shown',
    },
  },
  {
    name: 'numbered',
    about: 'document',
    meaning: 'whether it has a number of its own',
    values: { yes: 'it has', no: 'it has none' },
  },
  {
    name: 'supplierNamed',
    about: 'document',
    meaning: 'whether it says who supplied',
    values: { yes: 'it names the supplier', no: 'it does not' },
  },
  {
    name: 'aboveLimit',
    about: 'document',
    meaning: 'whether the price with VAT is above the limit of a simplified invoice',
    values: { yes: 'above it', no: 'up to it', not_known: 'the price is not known' },
  },
  {
    name: 'customer',
    about: 'document',
    meaning: 'who is named as the customer',
    values: {
      claimant: 'claimants of the project and nobody else',
      business_repaid: 'a company named among the claimants, of whom the project says that they repaid their business',
      business_not_repaid: 'the same, and the project says that they have not repaid it',
      other: 'somebody who is not a claimant',
      not_compared: 'somebody, and no claimants are recorded',
      none: 'nobody',
    },
  },
  {
    name: 'dated',
    about: 'document',
    meaning: 'its date against completion',
    values: {
      before_completion: 'on or before the day of completion',
      after_completion: 'after it',
      not_known: 'one of the dates is not known',
    },
  },
  {
    name: 'fittedBefore',
    about: 'document',
    meaning:
      'of one dated after completion, whether every line that counts is said to be fitted before it, or is of the works by its kind (`late`)',
    values: { yes: 'every one is', no: 'not every one, it has none, or it is not dated so' },
  },
  {
    name: 'dateAhead',
    about: 'document',
    meaning: 'whether its date is still to come',
    values: { yes: 'it is', no: 'it is today or has passed', not_known: 'it has no date' },
  },
  {
    name: 'reconciled',
    about: 'document',
    meaning: 'whether its lines, VAT and totals fit together to the penny',
    values: {
      yes: 'they do',
      no: 'they do not, or one of them could not be read',
      not_known: 'its lines were given without the document',
    },
  },
  {
    name: 'currency',
    about: 'document',
    meaning: 'its currency',
    values: { sterling: 'pounds sterling', other: 'another currency' },
  },
  {
    name: 'building',
    about: 'document',
    meaning: 'where the building is',
    values: {
      great_britain: 'England, Wales or Scotland',
      northern_ireland: 'Northern Ireland',
      not_known: 'not known',
    },
  },
  {
    name: 'repeated',
    about: 'document',
    meaning: 'whether an earlier document of the owner has the same supplier, number and price, or is the same file',
    values: {
      yes: 'one of the project',
      elsewhere: 'one of another project of the same owner',
      may_be: 'one has the number, and perhaps the supplier: what would tell is missing or contradicts itself',
      no: 'there is none',
    },
  },
  {
    name: 'treatment',
    about: 'line',
    meaning: 'what was decided on the line',
    values: Object.fromEntries(TREATMENTS.map((treatment) => [treatment, `the line is ${treatment}`])),
  },
  {
    name: 'openQuestion',
    about: 'line',
    meaning: 'the question that is open on the line',
    values: {
      splits: 'one that asks for the prices of parts',
      another: 'another one',
      none: 'none',
    },
  },
] as const satisfies readonly EvidenceFact[];
export type EvidenceFactName = (typeof EVIDENCE_FACTS)[number]['name'];

/** The places that the texts of a check may leave. */
export const EVIDENCE_PLACES = [
  'label',
  'supplier',
  'vat',
  'gross',
  'limit',
  'vatNumber',
  'customer',
  'claimants',
  'date',
  'completionDate',
  'currency',
  'first',
] as const;
export type EvidencePlace = (typeof EVIDENCE_PLACES)[number];

/** Something that keeps a document or a line from being good evidence. */
export interface EvidenceCheck {
  /** Kept with invoices, so it is stable for ever. */
  id: string;
  about: EvidenceSubject;
  title: string;
  when: Condition;
  because: string;
  action: string;
  /** What to ask the claimant. */
  question?: { number: string; text: string };
  /** Id of the document of a claim that the finding calls for. */
  document?: string;
  citations: readonly string[];
  confidence: Confidence;
}

/** The places that texts on supplier corrections may leave. */
export const CORRECTION_PLACES = ['supplier', 'vatCharged', 'vatRight', 'difference', 'inTime', 'outOfTime'] as const;
export const LETTER_PLACES = [
  'supplier',
  'building',
  'lines',
  'law',
  'vatCharged',
  'vatRight',
  'difference',
  'limitDate',
  'claimants',
  'address',
] as const;
export const LETTER_LINE_PLACES = ['invoice', 'text', 'vatCharged', 'vatRight', 'difference', 'authority'] as const;

/** What is right in place of the VAT charged: a rate, either of two, another rate on a part, or nothing because it is no VAT. */
export const CORRECTION_KINDS = ['zero', 'reduced', 'zero_or_reduced', 'part', 'not_vat'] as const;
export type CorrectionKind = (typeof CORRECTION_KINDS)[number];

/** What is right where a rule says that the supplier must repay VAT; null where it does not. */
export function correctionKind({
  outcome: { recover, correctRate, treatment },
}: Pick<Rule, 'outcome'>): CorrectionKind | null {
  if (recover === undefined) return null;
  if (treatment !== 'supplier_correction') return 'not_vat';
  if (correctRate === 0) return 'zero';
  if (correctRate === 'reduced') return 'reduced';
  return correctRate === null ? 'zero_or_reduced' : 'part';
}

/** What is said of VAT that a supplier must put right, and the letter that asks for it. */
export interface Corrections {
  /** After so many years from the supply the supplier cannot. */
  years: number;
  citations: readonly string[];
  /** Id of the document of a claim that then goes with it. */
  document: string;
  title: string;
  because: string;
  /** Of one of which nothing can be corrected any more; an earlier edition may have none. */
  titleOutOfTime?: string;
  outOfTime: string;
  ifRefused: Readonly<Record<Route, string>>;
  /** Added where the reduced rate was right on a line. */
  ifReducedRefused: string;
  letter: {
    subject: string;
    body: string;
    line: string;
    blanks: Readonly<Record<'supplier' | 'building' | 'claimants' | 'address' | 'limitDate', string>>;
    law: Readonly<Record<Route, Partial<Record<CorrectionKind, string>>>>;
  };
}

/** What proves that lines of a document dated after completion were supplied before it. */
export interface LateEvidence {
  /** What the owner says of such a line. */
  fittedBefore: { question: string; answer: string };
  /** Kinds of line that are of the works, however late they are charged. */
  ofTheWorks: readonly string[];
  /** Treatments of the lines that need the proof. */
  counted: readonly Treatment[];
}

/** rules/evidence.yaml as loaded. */
export interface EvidenceBook {
  documents: ReadonlyMap<string, { is: DocumentStanding; label: string }>;
  /** Pence, VAT included. */
  fullInvoiceAbove: number;
  /** What VAT numbers of other countries begin with. */
  foreignVatNumbers: readonly string[];
  /** Words around and between names of people. */
  names: {
    titles: readonly string[];
    between: readonly string[];
    /** Of companies. */
    companies: readonly string[];
    /** What the name of a company ends in; an earlier edition may have none. */
    legalForms?: readonly string[];
    /** What is printed in place of a name; an earlier edition may have none. */
    nobody?: readonly string[];
    /** Of addresses. */
    places: readonly string[];
  };
  late: LateEvidence;
  /** Whether the VAT of a document is that of another country, by its `vatNumber` and `currency`. */
  foreignVat: Condition;
  checks: readonly EvidenceCheck[];
  corrections: Corrections;
}
