import type { Facts } from '../conditions.js';
import type { DecisionEngine, Judgement } from '../engine.js';
import type { Observed } from '../lints/observed.js';
import type { Route, SupplyType } from '../model.js';
import type { Rulebook } from '../rulebook.js';

/** The same rulebook, whose engine notes what it is asked under the name of the line that `about` gives. */
export function recording(book: Rulebook, observed: Observed, about: () => string): Rulebook {
  const engine: DecisionEngine = Object.create(book.engine, {
    judge: {
      value(route: Route, supplyType: SupplyType, date: string, facts: Facts): Judgement {
        observed.add({ route, supplyType, facts, line: about() });
        return book.engine.judge(route, supplyType, date, facts);
      },
    },
  });
  return Object.create(book, { engine: { value: engine } });
}
