import { InputError } from '../answers.js';
import { VERDICT_ALONE } from '../classify.js';
import type { Line } from '../line.js';
import type { Observed } from '../lints/observed.js';
import type { Treatment } from '../model.js';
import type { Problem } from '../problems.js';
import type { Rulebook } from '../rulebook.js';
import type { Place } from './places.js';
import { recording } from './recording.js';

/** A line with its right answer, from a file of such lines. */
export interface Case {
  id: string;
  /** Where it stands; looked up when it is asked for. */
  place: () => Place;
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

/**
 * What the cases get that they must not, in their order.
 * @param observed is told the facts that the rules were asked with.
 */
export async function caseProblems(book: Rulebook, cases: readonly Case[], observed: Observed): Promise<Problem[]> {
  let about = '';
  const heard = recording(book, observed, () => about);
  const problems: Problem[] = [];
  for (const given of cases) {
    about = given.line.text;
    const message = await caseFault(heard, given);
    if (message !== null) problems.push({ ...given.place(), severity: 'error', id: given.id, message });
  }
  return problems;
}

async function caseFault(book: Rulebook, { line, accepted, amounts, strict }: Case): Promise<string | null> {
  try {
    // What its answers would lead to is not looked at.
    const { classification, rule, question } = await book.classify(line, VERDICT_ALONE);
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
