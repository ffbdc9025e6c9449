import { isMoney, readNumber } from '../numbers.js';
import { type ColumnKind, headingKinds, headingText, MONEY_KINDS, NUMBER_KINDS } from './column_names.js';
import { confidenceOf, middle, type Row, textOf, type Word } from './page.js';
import { partsNamed } from './part_columns.js';
import { segmentsOf } from './rows.js';

export interface Column {
  heading: string;
  /** What it may hold, the likeliest first. */
  kinds: readonly ColumnKind[];
  x0: number;
  x1: number;
}

export interface TableHead {
  columns: Column[];
  /** Index of the first row below it. */
  bodyFrom: number;
  /** Index of its first row. */
  from: number;
}

interface Cell {
  words: Word[];
  kinds: readonly ColumnKind[];
}

/** Headings of neighbouring columns may stand closer than pieces of text do, in heights. */
const HEADING_GAP = 0.55;

/** How far two words of one heading stand apart at most, in heights. In letters of one width a blank is as wide as any of them. */
function headingGap({ words, height }: Row): number {
  const widths = words.flatMap((w) => (w.text.length > 1 ? [(w.x1 - w.x0) / w.text.length] : []));
  const widest = Math.max(...widths);
  const isMonospaced = widths.length > 2 && widest - Math.min(...widths) < 0.02 * widest;
  return isMonospaced ? Math.max(HEADING_GAP, (1.1 * widest) / height) : HEADING_GAP;
}

/** The head of a table at row `at`, which may be two or three rows high; null when these rows are none. */
export function tableHeadAt(rows: readonly Row[], at: number): TableHead | null {
  let best: { head: TableHead; score: number } | null = null;
  for (const height of HEIGHTS) {
    const group = rows.slice(at, at + height);
    if (group.length < height || !standTogether(group)) break;
    // "18 no @ 4.8m lengths" counts, as no heading does.
    if (group.some((row) => isPaymentSlip(row) || /^\d+$/.test(row.words[0]?.text ?? ''))) break;
    if (group.some((row) => row.words.some((w) => isMoneyOrThousands(w.text) || /(?:\d\D?){4}/.test(w.text)))) break;
    const woven = height > 1 && standInside(group);
    // Further rows only go on with narrow headings: "Unit price (excl. VAT)" one word below the other.
    if (height > 3 && !woven && !group.slice(3).every(goesOn)) break;
    if (height > 1 && !woven && !isOneHead(group)) continue;
    const cells = goodsNamed(
      height === 1 ? cellsOfRow(group[0] as Row, rows.slice(at + 1, at + 1 + FIRST_ROWS)) : stackedCells(group),
    );
    // Words that run on as in a sentence are a head only when each of them is a heading.
    const sentence = height === 1 && segmentsOf(group[0] as Row, headingGap(group[0] as Row)).length === 1;
    const score = sentence && cells.some((c) => c.kinds.length === 0) ? null : scoreOf(cells);
    // A row of nothing but qualifications ("(excl. VAT)") always belongs to the head above it.
    const belongs = woven || group.slice(1).every(goesOn);
    if (score === null || (best !== null && score + (belongs ? 2 : 0) <= best.score + 0.5)) continue;
    // "Charge" may head the words of a line, or its sum where another heading can be that of the words.
    const described =
      cells.some((c) => c.kinds[0] === 'description') ||
      (cells.some((c) => c.kinds.includes('description')) && !firstIsUnknown(cells));
    const ordered = cells
      .filter((c) => c.words.length > 0 && !isSpeck(c))
      .sort((a, b) => (a.words[0]?.x0 ?? 0) - (b.words[0]?.x0 ?? 0));
    const unknown = ordered.findIndex(({ kinds }) => kinds[0] !== 'code' && kinds[0] !== 'lineNumber');
    const columns = ordered
      .map((c, i) => ({
        heading: textOf(c.words),
        kinds:
          c.kinds.length > 0 ? c.kinds : described || i !== unknown ? (['other'] as const) : (['description'] as const),
        x0: Math.min(...c.words.map((w) => w.x0)),
        x1: Math.max(...c.words.map((w) => w.x1)),
      }))
      .sort((a, b) => a.x0 - b.x0);
    partsNamed(columns, rows.slice(at + height, at + height + FIRST_ROWS));
    if (!columns.some((c) => c.kinds[0] === 'description')) wordsFirst(columns);
    if (!columns.some((c) => c.kinds.includes('description')))
      unitsNamed(columns, rows.slice(at + height, at + height + FIRST_ROWS));
    if (!columns.some((c) => c.kinds.includes('description')))
      wordsBeforeHeads(columns, rows.slice(at + height, at + height + FIRST_ROWS));
    best = { head: { columns, from: at, bodyFrom: at + height }, score };
  }
  return best?.head ?? null;
}

/** "Goods" heads sums in most tables; before a price, as the first heading or behind those of how many, it heads what was bought. */
function goodsNamed(cells: Cell[]): Cell[] {
  const has = (kind: ColumnKind) => cells.some((c) => c.kinds.includes(kind));
  const [first] = [...cells]
    .sort((a, b) => (a.words[0]?.x0 ?? 0) - (b.words[0]?.x0 ?? 0))
    .filter(({ kinds }) => kinds[0] !== 'quantity' && kinds[0] !== 'unit' && kinds[0] !== 'code');
  if (!first || !/^goods$/i.test(textOf(first.words)) || has('description') || !has('quantity') || !has('unitPrice'))
    return cells;
  return cells.map((cell) => (cell === first ? { ...cell, kinds: ['description'] as const } : cell));
}

/** The slip below an invoice that is sent back with the money has columns, but no lines. */
export function isPaymentSlip(row: Row): boolean {
  return /\b(?:giro|remittance|no later than|sort code)\b/i.test(textOf(row.words));
}

const QUALIFYING =
  /^[([]?(?:price|prices|amount|amt|vat|tax|inc|incl|including|inclusive|ex|exc|excl|excluding|rate|code|%|£|€|gbp|eur|net|nett|gross|total|no|number|unit|units|value|cost|each|per|disc|discount|qty|quantity|of|measure|hours|days|hrs|many|much|p|ref|ordered|delivered|despatched|desp|supplied|sale|sold|invoiced|shipped|type|size|point|ext|extended|sub|subtotal|item|product|stock|goods|line|list|charge|this|to|date|previously|previous|invoice|claimed|certified|applied|sum|complete|completed|period|application|valuation|contract)\.?[)\]:]*\.?$/i;

/** Headings of one to three lines, each centred in a head of its own height, make up to five rows. */
const HEIGHTS = [1, 2, 3, 4, 5] as const;

/** Rows so close that their text would run into each other, were it not of neighbouring headings of several lines. */
function standInside(group: readonly Row[]): boolean {
  return group.every((row, i) => {
    const above = group[i - 1];
    return !above || middle(row) - middle(above) < 0.8 * Math.min(row.height, above.height);
  });
}

/** One of the rows is a head, or most of one, and the others only go on it, or all of them are pieces of headings. */
function isOneHead(group: readonly Row[]): boolean {
  const main = group.filter((row) => !goesOn(row));
  if (main.length !== 1) return main.length === 0;
  const cells = cellsOfRow(main[0] as Row);
  return scoreOf(cells) !== null || cells.filter(({ kinds }) => kinds.length > 0).length >= FEWEST_HEADINGS;
}

/** So many known headings are a head whose other headings go on below: "Stage   Complete   Previously   This" over "invoice". */
const FEWEST_HEADINGS = 3;

/** A row whose every word only goes on a heading above or below it. */
function goesOn(row: Row): boolean {
  return row.words.every((w) =>
    w.text.split(/(?<=[(/])|\/|(?=\))/).every((part) => part === '' || /^[()/]+$/.test(part) || QUALIFYING.test(part)),
  );
}

function isMoneyOrThousands(text: string): boolean {
  const number = readNumber(text);
  return number !== null && (isMoney(number) || number.value >= 1000);
}

/** Rows of one head follow closely, on the same page. */
function standTogether(group: readonly Row[]): boolean {
  return group.every((row, i) => {
    const above = group[i - 1];
    if (!above) return true;
    return row.page === above.page && row.y0 - above.y1 < 0.9 * Math.max(row.height, above.height);
  });
}

/** How good a table head the cells make; null when they are none. */
function scoreOf(cells: readonly Cell[]): number | null {
  const known = cells.filter((c) => c.kinds.length > 0);
  const has = (...kinds: ColumnKind[]) => known.some((c) => kinds.includes(c.kinds[0] as ColumnKind));
  const money = known.some((c) => c.kinds.some((k) => MONEY_KINDS.has(k))) || has('unitPrice', 'unitPriceGross');
  const described =
    known.some((c) => c.kinds.includes('description')) || (ofLines(known) >= 3 && firstIsUnknown(cells));
  const wordsOfUnknown = cells.filter((c) => c.kinds.length === 0).reduce((n, c) => n + c.words.length, 0);
  // A line of sentences has no six headings in it; an export may have any number of columns of its own.
  if (!money || (wordsOfUnknown > 3 + known.length && known.length < 6)) return null;
  if (described ? known.length < 2 : !(has('quantity') && known.length >= 3)) return null;
  return known.length * 2 - Math.min(wordsOfUnknown, 3 + known.length);
}

/** What recognition makes of rules and rests of letters. */
function isSpeck({ words, kinds }: Cell): boolean {
  const letters = textOf(words).replace(/[^a-z]/gi, '').length;
  return kinds.length === 0 && letters < 3 && (confidenceOf(words) ?? 1) < 0.9;
}

/** Of headings that may stand over words or sums ("Charge"), the first stands over the words when no other does. */
function wordsFirst(columns: Column[]): void {
  const words = columns.find((c) => c.kinds.includes('description'));
  if (words) words.kinds = ['description', ...words.kinds.filter((k) => k !== 'description')];
}

/** Kitchens are sold by the unit: "Unit" heads what was bought where several words of each row stand below it. */
function unitsNamed(columns: Column[], below: readonly Row[]): void {
  const at = columns.findIndex((c) => c.kinds[0] === 'unit' && headingText(c.heading) === 'unit');
  const [column, next] = [columns[at], columns[at + 1]];
  if (!column || !next) return;
  const under = below.map(({ words, height }) =>
    words.filter((w) => w.x0 > column.x0 - height && w.x1 < next.x0 && /[a-z]{2}/i.test(w.text)),
  );
  if (under.filter((words) => words.length > 1).length > 0.5 * below.length) column.kinds = ['description'];
}

/** Where no heading is of words and text stands left of them all, that is a column whose heading is left blank. */
function wordsBeforeHeads(columns: Column[], below: readonly Row[]): void {
  const first = columns[0];
  const left = below
    .filter((row) => row.words.some((w) => /[a-z]{3}/i.test(w.text)))
    .map((row) => row.words[0] as Word);
  const x0 = Math.min(...left.map((w) => w.x0));
  const height = below[0]?.height ?? 0;
  if (first === undefined || left.length === 0 || x0 > first.x0 - 6 * height) return;
  columns.unshift({ heading: '', kinds: ['description'], x0, x1: x0 + 3 * height });
}

/** Headings that only columns of lines have; dates and numbers also head what an invoice says of itself. */
function ofLines(cells: readonly Cell[]): number {
  return cells.filter(({ kinds }) => NUMBER_KINDS.has(kinds[0] ?? 'other') || kinds[0] === 'vatRate').length;
}

/**
 * Whether the columns begin with one of an unknown name, as "Plot" or "Room", or have one right behind a code: before figures
 * it holds the words.
 */
function firstIsUnknown(cells: readonly Cell[]): boolean {
  const first = [...cells]
    .sort((a, b) => (a.words[0]?.x0 ?? 0) - (b.words[0]?.x0 ?? 0))
    .find(({ kinds }) => kinds[0] !== 'code' && kinds[0] !== 'lineNumber');
  return first !== undefined && first.kinds.length === 0 && first.words.length <= 3;
}

/** Cells of a head of one row: pieces of text, split further where two headings stand close to each other. */
function cellsOfRow(row: Row, below: readonly Row[] = []): Cell[] {
  return segmentsOf(row, headingGap(row)).flatMap((words) => {
    const whole = { words, kinds: headingKinds(textOf(words)) };
    const apart = inTwoHeadings(whole, below);
    if (apart !== null || whole.kinds.length > 0) return apart ?? [whole];
    const parts = splitCells(words);
    // "Pieces / length m": one column of two measures and not one of each.
    const [kind] = parts[0]?.kinds ?? [];
    const twice = parts.length === 2 && words.some((w) => w.text === '/') && parts[1]?.kinds[0] === kind;
    return twice ? [{ words, kinds: ['other'] }] : parts.flatMap((part) => inTwoHeadings(part, below) ?? [part]);
  });
}

/** What reads as one heading as the two that it is, by what stands below; null when it is one. */
function inTwoHeadings({ words, kinds }: Cell, below: readonly Row[]): Cell[] | null {
  if (CODE_AND_WORDS.test(textOf(words))) return splitAt(words, 1);
  // "Previously invoiced" may span two columns, neither of which is of what is invoiced now.
  const apart = kinds[0] === 'other' ? undefined : inTwo(words).find((cells) => areTwo(cells, below));
  // Right behind the price it says what that is for, and is no unit of the quantity.
  return apart?.map((cell, i) => (i === 1 && cell.kinds.includes('per') ? { ...cell, kinds: ['per'] } : cell)) ?? null;
}

/** A narrow column of numbers or units right beside that of the words; "Item description" is one heading. */
const CODE_AND_WORDS =
  /^(?:ref|code|no|line|pos|date|uom|u\/m)\.? (?:(?:omschrijving|bezeichnung|beschreibung)(?: ?\/ ?descriptions?)?|descriptions?|details)$/i;

function splitAt(words: readonly Word[], at: number): Cell[] {
  return [words.slice(0, at), words.slice(at)].map((part) => ({ words: part, kinds: headingKinds(textOf(part)) }));
}

/** The ways to take the words of a heading for two headings side by side, which stand further apart than the words of either. */
function inTwo(words: readonly Word[]): Cell[][] {
  const gaps = words.slice(1).map((word, i) => word.x0 - (words[i] as Word).x1);
  return gaps
    .flatMap((gap, i) => {
      if (gaps.some((other, j) => j !== i && gap < 1.25 * other)) return [];
      return [splitAt(words, i + 1)];
    })
    .filter((cells) => cells.every((c) => c.kinds.length > 0 && /[a-z]/i.test(textOf(c.words))));
}

/** The end of a rate that is told in words. */
const RATE_IN_WORDS = /^(?:zero|rated|exempt|standard|reduced|scope)$/i;

/** What stands for a rate in a column of its own. */
const VAT_LETTER = /^[A-Z*#]\d?$/;

/** How many rows under a head are looked at for what stands under its words. */
const FIRST_ROWS = 6;

/** Whether two words of a head, each a heading by itself, have a figure each below them ("Value VAT"), a count and words ("Qty Item"), or a price and what it is for ("Price per"). */
function areTwo(cells: readonly Cell[], below: readonly Row[]): boolean {
  const [first, second] = cells.map(({ words }) => words[0] as Word) as [Word, Word];
  const figuresUnder = ({ words }: Row, x0: number, x1: number) =>
    words.filter((w) => Math.min(w.x1, x1) - Math.max(w.x0, x0) > 0 && readNumber(w.text) !== null).length;
  const isCount = ({ kinds }: Cell) => kinds[0] === 'quantity';
  const isWords = ({ kinds }: Cell) => kinds[0] === 'description';
  if (cells.some(isCount) && cells.some(isWords)) {
    const [count, words] = isCount(cells[0] as Cell) ? [first, second] : [second, first];
    const counted = below.filter((row) => row.words.some((w) => readNumber(w.text) !== null && overlap(w, count) > 0));
    const both = counted.filter((row) => row.words.some((w) => readNumber(w.text) === null && overlap(w, words) > 0));
    return both.length > 0.5 * counted.length;
  }
  if ((cells[1] as Cell).kinds.includes('per')) {
    const under = ({ words }: Row, heading: Word) => words.filter((w) => overlap(w, heading) > 0);
    const priced = below.filter((row) => under(row, first).some((w) => readNumber(w.text) !== null));
    return (
      priced.filter((row) => under(row, second).some((w) => !under(row, first).includes(w))).length >
      0.5 * priced.length
    );
  }
  const ofRate = (cells[0] as Cell).kinds.includes('vatRate');
  const rates = ({ words }: Row) =>
    words.some((w) => RATE_IN_WORDS.test(w.text) && overlap(w, first) > 0) && ofRate ? 1 : 0;
  // Under "VAT" may stand the letter of a rate.
  const isCoded = (cells[1] as Cell).kinds.some((kind) => kind === 'vat' || kind === 'vatRate');
  const codes = ({ words }: Row) =>
    words.some((w) => VAT_LETTER.test(w.text) && overlap(w, second) > 0 && overlap(w, first) <= 0) && isCoded ? 1 : 0;
  const counts = below.map((row) => figuresUnder(row, first.x0, second.x1) + rates(row) + codes(row));
  const filled = counts.filter((n) => n > 0);
  return filled.length > 0 && filled.filter((n) => n === 2).length > 0.5 * filled.length;
}

/** How far two words stand above each other. */
function overlap(a: Word, b: Word): number {
  return Math.min(a.x1, b.x1) - Math.max(a.x0, b.x0);
}

/** Splits words into headings, the longest that is known first. */
function splitCells(words: readonly Word[]): Cell[] {
  const cells: Cell[] = [];
  let at = 0;
  while (at < words.length) {
    let taken = 1;
    let kinds: readonly ColumnKind[] = [];
    for (let length = Math.min(5, words.length - at); length > 0; length--) {
      kinds = headingKinds(textOf(words.slice(at, at + length)));
      if (kinds.length === 0) continue;
      taken = length;
      break;
    }
    const part = words.slice(at, at + taken);
    const last = cells.at(-1);
    // A bare sign behind words is what they are in: "Struck at (£)".
    const goesOn = last?.kinds.length === 0 && (kinds.length === 0 || /^\(?[£€$]\)?$/.test(textOf(part)));
    if (last && goesOn) last.words.push(...part);
    else cells.push({ words: part, kinds });
    at += taken;
  }
  return cells;
}

/** The heading that a sign standing alone in a lower row is a part of: the nearest one on its left. */
function headingLeftOf(piece: readonly Word[], cells: readonly Word[][], height: number): Word[] | undefined {
  const [sign] = piece;
  if (piece.length !== 1 || !sign || !/^[£€$%]$/.test(sign.text)) return undefined;
  const end = (cell: readonly Word[]) => Math.max(...cell.map((w) => w.x1));
  const left = cells.filter((cell) => cell.length > 1 && end(cell) <= sign.x0 && sign.x0 - end(cell) < 2 * height);
  return left.sort((a, b) => end(b) - end(a))[0];
}

/** Whether words stand over two headings or more, as "Invoiced £" over "Previously" and "This invoice". */
function spansHeadings(above: readonly Word[], pieces: readonly Word[][]): boolean {
  const [x0, x1] = [Math.min(...above.map((w) => w.x0)), Math.max(...above.map((w) => w.x1))];
  const under = pieces.filter((piece) => (piece[0] as Word).x0 < x1 && (piece.at(-1) as Word).x1 > x0);
  return under.length > 1 && under.every((piece) => headingKinds(textOf(piece)).length > 0);
}

/** Cells of a head of several rows: pieces that stand over each other are one heading, read downwards. */
function stackedCells(rows: readonly Row[]): Cell[] {
  let cells: Word[][] = [];
  for (const row of rows) {
    const pieces = segmentsOf(row, headingGap(row));
    cells = cells.filter((cell) => !spansHeadings(cell, pieces));
    for (const piece of pieces) {
      const x0 = piece[0]?.x0 ?? 0;
      const x1 = piece.at(-1)?.x1 ?? 0;
      const over = cells.filter((cell) => {
        const c0 = Math.min(...cell.map((w) => w.x0));
        const c1 = Math.max(...cell.map((w) => w.x1));
        return Math.min(c1, x1) - Math.max(c0, x0) > 0.3 * Math.min(c1 - c0, x1 - x0);
      });
      const parent = over.length === 0 ? headingLeftOf(piece, cells, row.height) : undefined;
      if (over.length === 1) over[0]?.push(...piece);
      // "£" under the end of "Previously invoiced", beside its "%", heads a column of the same name.
      else if (parent) cells.push([...parent.map((w) => ({ ...w, x0, x1 })), ...piece]);
      else cells.push([...piece]);
    }
  }
  return cells.flatMap((words) => {
    const kinds = headingKinds(textOf(words));
    return kinds.length > 0 ? [{ words, kinds }] : splitCells(words);
  });
}
