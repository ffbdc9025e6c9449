import type { DocumentType } from '../../rulebook/evidence.js';
import { documentTypeOf } from '../header/document_type.js';
import { figureOf } from '../numbers.js';
import type { LineReading, TotalsReading } from '../reading.js';
import { readDate } from '../spreadsheet/cells.js';
import type { TableBody } from './body.js';
import { type ColumnKind, headingText } from './column_names.js';
import { textOf } from './page.js';

/** What the columns of a list say of the documents that its lines are of. */

export type SaidOfWhole = ReadonlyMap<ColumnKind, Set<string>>;

const OF_THE_WHOLE = [
  'supplier',
  'customer',
  'invoiceNumber',
  'orderNumber',
  'date',
  'currency',
  'documentNet',
  'documentVat',
  'documentGross',
  'documentType',
  'vatNumber',
] as const satisfies readonly ColumnKind[];

/** Dates of the work done are no date of the invoice, and whom a sale was made to is no supplier. */
function saysOfWhole({ columns, rows }: TableBody, column: number, kind: ColumnKind): boolean {
  const heading = headingText(columns[column]?.heading ?? '');
  if (kind === 'orderNumber') return /^(?:sales |web )?order (?:id|no|ref(?:erence)?)$/.test(heading);
  if (kind === 'date')
    return /^(?:(?:invoice|inv|order|bill|document|doc|transaction|tax)(?: issue)? )?date$|^tax point$|^placed$|^purchased$|^(?:faktura ?)?dat(?:o|um)$/.test(
      heading,
    );
  return heading !== 'contact name' || !rows.some((row) => SALES.test(textOf(row.words)));
}

/** Words of programs in the rows of invoices that their user issued. */
const SALES = /\breceivable\b|\bsales invoice\b|\bon income\b/i;

/** A list has several dates, of which one column alone is taken for its own. */
function isDated({ columns }: TableBody, column: number, kind: ColumnKind): boolean {
  return kind === 'date' && columns[column]?.kinds[0] === 'date';
}

const OF_INVOICE = /^(?:invoice|inv|tax|bill|document|doc)\b|^faktura/;

/** What columns beside the lines say of the whole document, as in a list of purchases. */
export function metaOf(
  bodies: readonly TableBody[],
  kinds: readonly (readonly ColumnKind[])[],
): Map<ColumnKind, Set<string>> {
  const found = new Map<ColumnKind, Set<string>>();
  bodies.forEach((body, b) => {
    for (const kind of OF_THE_WHOLE) {
      const columns = body.columns.flatMap((_, c) =>
        (kinds[b]?.[c] === kind || kind === 'orderNumber' || isDated(body, c, kind)) && saysOfWhole(body, c, kind)
          ? [c]
          : [],
      );
      // Of several dates that of the invoice is its own.
      const column = columns.find((c) => OF_INVOICE.test(headingText(body.columns[c]?.heading ?? ''))) ?? columns[0];
      if (column === undefined) continue;
      const values = found.get(kind) ?? new Set();
      for (const cells of body.cells) {
        const text = textOf(cells[column] ?? []);
        const date = kind === 'date' ? readDate(text) : null;
        // Sums below the lines say in the first column what they are of.
        if (text !== '' && (date === null || 'value' in date))
          values.add(date !== null && 'value' in date ? date.value : text);
      }
      found.set(kind, values);
    }
  });
  return found;
}

export function only(values: Set<string> | undefined): string | null {
  return values?.size === 1 ? ([...values][0] ?? null) : null;
}

/** A list is the record of an invoice and not the invoice; but what it records as credited is no less so. */
export function typeOf(meta: SaidOfWhole): DocumentType {
  const said = only(meta.get('documentType'));
  const credits =
    said !== null && (/^(?:crn?|cn|scr)$/i.test(said) || documentTypeOf([{ text: said, height: 1 }]) === 'credit_note');
  return credits ? 'credit_note' : 'unknown';
}

/** The invoices that the lines are of; in a list that names none, the orders. */
export function numbersOf(meta: ReadonlyMap<ColumnKind, Set<string>>, isList: boolean): Set<string> {
  const invoices = meta.get('invoiceNumber') ?? new Set();
  return invoices.size > 0 || !isList ? invoices : (meta.get('orderNumber') ?? new Set());
}

/** The sums of the whole that an export repeats on every line; of several invoices there are none. */
export function repeatedSums(meta: SaidOfWhole, { vat }: Pick<TotalsReading, 'vat'>): Partial<TotalsReading> {
  const sum = (kind: ColumnKind) => figureOf(only(meta.get(kind)) ?? '');
  return { net: sum('documentNet'), vat: sum('documentVat') ?? vat, gross: sum('documentGross') };
}

/** The documents that the lines of a list are of, or their suppliers; null where it is one. */
export function severalInList(
  meta: SaidOfWhole,
  numbers: ReadonlySet<string>,
  ownNumber: string | null,
): string[] | null {
  if (numbers.size > 1) return [...numbers];
  // A bill with a number of its own may tell from whom its goods came.
  const suppliers = ownNumber === null ? [...(meta.get('supplier') ?? [])] : [];
  const differing = new Set(
    suppliers.map((name) =>
      name
        .toLowerCase()
        .replace(/[^\p{L}\d]+/gu, ' ')
        .trim(),
    ),
  );
  return differing.size > 1 ? suppliers : null;
}

/** Lines with the documents that they are of: that of the line above where a row names none. Of one document they say nothing. */
export function ofDocuments(lines: readonly LineReading[], isOfSeveral: boolean): LineReading[] {
  let last: LineReading['of'] = null;
  return lines.map((line) => {
    last = line.of ?? last;
    return { ...line, of: isOfSeveral ? last : null };
  });
}
