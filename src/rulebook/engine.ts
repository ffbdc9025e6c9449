import { Engine, type EngineResult } from 'json-rules-engine';
import { type Facts, missingFacts, toEngineCondition, truth, whyNot } from './conditions.js';
import type { FactDefinition, Route, Rule, SupplyType } from './model.js';

/**
 * json-rules-engine keeps the state of a run on the engine, so overlapping runs of one engine lose rules silently
 * (its issues 303 and 360). Without stop() and priorities the state means nothing: pin it.
 */
class ReentrantEngine extends Engine {
  get status(): string {
    return 'RUNNING';
  }
  set status(_value: string) {}
}

function engineOf(rule: Rule): Engine {
  const engine = new ReentrantEngine([], { allowUndefinedFacts: false });
  engine.addOperator('isOneOf', (value: unknown, allowed: string[]) => typeof value === 'string' && allowed.includes(value));
  engine.addOperator('isNoneOf', (value: unknown, allowed: string[]) => typeof value === 'string' && !allowed.includes(value));
  engine.addOperator('isUnknown', (value: unknown) => value === null);
  engine.addRule({ conditions: toEngineCondition(rule.when), event: { type: rule.id }, name: rule.id });
  return engine;
}

export type Verdict =
  | { kind: 'decided'; rule: Rule; alsoApplied: Rule[]; trace: unknown }
  | { kind: 'conflict'; rules: Rule[] }
  | { kind: 'missing'; fact: string; rules: Rule[] }
  | { kind: 'no_rule' };

/**
 * Decides a line: every rule of the route and supply type in force at the tax point, unique hit, exceptions named by
 * `overrides`. Compiled truth picks the candidates; json-rules-engine confirms each, or the run stops with an error.
 */
export class DecisionEngine {
  private readonly partitions = new Map<string, Rule[]>();
  private readonly engines = new Map<string, Engine>();
  private readonly factOrder: ReadonlyMap<string, number>;

  constructor(
    rules: readonly Rule[],
    facts: readonly FactDefinition[],
  ) {
    this.factOrder = new Map(facts.map((f, i) => [f.name, i]));
    for (const rule of rules) {
      this.engines.set(rule.id, engineOf(rule));
      for (const supplyType of rule.supplyTypes) {
        const key = `${rule.route}/${supplyType}`;
        const list = this.partitions.get(key) ?? [];
        list.push(rule);
        this.partitions.set(key, list);
      }
    }
    for (const list of this.partitions.values()) list.sort((a, b) => (a.id < b.id ? -1 : 1));
  }

  /** Rules in force for a partition at a date, by id. */
  rulesFor(route: Route, supplyType: SupplyType, date: string): Rule[] {
    const all = this.partitions.get(`${route}/${supplyType}`) ?? [];
    return all.filter((r) => r.effective.from <= date && (r.effective.to === null || date <= r.effective.to));
  }

  async decide(route: Route, supplyType: SupplyType, date: string, facts: Facts): Promise<Verdict> {
    const rules = this.rulesFor(route, supplyType, date);
    const hits: Rule[] = [];
    const open: Rule[] = [];
    for (const rule of rules) {
      const t = truth(rule.when, facts);
      if (t === 1) hits.push(rule);
      else if (t === -1) open.push(rule);
    }
    const overridden = new Set(hits.flatMap((r) => r.overrides));
    const standing = hits.filter((r) => !overridden.has(r.id));
    const first = standing[0];
    if (first) {
      const challenger = open.find((r) => r.overrides.some((id) => standing.some((s) => s.id === id)));
      if (challenger) return this.missing([challenger], facts);
      const same = standing.every((r) => JSON.stringify(r.outcome) === JSON.stringify(first.outcome));
      if (!same) return { kind: 'conflict', rules: standing };
      const trace = await this.confirm(first, facts);
      return { kind: 'decided', rule: first, alsoApplied: standing.slice(1), trace };
    }
    return open.length > 0 ? this.missing(open, facts) : { kind: 'no_rule' };
  }

  /** json-rules-engine's own result for one rule; it must agree with the compiled condition. */
  async confirm(rule: Rule, facts: Facts): Promise<unknown> {
    const engine = this.engines.get(rule.id);
    if (!engine) throw new Error(`no engine for rule ${rule.id}`);
    const result: EngineResult = await engine.run(facts as Record<string, unknown>);
    const confirmed = result.results[0];
    if (!confirmed || result.events[0]?.type !== rule.id) {
      throw new Error(`json-rules-engine does not confirm rule ${rule.id}; nothing was decided`);
    }
    return confirmed.conditions;
  }

  /** Why each other rule of the partition does not apply, one sentence a rule. */
  othersExplained(route: Route, supplyType: SupplyType, date: string, facts: Facts, decided: string | null): string[] {
    return this.rulesFor(route, supplyType, date)
      .filter((r) => r.id !== decided)
      .map((r) => `Not ${r.id}: ${whyNot(r.when, facts) ?? 'another rule decides'}.`);
  }

  private missing(rules: Rule[], facts: Facts): Verdict {
    const wanted = new Set<string>();
    for (const rule of rules) for (const fact of missingFacts(rule.when, facts)) wanted.add(fact);
    const fact = [...wanted].sort((a, b) => (this.factOrder.get(a) ?? 0) - (this.factOrder.get(b) ?? 0))[0];
    return fact === undefined ? { kind: 'no_rule' } : { kind: 'missing', fact, rules };
  }
}
