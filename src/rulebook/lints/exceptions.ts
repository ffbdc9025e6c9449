import type { Finding, Lint } from './lint.js';

/** A finding that is right as it is, from rules/lint_exceptions.yaml. */
export interface LintException {
  lint: string;
  id: string;
  /** The other one of the finding; all findings of the lint in `id` when not given. */
  other?: string;
  reason: string;
}

/** A finding with the lint that made it. */
export interface LintFinding extends Finding {
  lint: string;
}

/** Findings of the exceptions themselves. */
export const USELESS_EXCEPTION = 'useless_exception';

/**
 * What the lints find, without what the exceptions name. An exception that excuses nothing is a finding.
 * @param lints those to run; exceptions from others are left alone.
 */
export function lintFindings<Input>(
  input: Input,
  exceptions: readonly LintException[],
  lints: readonly Lint<Input>[],
): LintFinding[] {
  const used = new Set<LintException>();
  const findings: LintFinding[] = [];
  for (const { id: lint, check } of lints) {
    for (const finding of check(input)) {
      const excused = exceptions.filter(
        (e) => e.lint === lint && e.id === finding.subject.id && (e.other === undefined || e.other === finding.other),
      );
      for (const exception of excused) used.add(exception);
      if (excused.length === 0) findings.push({ ...finding, lint });
    }
  }
  const ran = new Set(lints.map(({ id }) => id));
  for (const [index, exception] of exceptions.entries()) {
    if (used.has(exception) || !ran.has(exception.lint)) continue;
    const of = exception.other === undefined ? exception.id : `${exception.id} and ${exception.other}`;
    findings.push({
      lint: USELESS_EXCEPTION,
      severity: 'error',
      subject: { kind: 'exception', id: exception.id, path: [index] },
      message: `the exception from ${exception.lint} for ${of} excuses nothing any more; take it away`,
    });
  }
  return findings;
}
