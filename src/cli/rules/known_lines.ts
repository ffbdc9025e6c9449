import type { LineSource } from '../../rulebook/comparison/lines.js';
import { type Line, NOTHING_MORE_TOLD } from '../../rulebook/line.js';
import { ROUTES } from '../../rulebook/model.js';
import { percentOf } from '../../rulebook/money.js';
import { exampleLine } from '../../rulebook/proof/examples.js';
import type { Rulebook } from '../../rulebook/rulebook.js';
import { knownAnswers } from './known_answers.js';

/** What goods of a changed name are taken to cost, in pence. */
const NET = 100_000;

/**
 * Lines on which two editions are worth comparing: the examples of the rules, every line of the fixtures, and every name
 * of a thing that one edition names otherwise than the other, as goods bought alone.
 * @param today ISO date for lines without a tax point.
 */
export function knownLines(before: Rulebook, after: Rulebook, today: string): LineSource {
  const examples = after.rules.flatMap((rule) =>
    rule.examples.map((example) => exampleLine(after, rule, example, today)),
  );
  const lines = [
    ...examples,
    ...knownAnswers(after, today).map(({ line }) => line),
    ...changedNames(before, after).flatMap((text) =>
      ROUTES.map(
        (route): Line => ({
          ...NOTHING_MORE_TOLD,
          route,
          supplyType: 'materials',
          text,
          net: NET,
          vat: percentOf(NET, after.rates.standardAt(today)),
          taxPoint: today,
          taxPointGiven: false,
          answers: [],
        }),
      ),
    ),
  ];
  const once = new Map(lines.map((line) => [JSON.stringify(line), line]));
  return { name: 'lines (examples, fixtures, and names of things that changed)', lines: [...once.values()] };
}

/** The terms and look-alikes of every thing that does not stand in both editions as it is. */
function changedNames(before: Rulebook, after: Rulebook): string[] {
  const written = ({ catalogue }: Rulebook) => new Map(catalogue.concepts.map((c) => [c.id, JSON.stringify(c)]));
  const [was, is] = [written(before), written(after)];
  const names = [before, after].flatMap(({ catalogue }) =>
    catalogue.concepts
      .filter(({ id }) => was.get(id) !== is.get(id))
      .flatMap(({ terms, lookalikes }) => [...terms, ...lookalikes.are, ...lookalikes.areNot]),
  );
  return [...new Set(names)];
}
