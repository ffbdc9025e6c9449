import { type Test, testsOf, truth } from '../conditions.js';
import type { EligibilityBook, EligibilityCheck } from './model.js';

/** Facts of a check for which not exactly one of its rules applies. */
export interface CoverageFault {
  check: EligibilityCheck;
  /** No rule, or several. */
  rules: readonly string[];
  facts: Readonly<Record<string, string>>;
}

/** More combinations than this are a check that should be divided. */
const MOST_COMBINATIONS = 200_000;

/**
 * Proves for each check that of every combination of facts exactly one rule in force applies. Values that no rule of the check
 * tells apart are taken as one.
 * @param date of the law.
 * @throws Error when a check reads so many facts that the proof would take too long.
 */
export function coverageFaults(book: EligibilityBook, date: string): CoverageFault[] {
  return book.checks.flatMap((check) => faultsOf(book, check, date));
}

function faultsOf(book: EligibilityBook, check: EligibilityCheck, date: string): CoverageFault[] {
  const rules = check.rules.filter(({ effective: { from, to } }) => from <= date && (to === null || date <= to));
  const tests = rules.flatMap(({ when }) => [...testsOf(when)]);
  const axes = book.facts
    .filter((fact) => tests.some((test) => test.fact === fact.name))
    .map(({ name, values }) => ({
      name,
      values: distinct(
        values.map((v) => v.value),
        tests.filter((t) => t.fact === name),
      ),
    }));
  const combinations = axes.reduce((product, { values }) => product * values.length, 1);
  if (combinations > MOST_COMBINATIONS)
    throw new Error(`${check.id} has ${combinations} combinations of facts; divide the check`);
  const faults: CoverageFault[] = [];
  for (let n = 0; n < combinations; n++) {
    const facts = combination(axes, n);
    const applying = rules.filter((rule) => truth(rule.when, facts) === 1).map((rule) => rule.id);
    const known = faults.some((f) => f.rules.join() === applying.join());
    if (applying.length !== 1 && !known) faults.push({ check, rules: applying, facts });
  }
  return faults;
}

/** One value of each kind that the tests tell apart. */
function distinct(values: readonly string[], tests: readonly Test[]): string[] {
  const kinds = new Map<string, string>();
  for (const value of values) {
    const kind = tests.map((t) => (t.kind === 'in' && t.values.includes(value) ? 1 : 0)).join('');
    if (!kinds.has(kind)) kinds.set(kind, value);
  }
  return [...kinds.values()];
}

function combination(axes: readonly { name: string; values: readonly string[] }[], n: number): Record<string, string> {
  const facts: Record<string, string> = {};
  let rest = n;
  for (const { name, values } of axes) {
    facts[name] = values[rest % values.length] ?? '';
    rest = Math.floor(rest / values.length);
  }
  return facts;
}
