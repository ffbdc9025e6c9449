import { readNumber } from '../numbers.js';
import { type Cells, looksNumeric } from './cells.js';
import { type ColumnKind, headingKinds, NUMBER_KINDS } from './column_names.js';
import { FREE } from './figure_cells.js';
import { isTimesSign } from './free_line_times.js';
import { isOfKind } from './kind_of_line.js';
import { isAfterword, isSumKind, totalKind } from './labels.js';
import { holdsMoney, labelledMoney } from './money_words.js';
import { median, middle, type Row, textOf, type Word } from './page.js';
import { segmentsOf } from './rows.js';

/** A row of a table with what its columns are. */
export interface BodyRow {
  row: Row;
  cells: Cells;
  kind: 'line' | 'text' | 'skip';
  description: Word[];
  /** Whether it names the line right below it, whatever it looks like. */
  isOfNext?: boolean;
}

const TEXT_KINDS: ReadonlySet<ColumnKind> = new Set(['description', 'code', 'lineNumber', 'date', 'other', 'unit']);

/** What a row is, by what stands in its columns. */
export function bodyRow(row: Row, printed: Cells, kinds: readonly ColumnKind[]): BodyRow {
  const cells = withExtraAsAmount(row, printed, kinds);
  const filled = (...wanted: ColumnKind[]) =>
    kinds.some(
      (kind, c) =>
        wanted.includes(kind) && (cells[c] ?? []).some((w) => readNumber(w.text) !== null || looksNumeric(w.text)),
    );
  const figures = (wanted: ColumnKind) => (cells[kinds.indexOf(wanted)] ?? []).flatMap((w) => readNumber(w.text) ?? []);
  const described = withoutTimes(kinds.flatMap((kind, c) => (kind === 'description' ? (cells[c] ?? []) : [])));
  const texts = kinds.flatMap((kind, c) => (TEXT_KINDS.has(kind) ? (cells[c] ?? []) : []));
  // Words that begin further left, where others have a code, are the words all the same.
  const spelt = texts.filter((w) => /^\p{L}[\p{Ll}]{2}/u.test(w.text));
  const description = described.length > 0 || spelt.length < 2 ? described : texts;
  const sum = totalKind(labelledMoney(row)[0]?.label ?? '');
  const isTaxed =
    filled('vatRate') || (filled('amount', 'net', 'gross') && figures('vat').some(({ value }) => value !== 0));
  if (
    !filled('quantity', 'unitPrice') &&
    isSumKind(sum) &&
    !(sum === 'paid' && isTaxed) &&
    !isOfKind(row, cells, kinds)
  )
    return { row, cells, kind: 'skip', description };
  // "Delivery   FREE", or a stage of which nothing is due this time.
  const isCharged = (as: RegExp) =>
    kinds.some((kind, c) => ['amount', 'net', 'gross'].includes(kind) && as.test(textOf(cells[c] ?? [])));
  const [nothing, free] = [isCharged(/^(?:-|–|—|nil)$/i), isCharged(FREE)];
  if ((nothing || free) && !filled('quantity', 'unitPrice')) return { row, cells, kind: 'skip', description };
  if (
    free ||
    filled('amount', 'net', 'gross') ||
    (filled('unitPrice', 'netPrice', 'unitPriceGross') && filled('quantity'))
  )
    return { row, cells, kind: 'line', description };
  const words = description.length > 0 ? description : texts;
  // The cell of the rate may go on in the row that the words do.
  const rates = described.length > 0 ? kinds.flatMap((kind, c) => (kind === 'vatRate' ? (cells[c] ?? []) : [])) : [];
  const only = row.words.every((w) => texts.includes(w) || rates.includes(w)) || description.length >= 2;
  if (!only || !words.some((w) => /[\p{L}\d]/u.test(w.text)) || isAfterword(textOf(row.words)))
    return { row, cells, kind: 'skip', description };
  return { row, cells, kind: 'text', description: words };
}

/**
 * The rows of a table whose names stand each in a row of its own above its figures, over the whole width of the table: no word of theirs is in
 * another column than that of the words, whatever heading it stands under.
 */
export function withNamesAbove(rows: readonly BodyRow[]): readonly BodyRow[] {
  const lines = rows.filter(isLine);
  const names = rows.filter((row, i) => isName(row) && rows[i + 1]?.kind === 'line');
  if (lines.length < 2 || names.length < lines.length || lines.some(({ description }) => description.length > 0))
    return rows;
  const parts = names.map(({ row }) => segmentsOf(row, TWO_BLANKS));
  // What goods are sold under, set apart before each name.
  const isCoded = parts.every(([first = [], next]) => next !== undefined && first.length === 1 && startAlike(parts, 1));
  return rows.map((row) => {
    const at = names.indexOf(row);
    if (at < 0) return row;
    return { ...row, kind: 'text', isOfNext: true, description: (parts[at] as Word[][]).slice(isCoded ? 1 : 0).flat() };
  });
}

/** How wide two blanks are at least in letters of one width, in heights. */
const TWO_BLANKS = 0.9;

/** Whether the pieces of rows at one place begin under each other. */
function startAlike(rows: readonly (readonly Word[][])[], at: number): boolean {
  const starts = rows.map((pieces) => pieces[at]?.[0]);
  const [first] = starts;
  return starts.every((word) => word && first && Math.abs(word.x0 - first.x0) < 0.5 * (first.y1 - first.y0));
}

/** Words that are no sum and hold none. */
function isName({ row, kind }: BodyRow): boolean {
  return kind !== 'line' && !holdsMoney(row) && row.words.some((w) => /\p{L}{2}/u.test(w.text));
}

/** The sign between a count and a price, which recognition may see twice, says nothing of what was bought. */
function withoutTimes(words: Word[]): Word[] {
  return words.every(({ text }) => isTimesSign(text)) ? [] : words;
}

/** "Less 5% loyalty discount   -72.45" among the lines, set further left than their amounts: the one sum of the row is its amount. */
function withExtraAsAmount(row: Row, cells: Cells, kinds: readonly ColumnKind[]): Cells {
  const [only, another] = labelledMoney(row);
  const amounts = kinds.flatMap((kind, c) => (['amount', 'net', 'gross'].includes(kind) ? [c] : []));
  const [to] = amounts;
  const from = only === undefined ? -1 : cells.findIndex((words) => words.includes(only.word));
  if (!only || another || to === undefined || from < 0 || amounts.some((c) => (cells[c] ?? []).length > 0))
    return cells;
  const kind = totalKind(only.label);
  if ((kind !== 'charge' && kind !== 'discount') || !NUMBER_KINDS.has(kinds[from] as ColumnKind)) return cells;
  return cells.map((words, c) =>
    c === to ? [only.word] : c === from ? words.filter((word) => word !== only.word) : words,
  );
}

/** A line, or words of it that stand a little higher than its figures. */
function beginsLine(rows: readonly BodyRow[], at: number): boolean {
  const [row, next] = [rows[at], rows[at + 1]];
  if (row?.kind === 'line') return true;
  return row?.kind === 'text' && next?.kind === 'line' && standsBeside(next.row, row.row);
}

/**
 * For each row of text: the index of the line it belongs to, `section` for a heading, or null for neither.
 * @param inCells whether the rows are those of a sheet, which stand no closer to one than to another.
 * @param kinds what the columns are.
 */
export function ownersOf(
  rows: readonly BodyRow[],
  opening: number,
  inCells = false,
  kinds: readonly ColumnKind[] = [],
): (number | 'section' | null)[] {
  const isNumbered = numberedBy(rows, kinds);
  const gap = (i: number): number => {
    const above = rows[i - 1]?.row;
    const below = rows[i]?.row;
    if (!above || !below || above.page !== below.page) return Number.POSITIVE_INFINITY;
    return (2 * (middle(below) - middle(above))) / Math.max(1e-6, above.height + below.height);
  };
  const blocks = blocksOf(rows, gap);
  const shouted = rows.some((r) => r.kind === 'line' && isCapitals(textOf(r.description)));
  return rows.map((row, i) => {
    if (row.kind !== 'text') return null;
    if (row.isOfNext) return i + 1;
    // Among descriptions in small letters, capitals right above a line or more text are a heading.
    const heads = rows[i + 1] !== undefined && rows[i + 1]?.kind !== 'skip' && gap(i + 1) < 4;
    const begun = isNumbered === null ? null : lineBegun(rows, i, isNumbered);
    if (begun !== null) return begun;
    // Right under a line, far from the next, they go on with it.
    const hangs = gap(i) < 0.7 * gap(i + 1);
    if (isLikeFirstHeading(rows, i, inCells)) return 'section';
    if (heads && rows[i + 1]?.kind === 'line' && /\p{L}:$/u.test(textOf(row.row.words))) return 'section';
    if (!shouted && heads && !hangs && isCapitals(textOf(row.row.words))) return 'section';
    if (heads && row.row.words.length === 1 && headingKinds(textOf(row.row.words))[0] === 'description')
      return 'section';
    // "COLLECTED Docket 118311/1" begins left of the words of the lines, where their codes stand, and goes on under them.
    const [first, ...more] = row.row.words;
    const runsOver =
      first &&
      opening - first.x0 > 2 * row.row.height &&
      (more.some((w) => w.x0 > opening) || !row.row.words.some((w) => /\d/.test(w.text)));
    if (heads && rows[i + 1]?.kind === 'line' && PART.test(textOf(row.row.words))) return 'section';
    if (heads && runsOver && beginsLine(rows, i + 1) && segmentsOf(row.row).length === 1) return 'section';
    const beside = rows.findIndex((r) => r.kind === 'line' && standsBeside(r.row, row.row));
    if (beside >= 0) return beside;
    const block = blocks?.find(([from, to]) => i >= from && i < to);
    if (block) {
      const line = rows.findIndex((r, j) => j >= block[0] && j < block[1] && r.kind === 'line');
      // A block of one short row and no line is a heading.
      return line >= 0 ? line : block[1] - block[0] === 1 ? 'section' : null;
    }
    const after = rows.findIndex((r, j) => j > i && r.kind !== 'text');
    const before = rows.findLastIndex((r, j) => j < i && r.kind !== 'text');
    const next = after >= 0 && rows[after]?.kind === 'line' ? after : -1;
    const previous = before >= 0 && rows[before]?.kind === 'line' ? before : -1;
    const gapAbove = gap(before + 1);
    const gapBelow = after < 0 ? Number.POSITIVE_INFINITY : gap(after);
    const steps = after - i;
    // A line whose amounts stand on the last row of its text has no words of its own there.
    if (
      next >= 0 &&
      rows[next]?.description.length === 0 &&
      gapBelow < 3 &&
      (previous < 0 || gapBelow <= gapAbove + 0.3)
    )
      return next;
    if (previous < 0) return next >= 0 && steps === 1 ? 'section' : null;
    if (next >= 0 && steps === 1 && gapAbove > 1.25 * gapBelow && i === before + 1) return 'section';
    if (gapAbove > 3.2) return next >= 0 && steps === 1 ? 'section' : null;
    return previous;
  });
}

/** What tells the rows that begin lines by their number, where most lines have one before their words; null where they have none. */
function numberedBy(rows: readonly BodyRow[], kinds: readonly ColumnKind[]): ((row: BodyRow) => boolean) | null {
  const at = kinds.findIndex((kind) => kind === 'lineNumber' || kind === 'code');
  if (at < 0 || at > kinds.indexOf('description')) return null;
  const isNumbered = ({ cells }: BodyRow) => /^\d{1,3}[.)]?$/.test(textOf(cells[at] ?? []));
  const lines = rows.filter(isLine);
  return 2 * lines.filter(isNumbered).length > lines.length ? isNumbered : null;
}

/** The line whose words begin above its figures, with its number: `3   Daywork, rebuild pier` over `(boundary wall)   9   32.00   288.00`. */
function lineBegun(rows: readonly BodyRow[], at: number, isNumbered: (row: BodyRow) => boolean): number | null {
  const line = rows.findIndex((row, j) => j > at && row.kind !== 'text');
  const from = rows.findLastIndex((row, j) => j <= at && (row.kind !== 'text' || isNumbered(row)));
  const [first, last] = [rows[from], rows[line]];
  if (first?.kind !== 'text' || last?.kind !== 'line' || isNumbered(last)) return null;
  return first.row.page === last.row.page ? line : null;
}

/** More words than these go on with a description. */
const MOST_OF_HEADING = 3;

/**
 * In a list that begins with the heading of a section, a row of words right above a line that is like it heads the next: in a sheet a few words
 * alone, on paper what stands left of the lines as it does, begins with the same word ("Delivered 10/07 to house", "Delivered 14/07 to stables") or names a building as it does.
 */
function isLikeFirstHeading(rows: readonly BodyRow[], at: number, inCells: boolean): boolean {
  const heads = (i: number) => rows[i]?.kind === 'text' && rows[i - 1]?.kind !== 'text' && rows[i + 1]?.kind === 'line';
  const [first = [], words = []] = [rows[0]?.row.words, rows[at]?.row.words];
  const apart = Math.abs((words[0]?.x0 ?? 0) - (first[0]?.x0 ?? 0));
  if (!heads(0) || !heads(at) || apart > (inCells ? 0 : 0.5 * (rows[at]?.row.height ?? 0))) return false;
  if (inCells) return words.length <= MOST_OF_HEADING && /^\p{Lu}[^\d,]*$/u.test(textOf(words));
  if (at === 0) return false;
  if (standsOut(rows, 0) && standsOut(rows, at)) return true;
  const opens = /^\p{Lu}/u.test(words[0]?.text ?? '') && words[0]?.text === first[0]?.text;
  return opens || [first, words].every((each) => BUILDING.test(textOf(each)));
}

/** How far left of the words of the lines what heads them stands at least and at most, in heights. */
const OUTDENT = { least: 0.8, most: 4 } as const;

/** Whether a row begins a little further left than the words that the lines around it begin with: those are set in under what heads them. */
function standsOut(rows: readonly BodyRow[], at: number): boolean {
  const around = [rows.slice(0, at).findLast(isLine), rows.slice(at).find(isLine)];
  const first = rows[at]?.row.words[0]?.x0 ?? 0;
  return around.every((line) => {
    if (line === undefined) return true;
    const apart = ((line.row.words[0]?.x0 ?? 0) - first) / Math.max(1e-6, line.row.height);
    return line.description[0] === line.row.words[0] && apart > OUTDENT.least && apart < OUTDENT.most;
  });
}

function isLine({ kind }: BodyRow): boolean {
  return kind === 'line';
}

/** The home or a building beside it, by name. */
const BUILDING =
  /^(?:(?:plot|unit|phase|barn) \d{1,3}[a-z]? ?[-–:]? ?)?(?:the |main |new |old |existing )*(?:house|home|dwelling|bungalow|cottage|farmhouse|barn|stables?(?: block)?|garage|workshop|annexe?|out ?buildings?|shed|store|cart ?(?:shed|lodge)|pool house|extension|garden room|plot|unit|phase)(?: \d{1,3}[a-z]?)?(?: \(.*\))?$/i;

/**
 * Rows of words that are set like lines of their own: as far below the line above as lines are from each other, begun with a capital where
 * descriptions begin. A description that goes on may look the same, so this says no more than that an amount may be missing.
 */
export function linesWithoutFigures(
  rows: readonly BodyRow[],
  owners: readonly (number | 'section' | null)[],
): Set<number> {
  const apart = (i: number) => middle((rows[i] as BodyRow).row) - middle((rows[i - 1] as BodyRow).row);
  const follows = (i: number, ...kinds: BodyRow['kind'][]) =>
    i > 0 && kinds.includes((rows[i - 1] as BodyRow).kind) && rows[i - 1]?.row.page === rows[i]?.row.page;
  const pitches = rows.flatMap((row, i) => (row.kind === 'line' && follows(i, 'line') ? [apart(i)] : []));
  const opening = median(rows.flatMap((row) => (row.kind === 'line' ? (row.description[0]?.x0 ?? []) : [])));
  const found = new Set<number>();
  if (pitches.length === 0) return found;
  for (const [i, { kind, row, description }] of rows.entries()) {
    const full = kind === 'text' && follows(i, 'line') && apart(i) > 0.95 * median(pitches);
    if (!full || typeof owners[i] !== 'number') continue;
    // Where one description goes on at the distance of lines, any may.
    if (/^[\p{Ll}(]/u.test(textOf(description))) return new Set();
    const [first] = description;
    if (
      first &&
      Math.abs(first.x0 - opening) < row.height &&
      /^\p{Lu}\p{Ll}/u.test(first.text) &&
      description.length > 1
    )
      found.add(i);
  }
  return found;
}

/** What the lines below are, and no end of a description. */
const PART =
  /^(?:variations?|extras|(?:extra|additional|external|contract) works?|day ?works?|(?:sales and )?(?:other|additional|sundry) charges|provisional sums|omissions|additions|disbursements|expenses|sundries|carriage)$/i;

/** Words in capitals alone, and not only a code or a size. */
function isCapitals(text: string): boolean {
  return /[A-Z]{4}/.test(text) && text === text.toUpperCase() && !/\d/.test(text);
}

/** How far apart rows are at most that would run into each other, in heights. */
const BESIDE = 0.82;

/** Rows that would run into each other, were they not of different columns: one of them is set in the middle of the other. */
function standsBeside(a: Row, b: Row): boolean {
  return a.page === b.page && Math.abs(middle(a) - middle(b)) < BESIDE * Math.min(a.height, b.height);
}

/**
 * Blocks of rows with wider gaps between them, when none holds text beside two lines: then all its text is of its line, also
 * what stands above the amounts. Null when the rows do not fall into such blocks.
 */
function blocksOf(rows: readonly BodyRow[], gap: (i: number) => number): [number, number][] | null {
  if (!rows.some((r) => r.kind === 'text')) return null;
  const gaps = rows.map((_, i) => gap(i)).filter((g) => Number.isFinite(g) && g >= BESIDE);
  const small = [...gaps].sort((a, b) => a - b)[Math.floor(gaps.length / 4)] ?? 0;
  const blocks: [number, number][] = [];
  for (let i = 0; i < rows.length; i++) {
    const last = blocks.at(-1);
    if (!last || gap(i) > 1.2 * small) blocks.push([i, i + 1]);
    else last[1] = i + 1;
  }
  const parts = blocks.map(([from, to]) => rows.slice(from, to));
  const linesIn = (part: readonly BodyRow[]) => part.filter((r) => r.kind === 'line').length;
  // Lines close together that have no text besides their own may be what stands apart, as sums do.
  const clear = parts.every((part) => linesIn(part) <= 1 || part.every((r) => r.kind !== 'text'));
  return clear && parts.filter((part) => linesIn(part) === 1).length >= 2 ? blocks : null;
}
