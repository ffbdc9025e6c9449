import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Assessment } from '../../../src/rulebook/eligibility/assessment.js';
import { coverageFaults } from '../../../src/rulebook/eligibility/coverage.js';
import { contradictingFacts } from '../../../src/rulebook/eligibility/judging.js';
import type { EligibilityBook } from '../../../src/rulebook/eligibility/model.js';
import type { Rulebook } from '../../../src/rulebook/rulebook.js';
import { rulebook, TODAY } from '../book.js';
import { projectFacts } from './projects.js';

/** More runs find more: PROPERTY_RUNS=20 runs each property twenty times as often. */
const MORE = Number(process.env.PROPERTY_RUNS ?? 1);

let book: Rulebook;
let eligibility: EligibilityBook;

beforeAll(async () => {
  book = await rulebook();
  eligibility = book.eligibility;
});

type Facts = Record<string, string>;

const assess = (facts: Facts): Promise<Assessment> => book.assess({ facts, elements: [] }, TODAY);

/** Facts a caller may choose freely; those that follow from dates are left to the dates. */
const choices = () =>
  eligibility.facts.filter((f) => f.kind === 'choice' && f.askedBy === undefined && f.name !== 'movedInEarly');

/** Everything about a project of which no two answers contradict each other; every fact has a value. */
function wholeProject(): fc.Arbitrary<Facts> {
  return toldProject().map((facts) => {
    const put = { ...facts };
    for (const { name, values } of choices()) {
      const others = values.map(({ value }) => value);
      while (contradictingFacts(eligibility, put).some(({ fact }) => fact.name === name))
        put[name] = others.pop() ?? '';
    }
    return put;
  });
}

/** A plain project, or anything at all, with some answers changed; every fact has a value. */
function toldProject(): fc.Arbitrary<Facts> {
  const values = Object.fromEntries(
    choices().map(({ name, values: of }) => [name, fc.constantFrom(...of.map((v) => v.value))]),
  );
  const anything = fc.record(values) as fc.Arbitrary<Facts>;
  return fc
    .tuple(
      anything,
      fc.constantFrom('new_build', 'conversion', 'care_home', 'charity_building', null),
      fc.subarray(
        choices().map((f) => f.name),
        { maxLength: 3 },
      ),
      fc.constantFrom('2026-09-01', '2026-03-01', '2023-12-04', '2010-05-31'),
    )
    .map(([any, base, changed, completionDate]) => {
      const plain = base === null ? {} : projectFacts(base, { completionDate: null });
      const facts = { ...any, ...plain, ...Object.fromEntries(changed.map((name) => [name, any[name] as string])) };
      return facts.completion === 'complete' ? { ...facts, completionDate } : facts;
    });
}

/** A project and what is known of it so far. The day of completion says which law is asked, so it is known from the start. */
function known(): fc.Arbitrary<{ whole: Facts; part: Facts }> {
  return wholeProject().chain((whole) =>
    fc.subarray(Object.keys(whole)).map((some) => {
      const names = whole.completionDate == null ? some : [...new Set([...some, 'completionDate'])];
      return { whole, part: Object.fromEntries(names.map((name) => [name, whole[name] as string])) };
    }),
  );
}

function holds<T>(arbitrary: fc.Arbitrary<T>, runs: number, property: (value: T) => Promise<void>): Promise<void> {
  return fc.assert(fc.asyncProperty(arbitrary, property), { numRuns: Math.ceil(runs * MORE) });
}

describe('one project, one answer', () => {
  it('the same again, whatever the order of the facts and however calls overlap', () => {
    const orders = known().chain(({ part }) => {
      const names = Object.keys(part);
      return fc.tuple(fc.constant(part), fc.shuffledSubarray(names, { minLength: names.length }));
    });
    return holds(orders, 40, async ([part, order]) => {
      const alone = await assess(part);
      const shuffled = Object.fromEntries(order.map((name) => [name, part[name] as string]));
      const [one, two] = await Promise.all([assess(shuffled), assess(part)]);
      expect(one).toEqual(alone);
      expect(two).toEqual(alone);
    });
  });

  it('everything known is decided: no check stays open', () =>
    holds(wholeProject(), 80, async (facts) => {
      const { checks, nextQuestions } = await assess({ ...facts, movedInEarly: 'no' });
      expect(checks.filter((c) => c.effect === 'open').map((c) => c.id)).toEqual([]);
      expect(nextQuestions).toEqual([]);
    }));
});

describe('unknown is a value', () => {
  it('what is decided stays decided whatever else becomes known', () =>
    holds(known(), 150, async ({ whole, part }) => {
      const [before, after] = [await assess(part), await assess(whole)];
      const told = JSON.stringify({ part, whole });
      if (before.outcome !== 'needs_answer') expect(after.outcome, told).toBe(before.outcome);
      for (const { id, effect } of before.checks)
        if (effect !== 'open') expect(after.checks.find((c) => c.id === id)?.effect, `${id} ${told}`).toBe(effect);
    }));

  it('a project that somebody has to settle never becomes eligible by more facts', () =>
    holds(known(), 100, async ({ whole, part }) => {
      if (!(await assess(part)).checks.some((c) => c.effect === 'asks')) return;
      expect((await assess(whole)).outcome).not.toBe('eligible');
    }));

  it('nothing is eligible with a fact that matters taken away', () =>
    holds(wholeProject(), 60, async (whole) => {
      const full = await assess(whole);
      if (full.outcome !== 'eligible') return;
      for (const name of Object.keys(whole)) {
        const { [name]: _, ...rest } = whole;
        const without = await assess(rest);
        if (without.outcome === 'eligible') continue;
        expect(without.outcome, name).toBe('needs_answer');
        const asked = without.nextQuestions.map((q) => q.fact);
        expect(asked.length, `${name} is missing, and nothing is asked`).toBeGreaterThan(0);
      }
    }));

  it('answers that contradict each other are asked again unless a check fails, and are never eligible', () =>
    holds(toldProject(), 80, async (whole) => {
      const contradicting = contradictingFacts(eligibility, whole).map(({ fact }) => fact.name);
      if (contradicting.length === 0) return;
      const { outcome, nextQuestions, summary } = await assess(whole);
      expect(outcome).not.toBe('eligible');
      if (outcome === 'not_eligible') return;
      expect(nextQuestions.map((q) => q.fact)).toEqual(expect.arrayContaining(contradicting));
      for (const name of contradicting) {
        const { question, values } = eligibility.facts.find((fact) => fact.name === name) ?? { values: [] };
        const { label } = values.find(({ value }) => value === whole[name]) ?? {};
        expect(summary).toContain(`The answer “${label}” (${question}) does not go with`);
      }
    }));

  it('eligible rests on confirmed rules only', () =>
    holds(wholeProject(), 80, async (whole) => {
      const { outcome, checks } = await assess(whole);
      if (outcome !== 'eligible') return;
      expect(checks.filter((c) => c.rule?.confidence === 'UNCONFIRMED')).toEqual([]);
      expect(checks.filter((c) => c.blocks)).toEqual([]);
    }));
});

describe('questions', () => {
  it('asked one by one they lead to a decision, each answer to the outcome promised', () =>
    holds(fc.tuple(known(), wholeProject()), 25, async ([{ part }, answers]) => {
      const facts: Facts = { ...part };
      for (let asked = 0; ; asked++) {
        const answer = await assess(facts);
        if (answer.outcome !== 'needs_answer') {
          expect(answer.nextQuestions).toEqual([]);
          return;
        }
        const [next] = answer.nextQuestions;
        if (!next) {
          // Nothing is left to ask: somebody has to settle it, and a check says who.
          expect(answer.checks.some((c) => c.effect === 'asks' && c.action !== null)).toBe(true);
          return;
        }
        if (facts[next.fact] !== undefined) {
          expect(contradictingFacts(eligibility, facts), `${next.fact} is asked again`).not.toEqual([]);
          return;
        }
        expect(asked).toBeLessThan(eligibility.facts.length);
        const value = answers[next.fact] ?? next.answers[0]?.value ?? '2026-09-01';
        facts[next.fact] = value;
        const promised = next.answers.find((a) => a.value === value)?.thenOutcome;
        if (promised !== undefined) expect((await assess(facts)).outcome, next.fact).toBe(promised);
      }
    }));
});

describe('the decision tables', () => {
  it('decide every combination of facts by exactly one rule, and the proof sees a gap and an overlap', () => {
    expect(coverageFaults(eligibility, TODAY)).toEqual([]);
    const spoilt = (
      change: (rules: EligibilityBook['checks'][number]['rules']) => EligibilityBook['checks'][number]['rules'],
    ) => ({
      ...eligibility,
      checks: eligibility.checks.map((c) => (c.id === 'E12' ? { ...c, rules: change(c.rules) } : c)),
    });
    const gap = coverageFaults(
      spoilt((rules) => rules.slice(1)),
      TODAY,
    );
    expect(gap.map((f) => [f.check.id, f.rules])).toEqual([['E12', []]]);
    const [first, second] = eligibility.checks.find((c) => c.id === 'E12')?.rules ?? [];
    if (!first || !second) throw new Error('E12 has rules');
    const overlap = coverageFaults(
      spoilt((rules) => [...rules, { ...second, id: 'E12.twin', when: first.when }]),
      TODAY,
    );
    expect(overlap[0]?.rules).toContain('E12.twin');
  });
});
