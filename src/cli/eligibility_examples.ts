import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Facts } from '../rulebook/conditions.js';
import { coverageFaults } from '../rulebook/eligibility/coverage.js';
import type { EligibilityBook, EligibilityExample, EligibilityRule } from '../rulebook/eligibility/model.js';
import { type Path, type Problem, SourceFile } from '../rulebook/problems.js';

export interface EligibilityReport {
  checks: number;
  rules: number;
  examples: number;
  /** Examples that do not hold, and facts for which not exactly one rule applies, each where it is written. */
  problems: Problem[];
}

/**
 * Runs every example of the eligibility rules, and proves that each check decides every combination of facts by one rule.
 * @param rulesDir folder the book was loaded from, to say at which line a problem stands.
 * @param today ISO date whose law is checked.
 */
export function checkEligibility(book: EligibilityBook, rulesDir: string, today: string): EligibilityReport {
  const rules = book.checks.flatMap((check) => check.rules);
  const problems: Problem[] = [];
  const report = (file: string, path: (value: unknown) => Path, id: string, message: string) => {
    const source = SourceFile.parse(file, readFileSync(join(rulesDir, file.replace(/^rules\//, '')), 'utf8'), []);
    if (source) problems.push(source.problem(path(source.value), message, id));
  };
  let examples = 0;
  for (const rule of rules)
    for (const [index, example] of rule.examples.entries()) {
      examples++;
      const fault = exampleFault(book, rule, example, today);
      if (fault !== null)
        report(rule.file, (v) => [...pathOf(v, rule.check, rule.id), 'examples', index], rule.id, fault);
    }
  for (const { check, rules: applying, facts } of coverageFaults(book, today)) {
    const said = Object.entries(facts)
      .map(([fact, value]) => `${fact} ${value}`)
      .join(', ');
    const message =
      applying.length === 0
        ? `no rule of the check applies to: ${said}`
        : `${applying.join(' and ')} all apply to: ${said}`;
    report(check.file, (v) => pathOf(v, check.id, applying[0]), applying[0] ?? check.id, message);
  }
  return { checks: book.checks.length, rules: rules.length, examples, problems };
}

function exampleFault(
  { tables, facts }: EligibilityBook,
  rule: EligibilityRule,
  { facts: given, is, not }: EligibilityExample,
  today: string,
): string | null {
  const known: Facts = { ...Object.fromEntries(facts.map(({ name }) => [name, null])), ...given };
  const said = `example {${Object.entries(given)
    .map(([fact, value]) => `${fact}: ${value}`)
    .join(', ')}}`;
  if (is === undefined && not === undefined) return `${said} says neither what it is nor what it is not`;
  const verdict = tables.judgement(rule.check, today, known);
  const got = verdict.kind === 'decided' ? verdict.rule.id : verdict.kind === 'missing' ? 'open' : verdict.kind;
  const wanted = (id: string) => (id === 'this' ? rule.id : id);
  if (is !== undefined && got !== wanted(is)) return `${said} should be ${wanted(is)}, but is ${got}`;
  if (not !== undefined && got === wanted(not)) return `${said} should not be ${wanted(not)}, but is`;
  return null;
}

/** Where a rule stands in its file; the check when no rule is named. */
function pathOf(value: unknown, check: string, rule: string | undefined): (string | number)[] {
  const { checks } = value as { checks: { id: string; rules: { id: string }[] }[] };
  const at = checks.findIndex((c) => c.id === check);
  const of = checks[at]?.rules.findIndex((r) => r.id === rule) ?? -1;
  return of < 0 ? ['checks', at] : ['checks', at, 'rules', of];
}
