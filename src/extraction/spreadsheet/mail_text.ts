import { NUMBER_WORDS, nearestPence, readNumber } from '../numbers.js';
import { totalKind } from '../table/labels.js';
import { withoutStamps } from './chat.js';
import { BETWEEN } from './text_cells.js';

/** The rows of a text as they are read: without what mail programs and writers put before and between them. */
export function rowsOfText(text: string): string[] {
  return toldSums(withoutSigns(withoutBullets(withoutStamps(passedOn(unquoted(text.split(/\r\n|\n|\r/)))))));
}

/** Without the strokes before each line that a mail program puts before what is forwarded. */
function unquoted(lines: readonly string[]): string[] {
  const quoted = lines.filter((line) => /^>/.test(line)).length;
  return lines.map((line) => (quoted > 2 ? line.replace(/^(?:> ?)+/, '') : line));
}

/** `- 14 x downlight @ £17.50`: without the sign before the items of a list, that before a count looks like a minus. */
function withoutBullets(lines: readonly string[]): string[] {
  const bullet = /^(\s*)[-*•·–] +(?=\S)/;
  const isItem = (line: string, i: number) =>
    bullet.test(line) && (/\d\.\d\d/.test(line) || /^\s.*\d\.\d\d/.test(lines[i + 1] ?? ''));
  return lines.filter(isItem).length > 1
    ? lines.map((line, i) => (isItem(line, i) ? line.replace(bullet, '$1  ') : line))
    : [...lines];
}

/** Counts as words, where a price follows: `five off @ 42.50`. */
const COUNTED = new RegExp(String.raw`^(\s*)(${NUMBER_WORDS.join('|')})(?= [a-z]{1,12} (?:@|at) £?\d)`, 'i');

/** The figures of an item apart by blanks: `Qty 2  |  £58.99 each  |  £117.98`, `Screw (#CLD-4560) X 5 = £156.35`, `sundries, wax etc = £36.20`,
 * `Subtotal ........ £36.20`. */
function withoutSigns(lines: readonly string[]): string[] {
  return lines.map(withoutAddends).map((line) =>
    (/^\s*(?:qty|quantity)\b.*\S +\| +\S/i.test(line) ? line.replace(/ +\| +/g, BETWEEN) : line)
      .replace(/ \.{3,} (?=-?£?\d)/, BETWEEN)
      .replace(COUNTED, (_, blanks: string, word: string) => `${blanks}${NUMBER_WORDS.indexOf(word.toLowerCase()) + 1}`)
      .replace(/^(\s*)(\S.*\S) [x×] ?(\d{1,4}) ?= ?(?=-?£\d[\d,]*\.\d\d$)/i, `$1$2 × $3${BETWEEN}`)
      .replace(/^([^@=]*[a-z)]) ?= ?(?=-?£\d[\d,]*\.\d\d$)/i, `$1${BETWEEN}`),
  );
}

/** `All together 3745 + 484 + 96.80 = £4325.80`: what a total is made of, where it is that. */
function withoutAddends(line: string): string {
  const [, label = '', addends = '', total = ''] =
    /^(\s*[a-z][a-z ]*?):?\s+((?:£?\d[\d,]*(?:\.\d\d)?\s*\+\s*)+£?\d[\d,]*(?:\.\d\d)?)\s*=\s*(£?\d[\d,]*\.\d\d)\s*$/i.exec(
      line,
    ) ?? [];
  const pence = (sum: string) => nearestPence(readNumber(sum.trim()) ?? { value: Number.NaN });
  const isMade = addends.split('+').reduce((sum, addend) => sum + pence(addend), 0) === pence(total);
  return totalKind(label) !== null && isMade ? `${label}${BETWEEN}${total}` : line;
}

/** `That comes to £2,148.70 plus VAT at 20% £429.74, total £2,578.44.`: the sums of a sentence, each in a row of its own. */
function toldSums(lines: readonly string[]): string[] {
  return lines.flatMap((line) => {
    const worked = workedSums(line);
    if (worked !== null) return worked;
    const parts = line
      .trim()
      .replace(/\.$/, '')
      .split(/(?:,|;)? (?=(?:plus|total|making|giving)\b)|(?:,|;) (?=(?:and|less|vat|plus)\b)/i)
      .map((part) => /^(?:plus|making|giving|and|in)?\s*(?:a )?(.*?\S):? (-?£?\d[\d,]*\.\d\d)$/i.exec(part));
    const told = parts.flatMap((part) => (part === null ? [] : [{ label: part[1] as string, sum: part[2] as string }]));
    const kinds = told.map(({ label }) => totalKind(label));
    const whole = kinds.some((kind) => kind === 'gross' || kind === 'total');
    if (told.length < 2 || told.length < parts.length || kinds.includes(null) || !kinds.includes('vat') || !whole)
      return [line];
    return told.map(({ label, sum }) => `${label}${BETWEEN}${sum}`);
  });
}

const SUM = String.raw`£?(\d[\d,]*\.\d\d)`;
const WORKED = new RegExp(
  String.raw`^(?:(.*[a-z])[:\s]\s*)?${SUM} ?(?:\+|plus|and) ?(VAT(?: (?:at|@)? ?\d{1,2}(?:\.\d+)? ?%)?)(?: of)?:? ?${SUM} ?= ?${SUM}(?:[.\s].*)?$`,
  'i',
);

/** `Total £1,876.50 plus VAT £375.30 = £2,251.80`: the net, the VAT and what both come to, each in a row of its own. */
function workedSums(line: string): string[] | null {
  const [, label = '', net, vatLabel, vat, gross] = WORKED.exec(line.trim()) ?? [];
  const pence = [net, vat, gross].map((sum) => Math.round(Number(sum?.replaceAll(',', '')) * 100));
  const [n = 0, v = 0, g = 0] = pence;
  const isSum = label === '' || ['net', 'total', 'gross', 'due'].includes(totalKind(label) ?? '');
  if (net === undefined || !isSum || n + v !== g) return null;
  return [`Net${BETWEEN}${net}`, `${vatLabel}${BETWEEN}${vat}`, `Total${BETWEEN}${gross}`];
}

const PASSED_ON = /^\s*(?:-{2,}\s*(?:forwarded|original) message\s*-{2,}|begin forwarded message:?)\s*$/i;

/** Without the head and the words of whoever passed a mail on, when no sum is told in them. */
function passedOn(lines: readonly string[]): string[] {
  const at = lines.findIndex((line) => PASSED_ON.test(line));
  return lines.slice(0, at + 1).some((line) => /[£€]\s?\d|\d\.\d\d\b/.test(line)) ? [...lines] : lines.slice(at + 1);
}
