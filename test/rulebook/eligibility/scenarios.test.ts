import { describe, expect, it } from 'vitest';
import { readScenarios, scenarioResults } from '../../../src/cli/eligibility_scenarios.js';
import { rulebook } from '../book.js';
import { SCENARIO_SETS } from './projects.js';

/** Share of scenarios that must come out right. */
const LEAST_RIGHT = 0.95;

describe('eligibility scenarios, written from the law', () => {
  it.each(SCENARIO_SETS)('%s: none wrongly eligible, and nearly all right', async (file) => {
    const results = await scenarioResults(await rulebook(), file);
    expect(results.wronglyEligible).toEqual([]);
    expect(results.right / results.scenarios, JSON.stringify(results.wrong, null, 1)).toBeGreaterThanOrEqual(
      LEAST_RIGHT,
    );
  });

  it('are many, of every outcome, and each stands once', () => {
    const all = SCENARIO_SETS.flatMap((file) => readScenarios(file).scenarios);
    expect(all.length).toBeGreaterThanOrEqual(120);
    expect(new Set(all.map((s) => s.id)).size).toBe(all.length);
    for (const outcome of ['eligible', 'not_eligible', 'needs_answer'])
      expect(all.filter((s) => s.expected === outcome).length, outcome).toBeGreaterThan(30);
  });

  it('every rule that fails or asks decides some scenario', async () => {
    const book = await rulebook();
    const used = new Set<string>();
    for (const file of SCENARIO_SETS) {
      const { decided } = await scenarioResults(book, file);
      for (const id of decided) used.add(id);
    }
    const rules = book.eligibility.checks.flatMap((c) => c.rules);
    const unused = rules
      .filter((r) => ['fails', 'asks'].includes(r.outcome.effect) && !used.has(r.id))
      .map((r) => r.id);
    expect(unused).toEqual([]);
  });
});
