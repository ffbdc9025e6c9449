import { type Facts, missingFacts } from './conditions.js';
import { FactCodes } from './engine/codes.js';
import { CompiledRule, dayNumber } from './engine/compiled_rule.js';
import { Confirmer } from './engine/confirmer.js';
import { Partition } from './engine/partition.js';
import type { FactDefinition, Route, Rule, SupplyType } from './model.js';

/** What the rules say of a line's facts, before json-rules-engine has confirmed it. */
export type Judgement =
  | { kind: 'decided'; rule: Rule; alsoApplied: Rule[] }
  | { kind: 'conflict'; rules: Rule[] }
  | { kind: 'missing'; fact: string; rules: Rule[] }
  | { kind: 'no_rule' };

export type Verdict =
  | Exclude<Judgement, { kind: 'decided' }>
  | (Extract<Judgement, { kind: 'decided' }> & { trace: unknown });

/**
 * Decides a line: every rule of the route and supply type in force at the tax point, unique hit, exceptions named by
 * `overrides`. Compiled truth picks the deciding rule; json-rules-engine confirms it, or the run stops with an error.
 */
export class DecisionEngine {
  private readonly codes: FactCodes;
  private readonly partitions: ReadonlyMap<string, Partition>;
  private readonly confirmers = new Map<Rule, Confirmer>();
  private readonly factOrder: ReadonlyMap<string, number>;

  constructor(rules: readonly Rule[], facts: readonly FactDefinition[]) {
    this.factOrder = new Map(facts.map((f, i) => [f.name, i]));
    this.codes = new FactCodes(
      facts,
      rules.map((rule) => rule.when),
    );
    const lists = new Map<string, CompiledRule[]>();
    for (const rule of [...rules].sort((a, b) => (a.id < b.id ? -1 : 1))) {
      const compiled = new CompiledRule(rule, this.codes);
      for (const supplyType of rule.supplyTypes) {
        const key = `${rule.route}/${supplyType}`;
        const list = lists.get(key);
        if (list) list.push(compiled);
        else lists.set(key, [compiled]);
      }
    }
    this.partitions = new Map([...lists].map(([key, list]) => [key, new Partition(list, this.codes)]));
  }

  /** Rules in force for a partition at a date, by id. */
  rulesFor(route: Route, supplyType: SupplyType, date: string): Rule[] {
    const day = dayNumber(date);
    const rules = this.partition(route, supplyType)?.rules ?? [];
    return rules.filter((r) => r.inForce(day)).map((r) => r.rule);
  }

  async decide(route: Route, supplyType: SupplyType, date: string, facts: Facts): Promise<Verdict> {
    const judged = this.judge(route, supplyType, date, facts);
    if (judged.kind !== 'decided') return judged;
    const { kind, rule, alsoApplied } = judged;
    return { kind, rule, alsoApplied, trace: await this.confirmerOf(rule).confirmed(facts) };
  }

  /** What compiled truth alone says; for previews, which promise nothing that `decide` does not then confirm. */
  judge(route: Route, supplyType: SupplyType, date: string, facts: Facts): Judgement {
    const partition = this.partition(route, supplyType);
    if (!partition) return { kind: 'no_rule' };
    const { hits, open } = partition.judge(this.codes.of(facts), dayNumber(date));
    const standing = hits.length < 2 ? hits : withoutOverridden(hits);
    const [first, ...others] = standing;
    if (!first) return open.length > 0 ? this.missing(open, facts) : { kind: 'no_rule' };
    const challenger = inOrder(open).find((r) => r.rule.overrides.some((id) => standing.some((s) => s.rule.id === id)));
    if (challenger) return this.missing([challenger], facts);
    if (others.some((r) => r.outcomeKey !== first.outcomeKey)) return { kind: 'conflict', rules: rulesOf(standing) };
    return { kind: 'decided', rule: first.rule, alsoApplied: rulesOf(others) };
  }

  /** json-rules-engine's own result for one rule; it must agree with the compiled condition. */
  async confirm(rule: Rule, facts: Facts): Promise<unknown> {
    return this.confirmerOf(rule).run(facts);
  }

  /** Made when first needed: most rules of a large book never decide a line. */
  private confirmerOf(rule: Rule): Confirmer {
    let confirmer = this.confirmers.get(rule);
    if (!confirmer) {
      confirmer = new Confirmer(rule);
      this.confirmers.set(rule, confirmer);
    }
    return confirmer;
  }

  /** Why each other rule of the partition does not apply, one sentence a rule. */
  othersExplained(route: Route, supplyType: SupplyType, date: string, facts: Facts, decided: string | null): string[] {
    const codes = this.codes.of(facts);
    const day = dayNumber(date);
    const told: string[] = [];
    for (const rule of this.partition(route, supplyType)?.rules ?? [])
      if (rule.rule.id !== decided && rule.inForce(day)) told.push(rule.whyNot(codes, facts));
    return told;
  }

  private partition(route: Route, supplyType: SupplyType): Partition | undefined {
    return this.partitions.get(`${route}/${supplyType}`);
  }

  private missing(open: CompiledRule[], facts: Facts): Judgement {
    const rules = rulesOf(inOrder(open));
    const wanted = new Set<string>();
    for (const rule of rules) missingFacts(rule.when, facts, wanted);
    const fact = [...wanted].sort((a, b) => (this.factOrder.get(a) ?? 0) - (this.factOrder.get(b) ?? 0))[0];
    return fact === undefined ? { kind: 'no_rule' } : { kind: 'missing', fact, rules };
  }
}

/** The rules that no other of them is an exception to, by id. */
function withoutOverridden(hits: readonly CompiledRule[]): CompiledRule[] {
  const overridden = new Set(hits.flatMap((r) => r.rule.overrides));
  return inOrder(hits.filter((r) => !overridden.has(r.rule.id)));
}

function inOrder(rules: readonly CompiledRule[]): CompiledRule[] {
  return [...rules].sort((a, b) => (a.rule.id < b.rule.id ? -1 : 1));
}

function rulesOf(rules: readonly CompiledRule[]): Rule[] {
  return rules.map((r) => r.rule);
}
