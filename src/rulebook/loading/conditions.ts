import { type Condition, simplify } from '../conditions.js';
import { didYouMean, type Path } from '../problems.js';
import type { FactWords } from './facts.js';
import type { Findings } from './findings.js';

interface WrittenDefinition {
  name: string;
  label: string;
  when: unknown;
}

/** The condition of a `use`; null for a definition that is not there or uses itself. */
type Use = (name: string) => Condition | null;

/** Turns the author's notation of conditions into conditions, with the definitions written out. */
export class ConditionReader {
  private readonly written: readonly WrittenDefinition[];
  private readonly definitions: ReadonlyMap<string, Condition>;

  /** @param file the definitions that conditions may use. */
  constructor(
    private readonly findings: Findings,
    private readonly facts: FactWords,
    private readonly file = 'definitions.yaml',
  ) {
    this.written = findings.value<{ definitions: WrittenDefinition[] }>(file).definitions;
    this.definitions = this.readDefinitions();
  }

  /** The condition written at `path` of a rule. */
  read(file: string, path: Path, written: unknown, id: string): Condition {
    return simplify(this.condition(file, path, written, (name) => this.definitions.get(name) ?? null, id));
  }

  private readDefinitions(): Map<string, Condition> {
    const built = new Map<string, Condition>();
    const building = new Set<string>();
    const build: Use = (name) => {
      const done = built.get(name);
      if (done) return done;
      const index = this.written.findIndex((d) => d.name === name);
      const definition = this.written[index];
      if (!definition) return null;
      const path = ['definitions', index, 'when'];
      if (building.has(name)) {
        this.findings.report(this.file, path, `definition "${name}" uses itself`, name);
        return null;
      }
      building.add(name);
      const condition = simplify(this.condition(this.file, path, definition.when, build, name));
      building.delete(name);
      const named =
        condition.kind === 'all' || condition.kind === 'any' ? { ...condition, name: definition.label } : condition;
      built.set(name, named);
      return named;
    };
    for (const { name } of this.written) build(name);
    return built;
  }

  private condition(file: string, path: Path, written: unknown, use: Use, id: string): Condition {
    const [[key, value] = ['', null]] = Object.entries(written as Record<string, unknown>);
    if (key === 'all' || key === 'any') {
      const of = (value as unknown[]).map((part, i) => this.condition(file, [...path, key, i], part, use, id));
      return { kind: key, of };
    }
    if (key === 'not') return { kind: 'not', of: this.condition(file, [...path, key], value, use, id) };
    if (key === 'use') return this.used(file, [...path, key], String(value), use, id);
    return this.test(file, [...path, key], key, value, id);
  }

  private used(file: string, path: Path, name: string, use: Use, id: string): Condition {
    const definition = use(name);
    if (definition) return definition;
    const names = this.written.map((d) => d.name);
    // One that is there but came to nothing uses itself, which was told where it stands.
    if (!names.includes(name))
      this.findings.report(file, path, `unknown definition "${name}"${didYouMean(name, names)}`, id);
    return { kind: 'any', of: [] };
  }

  private test(file: string, path: Path, fact: string, value: unknown, id: string): Condition {
    const test =
      typeof value === 'string' ? { in: [value] } : (value as { in?: string[]; notIn?: string[]; unknown?: boolean });
    const values = test.in ?? test.notIn ?? [];
    if (this.facts.checkFact(file, path, fact, id)) {
      const list = typeof value === 'string' ? null : test.in ? 'in' : 'notIn';
      values.forEach((v, i) => {
        this.facts.checkValue(file, list === null ? path : [...path, list, i], fact, v, id);
      });
    }
    return test.unknown ? { kind: 'unknown', fact } : { kind: 'in', fact, values, negated: test.in === undefined };
  }
}
