import { type Condition, type Facts, testsOf } from '../conditions.js';

/** A fact as far as a rule needs it. */
export interface CodedFact {
  name: string;
  values: readonly { value: string }[];
}

/** Facts as small numbers, by the index of the fact. */
export type Codes = Readonly<Uint16Array>;

/** The fact is not known. What a new array of codes holds. */
export const UNKNOWN = 0;
/** A value that no rule and no fact definition names. */
const UNNAMED = 1;

/** Numbers for facts and their values, so that a rule looks its tests up in tables instead of comparing words. */
export class FactCodes {
  private readonly names: string[] = [];
  private readonly indexes = new Map<string, number>();
  /** By index of the fact: the code of each value. */
  private readonly codes: Map<string, number>[] = [];
  /** By index of the fact: the value last seen. */
  private readonly last: { value: string; code: number }[] = [];

  constructor(facts: readonly CodedFact[], conditions: Iterable<Condition>) {
    for (const { name, values } of facts) for (const { value } of values) this.add(name, value);
    for (const condition of conditions)
      for (const test of testsOf(condition)) {
        this.add(test.fact);
        if (test.kind === 'in') for (const value of test.values) this.add(test.fact, value);
      }
  }

  private add(fact: string, value?: string): void {
    let index = this.indexes.get(fact);
    if (index === undefined) {
      index = this.names.length;
      this.names.push(fact);
      this.indexes.set(fact, index);
      this.codes.push(new Map());
    }
    const codes = this.codes[index];
    if (value !== undefined && codes && !codes.has(value)) codes.set(value, codes.size + UNNAMED + 1);
  }

  /** Codes of all facts. */
  of(facts: Facts): Codes {
    const { names, last } = this;
    const coded = new Uint16Array(names.length);
    for (let i = 0; i < coded.length; i++) {
      const value = facts[names[i] as string];
      if (value == null) continue;
      // Most facts of most lines are as presumed, and so as they were of the line before.
      let same = last[i];
      if (same?.value !== value) {
        same = { value, code: this.codes[i]?.get(value) ?? UNNAMED };
        last[i] = same;
      }
      coded[i] = same.code;
    }
    return coded;
  }

  indexOf(fact: string): number {
    const index = this.indexes.get(fact);
    if (index === undefined) throw new Error(`no rule and no definition names the fact ${fact}`);
    return index;
  }

  codeOf(fact: string, value: string): number {
    return this.codes[this.indexOf(fact)]?.get(value) ?? UNNAMED;
  }

  /** How many codes a fact has: those of its values, `UNKNOWN` and the one for unnamed values. */
  count(fact: string): number {
    return (this.codes[this.indexOf(fact)]?.size ?? 0) + UNNAMED + 1;
  }

  /** Whether these codes say all that there is to the facts. */
  areNamed(codes: Codes): boolean {
    return !codes.includes(UNNAMED);
  }

  /** Whether a code stands for one value only, so that what is said of it may be kept. */
  isNamed(code: number): boolean {
    return code !== UNNAMED;
  }
}
