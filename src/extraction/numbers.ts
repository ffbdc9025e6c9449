import type { Figure, Place } from './reading.js';
import { remembered } from './remember.js';

/** A number as people print it on invoices, with what stands around it. */
export interface PrintedNumber {
  value: number;
  /** Decimal string with the sign and the decimals as printed, without separators. */
  text: string;
  decimals: number;
  currency: string | null;
  percent: boolean;
}

export const CURRENCIES: Readonly<Record<string, string>> = {
  '£': 'GBP',
  GBP: 'GBP',
  '€': 'EUR',
  EUR: 'EUR',
  $: 'USD',
  USD: 'USD',
};

const SIGN = String.raw`£|€|\$|GBP|EUR|USD`;
const PLAIN = String.raw`\d{1,3}(?:,\d{3})+(?:\.\d{1,5})?|\d{1,3}(?:\.\d{3})+\.\d{2}|\d{1,9}(?:\.\d{1,5})?|\.\d{1,4}`;
/** Thousands by points or spaces and a decimal comma, as on the Continent. */
const CONTINENTAL = String.raw`\d{1,3}(?:\.\d{3})+,\d{1,2}|\d{1,9},\d{1,2}`;
const NUMBER = new RegExp(
  String.raw`^(?<open>\()?(?<minus>[-−–])?(?<before>${SIGN})?(?<minus2>[-−–])?(?:(?<plain>${PLAIN})|(?<cont>${CONTINENTAL}))(?<percent>%)?(?<pence>(?<=\d\.\d{1,3})p)?(?<after>${SIGN})?(?<trail>-|−|CR|cr|Cr)?(?<close>\))?$`,
);

/**
 * Reads `27.410p` as pounds, `1,240.50`, `£12`, `(62.00)`, `62.00-`, `62.00CR`, `-£5.00`, `20%`, `.335` and `1.240,50`; brackets, a minus
 * before or behind and CR mean less. Null for anything else: what is not wholly a number is never half read.
 */
export function readNumber(raw: string): Readonly<PrintedNumber> | null {
  return raw.length > LONGEST || !/\d/.test(raw) ? null : numberOf(raw);
}

/** Longer than any number with its signs. */
const LONGEST = 40;
const numberOf = remembered(numberFrom);

function numberFrom(raw: string): PrintedNumber | null {
  // A price and how many it is for are two numbers: `11.84 1`.
  if (/\.\d+\s+\d/.test(raw)) return null;
  const groups = NUMBER.exec(raw.replace(/\s+/g, ''))?.groups;
  if (!groups) return null;
  if ((groups.open === undefined) !== (groups.close === undefined)) return null;
  const signs = [groups.open, groups.minus, groups.minus2, groups.trail].filter((s) => s !== undefined).length;
  if (signs > 1) return null;
  // Of several points the last is that of the pence; recognition takes commas for points.
  const digits = groups.plain?.replace(/,|\.(?=.*\.)/g, '') ?? groups.cont?.replace(/\./g, '').replace(',', '.') ?? '';
  const [whole = '', decimals = ''] = groups.pence === undefined ? digits.split('.') : inPounds(digits);
  const unsigned = `${whole === '' ? '0' : whole.replace(/^0+(?=\d)/, '')}${decimals === '' ? '' : `.${decimals}`}`;
  const value = Number(unsigned);
  const negative = signs === 1 && value !== 0;
  const sign = groups.before ?? groups.after;
  return {
    value: negative ? -value : value,
    text: negative ? `-${unsigned}` : unsigned,
    decimals: decimals.length,
    currency: sign === undefined ? null : (CURRENCIES[sign] ?? null),
    percent: groups.percent !== undefined,
  };
}

/** The pounds and what follows their point of a price in pence and parts of a penny, as energy is sold. */
function inPounds(pence: string): [string, string] {
  const [whole = '', parts = ''] = pence.split('.');
  const padded = whole.padStart(3, '0');
  return [padded.slice(0, -2), `${padded.slice(-2)}${parts}`];
}

/** The number a cell begins with, before its unit: `12.00EA`, `3 Days`; null when it begins with none. */
export function leadingNumber(text: string): Readonly<PrintedNumber> | null {
  const first = text.split(' ')[0] ?? '';
  return (
    readNumber(text) ??
    readNumber(first) ??
    readNumber(/^-?\d[\d.,]*-?(?=[a-z]{1,5}[\d²³]?\.?$)/i.exec(first)?.[0] ?? '')
  );
}

/** Small counts as words, from one. */
export const NUMBER_WORDS = [
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
];

/** Printed as money: a currency sign or exactly two decimals, and no percent sign. */
export function isMoney(n: PrintedNumber): boolean {
  return !n.percent && (n.decimals === 2 || n.currency !== null);
}

/** Pence of a figure, parts of a penny rounded. */
export function nearestPence({ value }: { value: number }): number {
  return Math.round(value * 100);
}

/** Whole pence of a figure; null when it has parts of a penny. */
export function penceOf(figure: { value: number }): number | null {
  const pence = nearestPence(figure);
  return Math.abs(figure.value * 100 - pence) < 1e-6 ? pence : null;
}

/** Whether so many at this price come to an amount, parts of a penny aside. */
export function makes(quantity: { value: number }, price: { value: number }, amount: number): boolean {
  return Math.abs(quantity.value * price.value - amount) < 0.0051;
}

/** A figure from text; null when the text is not wholly a number. */
export function figureOf(raw: string, place: Place | null = null, confidence: number | null = null): Figure | null {
  const number = readNumber(raw);
  return number === null ? null : { value: number.value, text: number.text, raw, place, confidence };
}

/** Decimal text as the draft gives it: money with two decimals at least, quantities without trailing zeros. */
export function moneyText(figure: Figure): string {
  const [whole = '0', decimals = ''] = figure.text.split('.');
  return `${whole}.${decimals.replace(/0+$/, '').padEnd(2, '0')}`;
}

export function quantityText(figure: Figure): string {
  const [whole = '0', decimals = ''] = figure.text.split('.');
  const rest = decimals.replace(/0+$/, '');
  return rest === '' ? whole : `${whole}.${rest}`;
}
