import { nearestPence } from '../numbers.js';
import { extraKind, isSumKind, totalKind } from './labels.js';
import { type LabelledMoney, labelledMoney } from './money_words.js';
import type { Row } from './page.js';

/**
 * Whether by nothing but its figure a sum is that of a section: the lines right above come to it, and another line and another sum follow on
 * the page.
 * @param inColumn whether only figures that end below each other count, so that lines may have others beside them.
 */
export function isSumOfSection(rows: readonly Row[], from: number, at: number, inColumn: boolean): boolean {
  const row = rows[at] as Row;
  const sum = labelledMoney(row).at(-1);
  if (sum === undefined) return false;
  const amountIn = (other: Row) => {
    if (other.page !== row.page) return undefined;
    const money = labelledMoney(other);
    if (inColumn) return money.find(({ word }) => Math.abs(word.x1 - sum.word.x1) < row.height);
    return money.length === 1 ? money[0] : undefined;
  };
  const amounts = (part: readonly Row[]) => part.flatMap((other) => amountIn(other) ?? []);
  const below = amounts(rows.slice(at + 1));
  return (
    comesTo(amounts(rows.slice(from, at)), nearestPence(sum.number)) &&
    below[0] !== undefined &&
    kindOf(below[0]) === null &&
    !NAMES_VAT.test(below[0].label) &&
    below.some((other) => isSumKind(kindOf(other)))
  );
}

/** "Z: VAT 0% on 5,937.50": the VAT of one rate, and no line. */
const NAMES_VAT = /\bv\.?a\.?t\b|\btax\b/i;

function kindOf({ label }: LabelledMoney) {
  return totalKind(label) ?? extraKind(label);
}

/** Whether the last of these, back to the sum before them, come to a figure. */
function comesTo(amounts: readonly LabelledMoney[], pence: number): boolean {
  let sum = 0;
  for (const amount of amounts.toReversed()) {
    if (isSumKind(kindOf(amount))) return false;
    sum += nearestPence(amount.number);
    if (sum === pence) return true;
  }
  return false;
}
