import { dayAfter, dayBefore } from '../dates.js';
import type { FactSpace, RuleRegion, Slice } from './fact_space.js';
import type { Finding, Lint, LintInput, Witness } from './lint.js';

/**
 * The day before and after every change: what a rule decides on its first and last day is decided or asked about on the
 * day before and after; rates and zero-rate dates follow one another. That two rules decide one day is an overlap.
 */
export const dates: Lint = {
  id: 'dates',
  about: 'days on which a change leaves lines without a rule, a rate or a window',
  *check(input) {
    yield* changes(input);
    yield* rates(input);
    yield* windows(input);
  },
};

/** A day on which rules begin or end and leave lines that nothing covers on the day before or after. */
interface Change {
  end: 'from' | 'to';
  day: string;
  first: RuleRegion;
  rules: Set<string>;
  witness: Witness | undefined;
}

function* changes({ spaces }: LintInput): Iterable<Finding> {
  const found = new Map<string, Change>();
  for (const space of spaces)
    for (const [i, slice] of space.slices.entries()) {
      const before = space.slices[i - 1];
      const after = space.slices[i + 1];
      // The law of the rulebook begins with its first rules.
      if (before) note(found, space, slice, before, 'from');
      if (slice.to !== null) note(found, space, slice, after, 'to');
    }
  for (const { end, day, first, rules, witness } of found.values()) {
    const other = end === 'from' ? dayBefore(day) : dayAfter(day);
    const many = rules.size > 1 ? ` (and so do ${rules.size - 1} more)` : '';
    yield {
      severity: 'error',
      subject: { kind: 'rule', id: first.rule.id, path: ['effective', end] },
      other,
      message: `${end === 'from' ? 'begins' : 'ends'} on ${day}${many}, and on ${other} no rule decides or asks about lines that it decides`,
      ...(witness ? { witness } : {}),
    };
  }
}

function note(
  found: Map<string, Change>,
  space: FactSpace,
  slice: Slice,
  next: Slice | undefined,
  end: 'from' | 'to',
): void {
  const { sets } = space;
  const day = slice[end];
  if (day === null) return;
  for (const region of slice.regions.filter(({ rule }) => rule.effective[end] === day)) {
    const left = sets.minus(space.decides(region, slice), next ? space.covered(next) : sets.none);
    if (left === sets.none) continue;
    const key = `${space.route} ${end} ${day}`;
    const change = found.get(key) ?? { end, day, first: region, rules: new Set(), witness: space.witness(left) };
    change.rules.add(region.rule.id);
    found.set(key, change);
  }
}

function* rates({ book }: LintInput): Iterable<Finding> {
  for (const [name, history] of Object.entries(book.rates.histories)) {
    const first = book.rules.map(({ effective }) => effective.from).sort()[0];
    const subject = (index: number) => ({ kind: 'rate' as const, id: name, path: [index, 'from'] });
    const start = history[0];
    if (start && first !== undefined && start.from > first)
      yield {
        severity: 'warning',
        subject: subject(0),
        other: first,
        message: `the ${name} rate has no percentage before ${start.from}, and rules begin on ${first}; ${start.percent}% is used there`,
      };
    for (const [i, entry] of history.entries()) {
      const earlier = history[i - 1];
      if (earlier && entry.from <= earlier.from)
        yield {
          severity: 'error',
          subject: subject(i),
          message: `the ${name} rate of ${entry.from} stands after that of ${earlier.from}; dates must rise`,
        };
    }
  }
}

function* windows({ book }: LintInput): Iterable<Finding> {
  for (const window of book.rates.zeroRateWindows)
    for (const place of ['great_britain', 'northern_ireland'] as const)
      if (window[place].to < window[place].from)
        yield {
          severity: 'error',
          subject: { kind: 'window', id: window.item, path: [place, 'to'] },
          message: `the zero rate of ${window.item} ends on ${window[place].to}, before it begins on ${window[place].from}`,
        };
}
