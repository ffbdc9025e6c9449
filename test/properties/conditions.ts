import fc from 'fast-check';
import { expect } from 'vitest';
import { type Condition, type Facts, missingFacts, simplify, truth } from '../../src/rulebook/conditions.js';
import { DecisionEngine } from '../../src/rulebook/engine.js';
import { meaningOf } from '../../src/rulebook/meaning.js';
import { type Rule, SUPPLY_TYPES } from '../../src/rulebook/model.js';
import { holds, RUNS, SEED, type Subject } from './subject.js';

/** Conditions of three values, and the rules on the facts of real lines. */
export function conditions({ book, any, group, property }: Subject): void {
  group('three-valued conditions', () => {
    const names = ['a', 'b', 'c', 'd'];
    const values = ['x', 'y', 'z'];
    const leaf: fc.Arbitrary<Condition> = fc.record({
      kind: fc.constant('in' as const),
      fact: fc.constantFrom(...names),
      values: fc.subarray(values, { minLength: 1 }),
      negated: fc.boolean(),
    });
    const { condition } = fc.letrec<{ condition: Condition }>((tie) => ({
      condition: fc.oneof(
        { depthSize: 'small', withCrossShrink: true },
        leaf,
        fc.record({
          kind: fc.constant('all' as const),
          of: fc.array(tie('condition'), { minLength: 1, maxLength: 3 }),
        }),
        fc.record({
          kind: fc.constant('any' as const),
          of: fc.array(tie('condition'), { minLength: 1, maxLength: 3 }),
        }),
        fc.record({ kind: fc.constant('not' as const), of: tie('condition') }),
      ),
    }));
    const fact = fc.option(fc.constantFrom(...values), { nil: null });
    const facts = fc.record({ a: fact, b: fact, c: fact, d: fact });

    property('a decided condition stays decided whatever an unknown turns out to be', () => {
      fc.assert(
        fc.property(
          condition,
          facts,
          fc.constantFrom(...names),
          fc.constantFrom(...values),
          (of, known, name, value) => {
            const before = truth(of, known);
            if (before === -1 || (known as Facts)[name] !== null) return;
            expect(truth(of, { ...known, [name]: value })).toBe(before);
          },
        ),
        { seed: SEED, numRuns: 2000 * RUNS },
      );
    });

    property('an open condition names the facts that would settle it, and all of them together do', () => {
      fc.assert(
        fc.property(condition, facts, fc.constantFrom(...values), (of, known, value) => {
          const missing = missingFacts(of, known);
          expect(missing.size > 0).toBe(truth(of, known) === -1);
          const filled = Object.fromEntries([...missing].map((name) => [name, value]));
          expect(truth(of, { ...known, ...filled })).not.toBe(-1);
        }),
        { seed: SEED, numRuns: 1000 * RUNS },
      );
    });

    property('flattening a condition changes nothing', () => {
      fc.assert(
        fc.property(condition, facts, (of, known) => {
          expect(truth(simplify(of), known)).toBe(truth(of, known));
        }),
        { seed: SEED, numRuns: 1000 * RUNS },
      );
    });

    property(
      'a compiled rule is true, open or false as its condition is, and says why it fails when it is not true',
      () =>
        holds(fc.tuple(condition, facts), 300, async ([of, known]) => {
          const when = simplify(of);
          const rule: Rule = { ...(book.rules[0] as Rule), id: 'test', when, overrides: [] };
          const engine = new DecisionEngine([rule], []);
          const at = [rule.route, rule.supplyTypes[0] ?? 'other', rule.effective.from] as const;
          const t = truth(when, known);
          const open = missingFacts(when, known).size > 0 ? 'missing' : 'no_rule';
          expect(engine.judge(...at, known).kind).toBe(t === 1 ? 'decided' : t === -1 ? open : 'no_rule');
          const [why = ''] = engine.othersExplained(...at, known);
          expect(why === '').toBe(t === 1);
        }),
    );

    property('json-rules-engine confirms what is true and nothing that is false', () =>
      holds(fc.tuple(condition, facts), 300, async ([of, known]) => {
        const when = simplify(of);
        const rule: Rule = { ...(book.rules[0] as Rule), id: 'test', when };
        const engine = new DecisionEngine([rule], []);
        const t = truth(when, known);
        if (t === 1) await expect(engine.confirm(rule, known)).resolves.toBeDefined();
        if (t === 0) await expect(engine.confirm(rule, known)).rejects.toThrow(/does not confirm/);
      }),
    );
  });

  group('the rules on the facts of real lines', () => {
    // The facts that a rule tests for being unknown; finding them out is meant to change the answer.
    const TESTED = ['installedBy', 'country'];

    property('a decided line stays decided the same when an unknown fact becomes known', () =>
      fc.assert(
        fc.asyncProperty(
          any.anyLine,
          fc.subarray(
            book.facts.map((f) => f.name).filter((n) => !TESTED.includes(n)),
            { minLength: 1, maxLength: 6 },
          ),
          fc.nat(),
          async (at, hidden, which) => {
            const meaning = meaningOf(at, book.reader.read(at.text), book.meaningTables);
            const less = { ...meaning.facts, ...Object.fromEntries(hidden.map((name) => [name, null])) };
            const name = hidden[which % hidden.length] as string;
            const more = { ...less, [name]: meaning.facts[name] ?? null };
            const decide = (facts: Facts) => book.engine.decide(at.route, meaning.supplied, at.taxPoint, facts);
            const [before, after] = [await decide(less), await decide(more)];
            if (before.kind !== 'decided') return;
            const told = `${at.text}: ${before.rule.id} without ${name}, ${JSON.stringify(after).slice(0, 200)} with it`;
            expect(after.kind, told).toBe('decided');
            const money = ({ treatment, reclaim, recover }: Rule['outcome']) => ({ treatment, reclaim, recover });
            if (after.kind === 'decided') expect(money(after.rule.outcome), told).toEqual(money(before.rule.outcome));
          },
        ),
        { seed: SEED, numRuns: Math.ceil(400 * RUNS) },
      ),
    );

    property('no two rules disagree about a line', () =>
      holds(fc.tuple(any.anyLine, fc.constantFrom(...SUPPLY_TYPES)), 400, async ([start, supplyType]) => {
        const at = { ...start, supplyType };
        const meaning = meaningOf(at, book.reader.read(at.text), book.meaningTables);
        const { kind, ...rest } = await book.engine.decide(at.route, meaning.supplied, at.taxPoint, meaning.facts);
        const which = 'rules' in rest ? rest.rules.map((r) => r.id).join(', ') : '';
        expect(kind, `"${at.text}" (${at.route}, ${supplyType}, net ${at.net}, VAT ${at.vat}): ${which}`).not.toBe(
          'conflict',
        );
      }),
    );
  });
}
