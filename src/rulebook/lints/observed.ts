import type { Concept } from '../catalogue.js';
import type { Facts } from '../conditions.js';
import type { Route, SupplyType } from '../model.js';

/** What the facts of one line, or of one of its parts or answers, were when rules were asked. */
export interface ObservedPoint {
  route: Route;
  /** Whose rules were asked. */
  supplyType: SupplyType;
  facts: Facts;
  /** The line as printed, with the answers given to it. */
  line: string;
}

/** The facts that say what a thing is. The catalogue and the words of a line set them together. */
export const THING_FACTS = ['productClass', 'goodsAlone', 'lineKind', 'esm'] as const;

/** The lines that were really decided, as evidence of which facts go together and as witnesses for findings. */
export class Observed {
  private readonly points = new Map<string, ObservedPoint[]>();
  private readonly keys = new Set<string>();
  private readonly byThing = new Map<string, Facts>();

  add(point: ObservedPoint): void {
    const { route, supplyType, facts } = point;
    const key = `${route}/${supplyType}/${Object.values(facts).join('|')}`;
    if (this.keys.has(key)) return;
    this.keys.add(key);
    const partition = `${route}/${supplyType}`;
    const points = this.points.get(partition);
    if (points) points.push(point);
    else this.points.set(partition, [point]);
    this.addThing(facts);
  }

  /** A thing that some line can be about, though none of the lines decided was. */
  addThing(facts: Facts): void {
    const key = THING_FACTS.map((fact) => facts[fact] ?? '').join('|');
    if (!this.byThing.has(key))
      this.byThing.set(key, Object.fromEntries(THING_FACTS.map((fact) => [fact, facts[fact] ?? null])));
  }

  /** The things of a catalogue. */
  addThings(concepts: readonly Concept[]): void {
    for (const { class: productClass, goodsAlone, lineKind = 'ordinary', esm = 'none' } of concepts)
      this.addThing({ productClass, goodsAlone, lineKind, esm });
  }

  /** Every combination of the thing facts that occurs. */
  get things(): Facts[] {
    return [...this.byThing.values()];
  }

  of(route: Route, supplyType: SupplyType): readonly ObservedPoint[] {
    return this.points.get(`${route}/${supplyType}`) ?? [];
  }

  all(): ObservedPoint[] {
    return [...this.points.values()].flat();
  }
}
