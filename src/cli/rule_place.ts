import { VERDICT_ALONE } from '../rulebook/classify.js';
import type { Facts } from '../rulebook/conditions.js';
import type { Judgement } from '../rulebook/engine.js';
import { Observed } from '../rulebook/lints/observed.js';
import type { Rule, SupplyType } from '../rulebook/model.js';
import { NO_RULE, verdictText } from '../rulebook/mutation/verdict_text.js';
import { exampleLine } from '../rulebook/proof/examples.js';
import { recording } from '../rulebook/proof/recording.js';
import type { Rulebook } from '../rulebook/rulebook.js';

/** Where a rule stands among the others, seen from one of its own examples. */
export interface RulePlace {
  /** The example, which the rule decides. */
  example: string;
  supplyType: SupplyType;
  /** What decides when one fact is otherwise, and which values of which fact do that. */
  neighbours: { verdict: string; facts: { fact: string; values: string[] }[] }[];
  /** Why each other rule of the route and supply type does not decide the example. */
  others: readonly string[];
}

/**
 * Puts the first example that a rule decides to the rules again, one fact at a time otherwise.
 * @param today ISO date for an example without a tax point.
 * @returns null when it decides none of its examples.
 */
export async function placeOf(book: Rulebook, rule: Rule, today: string): Promise<RulePlace | null> {
  for (const example of rule.examples.filter((e) => e.is === 'this' || e.is === rule.id)) {
    const line = exampleLine(book, rule, example, today);
    const observed = new Observed();
    const { rule: decided } = await recording(book, observed, () => example.line).classify(line, VERDICT_ALONE);
    if (decided?.id !== rule.id) continue;
    for (const { supplyType, facts } of observed.all()) {
      const judge = (over: Facts): Judgement =>
        book.engine.judge(rule.route, supplyType, line.taxPoint, { ...facts, ...over });
      const here = judge({});
      if (here.kind !== 'decided' || here.rule !== rule) continue;
      return {
        example: example.line,
        supplyType,
        neighbours: neighboursOf(book, facts, verdictText(here), judge),
        others: book.engine.othersExplained(rule.route, supplyType, line.taxPoint, facts),
      };
    }
  }
  return null;
}

function neighboursOf(
  book: Rulebook,
  facts: Facts,
  here: string,
  judge: (over: Facts) => Judgement,
): RulePlace['neighbours'] {
  const found = new Map<string, Map<string, string[]>>();
  for (const { name, values } of book.facts)
    for (const { value } of values) {
      if (value === facts[name]) continue;
      const verdict = verdictText(judge({ [name]: value }));
      // Most facts go together, so one alone otherwise is often no line at all.
      if (verdict === here || verdict === NO_RULE) continue;
      const byFact = found.get(verdict) ?? new Map<string, string[]>();
      found.set(verdict, byFact);
      byFact.set(name, [...(byFact.get(name) ?? []), value]);
    }
  return [...found]
    .map(([verdict, byFact]) => ({ verdict, facts: [...byFact].map(([fact, list]) => ({ fact, values: list })) }))
    .sort((a, b) => (a.verdict < b.verdict ? -1 : 1));
}
