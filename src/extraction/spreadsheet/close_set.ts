import { makes, readNumber } from '../numbers.js';
import { headingKinds, MONEY_KINDS } from '../table/column_names.js';
import { totalKind } from '../table/labels.js';
import { readRate } from '../table/rate_cell.js';
import { aligned } from './text_cells.js';

/** A table copied out of a PDF: headings and cells in order, with one blank between them. */
export function closeSetTables(lines: readonly string[]): string[] {
  const out: string[] = [];
  let at = 0;
  while (at < lines.length) {
    const said = qualifiersOf(lines[at + 1] ?? '');
    const below = lines.slice(at + (said === null ? 1 : 2));
    const next = below[0]?.trim() ?? '';
    const heads = closeSetHeads(lines[at] as string)
      .flatMap((head) => (said === null ? [head] : qualified(head, said)))
      .filter((head) => closeSetRow(next, head) !== null);
    const known = multiplying(withLeads(heads, below), below);
    const [head] = known;
    // "Quantity, unit price" and "quantity unit, price" cut a row alike; one that may be cut in two ways is left as it is.
    const cuts = new Set(known.map((h) => JSON.stringify([h.map(({ cell }) => cell), closeSetRow(next, h)])));
    if (head && cuts.size === 1) {
      const rows = rowsUnder(head, below);
      out.push(...aligned([head.map((h) => h.heading), ...rows]));
      at += lines.length - at - below.length + rows.length;
    } else {
      out.push(lines[at] as string);
      at++;
    }
  }
  return out;
}

/** `(excl. VAT) (incl. VAT) (incl. VAT)` below the headings: which of the sums are with VAT; null for any other row. */
function qualifiersOf(line: string): string[] | null {
  const said = line.match(/\([^)]*\)/g) ?? [];
  const isAll = /^(?:\s*\((?:in|ex)c\w*\.? (?:of )?(?:VAT|tax)\))+\s*$/i.test(line);
  return isAll ? [...said] : null;
}

/** Headings with what is said below those of sums of money, when there is something for each. */
function qualified(head: readonly Heading[], said: readonly string[]): Heading[][] {
  const sums = head.filter(isOfMoney);
  if (sums.length !== said.length) return [];
  return [
    head.map((of) => {
      const at = sums.indexOf(of);
      if (at < 0) return of;
      const heading = `${of.heading} ${said[at]}`;
      return { heading, cell: CELLS[headingKinds(heading)[0] ?? ''] ?? of.cell };
    }),
  ];
}

function isOfMoney({ heading, cell }: Heading): boolean {
  const [kind] = headingKinds(heading);
  return cell !== WORDS && kind !== undefined && (MONEY_KINDS.has(kind) || /^unitPrice/.test(kind));
}

/** Most rows that the words of a line go on in. */
const MOST_ON = 2;

/** The cells of the rows under such headings, with the rows in which their words go on. */
function rowsUnder(head: readonly Heading[], lines: readonly string[]): string[][] {
  const rows: string[][] = [];
  const words = head.findIndex(({ cell }) => cell === WORDS);
  let at = 0;
  while (at < lines.length) {
    const on = lines.slice(at, at + MOST_ON + 1).findIndex((line) => closeSetRow(line.trim(), head) !== null);
    const between = lines.slice(at, at + on);
    if (on < 0 || between.some((line) => line.trim() === '' || /\d\.\d\d\b/.test(line))) break;
    for (const line of between) rows.push(head.map((_, c) => (c === words ? line.trim() : '')));
    rows.push(closeSetRow((lines[at + on] as string).trim(), head) as string[]);
    at += on + 1;
  }
  return rows;
}

/** Of the ways to read the headings those with a number, code or date before the words, where every row has one. */
function withLeads(heads: readonly Heading[][], lines: readonly string[]): readonly Heading[][] {
  const [led, plain] = [heads.filter(isLed), heads.filter((head) => !isLed(head))];
  const most = Math.max(0, ...plain.map((head) => rowsUnder(head, lines).length));
  const fit = led.filter((head) => {
    const rows = rowsUnder(head, lines).filter((row) => row[0] !== '');
    const counts = rows.map(([lead = '']) => Number(lead.replace(/[.)]$/, '')));
    // "Item" heads the number of the line as well as what it is.
    const counted = headingKinds(head[0]?.heading ?? '').includes('lineNumber');
    const rises = counts.every((count, i) => i === 0 || count > (counts[i - 1] as number));
    return rowsUnder(head, lines).length >= most && (!counted || counts.some(Number.isNaN) || rises);
  });
  return fit.length > 0 ? fit : plain;
}

/** Of the ways to read the headings those by which quantity times price is the amount in the most rows, where it is in any. */
function multiplying(heads: readonly Heading[][], lines: readonly string[]): readonly Heading[][] {
  const fitting = heads.map((head) => {
    const of = (...kinds: string[]) =>
      head.flatMap(({ heading, cell }, c) =>
        cell !== WORDS && kinds.includes(headingKinds(heading)[0] ?? '') ? [c] : [],
      );
    const [counts, prices, amounts] = [of('quantity'), of('unitPrice', 'unitPriceGross'), of('net', 'amount', 'gross')];
    return rowsUnder(head, lines).filter((row) => {
      const [count, price, amount] = [counts, prices, amounts].map((columns) =>
        columns.flatMap((c) => readNumber(row[c] ?? '') ?? []),
      );
      return count?.some((n) => price?.some((p) => amount?.some((a) => makes(n, p, a.value))));
    }).length;
  });
  const most = Math.max(0, ...fitting);
  return most > 0 ? heads.filter((_, i) => fitting[i] === most) : heads;
}

function isLed([first]: readonly Heading[]): boolean {
  return first?.cell !== WORDS;
}

interface Heading {
  heading: string;
  cell: string;
}

const FIGURE = String.raw`[-(]?£?-?\d[\d,]*(?:\.\d+)?\)?`;
const MONEY = String.raw`[-(]?£?-?\d[\d,]*\.\d\d\)?`;
const RATE = String.raw`(?:\d{1,2}(?:\.\d+)?%(?: \([^)]*\)| [A-Z]\d?)?|Zero Rated(?: \w+)?|Exempt(?: \w+)?|No VAT|Standard(?: Rated?)?|Reduced(?: Rated?)?)`;
const CELLS: Readonly<Record<string, string>> = {
  quantity: FIGURE,
  unitPrice: FIGURE,
  unitPriceGross: FIGURE,
  discount: String.raw`\d[\d.]*%?`,
  vatRate: RATE,
  vat: `(?:${RATE}|${MONEY})`,
  net: MONEY,
  amount: MONEY,
  gross: MONEY,
};

const WORDS = '.*[A-Za-z].*?';
/** What may stand before the words of a line. */
const LEADS: Readonly<Record<string, string>> = {
  date: String.raw`\d{1,2}[/.-]\d{1,2}[/.-]\d{2,4}|\d{1,2} [A-Z][a-z]{2,8} \d{2,4}`,
  code: String.raw`(?=\S*\d)\S+`,
  lineNumber: String.raw`\d{1,3}[.)]?`,
};

/** The ways to take a line for headings that fill it, words first and money last, with no more than a blank between them. */
function closeSetHeads(line: string): Heading[][] {
  const words = line.trim().split(' ');
  if (words.length < 3 || words.length > 14 || words.includes('')) return [];
  const splits = (from: number): Heading[][] => {
    if (from === words.length) return [[]];
    return [1, 2, 3, 4].flatMap((length) => {
      const heading = words.slice(from, from + length).join(' ');
      const cell = from + length <= words.length ? CELLS[headingKinds(heading)[0] ?? 'other'] : undefined;
      return cell === undefined ? [] : splits(from + length).map((rest) => [{ heading, cell }, ...rest]);
    });
  };
  return headsOfWords(words).flatMap((first) =>
    splits(first.reduce((count, { heading }) => count + heading.split(' ').length, 0))
      .filter((rest) => rest.length >= 2 && rest.at(-1)?.cell === MONEY)
      .map((rest) => [...first, ...rest]),
  );
}

/** The ways to take the first words for the heading of the words of lines, or for that and one of a number, code or date before it. */
function headsOfWords(words: readonly string[]): Heading[][] {
  const described = (from: number): Heading[] =>
    [1, 2].flatMap((length) => {
      const heading = words.slice(from, from + length).join(' ');
      const last = headingKinds(words[from + length - 1] ?? '')[0];
      const isWords = headingKinds(heading)[0] === 'description' && !(last !== undefined && last in CELLS);
      return isWords ? [{ heading, cell: WORDS }] : [];
    });
  const leads = [1, 2].flatMap((length): Heading[] => {
    const heading = words.slice(0, length).join(' ');
    const kind = headingKinds(heading).find((k) => k in LEADS);
    return kind === undefined ? [] : [{ heading, cell: LEADS[kind] as string }];
  });
  return [
    ...described(0).map((head) => [head]),
    ...leads.flatMap((lead) => described(lead.heading.split(' ').length).map((head) => [lead, head])),
  ];
}

function closeSetRow(line: string, head: readonly Heading[]): string[] | null {
  const match = new RegExp(`^${head.map((h) => `(${h.cell})`).join(' ')}$`, 'i').exec(line);
  const cells = match?.slice(1) ?? null;
  // A word for a rate is one only when it is read as one.
  const sums = cells === null ? sumsAlone(line, head) : null;
  if (sums !== null) return sums;
  return cells?.every((cell, c) => /\d/.test(cell) || head[c]?.cell === WORDS || readRate(cell) !== null)
    ? cells
    : null;
}

/** So many sums in a row show which columns they are of, where neither a quantity nor a rate is told. */
const FEWEST_SUMS = 3;

/** `Shipping Charges £2.92 £3.50 £3.50`: words and a sum for each heading of money, and nothing under the others. */
function sumsAlone(line: string, head: readonly Heading[]): string[] | null {
  const sums = head.filter(isOfMoney);
  if (sums.length < FEWEST_SUMS || sums.length === head.length - 1) return null;
  const found = new RegExp(`^(.*[a-z]{3}.*?)${` (${MONEY})`.repeat(sums.length)}$`, 'i').exec(line);
  if (found === null || ![null, 'charge', 'discount'].includes(totalKind(found[1] as string))) return null;
  return head
    .map((of) => (of.cell === WORDS ? found[1] : found[2 + sums.indexOf(of)]) ?? '')
    .map((cell, c) => (head[c]?.cell === WORDS || sums.includes(head[c] as Heading) ? cell : ''));
}
