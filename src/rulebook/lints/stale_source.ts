import { daysBetween } from '../dates.js';
import type { Lint } from './lint.js';

const YEAR = 365;

/** A source that nobody has looked at for a year, or whose day of checking lies ahead. */
export const staleSource: Lint = {
  id: 'stale_source',
  about: 'a source that nobody has checked for a year',
  *check({ book, today }) {
    for (const { key, title, checked } of book.citations.all) {
      const age = daysBetween(checked, today);
      const subject = { kind: 'source' as const, id: key, path: ['checked'] };
      if (age > YEAR)
        yield {
          severity: 'warning',
          subject,
          message: `${title} was last checked on ${checked}, ${age} days ago; read it again and write the day`,
        };
      else if (age < 0)
        yield { severity: 'error', subject, message: `${title} is said to be checked on ${checked}, which lies ahead` };
    }
  },
};
