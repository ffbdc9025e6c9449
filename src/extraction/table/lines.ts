import { makes, penceOf, readNumber } from '../numbers.js';
import { emptyLine, type Figure, type LineReading } from '../reading.js';
import type { TableBody } from './body.js';
import { type BodyRow, bodyRow, linesWithoutFigures, ownersOf, withNamesAbove } from './body_rows.js';
import type { ColumnKind } from './column_names.js';
import { FREE, figureIn, readQuantity, stackedDiscount } from './figure_cells.js';
import { takeTold } from './free_line_times.js';
import { confidenceOf, median, middle, placeOf, textOf, type Word } from './page.js';
import { addedIn } from './part_columns.js';
import { rateInHeading, readCode, readRate } from './rate_cell.js';
import { remarkColumns, remarkIn } from './remarks.js';
import { perBehind, perHeaded, priceBase } from './units.js';

/**
 * The lines of one table body, each with the words of the rows that belong to it.
 * @param bare whether rows of words that are set like lines are lines whose figures are missing.
 * @param inCells whether the rows are those of a sheet.
 */
export function linesOf(body: TableBody, kinds: readonly ColumnKind[], bare = false, inCells = false): LineReading[] {
  const rows = withNamesAbove(body.rows.map((row, i) => bodyRow(row, body.cells[i] ?? [], kinds)));
  // A heading may stand over the middle of its column.
  const starts = rows.flatMap((row) => (row.kind === 'line' ? (row.description[0]?.x0 ?? []) : []));
  const headed = body.columns[kinds.indexOf('description')]?.x0 ?? 0;
  const opening = starts.length === 0 ? headed : Math.min(headed, median(starts));
  const owners = ownersOf(rows, opening, inCells, kinds);
  const alone = bare ? linesWithoutFigures(rows, owners) : new Set<number>();
  const lines: LineReading[] = [];
  const heading = (kind: ColumnKind) => body.columns[kinds.indexOf(kind)]?.heading ?? '';
  const per = perHeaded(heading('unitPrice'), heading('quantity'));
  const remarks = remarkColumns(body.columns, kinds);
  const percentHeaded = heading('discount').includes('%');
  // "VAT 20%" over sums of VAT; those of nothing are at another rate.
  const headedRate = percentIn(heading('vat'));
  let section: string | null = null;
  rows.forEach((at, i) => {
    if (at.kind === 'text' && owners[i] === 'section') section = textOf(at.description).replace(/:$/, '');
    if (at.kind !== 'line' && !alone.has(i)) return;
    const mine = rows.filter((r, j) => j !== i && r.kind === 'text' && owners[j] === i && !alone.has(j));
    const line = lineFrom(at, mine, kinds, section, percentHeaded);
    line.added = addedIn(body, kinds, at.cells, line);
    takeTold(line);
    line.remark = remarkOf([at, ...mine], remarks, line.description);
    if (line.vatCode === null) line.vatRate ??= rateInRows(rows, i, kinds.indexOf('vatRate'));
    if (line.vatCode === null && section !== null) line.vatRate ??= rateInHeading(section);
    if (line.vatCode === null && line.vat !== null && line.vat.value !== 0) line.vatRate ??= headedRate;
    lines.push({ ...line, per: line.per ?? per });
  });
  return withoutNumbers(lines);
}

/** The words of the columns beside the description, each column read down its rows. */
function remarkOf(rows: readonly BodyRow[], columns: readonly number[], description: string): string | null {
  const remarks = columns.flatMap((c) => {
    const remark = remarkIn(
      rows.flatMap(({ cells, description: own }) => (cells[c] ?? []).filter((word) => !own.includes(word))),
    );
    return remark === null || description.includes(remark) ? [] : [remark];
  });
  return remarks.length === 0 ? null : remarks.join(' - ');
}

function percentIn(heading: string): number | null {
  const match = /\b(\d{1,2}(?:\.\d{1,2})?) ?%/.exec(heading);
  return match ? Number(match[1]) : null;
}

/** `Outside` over `scope`: a rate in words that goes on in the row below, right under its own cell. */
function rateInRows(rows: readonly BodyRow[], at: number, column: number): number | null {
  const [said, below] = [rows[at], rows[at + 1]].map((row) => textOf(row?.cells[column] ?? []));
  return !said || !below || /\d/.test(said) || rows[at + 1]?.kind === 'line' ? null : readRate(`${said} ${below}`);
}

/** Without the numbers or letters of the paragraphs ("1. Strip", "2. Slate"; "A Fee", "B Works") when every line has one, each above that before it. */
function withoutNumbers(lines: LineReading[]): LineReading[] {
  const letters = lines.map(({ description }) => /^([A-Z])[.)]? \S/.exec(description)?.[1]);
  if (lines.length > 2 && letters.every((letter, i) => letter === String.fromCharCode(65 + i)))
    return lines.map((line) => ({ ...line, description: line.description.replace(/^[A-Z][.)]? /, '') }));
  const numbers = lines.map(({ description }) => Number(/^(\d{1,2})[.)] \S/.exec(description)?.[1] ?? Number.NaN));
  if (lines.length < 2 || !numbers.every((n, i) => i === 0 || n > (numbers[i - 1] as number))) return lines;
  return lines.map((line) => ({ ...line, description: line.description.replace(/^\d{1,2}[.)] /, '') }));
}

function lineFrom(
  at: BodyRow,
  texts: readonly BodyRow[],
  kinds: readonly ColumnKind[],
  section: string | null,
  percentHeaded: boolean,
): LineReading {
  const line: LineReading = { ...emptyLine(), section };
  const above = texts.filter((t) => middle(t.row) < middle(at.row));
  const below = texts.filter((t) => middle(t.row) >= middle(at.row));
  const times = timesBefore(at, kinds);
  const own = at.description.slice(0, at.description.length - times.length);
  line.description = describedBy([...above, { ...at, description: own }, ...below], kinds);
  const cell = (kind: ColumnKind): Word[] => at.cells[kinds.indexOf(kind)] ?? [];
  if (line.description === '') line.description = textOf([...cell('code'), ...cell('other')]);
  line.place = placeOf(at.row.page, [...at.row.words, ...texts.flatMap((t) => t.row.words)]);

  const counted = cell('quantity');
  if (isRate(counted)) line.description = `${line.description} ${textOf(counted)}`.trim();
  else readQuantity(line, at.row, counted.length > 0 ? counted : times.slice(0, 1));
  if (!kinds.includes('quantity')) takeTimes(line, at, own);
  line.periods = figureIn(line, at.row, 'periods', cell('periods'));
  // Where the unit stands beside the quantity, what stands under "Per" is what the price is for.
  const unit = textOf(cell('unit'));
  const priceFor = line.unit !== null && priceBase(unit) > 1 ? unit : null;
  if (line.unit === null) line.unit = unit || null;
  const priced = (['unitPrice', 'netPrice', 'unitPriceGross'] as const).find((kind) => cell(kind).length > 0);
  line.per = textOf(cell('per')) || priceFor || (priced === undefined ? null : perBehind(textOf(cell(priced))));
  if (priced !== undefined) line.unitPrice = figureIn(line, at.row, 'unitPrice', cell(priced));
  if (priced !== 'unitPriceGross') line.grossPrice = figureIn(line, at.row, 'unitPriceGross', cell('unitPriceGross'));
  if (priced === 'unitPrice') line.netPrice = figureIn(line, at.row, 'netPrice', cell('netPrice'));
  const discount = cell('discount');
  const stacked = stackedDiscount(at.row, discount);
  const off = stacked ?? figureIn(line, at.row, 'discount', discount);
  // A discount of nothing, or a blank where others have theirs, leaves one price, whatever is printed beside it.
  const isNett = kinds.includes('discount') && /^(?:nett?|nil|none|[-–])?$/i.test(textOf(discount));
  if (off === null ? isNett : off.value === 0) line.netPrice = null;
  if (off && off.value !== 0)
    line.discount = {
      figure: off,
      percent: stacked !== null || percentHeaded || isPercentDiscount(off, textOf(discount), at, kinds),
    };
  const beside = rateBeside(cell('vat'));
  for (const kind of ['net', 'vat', 'gross', 'amount'] as const)
    line[kind] = figureIn(
      line,
      at.row,
      kind,
      kind === 'vat' ? cell('vat').filter((w) => !beside.includes(w)) : cell(kind),
    );
  // What it would have cost, and what is taken off that, is said of what is given away.
  if (FREE.test((line.net ?? line.amount ?? line.gross)?.raw ?? ''))
    Object.assign(line, { unitPrice: null, discount: null });
  priceForDiscount(line);
  plainDiscount(line);
  const rate = textOf(cell('vatRate')) || textOf(beside).replace(/[()]/g, '') || codeBeside(at, kinds);
  line.vatRate = readRate(rate);
  line.vatCode = readCode(rate);
  if (line.vatRate === null && line.vatCode === null && readNumber(rate) !== null)
    line.unread.push({ column: 'vatRate', raw: rate });
  // A bare 0, 1, 2, 5 or 20 may be a code; the VAT analysis says which.
  if (line.vatCode !== null && line.vatRate !== null && !/^\d+$/.test(line.vatCode)) line.vatCode = null;
  const codes = kinds.flatMap((kind, c) => (kind === 'code' ? [textOf(at.cells[c] ?? [])] : []));
  line.code = codes.find((text) => /^(?:[A-Z]\d?|\d|[*#])$/.test(text)) ?? null;
  const [supplier, invoiceNumber] = [textOf(cell('supplier')) || null, textOf(cell('invoiceNumber')) || null];
  line.of = supplier === null && invoiceNumber === null ? null : { supplier, invoiceNumber };
  return line;
}

/** Nothing is taken off where there is no price: what makes the amount with the quantity is the price, read one column too far. */
function priceForDiscount(line: LineReading): void {
  const { discount, quantity, unitPrice } = line;
  const amount = line.net ?? line.amount ?? line.gross;
  if (discount === null || discount.percent || quantity === null || unitPrice !== null || amount === null) return;
  if (!makes(quantity, discount.figure, amount.value)) return;
  line.unitPrice = discount.figure;
  line.discount = null;
}

/** What is taken off may be printed with its minus: `2 at 58.96, -5.90, 112.02`. */
function plainDiscount(line: LineReading): void {
  const { discount, quantity, unitPrice } = line;
  const amount = line.net ?? line.amount ?? line.gross;
  if (!discount || discount.percent || discount.figure.value >= 0 || !quantity || !unitPrice || !amount) return;
  const { figure } = discount;
  if (Math.abs(quantity.value * unitPrice.value + figure.value - amount.value) > 0.0051) return;
  line.discount = { ...discount, figure: { ...figure, value: -figure.value, text: figure.text.replace(/^-/, '') } };
}

/** What the rows of a line say it is: of two columns of words each is read down its rows, which else were woven together. */
function describedBy(rows: readonly BodyRow[], kinds: readonly ColumnKind[]): string {
  const columns = kinds.flatMap((kind, c) => (kind === 'description' ? [c] : []));
  const inColumns = columns.map((c) =>
    rows.map(({ cells, description }) => description.filter((word) => cells[c]?.includes(word))),
  );
  const placed = inColumns.flat(2).length;
  const isWhole = placed === rows.reduce((all, { description }) => all + description.length, 0);
  return columns.length > 1 && isWhole
    ? inColumns.map(runOn).join(' ').trim()
    : runOn(rows.map(({ description }) => description));
}

/** Rows of words as one text; a word that is broken at its hyphen goes on without a blank. */
function runOn(rows: readonly (readonly Word[])[]): string {
  return rows
    .map((words) => textOf(words))
    .reduce((text, row) => (/[A-Z\d]-$/i.test(text) && /^[A-Z\d]/i.test(row) ? text + row : `${text} ${row}`), '')
    .replace(/\s+/g, ' ')
    .trim();
}

/** The rate printed in the cell of the VAT itself: `£92.50 (20%)`. */
function rateBeside(words: readonly Word[]): Word[] {
  const rates = words.filter((w) => /^\(?\d{1,2}(?:\.\d{1,2})?%\)?$/.test(w.text));
  return rates.length === 1 && words.length > 1 ? rates : [];
}

/** A VAT code printed beside the amount, in no column of its own. */
function codeBeside(at: BodyRow, kinds: readonly ColumnKind[]): string {
  for (const kind of ['gross', 'net', 'amount'] as const) {
    const words = at.cells[kinds.indexOf(kind)] ?? [];
    const last = words.at(-1);
    if (words.length === 2 && last && /^[A-Z*#]$|^[A-Z]\d$|^\d$/.test(last.text)) return last.text;
    const stuck = words.length === 1 ? /\.\d\d([A-Z*#])$/.exec(last?.text ?? '') : null;
    if (stuck) return stuck[1] ?? '';
  }
  return '';
}

/** `Discount 5%`: a rate that stands where the quantities do is one of the words. */
function isRate(words: readonly Word[]): boolean {
  return readNumber(textOf(words))?.percent === true;
}

/** `7 ×` between the words and the price, under a heading "Qty × price": when it makes the amount with that. */
function timesBefore(at: BodyRow, kinds: readonly ColumnKind[]): Word[] {
  const words = at.description.slice(-2);
  const value = (kind: ColumnKind) => readNumber(textOf(at.cells[kinds.indexOf(kind)] ?? []));
  const quantity = readNumber(words[0]?.text ?? '');
  const price = value('unitPrice');
  const amount = value('net') ?? value('amount') ?? value('gross');
  if (words.length < 2 || !/^[x×@]$/i.test(words[1]?.text ?? '') || value('quantity') !== null) return [];
  if (quantity === null || price === null || amount === null) return [];
  return makes(quantity, price, amount.value) ? words : [];
}

/** `2 x Basin tap`: how many of it, before its name. */
function takeTimes(line: LineReading, { row }: BodyRow, words: readonly Word[]): void {
  const length = /^\d{1,4}[x×]$/i.test(words[0]?.text ?? '')
    ? 1
    : /^\d{1,4} [x×]$/i.test(textOf(words.slice(0, 2)))
      ? 2
      : 0;
  const printed = words.slice(0, length);
  const number = readNumber((words[0]?.text ?? '').replace(/[x×]$/i, ''));
  // "3 x 2 m" is a size.
  if (number === null || length === 0 || !/^[a-z]{2}/i.test(words[length]?.text ?? '')) return;
  const { value, text } = number;
  line.quantity = {
    value,
    text,
    raw: textOf(printed),
    place: placeOf(row.page, printed),
    confidence: confidenceOf(printed),
  };
  if (line.description.startsWith(textOf(printed)))
    line.description = line.description.slice(textOf(printed).length).trim();
}

function isPercentDiscount(off: Figure, raw: string, at: BodyRow, kinds: readonly ColumnKind[]): boolean {
  // "£37.80 10% off": the sum, and what part that is.
  if (/^[^%£]*%/.test(raw)) return true;
  const value = (kind: ColumnKind) => {
    const words = at.cells[kinds.indexOf(kind)] ?? [];
    return readNumber(textOf(words))?.value ?? readNumber(words[0]?.text ?? '')?.value ?? null;
  };
  const full = (value('quantity') ?? 1) * (value('unitPrice') ?? value('unitPriceGross') ?? 0);
  const paid = value('net') ?? value('amount') ?? value('gross');
  if (paid === null || full === 0) return penceOf(off) !== null && off.value <= 100;
  const asPercent = Math.abs(full * (1 - off.value / 100) - paid);
  const asSum = Math.abs(full - Math.abs(off.value) - paid);
  return asPercent <= asSum;
}
