import { headingKinds } from '../table/column_names.js';
import { readRate } from '../table/rate_cell.js';
import { aligned } from './text_cells.js';

/** A table copied out of a PDF: headings and cells in order, with one blank between them. */
export function closeSetTables(lines: readonly string[]): string[] {
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
