/** The columns that the answer adds to a spreadsheet, in order. */
export const DECISION_COLUMNS = [
  'treatment',
  'vat_reclaimable',
  'vat_to_recover',
  'vat_once_corrected',
  'rule_id',
  'paragraph',
  'explanation',
  'action',
  'question_id',
  'question',
  'question_answers',
  'warnings',
  'error',
] as const;

export type DecisionColumn = (typeof DECISION_COLUMNS)[number];
export type DecisionCells = Record<DecisionColumn, string>;

/** Where a user writes an answer for the next run. */
export const ANSWER_COLUMN = 'answer';
