import { InputError } from '../answers.js';
import type { Line } from '../line.js';
import type { Treatment } from '../model.js';
import type { Problem } from '../problems.js';
import type { Rulebook } from '../rulebook.js';
import type { Place } from './places.js';

/** A line with its right answer, from a file of such lines. */
export interface Case {
  id: string;
  place: Place;
  line: Line;
  /** Acceptable treatments, the best first. */
  accepted: readonly Treatment[];
  /** What the amounts must be as decimal strings, where the file says; several acceptable ones are given. */
  amounts: {
    vatReclaimable?: readonly string[];
    vatToRecoverFromSupplier?: readonly string[];
    vatReclaimableOnceCorrected?: readonly string[];
  };
  /** Every difference is an error; otherwise only a claim where none is acceptable. */
  strict: boolean;
}

/** What a case gets that it must not; null when it holds. */
export async function caseProblem(book: Rulebook, given: Case): Promise<Problem | null> {
  const message = await caseFault(book, given);
  return message === null ? null : { ...given.place, severity: 'error', id: given.id, message };
}

async function caseFault(book: Rulebook, { line, accepted, amounts, strict }: Case): Promise<string | null> {
  try {
    // What its answers would lead to is not looked at.
    const { classification, rule, question } = await book.classify(line, { previews: false });
    const { treatment } = classification;
    const by = rule?.id ?? question?.id ?? 'no rule';
    const claimed = treatment === 'reclaimable' || treatment === 'reclaimable_in_part';
    if (!accepted.includes(treatment) && (strict || claimed))
      return `“${line.text}” should be ${accepted.join(' or ')}, but is ${treatment} by ${by}`;
    for (const [field, allowed] of Object.entries(amounts) as [keyof typeof amounts, readonly string[]][])
      if (!allowed.includes(classification[field]))
        return `“${line.text}”: ${field} should be ${allowed.join(' or ')}, but is ${classification[field]} by ${by}`;
    return null;
  } catch (error) {
    if (error instanceof InputError) return `“${line.text}” is refused: ${error.message}`;
    throw error;
  }
}
