import { parse } from 'csv-parse/sync';
import { LIMITS } from '../limits.js';
import { DocumentRefused } from '../refusal.js';
import { headingKinds } from '../table/column_names.js';
import { totalKind } from '../table/labels.js';
import type { Page } from '../table/page.js';
import { decodeText, detectDelimiter } from './decode.js';
import { pageOfCells, pageOfText } from './grid.js';
import { wordsOfMessage } from './mail_message.js';
import { laidOut } from './plain_text.js';

/**
 * A text file as a page: cells when a delimiter splits its lines evenly, words where they stand otherwise.
 * @throws DocumentRefused when it is too long.
 */
export function pageOfTextFile(bytes: Buffer): { page: Page; table: boolean } {
  // The first row may tell a spreadsheet what stands between the cells.
  const stored = decodeText(bytes)
    .replace(/^\ufeff/, '')
    .replace(/^"?sep=(?:\t|[^\w\s])"?[ \t]*(?:\r\n|\n|\r)/i, '');
  const message = wordsOfMessage(stored);
  const text = message ?? stored;
  // Of a mail what it carries is no text.
  const length = message === null ? bytes.byteLength : message.length;
  if (length > LIMITS.textBytes * 5) throw tooLong();
  const lines = text.split(/\r\n|\n|\r/);
  if (lines.length > LIMITS.sheetRows) throw tooLong();
  const rows = message === null ? delimited(text) : null;
  if (rows) return { page: pageOfCells(rows), table: true };
  if (length > LIMITS.textBytes) throw tooLong();
  return { page: pageOfText(laidOut(text)), table: false };
}

function tooLong(): DocumentRefused {
  return new DocumentRefused(
    'too_large',
    `it is longer than an invoice can be; at most ${LIMITS.sheetRows} rows and ${LIMITS.textBytes / 1024 / 1024} MB of text are read.`,
  );
}

/** Rows of cells, when most lines have the same number of several cells. */
function delimited(text: string): string[][] | null {
  const delimiter = detectDelimiter(text);
  if (delimiter === ',' && cutsAmounts(text)) return null;
  let rows: string[][];
  try {
    rows = parse(text, { delimiter, relax_column_count: true, relax_quotes: true, skip_empty_lines: false });
  } catch {
    return null;
  }
  const filled = rows.filter((r) => r.some((c) => c.trim() !== ''));
  const many = filled.filter((r) => r.length >= 2).length;
  // Sentences hold commas too; a table holds them in nearly every row, and in equal number in many.
  const counts = new Map<number, number>();
  for (const row of filled) counts.set(row.length, (counts.get(row.length) ?? 0) + 1);
  const most = Math.max(0, ...[...counts].filter(([n]) => n >= 2).map(([, times]) => times));
  const table = hasTable(filled);
  // A short list that a program saved may have as many rows of titles above and below it as lines.
  const enough = table && /[,;]/.test(delimiter) ? 0.4 : 0.6;
  return many >= enough * filled.length && (table || most >= Math.max(2, 0.4 * filled.length)) ? rows : null;
}

/** Fewest headings that only a table has. */
const HEADINGS = 4;

/** Whether a row of headings stands over one with as many cells, however many rows of other lengths there are above and below. */
function hasTable(rows: readonly (readonly string[])[]): boolean {
  return rows.some((row, i) => {
    const known = row.filter((cell) => headingKinds(cell).length > 0).length;
    return known >= HEADINGS && known >= 0.6 * row.length && rows[i + 1]?.length === row.length;
  });
}

/** `£3,181.50`, `Total to pay 3,181.50` */
const THOUSANDS = /(?:[£€$] ?|(?<label>[A-Za-z][A-Za-z /]*?):? +)\d{1,3}(?:,\d{3})+(?:\.\d\d)?(?!\d)/g;

/** Whether cells between commas would end inside sums, as in sentences with sums of a thousand and more. */
function cutsAmounts(text: string): boolean {
  const unquoted = text.replace(/"(?:[^"]|"")*"/g, '');
  return [...unquoted.matchAll(THOUSANDS)].some(({ groups }) =>
    groups?.label === undefined ? true : totalKind(groups.label) !== null,
  );
}
