import type { NestedCondition, TopLevelCondition } from 'json-rules-engine';

/** The value of every fact; null is "not known". */
export type Facts = Readonly<Record<string, string | null>>;

export type Condition =
  | { kind: 'all'; of: Condition[]; name?: string }
  | { kind: 'any'; of: Condition[]; name?: string }
  | { kind: 'not'; of: Condition; name?: string }
  | { kind: 'in'; fact: string; values: readonly string[]; negated: boolean }
  | { kind: 'unknown'; fact: string };

/** 1 true, 0 false, -1 cannot be told until a fact is known. */
export type Truth = 1 | 0 | -1;

/** Kleene evaluation: a missing fact is neither true nor false. */
export function truth(condition: Condition, facts: Facts): Truth {
  switch (condition.kind) {
    case 'in': {
      const value = facts[condition.fact];
      if (value === null || value === undefined) return -1;
      return condition.values.includes(value) !== condition.negated ? 1 : 0;
    }
    case 'unknown':
      return facts[condition.fact] == null ? 1 : 0;
    case 'not': {
      const inner = truth(condition.of, facts);
      return inner === -1 ? -1 : inner === 1 ? 0 : 1;
    }
    case 'all': {
      let result: Truth = 1;
      for (const part of condition.of) {
        const t = truth(part, facts);
        if (t === 0) return 0;
        if (t === -1) result = -1;
      }
      return result;
    }
    case 'any': {
      let result: Truth = 0;
      for (const part of condition.of) {
        const t = truth(part, facts);
        if (t === 1) return 1;
        if (t === -1) result = -1;
      }
      return result;
    }
  }
}

/** Facts whose value would settle a condition that cannot be told. */
export function missingFacts(condition: Condition, facts: Facts, found = new Set<string>()): Set<string> {
  if (truth(condition, facts) !== -1) return found;
  if (condition.kind === 'in') found.add(condition.fact);
  else if (condition.kind === 'not') missingFacts(condition.of, facts, found);
  else if (condition.kind === 'all' || condition.kind === 'any')
    for (const part of condition.of) missingFacts(part, facts, found);
  return found;
}

/** A test of one fact. */
export type Test = Extract<Condition, { kind: 'in' | 'unknown' }>;

/** Every test of a condition, in order. */
export function* testsOf(condition: Condition): Generator<Test> {
  if (condition.kind === 'in' || condition.kind === 'unknown') yield condition;
  else if (condition.kind === 'not') yield* testsOf(condition.of);
  else for (const part of condition.of) yield* testsOf(part);
}

/** Every fact a condition reads. */
export function factsRead(condition: Condition): Set<string> {
  return new Set([...testsOf(condition)].map((test) => test.fact));
}

/** A fact that must have one of these values. */
export type Requirement = Extract<Condition, { kind: 'in' }>;

/** What a condition cannot be true or open without, as far as its form shows. */
export function requirements(condition: Condition): Requirement[] {
  if (condition.kind === 'all') return condition.of.flatMap(requirements);
  return condition.kind === 'in' && !condition.negated ? [condition] : [];
}

/** Flattens nested alls and anys, so that the engine evaluates as few steps as the rule really has. */
export function simplify(condition: Condition): Condition {
  if (condition.kind === 'not') {
    const inner = simplify(condition.of);
    if (inner.kind === 'in') return { ...inner, negated: !inner.negated };
    return { ...condition, of: inner };
  }
  if (condition.kind !== 'all' && condition.kind !== 'any') return condition;
  const parts = condition.of
    .map(simplify)
    .flatMap((part) => (part.kind === condition.kind && !part.name ? part.of : [part]));
  const only = parts[0];
  return parts.length === 1 && only && !condition.name ? only : { ...condition, of: parts };
}

/** The same condition for json-rules-engine. Operators of our own return false on a missing fact. */
export function toEngineCondition(condition: Condition): TopLevelCondition {
  const nested = toNested(condition);
  return 'all' in nested || 'any' in nested || 'not' in nested ? (nested as TopLevelCondition) : { all: [nested] };
}

function toNested(condition: Condition): NestedCondition {
  switch (condition.kind) {
    case 'in':
      return { fact: condition.fact, operator: condition.negated ? 'isNoneOf' : 'isOneOf', value: condition.values };
    case 'unknown':
      return { fact: condition.fact, operator: 'isUnknown', value: true };
    case 'not':
      return { not: toNested(condition.of) };
    case 'all':
      return { all: condition.of.map(toNested), ...(condition.name ? { name: condition.name } : {}) };
    case 'any':
      return { any: condition.of.map(toNested), ...(condition.name ? { name: condition.name } : {}) };
  }
}
