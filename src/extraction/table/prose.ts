import { figureOf, makes, NUMBER_WORDS, nearestPence } from '../numbers.js';
import { emptyLine, type Figure, type LineReading, type TotalsReading } from '../reading.js';
import { middle, placeOf, type Row } from './page.js';
import { rowText } from './rows.js';

/** What a letter says of its sums. */
interface Prose {
  lines: LineReading[];
  totals: Pick<TotalsReading, 'net' | 'vat' | 'gross'>;
  /** Rows that hold one of these sums. */
  used: Set<Row>;
}

/** A sum of money in a sentence, the words since the one before it, and those up to the next. */
interface ToldSum {
  row: Row;
  figure: Figure;
  before: string;
  after: string;
  /** What one costs, told right before. */
  price: Figure | null;
  /** The words between that price and the sum. */
  behindPrice: string;
}

const SALUTATION = /^(?:dear|hello|hi|hiya|hey|good (?:morning|afternoon|evening)|morning|afternoon|evening)\b/i;
/** "at £7.85 a metre, which comes to £926.30" */
const PRICE_BEFORE = /(?:\bat|@)$/i;
const PRICE_BEHIND = /^[:=]$|^(?:each|apiece|per|an?|,? ?(?:making|(?:which )?(?:comes to|came to|makes)))\b/i;
const WHOLE_BEFORE =
  /\b(?:altogether|in all|total(?:s|ling)?(?: (?:to pay|due|payable))?|sum|(?:that|this|it|all|they|so|which all) (?:all )?(?:makes?|comes? to|came to|adds? up to)|whole|so)(?: (?:of|is|was|comes to|that|that is|that's))*$/i;
const WHOLE_BEHIND =
  /^(?:altogether|in all|in total|total|net|(?:before|plus|without|ex|exc|excl|excluding) (?:the )?v\.?a\.?t\b)/i;
const PAID_BEHIND =
  /^(?:in )?(?:(?:cash|cheque) )?(?:deposit|paid|payment|on account|(?:that )?you(?:'ve|’ve| have)? (?:already )?paid|already paid|received)\b/i;
const VAT = /\bv\.?a\.?t\b(?! (?:no|reg|number)\b)/i;
/** "£360.00 including VAT" above "2 finials £540.00": what is said of one sum before the words of the next. */
const VAT_OF_LAST =
  /^[\s(]*(?:inc\w*\.?|with|ex\w*\.?|plus|\+|before) (?:of )?v\.?a\.?t\b[).,]*(?= (?!(?:of|at|is|being|amount\w*|which|that|in|on|total|due|@)\b)\S*.*[a-z]{3})/i;
/** "VAT at 20% on that sum is": whatever the sum is of which it is reckoned. */
const VAT_AT_RATE = /\bv\.?a\.?t\b(?: at| @)? ?\d{1,2}(?:\.\d+)? ?%[^.¶]*$/i;

/**
 * Reads a bill that is written as a letter, its sums in sentences: "For the staircase as quoted: £3,960.00. That makes £6,791.30 before VAT. VAT
 * at 20% is £1,358.26, so the whole comes to £8,149.56." Null unless the net and the VAT make the total or, without VAT, the lines do: a sum in
 * a letter may be of anything.
 */
export function readProse(rows: readonly Row[]): Prose | null {
  const start = rows.findIndex((row) => SALUTATION.test(rowText(row)));
  if (start < 0) return null;
  const sums = sumsOf(rows.slice(start + 1)).filter(({ after }) => !PAID_BEHIND.test(after));
  const ofLines = withVatOfLines(sums);
  if (ofLines !== null) return ofLines;
  const vatAt = sums.findIndex(
    (sum) => VAT_AT_RATE.test(sum.before) || (VAT.test(sum.before.replace(VAT_OF_LAST, '')) && !isWhole(sum)),
  );
  const vat = sums[vatAt];
  const netAt = vat ? vatAt - 1 : sums.findIndex((sum, i) => i > 0 && isWhole(sum));
  const net = sums[netAt];
  if (net === undefined) return null;
  const gross = vat ? sums.slice(vatAt + 1).find((sum) => inPence(sum) === inPence(net) + inPence(vat)) : net;
  if (gross === undefined) return null;
  // One sum and the VAT on it are a line and the whole.
  const told = sums.slice(0, isWhole(net) && netAt > 0 ? netAt : netAt + 1);
  const lines = told.map((sum, i) => lineOf(sum, i === 0 ? undefined : told[i - 1]));
  if (lines.some((line) => !/[a-z]{3}/i.test(line.description))) return null;
  const whole = lines.reduce((all, line) => all + (line.net ? nearestPence(line.net) : 0), 0);
  if (!vat && whole !== inPence(net)) return null;
  return {
    lines,
    totals: { net: vat ? net.figure : null, vat: vat?.figure ?? null, gross: gross.figure },
    used: new Set([...told, net, ...(vat ? [vat] : []), gross].map(({ row }) => row)),
  };
}

/** `VAT at 20% of £255.00`: the rate and the VAT of the sum before it. */
const VAT_OF_SUM =
  /^,? ?(?:plus|and|with|\+)? ?(?:the )?v\.?a\.?t\.?(?: at| @)? ?(\d{1,2}(?:\.\d+)?) ?%(?: of| is| being|,)?:?$/i;
/** "VAT at 20% on those, that is £628.00 plus £125.60": the rate before both. */
const RATE_BEFORE_SUM = /\bv\.?a\.?t\.?(?: at| @)? ?(\d{1,2}(?:\.\d+)?) ?%[^.¶]*$/i;
const NONE_ON_THESE =
  /^[.,;]? ?(?:there is|there's) no VAT (?:to pay |to add )?on (?:these|this|either|any of (?:this|these))\b/i;
const WITHOUT_VAT_BEHIND = /^[,(]? ?(?:zero[ -]rated|no VAT|without VAT|VAT at 0%)/i;

/**
 * A letter that tells the VAT of each thing right behind its price, and then what all come to without VAT and with it: "the store, £1,275.00 plus
 * VAT at 20% of £255.00. That makes £19,915.00 before VAT and £20,170.00 in all."
 */
function withVatOfLines(sums: readonly ToldSum[]): Prose | null {
  const end = sums.findIndex((sum, i) => i > 0 && isWhole(sum) && !VAT_OF_SUM.test(sum.after));
  const [net, next, last] = sums.slice(end);
  const before = sums.slice(0, Math.max(0, end));
  const rates = before.map((sum, i) => rateOfSum(sum, before[i - 1]));
  const vats = before.filter((_, i) => rates[i] !== null);
  const isVatBetween = next && last && /^(?:plus |and )?v\.?a\.?t\.?(?: of)?$/i.test(next.before);
  const gross = isVatBetween ? last : next;
  if (!net || !gross || vats.length === 0) return null;
  if (isVatBetween && vats.reduce((sum, told) => sum + inPence(told), 0) !== inPence(next)) return null;
  const noneUpTo = before.findLastIndex((sum) => NONE_ON_THESE.test(sum.after));
  const priced = before.filter((sum) => !vats.includes(sum));
  const inAll = (of: readonly ToldSum[]) => of.reduce((sum, told) => sum + inPence(told), 0);
  if (inAll(priced) !== inPence(net) || inPence(net) + inAll(vats) !== inPence(gross)) return null;
  const lines = priced.map((sum) => {
    const at = before.indexOf(sum);
    const vat = before[at + 1];
    const line = lineOf(sum, before[at - 1]);
    if (vat && vats.includes(vat)) return { ...line, vat: vat.figure, vatRate: rates[at + 1] ?? null };
    return at <= noneUpTo || WITHOUT_VAT_BEHIND.test(sum.after) ? { ...line, vatRate: 0 } : line;
  });
  const whole = vats.length === 1 ? (vats[0]?.figure ?? null) : null;
  return {
    lines,
    totals: { net: net.figure, vat: whole, gross: gross.figure },
    used: new Set([...before, net, ...(isVatBetween ? [next] : []), gross].map(({ row }) => row)),
  };
}

/** The rate of a sum that is the VAT on the one before it; null for any other. */
function rateOfSum(sum: ToldSum, last: ToldSum | undefined): number | null {
  if (last === undefined) return null;
  const told =
    VAT_OF_SUM.exec(sum.before) ?? (/^plus$/i.test(sum.before) ? RATE_BEFORE_SUM.exec(last.behindPrice) : null);
  return told === null ? null : Number(told[1]);
}

function inPence({ figure }: ToldSum): number {
  return nearestPence(figure);
}

/** How far apart rows of two paragraphs stand, in heights; between them stands this sign. */
const PARAGRAPH = 1.9;
const BREAK = '¶';

/** The sums of the text; a sign at the end of a sentence stays with the words behind. */
function sumsOf(rows: readonly Row[]): ToldSum[] {
  const sums: ToldSum[] = [];
  let words: string[] = [];
  const close = () => {
    const last = sums.at(-1);
    if (last) last.after = words.join(' ');
  };
  let above: Row | undefined;
  for (const row of rows) {
    if (above && (middle(row) - middle(above)) / row.height > PARAGRAPH) words.push(BREAK);
    above = row;
    for (const word of row.words) {
      const [, raw = '', sign = ''] = /^\(?(£[\d.,]*\d)([.,;:!?)]*)$/.exec(word.text) ?? [];
      const figure = figureOf(raw, placeOf(row.page, [word]), word.confidence);
      if (figure === null) {
        words.push(word.text);
        continue;
      }
      close();
      sums.push({ row, figure, before: words.join(' '), after: '', price: null, behindPrice: '' });
      words = sign === '' ? [] : [sign];
    }
  }
  close();
  return withPrices(withLeft(sums));
}

/** "The price agreed was £11,900.00, from which I have taken £260.00 for the ridge, leaving £11,640.00": what is left is told of what the first was. */
function withLeft(sums: readonly ToldSum[]): ToldSum[] {
  const at = sums.findIndex((left, i) => {
    const [whole, off] = [sums[i - 2], sums[i - 1]];
    return whole && off && /\bleaving$/i.test(left.before) && inPence(whole) - inPence(off) === inPence(left);
  });
  const [whole, left] = [sums[at - 2], sums[at]];
  if (whole === undefined || left === undefined) return [...sums];
  return [...sums.slice(0, at - 2), { ...left, before: whole.before }, ...withLeft(sums.slice(at + 1))];
}

/** Without the sums that say what one costs, which go with the next one. */
function withPrices(sums: readonly ToldSum[]): ToldSum[] {
  const kept: ToldSum[] = [];
  let price: ToldSum | null = null;
  for (const sum of sums) {
    if (PRICE_BEFORE.test(sum.before) && PRICE_BEHIND.test(sum.after)) {
      price = sum;
      continue;
    }
    kept.push(price ? { ...sum, before: price.before, price: price.figure, behindPrice: sum.before } : sum);
    price = null;
  }
  return kept;
}

/** "That makes £6,791.30 before VAT", "So £2,548.60 altogether". */
function isWhole(sum: ToldSum): boolean {
  return sum.price === null && (WHOLE_BEFORE.test(sum.before) || WHOLE_BEHIND.test(sum.after));
}

/** "£640 for taking down the conservatory": what it is for is said behind. */
function isForBehind(sum: ToldSum): boolean {
  return /^for\b/i.test(sum.after);
}

/** Where the words of one sum end and those of the next begin. */
const NEXT_ONE = /[.;] |, (?:and|then|plus|also|next)\b/i;

function lineOf(sum: ToldSum, last: ToldSum | undefined): LineReading {
  const between = last && isForBehind(last) ? sum.before.split(NEXT_ONE).slice(1).join(' ') : sum.before;
  const description = asDescription(
    isForBehind(sum) ? (sum.after.split(NEXT_ONE)[0] as string).replace(/^for /i, '') : between,
    sum.price !== null,
  );
  const { figure } = sum;
  const less = /^less\b/i.test(description);
  return {
    ...emptyLine(),
    description,
    quantity: sum.price && countedIn(description, sum.price, figure),
    unitPrice: sum.price,
    net: less ? { ...figure, value: -figure.value, text: `-${figure.text}` } : figure,
    place: figure.place,
  };
}

/** How many there are, in figures or as a word, where with the price they make the sum. */
function countedIn(text: string, price: Figure, sum: Figure): Figure | null {
  for (const raw of text.split(/[ ,]+/)) {
    const word = NUMBER_WORDS.indexOf(raw.toLowerCase()) + 1;
    const figure = raw.includes('%') ? null : figureOf(word > 0 ? String(word) : raw, sum.place, sum.confidence);
    if (figure && makes(figure, price, sum.value)) return { ...figure, raw };
  }
  return null;
}

/** "¶ To labourers in attendance. Nine man-days at": a last sentence of the paragraph that says no more than how many. */
const COUNTS_ALONE = /¶ [A-Z][^¶]*[.!?] [A-Z]\S*(?: \S+){1,4}$/;

/**
 * Without what leads from one sentence to the next, and what leads to the sum.
 * @param priced whether a price was told: what it is for may stand in the sentence before.
 */
function asDescription(text: string, priced: boolean): string {
  return text
    .replace(priced && COUNTS_ALONE.test(text) ? /^.*¶ (?=[A-Z])/ : /^.*(?:[.!?]|¶) (?=[A-Z])/, '')
    .replaceAll(` ${BREAK} `, ' ')
    .replace(/^(?:(?:as|like) (?:discussed|promised|agreed|you asked)|as per [^,]*)[, ]+/i, '')
    .replace(/^[\s.,;:)–-]+/, '')
    .replace(/,? the (?:price|sum) (?:we )?(?:agreed|quoted)\b[^,.]*$/i, '')
    .replace(/^(?:(?:and|then|plus|also|next|so|that's|that is|there's|there is)\b[\s,]*)+/i, '')
    .replace(
      /(?:[\s,:;–-]+(?:at|@|is|are|was|were|which|that|comes? to|came to|makes?|(?<!\bat )costs?|making|we (?:will )?charge|(?:we|I) agreed(?: on)?(?: a)?(?: price)?(?: of)?))*[\s.,:;–-]*$/i,
      '',
    )
    .trim();
}
