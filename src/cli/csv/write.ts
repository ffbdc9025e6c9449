import { stringify } from 'csv-stringify/sync';
import type { Classification } from '../../rulebook/classification.js';
import type { RowResult } from './decide_rows.js';
import { ANSWER_COLUMN, DECISION_COLUMNS, type DecisionCells } from './decision_columns.js';
import type { Table } from './table.js';

/** A spreadsheet runs a cell that begins with one of these, wide forms included. */
const RUNS = /^[=+\-@\t\r\n＝＋－＠]/;
const NUMBER = /^[+-]?£?\d[\d,]*(?:\.\d+)?%?$/;

/** A cell that no spreadsheet takes for a formula: an apostrophe goes before it. Plain amounts stay as they are. */
export function safeCell(text: string): string {
  return RUNS.test(text) && !NUMBER.test(text) ? `'${text}` : text;
}

/** What the answer says, as the cells of the decision columns. */
export function decisionCells(result: RowResult): DecisionCells {
  const empty = Object.fromEntries(DECISION_COLUMNS.map((c) => [c, ''])) as DecisionCells;
  if (result.kind === 'empty') return empty;
  if (result.kind === 'total')
    return { ...empty, warnings: 'A total, not an invoice line; it is left out of the sums.' };
  if (result.kind === 'error') return { ...empty, error: result.fault };
  const { classification: c, rule, question, warnings } = result.answer;
  return {
    ...empty,
    treatment: c.treatment,
    vat_reclaimable: c.vatReclaimable,
    vat_to_recover: c.vatToRecoverFromSupplier,
    vat_once_corrected: c.vatReclaimableOnceCorrected,
    rule_id: rule?.id ?? '',
    paragraph: rule === null ? '' : paragraphs(rule.citations),
    explanation: c.explanation,
    action: c.action ?? '',
    question_id: question?.id ?? '',
    question: question?.text ?? '',
    question_answers:
      question === null ? '' : question.answers.map((a) => `${question.id}=${a.id}: ${a.label}`).join(' | '),
    warnings: warnings.join(' '),
  };
}

function paragraphs(citations: NonNullable<Classification['rule']>['citations']): string {
  return citations.map((c) => (c.paragraph === null ? c.source : `${c.source} ${c.paragraph}`)).join('; ');
}

/**
 * The whole answer as CSV: what stood above the header, the original columns, then the decision columns. Decision columns
 * of an earlier run are replaced; a column of the user's own with such a name keeps it and ours is called `notice708_...`.
 */
export function writeTable(table: Table, results: readonly RowResult[]): string {
  const earlier = DECISION_COLUMNS.every((name) => table.header.includes(name));
  const ours = new Set<string>(DECISION_COLUMNS);
  const kept = table.header.map((_, i) => i).filter((i) => !earlier || !ours.has(table.header[i] ?? ''));
  // A row may be longer than the header; nothing of it is lost.
  const width = Math.max(table.header.length, ...table.rows.map((r) => r.length));
  for (let i = table.header.length; i < width; i++) kept.push(i);
  const pick = (cells: readonly string[]) => kept.map((i) => cells[i] ?? '');

  const names = DECISION_COLUMNS.map((name) => (!earlier && table.header.includes(name) ? `notice708_${name}` : name));
  const addsAnswer = !table.fields.has('answer');
  const lines: string[][] = [
    ...table.preamble,
    [...pick(table.header), ...(addsAnswer ? [ANSWER_COLUMN] : []), ...names],
    ...table.rows.map((row, i) => {
      const cells = decisionCells(results[i] ?? { kind: 'error', fault: 'the row was not reached' });
      return [...pick(row), ...(addsAnswer ? [''] : []), ...DECISION_COLUMNS.map((name) => cells[name])];
    }),
  ];
  return stringify(
    lines.map((line) => line.map(safeCell)),
    // A cell of several lines is quoted whichever way lines end in the file.
    { delimiter: table.delimiter, record_delimiter: table.newline, quoted_match: /[\r\n]/ },
  );
}
