import { MAIL_HEAD } from '../header/customer.js';
import { datesIn } from '../header/dates.js';
import { readVatNumber } from '../header/vat_number.js';
import { nearestPence } from '../numbers.js';
import type { Figure, LineReading } from '../reading.js';
import { lineOf } from './free_line_figures.js';
import { amountOf, moneyEdges } from './free_line_sums.js';
import { takeCounted, takeTold } from './free_line_times.js';
import { tableHeadAt } from './header_row.js';
import { isAfterword, type TotalKind, totalKind } from './labels.js';
import { figureAt, labelledMoney, moneyIn } from './money_words.js';
import { middle, placeOf, type Row, textOf } from './page.js';
import { isWorking, quantitiesBeside } from './quantities_beside.js';
import { rateInHeading } from './rate_cell.js';
import { rowText, segmentsOf } from './rows.js';
import { isSumOfSection } from './section_sums.js';
import { rowsOfSums } from './totals.js';

/** Rows of the head of a document that carry no line, whatever figures they hold. */
const HEADING =
  /\b(?:invoice|receipt|quotation|estimate|tel|telephone|phone|mobile|fax|e-?mail|www\.|vat (?:reg|no|number)|registered|company no|date|account|order|ref|page|branch|till|cashier|operator|store|time|trans(?:action)?|terminal|merchant id|auth|card no|aid|customer|deliver(?:y|ed)? (?:to|address)|sort code|due)\b.*[:#\d]|^(?:tel|t|m|f|e|for|to|attn|fao|(?:bill|invoice|sold)(?:e?d)? to|client|employer)[.:]/i;

/**
 * Lines of a document whose table has no head: till receipts and invoices typed as a letter. A row that ends in a sum
 * of money is a line, up to the first total; what stands beside, above or below it is its text.
 * @param bare whether sums may be whole numbers without a sign, wherever they stand.
 */
export function freeLines(
  rows: readonly Row[],
  bare = false,
): { lines: LineReading[]; used: Set<Row>; sum: Figure | null } {
  const used = new Set<Row>();
  const sums = rowsOfSums(rows);
  const end = rows.findIndex((row, i) => isTotal(row) && !isSectionSum(rows, i));
  const body = withoutPaymentPlan(rows.slice(0, end < 0 ? rows.length : end)).filter((row) => !sums.has(row));
  const lines: LineReading[] = [];
  /** What all lines before it come to, without a word. */
  let sumOfAll: Figure | null = null;
  const edges = moneyEdges(rows);
  let above: Row[] = [];
  let section: string | null = null;
  /** Whether the sum of a section stands right above: what follows it is the heading of the next. */
  let ended = false;
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
      ended = section !== null && isTotal(row);
      if (ended) section = null;
      continue;
    }
    // A date and a figure may be anything; with a pound sign, or taken off, it is a sum.
    const saysSum = /£\s?\d[\d,]*\.\d\d\)?$/.test(text.trim()) || SAYS_LESS.test(text);
    const dated = datesIn(text).length > 0 && !saysSum;
    // "Subject: Your e-receipt £839.26"
    const isTold = isWorking(text) || dated || isRegistration(text) || MAIL_HEAD.test(text);
    const at = isTold ? null : amountOf(row, edges, bare);
    if (at === null && comesToNothing(row)) {
      used.add(row);
      above = [];
      continue;
    }
    if (at === null && /:$/.test(text) && rateInHeading(text) !== null) {
      section = text.slice(0, -1).trim();
      used.add(row);
      above = [];
      continue;
    }
    if (at === null || isHeading(text, row)) {
      const sentence = /^[a-z]{2}/.test(text);
      if ((isHeading(text, row) && !sentence) || isAfterword(text) || isHead(body, i)) above = [];
      else if (isCodeAlone(text)) used.add(row);
      else if (
        tail !== undefined &&
        tail === before &&
        goesOnBelow(tail, row, rows.slice(rows.indexOf(row) + 1, rows.indexOf(row) + 1 + MOST_BELOW))
      ) {
        const line = lines.at(-1) as LineReading;
        line.description = `${line.description} ${text}`.replace(/\s+/g, ' ').trim();
        line.place = placeOf(row.page, [...tail.words, ...row.words]);
        used.add(row);
        tail = row;
      } else above.push(row);
      continue;
    }
    const line = lineOf(row, at);
    if (line === null) continue;
    used.add(row);
    const isSum = isRunningSum(row, line, lines, section, rows.slice(i + 1)) || isSumAtRight(row, line, lines);
    if (isSum && !taxFollows(lines, rows.slice(i + 1))) {
      if (line.description === '' && nearestPence(line.amount ?? { value: 0 }) === inPence(lines))
        sumOfAll = line.amount;
      above = [];
      continue;
    }
    // "£13.80 each" says what one costs, and not of what.
    const own = /[a-z]{2}/i.test(
      line.description.replace(/£?\d[\d,.]* ?(?:each|ea|per [a-z]+)\b|(?<!\p{L})[x×]{2}(?!\p{L})/giu, ''),
    );
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
    const heading: Row | undefined = ended && own ? above.shift() : undefined;
    const texts = own ? continued(above, row) : named(above);
    ended = false;
    for (const t of texts) used.add(t);
    section =
      (own ? headingIn(above.filter((t) => !texts.includes(t))) : null) ?? (heading && headingText(heading)) ?? section;
    line.section = section;
    line.vatRate ??= section === null ? null : rateInHeading(section);
    line.description = [...texts.map(rowText), line.description].join(' ').replace(/\s+/g, ' ').trim();
    line.place = placeOf(row.page, [...texts.flatMap((t) => t.words), ...row.words]);
    above = [];
    if (line.description === '') continue;
    takeCounted(line);
    lines.push(line);
    tail = row;
  }
  for (const line of lines) takeTold(line);
  const counted = withoutStockNumbers(withoutItemNumbers(quantitiesBeside(lines, body, used)));
  const kept = withoutWorkings(counted, rows.slice(body.length));
  return { lines: kept, used, sum: sumOfAll !== null && nearestPence(sumOfAll) === inPence(kept) ? sumOfAll : null };
}

/** Without the stages of a contract ("Stage payments:") that are told before those of the invoice ("This invoice:"). */
function withoutPaymentPlan(rows: readonly Row[]): Row[] {
  const from = rows.findIndex((row) => PAYMENT_PLAN.test(rowText(row).trim()));
  const to = rows.findIndex((row, i) => i > from && THIS_INVOICE.test(rowText(row).trim()));
  return from < 0 || to < 0 ? [...rows] : [...rows.slice(0, from), ...rows.slice(to + 1)];
}

const PAYMENT_PLAN =
  /^(?:(?:the )?(?:stage|staged|interim) payments?|payment (?:schedule|stages|plan|terms)|(?:schedule|stages|terms) of payments?)(?: (?:as )?agreed)?\s*:?$/i;
const THIS_INVOICE =
  /^(?:on )?this (?:invoice|stage|claim|account)(?: is for)?\s*:?$|^now (?:invoiced|due|claimed|charged)\s*:?$/i;

/**
 * Whole numbers before the words that go 1, 2, 3 down the page, with no price beside them, number the lines and count nothing; others
 * between them may have a quantity of their own.
 */
function withoutItemNumbers(lines: LineReading[]): LineReading[] {
  const counted = lines.flatMap((l, i) =>
    l.quantity !== null && l.unitPrice === null ? [{ text: l.quantity.text, i }] : [],
  );
  const inTurn = counted.length > 2 && counted.every(({ text }, i) => text === String(i + 1));
  const inPlace = counted.length > 1 && counted.every(({ text, i }) => text === String(i + 1));
  return inTurn || inPlace ? lines.map((l) => (l.unitPrice === null ? { ...l, quantity: null } : l)) : lines;
}

/** `5014829110021 FOAM GUN GRADE`: what goods are stocked under, before the names of most lines. */
const STOCK_NUMBER = /^\d{8,14} (?=\S*\p{L})/u;

function withoutStockNumbers(lines: LineReading[]): LineReading[] {
  const numbered = lines.filter(({ description }) => STOCK_NUMBER.test(description)).length;
  if (numbered < 2 || 2 * numbered <= lines.length) return lines;
  return lines.map((line) => ({ ...line, description: line.description.replace(STOCK_NUMBER, '') }));
}

/** An option not taken, or work of which nothing is due this time: it has figures, and a stroke where its amount would stand. */
function comesToNothing(row: Row): boolean {
  const [before, last] = row.words.slice(-2);
  if (before === undefined || last === undefined || !/^[-–—]$/.test(last.text)) return false;
  // A stroke right behind a figure is its sign.
  return last.x0 - before.x1 > row.height && row.words.some((w) => moneyIn(w) !== null);
}

/** A few words in a row of their own right above a line: `Materials`, `RIBA Stage 4`. */
function headingIn(above: readonly Row[]): string | null {
  const last = above.at(-1);
  if (!last || last.words.length > 8 || !last.words.some((w) => /[a-z]{3}/i.test(w.text))) return null;
  return headingText(last);
}

function headingText(row: Row): string {
  return rowText(row).replace(/[\s:]+$/, '');
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
    const total = nearestPence(figure);
    if (sum(lines) === total) return lines;
    const outer = lines.filter(
      (l) => Math.abs(edge((l.amount ?? l.gross)?.place ?? null, row.page.width) - word.x1) < row.height,
    );
    if (outer.length > 0 && outer.length < lines.length && sum(outer) === total) return outer;
  }
  return lines;
}

/**
 * What the lines above come to so far, printed among them: below the lines of a section under the name of that section, between
 * discounts without a word, before what is taken off, or before the VAT.
 */
function isRunningSum(
  row: Row,
  { amount }: LineReading,
  lines: readonly LineReading[],
  section: string | null,
  below: readonly Row[],
): boolean {
  const comesTo = (part: readonly LineReading[]) => inPence(part) === Math.round((amount?.value ?? Number.NaN) * 100);
  const label = textOf(row.words.filter((w) => moneyIn(w) === null)).trim();
  if (/\bsub ?-?total\b/i.test(label) && comesTo(lines)) return true;
  if (section !== null && label.toLowerCase() === section.toLowerCase())
    return comesTo(lines.slice(lines.findLastIndex((l) => l.section !== section) + 1));
  if (lines.length < 2 || !comesTo(lines)) return false;
  const next = below.find((r) => labelledMoney(r).length > 0);
  if (!/[a-z]/i.test(label) || (next !== undefined && /^less\b|\bdiscount\b/i.test(rowText(next)))) return true;
  // Whatever its label was read as, what makes the total together with the VAT below it is the net.
  const vat = next !== undefined && kindOfSum(next) === 'vat' ? sumIn(next) : null;
  const net = amount?.value ?? Number.NaN;
  return vat !== null && below.some((r) => isTotalOfAll(r) && Math.abs(net + vat - (sumIn(r) ?? Number.NaN)) < 0.005);
}

/** How far right of the lines, in shares of the width of a page, the word of a sum stands that is set beside it. */
const AT_RIGHT = 0.3;

/** `Labour   2,551.00` at the right of a page, below lines of which the last come to it. */
function isSumAtRight(row: Row, { amount }: LineReading, lines: readonly LineReading[]): boolean {
  const left = Math.min(...lines.flatMap(({ place }) => (place?.page === row.page.number ? [place.box[0]] : [])));
  const label = row.words.filter((w) => moneyIn(w) === null);
  if ((label[0]?.x0 ?? 0) / row.page.width - left < AT_RIGHT || !SECTION.test(textOf(label))) return false;
  return lines.some((_, i) => inPence(lines.slice(i)) === Math.round((amount?.value ?? Number.NaN) * 100));
}

const SECTION =
  /^(?:sub[ -]?total:? ?)?(?:labour|materials?|plant|equipment|goods|works?|parts|hire|sundries|daywork)?:?$/i;

/** Whether a sum follows that is the VAT of the lines by its figure alone: with its label unread, it would pass for a line. */
function taxFollows(lines: readonly LineReading[], below: readonly Row[]): boolean {
  const whole = inPence(lines) / 100;
  const isVat = (value: number) => [20, 5].some((rate) => Math.abs((whole * rate) / 100 - value) < 0.011);
  const end = below.findIndex(isTotalOfAll);
  return below
    .slice(0, end < 0 ? below.length : end)
    .some((row) => kindOfSum(row) === null && labelledMoney(row).some(({ number }) => isVat(number.value)));
}

/** `Less our invoice TK-2050 dated 01/06/2025   -2,000.00` */
const SAYS_LESS = /^(?:less|minus)\b.*\s(?:-[\d,]+\.\d\d|\([\d,]+\.\d\d\))$/i;

/** The head of a table that is not read as one: at least four columns of lines. */
function isHead(rows: readonly Row[], at: number): boolean {
  return (tableHeadAt(rows, at)?.columns.filter(({ kinds }) => kinds[0] !== 'other').length ?? 0) > 3;
}

/** A row that holds nothing but the number that goods are stocked under. */
function isCodeAlone(text: string): boolean {
  return /^\d{8,14}$|^(?:sku|ean|barcode|asin|mpn|(?:product|item|stock|part) (?:code|no|number))\b\.?\s*:/i.test(
    text.trim(),
  );
}

/** What lines come to. */
function inPence(lines: readonly LineReading[]): number {
  return lines.reduce((sum, l) => sum + Math.round(((l.amount ?? l.gross)?.value ?? Number.NaN) * 100), 0);
}

/** The last sum of money of a row. */
function sumIn(row: Row): number | null {
  return labelledMoney(row).at(-1)?.number.value ?? null;
}

/** A VAT number, whose last two digits look like a sum without pence. */
function isRegistration(text: string): boolean {
  const match = /\b(?:v\.?a\.?t\.?|tax)\b[^\d]{0,20}((?:GB ?)?\d[\d .-]{7,18}\d)\s*$/i.exec(text);
  return match !== null && readVatNumber(match[1] ?? '') !== null;
}

/** "First fix as our quotation Q118 dated 3 November": what was agreed before is told within a line. */
const AS_AGREED = /(?<=\S )(?:as|per|as per) (?:our|my) (?:quotation|quote|estimate)\b/i;

function isHeading(text: string, row: Row): boolean {
  return HEADING.test(text.replace(AS_AGREED, ' ')) && !/(?:£|€)\s?\d/.test(text) && labelledMoney(row).length === 0;
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
  return (
    totalKind(money[0]?.label ?? '') ??
    totalKind(textOf(row.words.filter((w) => moneyIn(w) === null))) ??
    kindSetApart(row)
  );
}

/** `You have saved £412.00     Total goods value   1,774.32`: what is told left of a sum is no part of its label. A line may tell its rate and its total so. */
function kindSetApart(row: Row): TotalKind | null {
  const { label = '', labelWords } = labelledMoney(row).at(-1) ?? {};
  const isApart = segmentsOf(row).some(([first]) => first !== undefined && first === labelWords?.[0]);
  const kind = isApart && /\S\s+\S/.test(label) ? totalKind(label) : null;
  return kind !== null && ['net', 'gross', 'total', 'due'].includes(kind) ? kind : null;
}

/** `Labour total` at the end of what stands under the heading `Labour`: more lines follow, and the total of all. */
function isSectionSum(rows: readonly Row[], at: number): boolean {
  if (!rows.slice(at + 1).some(isTotalOfAll)) return false;
  if (kindOfSum(rows[at] as Row) === 'net' && isSumOfSection(rows, 0, at, false)) return true;
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

/** How many rows of text below a line are looked at for the end of what belongs to it. */
const MOST_BELOW = 4;

/** Whether a row without a sum is the rest of the line above it: close to it, and further from what follows or within a sentence. */
function goesOnBelow(line: Row, row: Row, next: readonly Row[]): boolean {
  const gap = gapBetween(line, row);
  const right = ((row.words[0]?.x0 ?? 0) - (line.words[0]?.x0 ?? 0)) / row.page.width;
  if (
    gap > 1.9 ||
    right > AT_RIGHT ||
    /:$/.test(rowText(row).trim()) ||
    (isWorking(rowText(row)) && !/^at\b/i.test(rowText(row)))
  )
    return false;
  const after = next[0] === undefined ? Number.POSITIVE_INFINITY : gapBetween(row, next[0]);
  if (after > gap + 0.25 || /^[a-z]{2}/.test(row.words[0]?.text ?? '')) return true;
  // So are several rows of a block, when the last of them is.
  const [below, ...rest] = next;
  // `"STONE BOTHY"` between what it is and `@ 52.00`.
  if (below !== undefined && isWorking(rowText(below)) && gapBetween(row, below) < 1.9) return true;
  return below !== undefined && labelledMoney(below).length === 0 && goesOnBelow(row, below, rest);
}

/** A row that begins with how many there are: `2 x Cast iron door knob set, reeded,`. */
const COUNTS = /^\d{1,4} ?[x×] ?\p{L}/iu;
/** Names of goods go over no more rows. */
const MOST_OF_NAME = 3;

/** The rows that name the thing whose price stands below them: from the one that counts it, or the last. */
function named(above: readonly Row[]): Row[] {
  const from = above.findLastIndex((row) => COUNTS.test(rowText(row).trim()));
  const rows = above.slice(Math.max(0, from));
  return from >= 0 && rows.length <= MOST_OF_NAME ? rows : above.slice(-1);
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

function sameSum(a: LineReading, b: LineReading): boolean {
  return a.amount !== null && b.amount !== null && a.amount.value === b.amount.value;
}
