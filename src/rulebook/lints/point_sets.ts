/** A set of points: the number of its node in the `PointSets` that made it. */
export type PointSet = number;

/** One axis of the space: a fact and the values it can have; null is "not known". */
export interface Axis {
  fact: string;
  values: readonly (string | null)[];
  /** The value on the axis for each value of the fact: the first of those that no condition tells apart. */
  standsFor: ReadonlyMap<string, string>;
}

/** A value of every fact of the space. */
export type Point = Readonly<Record<string, string | null>>;

/** The sets of a space needed more nodes than were allowed. */
export class SpaceTooLarge extends Error {
  constructor(most: number) {
    super(`the space of facts needs more than ${most} nodes`);
    this.name = 'SpaceTooLarge';
  }
}

/** A node looks at one axis and goes on by its value. 0 is the empty set, 1 every point. */
interface Node {
  axis: number;
  next: readonly PointSet[];
}

/** Enough for a partition many times as large as any of today's; see `SpaceTooLarge`. */
const MOST_NODES = 400_000;

/**
 * Sets of points of a finite space, as shared decision diagrams: each set has exactly one node, so two sets are equal
 * when their numbers are, and a product of a million million points is enumerated without listing one of them.
 */
export class PointSets {
  readonly none: PointSet = 0;
  readonly all: PointSet = 1;
  private readonly nodes: Node[] = [];
  private readonly known = new Map<string, PointSet>();
  private readonly conjunctions = new Map<number, PointSet>();
  private readonly disjunctions = new Map<number, PointSet>();
  private readonly complements = new Map<PointSet, PointSet>();
  private readonly axisOf: ReadonlyMap<string, number>;

  /** @param axes from the one looked at first to the last; facts read by the most rules first keep the diagrams small. */
  constructor(
    readonly axes: readonly Axis[],
    private readonly mostNodes = MOST_NODES,
  ) {
    this.axisOf = new Map(axes.map((axis, i) => [axis.fact, i]));
    // Places 0 and 1 are the two sets without an axis.
    this.nodes.push({ axis: axes.length, next: [] }, { axis: axes.length, next: [] });
  }

  has(fact: string): boolean {
    return this.axisOf.has(fact);
  }

  /** The points at which `fact` has a value that `holds`. */
  where(fact: string, holds: (value: string | null) => boolean): PointSet {
    const axis = this.axisOf.get(fact);
    if (axis === undefined) throw new Error(`the space has no fact ${fact}`);
    return this.node(
      axis,
      (this.axes[axis] as Axis).values.map((value) => (holds(value) ? this.all : this.none)),
    );
  }

  and(a: PointSet, b: PointSet): PointSet {
    if (a === b || b === this.all) return a;
    if (a === this.all) return b;
    if (a === this.none || b === this.none) return this.none;
    return this.combined(a, b, this.conjunctions, (x, y) => this.and(x, y));
  }

  or(a: PointSet, b: PointSet): PointSet {
    if (a === b || b === this.none) return a;
    if (a === this.none) return b;
    if (a === this.all || b === this.all) return this.all;
    return this.combined(a, b, this.disjunctions, (x, y) => this.or(x, y));
  }

  not(a: PointSet): PointSet {
    if (a === this.none) return this.all;
    if (a === this.all) return this.none;
    const done = this.complements.get(a);
    if (done !== undefined) return done;
    const { axis, next } = this.nodes[a] as Node;
    const result = this.node(
      axis,
      next.map((child) => this.not(child)),
    );
    this.complements.set(a, result);
    this.complements.set(result, a);
    return result;
  }

  minus(a: PointSet, b: PointSet): PointSet {
    return this.and(a, this.not(b));
  }

  every(sets: Iterable<PointSet>): PointSet {
    let result = this.all;
    for (const set of sets) result = this.and(result, set);
    return result;
  }

  any(sets: Iterable<PointSet>): PointSet {
    let result = this.none;
    for (const set of sets) result = this.or(result, set);
    return result;
  }

  /** The set with any value of these facts wherever it has one: what is left when they are forgotten. */
  forget(a: PointSet, facts: ReadonlySet<string>): PointSet {
    const done = new Map<PointSet, PointSet>();
    const walk = (set: PointSet): PointSet => {
      if (set === this.none || set === this.all) return set;
      const known = done.get(set);
      if (known !== undefined) return known;
      const { axis, next } = this.nodes[set] as Node;
      const children = next.map(walk);
      const result = facts.has((this.axes[axis] as Axis).fact) ? this.any(children) : this.node(axis, children);
      done.set(set, result);
      return result;
    };
    return walk(a);
  }

  holds(a: PointSet, point: Point): boolean {
    let at = a;
    while (at !== this.none && at !== this.all) {
      const { axis, next } = this.nodes[at] as Node;
      const { fact, values } = this.axes[axis] as Axis;
      const value = values.indexOf(point[fact] ?? null);
      at = next[value] ?? this.none;
    }
    return at === this.all;
  }

  /**
   * One point of the set, the one with the fewest facts away from `usual`; null when the set is empty.
   * @param usual the value a fact has on most lines, by fact.
   */
  witness(a: PointSet, usual: Point = {}): Point | null {
    if (a === this.none) return null;
    const costs = new Map<PointSet, number>();
    const cost = (set: PointSet): number => {
      if (set === this.none) return Number.POSITIVE_INFINITY;
      if (set === this.all) return 0;
      const done = costs.get(set);
      if (done !== undefined) return done;
      const { axis, next } = this.nodes[set] as Node;
      const result = Math.min(...next.map((child, i) => cost(child) + this.away(axis, i, usual)));
      costs.set(set, result);
      return result;
    };
    const point: Record<string, string | null> = {};
    for (const { fact, values } of this.axes) point[fact] = fact in usual ? (usual[fact] ?? null) : (values[0] ?? null);
    for (let at = a; at !== this.all; ) {
      const { axis, next } = this.nodes[at] as Node;
      const total = (i: number) => cost(next[i] as PointSet) + this.away(axis, i, usual);
      let best = 0;
      for (let i = 1; i < next.length; i++) if (total(i) < total(best)) best = i;
      const { fact, values } = this.axes[axis] as Axis;
      point[fact] = values[best] ?? null;
      at = next[best] as PointSet;
    }
    return point;
  }

  /** The facts that a set depends on. */
  reads(a: PointSet): string[] {
    const seen = new Set<PointSet>();
    const axes = new Set<number>();
    const walk = (set: PointSet) => {
      if (set === this.none || set === this.all || seen.has(set)) return;
      seen.add(set);
      const { axis, next } = this.nodes[set] as Node;
      axes.add(axis);
      for (const child of next) walk(child);
    };
    walk(a);
    return [...axes].sort((x, y) => x - y).map((axis) => (this.axes[axis] as Axis).fact);
  }

  /** How many points the whole space has. */
  get points(): number {
    return this.axes.reduce((product, { values }) => product * values.length, 1);
  }

  /** Two sets put together value by value of the first axis that either looks at. */
  private combined(
    a: PointSet,
    b: PointSet,
    done: Map<number, PointSet>,
    combine: (x: PointSet, y: PointSet) => PointSet,
  ): PointSet {
    // Node numbers stay far below 2 to the 26th, so that two of them fit in one safe integer.
    const key = Math.min(a, b) * 67_108_864 + Math.max(a, b);
    const known = done.get(key);
    if (known !== undefined) return known;
    const [x, y] = [this.nodes[a] as Node, this.nodes[b] as Node];
    const axis = Math.min(x.axis, y.axis);
    const next = (this.axes[axis] as Axis).values.map((_, i) =>
      combine(x.axis === axis ? (x.next[i] as PointSet) : a, y.axis === axis ? (y.next[i] as PointSet) : b),
    );
    const result = this.node(axis, next);
    done.set(key, result);
    return result;
  }

  private away(axis: number, value: number, usual: Point): number {
    const { fact, values } = this.axes[axis] as Axis;
    const wanted = fact in usual ? (usual[fact] ?? null) : values[0];
    return values[value] === wanted ? 0 : 1;
  }

  private node(axis: number, next: readonly PointSet[]): PointSet {
    const [first] = next;
    if (first !== undefined && next.every((child) => child === first)) return first;
    const key = `${axis}:${next.join()}`;
    const known = this.known.get(key);
    if (known !== undefined) return known;
    if (this.nodes.length >= this.mostNodes) throw new SpaceTooLarge(this.mostNodes);
    const made = this.nodes.length;
    this.nodes.push({ axis, next });
    this.known.set(key, made);
    return made;
  }
}
