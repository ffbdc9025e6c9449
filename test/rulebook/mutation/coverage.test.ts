import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { inForce } from '../../../src/rulebook/effective.js';
import { DecisionEngine } from '../../../src/rulebook/engine.js';
import { FactSpace } from '../../../src/rulebook/lints/fact_space.js';
import { Observed } from '../../../src/rulebook/lints/observed.js';
import type { Rule } from '../../../src/rulebook/model.js';
import { type Coverage, coverageOf } from '../../../src/rulebook/mutation/coverage.js';
import { type Mutant, mutantsOf } from '../../../src/rulebook/mutation/mutants.js';
import { factsOf, verdictAt } from '../../../src/rulebook/mutation/points.js';
import { verdictSets } from '../../../src/rulebook/mutation/verdict_sets.js';
import { verdictText } from '../../../src/rulebook/mutation/verdict_text.js';
import { writtenTests } from '../../../src/rulebook/mutation/written_tests.js';
import type { Rulebook } from '../../../src/rulebook/rulebook.js';
import { ran } from '../../cli/a_terminal.js';
import { rulebook, TODAY } from '../book.js';

/** The rulebook cut down to some of its rules. */
function only(book: Rulebook, keep: (rule: Rule) => boolean): Rulebook {
  const rules = book.rules.filter(keep);
  return Object.create(book, {
    rules: { value: rules },
    engine: { value: new DecisionEngine(rules, book.facts) },
    rule: { value: (id: string) => rules.find((rule) => rule.id === id) },
  });
}

const wrongBook = (book: Rulebook, mutant: Mutant) =>
  new DecisionEngine(
    book.rules.map((rule) => mutant.changed.get(rule) ?? rule),
    book.facts,
  );

let small: Rulebook;
let covered: Coverage;

beforeAll(async () => {
  small = only(await rulebook(), (rule) => rule.id.startsWith('431nb.plant_hire.') || rule.id === '431nb.every.no_vat');
  covered = await coverageOf(small, { tests: writtenTests(small, [], TODAY), points: [] });
}, 60_000);

describe('mistakes made in the rules', () => {
  it('are of every kind, each in one place', async () => {
    const mutants = mutantsOf((await rulebook()).rules);
    expect(new Set(mutants.map(({ kind }) => kind))).toEqual(
      new Set(['drop', 'flip', 'shrink', 'negate', 'date', 'override', 'outcome']),
    );
    for (const { changed } of mutants)
      for (const [right, wrong] of changed) expect(JSON.stringify(wrong)).not.toBe(JSON.stringify(right));
  });

  it('are all accounted for', () => {
    const killed = Object.values(covered.killed).reduce((a, b) => a + b);
    expect(killed + covered.survived.length + covered.equivalent.length).toBe(covered.mutants);
    expect(covered.failing).toEqual([]);
    expect(covered.killed.example).toBeGreaterThan(20);
    expect(covered.survived.length).toBeGreaterThan(0);
    expect(covered.equivalent.length).toBeGreaterThan(0);
  });

  it('that are said to change an answer do so at the point that is named', () => {
    for (const { mutant, witness } of covered.survived) {
      if (!witness) throw new Error(mutant.what);
      const facts = factsOf({ facts: witness.point }, small.facts);
      const at = [witness.route, witness.supplyType, witness.date, facts] as const;
      expect(verdictText(wrongBook(small, mutant).judge(...at)), mutant.what).not.toBe(
        verdictText(small.engine.judge(...at)),
      );
    }
  });

  it('that are said to change nothing change no verdict that is asked at random', () => {
    for (const { mutant } of covered.equivalent) {
      const engine = wrongBook(small, mutant);
      fc.assert(
        fc.property(anyFacts(small), fc.constantFrom(...small.rules), (facts, rule) => {
          for (const type of rule.supplyTypes)
            for (const date of ['1994-08-31', '1994-09-01', TODAY])
              if (possible(small, rule, type, facts))
                expect(verdictText(engine.judge(rule.route, type, date, facts))).toBe(
                  verdictText(small.engine.judge(rule.route, type, date, facts)),
                );
        }),
        { seed: 708, numRuns: 30 },
      );
    }
  }, 60_000);

  it('are all caught once the points are recorded, and a record that has gone stale is told', async () => {
    const tests = writtenTests(small, [], TODAY);
    const { needed } = await coverageOf(small, { tests, points: [], record: true });
    expect(needed.length).toBeLessThan(covered.survived.length);
    const again = await coverageOf(small, { tests, points: needed });
    expect({ survived: again.survived, changed: again.changed }).toEqual({ survived: [], changed: [] });
    expect(again.killed.point).toBe(covered.survived.length);
    const [first, ...rest] = needed;
    if (!first) throw new Error('nothing was recorded');
    const stale = await coverageOf(small, { tests, points: [{ ...first, verdict: 'no rule at all' }, ...rest] });
    expect(stale.changed).toEqual([
      { point: { ...first, verdict: 'no rule at all' }, verdict: verdictAt(small, first) },
    ]);
  });

  it('go unnoticed where nobody wrote an example', async () => {
    const rules = small.rules.map((rule) => ({ ...rule, examples: [] }));
    const bare = Object.create(small, { rules: { value: rules } }) as Rulebook;
    const less = await coverageOf(bare, { tests: writtenTests(bare, [], TODAY), points: [] });
    expect(less.killed).toEqual({ example: 0, golden: 0, marked: 0, point: 0 });
    expect(less.survived.length).toBe(covered.survived.length + covered.killed.example);
    expect(less.rules.every(({ decided }) => decided.example === 0)).toBe(true);
  });
});

describe('verdict sets', () => {
  it('say of every combination of facts what the engine says of it', async () => {
    const book = await rulebook();
    const { facts, rules, supply, impossible } = book;
    const order = facts.map(({ name }) => name);
    for (const key of ['self_build_431nb/materials', 'self_build_431c/supply_and_install', 'self_build_431c/other']) {
      const [route, supplyType] = key.split('/') as [Rule['route'], Rule['supplyTypes'][number]];
      const here = rules.filter((rule) => rule.route === route && rule.supplyTypes.includes(supplyType));
      const space = new FactSpace(route, supplyType, here, {
        facts,
        rules,
        supply,
        impossible,
        observed: new Observed(),
      });
      for (const date of [TODAY, '2022-03-31', '1994-08-31']) {
        const inForceThen = here.filter((rule) => inForce(rule, date));
        const sets = verdictSets(space, inForceThen, space.sets.all, order);
        fc.assert(
          fc.property(fc.tuple(...space.sets.axes.map(({ values }) => fc.constantFrom(...values))), (values) => {
            const point = Object.fromEntries(space.sets.axes.map(({ fact }, i) => [fact, values[i] ?? null]));
            const said = verdictText(book.engine.judge(route, supplyType, date, { ...blank(book), ...point }));
            const found = [...sets].filter(([, set]) => space.sets.holds(set, point)).map(([verdict]) => verdict);
            expect(found).toEqual([said]);
          }),
          { seed: 708, numRuns: 300 },
        );
      }
    }
  }, 60_000);
});

describe('rules coverage', () => {
  it('tells it all as JSON, and fails when something is not caught', async () => {
    const { code, out } = await ran(['rules', 'coverage', '--json'], { openRulebook: async () => small });
    const said = JSON.parse(out);
    expect(code).toBe(1);
    expect(said).toMatchObject({ ok: false, mutants: covered.mutants });
    expect(said.rules).toHaveLength(small.rules.length);
    expect(said.survived[0]).toMatchObject({
      where: expect.any(String),
      what: expect.any(String),
      witness: expect.any(Object),
    });
  }, 60_000);

  it.each([
    [['everything'], 'takes no everything'],
    [['--record', '--rules', 'rules'], '--record writes what the rules of the program say'],
  ])('%j is a usage error', async (args, message) => {
    const { code, err } = await ran(['rules', 'coverage', ...args]);
    expect(code).toBe(2);
    expect(err).toContain(message);
  });
});

function blank(book: Rulebook): Record<string, null> {
  return { supplied: null, ...Object.fromEntries(book.facts.map(({ name }) => [name, null])) };
}

/** Any value of every fact; what nobody knows of one line only now and then. */
function anyFacts(book: Rulebook): fc.Arbitrary<Record<string, string | null>> {
  return fc
    .record(
      Object.fromEntries(
        book.facts.map(({ name, values, presume }) => [
          name,
          fc.oneof(
            { weight: 2, arbitrary: fc.constant(presume ?? null) },
            { weight: 1, arbitrary: fc.constantFrom(...values.map(({ value }) => value)) },
          ),
        ]),
      ),
    )
    .map((facts) => ({ supplied: null, ...facts }) as Record<string, string | null>);
}

const spaces = new Map<string, FactSpace>();

/** Whether a line can have these facts at all, as the search for survivors takes it. */
function possible(
  book: Rulebook,
  rule: Rule,
  supplyType: Rule['supplyTypes'][number],
  facts: Record<string, string | null>,
): boolean {
  const key = `${rule.route}/${supplyType}`;
  const { rules, supply, impossible } = book;
  const space =
    spaces.get(key) ??
    new FactSpace(
      rule.route,
      supplyType,
      rules.filter((r) => r.supplyTypes.includes(supplyType)),
      { facts: book.facts, rules, supply, impossible, observed: new Observed() },
    );
  spaces.set(key, space);
  const axes = space.sets.axes.map(({ fact, standsFor }): [string, string | null] => {
    const value = facts[fact] ?? null;
    return [fact, value === null ? null : (standsFor.get(value) ?? value)];
  });
  return space.sets.holds(space.possible, Object.fromEntries(axes));
}
