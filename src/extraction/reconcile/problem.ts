import type { DraftProblem } from '../draft.js';
import type { LineReading } from '../reading.js';

/** A figure that does not fit: what the paper says, and what its other figures make it. */
export function problem(
  code: string,
  message: string,
  found: string | null,
  expected: string | null,
  line?: number,
): DraftProblem {
  return { code, message, found, expected, ...(line === undefined ? {} : { line }) };
}

/** The line as a message names it. */
export function nameOf(line: LineReading): string {
  return line.description.length > 50 ? `${line.description.slice(0, 47)}...` : line.description;
}
