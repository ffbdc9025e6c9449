import type { Citations } from '../citations.js';
import { didYouMean, type Path } from '../problems.js';
import type { Findings } from './findings.js';

/** Reports citations of a source or a decision that rulebook.yaml does not have. */
export function checkCitations(
  findings: Findings,
  file: string,
  path: Path,
  refs: readonly string[],
  citations: Citations,
  id: string,
): void {
  refs.forEach((ref, i) => {
    const fault = citations.fault(ref);
    if (fault) findings.report(file, [...path, i], `${fault.message}${didYouMean(fault.word, fault.allowed)}`, id);
  });
}
