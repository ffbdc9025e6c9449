import { datesIn } from '../header/dates.js';
import { readVatNumber } from '../header/vat_number.js';
import { isMoney, readNumber } from '../numbers.js';
import { emptyLine, type LineReading } from '../reading.js';

import { isAfterword, type TotalKind, totalKind } from './labels.js';
import { figureAt, labelledMoney, moneyIn } from './money_words.js';
import { confidenceOf, middle, placeOf, type Row, textOf, type Word } from './page.js';
import { KNOWN_RATES, readRate } from './rate_cell.js';
import { rowText } from './rows.js';
import { UNIT } from './units.js';

/** Rows of the head of a document that carry no line, whatever figures they hold. */
const HEADING =
  /\b(?:invoice|receipt|quotation|estimate|tel|telephone|phone|mobile|fax|e-?mail|www\.|vat (?:reg|no|number)|registered|company no|date|account|order|ref|page|branch|till|cashier|operator|store|time|trans(?:action)?|terminal|merchant id|auth|card no|aid|customer|deliver(?:y|ed)? (?:to|address)|sort code|due)\b.*[:#\d]|^(?:tel|t|m|f|e)[.:]/i;

/**
 * Lines of a document whose table has no head: till receipts and invoices typed as a letter. A row that ends in a sum
 * of money is a line, up to the first total; what stands beside, above or below it is its text.
 */
export function freeLines(rows: readonly Row[]): { lines: LineReading[]; used: Set<Row> } {
  const used = new Set<Row>();
  const end = rows.findIndex((row, i) => isTotal(row) && !isSectionSum(rows, i));
  const body = rows.slice(0, end < 0 ? rows.length : end);
  const lines: LineReading[] = [];
  const edges = moneyEdges(rows);
  let above: Row[] = [];
  let section: string | null = null;
  /** The last row of the last line. */
  let tail: Row | undefined;
  for (const [i, row] of body.entries()) {
    const before = body[i - 1];
    if (before && gapBetween(before, row) > 2.4) above = [];
    const text = rowText(row);
    const label = labelledMoney(row)[0]?.label ?? '';
    if (isTotal(row) || totalKind(label) === 'skip') {
      used.add(row);
      above = [];
      continue;
    }
    // A date and a figure may be anything; with a pound sign it is a sum.
    const dated = datesIn(text).length > 0 && !/£\s?\d[\d,]*\.\d\d\)?$/.test(text.trim());
    const at = TIMES.test(text.trim()) || dated || isRegistration(text) ? null : amountOf(row, edges);
    if (at === null || isHeading(text, row)) {
      const sentence = /^[a-z]{2}/.test(text);
      if ((isHeading(text, row) && !sentence) || isAfterword(text)) above = [];
      else if (tail !== undefined && tail === before && goesOnBelow(tail, row, body[i + 1] ?? rows[i + 1])) {
        const line = lines.at(-1) as LineReading;
        line.description = `${line.description} ${text}`.replace(/\s+/g, ' ').trim();
        used.add(row);
        tail = row;
      } else above.push(row);
      continue;
    }
    const line = lineOf(row, at);
    if (line === null) continue;
    used.add(row);
    const own = /[a-z]{2}/i.test(line.description);
    const last = lines.at(-1);
    if (
      !own &&
      above.length === 0 &&
      last &&
      last.quantity === null &&
      sameSum(last, line) &&
      gapBetween(before ?? row, row) < 2.4
    ) {
      // The quantity and price of the line above, printed below it.
      last.quantity = line.quantity;
      last.unitPrice = line.unitPrice;
      continue;
    }
    const texts = own ? continued(above, row) : above.slice(-1);
    for (const t of texts) used.add(t);
    section = (own ? headingIn(above.filter((t) => !texts.includes(t))) : null) ?? section;
    line.section = section;
    line.description = [...texts.map(rowText), line.description].join(' ').replace(/\s+/g, ' ').trim();
    line.place = placeOf(row.page, [...texts.flatMap((t) => t.words), ...row.words]);
    above = [];
    if (line.description === '') continue;
    lines.push(line);
    tail = row;
  }
  return { lines: withoutWorkings(quantitiesBeside(lines, body, used), rows.slice(body.length)), used };
}

/** A few words in a row of their own right above a line: `Materials`, `RIBA Stage 4`. */
function headingIn(above: readonly Row[]): string | null {
  const last = above.at(-1);
  if (!last || last.words.length > 8 || !last.words.some((w) => /[a-z]{3}/i.test(w.text))) return null;
  return rowText(last).replace(/[\s:]+$/, '');
}

/**
 * How a fee came about may be set out in a column further in ("Fee for the stage 7,600.00; 80% complete 6,080.00"). When the
 * sums that stand under each other with the totals come to one of them, and all together do not, the others are workings.
 */
function withoutWorkings(lines: LineReading[], below: readonly Row[]): LineReading[] {
  const pence = (l: LineReading) => Math.round((l.amount?.value ?? l.gross?.value ?? 0) * 100);
  const edge = (place: LineReading['place'], width: number) => (place?.box[2] ?? 0) * width;
  const sum = (part: readonly LineReading[]) => part.reduce((total, l) => total + pence(l), 0);
  for (const row of below.filter(isTotal)) {
    const word = labelledMoney(row).at(-1)?.word;
    const figure = word === undefined ? null : figureAt(row, word);
    if (word === undefined || figure === null) continue;
    const total = Math.round(figure.value * 100);
    if (sum(lines) === total) return lines;
    const outer = lines.filter(
      (l) => Math.abs(edge((l.amount ?? l.gross)?.place ?? null, row.page.width) - word.x1) < row.height,
    );
    if (outer.length > 0 && outer.length < lines.length && sum(outer) === total) return outer;
  }
  return lines;
}

/** A quantity and a price in a row of their own, above or below the line they belong to. */
const TIMES =
  /^(\d+(?:\.\d+)?)\s*(?:(?:ea(?:ch)?|hrs?|hours?|days?|weeks?|m|m2|nr|no)\s*)?[xX@×]\s*£?(\d+\.\d{2})(?:\s*(?:each|ea))?$/;

/** A VAT number, whose last two digits look like a sum without pence. */
function isRegistration(text: string): boolean {
  const match = /\b(?:v\.?a\.?t\.?|tax)\b[^\d]{0,20}((?:GB ?)?\d[\d .-]{7,18}\d)\s*$/i.exec(text);
  return match !== null && readVatNumber(match[1] ?? '') !== null;
}

function isHeading(text: string, row: Row): boolean {
  return HEADING.test(text) && !/(?:£|€)\s?\d/.test(text) && labelledMoney(row).length === 0;
}

function isTotal(row: Row): boolean {
  const kind = kindOfSum(row);
  return kind !== null && ['net', 'vat', 'gross', 'total', 'due'].includes(kind);
}

function isTotalOfAll(row: Row): boolean {
  const kind = kindOfSum(row);
  return kind !== null && ['net', 'gross', 'total', 'due'].includes(kind);
}

function kindOfSum(row: Row): TotalKind | null {
  const money = labelledMoney(row);
  if (money.length === 0) return null;
  return totalKind(money[0]?.label ?? '') ?? totalKind(textOf(row.words.filter((w) => moneyIn(w) === null)));
}

/** `Labour total` at the end of what stands under the heading `Labour`: more lines follow, and the total of all. */
function isSectionSum(rows: readonly Row[], at: number): boolean {
  if (!rows.slice(at + 1).some(isTotalOfAll)) return false;
  const label = labelledMoney(rows[at] as Row)[0]?.label ?? '';
  const section = label.replace(/^sub[\s-]?total(?: for| of)?:?\s+|\s+(?:sub[\s-]?)?total:?$/i, '').toLowerCase();
  return (
    section !== label.toLowerCase() && rows.slice(0, at).some((row) => rowText(row).trim().toLowerCase() === section)
  );
}

function gapBetween(above: Row, below: Row): number {
  if (above.page !== below.page) return Number.POSITIVE_INFINITY;
  return (middle(below) - middle(above)) / Math.max(1e-6, Math.min(above.height, below.height));
}

/** Whether a row without a sum is the rest of the line above it: close to it, and further from what follows or within a sentence. */
function goesOnBelow(line: Row, row: Row, next: Row | undefined): boolean {
  const gap = gapBetween(line, row);
  if (gap > 1.9 || /:$/.test(rowText(row).trim()) || TIMES.test(rowText(row).trim())) return false;
  const after = next === undefined ? Number.POSITIVE_INFINITY : gapBetween(row, next);
  return after > gap + 0.25 || /^[a-z]{2}/.test(row.words[0]?.text ?? '');
}

/** Rows just above that are the beginning of the sentence whose amount stands at its end. */
function continued(above: readonly Row[], row: Row): Row[] {
  const taken: Row[] = [];
  let below = row;
  for (const candidate of [...above].reverse()) {
    const words = candidate.words.length;
    // Only running text: a full row, as wide as the text of the one below it.
    const wide = (candidate.words.at(-1)?.x1 ?? 0) - (candidate.words[0]?.x0 ?? 0) > 0.35 * candidate.page.width;
    // "Skirting and architrave throughout,"
    const unfinished = /,$| (?:and|with|to|of|for|including|inc\.?)$/i.test(rowText(candidate));
    if (gapBetween(candidate, below) > 1.9 || (!unfinished && (words < 5 || !wide))) break;
    taken.unshift(candidate);
    below = candidate;
  }
  return taken;
}

/** Left and right edges of the sums of money, by which a sum without pence is known for one. */
function moneyEdges(rows: readonly Row[]): { x0: number; x1: number; height: number }[] {
  return rows.flatMap((row) =>
    row.words.filter((w) => moneyIn(w) !== null).map(({ x0, x1 }) => ({ x0, x1, height: row.height })),
  );
}

/** `850`, `985.5` or `1,200` under or over sums with pence, as spreadsheets print them. */
function isRoundSum(word: Word, before: Word | undefined, edges: ReturnType<typeof moneyEdges>): boolean {
  // "Job no. 2214"
  if (/^(?:no|nos|num|number|ref|job|plot|phase|order|inv|invoice|account|a\/c|code|#)\.?:?$/i.test(before?.text ?? ''))
    return false;
  // Five digits without a comma are a membership or telephone number more often than a price.
  if (!/^\d{2,3}$|^\d{1,3}(?:,\d{3})+(?:\.\d)?$|^[1-9]\d{3}$|^\d{1,4}\.\d$/.test(word.text)) return false;
  return edges.some((e) => Math.min(Math.abs(e.x0 - word.x0), Math.abs(e.x1 - word.x1)) < 0.6 * e.height);
}

/** The sum a row ends in, before a VAT code or sign; null when it has none. */
function amountOf(row: Row, edges: ReturnType<typeof moneyEdges>): number | null {
  for (let at = row.words.length - 1; at >= Math.max(0, row.words.length - 3); at--) {
    const word = row.words[at] as Word;
    if (moneyIn(word) !== null) return at;
    const grouped = /^\d{3,}$/.test(row.words[at - 1]?.text ?? '');
    if (at === row.words.length - 1 && at > 0 && !grouped && isRoundSum(word, row.words[at - 1], edges)) return at;
    if (!/^[A-Z*#%]{1,2}\d?$|^\d{1,2}%?$|^\(.\)$/.test(word.text)) return null;
  }
  return null;
}

function lineOf(row: Row, at: number): LineReading | null {
  const line: LineReading = { ...emptyLine(), unread: [] };
  const amountWord = row.words[at] as Word;
  line.amount = figureAt(row, amountWord);
  line.place = placeOf(row.page, row.words);
  const tail = [
    ...row.words.slice(at + 1).map((w) => w.text),
    /(?<=\.\d\d)[A-Z*#]$/.exec(amountWord.text)?.[0] ?? '',
  ].filter((t) => t !== '');
  const code = tail.find((t) => /^[A-Z*#]\d?$|^\d$/.test(t));
  line.vatCode = code ?? null;
  line.vatRate = tail.map((t) => (t.includes('%') ? readRate(t) : null)).find((r) => r !== null) ?? null;
  let words = row.words.slice(0, at);
  if (code === undefined && isCodeBefore(row, at)) {
    line.vatCode = row.words[at - 1]?.text ?? null;
    words = words.slice(0, -1);
  }
  // `2 x Sink @ £189.00 = £378.00`
  if (words.at(-1)?.text === '=') words = words.slice(0, -1);
  words = takeTail(line, row, words);
  words = takeTimes(line, row, words);
  words = takeLeading(line, row, words);
  line.description = textOf(words.filter((w) => !/^[£€$]$/.test(w.text)))
    // A sentence may go on above the figures that end it; before a quantity the words are at their end.
    .replace(line.quantity === null ? /[.\s:–-]+$/ : /[.,\s:–-]+$/, '')
    // The number of a paragraph.
    .replace(/^\d{1,2}[.)] /, '')
    .trim();
  const kind = totalKind(line.description);
  if (kind !== null && kind !== 'charge' && kind !== 'discount') return null;
  return line;
}

/** Some tills print the code of the VAT in a column before the amount. */
function isCodeBefore(row: Row, at: number): boolean {
  const [before, code, amount] = [row.words[at - 2], row.words[at - 1], row.words[at]];
  if (!before || !code || !amount || !/^[A-Z]$/.test(code.text)) return false;
  return code.x0 - before.x1 > 2 * row.height && amount.x0 - code.x1 < 4 * row.height;
}

/** Figures before the amount that make it up: price and quantity, or net and VAT before the gross. */
function takeTail(line: LineReading, row: Row, words: Word[]): Word[] {
  const run: Word[] = [];
  for (const word of [...words].reverse()) {
    if (readNumber(word.text) === null && !(UNIT.test(word.text) && run.length > 0)) break;
    run.unshift(word);
  }
  const numbers = run.flatMap((word) => {
    const number = readNumber(word.text);
    return number === null ? [] : [{ word, number }];
  });
  const amount = line.amount?.value ?? 0;
  for (const net of numbers) {
    const vat = numbers.find(
      (n) =>
        n !== net &&
        isMoney(n.number) &&
        Math.abs(net.number.value + n.number.value - amount) < 0.005 &&
        isRateOf(net.number.value, n.number.value),
    );
    if (!vat || !isMoney(net.number)) continue;
    line.net = figureAt(row, net.word);
    line.vat = figureAt(row, vat.word);
    line.gross = line.amount;
    line.amount = null;
    line.vatRate =
      numbers.map((n) => (n.number.percent ? readRate(n.word.text) : null)).find((r) => r !== null) ?? line.vatRate;
    const rest = numbers.filter((n) => n !== net && n !== vat && !n.number.percent);
    const pair = product(rest, net.number.value);
    if (pair) [line.quantity, line.unitPrice] = [figureAt(row, pair[0].word), figureAt(row, pair[1].word)];
    return words.slice(0, words.length - run.length);
  }
  const pair = product(numbers, amount);
  if (!pair) return words;
  [line.quantity, line.unitPrice] = [figureAt(row, pair[0].word), figureAt(row, pair[1].word)];
  const first = words.indexOf(pair[0].word) < words.indexOf(pair[1].word) ? pair[0].word : pair[1].word;
  const unit = run.find((w) => UNIT.test(w.text));
  line.unit = unit?.text ?? null;
  return words.slice(0, words.indexOf(first));
}

type NumberWord = { word: Word; number: NonNullable<ReturnType<typeof readNumber>> };

/**
 * A quantity and the price behind it whose product is the amount. When both are printed with pence either may be the
 * price, and neither is taken.
 */
function product(numbers: readonly NumberWord[], amount: number): [NumberWord, NumberWord] | null {
  for (const [i, quantity] of numbers.entries())
    for (const price of numbers.slice(i + 1))
      if (
        quantity.number.decimals < 2 &&
        price.number.decimals >= 2 &&
        Math.abs(quantity.number.value * price.number.value - amount) < 0.0051
      )
        return [quantity, price];
  return null;
}

function isRateOf(net: number, vat: number): boolean {
  return KNOWN_RATES.some((r) => Math.abs((net * r) / 100 - vat) <= 0.011);
}

/** `2 x 3.50`, `2 @ £3.50 each`. */
function takeTimes(line: LineReading, row: Row, words: Word[]): Word[] {
  if (line.quantity !== null) return words;
  const split = timesAround(words, line.amount?.value ?? Number.NaN);
  if (split !== null) {
    line.quantity = figureAt(row, split.quantity);
    line.unitPrice = figureAt(row, split.price);
    return split.between;
  }
  for (let i = 0; i < words.length - 2; i++) {
    // `3 days x 280.00`
    const unit = UNIT.test(words[i + 1]?.text ?? '') && i + 3 < words.length ? 1 : 0;
    const [quantity, sign, price] = [words[i], words[i + 1 + unit], words[i + 2 + unit]] as [Word, Word, Word];
    const joined = /^(\d+(?:\.\d+)?)[xX@]$/.exec(quantity.text);
    const q = readNumber(joined?.[1] ?? quantity.text);
    const p = readNumber((joined ? sign : price).text);
    if (q === null || p === null || (!joined && !/^[xX@*×]$/.test(sign.text))) continue;
    if (Math.abs(q.value * p.value - (line.amount?.value ?? Number.NaN)) > 0.0051) continue;
    line.quantity = {
      value: q.value,
      text: q.text,
      raw: quantity.text,
      place: placeOf(row.page, [quantity]),
      confidence: quantity.confidence,
    };
    line.unitPrice = figureAt(row, joined ? sign : price);
    if (unit > 0) line.unit = words[i + 1]?.text ?? null;
    const length = unit + (joined ? 2 : 3);
    return [...words.slice(0, i), ...words.slice(i + length).filter((w) => !/^(?:each|ea)$/i.test(w.text))];
  }
  return words;
}

/** `2 x Sink @ £189.00`: the quantity before the words and the price behind them. */
function timesAround(words: readonly Word[], amount: number): { quantity: Word; price: Word; between: Word[] } | null {
  const [quantity, sign] = words;
  const at = words.findLastIndex((w) => w.text === '@');
  const price = words[at + 1];
  const rest = words.slice(at + 2);
  if (
    !quantity ||
    !price ||
    at < 3 ||
    !/^[xX×]$/.test(sign?.text ?? '') ||
    rest.some((w) => !/^(?:each|ea)$/i.test(w.text))
  )
    return null;
  const [q, p] = [readNumber(quantity.text), readNumber(price.text)];
  if (q === null || p === null || Math.abs(q.value * p.value - amount) > 0.0051) return null;
  return { quantity, price, between: words.slice(2, at) };
}

/** A whole number before the words is the quantity on many tills. */
function takeLeading(line: LineReading, row: Row, words: Word[]): Word[] {
  const [first, second] = words;
  if (line.quantity !== null || !first || !second) return words;
  if (
    !/^\d{1,3}$/.test(first.text) ||
    !/^[A-Za-z]{2}/.test(second.text) ||
    UNIT.test(second.text) ||
    /^for$/i.test(second.text)
  )
    return words;
  line.quantity = figureAt(row, first);
  return words.slice(1);
}

function sameSum(a: LineReading, b: LineReading): boolean {
  return a.amount !== null && b.amount !== null && a.amount.value === b.amount.value;
}

/** `2 @ 3.50` in a row of its own beside a line says how its amount came about. */
function quantitiesBeside(lines: LineReading[], body: readonly Row[], used: Set<Row>): LineReading[] {
  for (const row of body) {
    if (used.has(row)) continue;
    const match = TIMES.exec(rowText(row).trim());
    if (!match) continue;
    const value = Number(match[1]) * Number(match[2]);
    const near = lines.find(
      (l) =>
        l.quantity === null &&
        l.place?.page === row.page.number &&
        Math.abs((l.amount?.value ?? 0) - value) < 0.0051 &&
        Math.min(
          Math.abs(l.place.box[3] * row.page.height - row.y0),
          Math.abs(l.place.box[1] * row.page.height - row.y1),
        ) <
          2.5 * row.height,
    );
    const [q, p] = [readNumber(match[1] ?? ''), readNumber(match[2] ?? '')];
    if (!near || !q || !p) continue;
    const place = placeOf(row.page, row.words);
    const confidence = confidenceOf(row.words);
    near.quantity = { value: q.value, text: q.text, raw: match[1] ?? '', place, confidence };
    near.unitPrice = { value: p.value, text: p.text, raw: match[2] ?? '', place, confidence };
    near.description = near.description.replace(rowText(row), '').trim();
    used.add(row);
  }
  return lines;
}
