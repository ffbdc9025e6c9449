import { fallsShort, isBetter, saysMore } from './better_reading.js';
import type { Draft, TextSource } from './draft.js';
import { readHeader } from './header/fields.js';
import { readVatNumber } from './header/vat_number.js';
import {
  type Doubt,
  emptyTotals,
  type Figure,
  type InvoiceReading,
  type LineReading,
  type TotalsReading,
} from './reading.js';
import { contradictions, sectionSums } from './reconcile/contradictions.js';
import { lostAmounts } from './reconcile/lost_amounts.js';
import { reconcile } from './reconcile/reconcile.js';
import { rowsLeftOut, rowsWithoutHead } from './reconcile/rows_of_list.js';
import { sumsWithoutFigure, unnamedSums } from './reconcile/unnamed_sums.js';
import { rowsApart } from './table/asides.js';
import { withBareSum } from './table/bare_totals.js';
import { type TableBody, tableBodies } from './table/body.js';
import { carriedSums } from './table/carried_sums.js';
import type { ColumnKind } from './table/column_names.js';
import { headingText } from './table/column_names.js';
import { rolesOf } from './table/column_roles.js';
import { columnTotals } from './table/column_totals.js';
import { discountColumns } from './table/discount_columns.js';
import { freeLines } from './table/free_lines.js';
import { ofSeveralSellers, rowsOfFirst, sellersOf, severalInvoices } from './table/invoice_numbers.js';
import { totalKind } from './table/labels.js';
import { linesOf } from './table/lines.js';
import { metaOf, numbersOf, ofDocuments, only, repeatedSums, severalInList, typeOf } from './table/list_columns.js';
import { figureAt, holdsMoney, labelledMoney } from './table/money_words.js';
import { withoutVat } from './table/no_vat.js';
import { withOmissionsSigned } from './table/omitted_column.js';
import { onlyCharge, worksToDate } from './table/only_charge.js';
import { type Page, type Row, textOf } from './table/page.js';
import { missingPages } from './table/page_numbers.js';
import { panelApart } from './table/panels.js';
import { partColumns } from './table/part_columns.js';
import { rowsOfWholeOrder, withPartAsTotal } from './table/part_of_order.js';
import { withPenceJoined } from './table/pence_column.js';
import { withProducts } from './table/products.js';
import { readProse } from './table/prose.js';
import { unplacedFigures } from './table/proved_roles.js';
import { rateInHeading } from './table/rate_cell.js';
import { rowsOf } from './table/rows.js';
import {
  bareSumsOf,
  isSumLine,
  onlyOfThisInvoice,
  withDeductions,
  withoutRecap,
  withoutRunningSums,
  withoutSchedules,
} from './table/running_sums.js';
import { stageColumns } from './table/stage_columns.js';
import { withTillCodes } from './table/till_codes.js';
import { readSums, rowsOfSums } from './table/totals.js';
import { tellWordsAbove } from './table/words_above.js';

/** Reads an invoice from the words of its pages and where they stand. */
export function readPages(pages: readonly Page[], source: TextSource): Draft {
  const draft = bestReading(pages, source);
  return source === 'text' ? ofSeveralSellers(draft, sellersOf(pages.flatMap(rowsOf))) : draft;
}

function bestReading(pages: readonly Page[], source: TextSource): Draft {
  const { reading, extras, heldBack, hasBareRows, isLetter } = readingOf(pages, source);
  const draft = reconcile(reading, extras, heldBack);
  if (source !== 'text') return draft;
  if (draft.reconciled) return withVatOfLetter(draft, pages, isLetter);
  for (const by of ['rows', 'bare sums', 'panels', 'prose'] as const) {
    if (by === 'prose' && !isLetter()) break;
    const read = readingOf(pages, source, by);
    const other = reconcile(read.reading, read.extras, read.heldBack);
    if (isBetter(other, draft) || (by === 'prose' && saysMore(other, draft))) return other;
  }
  if (!fallsShort(draft) || !hasBareRows()) return draft;
  const bare = readingOf(pages, source, 'bare rows');
  return reconcile(bare.reading, bare.extras, bare.heldBack);
}

/** Rows of sums may be all that was read of a letter whose last sentence tells the VAT on them: "VAT at 20% on that sum is £1,361.40". */
function withVatOfLetter(draft: Draft, pages: readonly Page[], isLetter: () => boolean): Draft {
  if (draft.totals.vat !== null || !isLetter()) return draft;
  const { reading, extras, heldBack } = readingOf(pages, 'text', 'prose');
  const prose = reconcile(reading, extras, heldBack);
  return prose.reconciled && prose.totals.vat !== null ? prose : draft;
}

/**
 * What the words of the pages say, before anything is checked.
 * @param by whether lines are looked for in tables, in tables beside a panel of their own sums or with rows that have no figures, in the sentences
 * of a letter, or each row that ends in a sum is one, which may be a whole number.
 */
export function readingOf(
  pages: readonly Page[],
  source: TextSource,
  by: 'tables' | 'bare rows' | 'rows' | 'bare sums' | 'panels' | 'prose' = 'tables',
): {
  reading: InvoiceReading;
  extras: LineReading[];
  heldBack: LineReading[];
  hasBareRows: () => boolean;
  isLetter: () => boolean;
} {
  // The cells of a sheet stand in columns all the way down.
  const apart = pages
    .map((page) => withOmissionsSigned(withPenceJoined(page)))
    .map((page) =>
      source === 'structured'
        ? { rows: rowsOf(page), aside: [] }
        : ((by === 'panels' ? panelApart(page) : null) ?? rowsApart(page)),
    );
  const all = apart.flatMap((page) => page.rows).filter((row) => !isRule(row));
  const ofInvoice = source === 'text' ? rowsOfFirst(all) : all;
  const ofOrder = rowsOfWholeOrder(ofInvoice);
  const rows = ofInvoice.filter((row) => !ofOrder.has(row));
  const aside = apart.flatMap((page) => page.aside);
  const tables = by === 'rows' || by === 'bare sums' ? { bodies: [], rest: rows } : tableBodies(rows, rowsOfSums(rows));
  const { bodies, kinds, tableLines, rest } = withLines(tables, rows, source, by === 'bare rows');
  const read = tableLines.flat();
  const unsummed = read.filter((line) => !isSumLine(line));
  const bare = bareSumsOf(unsummed);
  const columnSum = bare.ofAll.at(-1);
  let lines = unsummed.filter((line) => !bare.ofAll.includes(line) && !bare.ofSections.includes(line));
  let outside = [...rest, ...aside];
  let freeSum: Figure | null = null;
  // Beside a panel stands a table; rows without one may be the panel of another paper.
  if (lines.length === 0 && by !== 'panels') {
    const free = freeLines(rows, by === 'bare sums');
    lines = free.lines;
    freeSum = free.sum;
    outside = [...rows.filter((row) => !free.used.has(row)), ...aside];
  }
  const prose = by === 'prose' || (by === 'tables' && lines.length === 0) ? readProse(rows) : null;
  if (prose) {
    lines = prose.lines;
    outside = [...rows.filter((row) => !prose.used.has(row)), ...aside];
  }
  lines = withoutRecap(lines);
  const meta = metaOf(bodies, kinds);
  // The cells of a sheet stand in their columns, and so do the sums at its foot.
  const foot = source === 'structured' ? columnSums(outside, bodies, kinds) : null;
  const header = readHeader(outside);
  const sumRows = foot === null ? outside : outside.filter((row) => row !== foot.row);
  const sums = readSums(sumRows, header.pricesIncludeVat);
  if (freeSum !== null) sums.totals = withBareSum(sums.totals, freeSum, outside);
  if (ofOrder.size > 0) sums.totals = withPartAsTotal(sums.totals, lines);
  if (lines.length === 0) lines = [onlyCharge(rows, sums.totals)].filter((line) => line !== null);
  if (lines.length === 0) lines = worksToDate(rows, sums.totals, sums.heldBack);
  const numbers = numbersOf(meta, source === 'structured' && header.invoiceNumber === null);
  const several = severalInList(meta, numbers, header.invoiceNumber);
  // Above and below a list whose rows name their invoice stands what the list is of.
  const list = meta.has('invoiceNumber') || several !== null;
  // What a statement lists are documents, and ages of debts.
  if (header.documentType === 'statement') lines = [];
  const doubts: Doubt[] = source === 'ocr' ? lostAmounts(lines, pages) : [];
  lines = withDeductions(withTillCodes(lines, sums.totals.bands), sums.totals);
  lines = withoutRunningSums(
    onlyOfThisInvoice(withoutSchedules(lines, alike(bodies) ? [] : tableLines, sums.totals), sums.totals),
    sums.totals,
    sums.heldBack,
  );
  // Above, lines are known by being the same object.
  lines = ofDocuments(lines, several !== null);
  const ofList = (kind: 'supplier' | 'date', inHeader: string | null) =>
    several !== null && meta.has(kind)
      ? only(meta.get(kind))
      : ((list ? only(meta.get(kind)) : null) ?? inHeader ?? only(meta.get(kind)));
  tellWordsAbove(lines, rows);
  const reading: InvoiceReading = {
    header: {
      ...header,
      documentType: header.documentType === 'unknown' ? typeOf(meta) : header.documentType,
      supplierName: ofList('supplier', header.supplierName),
      vatNumber: header.vatNumber ?? readVatNumber(only(meta.get('vatNumber')) ?? '')?.number ?? null,
      customerName: header.customerName ?? only(meta.get('customer')),
      invoiceNumber: header.invoiceNumber ?? only(numbers),
      invoiceDate: ofList('date', header.invoiceDate),
      currency: header.currency ?? only(meta.get('currency')),
    },
    lines,
    totals:
      header.documentType === 'statement'
        ? // Its rows and columns are sums of other documents; what is owed is its own.
          { ...emptyTotals(), gross: sums.totals.due ?? null }
        : withoutVat(
            withColumnSum(
              {
                ...(isPrinted(sums.totals) ? sums.totals : { ...sums.totals, ...repeatedSums(meta, sums.totals) }),
                ...foot?.sums,
                ...prose?.totals,
              },
              // On paper a row of figures under the lines is their sum where no label names another.
              source === 'structured' || !isPrinted(sums.totals) ? columnSum : undefined,
            ),
            header.statesRate ? [] : rows,
            header.vatNumber,
          ),
    amountColumn: kinds.some((k) => k.includes('amount')) && header.pricesIncludeVat ? 'gross' : 'unsaid',
    source,
    pages: pages.length,
    doubts,
    notes: notesOf([...outside, ...ofOrder], lines),
  };
  reading.lines = withProducts(reading.lines, reading.totals);
  doubts.push(
    ...unnamedSums(outside, lines, reading.totals),
    ...contradictions(sums.others, reading),
    ...sectionSums(rows, reading),
    ...(header.documentType === 'statement' ? [] : carriedSums(rows)),
    ...(source === 'structured' ? rowsLeftOut(rows, bodies[0], kinds[0] ?? [], lines, reading.totals) : []),
    ...(source === 'structured' && bodies.length === 0 ? rowsWithoutHead(rows, lines) : []),
    ...(source === 'structured' ? sumsWithoutFigure(outside, reading.totals) : []),
    ...columnTotals(outside, bodies, kinds, lines, reading.totals),
    ...bodies.flatMap((body, i) => unplacedFigures(body, kinds[i] ?? [])),
    ...bodies.flatMap((body, i) => stageColumns(body, kinds[i] ?? [])),
    ...bodies.flatMap((body, i) => discountColumns(body, kinds[i] ?? [])),
    ...bodies.flatMap((body, i) => partColumns(body, kinds[i] ?? [])),
    ...missingPages([...all, ...aside], pages.length),
    // Recognition may read one number in several ways.
    ...(source === 'text' && header.documentType !== 'statement' ? severalInvoices(all) : []),
  );
  if (several !== null)
    doubts.push({
      code: 'several_invoices',
      message: 'The lines are of several invoices; give each its own file.',
      found: several.slice(0, 5).join(', '),
    });
  const hasBareRows = () =>
    bodies.some((body, i) => linesOf(body, kinds[i] ?? [], true).length > (tableLines[i]?.length ?? 0));
  const isLetter = () => readProse(rows) !== null;
  return { reading, extras: sums.extras, heldBack: sums.heldBack, hasBareRows, isLetter };
}

/** More letters than a rate, and fewer words than a page of conditions. */
const NOTE = /[a-z]{3}.*[a-z]{2}/i;
const MOST_NOTES = 80;
const LONGEST_NOTE = 200;

function notesOf(outside: readonly Row[], lines: readonly LineReading[]): string[] {
  const told = [...outside.map((row) => textOf(row.words)), ...lines.map(({ section }) => section ?? '')];
  const notes = told.map((text) => text.replace(/\s+/g, ' ').trim()).filter((text) => NOTE.test(text));
  return [...new Set(notes)].filter((text) => text.length <= LONGEST_NOTE).slice(0, MOST_NOTES);
}

/**
 * What the tables hold. One without a line ("A/C NO   INVOICE NO   DATE" over their values) is none: its rows are of those outside. The
 * columns of a sheet are those of its list, whatever stands in them.
 */
function withLines(
  tables: { bodies: TableBody[]; rest: Row[] },
  rows: readonly Row[],
  source: TextSource,
  bare: boolean,
): { bodies: TableBody[]; kinds: ColumnKind[][]; tableLines: LineReading[][]; rest: Row[] } {
  const kinds = kindsOf(tables.bodies);
  const each = tables.bodies.map((body, i) => ({
    body,
    kinds: kinds[i] ?? [],
    lines: underHeading(linesOf(body, kinds[i] ?? [], bare, source === 'structured'), headingOf(body, rows)),
  }));
  const kept = source === 'structured' ? each : each.filter(({ lines }) => lines.length > 0);
  const outside = new Set([
    ...tables.rest,
    ...each.filter((table) => !kept.includes(table)).flatMap(({ body }) => [...body.head, ...body.rows]),
  ]);
  return {
    bodies: kept.map(({ body }) => body),
    kinds: kept.map((table) => table.kinds),
    tableLines: kept.map(({ lines }) => lines),
    rest: rows.filter((row) => outside.has(row)),
  };
}

/** The words right above the head of a table, where they tell the rate of its lines: `MATERIALS (VAT 20%)`. */
function headingOf({ head }: TableBody, rows: readonly Row[]): string | null {
  const first = head[0];
  const above = first === undefined ? undefined : rows[rows.indexOf(first) - 1];
  if (above === undefined || above.page !== first?.page || holdsMoney(above) || above.words.length > LONGEST_HEADING)
    return null;
  const text = textOf(above.words);
  return rateInHeading(text) === null ? null : text.replace(/[\s:]+$/, '');
}

/** In words. */
const LONGEST_HEADING = 10;

/** Lines with the rate that the heading of their table tells, where no column of it does. */
function underHeading(lines: LineReading[], heading: string | null): LineReading[] {
  const isTold = lines.some(({ vatRate, vatCode, vat }) => vatRate !== null || vatCode !== null || vat !== null);
  if (heading === null || isTold) return lines;
  return lines.map((line) => ({ ...line, section: line.section ?? heading, vatRate: rateInHeading(heading) }));
}

/** Whether some tables have the same headings: then they are parts of one list, or of several invoices. */
function alike(bodies: readonly TableBody[]): boolean {
  return new Set(bodies.map(signature)).size < bodies.length;
}

function signature(body: TableBody): string {
  return body.columns.map((c) => headingText(c.heading)).join('|');
}

/** A line drawn with signs, as typewriters and tills draw it. */
function isRule(row: Row): boolean {
  return row.words.every((word) => /^[-–—=_]{4,}$/.test(word.text));
}

/** What the columns hold; tables with the same headings are one table over several pages. */
function kindsOf(bodies: readonly TableBody[]): ColumnKind[][] {
  const known = new Map<string, ColumnKind[]>();
  return bodies.map((body) => {
    const key = signature(body);
    const kinds =
      known.get(key) ??
      rolesOf(
        body.columns,
        bodies.filter((b) => signature(b) === key).flatMap((b) => b.cells),
      );
    known.set(key, kinds);
    return kinds;
  });
}

function isPrinted({ net, gross }: TotalsReading): boolean {
  return net !== null || gross !== null;
}

/** What a row "Total" below a table of cells says under its columns of net, VAT and gross, when under several of them. */
function columnSums(
  rows: readonly Row[],
  bodies: readonly TableBody[],
  kinds: readonly (readonly ColumnKind[])[],
): { row: Row; sums: Partial<TotalsReading> } | null {
  const columns = bodies.at(-1)?.columns ?? [];
  const last = bodies.at(-1)?.rows.at(-1);
  for (const row of rows) {
    if (!last || row.page !== last.page || row.y0 < last.y0 || totalKind(row.words[0]?.text ?? '') !== 'total')
      continue;
    const sums: Partial<TotalsReading> = {};
    for (const word of row.words.slice(1)) {
      const kind = kinds.at(-1)?.[columns.findIndex((c) => c.x0 === word.x0)];
      const figure = figureAt(row, word);
      if (figure === null) continue;
      if (kind === 'net' || kind === 'amount') sums.net = figure;
      else if (kind === 'vat' || kind === 'gross') sums[kind] = figure;
    }
    // A cell of that row may hold a sum with its own name: "Gross 2,055.42".
    for (const { label, labelWords, word } of labelledMoney(row)) {
      const kind = totalKind(label);
      if (labelWords[0] !== row.words[0] && (kind === 'net' || kind === 'vat' || kind === 'gross'))
        sums[kind] ??= figureAt(row, word);
    }
    if (Object.keys(sums).length > 1) return { row, sums };
  }
  return null;
}

/** With what stands under the columns of a sheet without a word, where no label names that sum. */
function withColumnSum(totals: TotalsReading, sum: LineReading | undefined): TotalsReading {
  if (sum === undefined || sum.net === null || sum.vat === null) return totals;
  return { ...totals, net: totals.net ?? sum.net, vat: totals.vat ?? sum.vat, gross: totals.gross ?? sum.gross };
}
