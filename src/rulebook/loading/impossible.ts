import type { Impossible } from '../impossible.js';
import type { ConditionReader } from './conditions.js';
import type { Findings } from './findings.js';

const FILE = 'impossible.yaml';

/** A combination as the file has it. */
type WrittenImpossible = Omit<Impossible, 'when'> & { when: unknown };

/** The combinations of facts that no line can have. */
export function loadImpossible(findings: Findings, conditions: ConditionReader): Impossible[] {
  const seen = new Set<string>();
  return findings.value<{ impossible: WrittenImpossible[] }>(FILE).impossible.map((written, i) => {
    const path = ['impossible', i];
    if (seen.has(written.id))
      findings.report(FILE, [...path, 'id'], `combination "${written.id}" is defined twice`, written.id);
    seen.add(written.id);
    return { ...written, when: conditions.read(FILE, [...path, 'when'], written.when, written.id) };
  });
}
