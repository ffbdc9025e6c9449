import { isMoney, NUMBER_WORDS, readNumber } from '../numbers.js';
import { headingKinds, MONEY_KINDS } from '../table/column_names.js';
import { extraKind, totalKind } from '../table/labels.js';
import { readRate } from '../table/rate_cell.js';
import { cellPerLineTables } from './cell_per_line.js';
import { withoutStamps } from './chat.js';

/**
 * Plain text set out as on paper. What is pasted from a web page or a mail has lost its columns: cells between tabs or
 * strokes, a value below its label, the figures of an item in rows of their own. Nothing is added but blanks and headings.
 */
export function laidOut(text: string): string {
  const lines = toldSums(withoutSigns(withoutBullets(withoutStamps(passedOn(unquoted(text.split(/\r\n|\n|\r/)))))));
  const cellTables = (current: readonly string[]) => cellPerLineTables(current, aligned);
  return [
    delimitedTables,
    spacedTables,
    recordTables,
    labelledCells,
    cellTables,
    itemTables,
    closeSetTables,
    valuesBelowLabels,
  ]
    .reduce((current, step) => step(current), lines)
    .join('\n');
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

/**
 * `Cladding screw (#CLD-4560) X 5 = £156.35`, `Qty 2  |  £58.99 each  |  £117.98`, `sundries, wax etc = £36.20`, `five off @ 42.50`: figures of an item apart by blanks, where no table stands
 * between strokes, and its count in figures.
 */
function withoutSigns(lines: readonly string[]): string[] {
  const counted = new RegExp(String.raw`^(\s*)(${NUMBER_WORDS.join('|')})(?= [a-z]{1,12} (?:@|at) £?\d)`, 'i');
  return lines.map((line) =>
    (/^\s*(?:qty|quantity)\b.*\S +\| +\S/i.test(line) ? line.replace(/ +\| +/g, BETWEEN) : line)
      .replace(counted, (_, blanks: string, word: string) => `${blanks}${NUMBER_WORDS.indexOf(word.toLowerCase()) + 1}`)
      .replace(/^(\s*)(\S.*\S) [x×] ?(\d{1,4}) ?= ?(?=-?£\d[\d,]*\.\d\d$)/i, `$1$2 × $3${BETWEEN}`)
      .replace(/^([^@=]*[a-z)]) ?= ?(?=-?£\d[\d,]*\.\d\d$)/i, `$1${BETWEEN}`),
  );
}

/** `That comes to £2,148.70 plus VAT at 20% £429.74, total £2,578.44.`: the sums of a sentence, each in a row of its own. */
function toldSums(lines: readonly string[]): string[] {
  return lines.flatMap((line) => {
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

const PASSED_ON = /^\s*(?:-{2,}\s*(?:forwarded|original) message\s*-{2,}|begin forwarded message:?)\s*$/i;

/** Without the head and the words of whoever passed a mail on, when no sum is told in them. */
function passedOn(lines: readonly string[]): string[] {
  const at = lines.findIndex((line) => PASSED_ON.test(line));
  return lines.slice(0, at + 1).some((line) => /[£€]\s?\d|\d\.\d\d\b/.test(line)) ? [...lines] : lines.slice(at + 1);
}

const BETWEEN = '    ';

/** Rows of cells under each other, each column as wide as its widest cell. */
function aligned(rows: readonly (readonly string[])[]): string[] {
  const widths: number[] = [];
  for (const row of rows)
    row.forEach((cell, c) => {
      widths[c] = Math.max(widths[c] ?? 0, cell.length);
    });
  return rows.map((row) =>
    row
      .map((cell, c) => cell.padEnd(widths[c] ?? 0))
      .join(BETWEEN)
      .trimEnd(),
  );
}

/** Runs of lines that hold tabs, or that stand between strokes as in Markdown. */
function delimitedTables(lines: readonly string[]): string[] {
  const cellsOf = (line: string): string[] | null => {
    if (/^\s*\|.*\|\s*$/.test(line))
      return line
        .trim()
        .slice(1, -1)
        .split('|')
        .map((cell) => cell.trim());
    return /\S\t+\s*\S/.test(line) ? line.split('\t').map((cell) => cell.trim()) : null;
  };
  const isRule = (line: string) => /^[\s|:+=-]*[-=]{3}[\s|:+=-]*$/.test(line) && /[|+]/.test(line);
  const out: string[] = [];
  let run: string[][] = [];
  const end = () => {
    out.push(...aligned(run));
    run = [];
  };
  for (const line of lines) {
    if (isRule(line)) continue;
    const cells = cellsOf(line);
    if (cells) run.push(cells);
    else {
      end();
      out.push(line);
    }
  }
  end();
  return out;
}

/** Tables whose cells stand two blanks or more apart and not below their headings, as text comes out of a PDF. */
function spacedTables(lines: readonly string[]): string[] {
  const cellsOf = (line: string) => line.trim().split(/\s{2,}/);
  const out: string[] = [];
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] as string;
    const head = cellsOf(line);
    const kinds = head.map((heading) => headingKinds(heading));
    const words = kinds.findLastIndex(([kind]) => kind === 'description');
    // Of two headings for words the first is of codes: "Product  Description".
    const first = kinds.findIndex(([kind]) => kind === 'description');
    const table = [head.map((heading, c) => (c === first && first !== words ? 'Code' : heading))];
    let next = at + 1;
    if (head.length >= 4 && words >= 0 && kinds.filter((k) => k.length > 0).length >= head.length - 1)
      for (; next < lines.length; next++) {
        const cells = cellsOf(lines[next] as string);
        // What a line goes on with is set in.
        const goesOn = cells.length === 1 && /^\s+\S/.test(lines[next] as string) && table.length > 1;
        if (cells.length === head.length) table.push(cells);
        else if (goesOn) table.push(head.map((_, c) => (c === words ? (cells[0] as string) : '')));
        else break;
      }
    const whole = table.filter(([first]) => first !== '').length;
    if (whole < 3) out.push(line);
    else {
      out.push(...aligned(table));
      at = next - 1;
    }
  }
  return out;
}

/** `Quantity: 10` */
const LABELLED = /^\s*([A-Za-z][A-Za-z0-9 ./%()£#-]{0,30}?)\s*:\s*(\S.*)$/;

/** Lines told one by one, each a block of labels and values that begins with the same label. */
function recordTables(lines: readonly string[]): string[] {
  const pairs = lines.map((line) => {
    const match = LABELLED.exec(line);
    const label = match?.[1] ?? '';
    return match && headingKinds(label).length > 0 ? { label, value: (match[2] as string).trim() } : null;
  });
  const described = pairs.find((pair) => pair !== null && headingKinds(pair.label)[0] === 'description')?.label;
  if (described === undefined) return [...lines];
  const starts = pairs.flatMap((pair, i) => (pair?.label === described ? [i] : []));
  const records = starts.map((from) => {
    const record = new Map<string, string>();
    for (let i = from; i < pairs.length; i++) {
      const pair = pairs[i];
      if (!pair || record.has(pair.label)) break;
      record.set(pair.label, pair.value);
    }
    return { from, record };
  });
  const summed = records.every(({ record }) =>
    [...record.keys()].some((label) => headingKinds(label).some((kind) => MONEY_KINDS.has(kind))),
  );
  if (records.length < 2 || !summed) return [...lines];
  const labels = [...new Set(records.flatMap(({ record }) => [...record.keys()]))];
  const table = aligned([labels, ...records.map(({ record }) => labels.map((label) => record.get(label) ?? ''))]);
  const told = new Set(records.flatMap(({ from, record }) => [...record].map((_, i) => from + i)));
  return lines.flatMap((line, i) => (i === starts[0] ? table : told.has(i) ? [] : [line]));
}

/** Cells that say themselves what they are, by the heading they belong under: `qty 2`, `unit £41.66 ex VAT`, `£99.98 inc VAT`. */
const SAID: readonly (readonly [string, RegExp])[] = [
  ['Quantity', /^(?:qty|quantity)\s*:?\s*(\d+(?:\.\d+)?)$/i],
  ['Unit price', /^(?:unit(?: price)?|each)\s*:?\s*(£?\d[\d,]*\.\d\d)(?: (?:ex|excl)\.?(?: VAT)?)?$/i],
  ['Net', /^(£?\d[\d,]*\.\d\d) (?:ex|excl)\.? VAT$/i],
  ['VAT rate', /^(\d{1,2}(?:\.\d)? ?%)$/],
  ['VAT', /^(?:VAT (£?\d[\d,]*\.\d\d)|(£?\d[\d,]*\.\d\d) VAT)$/i],
  ['Total inc VAT', /^(£?\d[\d,]*\.\d\d) (?:inc|incl)\.? VAT$/i],
];

/** Runs of items whose figures each say what they are, as shops put them in mails: under headings, in columns. */
function labelledCells(lines: readonly string[]): string[] {
  const items = lines.map((line) => {
    const [name = '', ...cells] = line.trim().split(/\s{2,}/);
    // Postage may stand among them.
    const isSum = !['charge', 'discount', null].includes(totalKind(name));
    if (!/[a-z]{3}/i.test(name) || isSum || cells.length < 2) return null;
    const said = new Map<string, string>();
    for (const cell of cells) {
      const heading = SAID.find(([, pattern]) => pattern.test(cell));
      if (heading === undefined || said.has(heading[0])) return null;
      said.set(heading[0], heading[1].exec(cell)?.slice(1).find(Boolean) ?? '');
    }
    return said.has('Net') || said.has('Total inc VAT') ? { name, said } : null;
  });
  const found = items.flatMap((item) => item ?? []);
  if (found.length < 2) return [...lines];
  const headings = SAID.map(([heading]) => heading).filter((heading) => found.some(({ said }) => said.has(heading)));
  const rows = found.map(({ name, said }) => [name, ...headings.map((heading) => said.get(heading) ?? '')]);
  const table = aligned([['Description', ...headings], ...rows]);
  const first = items.findIndex((item) => item !== null);
  return lines.flatMap((line, i) => (i === first ? table : items[i] === null ? [line] : []));
}

const COUNT = /^(?:qty|quantity)\s*[:x]?\s*(\d+(?:\.\d+)?)$/i;
const EACH = /^(?:(?:unit )?price\s*:?\s*)?(£?\d[\d,]*\.\d\d)\s*(?:each|ea|per (?:unit|item))$/i;

/** `2 @ £6.29`: how many, and the price of one. */
const TIMES =
  /^(?:(?:qty|quantity)\s*:?\s*)?(\d+(?:\.\d+)?)(?: ?[x×@]| [a-z]{1,8}[23²³]? (?:at|@)) ?(£?\d[\d,]*\.\d\d)(?: (?:each|ea))?$/i;
/** `line value 711.00` below it. */
const VALUED = /^(?:line |item )?(?:value|total|amount|sum|net|price):? +(-?£?\d[\d,]*\.\d\d)$/i;
/** `Qty 2 x £289.99    £579.98`: all of it in one row. */
const COUNTED =
  /^(?:qty|quantity)?\s*:?\s*(\d+(?:\.\d+)?) ?[x×@] ?(£?\d[\d,]*\.\d\d)(?: (?:each|ea))?\s{2,}(-?£?\d[\d,]*\.\d\d)$/i;
/** `Qty 2    £58.99 each    £117.98` */
const COUNTED_APART =
  /^(?:qty|quantity)\s*:?\s*(\d+(?:\.\d+)?)\s+(£?\d[\d,]*\.\d\d)(?: (?:each|ea))?\s{2,}(-?£?\d[\d,]*\.\d\d)$/i;
/** `9 doors @ 68.00 = £612.00`, `164 m @ 4.75/m = £779.00`, `5 off @ 42.50 = £212.50` */
const WORKED_OUT =
  /^(\d+(?:\.\d+)?)(?: [a-z]{1,12}[23²³]?)? (?:@|at|x) £?(\d[\d,]*\.\d\d)(?: ?\/ ?[a-z]+[23²³]?| each| ea| per [a-z]+)? ?= ?(-?£?\d[\d,]*\.\d\d)$/i;
/** `Qty: 9    Price: £24.60    Total: £221.40` */
const COUNTED_IN_WORDS =
  /^(?:qty|quantity)\s*:?\s*(\d+(?:\.\d+)?)\s+(?:(?:unit|item) )?price\s*:?\s*(£?\d[\d,]*\.\d\d)(?: (?:each|ea))?\s+(?:(?:line|item) )?(?:sub ?total|total|amount)\s*:?\s*(-?£?\d[\d,]*\.\d\d)$/i;
/** What it is known by in the shop goes on its name. */
const KNOWN_BY =
  /^(?:sku|item (?:code|no)|product code|code|ref|colou?r|size|finish|option)s?\b\.?\s*[:#]|^(?:sku|(?:item|product) code) (?=\S*\d)\S+$/i;
/** What it would have cost, or what is saved, is not paid. */
const COMPARED = /^(?:was|rrp|you saved?|saving|save)\b/i;

/** Items of a shop's mail: the name, and below it the quantity, the price of one and the amount, each in a row of its own. */
function itemTables(lines: readonly string[]): string[] {
  const out: string[] = [];
  let items: string[][] = [];
  const end = () => {
    const priced = items.some((item) => item[2] !== '');
    const rows = [['Description', 'Quantity', 'Unit price', 'Amount'], ...items];
    if (items.length > 0) out.push(...aligned(priced ? rows : rows.map((row) => row.filter((_, c) => c !== 2))));
    items = [];
  };
  let at = 0;
  while (at < lines.length) {
    const item = itemAt(lines, at) ?? (items.length > 0 ? sundryAt(lines, at) : null);
    if (item) {
      items.push(item.cells);
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
    : { cells: [name, '', '', amount], next: at + 1 };
}

interface Item {
  cells: string[];
  next: number;
}

/** Most rows that the words of an item take, as in a code, what it is, and what goes on with that. */
const NAME_ROWS = 4;

/** An item whose words begin in a row; further rows of them are set in deeper than the first. */
function itemAt(lines: readonly string[], at: number): Item | null {
  const isName = (line: string) =>
    /[a-z]{3}/i.test(line) && !moneyAlone(line) && !KNOWN_BY.test(line) && totalKind(line) === null;
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
  let quantity: string | null = null;
  let price: string | null = null;
  let amount: string | null = null;
  let next = at + 1;
  for (; next < Math.min(lines.length, at + 5); next++) {
    const line = (lines[next] as string).trim();
    const [count, each] = [COUNT.exec(line)?.[1], EACH.exec(line)?.[1]];
    const first: boolean = quantity === null && price === null;
    const times: RegExpExecArray | null = first ? TIMES.exec(line) : null;
    const counted: RegExpExecArray | null =
      first && amount === null
        ? (COUNTED.exec(line) ?? COUNTED_APART.exec(line) ?? WORKED_OUT.exec(line) ?? COUNTED_IN_WORDS.exec(line))
        : null;
    if (counted) [quantity, price, amount] = [counted[1] ?? null, counted[2] ?? null, counted[3] ?? null];
    else if (first && amount === null && KNOWN_BY.test(line)) name = `${name} ${line}`;
    else if (times) [quantity, price] = [times[1] ?? null, times[2] ?? null];
    else if (COMPARED.test(line)) continue;
    else if (count !== undefined && quantity === null) quantity = count;
    else if (each !== undefined && price === null) price = each;
    else if (moneyAlone(line) && amount === null) amount = line;
    else if (quantity !== null && amount === null && VALUED.test(line)) amount = VALUED.exec(line)?.[1] ?? null;
    else break;
  }
  const own = name.replace(/^\[\d{1,3}\]\s*/, '');
  return quantity === null || amount === null ? null : { cells: [own, quantity, price ?? '', amount], next };
}

function moneyAlone(line: string): boolean {
  const number = readNumber(line.trim());
  return number !== null && isMoney(number);
}

/** A table copied out of a PDF: headings and cells in order, with one blank between them. */
function closeSetTables(lines: readonly string[]): string[] {
  const out: string[] = [];
  let at = 0;
  while (at < lines.length) {
    const next = lines[at + 1]?.trim() ?? '';
    const heads = closeSetHeads(lines[at] as string).filter((head) => closeSetRow(next, head) !== null);
    const [head] = heads;
    // "Quantity, unit price" and "quantity unit, price" cut a row alike; one that may be cut in two ways is left as it is.
    const cuts = new Set(heads.map((h) => JSON.stringify([h.map(({ cell }) => cell), closeSetRow(next, h)])));
    if (head && cuts.size === 1) {
      const rows = [head.map((h) => h.heading)];
      for (const line of lines.slice(at + 1)) {
        const cells = closeSetRow(line.trim(), head);
        if (!cells) break;
        rows.push(cells);
      }
      out.push(...aligned(rows));
      at += rows.length;
    } else {
      out.push(lines[at] as string);
      at++;
    }
  }
  return out;
}

interface Heading {
  heading: string;
  cell: string;
}

const FIGURE = String.raw`[-(]?£?-?\d[\d,]*(?:\.\d+)?\)?`;
const MONEY = String.raw`[-(]?£?-?\d[\d,]*\.\d\d\)?`;
const RATE = String.raw`(?:\d{1,2}(?:\.\d+)?%(?: \([^)]*\))?|Zero Rated(?: \w+)?|Exempt(?: \w+)?|No VAT|Standard(?: Rated?)?|Reduced(?: Rated?)?)`;
const CELLS: Readonly<Record<string, string>> = {
  quantity: FIGURE,
  unitPrice: FIGURE,
  discount: String.raw`\d[\d.]*%?`,
  vatRate: RATE,
  vat: `(?:${RATE}|${MONEY})`,
  net: MONEY,
  amount: MONEY,
  gross: MONEY,
};

/** The ways to take a line for headings that fill it, words first and money last, with no more than a blank between them. */
function closeSetHeads(line: string): Heading[][] {
  const words = line.trim().split(' ');
  if (words.length < 3 || words.length > 14 || words.includes('')) return [];
  if (headingKinds(words[0] ?? '')[0] !== 'description') return [];
  const splits = (from: number): Heading[][] => {
    if (from === words.length) return [[]];
    return [1, 2, 3, 4].flatMap((length) => {
      const heading = words.slice(from, from + length).join(' ');
      const cell = from + length <= words.length ? CELLS[headingKinds(heading)[0] ?? 'other'] : undefined;
      return cell === undefined ? [] : splits(from + length).map((rest) => [{ heading, cell }, ...rest]);
    });
  };
  return splits(1)
    .filter((rest) => rest.length >= 2 && rest.at(-1)?.cell === MONEY)
    .map((rest) => [{ heading: words[0] as string, cell: '.*[A-Za-z].*?' }, ...rest]);
}

function closeSetRow(line: string, head: readonly Heading[]): string[] | null {
  const match = new RegExp(`^${head.map((h) => `(${h.cell})`).join(' ')}$`, 'i').exec(line);
  const cells = match?.slice(1) ?? null;
  // A word for a rate is one only when it is read as one.
  return cells?.every((cell) => /\d/.test(cell) || cell === cells[0] || readRate(cell) !== null) ? cells : null;
}

/** `Subtotal` over `£450.00`, as summaries read when they are pasted; or several labels over as many sums. */
function valuesBelowLabels(lines: readonly string[]): string[] {
  const isLabel = (line: string | undefined) => {
    const kind = line === undefined || /\d\.\d\d/.test(line) ? null : (totalKind(line.trim()) ?? extraKind(line));
    return kind !== null && kind !== 'skip';
  };
  const out: string[] = [];
  for (let at = 0; at < lines.length; at++) {
    const sums = lines.slice(at).findIndex((line) => !moneyAlone(line));
    const count = sums < 0 ? lines.length - at : sums;
    const labels = out.slice(out.length - count);
    if (count > 0 && labels.length === count && labels.every(isLabel)) {
      out.splice(out.length - count, count);
      out.push(...labels.map((label, i) => `${label.trim()}${BETWEEN}${(lines[at + i] as string).trim()}`));
      at += count - 1;
    } else out.push(lines[at] as string);
  }
  return out;
}
