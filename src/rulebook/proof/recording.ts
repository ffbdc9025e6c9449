import type { Facts } from '../conditions.js';
import { type DecisionEngine, tableOf } from '../engine.js';
import type { Observed } from '../lints/observed.js';
import { ROUTES, SUPPLY_TYPES } from '../model.js';
import type { Rulebook } from '../rulebook.js';

/** The same rulebook, whose engine notes what it is asked under the name of the line that `about` gives. */
export function recording(book: Rulebook, observed: Observed, about: () => string): Rulebook {
  const partitions = new Map(
    ROUTES.flatMap((route) => SUPPLY_TYPES.map((supplyType) => [tableOf(route, supplyType), { route, supplyType }])),
  );
  const engine: DecisionEngine = Object.create(book.engine, {
    // Decisions and previews both come down to this.
    judgement: {
      value(table: string, date: string, facts: Facts) {
        const partition = partitions.get(table);
        if (partition) observed.add({ ...partition, facts, line: about() });
        return book.engine.judgement(table, date, facts);
      },
    },
  });
  return Object.create(book, { engine: { value: engine } });
}
