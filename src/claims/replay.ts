import type { Rulebook } from '../rulebook/rulebook.js';
import { classifyStored } from './deciding.js';
import type { Decision, Outcome } from './records.js';

/** Whether a decision follows from what was recorded with it. */
export type Replay =
  | { same: true }
  /** The rulebook at hand is another one than the decision was made under. */
  | { same: null; recorded: { edition: string; digest: string }; atHand: { edition: string; digest: string } }
  | { same: false; recorded: Outcome; now: Outcome };

/** Makes a decision again from the line recorded with it, under the rulebook it was made under. */
export async function replay(book: Rulebook, { line, outcome, edition, digest }: Decision): Promise<Replay> {
  if (book.digest !== digest)
    return { same: null, recorded: { edition, digest }, atHand: { edition: book.edition, digest: book.digest } };
  const { steps: _steps, rulebook: _rulebook, ...now } = await classifyStored(book, line);
  return JSON.stringify(now) === JSON.stringify(outcome) ? { same: true } : { same: false, recorded: outcome, now };
}
