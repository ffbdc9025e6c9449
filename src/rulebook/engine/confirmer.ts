import { Engine, type EngineResult, Fact } from 'json-rules-engine';
import { type Facts, factsRead, toEngineCondition } from '../conditions.js';
import type { DecidingRule } from './deciding_rule.js';

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

/** Traces kept for each rule; few rules see more different facts than this, and a trace is about 3 KB. */
const MOST_TRACES = 32;

/** One rule in an engine of its own. */
export class Confirmer {
  private readonly engine = new ReentrantEngine([], { allowUndefinedFacts: false });
  private readonly reads: readonly string[];
  /** By the values of all facts that a run can depend on: what a run on them showed. */
  private readonly traces = new Map<string, unknown>();

  constructor(private readonly rule: DecidingRule) {
    const { engine } = this;
    addOperators(engine);
    engine.addRule({ conditions: toEngineCondition(rule.when), event: { type: rule.id }, name: rule.id });
    this.reads = [...factsRead(rule.when)];
  }

  /** json-rules-engine's own result; a run depends on the facts that the rule reads alone, so it holds for every later case with the same. */
  confirmed(facts: Facts): unknown {
    let key = '';
    for (const name of this.reads) key += `${facts[name]}|`;
    return this.traces.get(key) ?? this.runAndKeep(key, facts);
  }

  private async runAndKeep(key: string, facts: Facts): Promise<unknown> {
    const trace = await this.run(facts);
    if (this.traces.size >= MOST_TRACES) this.traces.clear();
    this.traces.set(key, trace);
    return trace;
  }

  /** @throws Error when json-rules-engine does not agree that the rule applies. */
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
