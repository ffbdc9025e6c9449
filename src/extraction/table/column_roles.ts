import { leadingNumber, type PrintedNumber, readNumber } from '../numbers.js';
import { readDate } from '../spreadsheet/cells.js';
import type { Cells } from './cells.js';
import { COLUMN_KINDS, type ColumnKind, headingText } from './column_names.js';
import { stackedPercent } from './figure_cells.js';
import type { Column } from './header_row.js';
import { textOf } from './page.js';
import { provedRoles } from './proved_roles.js';
import { readRate } from './rate_cell.js';
import { perBase, perBehind, perHeaded, priceBase, UNIT } from './units.js';

/** Columns whose kind several columns may share. */
const SHARED: ReadonlySet<ColumnKind> = new Set(['other', 'code', 'description']);
/** Beyond this, the likeliest kinds are taken: no invoice has so many headings of two meanings. */
const MOST_READINGS = 1000;
/** How many sums of a row `arithmetic` looks at, at most. */
const MOST_SUMS = 5;
/** Of how many of them the sums are tried. */
const MOST_TRIED = 400;

/**
 * Settles what each column holds where its heading may mean several things ("VAT" is a rate or a sum, "Total" with VAT
 * or without): the reading whose cells look right and whose sums come out is taken.
 */
export function rolesOf(columns: readonly Column[], rows: readonly Cells[]): ColumnKind[] {
  const texts = columns.map((_, c) => rows.map((cells) => textOf(cells[c] ?? [])));
  const fits = columns.map((column, c) => {
    const ofAll = sumOfAll(column, texts[c] ?? [], columns, texts);
    if (ofAll !== null) return [{ kind: ofAll, score: 2 }];
    if (isNumberOfAll(column, texts[c] ?? []) || isNumberOfDocuments(column, texts[c] ?? [], columns))
      return [{ kind: 'invoiceNumber' as const, score: 2 }];
    if (isToDate(column, columns)) return [{ kind: 'other' as const, score: 1 }];
    // "Labour" and "Materials" may head sums that make up the amount, and no words.
    const filled = (texts[c] ?? []).filter((t) => t !== '');
    if (column.kinds[0] === 'description' && filled.length > 0 && filled.every((t) => readNumber(t) !== null))
      return [{ kind: 'other' as const, score: 1 }];
    if (isBeforeVat(column, columns, texts)) return [{ kind: 'net' as const, score: 2 }];
    const kinds = isDiscounted(column, columns) ? ['netPrice' as const, ...column.kinds] : column.kinds;
    return kinds.map((kind, rank) => {
      // Where the heading allows for it, leaving a column unread is no worse than reading it.
      const looks = kind === 'other' ? (column.kinds[0] ?? kind) : kind;
      return { kind, score: 2 * likeness(looks, texts[c] ?? []) - 0.3 * rank };
    });
  });
  const readings = likeliest(fits);
  let best: ColumnKind[] = [];
  let bestScore = Number.NEGATIVE_INFINITY;
  const numbers = texts.map((cells) => cells.map(leadingNumber));
  const headings = columns.map((c) => c.heading);
  const worded = columns.some((c) => c.kinds.includes('description'));
  // Readings differ mostly in columns that no sum looks at.
  const known = new Map<string, number>();
  const sums = (kinds: readonly ColumnKind[]): number => {
    const key = SUMMED.map((kind) => kinds.indexOf(kind)).join();
    const found = known.get(key) ?? arithmetic(kinds, texts, numbers, headings);
    known.set(key, found);
    return found;
  };
  for (const reading of readings.slice(0, MOST_TRIED)) {
    // They come likeliest first, and sums that come out lift none further than this.
    if (reading.score + 2 * MOST_SUMS < bestScore) break;
    const kinds = kindsOf(reading.last);
    // A table of lines has a column of amounts, and one of words where any heading may be of words.
    const wordless = worded && !kinds.includes('description') ? 2 : 0;
    const isWhole = kinds.includes('documentGross') && kinds.includes('quantity') && kinds.includes('unitPrice');
    const lacking = isWhole || kinds.some((k) => k === 'amount' || k === 'net' || k === 'gross') ? 0 : 4;
    const score = reading.score + 2 * sums(kinds) - lacking - wordless;
    if (score > bestScore) {
      best = kinds;
      bestScore = score;
    }
  }
  return provedRoles(best, columns, texts);
}

interface Option {
  kind: ColumnKind;
  score: number;
}

/** What a column is taken for, after those before it. */
interface Step {
  kind: ColumnKind;
  before: Step | null;
  /** The kinds taken so far, one bit each. */
  taken: number;
  score: number;
}

const BIT = Object.fromEntries(COLUMN_KINDS.map((kind, i) => [kind, 1 << i])) as Record<ColumnKind, number>;

/** The likeliest ways to take the columns, the best first. */
function likeliest(fits: readonly (readonly Option[])[]): { last: Step | null; score: number }[] {
  // A column of figures is never left unread because its figures do not work out: that they do not must come to light.
  const unread = fits.map((options) => 3 * Math.max(0, ...options.map(({ score }) => score)));
  let steps: (Step | null)[] = [null];
  for (const [c, options] of fits.entries()) {
    const each: readonly Option[] = [...options, { kind: 'other', score: -1 - (unread[c] ?? 0) }];
    // Most ways are not gone on with, so their scores are looked at before they are made.
    const scores = new Float64Array(steps.length * each.length).fill(Number.NEGATIVE_INFINITY);
    let ways = 0;
    for (let at = 0; at < scores.length; at++) {
      const before = steps[Math.floor(at / each.length)];
      const { kind, score } = each[at % each.length] as Option;
      const again = ((before?.taken ?? 0) & BIT[kind]) !== 0;
      if (again && !SHARED.has(kind)) continue;
      // A second column of words goes on the first one, if it can be nothing else.
      const less = again && kind === 'description' ? 0.8 : 0;
      scores[at] = (before?.score ?? 0) + score - less;
      ways++;
    }
    const least = ways > MOST_READINGS ? (scores.toSorted().at(-MOST_READINGS) as number) : -Number.MAX_VALUE;
    const next: Step[] = [];
    for (let at = 0; at < scores.length; at++) {
      const score = scores[at] as number;
      if (score < least) continue;
      const before = steps[Math.floor(at / each.length)] ?? null;
      const { kind } = each[at % each.length] as Option;
      next.push({ kind, before, taken: (before?.taken ?? 0) | BIT[kind], score });
    }
    steps = ways > MOST_READINGS ? next.sort((a, b) => b.score - a.score).slice(0, MOST_READINGS) : next;
  }
  const wanted = fits.map((options) => options.reduce((bits, { kind }) => bits | BIT[kind], 0));
  const readings = steps.map((last) => {
    const taken = last?.taken ?? 0;
    let score = last?.score ?? 0;
    for (let step = last, c = fits.length - 1; step !== null; step = step.before, c--) {
      const bits = wanted[c] ?? 0;
      // A heading that stands twice is one column that is read and one that is not, whichever comes first.
      if (step.kind === 'other' && (bits & BIT.other) === 0 && (taken & bits) === bits) score += unread[c] ?? 0;
    }
    return { last, score };
  });
  return readings.sort((a, b) => b.score - a.score);
}

/** What each column is taken for, as the last step tells. */
function kindsOf(last: Step | null): ColumnKind[] {
  const kinds: ColumnKind[] = [];
  for (let step = last; step !== null; step = step.before) kinds.push(step.kind);
  return kinds.reverse();
}

/** A column "No." with the same number in every row counts no lines: it is the number of the invoice. */
function isNumberOfAll({ heading }: Column, cells: readonly string[]): boolean {
  return (
    headingText(heading) === 'no' &&
    cells.length > 1 &&
    /\d/.test(cells[0] ?? '') &&
    cells.every((text) => text === cells[0])
  );
}

/** A column "Num" beside one of suppliers or of kinds of document, whose numbers count no lines: those of the documents. */
function isNumberOfDocuments({ heading }: Column, cells: readonly string[], columns: readonly Column[]): boolean {
  const filled = cells.filter((text) => text !== '');
  const counts = filled.every((text, i) => i === 0 || Number(text) === Number(filled[i - 1]) + 1);
  return (
    /^(?:no|num)$/.test(headingText(heading)) &&
    columns.some(({ kinds }) => kinds[0] === 'supplier' || kinds[0] === 'documentType') &&
    !counts &&
    filled.every((text) => /^(?=.*\d)[\w/-]{4,}$/.test(text))
  );
}

/** "Gross" of what is paid under a deduction of tax: before that, and without the VAT that stands beside it, each at its rate. */
function isBeforeVat(column: Column, columns: readonly Column[], texts: readonly (readonly string[])[]): boolean {
  const cellsOf = (kind: ColumnKind) =>
    (texts[columns.findIndex(({ kinds }) => kinds[0] === kind)] ?? []).map((text) => readNumber(text)?.value ?? null);
  const [rates, vats] = [cellsOf('vatRate'), cellsOf('vat')];
  const sums = (texts[columns.indexOf(column)] ?? []).map((text) => readNumber(text)?.value ?? null);
  const isAmount = ({ kinds: [kind] }: Column) => kind === 'amount' || kind === 'net';
  if (headingText(column.heading) !== 'gross' || columns.some(isAmount)) return false;
  const taxed = sums.flatMap((sum, row) => {
    const [rate, vat] = [rates[row] ?? null, vats[row] ?? null];
    return sum === null || rate === null || vat === null || vat === 0 ? [] : [Math.abs((sum * rate) / 100 - vat)];
  });
  return taxed.length > 0 && taxed.every((off) => off < 0.011);
}

/** "Value to date" beside "This invoice": what was done in all, of which only the rest is charged. */
function isToDate({ heading }: Column, columns: readonly Column[]): boolean {
  return (
    / to date$/.test(headingText(heading)) &&
    columns.some((c) => /\b(?:this|current) \w+$|^now (?:due|claimed|invoiced)$/.test(headingText(c.heading)))
  );
}

/** "Your price", or "Price" behind "List", is what a discount beside it leaves of the list price; without one, the list price is for comparison only. */
function isDiscounted({ heading }: Column, columns: readonly Column[]): boolean {
  const isLess = /^(?:now|your price|our price)$/.test(headingText(heading));
  const isBehindList =
    headingText(heading) === 'price' &&
    columns.some((c) => /^(?:list|rrp|was)(?: price)?$/.test(headingText(c.heading)));
  return (isLess || isBehindList) && columns.some((c) => c.kinds.includes('discount'));
}

/** What exports of shops call the sums of an order. */
const OF_ALL: ReadonlyMap<string, ColumnKind> = new Map([
  ['total', 'documentGross'],
  ['subtotal', 'documentNet'],
  ['taxes', 'documentVat'],
]);

const OF_LINE = /^(?:line|item) (?:amount|net|total|value|sub ?total)\b/;

/**
 * Beside a column of what each line comes to, a sum of the order stands in every row of it, or in its first alone; where each line has no more
 * than how many and a price, in every row.
 */
function sumOfAll(
  column: Column,
  cells: readonly string[],
  columns: readonly Column[],
  texts: readonly (readonly string[])[],
): ColumnKind | null {
  const { heading } = column;
  const [first, ...others] = cells;
  const repeated = others.every((text) => text === first) || others.every((text) => text === '');
  const byLine = columns.some(
    (c) => OF_LINE.test(headingText(c.heading)) || /^line ?item (?:total|amount)\b/i.test(c.heading),
  );
  const isSum =
    (byLine ? repeated : others.every((text) => text === first) && isNoProduct(column, columns, texts)) &&
    first !== undefined &&
    first !== '' &&
    others.length > 0;
  return isSum ? (OF_ALL.get(headingText(heading)) ?? null) : null;
}

/** Whether a sum is not what its row comes to: no other column tells that, and how many times the price is another sum in some rows. */
function isNoProduct(column: Column, columns: readonly Column[], texts: readonly (readonly string[])[]): boolean {
  const at = (kind: ColumnKind) => texts[columns.findIndex(({ kinds }) => kinds[0] === kind)];
  const [quantities, prices, totals] = [at('quantity'), at('unitPrice'), texts[columns.indexOf(column)]];
  const isAmount = ({ kinds: [kind] }: Column) => kind === 'amount' || kind === 'net' || kind === 'gross';
  if (!quantities || !prices || columns.some((other) => other !== column && isAmount(other))) return false;
  return (totals ?? []).some((total, row) => {
    const [quantity, price, sum] = [quantities[row], prices[row], total].map((text) => readNumber(text ?? '')?.value);
    const whole = quantity === undefined || price === undefined ? undefined : quantity * price;
    return whole !== undefined && sum !== undefined && Math.abs(whole - sum) > 0.011;
  });
}

/** Columns that the sums of a row are made of. */
const SUMMED: readonly ColumnKind[] = [
  'quantity',
  'periods',
  'unit',
  'per',
  'unitPrice',
  'netPrice',
  'unitPriceGross',
  'discount',
  'net',
  'amount',
  'vatRate',
  'vat',
  'gross',
];

/** 0 to 1: how much the cells look like a column of that kind. Empty cells say nothing. */
function likeness(kind: ColumnKind, cells: readonly string[]): number {
  const filled = cells.filter((t) => t !== '');
  if (filled.length === 0) return 0.5;
  const share = (test: (text: string) => boolean) => filled.filter(test).length / filled.length;
  switch (kind) {
    case 'net':
    case 'gross':
    case 'vat':
    case 'amount':
      return (
        share((t) => {
          const n = readNumber(t);
          return n !== null && !n.percent && n.decimals <= 2;
        }) *
        (0.6 + 0.4 * share((t) => (readNumber(t)?.decimals ?? 0) === 2))
      );
    case 'unitPrice':
    case 'netPrice':
    case 'unitPriceGross':
      return (
        share((t) => leadingNumber(t)?.percent === false) *
        (0.7 + 0.3 * share((t) => (leadingNumber(t)?.decimals ?? 0) >= 2))
      );
    case 'quantity':
    case 'periods':
      return share((t) => /^[-−(]?\d/.test(t) && !/[£€$%]/.test(t));
    case 'vatRate':
      return (
        share((t) => readRate(t) !== null || /^[A-Z0-9*]{1,3}$/i.test(t)) *
        (1 - 0.8 * share((t) => /[£€$]/.test(t) || (readNumber(t)?.value ?? 0) > 25))
      );
    case 'discount':
      return share((t) => readNumber(t) !== null || stackedPercent(t) !== null || /^[-–]$/.test(t));
    case 'unit':
    case 'per':
      return share((t) => UNIT.test(t) || (!/\d\.\d\d$/.test(t) && t.length < 10));
    case 'description':
      return share((t) => /[a-z]{3}/i.test(t));
    case 'documentNet':
    case 'documentVat':
    case 'documentGross':
      return share((t) => readNumber(t)?.percent === false);
    case 'lineNumber':
      return share((t) => /^\d{1,4}[.)]?$/.test(t));
    case 'date':
      return share((t) => 'value' in readDate(t) || /\d/.test(t));
    case 'code':
      return share((t) => /\d|^[A-Z-]+$/.test(t)) * 0.8;
    default:
      return 0.3;
  }
}

/** A product that does not work out weighs little: columns are not read otherwise only to leave it untried. */
const PRODUCT_DIFFERS = -0.1;

/** How many sums of a row work out when the columns are read so, less those that do not. */
function arithmetic(
  kinds: readonly ColumnKind[],
  texts: readonly (readonly string[])[],
  numbers: readonly (readonly (PrintedNumber | null)[])[],
  headings: readonly string[],
): number {
  const rows = texts[0]?.length ?? 0;
  const perAt = kinds.includes('per') ? kinds.indexOf('per') : kinds.indexOf('unit');
  const at = (kind: ColumnKind, row: number): number | null => {
    const c = kinds.indexOf(kind);
    if (c < 0) return null;
    const number = numbers[c]?.[row] ?? null;
    return number === null || (number.percent && kind !== 'discount') ? null : number.value;
  };
  const baseAt = (row: number, kind: 'unitPrice' | 'netPrice') => {
    const behind = perBehind(texts[kinds.indexOf(kind)]?.[row] ?? '');
    const headed = perHeaded(headings[kinds.indexOf(kind)] ?? '', headings[kinds.indexOf('quantity')] ?? '');
    if (!kinds.includes('per') && behind !== null) return priceBase(behind);
    const told = headed ?? texts[perAt]?.[row] ?? '';
    return kinds.includes('per') ? perBase(told) : priceBase(told);
  };
  let sum = 0;
  const check = (left: number, right: number, tolerance: number, differs = -1) => {
    sum += Math.abs(left - right) <= tolerance + 1e-9 ? 1 : differs;
  };
  for (let row = 0; row < rows; row++) {
    const quantity = at('quantity', row);
    const price = at('unitPrice', row);
    const net = at('net', row) ?? at('amount', row);
    const vat = at('vat', row);
    const gross = at('gross', row);
    const rateAt = kinds.indexOf('vatRate');
    const rate = rateAt < 0 ? null : readRate(texts[rateAt]?.[row] ?? '');
    const discount = at('discount', row);
    if (quantity !== null && price !== null && (net ?? gross) !== null) {
      const full = quantity * (at('periods', row) ?? 1) * price;
      const off = discount === null ? [full] : [full * (1 - discount / 100), full - discount];
      const base = baseAt(row, 'unitPrice');
      if (base > 1) off.push(...off.map((value) => value / base));
      // A price without VAT may stand beside an amount with it; on a credit note the amount alone may be negative.
      const paid = [net, gross, gross === null || rate === null ? null : gross / (1 + rate / 100)].filter(
        (p) => p !== null,
      );
      const apart = off.flatMap((value) => paid.map((p) => Math.abs(Math.abs(value) - Math.abs(p))));
      check(Math.min(...apart), 0, Math.max(0.011, Math.abs(quantity) * 0.005), PRODUCT_DIFFERS);
    }
    const netPrice = at('netPrice', row);
    if (quantity !== null && netPrice !== null && (net ?? gross) !== null) {
      const base = baseAt(row, 'netPrice');
      const apart = [1, base].map((by) => Math.abs(Math.abs((quantity * netPrice) / by) - Math.abs(net ?? gross ?? 0)));
      check(Math.min(...apart), 0, Math.max(0.011, Math.abs(quantity) * 0.005), PRODUCT_DIFFERS);
    }
    const priceGross = at('unitPriceGross', row);
    if (quantity !== null && priceGross !== null && gross !== null)
      check(quantity * priceGross, gross, Math.max(0.011, Math.abs(quantity) * 0.005), PRODUCT_DIFFERS);
    if (net !== null && vat !== null && gross !== null) check(net + vat, gross, 0.011);
    if (net !== null && vat !== null && rate !== null) check((net * rate) / 100, vat, 0.011);
    else if (net !== null && vat !== null && net !== 0)
      check(Math.min(Math.abs(vat / net - 0.2), Math.abs(vat / net - 0.05), Math.abs(vat)), 0, 0.006);
    if (net !== null && gross !== null && rate !== null && vat === null) check(net * (1 + rate / 100), gross, 0.011);
  }
  return rows === 0 ? 0 : sum / rows;
}
