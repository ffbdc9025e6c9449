import type { Rule } from '../model.js';
import type { FactSpace, RuleRegion, Slice } from './fact_space.js';

/** A rule in one space, with every stretch of days in which it is in force there. */
export interface PlacedRegion {
  space: FactSpace;
  region: RuleRegion;
  slices: readonly Slice[];
}

/** Where a rule stands: one place for each of its supply types. */
export function regionsOf(rule: Rule, spaces: readonly FactSpace[]): PlacedRegion[] {
  return spaces.flatMap((space) => {
    const region = space.regions.find((r) => r.rule === rule);
    if (!region) return [];
    return [{ space, region, slices: space.slices.filter(({ regions }) => regions.includes(region)) }];
  });
}
