import { makes, readNumber } from '../numbers.js';
import { headingKinds } from '../table/column_names.js';
import { readRate } from '../table/rate_cell.js';
import { aligned } from './text_cells.js';

/** A table copied out of a PDF: headings and cells in order, with one blank between them. */
export function closeSetTables(lines: readonly string[]): string[] {
  const out: string[] = [];
  let at = 0;
  while (at < lines.length) {
    const below = lines.slice(at + 1);
    const next = below[0]?.trim() ?? '';
    const heads = closeSetHeads(lines[at] as string).filter((head) => closeSetRow(next, head) !== null);
    const known = multiplying(withLeads(heads, below), below);
    const [head] = known;
    // "Quantity, unit price" and "quantity unit, price" cut a row alike; one that may be cut in two ways is left as it is.
    const cuts = new Set(known.map((h) => JSON.stringify([h.map(({ cell }) => cell), closeSetRow(next, h)])));
    if (head && cuts.size === 1) {
      const rows = rowsUnder(head, below);
      out.push(...aligned([head.map((h) => h.heading), ...rows]));
      at += 1 + rows.length;
    } else {
      out.push(lines[at] as string);
      at++;
    }
  }
  return out;
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
    const at = (...kinds: string[]) =>
      head.findIndex(({ heading, cell }) => cell !== WORDS && kinds.includes(headingKinds(heading)[0] ?? ''));
    const columns = [at('quantity'), at('unitPrice'), at('net', 'amount', 'gross')];
    return rowsUnder(head, lines).filter((row) => {
      const [quantity, price, amount] = columns.map((c) => readNumber(row[c] ?? ''));
      return quantity && price && amount && makes(quantity, price, amount.value);
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
  return cells?.every((cell, c) => /\d/.test(cell) || head[c]?.cell === WORDS || readRate(cell) !== null)
    ? cells
    : null;
}
