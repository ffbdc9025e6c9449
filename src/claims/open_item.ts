import type { Citation } from '../rulebook/citations.js';
import type { QuestionForUser } from '../rulebook/classification.js';
import type { Deadline } from '../rulebook/eligibility/assessment.js';
import type { Rulebook } from '../rulebook/rulebook.js';
import type { ActionState } from './action_reading.js';
import type { Correction } from './corrections.js';
import { documentName, type EvidenceFinding } from './evidence.js';
import type { LineOfDocument } from './one_supply.js';

/** In the order in which items that are alike otherwise are told. */
export const ACTION_KINDS = [
  'eligibility',
  'deadline',
  'supplier_correction',
  'split_invoices',
  'open_question',
  'one_supply',
  'counted_twice',
  'same_purchase',
  'companion_lines',
  'unread_lines',
  'missing_evidence',
  'document',
] as const;
export type ActionKind = (typeof ACTION_KINDS)[number];

/** Something to be done about a project. */
export interface ActionItem {
  /** The kind and what it is about: the same for as long as the thing is to be done. */
  id: string;
  kind: ActionKind;
  title: string;
  text: string;
  /** Pence that stand or fall with it. */
  vat: number;
  /** ISO date of the last day on which it can be done; null when there is none or it is not known. */
  dueDate: string | null;
  /** Of the days to warn at, the narrowest that has come; 0 when the day has passed, null while it is far. */
  stage: number | null;
  state: ActionState['state'];
  note: string | null;
  /** Nothing is left to be done: shown because somebody had begun. */
  settled: boolean;
  supplier: string | null;
  invoiceIds: string[];
  /** Of a question, the line to answer first. */
  lineItemIds: string[];
  citations: Citation[];
  correction: Correction | null;
  question: QuestionForUser | null;
  evidence: readonly EvidenceFinding[];
  deadline: Deadline | null;
  /** Ready text to a supplier. */
  request: { subject: string; body: string } | null;
}

/** An item without what somebody noted on it. */
export type OpenItem = Omit<ActionItem, 'state' | 'note' | 'settled' | 'stage'>;

/** Of an item, what is not said. */
export const NOTHING: Omit<OpenItem, 'id' | 'kind' | 'title' | 'text'> = {
  vat: 0,
  dueDate: null,
  supplier: null,
  invoiceIds: [],
  lineItemIds: [],
  citations: [],
  correction: null,
  question: null,
  evidence: [],
  deadline: null,
  request: null,
};

/** The id of the item of a kind about one thing. */
export function actionId(kind: ActionKind, about: string): string {
  return `${kind}:${about}`;
}

/** An item with what is said of it, and nothing else. */
export function item(
  kind: ActionKind,
  about: string,
  said: Omit<Partial<OpenItem>, 'id' | 'kind'> & Pick<OpenItem, 'title' | 'text'>,
): OpenItem {
  return { ...NOTHING, id: actionId(kind, about), kind, ...said };
}

/** “Windows” (invoice 12) and 2 more. */
export function linesTold(book: Rulebook, lines: readonly LineOfDocument[]): string {
  const [first] = lines;
  if (first === undefined) return '';
  const more = lines.length === 1 ? '' : ` and ${lines.length - 1} more`;
  return `“${first.text}” (${documentName(book, { ...first.invoice, supplierName: null })})${more}`;
}

/** As it begins a sentence. */
export function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
