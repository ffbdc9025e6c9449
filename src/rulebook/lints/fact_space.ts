import { type Condition, type Facts, factsRead } from '../conditions.js';
import { dayAfter, dayBefore } from '../dates.js';
import type { Impossible } from '../impossible.js';
import type { FactDefinition, Route, Rule, SupplyReadingTable, SupplyType } from '../model.js';
import { SUPPLY_TYPES } from '../model.js';
import type { Witness } from './lint.js';
import { type Observed, type ObservedPoint, THING_FACTS } from './observed.js';
import { type Axis, type Point, type PointSet, PointSets, SpaceTooLarge } from './point_sets.js';

/** Where one rule applies in a space. */
export interface RuleRegion {
  rule: Rule;
  /** Where its condition is true, whether or not a line can have such facts. */
  whole: PointSet;
  /** Where its condition is true of facts that a line can have. */
  applies: PointSet;
  /** Where it cannot be told yet whether it applies. */
  open: PointSet;
  /** Where it applies or may apply, of whatever thing, there or not. */
  conceivable: PointSet;
}

/** The rules in force together from one day to another, both included. */
export interface Slice {
  from: string;
  to: string | null;
  regions: readonly RuleRegion[];
}

/** Values that some facts may have, each apart from the others; the other facts may have any. */
export type Cube = Readonly<Record<string, readonly (string | null)[]>>;

export interface SpaceParts {
  facts: readonly FactDefinition[];
  rules: readonly Rule[];
  /** What says which classes come before which rules; null where every class may. */
  supply: Pick<SupplyReadingTable, 'byClass' | 'works'> | null;
  impossible: readonly Impossible[];
  observed: Observed;
  /** Largest number of nodes of an exact enumeration; see `PointSets`. */
  mostNodes?: number;
}

/** Facts that every line has: the caller states them or the amounts and words give them. */
export const KNOWN_OF_EVERY_LINE: ReadonlySet<string> = new Set([
  'rateCharged',
  'statedSupplyType',
  'sign',
  'supplied',
]);

/** What a line usually has where nothing else is said; witnesses stay as near to it as they can. */
const USUAL: Point = { rateCharged: 'standard', productClass: 'building_material', goodsAlone: 'yes', sign: 'charge' };

/** One space for each route and supply type that has rules. */
export function factSpaces(parts: SpaceParts): FactSpace[] {
  const partitions = new Map<string, { route: Route; supplyType: SupplyType; rules: Rule[] }>();
  for (const rule of parts.rules) {
    for (const supplyType of rule.supplyTypes) {
      const key = `${rule.route}/${supplyType}`;
      const partition = partitions.get(key) ?? { route: rule.route, supplyType, rules: [] };
      partition.rules.push(rule);
      partitions.set(key, partition);
    }
  }
  return [...partitions.values()].map(({ route, supplyType, rules }) => new FactSpace(route, supplyType, rules, parts));
}

/**
 * Every combination of values of the facts that the rules of one route and supply type read, values that no rule tells
 * apart taken as one. Exact where the diagrams stay small enough, which they do by far; otherwise only the neighbourhood
 * of each rule and every pair of values, and `exact` says so.
 */
export class FactSpace {
  readonly sets: PointSets;
  /** The points that a line can have. */
  readonly possible: PointSet;
  /** The points that no other file rules out, whatever things the catalogue and the lines decided show. */
  readonly conceivable: PointSet;
  readonly regions: readonly RuleRegion[];
  readonly slices: readonly Slice[];
  readonly exact: boolean;
  private readonly usual: Point;
  private readonly coverage = new Map<Slice, PointSet>();
  private lines: readonly { at: Point; observed: ObservedPoint }[] | null = null;
  private readonly truths = new Map<Condition, readonly [PointSet, PointSet]>();

  constructor(
    readonly route: Route,
    readonly supplyType: SupplyType,
    readonly rules: readonly Rule[],
    private readonly parts: SpaceParts,
  ) {
    const impossible = parts.impossible.filter((i) => i.route === undefined || i.route === route);
    const axes = axesOf(rules, impossible, parts.facts, parts.observed.things.length > 0);
    this.usual = onAxes(axes, usualFacts(parts.facts, supplyType));
    let sets = new PointSets(axes, parts.mostNodes);
    let exact = true;
    try {
      this.sets = sets;
      this.conceivable = this.conceivableOf(impossible);
      this.possible = sets.and(this.conceivable, this.thingsThatAre());
      this.regions = rules.map((rule) => this.region(rule));
    } catch (error) {
      if (!(error instanceof SpaceTooLarge)) throw error;
      exact = false;
      sets = new PointSets(axes);
      this.sets = sets;
      this.truths.clear();
      this.conceivable = sets.any(this.sample().map((point) => this.pointSet(point)));
      this.possible = this.conceivable;
      this.regions = rules.map((rule) => this.region(rule));
    }
    this.exact = exact;
    this.slices = slicesOf(this.regions);
  }

  /** How a finding names the space. */
  get name(): string {
    return `${this.route}/${this.supplyType}`;
  }

  /** Where a rule decides: it applies, and none that overrides it does. */
  decides(region: RuleRegion, slice: Slice): PointSet {
    const above = slice.regions.filter(({ rule }) => rule.overrides.includes(region.rule.id));
    return this.sets.minus(region.applies, this.sets.any(above.map(({ applies }) => applies)));
  }

  /** Where some rule applies or may yet apply, so that a line there is decided or asked about. */
  covered(slice: Slice): PointSet {
    const known = this.coverage.get(slice);
    if (known !== undefined) return known;
    const covered = this.sets.any(slice.regions.map(({ applies, open }) => this.sets.or(applies, open)));
    this.coverage.set(slice, covered);
    return covered;
  }

  /** The points at which a condition is true. */
  where(condition: Condition): PointSet {
    return this.truth(condition)[0];
  }

  /** One case of a set: its facts that are not the usual ones, and a line that was really decided with such facts. */
  witness(set: PointSet): Witness | undefined {
    if (set === this.sets.none) return undefined;
    const line = this.lineIn(set);
    const at = this.nearestPoint(set);
    const shown = this.sets.reads(set).filter((fact) => at[fact] !== this.usual[fact]);
    const facts = Object.fromEntries(
      shown.map((fact) => [fact, (line ? line.observed.facts[fact] : at[fact]) ?? null]),
    );
    return line ? { facts, line: line.observed.line } : { facts };
  }

  /** The point of a set that its witness shows; the set is not empty. */
  nearestPoint(set: PointSet): Point {
    return this.lineIn(set)?.at ?? this.sets.witness(set, this.usual) ?? {};
  }

  /** The points of a cube. */
  cube(cube: Cube): PointSet {
    return this.sets.every(
      Object.entries(cube).map(([fact, values]) => this.sets.where(fact, (value) => values.includes(value))),
    );
  }

  /**
   * The facts that make a point a member of a set: as many facts as can be are left out, those about the thing first, and
   * as many values as can be are let in, while every point that a line can have stays in the set.
   */
  widened(set: PointSet, point: Point): Cube {
    const { sets } = this;
    const inside = (cube: Cube) => sets.minus(sets.and(this.cube(cube), this.possible), set) === sets.none;
    const about: readonly string[] = THING_FACTS;
    const facts = sets.reads(set).sort((a, b) => Number(about.includes(b)) - Number(about.includes(a)));
    let cube: Cube = Object.fromEntries(sets.axes.map(({ fact }) => [fact, [point[fact] ?? null]]));
    const without = (fact: string) => Object.fromEntries(Object.entries(cube).filter(([name]) => name !== fact));
    for (const { fact } of sets.axes) if (!facts.includes(fact)) cube = without(fact);
    for (const fact of facts) if (inside(without(fact))) cube = without(fact);
    for (const { fact, values } of sets.axes)
      for (const value of fact in cube ? values : []) {
        const members = sets.and(this.cube({ ...cube, [fact]: [value] }), set) !== sets.none;
        const wider = { ...cube, [fact]: [...(cube[fact] ?? []).filter((v) => v !== value), value] };
        if (members && inside(wider)) cube = wider;
      }
    return cube;
  }

  /** What is told of a cube: the facts that are not just as usual. */
  unusual(cube: Cube): Cube {
    return Object.fromEntries(
      Object.entries(cube).filter(([fact, values]) => values.length !== 1 || values[0] !== (this.usual[fact] ?? null)),
    );
  }

  /** Whether facts, of a line for example, are a point of a set. */
  holds(set: PointSet, facts: Facts): boolean {
    return this.sets.holds(set, onAxes(this.sets.axes, facts));
  }

  /** The points with these values, of the facts that the space has. */
  pointSet(facts: Facts): PointSet {
    const here = onAxes(this.sets.axes, facts);
    const { sets } = this;
    return sets.every(
      Object.keys(facts)
        .filter((fact) => sets.has(fact))
        .map((fact) => sets.where(fact, (value) => value === here[fact])),
    );
  }

  private lineIn(set: PointSet): { at: Point; observed: ObservedPoint } | undefined {
    this.lines ??= this.parts.observed
      .of(this.route, this.supplyType)
      .map((observed) => ({ at: onAxes(this.sets.axes, observed.facts), observed }));
    return this.lines.find(({ at }) => this.sets.holds(set, at));
  }

  private region(rule: Rule): RuleRegion {
    const [whole, never] = this.truth(rule.when);
    const { sets } = this;
    return {
      rule,
      whole,
      applies: sets.and(whole, this.possible),
      open: sets.minus(sets.minus(this.possible, whole), never),
      conceivable: sets.minus(this.conceivable, never),
    };
  }

  /** Where a condition is true and where it is false; elsewhere it cannot be told. */
  private truth(condition: Condition): readonly [PointSet, PointSet] {
    const known = this.truths.get(condition);
    if (known) return known;
    const { sets } = this;
    const of = (): readonly [PointSet, PointSet] => {
      switch (condition.kind) {
        case 'in': {
          const holds = (value: string | null) =>
            value !== null && condition.values.includes(value) !== condition.negated;
          return [
            sets.where(condition.fact, holds),
            sets.where(condition.fact, (value) => value !== null && !holds(value)),
          ];
        }
        case 'unknown':
          return [
            sets.where(condition.fact, (value) => value === null),
            sets.where(condition.fact, (value) => value !== null),
          ];
        case 'not': {
          const [yes, no] = this.truth(condition.of);
          return [no, yes];
        }
        case 'all': {
          const parts = condition.of.map((part) => this.truth(part));
          return [sets.every(parts.map(([yes]) => yes)), sets.any(parts.map(([, no]) => no))];
        }
        case 'any': {
          const parts = condition.of.map((part) => this.truth(part));
          return [sets.any(parts.map(([yes]) => yes)), sets.every(parts.map(([, no]) => no))];
        }
      }
    };
    const result = of();
    this.truths.set(condition, result);
    return result;
  }

  private thingsThatAre(): PointSet {
    const { things } = this.parts.observed;
    if (things.length === 0) return this.sets.all;
    return this.sets.any(this.thingsHere(things).map((thing) => this.pointSet(thing)));
  }

  private conceivableOf(impossible: readonly Impossible[]): PointSet {
    const { sets, parts, supplyType } = this;
    let possible = sets.all;
    const { supply } = parts;
    if (supply && sets.has('productClass') && sets.has('doubt')) {
      const unclear = sets.where('doubt', (value) => value === 'supply_unclear');
      const of = (classes: readonly string[]) =>
        sets.where('productClass', (value) => value !== null && classes.includes(value));
      // A class that settles whose rules decide leaves nothing unclear; works come elsewhere only while it is unclear.
      possible = sets.minus(possible, sets.and(of(Object.keys(supply.byClass)), unclear));
      if (supplyType !== 'labour' && supplyType !== 'supply_and_install')
        possible = sets.minus(possible, sets.minus(of(supply.works), unclear));
    }
    for (const { when } of impossible) possible = sets.minus(possible, this.truth(when)[0]);
    return possible;
  }

  /** The things whose class does not send them to other rules. */
  private thingsHere(things: readonly Facts[]): Facts[] {
    const byClass = this.parts.supply?.byClass ?? {};
    return things.filter(({ productClass }) => {
      const settled = productClass == null ? undefined : byClass[productClass];
      return settled === undefined || settled === this.supplyType;
    });
  }

  /** For each rule a point where it applies and all that differ from it in one fact; and for each two facts every pair of values. */
  private sample(): Point[] {
    const { axes } = this.sets;
    const points: Point[] = [];
    for (const rule of this.rules) {
      const at = this.sets.witness(this.truth(rule.when)[0], this.usual);
      if (!at) continue;
      points.push(at);
      for (const { fact, values } of axes) for (const value of values) points.push({ ...at, [fact]: value });
    }
    const base = Object.fromEntries(axes.map(({ fact, values }) => [fact, this.usual[fact] ?? values[0] ?? null]));
    axes.forEach((a, i) => {
      for (const b of axes.slice(i + 1))
        for (const x of a.values) for (const y of b.values) points.push({ ...base, [a.fact]: x, [b.fact]: y });
    });
    return points;
  }
}

/** Facts as the axes have them: of values that no rule tells apart, the one that stands for them. */
function onAxes(axes: readonly Axis[], facts: Facts): Point {
  return Object.fromEntries(
    axes.map(({ fact, standsFor }) => {
      const value = facts[fact] ?? null;
      return [fact, value === null ? null : (standsFor.get(value) ?? value)];
    }),
  );
}

function usualFacts(facts: readonly FactDefinition[], supplyType: SupplyType): Facts {
  const presumed = facts.flatMap(({ name, presume }) => (presume === undefined ? [] : [[name, presume]]));
  return { ...USUAL, ...Object.fromEntries(presumed), supplied: supplyType, statedSupplyType: supplyType };
}

/** The facts that some condition reads, the most read first, each with the values that some condition tells apart. */
function axesOf(
  rules: readonly Rule[],
  impossible: readonly Impossible[],
  facts: readonly FactDefinition[],
  things: boolean,
): Axis[] {
  const reads = new Map<string, number>();
  const tests = new Map<string, ReadonlySet<string>[]>();
  const walk = (condition: Condition): void => {
    if (condition.kind === 'in')
      tests.set(condition.fact, [...(tests.get(condition.fact) ?? []), new Set(condition.values)]);
    else if (condition.kind === 'not') walk(condition.of);
    else if (condition.kind !== 'unknown') condition.of.forEach(walk);
  };
  for (const { when } of rules) {
    for (const fact of factsRead(when)) reads.set(fact, (reads.get(fact) ?? 0) + 1);
    walk(when);
  }
  for (const { when } of impossible) {
    for (const fact of factsRead(when)) reads.set(fact, reads.get(fact) ?? 0);
    walk(when);
  }
  if (things) for (const fact of THING_FACTS) reads.set(fact, reads.get(fact) ?? 0);
  return [...reads]
    .sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))
    .map(([fact]) => {
      const definition = facts.find(({ name }) => name === fact);
      const values: readonly string[] = definition?.values.map(({ value }) => value) ?? SUPPLY_TYPES;
      const standsFor = new Map<string, string>();
      const first = new Map<string, string>();
      // What a thing is comes from the catalogue as a whole, so that a witness must show a thing that there is.
      const whole = things && (THING_FACTS as readonly string[]).includes(fact);
      for (const value of values) {
        const tested = (tests.get(fact) ?? []).map((test) => (test.has(value) ? '1' : '0'));
        // What is presumed stands for its like, so that witnesses show the usual value.
        const signature = whole ? value : value === definition?.presume ? 'presumed' : tested.join('');
        const known = first.get(signature) ?? value;
        first.set(signature, known);
        standsFor.set(value, known);
      }
      const unknown = definition?.presume === undefined && !KNOWN_OF_EVERY_LINE.has(fact);
      return { fact, values: [...first.values(), ...(unknown ? [null] : [])], standsFor };
    });
}

/** The stretches of days on which the same rules are in force. */
function slicesOf(regions: readonly RuleRegion[]): Slice[] {
  const starts = new Set<string>();
  for (const { rule } of regions) {
    starts.add(rule.effective.from);
    if (rule.effective.to !== null) starts.add(dayAfter(rule.effective.to));
  }
  const days = [...starts].sort();
  return days.flatMap((from, i) => {
    const next = days[i + 1];
    const inForce = regions.filter(
      ({ rule: { effective } }) => effective.from <= from && (effective.to === null || from <= effective.to),
    );
    return inForce.length > 0 ? [{ from, to: next === undefined ? null : dayBefore(next), regions: inForce }] : [];
  });
}
