import type { Facts } from '../src/rulebook/conditions.js';
import type { DecisionEngine } from '../src/rulebook/engine.js';
import type { Line } from '../src/rulebook/line.js';
import type { Route, SupplyType } from '../src/rulebook/model.js';
import type { Rulebook } from '../src/rulebook/rulebook.js';
import { built } from './built.js';

const TODAY = '2026-11-20';

/** The lines measured with: every example that stands beside a rule, so every rule is hit and missed. */
export async function sampleLines(book: Rulebook): Promise<Line[]> {
  const { exampleLine } = await built<typeof import('../src/rulebook/proof/examples.js')>('rulebook/proof/examples.js');
  return book.rules.flatMap((rule) => rule.examples.map((example) => exampleLine(book, rule, example, TODAY)));
}

/** The same line as the arguments of the tool. */
export function toolInput(line: Line): object {
  return {
    context: { claimantRoute: line.route, ...(line.completionDate ? { completionDate: line.completionDate } : {}) },
    item: {
      lineText: line.text,
      netAmount: (line.net / 100).toFixed(2),
      vatCharged: (line.vat / 100).toFixed(2),
      supplyType: line.supplyType,
      taxPoint: line.taxPoint,
    },
  };
}

/** What the decision engine is asked for one line: the line is read, and its facts are known or not. */
export interface Decision {
  route: Route;
  supplied: SupplyType;
  date: string;
  facts: Facts;
}

/** The first decision each line leads to, overheard while it is classified. */
export async function decisionsOf(book: Rulebook, lines: readonly Line[]): Promise<Decision[]> {
  const decisions: Decision[] = [];
  let heard = false;
  const listening = Object.create(book.engine, {
    decide: {
      value: (route: Route, supplied: SupplyType, date: string, facts: Facts) => {
        if (!heard) decisions.push({ route, supplied, date, facts: { ...facts } });
        heard = true;
        return book.engine.decide(route, supplied, date, facts);
      },
    },
  }) as DecisionEngine;
  const overheard = withEngine(book, listening);
  for (const line of lines) {
    heard = false;
    await overheard.classify(line);
  }
  return decisions;
}

/** The same rulebook deciding with another engine. */
export function withEngine(book: Rulebook, engine: DecisionEngine): Rulebook {
  return Object.create(book, { engine: { value: engine } }) as Rulebook;
}
