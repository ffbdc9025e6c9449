import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import type { Facts } from '../src/rulebook/conditions.js';
import type { DecisionEngine } from '../src/rulebook/engine.js';
import type { Line } from '../src/rulebook/line.js';
import type { Route, SupplyType } from '../src/rulebook/model.js';
import type { Rulebook } from '../src/rulebook/rulebook.js';
import { built, ROOT } from './built.js';

const TODAY = '2026-11-20';

/** The lines measured with: every example that stands beside a rule, so every rule is hit and missed. */
export async function sampleLines(book: Rulebook): Promise<Line[]> {
  const { exampleLine } = await built<typeof import('../src/rulebook/proof/examples.js')>('rulebook/proof/examples.js');
  return book.rules.flatMap((rule) => rule.examples.map((example) => exampleLine(book, rule, example, TODAY)));
}

/** The arguments of `check_line_item`, as far as they are given here. */
export interface ToolInput {
  context: { claimantRoute: string; country?: string; completionDate?: string };
  item: { lineText: string; netAmount: string; vatCharged: string; supplyType: string; taxPoint: string };
}

/** The lines of fixtures/lines: some six thousand, as merchants and contractors print them. */
export function printedLines(): ToolInput[] {
  const folder = join(ROOT, 'fixtures', 'lines');
  const files = readdirSync(folder).filter((name) => name.endsWith('.csv'));
  return files.flatMap((name) =>
    (parse(readFileSync(join(folder, name)), { columns: true }) as Record<string, string>[]).map((row) => ({
      context: {
        claimantRoute: row.route === 'nb' ? 'self_build_431nb' : 'self_build_431c',
        ...(row.country ? { country: row.country } : {}),
      },
      item: {
        lineText: row.lineText ?? '',
        netAmount: row.net ?? '',
        vatCharged: row.vat ?? '',
        supplyType: row.supplyType ?? '',
        taxPoint: row.taxPoint || TODAY,
      },
    })),
  );
}

/** The text of a line with another quantity: invoices seldom print the same line twice. */
export function withQuantity(text: string, quantity: number): string {
  return `${text} x ${quantity}`;
}

/** The same line as the arguments of the tool. */
export function toolInput(line: Line): ToolInput {
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
