import { headingKinds, MONEY_KINDS } from '../table/column_names.js';
import { extraKind, totalKind } from '../table/labels.js';
import { cellPerLineTables } from './cell_per_line.js';
import { closeSetTables } from './close_set.js';
import { itemTables } from './mail_items.js';
import { rowsOfText } from './mail_text.js';
import { aligned, BETWEEN, moneyAlone } from './text_cells.js';

/**
 * Plain text set out as on paper. What is pasted from a web page or a mail has lost its columns: cells between tabs or
 * strokes, a value below its label, the figures of an item in rows of their own. Nothing is added but blanks and headings.
 */
export function laidOut(text: string): string {
  return [
    delimitedTables,
    spacedTables,
    recordTables,
    labelledCells,
    cellPerLineTables,
    itemTables,
    closeSetTables,
    valuesBelowLabels,
  ]
    .reduce((current, step) => step(current), rowsOfText(text))
    .join('\n');
}

/** Runs of lines that hold tabs, or that stand between strokes as in Markdown. */
function delimitedTables(lines: readonly string[]): string[] {
  let run: string[][] = [];
  const cellsOf = (line: string): string[] | null => {
    if (/^\s*\|.*\|\s*$/.test(line))
      return line
        .trim()
        .slice(1, -1)
        .split('|')
        .map((cell) => cell.trim());
    if (/\S\t+\s*\S/.test(line)) return line.split('\t').map((cell) => cell.trim());
    // Without strokes at its ends a row is one of a table below headings, with as many cells.
    const cells = line.trim().split(/\s+\|\s+/);
    const headed = run[0] === undefined ? isHeadOfCells(cells) : run[0].length === cells.length;
    return headed && cells.length >= FEWEST_CELLS ? cells : null;
  };
  const isRule = (line: string) => /^[\s|:+=-]*[-=]{3}[\s|:+=-]*$/.test(line) && /[|+]/.test(line);
  const out: string[] = [];
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
    const places = placesOf(line);
    let below = true;
    const table = [head.map((heading, c) => (c === first && first !== words ? 'Code' : heading))];
    let next = at + 1;
    if (head.length >= 4 && words >= 0 && kinds.filter((k) => k.length > 0).length >= head.length - 1)
      for (; next < lines.length; next++) {
        const cells = cellsOf(lines[next] as string);
        // What a line goes on with is set in.
        const goesOn = cells.length === 1 && /^\s+\S/.test(lines[next] as string) && table.length > 1;
        if (cells.length === head.length) {
          table.push(cells);
          below &&= standBelow(placesOf(lines[next] as string), places);
        } else if (goesOn) table.push(head.map((_, c) => (c === words ? (cells[0] as string) : '')));
        else break;
      }
    const whole = table.filter(([first]) => first !== '').length;
    // Rows that leave a cell empty would lose their columns, were the others moved.
    if (whole < 3 || (below && (lines[next] ?? '').trim() !== '')) out.push(line);
    else {
      out.push(...aligned(table));
      at = next - 1;
    }
  }
  return out;
}

/** So many cells between strokes are no two words with a stroke between them. */
const FEWEST_CELLS = 3;

/** Whether every cell of a row heads a column, one of them of words. */
function isHeadOfCells(cells: readonly string[]): boolean {
  const kinds = cells.map((cell) => headingKinds(cell));
  return kinds.every((k) => k.length > 0) && kinds.some((k) => k.includes('description'));
}

/** Where the cells of a line begin and end. */
function placesOf(line: string): [number, number][] {
  return [...line.matchAll(/\S(?:\S| (?=\S))*/g)].map((cell) => [cell.index, cell.index + cell[0].length]);
}

/** Whether each cell stands below its heading. */
function standBelow(cells: readonly [number, number][], headings: readonly [number, number][]): boolean {
  return cells.every(([from, to], c) => {
    const [x0, x1] = headings[c] ?? [0, 0];
    return from < x1 && to > x0;
  });
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
