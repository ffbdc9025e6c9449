import { type Facts, type Requirement, requirements } from '../conditions.js';
import { type Codes, type FactCodes, UNKNOWN } from './codes.js';
import type { CompiledRule } from './compiled_rule.js';
import type { DecidingRule } from './deciding_rule.js';

/** The rules that one fact chooses among. */
interface Choice<R extends DecidingRule> {
  /** Index of the fact. */
  at: number;
  rules: CompiledRule<R>[];
  byCode: CompiledRule<R>[][];
}

/** The rules in force that are true of a case, and those that cannot be told. */
export interface Judged<R extends DecidingRule> {
  hits: CompiledRule<R>[];
  open: CompiledRule<R>[];
}

const NONE: readonly never[] = [];

/**
 * The rules of one decision table. Each stands under one requirement, the one that the fewest other rules share,
 * so a decision looks at the rules which that fact leaves possible, however many there are.
 */
export class Partition<R extends DecidingRule> {
  private readonly anyway: CompiledRule<R>[] = [];
  private readonly choices: Choice<R>[] = [];
  /** Days at which other rules come into force, or just before which some cease to be. */
  private readonly turns: readonly number[];

  /** @param rules by id. */
  constructor(
    private readonly name: string,
    readonly rules: readonly CompiledRule<R>[],
    private readonly codes: FactCodes,
  ) {
    this.turns = [...new Set(rules.flatMap((r) => r.turns))].filter(Number.isFinite);
    const sharing = new Map<string, number>();
    const each = rules.map((rule) => ({ rule, needs: requirements(rule.rule.when) }));
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

  private put(rule: CompiledRule<R>, { fact, values }: Requirement): void {
    const at = this.codes.indexOf(fact);
    let choice = this.choices.find((c) => c.at === at);
    if (!choice) {
      choice = { at, rules: [], byCode: Array.from({ length: this.codes.count(fact) }, () => []) };
      this.choices.push(choice);
    }
    choice.rules.push(rule);
    for (const code of new Set(values.map((value) => this.codes.codeOf(fact, value)))) choice.byCode[code]?.push(rule);
  }

  /** A text that two cases of this table share only when the same is said of both: the same facts, the same rules in force. */
  caseOf(codes: Codes, day: number): string {
    let era = 0;
    for (const turn of this.turns) if (turn <= day) era++;
    // Several times as fast as with the codes spread.
    return `${this.name} ${era} ${Reflect.apply(String.fromCharCode, null, codes)}`;
  }

  /** Why each rule in force but the deciding one does not decide: one sentence for all that fail on the same ground. */
  whyNot(codes: Codes, day: number, facts: Facts, decided: R | null): string[] {
    const byGround = new Map<string, Map<string | null, string[]>>();
    for (const rule of this.rules) {
      if (rule.rule === decided || !rule.inForce(day)) continue;
      const { ground, needs } = rule.whyNot(codes, facts);
      const byNeeds = byGround.get(ground) ?? new Map<string | null, string[]>();
      byGround.set(ground, byNeeds.set(needs, [...(byNeeds.get(needs) ?? []), rule.rule.id]));
    }
    return [...byGround].map(([ground, byNeeds]) => {
      const told = [...byNeeds].map(([needs, ids]) => {
        const needing = needs === null ? '' : ` (${ids.length === 1 ? 'needs' : 'need'} ${needs})`;
        return `${ids.join(', ')}${needing}`;
      });
      return `As ${ground}, not ${told.join('; ')}.`;
    });
  }

  judge(codes: Codes, day: number): Judged<R> {
    const hits: CompiledRule<R>[] = [];
    const open: CompiledRule<R>[] = [];
    const judge = (rules: readonly CompiledRule<R>[]) => {
      for (const rule of rules) {
        if (!rule.inForce(day)) continue;
        const t = rule.truth(codes);
        if (t === 1) hits.push(rule);
        else if (t === -1) open.push(rule);
      }
    };
    judge(this.anyway);
    for (const { at, rules, byCode } of this.choices) {
      const code = codes[at] as number;
      judge(code === UNKNOWN ? rules : (byCode[code] ?? NONE));
    }
    return { hits, open };
  }
}
