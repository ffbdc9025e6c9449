import type { Condition, Facts, Truth } from '../conditions.js';
import { type Codes, type FactCodes, UNKNOWN } from './codes.js';
import type { DecidingRule } from './deciding_rule.js';

/** Why a rule does not decide: what is so of the case, and what the rule needs in its place, where that says more. */
export interface Reason {
  ground: string;
  needs: string | null;
}

/** A condition made ready: its truth on coded facts, and what makes it fail; null when it holds. */
interface Compiled {
  truth(codes: Codes): Truth;
  failure(codes: Codes, facts: Facts): Reason | null;
}

const OVERRIDDEN: Reason = { ground: 'another rule decides', needs: null };

/** A rule made ready: one look into a table for each test, and each reason why it fails written once. */
export class CompiledRule<R extends DecidingRule> {
  /** Outcomes that are the same have the same key. */
  readonly outcomeKey: string;
  private readonly when: Compiled;
  private readonly from: number;
  private readonly to: number;

  constructor(
    readonly rule: R,
    codes: FactCodes,
  ) {
    this.when = compile(rule.when, codes);
    this.outcomeKey = JSON.stringify(rule.outcome);
    this.from = dayNumber(rule.effective.from);
    this.to = rule.effective.to === null ? Number.POSITIVE_INFINITY : dayNumber(rule.effective.to);
  }

  /** Just where the rule begins and ends to be in force, as days compare. */
  get turns(): number[] {
    return [this.from, this.to + 0.5];
  }

  /** @param day as `dayNumber` gives it. */
  inForce(day: number): boolean {
    return this.from <= day && day <= this.to;
  }

  truth(codes: Codes): Truth {
    return this.when.truth(codes);
  }

  /** Why the rule does not decide. */
  whyNot(codes: Codes, facts: Facts): Reason {
    return this.when.failure(codes, facts) ?? OVERRIDDEN;
  }
}

/** An ISO date as a number that compares as the date does. */
export function dayNumber(date: string): number {
  return Number(date.slice(0, 4) + date.slice(5, 7) + date.slice(8));
}

function compile(condition: Condition, codes: FactCodes): Compiled {
  switch (condition.kind) {
    case 'in':
      return compileIn(condition, codes);
    case 'unknown': {
      const at = codes.indexOf(condition.fact);
      const failure = reason(`${condition.fact} is known`);
      return {
        truth: (c) => (c[at] === UNKNOWN ? 1 : 0),
        failure: (c) => (c[at] === UNKNOWN ? null : failure),
      };
    }
    case 'not':
      return compileNot(condition.of, codes);
    case 'all':
      return compileAll(condition.of, codes);
    case 'any':
      return compileAny(condition.of, condition.name, codes);
  }
}

function compileIn(test: Extract<Condition, { kind: 'in' }>, codes: FactCodes): Compiled {
  const { fact, values, negated } = test;
  const at = codes.indexOf(fact);
  const table = new Array<Truth>(codes.count(fact)).fill(negated ? 1 : 0);
  table[UNKNOWN] = -1;
  for (const value of values) table[codes.codeOf(fact, value)] = negated ? 0 : 1;
  const needs = negated ? 'anything else' : listed(values);
  const failed = (facts: Facts) => reason(groundOf(fact, facts), needs);
  const reasons: Reason[] = [];
  const truth = (c: Codes) => table[c[at] as number] as Truth;
  return {
    truth,
    failure: (c, facts) => {
      if (truth(c) === 1) return null;
      const code = c[at] as number;
      if (!codes.isNamed(code)) return failed(facts);
      reasons[code] ??= failed(facts);
      return reasons[code];
    },
  };
}

function compileNot(of: Condition, codes: FactCodes): Compiled {
  if (of.kind === 'in') return compileIn({ ...of, negated: !of.negated }, codes);
  const inner = compile(of, codes);
  const name = 'name' in of ? of.name : undefined;
  const failure = reason(name === undefined ? 'what is excluded holds' : `“${name}” holds`);
  const truth = (c: Codes): Truth => {
    const t = inner.truth(c);
    return t === -1 ? -1 : t === 1 ? 0 : 1;
  };
  return { truth, failure: (c) => (truth(c) === 1 ? null : failure) };
}

function compileAll(of: readonly Condition[], codes: FactCodes): Compiled {
  const parts = of.map((part) => {
    const compiled = compile(part, codes);
    if (part.kind !== 'all' && part.kind !== 'any' && part.kind !== 'not') return compiled;
    if (!part.name) return compiled;
    const failure = reason(`“${part.name}” does not hold`);
    return { truth: compiled.truth, failure: () => failure };
  });
  return {
    truth: (c) => {
      let result: Truth = 1;
      for (const part of parts) {
        const t = part.truth(c);
        if (t === 0) return 0;
        if (t === -1) result = -1;
      }
      return result;
    },
    // The first part that is false, else the first that cannot be told.
    failure: (c, facts) => {
      let open: Compiled | null = null;
      for (const part of parts) {
        const t = part.truth(c);
        if (t === 0) return part.failure(c, facts);
        if (t === -1) open ??= part;
      }
      return open?.failure(c, facts) ?? null;
    },
  };
}

function compileAny(of: readonly Condition[], name: string | undefined, codes: FactCodes): Compiled {
  const parts = of.map((part) => compile(part, codes));
  const named = name === undefined ? null : reason(`“${name}” does not hold`);
  const truth = (c: Codes): Truth => {
    let result: Truth = 0;
    for (const part of parts) {
      const t = part.truth(c);
      if (t === 1) return 1;
      if (t === -1) result = -1;
    }
    return result;
  };
  return {
    truth,
    failure: (c, facts) => (truth(c) === 1 ? null : (named ?? parts[0]?.failure(c, facts) ?? null)),
  };
}

/** What is so of the case. */
export function groundOf(fact: string, facts: Facts): string {
  return `${fact} is ${facts[fact] ?? 'not known'}`;
}

function reason(ground: string, needs: string | null = null): Reason {
  return { ground, needs };
}

const MOST_LISTED = 3;

/** The first few values and how many more there are: some rules need one of twenty. */
export function listed(values: readonly string[]): string {
  if (values.length <= MOST_LISTED + 1) return values.join(' or ');
  return `${values.slice(0, MOST_LISTED).join(', ')} or ${values.length - MOST_LISTED} more`;
}
