import { termsOf } from '../../rulebook/catalogue.js';
import type { Contents } from '../../rulebook/comparison/contents.js';
import type { LineSource } from '../../rulebook/comparison/lines.js';
import { lineOf } from '../../rulebook/line.js';
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
 * @param contents what stands in one edition and not, or not so, in the other.
 * @param today ISO date for lines without a tax point.
 * @param fixtures the folder of lines with known answers.
 */
export function knownLines(
  before: Rulebook,
  after: Rulebook,
  contents: readonly Contents[],
  today: string,
  fixtures: string,
): LineSource {
  const examples = after.rules.flatMap((rule) =>
    rule.examples.map((example) => exampleLine(after, rule, example, today)),
  );
  const lines = [
    ...examples,
    ...knownAnswers(after, today, fixtures).map(({ line }) => line),
    ...changedNames([before, after], contents).flatMap((text) =>
      ROUTES.map((route) =>
        lineOf({
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
function changedNames(editions: readonly Rulebook[], contents: readonly Contents[]): string[] {
  const things = contents.filter(({ kind }) => kind === 'things');
  const changed = new Set(things.flatMap(({ added, removed, changed }) => [...added, ...removed, ...changed]));
  const names = editions.flatMap(({ catalogue }) =>
    catalogue.concepts
      .filter(({ id }) => changed.has(id))
      .flatMap((concept) => [...termsOf(concept), ...concept.lookalikes.are, ...concept.lookalikes.areNot]),
  );
  return [...new Set(names)];
}
