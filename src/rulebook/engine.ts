import { type Facts, missingFacts } from './conditions.js';
import { type CodedFact, FactCodes } from './engine/codes.js';
import { CompiledRule, dayNumber } from './engine/compiled_rule.js';
import { Confirmer } from './engine/confirmer.js';
import type { DecidingRule } from './engine/deciding_rule.js';
import { type Judged, Partition } from './engine/partition.js';
import type { FactDefinition, Route, Rule, SupplyType } from './model.js';
import { Memory } from './remembering.js';

/** What the rules of a table say of facts, before json-rules-engine has confirmed it. */
export type JudgementOf<R> =
  | { kind: 'decided'; rule: R; alsoApplied: readonly R[] }
  | { kind: 'conflict'; rules: readonly R[] }
  | { kind: 'missing'; fact: string; rules: readonly R[] }
  | { kind: 'no_rule' };

/** What they say of a line. */
export type Judgement = JudgementOf<Rule>;

export type VerdictOf<R> =
  | Exclude<JudgementOf<R>, { kind: 'decided' }>
  | (Extract<JudgementOf<R>, { kind: 'decided' }> & { trace: unknown });

export type Verdict = VerdictOf<Rule>;

/** What a table was found to say of a case. */
interface Finding<R> {
  judged: JudgementOf<R>;
  /** Why the rules but the deciding one do not apply; made when first asked for. */
  others: readonly string[] | null;
}

/** Lines differ far more in their words than in their facts: of real lines four in five have the facts of one before. */
const FINDINGS_KEPT = 1024;

/**
 * Decision tables by name: every rule of the table in force on the date is tried, unique hit, exceptions named by
 * `overrides`. Compiled truth picks the deciding rule; json-rules-engine confirms it, or the run stops with an error.
 */
export class DecisionTables<R extends DecidingRule> {
  private readonly codes: FactCodes;
  private readonly tables: ReadonlyMap<string, Partition<R>>;
  private readonly confirmers = new Map<R, Confirmer>();
  private readonly factOrder: ReadonlyMap<string, number>;
  private readonly findings: Memory<Finding<R>>;

  /**
   * @param tablesOf the names of the tables a rule stands in.
   * @param findingsKept how many different cases are remembered; 0 to judge each anew.
   */
  constructor(
    rules: readonly R[],
    facts: readonly CodedFact[],
    tablesOf: (rule: R) => readonly string[],
    findingsKept = FINDINGS_KEPT,
  ) {
    this.findings = new Memory(findingsKept);
    this.factOrder = new Map(facts.map((f, i) => [f.name, i]));
    this.codes = new FactCodes(
      facts,
      rules.map((rule) => rule.when),
    );
    const lists = new Map<string, CompiledRule<R>[]>();
    for (const rule of [...rules].sort((a, b) => (a.id < b.id ? -1 : 1))) {
      const compiled = new CompiledRule(rule, this.codes);
      for (const name of tablesOf(rule)) {
        const list = lists.get(name);
        if (list) list.push(compiled);
        else lists.set(name, [compiled]);
      }
    }
    this.tables = new Map([...lists].map(([name, list]) => [name, new Partition(name, list, this.codes)]));
  }

  /** Rules of a table in force at a date, by id. */
  inForce(table: string, date: string): R[] {
    const day = dayNumber(date);
    const rules = this.tables.get(table)?.rules ?? [];
    return rules.filter((r) => r.inForce(day)).map((r) => r.rule);
  }

  async verdict(table: string, date: string, facts: Facts): Promise<VerdictOf<R>> {
    return this.witnessed(this.judgement(table, date, facts), facts);
  }

  /** A judgement with the trace of json-rules-engine, which must confirm it. */
  protected async witnessed(judged: JudgementOf<R>, facts: Facts): Promise<VerdictOf<R>> {
    if (judged.kind !== 'decided') return judged;
    const { kind, rule, alsoApplied } = judged;
    return { kind, rule, alsoApplied, trace: await this.confirmed(rule, facts) };
  }

  /** What compiled truth alone says; for previews, which promise nothing that `verdict` does not then confirm. */
  judgement(table: string, date: string, facts: Facts): JudgementOf<R> {
    const partition = this.tables.get(table);
    return partition ? this.finding(partition, date, facts).judged : { kind: 'no_rule' };
  }

  /** What is said of a case depends on its coded facts and on the rules in force alone. */
  private finding(partition: Partition<R>, date: string, facts: Facts): Finding<R> {
    const codes = this.codes.of(facts);
    const day = dayNumber(date);
    const key = this.codes.areNamed(codes) ? partition.caseOf(codes, day) : null;
    const known = key === null ? undefined : this.findings.get(key);
    if (known) return known;
    const finding: Finding<R> = { judged: this.judged(partition.judge(codes, day), facts), others: null };
    if (key !== null) this.findings.keep(key, finding);
    return finding;
  }

  private judged({ hits, open }: Judged<R>, facts: Facts): JudgementOf<R> {
    const standing = hits.length < 2 ? hits : withoutOverridden(hits);
    const [first, ...others] = standing;
    if (!first) return open.length > 0 ? this.missing(open, facts) : { kind: 'no_rule' };
    const challenger = inOrder(open).find((r) => r.rule.overrides.some((id) => standing.some((s) => s.rule.id === id)));
    if (challenger) return this.missing([challenger], facts);
    if (others.some((r) => r.outcomeKey !== first.outcomeKey)) return { kind: 'conflict', rules: rulesOf(standing) };
    return { kind: 'decided', rule: first.rule, alsoApplied: rulesOf(others) };
  }

  /** As `confirm`; what a run on the same facts showed before is not run again. */
  async confirmed(rule: R, facts: Facts): Promise<unknown> {
    return this.confirmerOf(rule).confirmed(facts);
  }

  /** json-rules-engine's own result for one rule; it must agree with the compiled condition. */
  async confirm(rule: R, facts: Facts): Promise<unknown> {
    return this.confirmerOf(rule).run(facts);
  }

  /** Why the rules of the table but the deciding one do not apply, one sentence for all that fail on the same ground. */
  protected whyOthersDoNot(table: string, date: string, facts: Facts): readonly string[] {
    const partition = this.tables.get(table);
    if (!partition) return [];
    const finding = this.finding(partition, date, facts);
    const { judged } = finding;
    const decided = judged.kind === 'decided' ? judged.rule : null;
    finding.others ??= partition.whyNot(this.codes.of(facts), dayNumber(date), facts, decided);
    return finding.others;
  }

  /** Made when first needed: most rules of a large book never decide anything. */
  private confirmerOf(rule: R): Confirmer {
    let confirmer = this.confirmers.get(rule);
    if (!confirmer) {
      confirmer = new Confirmer(rule);
      this.confirmers.set(rule, confirmer);
    }
    return confirmer;
  }

  private missing(open: CompiledRule<R>[], facts: Facts): JudgementOf<R> {
    const rules = rulesOf(inOrder(open));
    const wanted = new Set<string>();
    for (const rule of rules) missingFacts(rule.when, facts, wanted);
    const fact = [...wanted].sort((a, b) => (this.factOrder.get(a) ?? 0) - (this.factOrder.get(b) ?? 0))[0];
    return fact === undefined ? { kind: 'no_rule' } : { kind: 'missing', fact, rules };
  }
}

/** Decides a line by the rules of its route and supply type in force at the tax point. */
export class DecisionEngine extends DecisionTables<Rule> {
  constructor(rules: readonly Rule[], facts: readonly FactDefinition[], findingsKept?: number) {
    super(rules, facts, (rule) => rule.supplyTypes.map((type) => tableOf(rule.route, type)), findingsKept);
  }

  /** Rules in force for a route and supply type at a date, by id. */
  rulesFor(route: Route, supplyType: SupplyType, date: string): Rule[] {
    return this.inForce(tableOf(route, supplyType), date);
  }

  /** By way of `judge`, so that what listens to that hears all that is put to the rules. */
  decide(route: Route, supplyType: SupplyType, date: string, facts: Facts): Promise<Verdict> {
    return this.witnessed(this.judge(route, supplyType, date, facts), facts);
  }

  /** What compiled truth alone says; for previews, which promise nothing that `decide` does not then confirm. */
  judge(route: Route, supplyType: SupplyType, date: string, facts: Facts): Judgement {
    return this.judgement(tableOf(route, supplyType), date, facts);
  }

  /** Why the rules of the partition but the deciding one do not apply, one sentence for all that fail on the same ground. */
  othersExplained(route: Route, supplyType: SupplyType, date: string, facts: Facts): readonly string[] {
    return this.whyOthersDoNot(tableOf(route, supplyType), date, facts);
  }
}

export function tableOf(route: Route, supplyType: SupplyType): string {
  return `${route}/${supplyType}`;
}

/** The rules that no other of them is an exception to, by id. */
function withoutOverridden<R extends DecidingRule>(hits: readonly CompiledRule<R>[]): CompiledRule<R>[] {
  const overridden = new Set(hits.flatMap((r) => r.rule.overrides));
  return inOrder(hits.filter((r) => !overridden.has(r.rule.id)));
}

function inOrder<R extends DecidingRule>(rules: readonly CompiledRule<R>[]): CompiledRule<R>[] {
  return [...rules].sort((a, b) => (a.rule.id < b.rule.id ? -1 : 1));
}

function rulesOf<R extends DecidingRule>(rules: readonly CompiledRule<R>[]): R[] {
  return rules.map((r) => r.rule);
}
