import { MONTH_NAME } from '../../rulebook/calendar.js';
import type { DraftProblem } from '../draft.js';
import { readNumber } from '../numbers.js';
import type { InvoiceReading, LineReading } from '../reading.js';
import { UNIT } from '../table/units.js';
import { nameOf, problem } from './problem.js';

/** `12 days @ £190.00`, `64 bags at £2.45 per bag`, `12 x £210.00`, `8 @ 5.25`: how many, their unit, the sign, the price, what it is for and what follows. */
const WORKING =
  /(?<![\d.,£/])(?<count>\d[\d,]*(?:\.\d+)?)(?: ?(?<unit>[a-z]+[²³\d]?)\.?)?(?: [a-z]+){0,4} ?(?<sign>@|\bat\b|[x×]) ?(?<pound>£?)(?<price>\d[\d,]*(?:\.\d{1,4})?)(?![\d.,]*\d|%)(?: ?(?:per |an? |\/ ?)(?<of>[a-z]+\d?))?(?: ?(?<behind>[a-z]+\d?))?/gi;

/** `3.00 load 4.50` or `6 118.50` at the end of the words: figures that stood before the amount. */
const COLUMNS =
  /(?<![\d.,£/x×])(?<![x×] )\b(?<count>\d[\d,]*(?:\.\d+)?) (?:(?<unit>[a-z]+[²³\d]?) )?£?(?<price>\d[\d,]*\.\d{2})$/i;

/** `4 x 17.94` at the end of the words, as tills print how many and the price of one; recognition takes points for colons. */
const TIMES = /(?<![\d.,£/x×])(?<![x×] )\b(?<count>\d{1,4})\.? ?[x×] ?(?<price>\d[\d,]*[.:]\d{2})$/i;

/** Behind a number these make a length of it and no price. */
const LENGTH =
  /^(?:m|mm|cm|metres?|lm|lin|long|wide|high|deep|thick|ft|inch(?:es)?|centres?|c|cs|diameter|dia|kw|kg|l)$/i;

/** From the number on, the day of a date: `3 June`, `12th of March`, `2 Tuesday`. */
const DAY = new RegExp(
  String.raw`^\d+(?:st|nd|rd|th)? ?(?:of )?(?:${MONTH_NAME}|(?:mon|tues|wednes|thurs|fri|satur|sun)day)\b`,
  'i',
);

/** Before a number, what makes it part of a date or the name of one thing among others, and no count. */
const NAMES_NUMBER = new RegExp(
  String.raw`(?:(?<!\d(?:st|nd|rd|th)? (?:of )?)\b${MONTH_NAME}\.?,? |\d-|\b(?:ref(?:erence)?|rooms?|plots?|no|number|phase|flat|house|unit|stage|block|order|ticket|drawing|job|invoice)[.:]? ?#?)$`,
  'i',
);

/** `2026`, where a month stands before it. */
const YEAR = new RegExp(String.raw`\b${MONTH_NAME}\.?,? (?:19|20)\d\d$`, 'i');

/** A time of day: no price begins with a nought before another digit. */
const TIME = /^0\d/;

/** What changes a product on its way to the amount; behind a number "min" are minutes. */
const CHANGED = /\bless\b|\bdiscount|\boff\b|\bminimum\b|(?<!\d ?)\bmin\b|\bplus\b|\d ?%|\bdeposit\b|\bbalance\b/i;

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
export function checkWorking({ lines }: InvoiceReading, line: LineReading, at: number): DraftProblem[] {
  if (line.quantity !== null && line.unitPrice !== null) return [];
  const amounts = [line.net, line.amount, line.gross].flatMap((f) => (f === null ? [] : [Math.abs(f.value)]));
  const inColumns = lines.some((other) => other.quantity !== null && other.unitPrice !== null);
  const told = workingsIn(line.description, inColumns);
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

/** @param inColumns whether other lines of the document have their quantity and price in columns. */
function workingsIn(text: string, inColumns: boolean): Working[] {
  const told = [...text.matchAll(WORKING)].flatMap(({ 0: whole, groups, index }) =>
    groups && !DAY.test(whole) && !isNamed(text.slice(0, index), groups.count ?? '') && isPriced(groups)
      ? workingOf(groups)
      : [],
  );
  const times = inColumns ? TIMES.exec(text)?.groups : undefined;
  if (told.length === 0 && times !== undefined) return workingOf(times);
  const columns = COLUMNS.exec(text)?.groups;
  const isUnit = UNIT.test(columns?.unit ?? '') || (columns?.unit === undefined && inColumns);
  return told.length > 0 || columns === undefined || !isUnit ? told : workingOf(columns);
}

/** Whether what stands before a number makes it the name of a thing or part of a date. */
function isNamed(before: string, count: string): boolean {
  return NAMES_NUMBER.test(before) || YEAR.test(before + count);
}

type Groups = Readonly<Record<string, string | undefined>>;

function workingOf({ count = '', price = '' }: Groups): Working[] {
  const [quantity, each] = [readNumber(count), readNumber(price.replace(':', '.'))];
  return quantity === null || each === null ? [] : [{ quantity: quantity.value, price: each.value }];
}

/** Whether what stands behind the sign is a price, and one of what is counted: a size has neither pence nor a sign, and a rate for another unit needs more. */
function isPriced({ unit, sign, pound, price = '', of, behind }: Groups): boolean {
  if (LENGTH.test(behind ?? '')) return false;
  const another =
    of !== undefined && unit !== undefined && of.slice(0, 2).toLowerCase() !== unit.slice(0, 2).toLowerCase();
  if (another && !/^(?:each|ea|unit|item|no)$/i.test(of)) return false;
  if (pound === '£') return true;
  // What a thing is fitted at or when somebody came is told in the same way; a unit that is counted says that it is a price.
  if (TIME.test(price) || (/^at$/i.test(sign ?? '') && !UNIT.test(unit ?? ''))) return false;
  return /^[x×]$/.test(sign ?? '') ? false : /\.\d{2,}$/.test(price) || (sign === '@' && behind === undefined);
}

/** What the workings of a line come to: together, each alone, and times another number of its words ("2 men, 3 days @ £190.00"), where it is no part of a word ("m3"). */
function reachable({ description, vatRate }: LineReading, told: readonly Working[]): number[] {
  const products = told.map(({ quantity, price }) => quantity * price);
  const whole = products.reduce((sum, value) => sum + value, 0);
  const factors = (description.match(/(?<![\p{L}\d.,£])\d+(?:\.\d+)?(?![\d.,]*\d)/gu) ?? [])
    .slice(0, MOST_FACTORS)
    .map(Number);
  const parts = [...products, ...told.map(({ price }) => price)];
  const times = [whole, ...products, ...[whole, ...parts].flatMap((value) => factors.map((factor) => value * factor))];
  const rates = vatRate === null || vatRate === 0 ? [20, 5] : [vatRate];
  return times.flatMap((value) => [value, ...rates.flatMap((r) => [value * (1 + r / 100), value / (1 + r / 100)])]);
}

/** A price is printed to the penny, so its product may be off by half of one for each. */
function slackOf(told: readonly Working[]): number {
  return Math.max(0.011, ...told.map(({ quantity }) => quantity * 0.005)) + 1e-9;
}
