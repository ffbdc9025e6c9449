import type { Facts } from '../conditions.js';
import type { FactDefinition, Route, SupplyType } from '../model.js';
import type { Rulebook } from '../rulebook.js';
import { verdictText } from './verdict_text.js';

/** Facts at which the verdict of the rules was written down. */
export interface RecordedPoint {
  route: Route;
  supplyType: SupplyType;
  /** ISO date of supply. */
  date: string;
  /** Those that are not presumed; null is "not known". */
  facts: Facts;
  /** As `verdictText` says it. */
  verdict: string;
}

/** Every fact of a point: what it gives, else what is presumed, else not known. */
export function factsOf(point: Pick<RecordedPoint, 'facts'>, facts: readonly FactDefinition[]): Facts {
  const base = facts.map(({ name, presume }): [string, string | null] => [name, presume ?? null]);
  return { supplied: null, ...Object.fromEntries(base), ...point.facts };
}

/** What a rulebook says at a point today. */
export function verdictAt(book: Pick<Rulebook, 'engine' | 'facts'>, point: Omit<RecordedPoint, 'verdict'>): string {
  return verdictText(book.engine.judge(point.route, point.supplyType, point.date, factsOf(point, book.facts)));
}

/** A point as few facts as it takes: what is presumed is left out. */
export function pointOf(
  where: Pick<RecordedPoint, 'route' | 'supplyType' | 'date'>,
  facts: Facts,
  book: Pick<Rulebook, 'engine' | 'facts'>,
): RecordedPoint {
  const presumed = new Map(book.facts.map(({ name, presume }) => [name, presume ?? null]));
  const told = Object.entries(facts).filter(([name, value]) => (presumed.get(name) ?? null) !== value);
  const point = { ...where, facts: Object.fromEntries(told.sort(([a], [b]) => (a < b ? -1 : 1))) };
  return { ...point, verdict: verdictAt(book, point) };
}
