import { Engine } from 'json-rules-engine';
import type { Condition } from '../src/rulebook/conditions.js';
import type { DecisionEngine, Verdict } from '../src/rulebook/engine.js';
import type { Line } from '../src/rulebook/line.js';
import type { Route, Rule } from '../src/rulebook/model.js';
import type { Rulebook } from '../src/rulebook/rulebook.js';
import { built } from './built.js';
import { type Figure, perSecond, rates, type Work } from './measure.js';
import { type Decision, decisionsOf, withEngine } from './sample_lines.js';

type Conditions = typeof import('../src/rulebook/conditions.js');
type EngineModule = typeof import('../src/rulebook/engine.js');
type ConfirmerModule = typeof import('../src/rulebook/engine/confirmer.js');

/** Against json-rules-engine as its manual shows it, and against ourselves with many more rules. */
export async function engineFigures(book: Rulebook, lines: readonly Line[]): Promise<Figure[]> {
  const { DecisionEngine } = await built<EngineModule>('rulebook/engine.js');
  const decisions = await decisionsOf(book, lines);
  // Judges each case anew: what it remembers of the few cases measured here would make any number of rules look cheap.
  const engineOf = (rules: readonly Rule[]) => new DecisionEngine(rules, book.facts, 0);
  const anew = withEngine(book, engineOf(book.rules));
  return [...(await againstOnePlainEngine(anew, decisions)), ...(await grown(anew, lines, decisions, engineOf))];
}

async function againstOnePlainEngine(book: Rulebook, decisions: readonly Decision[]): Promise<Figure[]> {
  const { toEngineCondition } = await built<Conditions>('rulebook/conditions.js');
  const { addOperators } = await built<ConfirmerModule>('rulebook/engine/confirmer.js');
  const routes = [...new Set(book.rules.map((r) => r.route))];
  const plain = new Map(routes.map((route) => [route, plainEngine(book, route, toEngineCondition, addOperators)]));
  const runPlain = ({ route, supplied, facts }: Decision) => {
    const engine = plain.get(route);
    if (!engine) throw new Error(`no engine for ${route}`);
    return engine.run({ ...facts, suppliedAs: supplied });
  };
  for (const decision of decisions) {
    const verdict = await book.engine.decide(decision.route, decision.supplied, decision.date, decision.facts);
    const { events } = await runPlain(decision);
    if (verdict.kind === 'decided' && !events.some((e) => e.type === verdict.rule.id))
      throw new Error(`the plain engine does not find ${verdict.rule.id}`);
  }
  const [ours = 0, theirs = 0] = await rates(
    over(decisions, (d) => book.engine.decide(d.route, d.supplied, d.date, d.facts)),
    over(decisions, runPlain),
  );
  return [
    {
      what: `decision, against the ${routes.map((r) => book.rules.filter((x) => x.route === r).length).join(' or ')} rules of a route in one Engine`,
      goal: 'at least 5x',
      measured: `${(ours / theirs).toFixed(1)}x (${perSecond(ours)}, ${perSecond(theirs)})`,
      reached: ours / theirs >= 5,
    },
  ];
}

/** All rules of a route in one Engine, with the same conditions; the dates are left out, which only helps it. */
function plainEngine(
  book: Rulebook,
  route: Route,
  toEngineCondition: Conditions['toEngineCondition'],
  addOperators: ConfirmerModule['addOperators'],
): Engine {
  const engine = new Engine([], { allowUndefinedFacts: false });
  addOperators(engine);
  for (const rule of book.rules.filter((r) => r.route === route)) {
    engine.addRule({
      conditions: {
        all: [{ fact: 'suppliedAs', operator: 'isOneOf', value: rule.supplyTypes }, toEngineCondition(rule.when)],
      },
      event: { type: rule.id },
      name: rule.id,
    });
  }
  return engine;
}

async function grown(
  book: Rulebook,
  lines: readonly Line[],
  decisions: readonly Decision[],
  engineOf: (rules: readonly Rule[]) => DecisionEngine,
): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const times of [10, 25]) {
    const clones = Array.from({ length: times - 1 }, (_, i) =>
      book.rules.map((rule) => neverHitting(rule, i + 1)),
    ).flat();
    const large = engineOf([...book.rules, ...clones]);
    for (const d of decisions) {
      const [a, b] = [
        await book.engine.decide(d.route, d.supplied, d.date, d.facts),
        await large.decide(d.route, d.supplied, d.date, d.facts),
      ];
      if (named(a) !== named(b))
        throw new Error(`the generated rules changed a decision: ${named(a)} became ${named(b)}`);
    }
    const decide = (engine: DecisionEngine) =>
      over(decisions, (d) => engine.decide(d.route, d.supplied, d.date, d.facts));
    const whole = (engine: DecisionEngine) => {
      const changed = withEngine(book, engine);
      return over(lines, (line) => changed.classify(line));
    };
    const [small = 0, big = 0, smallWhole = 0, bigWhole = 0] = await rates(
      decide(book.engine),
      decide(large),
      whole(book.engine),
      whole(large),
    );
    const count = (book.rules.length * times).toLocaleString('en-GB');
    figures.push(
      {
        what: `cost of a decision with ${times} times the rules (${count})`,
        goal: 'at most 1.5x',
        measured: `${(small / big).toFixed(2)}x`,
        reached: small / big <= 1.5,
      },
      {
        what: `cost of a whole line with ${times} times the rules`,
        goal: 'at most 1.5x',
        measured: `${(smallWhole / bigWhole).toFixed(2)}x`,
        reached: smallWhole / bigWhole <= 1.5,
      },
    );
  }
  return figures;
}

function named(verdict: Verdict): string {
  return verdict.kind === 'decided' ? verdict.rule.id : verdict.kind;
}

/** The rule again with one constant changed to a word that no line has, as a law with many more items would have. */
function neverHitting(rule: Rule, number: number): Rule {
  const word = `generated_${number}`;
  const parts = rule.when.kind === 'all' ? rule.when.of : [rule.when];
  const at = parts.findIndex((part) => part.kind === 'in' && !part.negated && part.fact !== 'rateCharged');
  const never: Condition = { kind: 'in', fact: 'lineKind', values: [word], negated: false };
  const of =
    at < 0
      ? [...parts, never]
      : parts.map((part, i) => (i === at && part.kind === 'in' ? { ...part, values: [word] } : part));
  return { ...rule, id: `${rule.id}.${word}`, when: { kind: 'all', of }, overrides: [], examples: [] };
}

/** One pass over all items, one after the other. */
export function over<Item>(items: readonly Item[], act: (item: Item) => Promise<unknown>): Work {
  return async () => {
    for (const item of items) await act(item);
    return items.length;
  };
}
