import { type Facts, type Requirement, requirements } from '../conditions.js';
import { type Codes, type FactCodes, UNKNOWN } from './codes.js';
import { type CompiledRule, groundOf, listed, type Reason } from './compiled_rule.js';
import type { DecidingRule } from './deciding_rule.js';

/** The rules that one fact chooses among. */
interface Choice<R extends DecidingRule> {
  fact: string;
  /** Index of the fact. */
  at: number;
  rules: CompiledRule<R>[];
  /** By rule: the values that it needs. */
  needed: Map<CompiledRule<R>, readonly string[]>;
  byCode: CompiledRule<R>[][];
  /** By code and era: the rules that it leaves out, with what they need. Written once, however many rules there are. */
  leftOut: Map<string, string>;
}

/** A rule that does not decide, and what it needs. */
interface Failing<R extends DecidingRule> extends Pick<Reason, 'needs'> {
  rule: CompiledRule<R>;
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
      const byCode = Array.from({ length: this.codes.count(fact) }, () => []);
      choice = { fact, at, rules: [], needed: new Map(), byCode, leftOut: new Map() };
      this.choices.push(choice);
    }
    choice.rules.push(rule);
    choice.needed.set(rule, values);
    for (const code of new Set(values.map((value) => this.codes.codeOf(fact, value)))) choice.byCode[code]?.push(rule);
  }

  /** A text that two cases of this table share only when the same is said of both: the same facts, the same rules in force. */
  caseOf(codes: Codes, day: number): string {
    // Several times as fast as with the codes spread.
    return `${this.name} ${this.eraOf(day)} ${Reflect.apply(String.fromCharCode, null, codes)}`;
  }

  /** Days of one era have the same rules in force. */
  private eraOf(day: number): number {
    let era = 0;
    for (const turn of this.turns) if (turn <= day) era++;
    return era;
  }

  /** Why each rule in force but the deciding one does not decide: one sentence for all that fail on the same ground. */
  whyNot(codes: Codes, day: number, facts: Facts, decided: R | null): string[] {
    const grounds = new Map<string, string[]>();
    const tell = (ground: string, told: string) => {
      if (told !== '') grounds.set(ground, [...(grounds.get(ground) ?? []), told]);
    };
    const possible = [...this.anyway];
    for (const choice of this.choices) {
      const code = codes[choice.at] as number;
      possible.push(...chosen(choice, code));
      if (code !== UNKNOWN) tell(groundOf(choice.fact, facts), this.leftOut(choice, code, day));
    }
    const byGround = new Map<string, Failing<R>[]>();
    for (const rule of possible) {
      if (rule.rule === decided || !rule.inForce(day)) continue;
      const { ground, needs } = rule.whyNot(codes, facts);
      byGround.set(ground, [...(byGround.get(ground) ?? []), { rule, needs }]);
    }
    for (const [ground, rules] of byGround) tell(ground, toldOf(rules));
    return [...grounds].map(([ground, told]) => `As ${ground}, not ${told.join('; ')}.`);
  }

  private leftOut(choice: Choice<R>, code: number, day: number): string {
    const key = `${code} ${this.eraOf(day)}`;
    let told = choice.leftOut.get(key);
    if (told === undefined) {
      const possible = new Set(chosen(choice, code));
      const left = choice.rules.filter((rule) => rule.inForce(day) && !possible.has(rule));
      told = toldOf(left.map((rule) => ({ rule, needs: listed(choice.needed.get(rule) ?? []) })));
      choice.leftOut.set(key, told);
    }
    return told;
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
    for (const choice of this.choices) judge(chosen(choice, codes[choice.at] as number));
    return { hits, open };
  }
}

/** The rules that the code of its fact leaves possible. */
function chosen<R extends DecidingRule>({ rules, byCode }: Choice<R>, code: number): readonly CompiledRule<R>[] {
  return code === UNKNOWN ? rules : (byCode[code] ?? NONE);
}

/** Rules with what they need, once for all that need the same. */
function toldOf<R extends DecidingRule>(failing: readonly Failing<R>[]): string {
  const byNeeds = new Map<string | null, string[]>();
  for (const { rule, needs } of failing) byNeeds.set(needs, [...(byNeeds.get(needs) ?? []), rule.rule.id]);
  const told = [...byNeeds].map(([needs, ids]) => {
    const needing = needs === null ? '' : ` (${ids.length === 1 ? 'needs' : 'need'} ${needs})`;
    return `${ids.join(', ')}${needing}`;
  });
  return told.join('; ');
}
