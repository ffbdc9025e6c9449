import type { DraftProblem } from '../draft.js';
import type { InvoiceReading } from '../reading.js';
import { checkCertainty } from './certainty.js';
import { checkLine } from './line_checks.js';
import { problem } from './problem.js';
import { checkWorking } from './told_workings.js';
import { checkSums, checkVat } from './total_checks.js';

/** Every check of the figures of an invoice, each with what the paper says and what its other figures make it. */
export function checkFigures(reading: InvoiceReading): DraftProblem[] {
  const { lines } = reading;
  if (lines.length === 0) return [problem('no_lines', 'No line with an amount could be read.', null, null)];
  return [
    ...lines.flatMap((line, i) => checkLine(reading, line, i)),
    ...lines.flatMap((line, i) => checkWorking(reading, line, i)),
    ...checkSums(reading),
    ...checkVat(reading),
    ...(reading.source === 'ocr' ? checkCertainty(reading) : []),
  ];
}
