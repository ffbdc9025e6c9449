import type { FactDefinition, Question } from '../model.js';
import { didYouMean, type Path } from '../problems.js';
import type { Findings } from './findings.js';

/** The facts and values that the other files may name. */
export class FactWords {
  private readonly values: ReadonlyMap<string, readonly string[]>;

  constructor(
    facts: readonly { name: string; values: readonly { value: string }[] }[],
    private readonly findings: Findings,
  ) {
    this.values = new Map(facts.map((fact) => [fact.name, fact.values.map((v) => v.value)]));
  }

  /** The values of a fact; none for a fact that is not there. */
  of(fact: string): ReadonlySet<string> {
    return new Set(this.values.get(fact));
  }

  /** Reports a fact that is not there; false then. */
  checkFact(file: string, path: Path, fact: string, id?: string): boolean {
    if (this.values.has(fact)) return true;
    this.findings.reportKey(file, path, `unknown fact "${fact}"${didYouMean(fact, this.values.keys())}`, id);
    return false;
  }

  /** Reports a value that should name a fact and does not. */
  checkNamed(file: string, path: Path, fact: string): void {
    this.findings.known(file, path, fact, this.values, 'fact');
  }

  checkValue(file: string, path: Path, fact: string, value: string, id?: string): void {
    const allowed = this.values.get(fact) ?? [];
    if (allowed.includes(value)) return;
    const message = `"${value}" is not a value of ${fact}${didYouMean(value, allowed)}; allowed: ${allowed.join(', ')}`;
    this.findings.report(file, path, message, id);
  }

  /** Facts with the values an author gives them. */
  checkSets(file: string, path: Path, sets: Record<string, string> | undefined, id?: string): void {
    for (const [fact, value] of Object.entries(sets ?? {})) {
      if (this.checkFact(file, [...path, fact], fact, id)) this.checkValue(file, [...path, fact], fact, value, id);
    }
  }
}

/** What the facts themselves name: presumed values and questions. */
export function checkFacts(
  facts: readonly FactDefinition[],
  words: FactWords,
  questions: ReadonlyMap<string, Question>,
  findings: Findings,
): void {
  const file = 'facts.yaml';
  facts.forEach((fact, i) => {
    const path = ['facts', i];
    findings.known(file, [...path, 'asks'], fact.asks, questions, 'question', fact.name);
    if (fact.presume !== undefined) words.checkValue(file, [...path, 'presume'], fact.name, fact.presume, fact.name);
    fact.values.forEach((v, j) => {
      findings.known(file, [...path, 'values', j, 'asks'], v.asks, questions, 'question', fact.name);
    });
  });
}
