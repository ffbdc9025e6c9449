import type { Condition } from '../conditions.js';
import type { Outcome, Rule } from '../model.js';

/** How a rule was made wrong. */
export type MutationKind = 'drop' | 'flip' | 'shrink' | 'negate' | 'date' | 'override' | 'outcome';

/** One small mistake in the rules: rules as they would then stand. */
export interface Mutant {
  /** The rule changed, or the label of a definition that several rules share. */
  where: string;
  kind: MutationKind;
  /** What was done, in words. */
  what: string;
  /** Every changed rule, by the rule it stands for. */
  changed: ReadonlyMap<Rule, Rule>;
}

/** Every small mistake that the operators can make: in each rule, and once in each definition for all rules that use it. */
export function mutantsOf(rules: readonly Rule[]): Mutant[] {
  return [...rules.flatMap((rule) => [...inRule(rule)]), ...inDefinitions(rules)];
}

function* inRule(rule: Rule): Iterable<Mutant> {
  const mutant = (kind: MutationKind, what: string, change: Partial<Rule>): Mutant => ({
    where: rule.id,
    kind,
    what,
    changed: new Map([[rule, { ...rule, ...change }]]),
  });
  for (const { kind, what, condition } of inCondition(rule.when)) yield mutant(kind, what, { when: condition });
  for (const id of rule.overrides)
    yield mutant('override', `no longer overrides ${id}`, { overrides: rule.overrides.filter((o) => o !== id) });
  const { from, to } = rule.effective;
  for (const [days, word] of [
    [-1, 'earlier'],
    [1, 'later'],
  ] as const) {
    yield mutant('date', `begins a day ${word}`, { effective: { from: shifted(from, days), to } });
    if (to !== null) yield mutant('date', `ends a day ${word}`, { effective: { from, to: shifted(to, days) } });
  }
  for (const [what, outcome] of swapped(rule.outcome)) yield mutant('outcome', what, { outcome });
}

/** Mistakes in a definition, each made in every rule that uses it. */
function inDefinitions(rules: readonly Rule[]): Mutant[] {
  const definitions = new Map<string, { condition: Condition; users: Rule[] }>();
  for (const rule of rules)
    for (const [name, condition] of named(rule.when)) {
      const known = definitions.get(name);
      if (known) known.users.push(rule);
      else definitions.set(name, { condition, users: [rule] });
    }
  return [...definitions].flatMap(([name, { condition, users }]) =>
    [...inCondition(condition)].map(({ kind, what, condition: wrong }) => ({
      where: name,
      kind,
      what,
      changed: new Map(users.map((rule) => [rule, { ...rule, when: replaced(rule.when, name, wrong) }])),
    })),
  );
}

interface WrongCondition {
  kind: MutationKind;
  what: string;
  condition: Condition;
}

/** Each way to make one mistake in a condition. Definitions inside are taken as a whole: they have mutants of their own. */
function* inCondition(condition: Condition): Iterable<WrongCondition> {
  switch (condition.kind) {
    case 'in':
      if (condition.values.length > 1)
        for (const value of condition.values)
          yield {
            kind: 'shrink',
            what: `${condition.fact} ${condition.negated ? 'may be' : 'without'} ${value}`,
            condition: { ...condition, values: condition.values.filter((v) => v !== value) },
          };
      else if (condition.negated)
        yield {
          kind: 'negate',
          what: `${wordsOf(condition)}, turned round`,
          condition: { ...condition, negated: false },
        };
      return;
    case 'unknown':
      yield { kind: 'negate', what: `${condition.fact} known`, condition: { kind: 'not', of: condition } };
      return;
    case 'not':
      yield { kind: 'negate', what: `without the "not" of: ${wordsOf(condition.of)}`, condition: condition.of };
      if (!isDefinition(condition.of))
        for (const wrong of inCondition(condition.of))
          yield { ...wrong, condition: { ...condition, of: wrong.condition } };
      return;
    default: {
      if (condition.of.length > 1) {
        const flipped = condition.kind === 'all' ? 'any' : 'all';
        yield {
          kind: 'flip',
          what: `"${condition.kind}" made "${flipped}"`,
          condition: { ...condition, kind: flipped },
        };
      }
      for (const [i, part] of condition.of.entries()) {
        const having = (other: Condition[]) => ({
          ...condition,
          of: [...condition.of.slice(0, i), ...other, ...condition.of.slice(i + 1)],
        });
        if (condition.of.length > 1) yield { kind: 'drop', what: `without: ${wordsOf(part)}`, condition: having([]) };
        if (!isDefinition(part))
          for (const wrong of inCondition(part)) yield { ...wrong, condition: having([wrong.condition]) };
      }
    }
  }
}

function isDefinition(condition: Condition): boolean {
  return 'name' in condition && condition.name !== undefined;
}

/** A condition in a few words, to say what was dropped. */
function wordsOf(condition: Condition): string {
  if ('name' in condition && condition.name !== undefined) return condition.name;
  switch (condition.kind) {
    case 'in':
      return `${condition.fact} is ${condition.negated ? 'not ' : ''}${condition.values.join(' or ')}`;
    case 'unknown':
      return `${condition.fact} is not known`;
    case 'not':
      return `not (${wordsOf(condition.of)})`;
    default:
      return condition.of.map(wordsOf).join(condition.kind === 'all' ? ' and ' : ' or ');
  }
}

/** Every definition that a condition uses, by name, whatever stands inside another one included. */
function* named(condition: Condition, seen = new Set<string>()): Iterable<[string, Condition]> {
  if ('name' in condition && condition.name !== undefined) {
    if (seen.has(condition.name)) return;
    seen.add(condition.name);
    yield [condition.name, condition];
  }
  if (condition.kind === 'not') yield* named(condition.of, seen);
  else if (condition.kind === 'all' || condition.kind === 'any')
    for (const part of condition.of) yield* named(part, seen);
}

function replaced(condition: Condition, name: string, by: Condition): Condition {
  if ('name' in condition && condition.name === name) return by;
  if (condition.kind === 'not') return { ...condition, of: replaced(condition.of, name, by) };
  if (condition.kind === 'all' || condition.kind === 'any')
    return { ...condition, of: condition.of.map((part) => replaced(part, name, by)) };
  return condition;
}

/** Wrong outcomes: the worst other treatment, and amounts that are left out. */
function* swapped(outcome: Outcome): Iterable<[string, Outcome]> {
  if (outcome.treatment === 'reclaimable')
    yield [
      'not reclaimable instead of reclaimable',
      { treatment: 'not_reclaimable', correctRate: outcome.correctRate },
    ];
  else
    yield [
      `reclaimable instead of ${outcome.treatment.replace(/_/g, ' ')}`,
      { treatment: 'reclaimable', reclaim: 'all', correctRate: outcome.correctRate },
    ];
  if (outcome.recover !== undefined) {
    const { recover, ...rest } = outcome;
    yield [`nothing to recover instead of ${recover.replace(/_/g, ' ')}`, rest];
  }
}

const DAY = 86_400_000;

function shifted(date: string, days: number): string {
  return new Date(Date.parse(date) + days * DAY).toISOString().slice(0, 10);
}
