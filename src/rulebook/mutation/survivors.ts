import type { Facts } from '../conditions.js';
import { inForce, turningDays } from '../effective.js';
import type { SpaceParts } from '../lints/fact_space.js';
import { FactSpace } from '../lints/fact_space.js';
import type { Witness } from '../lints/lint.js';
import type { Route, Rule, SupplyType } from '../model.js';
import type { Mutant } from './mutants.js';
import { verdictSets } from './verdict_sets.js';

/** A case that a mistake answers differently. */
export interface DifferentAnswer extends Witness {
  route: Route;
  supplyType: SupplyType;
  date: string;
  /** Every fact that the rules there read. */
  point: Facts;
}

/** Whether a mistake that no test catches changes any answer at all. */
export interface Survivor {
  mutant: Mutant;
  /** A case that is answered differently; null when there is none, so that the mistake changes nothing. */
  witness: DifferentAnswer | null;
  /** False where the space of facts was too large to look at every point, so that "changes nothing" is not proved. */
  exact: boolean;
}

/** Looks at every point of the space of facts for one that a mutant answers differently. */
export class Survivors {
  private readonly spaces: ReadonlyMap<string, FactSpace>;
  private readonly factOrder: readonly string[];

  /** @param mutants those that will be asked about; their conditions tell apart values that the rules do not. */
  constructor(
    private readonly parts: SpaceParts,
    mutants: readonly Mutant[],
  ) {
    this.factOrder = parts.facts.map(({ name }) => name);
    const spaces = new Map<string, FactSpace>();
    const wrong = mutants.flatMap(({ changed }) => [...changed.values()]);
    for (const rule of parts.rules)
      for (const supplyType of rule.supplyTypes) {
        const key = `${rule.route}/${supplyType}`;
        if (spaces.has(key)) continue;
        const here = [...parts.rules, ...wrong].filter(
          (r) => r.route === rule.route && r.supplyTypes.includes(supplyType),
        );
        spaces.set(key, new FactSpace(rule.route, supplyType, here, parts));
      }
    this.spaces = spaces;
  }

  of(mutant: Mutant): Survivor {
    const places = [...mutant.changed.keys()].flatMap((rule) =>
      rule.supplyTypes.map((type) => `${rule.route}/${type}`),
    );
    let exact = true;
    for (const key of new Set(places)) {
      const space = this.spaces.get(key);
      if (!space) continue;
      exact &&= space.exact;
      const witness = this.difference(mutant, space);
      if (witness) return { mutant, witness, exact };
    }
    return { mutant, witness: null, exact };
  }

  private difference(mutant: Mutant, space: FactSpace): Survivor['witness'] {
    const { sets } = space;
    const here = (rule: Rule) => rule.route === space.route && rule.supplyTypes.includes(space.supplyType);
    const right = this.parts.rules.filter(here);
    const wrong = right.map((rule) => mutant.changed.get(rule) ?? rule);
    for (const date of turningDays([...right, ...wrong])) {
      const [before, after] = [right, wrong].map((rules) => rules.filter((rule) => inForce(rule, date)));
      if (!before || !after || same(before, after)) continue;
      // Elsewhere both give the same answer, because the same rules hold there.
      const touched = [...before, ...after].filter((rule) => !before.includes(rule) || !after.includes(rule));
      const region = sets.and(
        space.possible,
        sets.any(touched.map((rule) => sets.not(space.where({ kind: 'not', of: rule.when })))),
      );
      const a = verdictSets(space, before, region, this.factOrder);
      const b = verdictSets(space, after, region, this.factOrder);
      for (const verdict of new Set([...a.keys(), ...b.keys()])) {
        const [x, y] = [a.get(verdict) ?? sets.none, b.get(verdict) ?? sets.none];
        const differs = sets.or(sets.minus(x, y), sets.minus(y, x));
        const witness = space.witness(differs);
        if (witness)
          return {
            ...witness,
            route: space.route,
            supplyType: space.supplyType,
            date,
            point: space.nearestPoint(differs),
          };
      }
    }
    return null;
  }
}

function same(a: readonly Rule[], b: readonly Rule[]): boolean {
  return a.length === b.length && a.every((rule, i) => rule === b[i]);
}
