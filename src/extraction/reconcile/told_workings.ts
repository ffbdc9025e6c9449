import type { DraftProblem } from '../draft.js';
import { readNumber } from '../numbers.js';
import type { LineReading } from '../reading.js';
import { UNIT } from '../table/units.js';
import { nameOf, problem } from './problem.js';

/** `12 days @ £190.00`, `64 bags at £2.45`, `12 x £210.00`, `8 @ 5.25`; of a cross alone, a price has a sign, as a size has none. */
const WORKING =
  /(?<![\d.,£/])(\d[\d,]*(?:\.\d+)?)(?: ?([a-z]+[²³\d]?))?(?: [a-z]+){0,4} ?(?:(?:@|\bat\b) ?£?|[x×] ?£)(\d[\d,]*\.\d{2,4})(?![\d.,]*\d|%)(?: ?([a-z]+\d?))?/gi;

/** `3.00 load 4.50` or `6 118.50` at the end of the words: figures that stood before the amount. */
const COLUMNS = /(?<![\d.,£/x×])\b(\d[\d,]*(?:\.\d+)?) (?:([a-z]+[²³\d]?) )?£?(\d[\d,]*\.\d{2})$/i;

/** Behind a number these make a length of it and no price. */
const LENGTH =
  /^(?:m|mm|cm|metres?|lm|lin|long|wide|high|deep|thick|ft|inch(?:es)?|centres?|c|cs|diameter|dia|kw|kg|l)$/i;

/** What changes a product on its way to the amount. */
const CHANGED =
  /\bless\b|\bdiscount|\boff\b|\bminimum\b|\bmin\b|\bplus\b|\binc(?:l\w*)?\b|\d ?%|\bdeposit\b|\bpart\b|\bbalance\b/i;

/** More parts of a line than these are not added up in every way. */
const MOST_FACTORS = 6;

interface Working {
  quantity: number;
  price: number;
}

/**
 * How many and at which price the words of a line say it was worked out, when that makes none of its amounts: one of the three is misprinted, and
 * nothing on the line says which.
 */
export function checkWorking(line: LineReading, at: number): DraftProblem[] {
  if (line.quantity !== null && line.unitPrice !== null) return [];
  const amounts = [line.net, line.amount, line.gross].flatMap((f) => (f === null ? [] : [Math.abs(f.value)]));
  const told = workingsIn(line.description);
  if (amounts.length === 0 || told.length === 0 || CHANGED.test(line.description)) return [];
  const reached = reachable(line, told);
  if (amounts.some((amount) => reached.some((value) => Math.abs(value - amount) <= slackOf(told)))) return [];
  const [first] = told as [Working, ...Working[]];
  return [
    problem(
      'line_does_not_multiply',
      `“${nameOf(line)}”: what its words say it was worked out from is not the amount.`,
      (line.net ?? line.amount ?? line.gross)?.raw ?? null,
      (first.quantity * first.price).toFixed(2),
      at,
    ),
  ];
}

function workingsIn(text: string): Working[] {
  const working = ([, quantity = '', unit, price = '', behind]: RegExpMatchArray, withUnit: boolean): Working[] => {
    const [count, each] = [readNumber(quantity), readNumber(price)];
    if (count === null || each === null || LENGTH.test(behind ?? '')) return [];
    if (withUnit && unit !== undefined && !UNIT.test(unit)) return [];
    return [{ quantity: count.value, price: each.value }];
  };
  const told = [...text.matchAll(WORKING)].flatMap((match) => working(match, false));
  const columns = COLUMNS.exec(text);
  return told.length > 0 || columns === null ? told : working(columns, true);
}

/** What the workings of a line come to: together, each alone, and times another number of its words ("2 men, 3 days @ £190.00"). */
function reachable({ description, vatRate }: LineReading, told: readonly Working[]): number[] {
  const products = told.map(({ quantity, price }) => quantity * price);
  const whole = products.reduce((sum, value) => sum + value, 0);
  const factors = (description.match(/(?<![\d.,£])\d+(?:\.\d+)?(?![\d.,]*\d)/g) ?? [])
    .slice(0, MOST_FACTORS)
    .map(Number);
  const values = [whole, ...products, ...told.map(({ price }) => price)];
  const times = values.flatMap((value) => [value, ...factors.map((factor) => value * factor)]);
  const rates = vatRate === null || vatRate === 0 ? [20, 5] : [vatRate];
  return times.flatMap((value) => [value, ...rates.flatMap((r) => [value * (1 + r / 100), value / (1 + r / 100)])]);
}

/** A price is printed to the penny, so its product may be off by half of one for each. */
function slackOf(told: readonly Working[]): number {
  return Math.max(0.011, ...told.map(({ quantity }) => quantity * 0.005)) + 1e-9;
}
