import type { Condition, Facts, Truth } from '../conditions.js';
import { type Codes, type FactCodes, UNKNOWN } from './codes.js';
import type { DecidingRule } from './deciding_rule.js';

/** A condition made ready: its truth on coded facts, and what makes it fail, in a whole sentence; null when it holds. */
interface Compiled {
  truth(codes: Codes): Truth;
  failure(codes: Codes, facts: Facts): string | null;
}

type Say = (reason: string) => string;

/** A rule made ready: one look into a table for each test, and each sentence on why it fails written once. */
export class CompiledRule<R extends DecidingRule> {
  /** Outcomes that are the same have the same key. */
  readonly outcomeKey: string;
  private readonly when: Compiled;
  private readonly from: number;
  private readonly to: number;
  private readonly undecided: string;

  constructor(
    readonly rule: R,
    codes: FactCodes,
  ) {
    const say: Say = (reason) => `Not ${rule.id}: ${reason}.`;
    this.when = compile(rule.when, codes, say);
    this.undecided = say('another rule decides');
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

  /** Why the rule does not decide, in a sentence. */
  whyNot(codes: Codes, facts: Facts): string {
    return this.when.failure(codes, facts) ?? this.undecided;
  }
}

/** An ISO date as a number that compares as the date does. */
export function dayNumber(date: string): number {
  return Number(date.slice(0, 4) + date.slice(5, 7) + date.slice(8));
}

function compile(condition: Condition, codes: FactCodes, say: Say): Compiled {
  switch (condition.kind) {
    case 'in':
      return compileIn(condition, codes, say);
    case 'unknown': {
      const at = codes.indexOf(condition.fact);
      const failure = say(`${condition.fact} is known`);
      return {
        truth: (c) => (c[at] === UNKNOWN ? 1 : 0),
        failure: (c) => (c[at] === UNKNOWN ? null : failure),
      };
    }
    case 'not':
      return compileNot(condition.of, codes, say);
    case 'all':
      return compileAll(condition.of, codes, say);
    case 'any':
      return compileAny(condition.of, condition.name, codes, say);
  }
}

function compileIn(test: Extract<Condition, { kind: 'in' }>, codes: FactCodes, say: Say): Compiled {
  const { fact, values, negated } = test;
  const at = codes.indexOf(fact);
  const table = new Array<Truth>(codes.count(fact)).fill(negated ? 1 : 0);
  table[UNKNOWN] = -1;
  for (const value of values) table[codes.codeOf(fact, value)] = negated ? 0 : 1;
  const wanted = `${negated ? 'anything but ' : ''}${values.join(' or ')}`;
  const sentence = (facts: Facts) => say(`${fact} is ${facts[fact] ?? 'not known'}, and the rule needs ${wanted}`);
  const sentences: string[] = [];
  const truth = (c: Codes) => table[c[at] as number] as Truth;
  return {
    truth,
    failure: (c, facts) => {
      if (truth(c) === 1) return null;
      const code = c[at] as number;
      if (!codes.isNamed(code)) return sentence(facts);
      sentences[code] ??= sentence(facts);
      return sentences[code];
    },
  };
}

function compileNot(of: Condition, codes: FactCodes, say: Say): Compiled {
  if (of.kind === 'in') return compileIn({ ...of, negated: !of.negated }, codes, say);
  const inner = compile(of, codes, say);
  const failure = say(`it excludes lines for which ${('name' in of && of.name) || 'the opposite holds'}`);
  const truth = (c: Codes): Truth => {
    const t = inner.truth(c);
    return t === -1 ? -1 : t === 1 ? 0 : 1;
  };
  return { truth, failure: (c) => (truth(c) === 1 ? null : failure) };
}

function compileAll(of: readonly Condition[], codes: FactCodes, say: Say): Compiled {
  const parts = of.map((part) => {
    const compiled = compile(part, codes, say);
    if (part.kind !== 'all' && part.kind !== 'any' && part.kind !== 'not') return compiled;
    if (!part.name) return compiled;
    const failure = say(`it is not true that ${part.name}`);
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

function compileAny(of: readonly Condition[], name: string | undefined, codes: FactCodes, say: Say): Compiled {
  const parts = of.map((part) => compile(part, codes, say));
  const named = name === undefined ? null : say(`it is not true that ${name}`);
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
