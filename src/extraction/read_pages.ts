import type { Draft, TextSource } from './draft.js';
import { readHeader } from './header/fields.js';
import type { Doubt, InvoiceReading, LineReading } from './reading.js';
import { lostAmounts } from './reconcile/lost_amounts.js';
import { reconcile } from './reconcile/reconcile.js';
import { type TableBody, tableBodies } from './table/body.js';
import type { ColumnKind } from './table/column_names.js';
import { headingText } from './table/column_names.js';
import { rolesOf } from './table/column_roles.js';
import { freeLines } from './table/free_lines.js';
import { isColumnSum, isSumLine, linesOf, withoutRecap } from './table/lines.js';
import { type Page, type Row, textOf } from './table/page.js';
import { withPenceJoined } from './table/pence_column.js';
import { rowsOf } from './table/rows.js';
import { readSums } from './table/totals.js';

/** Reads an invoice from the words of its pages and where they stand. */
export function readPages(pages: readonly Page[], source: TextSource): Draft {
  const { reading, extras, heldBack } = readingOf(pages, source);
  const draft = reconcile(reading, extras, heldBack);
  if (draft.reconciled || source !== 'text') return draft;
  const byRows = readingOf(pages, source, 'rows');
  const other = reconcile(byRows.reading, byRows.extras, byRows.heldBack);
  return isBetter(other, draft) ? other : draft;
}

/**
 * Whether a document is read better row by row than by the columns of its table: then everything fits, all three totals are
 * printed, and the table had rows missed or left without a figure. A whole table that does not add up is misprinted.
 */
function isBetter(other: Draft, draft: Draft): boolean {
  const missed =
    other.lines.length !== draft.lines.length ||
    draft.problems.some((p) => p.code === 'line_without_amount' || p.code === 'unreadable_figure');
  const { net, vat, gross } = other.totals;
  return other.reconciled && missed && net !== null && vat !== null && gross !== null;
}

/**
 * What the words of the pages say, before anything is checked.
 * @param by whether lines are looked for in tables, or each row that ends in a sum is one.
 */
export function readingOf(
  pages: readonly Page[],
  source: TextSource,
  by: 'tables' | 'rows' = 'tables',
): { reading: InvoiceReading; extras: LineReading[]; heldBack: LineReading[] } {
  const rows = pages
    .map(withPenceJoined)
    .flatMap(rowsOf)
    .filter((row) => !isRule(row));
  const { bodies, rest } = by === 'tables' ? tableBodies(rows) : { bodies: [], rest: rows };
  const kinds = kindsOf(bodies);
  let lines: LineReading[] = bodies
    .flatMap((body, i) => linesOf(body, kinds[i] ?? []))
    .filter((line, i, all) => !isSumLine(line) && !isColumnSum(line, all.slice(0, i)));
  let outside = rest;
  if (lines.length === 0) {
    const free = freeLines(rows);
    lines = free.lines;
    outside = rows.filter((row) => !free.used.has(row));
  }
  lines = withoutRecap(lines);
  const sums = readSums(outside);
  const header = readHeader(outside);
  const meta = metaOf(bodies, kinds);
  const doubts: Doubt[] = source === 'ocr' ? lostAmounts(lines, pages) : [];
  const reading: InvoiceReading = {
    header: {
      ...header,
      supplierName: header.supplierName ?? only(meta.get('supplier')),
      invoiceNumber: header.invoiceNumber ?? only(meta.get('invoiceNumber')),
      currency: header.currency,
    },
    lines,
    totals: sums.totals,
    amountColumn: kinds.some((k) => k.includes('amount')) && header.pricesIncludeVat ? 'gross' : 'unsaid',
    source,
    pages: pages.length,
    doubts,
  };
  if ((meta.get('invoiceNumber')?.size ?? 0) > 1)
    doubts.push({
      code: 'several_invoices',
      message: 'The lines are of several invoices; give each its own file.',
      found: [...(meta.get('invoiceNumber') ?? [])].slice(0, 5).join(', '),
    });
  return { reading, extras: sums.extras, heldBack: sums.heldBack };
}

/** A line drawn with signs, as typewriters and tills draw it. */
function isRule(row: Row): boolean {
  return row.words.every((word) => /^[-–—=_]{4,}$/.test(word.text));
}

/** What the columns hold; tables with the same headings are one table over several pages. */
function kindsOf(bodies: readonly TableBody[]): ColumnKind[][] {
  const signature = (body: TableBody) => body.columns.map((c) => headingText(c.heading)).join('|');
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

/** What columns beside the lines say of the whole document, as in a list of purchases. */
function metaOf(bodies: readonly TableBody[], kinds: readonly (readonly ColumnKind[])[]): Map<ColumnKind, Set<string>> {
  const found = new Map<ColumnKind, Set<string>>();
  bodies.forEach((body, b) => {
    for (const kind of ['supplier', 'invoiceNumber'] as const) {
      const column = kinds[b]?.indexOf(kind) ?? -1;
      if (column < 0) continue;
      const values = found.get(kind) ?? new Set();
      for (const cells of body.cells) {
        const text = textOf(cells[column] ?? []);
        if (text !== '') values.add(text);
      }
      found.set(kind, values);
    }
  });
  return found;
}

function only(values: Set<string> | undefined): string | null {
  return values?.size === 1 ? ([...values][0] ?? null) : null;
}
