import { parse } from 'csv-parse/sync';
import { type Delimiter, decodeText, detectDelimiter } from '../../extraction/spreadsheet/decode.js';
import { BadInputError } from '../exit_codes.js';
import { columnName, type Field, namesOf, recogniseColumns } from './columns.js';
import { DECISION_COLUMNS } from './decision_columns.js';

/** A spreadsheet as read: every cell is kept as it stood. */
export interface Table {
  delimiter: Delimiter;
  newline: '\n' | '\r\n';
  /** Rows above the header, such as a title. */
  preamble: string[][];
  header: string[];
  rows: string[][];
  fields: Map<Field, number>;
  /** Names of columns of which nothing is read; those of an earlier answer are not among them. */
  unused: string[];
}

/** A title, an address and an empty row may stand above the header; hardly more. */
const HEADER_WITHIN = 15;

/**
 * Reads a CSV export: encoding, delimiter and header row are found out.
 * @throws BadInputError when there is no header with a line text and amounts, or the quoting is broken.
 */
export function readTable(bytes: Buffer, name: string): Table {
  const text = decodeText(bytes);
  if (text.trim() === '') throw new BadInputError(`${name} is empty`);
  if (text.includes('\0')) throw new BadInputError(`${name} is not a text file; save the sheet as CSV first`);
  const delimiter = detectDelimiter(text);
  let rows: string[][];
  try {
    rows = parse(text, {
      delimiter,
      bom: true,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: false,
    });
  } catch (error) {
    throw new BadInputError(`${name} cannot be read as CSV: ${(error as Error).message}`);
  }
  const headerAt = rows.slice(0, HEADER_WITHIN).findIndex((row) => missing(fieldsOf(row)).length === 0);
  const header = rows[headerAt];
  if (!header) throw new BadInputError(noHeader(name, rows));
  refuseTwice(name, header);
  const fields = fieldsOf(header);
  const used = new Set(fields.values());
  return {
    delimiter,
    newline: text.includes('\r\n') ? '\r\n' : '\n',
    preamble: rows.slice(0, headerAt),
    header,
    rows: rows.slice(headerAt + 1),
    fields,
    unused: header.filter((cell, i) => !used.has(i) && isOfUser(cell)).map((cell) => cell.trim()),
  };
}

const DECIDED: ReadonlySet<string> = new Set(DECISION_COLUMNS.flatMap((name) => [name, `notice708_${name}`]));

const isOfUser = (cell: string): boolean => cell.trim() !== '' && !DECIDED.has(cell.trim());

const AMOUNTS = ['net', 'vat', 'gross'] as const satisfies readonly Field[];

/** Of two columns of one name nobody can tell which holds the amount. */
function refuseTwice(name: string, header: readonly string[]): void {
  const fields = fieldsOf(header);
  for (const field of AMOUNTS) {
    const called = header[fields.get(field) ?? -1];
    if (called === undefined) continue;
    if (header.filter((cell) => columnName(cell) === columnName(called)).length > 1)
      throw new BadInputError(`${name} has two columns called "${called.trim()}"; rename the one that is not meant`);
  }
}

/** Columns of an earlier answer are never read as input. */
function fieldsOf(header: readonly string[]): Map<Field, number> {
  return recogniseColumns(header, new Set(DECISION_COLUMNS));
}

function missing(fields: ReadonlyMap<Field, number>): Field[] {
  const lacking: Field[] = [];
  if (!fields.has('text')) lacking.push('text');
  if (!fields.has('net') && !fields.has('gross')) lacking.push('net');
  if (!fields.has('vat')) lacking.push('vat');
  return lacking;
}

function noHeader(name: string, rows: readonly string[][]): string {
  const likely = [...rows.slice(0, HEADER_WITHIN)].sort((a, b) => fieldsOf(b).size - fieldsOf(a).size)[0];
  const lacking = missing(fieldsOf(likely ?? []));
  const what = { text: 'the text of the line', net: 'the net amount', vat: 'the VAT charged' } as Partial<
    Record<Field, string>
  >;
  const told = lacking.map((field) => `  no column for ${what[field]}: name it ${namesOf(field)}`);
  return [
    `${name} has no header row that says which column is which.`,
    ...told,
    `  columns seen: ${(likely ?? []).map((c) => `"${c}"`).join(', ')}`,
  ].join('\n');
}
