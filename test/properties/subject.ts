import fc from 'fast-check';
import { expect } from 'vitest';
import type { Classification } from '../../src/rulebook/classification.js';
import type { Line } from '../../src/rulebook/line.js';
import { parsePence } from '../../src/rulebook/money.js';
import type { Rulebook } from '../../src/rulebook/rulebook.js';
import type { arbitraries } from './arbitraries.js';
import { fixtureLines } from './fixture_lines.js';

/** How many times as often each property is run: FC_RUNS=20 finds more. */
export const RUNS = Number(process.env.FC_RUNS ?? 1);
/** The lines tried are the same in every run unless FC_SEED says otherwise. */
export const SEED = Number(process.env.FC_SEED ?? 708);

/** What properties are asserted of, and where they are put down. */
export interface Subject {
  book: Rulebook;
  any: ReturnType<typeof arbitraries>;
  group(name: string, body: () => void): void;
  property(name: string, check: () => Promise<void> | void): void;
}

/**
 * Asserts a property of many values. A line for which it fails is told as a row of fixtures/golden, ready to be kept.
 * @param runs how many, before FC_RUNS.
 */
export async function holds<T>(
  arbitrary: fc.Arbitrary<T>,
  runs: number,
  property: (value: T) => Promise<void>,
): Promise<void> {
  const details = await fc.check(fc.asyncProperty(arbitrary, property), {
    seed: SEED,
    numRuns: Math.ceil(runs * RUNS),
  });
  if (!details.failed) return;
  const rows = fixtureLines(details.counterexample);
  const ready = rows.length > 0 ? `\nAs rows of fixtures/golden:\n${rows.join('\n')}` : '';
  throw new Error(`${fc.defaultReportMessage(details)}${ready}`, { cause: details.errorInstance });
}

export const CLAIMS = ['reclaimable', 'reclaimable_in_part'];

/** How much of a claim an answer is: whole 2, in part 1, none 0. */
export function claim(c: Classification): number {
  return c.classification.treatment === 'reclaimable'
    ? 2
    : c.classification.treatment === 'reclaimable_in_part'
      ? 1
      : 0;
}

export function pence(amount: string): number {
  expect(amount).toMatch(/^-?\d+\.\d{2}$/);
  expect(amount).not.toBe('-0.00');
  return parsePence(amount) as number;
}

export function amountsOf(c: Classification) {
  return {
    reclaimable: pence(c.classification.vatReclaimable),
    toRecover: pence(c.classification.vatToRecoverFromSupplier),
    onceCorrected: pence(c.classification.vatReclaimableOnceCorrected),
  };
}

/** What two readings of one line must share; the words shown may differ in case and spelling. */
export function verdict(c: Classification) {
  const { treatment, vatReclaimable, vatToRecoverFromSupplier } = c.classification;
  const { rule, product, question } = c;
  return [treatment, vatReclaimable, vatToRecoverFromSupplier, rule?.id, product?.conceptId, question?.id].join(' ');
}

export const said = (of: Line, c: Classification) =>
  `"${of.text}" (${of.route}, ${of.supplyType}, net ${of.net}, VAT ${of.vat}): ${verdict(c)}`;
