import { type Read, readAmount, readDate } from '../../extraction/spreadsheet/cells.js';
import { InputError } from '../../rulebook/answers.js';
import type { Classification } from '../../rulebook/classification.js';
import { formatPence } from '../../rulebook/money.js';
import type { CheckInput } from '../check_input.js';
import { cellWord, type Field } from './columns.js';
import type { Table } from './table.js';

/** What became of one row. An empty row and a total are passed through without an answer. */
export type RowResult =
  | { kind: 'decided'; answer: Classification; vat: number; supplier: string | null }
  | { kind: 'error'; fault: string }
  | { kind: 'empty' }
  /** A sum at the foot of a sheet is not a line: counting it would double the money. */
  | { kind: 'total' };

export type Decide = (input: CheckInput) => Promise<Classification>;

const TOTALS =
  /^(?:(?:sub|grand|invoice|net|vat|overall|page)[ -]?)*totals?(?: (?:net|vat|gross|due|amount|inc\.? vat|ex\.? vat|excl\.? vat|incl\.? vat))*:?$|^(?:balance|amount) due:?$/i;

/**
 * Decides every row in order. A row that cannot be read becomes an error and stops nothing.
 * @param progress called with the number of rows done, often enough for a progress bar.
 */
export async function decideRows(
  table: Table,
  defaults: CheckInput['context'] & { supplyType?: string | undefined },
  decide: Decide,
  progress: (done: number) => void,
): Promise<RowResult[]> {
  const results: RowResult[] = [];
  for (const row of table.rows) {
    results.push(await decideRow(table, row, defaults, decide));
    if (results.length % 200 === 0) {
      progress(results.length);
      // Lets the progress bar draw and an interrupt arrive.
      await new Promise(setImmediate);
    }
  }
  progress(results.length);
  return results;
}

async function decideRow(
  table: Table,
  cells: readonly string[],
  defaults: CheckInput['context'] & { supplyType?: string | undefined },
  decide: Decide,
): Promise<RowResult> {
  if (cells.every((c) => c.trim() === '')) return { kind: 'empty' };
  const cell = (field: Field): string => {
    const at = table.fields.get(field);
    const text = at === undefined ? '' : (cells[at] ?? '').trim();
    // Our own guard against formulas, from an earlier run.
    return /^'[=+\-@]/.test(text) ? text.slice(1) : text;
  };
  const column = (field: Field): string => table.header[table.fields.get(field) ?? -1]?.trim() ?? field;
  const text = cell('text');
  if (text === '') return { kind: 'error', fault: `${column('text')}: the line has no text` };
  if (TOTALS.test(text)) return { kind: 'total' };

  const faults: string[] = [];
  const read = <T>(field: Field, reader: (text: string) => Read<T>): T | null => {
    const result = reader(cell(field));
    if ('value' in result) return result.value;
    faults.push(`${column(field)}: ${result.fault}`);
    return null;
  };
  const vat = read('vat', readAmount);
  const net = netOf(table, cell, read, vat);
  const date = (field: 'taxPoint' | 'completionDate') =>
    cell(field) === '' ? undefined : (read(field, readDate) ?? undefined);
  const taxPoint = date('taxPoint');
  const completionDate = date('completionDate');
  const word = (field: 'route' | 'supplyType' | 'country', otherwise: string | undefined) =>
    cell(field) === '' ? otherwise : cellWord(field, cell(field));
  const route = word('route', defaults.claimantRoute);
  const supplyType = word('supplyType', defaults.supplyType);
  const country = word('country', defaults.country);
  if (supplyType === undefined)
    faults.push(
      `${table.fields.has('supplyType') ? column('supplyType') : 'supply type'}: is empty; fill the cell or give --supply-type`,
    );
  if (route === undefined)
    faults.push(`${table.fields.has('route') ? column('route') : 'route'}: is empty; fill the cell or give --route`);
  if (net === null || vat === null || supplyType === undefined || route === undefined || faults.length > 0)
    return { kind: 'error', fault: faults.join('; ') };

  const { supplyType: _, ...context } = defaults;
  const input: CheckInput = {
    context: {
      ...context,
      claimantRoute: route,
      ...(completionDate ? { completionDate } : {}),
      ...(country ? { country } : {}),
    },
    item: {
      lineText: text,
      netAmount: formatPence(net),
      vatCharged: formatPence(vat),
      supplyType,
      ...(taxPoint ? { taxPoint } : {}),
      ...(cell('answer') === '' ? {} : { confirmedAnswer: cell('answer') }),
    },
  };
  try {
    return { kind: 'decided', answer: await decide(input), vat, supplier: cell('supplier') || null };
  } catch (error) {
    if (error instanceof InputError)
      return {
        kind: 'error',
        fault: error.issues.map((i) => `${i.path.replace(/^(?:item|context)\./, '')}: ${i.message}`).join('; '),
      };
    throw error;
  }
}

/** The net column, or gross less VAT where the sheet has only the gross. */
function netOf(
  table: Table,
  cell: (field: Field) => string,
  read: <T>(field: Field, reader: (text: string) => Read<T>) => T | null,
  vat: number | null,
): number | null {
  if (table.fields.has('net') && !(cell('net') === '' && cell('gross') !== '')) return read('net', readAmount);
  const gross = read('gross', readAmount);
  return gross === null || vat === null ? null : gross - vat;
}
