import { Engine, type EngineResult, Fact } from 'json-rules-engine';
import {
  type Facts,
  factsRead,
  missingFacts,
  type Requirement,
  requirements,
  toEngineCondition,
  truth,
  whyNot,
} from './conditions.js';
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

/** The operators that `toEngineCondition` writes. */
export function addOperators(engine: Engine): void {
  engine.addOperator(
    'isOneOf',
    (value: unknown, allowed: string[]) => typeof value === 'string' && allowed.includes(value),
  );
  engine.addOperator(
    'isNoneOf',
    (value: unknown, allowed: string[]) => typeof value === 'string' && !allowed.includes(value),
  );
  engine.addOperator('isUnknown', (value: unknown) => value === null);
}

/** One rule in an engine of its own. */
class Confirmer {
  private readonly engine = new ReentrantEngine([], { allowUndefinedFacts: false });
  private readonly reads: readonly string[];
  /** By `key`: what a run on these facts showed. */
  readonly traces = new Map<string, unknown>();

  constructor(private readonly rule: Rule) {
    const { engine } = this;
    addOperators(engine);
    engine.addRule({ conditions: toEngineCondition(rule.when), event: { type: rule.id }, name: rule.id });
    this.reads = [...factsRead(rule.when)];
  }

  /** The values of all facts that a run can depend on. */
  key(facts: Facts): string {
    return this.reads.map((name) => `${facts[name]}`).join('|');
  }

  async run(facts: Facts): Promise<unknown> {
    const given: Record<string, Fact> = {};
    // Without `cache: false` each fact is hashed for a cache that lasts one run.
    for (const name of this.reads)
      if (facts[name] !== undefined) given[name] = new Fact(name, facts[name], { cache: false });
    const result: EngineResult = await this.engine.run(given);
    const confirmed = result.results[0];
    if (!confirmed || result.events[0]?.type !== this.rule.id) {
      throw new Error(`json-rules-engine does not confirm rule ${this.rule.id}; nothing was decided`);
    }
    return confirmed.conditions;
  }
}

/** Traces kept for each rule; few rules see more different facts than this, and a trace is about 3 KB. */
const MOST_TRACES = 32;

/**
 * The rules of one route and supply type. Each stands under one requirement, the one that the fewest other rules share,
 * so a decision looks at the rules which that fact leaves possible, however many there are.
 */
class Partition {
  private readonly anyway: Rule[] = [];
  private readonly byFact = new Map<string, { rules: Rule[]; byValue: Map<string, Rule[]> }>();

  /** @param rules by id. */
  constructor(readonly rules: readonly Rule[]) {
    const sharing = new Map<string, number>();
    const each = rules.map((rule) => ({ rule, needs: requirements(rule.when) }));
    const keys = ({ fact, values }: Requirement) => values.map((value) => `${fact}=${value}`);
    for (const { needs } of each)
      for (const key of new Set(needs.flatMap(keys))) sharing.set(key, (sharing.get(key) ?? 0) + 1);
    const shared = (need: Requirement) => keys(need).reduce((sum, key) => sum + (sharing.get(key) ?? 0), 0);
    for (const { rule, needs } of each) {
      const rarest = needs.reduce<Requirement | null>((a, b) => (a && shared(a) <= shared(b) ? a : b), null);
      if (rarest) this.put(rule, rarest);
      else this.anyway.push(rule);
    }
  }

  private put(rule: Rule, { fact, values }: Requirement): void {
    const entry = this.byFact.get(fact) ?? { rules: [], byValue: new Map<string, Rule[]>() };
    this.byFact.set(fact, entry);
    entry.rules.push(rule);
    for (const value of new Set(values)) entry.byValue.set(value, [...(entry.byValue.get(value) ?? []), rule]);
  }

  /** Every rule that may be true of these facts or open, and some that are neither. */
  candidates(facts: Facts): Rule[] {
    const found = [...this.anyway];
    for (const [fact, { rules, byValue }] of this.byFact) {
      const value = facts[fact];
      found.push(...(value == null ? rules : (byValue.get(value) ?? [])));
    }
    return found;
  }
}

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
  private readonly partitions: ReadonlyMap<string, Partition>;
  private readonly confirmers = new Map<Rule, Confirmer>();
  private readonly factOrder: ReadonlyMap<string, number>;

  constructor(rules: readonly Rule[], facts: readonly FactDefinition[]) {
    this.factOrder = new Map(facts.map((f, i) => [f.name, i]));
    const lists = new Map<string, Rule[]>();
    for (const rule of [...rules].sort(byId)) {
      for (const supplyType of rule.supplyTypes) {
        const key = `${rule.route}/${supplyType}`;
        const list = lists.get(key);
        if (list) list.push(rule);
        else lists.set(key, [rule]);
      }
    }
    this.partitions = new Map([...lists].map(([key, list]) => [key, new Partition(list)]));
  }

  /** Rules in force for a partition at a date, by id. */
  rulesFor(route: Route, supplyType: SupplyType, date: string): Rule[] {
    return (this.partitions.get(`${route}/${supplyType}`)?.rules ?? []).filter((r) => inForce(r, date));
  }

  async decide(route: Route, supplyType: SupplyType, date: string, facts: Facts): Promise<Verdict> {
    const judged = this.judge(route, supplyType, date, facts);
    return judged.kind === 'decided' ? { ...judged, trace: await this.confirmed(judged.rule, facts) } : judged;
  }

  /** What compiled truth alone says; for previews, which promise nothing that `decide` does not then confirm. */
  judge(route: Route, supplyType: SupplyType, date: string, facts: Facts): Judgement {
    const hits: Rule[] = [];
    const open: Rule[] = [];
    for (const rule of this.partitions.get(`${route}/${supplyType}`)?.candidates(facts) ?? []) {
      if (!inForce(rule, date)) continue;
      const t = truth(rule.when, facts);
      if (t === 1) hits.push(rule);
      else if (t === -1) open.push(rule);
    }
    const overridden = new Set(hits.flatMap((r) => r.overrides));
    const standing = hits.filter((r) => !overridden.has(r.id)).sort(byId);
    open.sort(byId);
    const [first, ...alsoApplied] = standing;
    if (first) {
      const challenger = open.find((r) => r.overrides.some((id) => standing.some((s) => s.id === id)));
      if (challenger) return this.missing([challenger], facts);
      const outcome = (rule: Rule) => JSON.stringify(rule.outcome);
      if (alsoApplied.some((r) => outcome(r) !== outcome(first))) return { kind: 'conflict', rules: standing };
      return { kind: 'decided', rule: first, alsoApplied };
    }
    return open.length > 0 ? this.missing(open, facts) : { kind: 'no_rule' };
  }

  /** json-rules-engine's own result for one rule; it must agree with the compiled condition. */
  async confirm(rule: Rule, facts: Facts): Promise<unknown> {
    return this.confirmerOf(rule).run(facts);
  }

  /** A run depends on the rule and the facts it reads alone, so it holds for every later line on which these are the same. */
  private async confirmed(rule: Rule, facts: Facts): Promise<unknown> {
    const confirmer = this.confirmerOf(rule);
    const key = confirmer.key(facts);
    const known = confirmer.traces.get(key);
    if (known !== undefined) return known;
    const trace = await this.confirm(rule, facts);
    if (confirmer.traces.size >= MOST_TRACES) confirmer.traces.clear();
    confirmer.traces.set(key, trace);
    return trace;
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
    return this.rulesFor(route, supplyType, date)
      .filter((r) => r.id !== decided)
      .map((r) => `Not ${r.id}: ${whyNot(r.when, facts) ?? 'another rule decides'}.`);
  }

  private missing(rules: Rule[], facts: Facts): Judgement {
    const wanted = new Set<string>();
    for (const rule of rules) for (const fact of missingFacts(rule.when, facts)) wanted.add(fact);
    const fact = [...wanted].sort((a, b) => (this.factOrder.get(a) ?? 0) - (this.factOrder.get(b) ?? 0))[0];
    return fact === undefined ? { kind: 'no_rule' } : { kind: 'missing', fact, rules };
  }
}

function byId(a: Rule, b: Rule): number {
  return a.id < b.id ? -1 : 1;
}

function inForce({ effective: { from, to } }: Rule, date: string): boolean {
  return from <= date && (to === null || date <= to);
}
