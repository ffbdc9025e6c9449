import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { truth } from '../../../src/rulebook/conditions.js';
import { overlap } from '../../../src/rulebook/lints/overlap.js';
import { type Axis, type Point, PointSets, SpaceTooLarge } from '../../../src/rulebook/lints/point_sets.js';
import { FACTS, named, planted, type Written } from './planted.js';

const axis = (fact: string, ...values: (string | null)[]): Axis => ({
  fact,
  values,
  standsFor: new Map(values.flatMap((v) => (v === null ? [] : [[v, v]]))),
});
const AXES = [axis('a', 'x', 'y', null), axis('b', 'x', 'y', 'z'), axis('c', 'x', 'y')];
const points: Point[] = ['x', 'y', null].flatMap((a) =>
  ['x', 'y', 'z'].flatMap((b) => ['x', 'y'].map((c) => ({ a, b, c }))),
);

/** A set as a list of points, to hold the diagrams against. */
const somePoints = fc.subarray(points);

describe('sets of points', () => {
  const set = (sets: PointSets, of: readonly Point[]) =>
    sets.any(of.map((p) => sets.every(AXES.map(({ fact }) => sets.where(fact, (v) => v === p[fact])))));
  const members = (sets: PointSets, of: number) => points.filter((p) => sets.holds(of, p));

  it('agree with lists of points in every operation, and equal sets are one number', () => {
    fc.assert(
      fc.property(somePoints, somePoints, (a, b) => {
        const sets = new PointSets(AXES);
        const [x, y] = [set(sets, a), set(sets, b)];
        expect(members(sets, x)).toEqual(points.filter((p) => a.includes(p)));
        expect(members(sets, sets.and(x, y))).toEqual(points.filter((p) => a.includes(p) && b.includes(p)));
        expect(members(sets, sets.or(x, y))).toEqual(points.filter((p) => a.includes(p) || b.includes(p)));
        expect(members(sets, sets.minus(x, y))).toEqual(points.filter((p) => a.includes(p) && !b.includes(p)));
        const forgotten = members(sets, sets.forget(x, new Set(['b'])));
        expect(forgotten).toEqual(points.filter((p) => a.some((q) => q.a === p.a && q.c === p.c)));
        expect(sets.not(sets.and(sets.not(x), sets.not(y)))).toBe(sets.or(x, y));
        expect(set(sets, [...a].reverse())).toBe(x);
      }),
      { numRuns: 200 },
    );
  });

  it('show the member with the fewest facts away from the usual', () => {
    fc.assert(
      fc.property(somePoints, fc.constantFrom(...points), (a, usual) => {
        const sets = new PointSets(AXES);
        const x = set(sets, a);
        const shown = sets.witness(x, usual);
        const away = (p: Point) => AXES.filter(({ fact }) => p[fact] !== usual[fact]).length;
        if (shown === null) expect(a).toEqual([]);
        else {
          expect(sets.holds(x, shown)).toBe(true);
          expect(away(shown)).toBe(Math.min(...a.map(away)));
        }
      }),
      { numRuns: 200 },
    );
  });

  it('stop when they would need more nodes than allowed', () => {
    const sets = new PointSets(AXES, 4);
    expect(() =>
      set(
        sets,
        points.filter((_, i) => i % 3 === 0),
      ),
    ).toThrow(SpaceTooLarge);
  });
});

describe('a space of facts', () => {
  const leaf = fc.oneof(
    ...FACTS.map(({ name, values }) =>
      fc
        .subarray(
          values.map((v) => v.value),
          { minLength: 1 },
        )
        .map((list): Written => ({ [name]: { in: list } })),
    ),
    fc.constant<Written>({ job: { unknown: true } }),
  );
  const condition = fc.letrec<{ c: Written }>((tie) => ({
    c: fc.oneof(
      { maxDepth: 3 },
      leaf,
      fc.array(tie('c'), { minLength: 1, maxLength: 3 }).map((all) => ({ all })),
      fc.array(tie('c'), { minLength: 1, maxLength: 3 }).map((any) => ({ any })),
      tie('c').map((not) => ({ not })),
    ),
  })).c;
  const facts = fc.record({
    rateCharged: fc.constantFrom('zero', 'reduced', 'standard'),
    productClass: fc.constantFrom('building_material', 'hire', 'tool', null),
    job: fc.constantFrom('separate', 'part_of_larger', null),
    doubt: fc.constantFrom('none', 'mixed'),
  });

  it('says of every point what the conditions themselves say: true, false or not to be told', () => {
    fc.assert(
      fc.property(condition, facts, (when, at) => {
        const { spaces } = planted({ rules: [{ id: '431nb.a', when }] });
        const [space] = spaces;
        const [region] = space?.regions ?? [];
        if (!space || !region) throw new Error('no space');
        const holds = (of: number) => space.holds(of, at);
        const told = holds(region.applies) ? 1 : holds(region.open) ? -1 : 0;
        expect(told).toBe(truth(region.rule.when, at));
      }),
      { numRuns: 300 },
    );
  });

  it('too large for diagrams is tried around each rule, and says so', () => {
    const rules = [
      { id: '431nb.a', when: { all: [{ productClass: 'hire' }, { rateCharged: 'standard' }] } },
      {
        id: '431nb.b',
        when: { all: [{ productClass: 'hire' }, { job: 'separate' }] },
        outcome: { treatment: 'no_vat' as const },
      },
    ];
    const exact = planted({ rules });
    expect(exact.spaces.map(({ exact: all }) => all)).toEqual([true]);
    const sampled = planted({ rules, mostNodes: 5 });
    expect(sampled.spaces.map(({ exact: all }) => all)).toEqual([false]);
    expect(named(overlap, { rules, mostNodes: 5 })).toEqual(named(overlap, { rules }));
  });
});
