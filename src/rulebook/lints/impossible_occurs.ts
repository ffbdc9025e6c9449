import { truth } from '../conditions.js';
import type { Finding, Lint } from './lint.js';

/** A combination said to be impossible that a line decided has all the same. */
export const impossibleOccurs: Lint = {
  id: 'impossible_occurs',
  about: 'a combination of impossible.yaml that a line really has',
  *check({ book, observed }) {
    for (const { id, route, when } of book.impossible) {
      const point = observed
        .all()
        .find((p) => (route === undefined || p.route === route) && truth(when, p.facts) === 1);
      if (!point) continue;
      yield {
        severity: 'error',
        subject: { kind: 'impossible', id },
        message: 'is said to be impossible, and a line has it; the lints are blind there',
        witness: { facts: {}, line: point.line },
      } satisfies Finding;
    }
  },
};
