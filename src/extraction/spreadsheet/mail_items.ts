import { SOLD_BY } from '../table/invoice_numbers.js';
import { extraKind, totalKind } from '../table/labels.js';
import { aligned, moneyAlone } from './text_cells.js';

const COUNT = /^(?:qty|quantity)\s*[:x]?\s*(\d+(?:\.\d+)?)$/i;
const WITH_VAT = String.raw`(?: \(?inc\w*\.? (?:of )?VAT\)?)?`;
const EACH = new RegExp(
  String.raw`^(?:(?:unit )?price\s*:?\s*)?(£?\d[\d,]*\.\d\d)\s*(?:each|ea|per (?:unit|item))$|^(?:unit|item) price\s*:?\s*(£?\d[\d,]*\.\d\d)${WITH_VAT}$`,
  'i',
);

/** `2 @ £6.29`: how many, and the price of one. */
const TIMES =
  /^(?:(?:qty|quantity)\s*:?\s*)?(\d+(?:\.\d+)?)(?: ?[x×@]| [a-z]{1,8}[23²³]? (?:at|@)) ?(£?\d[\d,]*\.\d\d)(?: (?:each|ea))?$/i;
/** `line value 711.00` below it. */
const VALUED = new RegExp(
  String.raw`^(?:line |item )?(?:value|total|amount|sum|net|price):? +(-?£?\d[\d,]*\.\d\d)${WITH_VAT}$`,
  'i',
);
const NUMBER = String.raw`(\d+(?:\.\d+)?)`;
const SUM = String.raw`£?\d[\d,]*\.\d\d`;
const QUANTITY = String.raw`(?:qty|quantity)\s*:?\s*`;
const OF_ONE = '(?: (?:each|ea))?';
const row = (pattern: string) => new RegExp(`^${pattern}$`, 'i');
/** How many, the price of one and the amount, all in one row. */
const COUNTED = [
  // `Qty 2 x £289.99    £579.98`
  row(String.raw`(?:${QUANTITY})?${NUMBER} ?[x×@] ?(${SUM})${OF_ONE}\s{2,}(-?${SUM})`),
  // `Qty 2    £58.99 each    £117.98`
  row(String.raw`${QUANTITY}${NUMBER}\s+(${SUM})${OF_ONE}\s{2,}(-?${SUM})`),
  // `9 doors @ 68.00 = £612.00`, `164 m @ 4.75/m = £779.00`, `5 off @ 42.50 = £212.50`
  row(
    String.raw`${NUMBER}(?: [a-z]{1,12}[23²³]?)? (?:@|at|x) (${SUM})(?: ?\/ ?[a-z]+[23²³]?| each| ea| per [a-z]+)? ?= ?(-?${SUM})`,
  ),
  // `Qty: 9    Price: £24.60    Total: £221.40`
  row(
    String.raw`${QUANTITY}${NUMBER}\s+(?:(?:unit|item) )?price\s*:?\s*(${SUM})${OF_ONE}\s+(?:(?:line|item) )?(?:sub ?total|total|amount)\s*:?\s*(-?${SUM})`,
  ),
];
/** What it is known by in the shop goes on its name. */
const KNOWN_BY =
  /^(?:sku|(?:item|product|part|model|catalogue|cat) ?(?:code|no|number|id)|asin|ean|model|code|ref|colou?r|size|finish|option)s?\b\.?\s*[:#]|^(?:sku|(?:item|product) code) (?=\S*\d)\S+$/i;
/** What it would have cost, or what is saved, is not paid. */
const COMPARED = /^(?:was|rrp|you saved?|saving|save)\b/i;

const HEADINGS = ['Description', 'Quantity', 'Unit price', 'Amount'];

/** Items of a shop's mail: the name, and below it the quantity, the price of one and the amount, each in a row of its own. */
export function itemTables(lines: readonly string[]): string[] {
  const out: string[] = [];
  let items: string[][] = [];
  let sellers = new Set<string>();
  const end = () => {
    const told = HEADINGS.map((_, c) => items.some((item) => item[c] !== ''));
    // Who sells on a market place is told above the table.
    for (const seller of sellers) out.push(seller, '');
    if (items.length > 0) out.push(...aligned([HEADINGS, ...items].map((row) => row.filter((_, c) => told[c]))));
    sellers = new Set();
    items = [];
  };
  let at = 0;
  while (at < lines.length) {
    const item = itemAt(lines, at) ?? (items.length > 0 ? sundryAt(lines, at) : null);
    if (item) {
      items.push(item.cells);
      if (item.seller !== '') sellers.add(item.seller);
      at = item.next;
    } else {
      const line = lines[at] as string;
      // Blank rows between the items are no end of them.
      const goesOn = items.length > 0 && line.trim() === '' && lines.slice(at).findIndex((l) => l.trim() !== '');
      if (goesOn && itemAt(lines, at + goesOn)) at += goesOn;
      else {
        end();
        out.push(line);
        at++;
      }
    }
  }
  end();
  return out;
}

/** `sundries, screws, wax etc    £36.20`: among such items, one that was not counted. */
function sundryAt(lines: readonly string[], at: number): Item | null {
  const [, name, amount] = /^(.*[a-z]{3}.*?)\s{2,}(-?£\d[\d,]*\.\d\d)$/i.exec((lines[at] ?? '').trim()) ?? [];
  return name === undefined || amount === undefined || totalKind(name) !== null || extraKind(name) !== null
    ? null
    : { cells: [name, '', '', amount], seller: '', next: at + 1 };
}

interface Item {
  cells: string[];
  /** `Sold by: BathDirect UK` below its name. */
  seller: string;
  next: number;
}

/** Most rows that the words of an item take, as in a code, what it is, and what goes on with that. */
const NAME_ROWS = 4;

/** An item whose words begin in a row; further rows of them are set in deeper than the first. */
function itemAt(lines: readonly string[], at: number): Item | null {
  const isName = (line: string) =>
    /[a-z]{3}/i.test(line) &&
    !moneyAlone(line) &&
    !KNOWN_BY.test(line) &&
    !SOLD_BY.test(line) &&
    totalKind(line) === null;
  const indent = (line: string) => /^\s*/.exec(line)?.[0].length ?? 0;
  const first = lines[at] ?? '';
  // A code may stand alone above what it is of.
  if (!isName(first.trim()) && !/^(?=.*\d)[A-Z]{1,6}(?:[-/]?[A-Z\d]+)*$/.test(first.trim())) return null;
  for (let last = at; last < at + NAME_ROWS; last++) {
    const row = lines[last] ?? '';
    const line = row.trim();
    if (last > at && (indent(row) <= indent(first) || !isName(line))) return null;
    const name = lines.slice(at, last + 1).map((part) => part.trim());
    const item = isName(line) && !/:$/.test(line) ? figuresBelow(name.join(' '), lines, last) : null;
    if (item !== null) return item;
  }
  return null;
}

/** The figures in the rows below the words of an item. */
function figuresBelow(words: string, lines: readonly string[], at: number): Item | null {
  let name = words;
  let seller = '';
  let quantity: string | null = null;
  let price: string | null = null;
  let amount: string | null = null;
  let next = at + 1;
  for (; next < Math.min(lines.length, at + 5); next++) {
    const line = (lines[next] as string).trim();
    const [count, each] = [COUNT.exec(line)?.[1], EACH.exec(line)?.slice(1).find(Boolean)];
    const first: boolean = quantity === null && price === null;
    const times: RegExpExecArray | null = first ? TIMES.exec(line) : null;
    const counted: RegExpExecArray | null =
      first && amount === null
        ? COUNTED.reduce<RegExpExecArray | null>((found, pattern) => found ?? pattern.exec(line), null)
        : null;
    if (counted) [quantity, price, amount] = [counted[1] ?? null, counted[2] ?? null, counted[3] ?? null];
    else if (first && amount === null && KNOWN_BY.test(line)) name = `${name} ${line}`;
    else if (seller === '' && SOLD_BY.test(line)) seller = line;
    else if (times) [quantity, price] = [times[1] ?? null, times[2] ?? null];
    else if (COMPARED.test(line)) continue;
    else if (count !== undefined && quantity === null) quantity = count;
    else if (each !== undefined && price === null) price = each;
    else if (moneyAlone(line) && amount === null) amount = line;
    else if (quantity !== null && amount === null && VALUED.test(line)) amount = VALUED.exec(line)?.[1] ?? null;
    else break;
  }
  const own = name.replace(/^(?:\[\d{1,3}\]|\d{1,2}\.(?=\s))\s*/, '');
  return quantity === null || amount === null ? null : { cells: [own, quantity, price ?? '', amount], seller, next };
}
