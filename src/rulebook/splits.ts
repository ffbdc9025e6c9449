import { apportion, parsePence } from './money.js';
import { canonicalText } from './words.js';

/** One part of a line that states its own split: its words, its net and, when printed, its rate. */
export interface StatedPart {
  text: string;
  net: number;
  percent: number | null;
  /** What the line says of all its parts, before the first or after the last amount ("Stables: …", "…, for the paddock"). */
  ofAll: readonly string[];
}

const AMOUNT = /(?:£\s?)?(-?(?:\d{1,3}(?:,\d{3})+|\d+)\.\d{2})(?!\d)|£\s?(-?(?:\d{1,3}(?:,\d{3})+|\d+))(?![\d.])/g;
const MAY_HOLD_AMOUNT = /£|\.\d\d/;
const RATE_AFTER = /^\s*(?:net\s*)?(?:\(|@|at|plus|\+)?\s*(?:vat\s*)?(?:at|@)?\s*(\d{1,2}(?:\.\d)?)\s?%\s*(?:vat)?\)?/i;
const NO_RATE_AFTER = /^\s*\(?(?:at\s+)?(?:(?:zero|nil)(?:[ -]?rated?)?|vat[ -]free|no vat)\b\)?/i;
/** "9,800.00 plus VAT": there is VAT on it, and nothing says at which rate. */
const VAT_AFTER =
  /^\s*\(?(?:\+|plus|ex(?:cl?)?\.?|excluding|net of|before|inc(?:l?|luding)\.?)\s?(?:of\s)?vat\b(?!\s*[\d£])\)?/i;
/** What stands between an amount and the VAT on it ("12,400.00 at 5% = 620.00", "800.00 + 160.00 VAT"). */
const BEFORE_VAT = /^\s*(?:=|:|\+|plus|,|and|\()?\s*(?:vat(?:\s+of)?|=)?\s*$/i;

/** How many there are of what a price is told of, before it: "x10 @ 9.10", "12 bags at £4.50". */
const COUNT_BEFORE = /(\d+(?:\.\d+)?)\s*(?:\p{L}+\.?\s*)?(?:@|\bat|\bx)\s*$/iu;
/** The same where the thing stands between: "2 rolls loft insulation @ 24.00", "3 x rooflights at £410.00 each". */
const COUNT_FIRST =
  /(?:^|[:,;&+/]|\band\b|\bplus\b)\s*(\d{1,4})\s*(?:(?:x|nos?\.?|nr\.?|off)\s*(?=[\d\p{L}])|(?=\s\p{L}))/iu;
const OF_ONE_BEFORE = /(?:@|\bat)\s*(?:£\s*)?$/i;
const OF_ONE_AFTER =
  /^\s*(?:each|ea|apiece|per\s(?:item|unit|piece|pair|set|sheet|roll|bag|length|pack|box|tub|metre|m|m2|m3|litre|tonne))\b\.?/i;

/**
 * Reads a line that names the amount of each of its parts. Null unless there are at least two amounts that add up to
 * the net of the line, or to its price with VAT (decisions.md reading rule 4).
 */
export function statedSplit(text: string, net: number, vat: number): StatedPart[] | null {
  const line = canonicalText(text);
  const found = amountsIn(line);
  const ofAll = found.map((a) => ({ ...a, net: Math.round(a.net * (a.counts[0] ?? 1)) }));
  const total = Math.abs(net);
  const used = pick(found, total) ?? pick(ofAll, total) ?? withoutVat(found, net, vat) ?? withoutVat(ofAll, net, vat);
  const parts = used ? describe(line, used) : null;
  return parts && net < 0 ? parts.map((p) => ({ ...p, net: -Math.abs(p.net) })) : parts;
}

/** Prices that add up to the price with VAT, each as its share of the net. An amount that is the net or the VAT itself is no part. */
function withoutVat(found: Found[], net: number, vat: number): Found[] | null {
  const [total, tax] = [Math.abs(net), Math.abs(vat)];
  if (found.some((a) => a.percent !== null || a.net === total || a.net === tax)) return null;
  const used = pick(found, total + tax);
  if (!used) return null;
  const nets = apportion(
    total,
    used.map((a) => Math.abs(a.net)),
  );
  return used.map((a, i) => ({ ...a, net: nets[i] ?? 0 }));
}

/** Every amount of a line with the words that belong to it, whatever they add up to. */
export function statedAmounts(text: string): StatedPart[] | null {
  const line = canonicalText(text);
  return describe(line, amountsIn(line));
}

/**
 * The goods whose value a carriage line names, each with its words. The carriage's own amount is not among them.
 * @param carriage the words that name the carriage: "Carriage on order: bricks" and "on order: bricks" are bricks.
 */
export function carriedGoods(text: string, carriage: string): StatedPart[] {
  return (statedAmounts(text) ?? [])
    .map((amount) => {
      const goods = amount.text.slice(amount.text.indexOf(':') + 1);
      return { ...amount, text: goods.replace(carriage, '').trim() };
    })
    .filter((amount) => amount.text !== '');
}

interface Found {
  start: number;
  end: number;
  net: number;
  percent: number | null;
  /** How many there are, where the amount may be the price of one; the likeliest first. */
  counts: number[];
}

function amountsIn(line: string): Found[] {
  const found: Found[] = [];
  if (!MAY_HOLD_AMOUNT.test(line)) return found;
  for (const match of line.matchAll(AMOUNT)) {
    const pence = parsePence((match[1] ?? match[2] ?? '').replace(/,/g, ''));
    if (pence === null) continue;
    let end = match.index + match[0].length;
    const last = found.at(-1);
    const vat = last ? vatOn(last, pence, line.slice(last.end, match.index), line.slice(end)) : null;
    if (last && vat !== null) {
      last.percent = vat;
      last.end = end + (/^\s*(?:vat\b)?\)?/i.exec(line.slice(end))?.[0].length ?? 0);
      continue;
    }
    if (last && isTotalOf(last, pence, line.slice(last.end, match.index))) {
      last.net = pence;
      last.end = end;
      last.counts = [];
      continue;
    }
    const words = line.slice(last?.end ?? 0, match.index);
    const each = OF_ONE_AFTER.exec(line.slice(end))?.[0];
    const counts = countsIn(words, each !== undefined);
    end += each?.length ?? 0;
    const rest = line.slice(end);
    const rate = RATE_AFTER.exec(rest);
    const none = rate ? null : NO_RATE_AFTER.exec(rest);
    end += (rate ?? none ?? VAT_AFTER.exec(rest))?.[0].length ?? 0;
    found.push({ start: match.index, end, net: pence, percent: rate ? Number(rate[1]) : none ? 0 : null, counts });
  }
  return found;
}

/**
 * The rate, when an amount is the VAT on the one before it: "£18,500.00 + VAT 5% £925.00", "12,400.00 at 5% = 620.00",
 * "800.00 + 160.00 VAT". Null when it is an amount of its own.
 */
function vatOn({ net, percent }: Found, pence: number, between: string, after: string): number | null {
  if (!BEFORE_VAT.test(between)) return null;
  const fits = (rate: number) => Math.abs(pence - (net * rate) / 100) <= 1;
  if (percent !== null) return /^\s*[=:]?\s*$/.test(between) && fits(percent) ? percent : null;
  if (!/vat/i.test(between) && !/^\s*vat\b/i.test(after)) return null;
  const rate = Math.round((pence * 1000) / net) / 10;
  return fits(rate) ? rate : null;
}

/** "Plaster x10 @ 9.10 = 91.00": the amount before is the price of one, and this one what all of them cost. */
function isTotalOf({ net, percent, counts }: Found, pence: number, between: string): boolean {
  if (percent !== null || !/^\s*=\s*$/.test(between)) return false;
  return counts.some((count) => Math.abs(count * net - pence) <= 1);
}

/** "10 x cement 25kg @ £5.80": ten bags, and no 25. */
function countsIn(words: string, ofOne: boolean): number[] {
  const first = ofOne || OF_ONE_BEFORE.test(words) ? COUNT_FIRST.exec(words) : null;
  return [first, COUNT_BEFORE.exec(words)].flatMap((found) => (found ? [Number(found[1])] : []));
}

/** "Stables: bricks 800.00", "For the stables bricks 800.00": what stands before the first part may be of all of them. */
const OPENS = /^(.*?)(?::|\s-\s)|^\s*((?:for|to|at|in|on)\s.*)/i;
/** What names the sum of the parts says nothing of them. */
const TOTAL = /^(?:(?:nett?|total|sum|in all|makes|making)\s?)+$/i;
/** "£200.00 sand, both for the stables" */
const CLOSES = /(?:[,;]|\b(?:both|all|for|at|in|on|to|after)\b).*$/i;

const SEPARATOR = /^\s*(?:[,;+&)\]/|-]|\.\s|and\b|plus\b|net\b|$)/i;

/** What says more of an amount's own part, up to the separator before the next one. */
const TAIL =
  /^(\s*(?:\(|(?:for|to|at|in|on|by|of|from|after|before|as|which|when|if|\p{L}+ed)\b)(?:(?!\.\s)[^,;/|+&])*?)(?:[,;/|+&]|\.\s|\b(?:and|plus)\b)/iu;

/** "Bricks 800.00 for the stables, drill 200.00": the bricks are for the stables, and the drill is told by itself. */
function withTail(text: string, after: readonly string[], i: number): string {
  const previous = TAIL.exec(after[i - 1] ?? '')?.[1] ?? '';
  const tail = i + 1 < after.length ? (TAIL.exec(after[i] ?? '')?.[1] ?? '') : '';
  return `${text.slice(previous.length)}${tail}`;
}

/** "(412.50) plasterboard": the brackets are the amount's own, and close nothing. */
function afterBrackets(line: string, { start, end }: Found, after: string): string {
  const [opens, closes] = [line[start - 1], line[end]];
  return (opens === '(' && closes === ')') || (opens === '[' && closes === ']')
    ? after.replace(/^\s*[)\]]/, '')
    : after;
}

/** The words of each amount: before it or after it, whichever every amount has. */
function describe(line: string, used: Found[]): StatedPart[] | null {
  const before = used.map((a, i) => line.slice(i === 0 ? 0 : (used[i - 1]?.end ?? 0), a.start));
  const after = used.map((a, i) => line.slice(a.end, i + 1 < used.length ? used[i + 1]?.start : line.length));
  const words = (s: string) => s.replace(/[^\p{L}]+/gu, ' ').trim();
  const leading = before.every((s) => words(s).length > 1);
  const following = after.every((s) => words(s).length > 1);
  if (used.length === 0 || (!leading && !following)) return null;
  // Words on both sides: an amount belongs to what stands before it when a separator follows it ("bricks 40.00, oven 60.00").
  const closed = used.slice(0, -1).every((a, i) => SEPARATOR.test(afterBrackets(line, a, after[i] ?? '')));
  const isBefore = leading && (!following || closed);
  const texts = isBefore ? before.map((text, i) => withTail(text, after, i)) : after;
  const [opening, closing] = [texts[0] ?? '', texts.at(-1) ?? ''];
  const ofAll = [
    OPENS.exec(opening)?.slice(1).find(Boolean),
    isBefore ? after.at(-1) : CLOSES.exec(closing)?.[0],
    isBefore ? '' : before[0],
  ]
    .map((around) => tidy(around ?? ''))
    .filter((around) => words(around).length > 1 && !TOTAL.test(words(around)));
  return used.map((a, i) => ({ text: tidy(texts[i] ?? ''), net: a.net, percent: a.percent, ofAll }));
}

/** All amounts, or all but a printed total, when they add up. */
function pick<T extends { net: number }>(found: T[], total: number): T[] | null {
  const sum = (list: T[]) => list.reduce((s, a) => s + Math.abs(a.net), 0);
  if (found.length >= 2 && sum(found) === total) return found;
  const rest = found.filter((a) => Math.abs(a.net) !== total);
  return rest.length >= 2 && sum(rest) === total ? rest : null;
}

function tidy(text: string): string {
  return text
    .replace(/^[\s,;:&+\-()[\]=|]+|[\s,;:&+\-([\]=|@]+$/g, '')
    .replace(/^(?:and|plus|incl?\.?|including|comprising|of which)\s+/i, '')
    .trim();
}
