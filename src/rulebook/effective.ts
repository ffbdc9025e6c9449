import { dayAfter, dayBefore } from './dates.js';
import type { Rule } from './model.js';

/** Whether a rule holds for supplies of an ISO date; both of its days are included. */
export function inForce({ effective: { from, to } }: Pick<Rule, 'effective'>, date: string): boolean {
  return from <= date && (to === null || date <= to);
}

/** A day of every stretch in which the same rules are in force, the latest first. */
export function turningDays(rules: readonly Pick<Rule, 'effective'>[]): string[] {
  const days = new Set<string>();
  for (const { effective } of rules) {
    days.add(dayBefore(effective.from));
    days.add(effective.from);
    if (effective.to !== null) {
      days.add(effective.to);
      days.add(dayAfter(effective.to));
    }
  }
  return [...days].sort().reverse();
}
