import readSheets from 'read-excel-file/node';
import { fromBuffer, type ZipFile } from 'yauzl';
import { LIMITS } from '../limits.js';
import { DocumentRefused } from '../refusal.js';
import type { Page } from '../table/page.js';
import { looksOfSheets, type NumberFormat, type SheetLook, shownAs } from './cell_formats.js';
import { pageOfCells } from './grid.js';

/**
 * The sheets of a workbook as pages. Formulas give the values saved with them; nothing is calculated.
 * @throws DocumentRefused when it would unpack to more than an invoice holds, or is damaged.
 */
export async function pagesOfWorkbook(bytes: Buffer): Promise<Page[]> {
  await checkArchive(bytes);
  let sheets: { sheet: string; data: (string | number | boolean | Date | null)[][] }[];
  let looks: SheetLook[];
  try {
    sheets = (await readSheets(bytes)) as never;
    looks = await looksOfSheets(bytes);
  } catch {
    throw new DocumentRefused(
      'damaged',
      'it is not a whole Excel workbook, or is locked with a password. Save it again, or as CSV.',
    );
  }
  const rows = sheets.reduce((sum, s) => sum + s.data.length, 0);
  if (rows > LIMITS.sheetRows)
    throw new DocumentRefused('too_large', `it has ${rows} rows; at most ${LIMITS.sheetRows} are read.`);
  return sheets
    .map(({ data }, i) =>
      pageOfCells(
        // What is hidden is on no print of the invoice. An empty row keeps the places of the others.
        data.map((row, r) =>
          looks[i]?.hidden.has(r + 1)
            ? []
            : row.map((value, c) => cellText(value, looks[i]?.format(`${columnName(c)}${r + 1}`) ?? null)),
        ),
        i + 1,
      ),
    )
    .filter((page) => page.words.length > 0);
}

/** `A`, `Z`, `AA` */
function columnName(index: number): string {
  const last = String.fromCharCode(65 + (index % 26));
  return index < 26 ? last : columnName(Math.floor(index / 26) - 1) + last;
}

function cellText(value: string | number | boolean | Date | null, format: NumberFormat | null): string {
  if (value === null || value === undefined) return '';
  if (value instanceof Date) return value.toISOString().slice(0, 10);
  // A sheet stores 0.1 + 0.2 with all its digits; an amount never has so many.
  if (typeof value !== 'number') return String(value);
  return (format && shownAs(value, format)) ?? String(Number(value.toFixed(6)));
}

/** Looks at the table of contents only, before anything is unpacked. */
function checkArchive(bytes: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    const refuse = (message: string) => reject(new DocumentRefused('archive_too_large', message));
    fromBuffer(bytes, { lazyEntries: true, validateEntrySizes: true }, (error: Error | null, zip?: ZipFile) => {
      if (error || !zip)
        return reject(new DocumentRefused('damaged', 'it is not a whole Excel workbook; save it again.'));
      let unpacked = 0;
      let packed = 0;
      if (zip.entryCount > LIMITS.zipEntries)
        return refuse(`it holds ${zip.entryCount} files; a workbook of an invoice has at most ${LIMITS.zipEntries}.`);
      zip.on('error', () => reject(new DocumentRefused('damaged', 'it is not a whole Excel workbook; save it again.')));
      zip.on('end', () => resolve());
      zip.on('entry', (entry) => {
        unpacked += entry.uncompressedSize;
        packed += entry.compressedSize;
        const name = String(entry.fileName);
        if (unpacked > LIMITS.zipBytes || (unpacked > 1024 * 1024 && unpacked > LIMITS.zipRatio * Math.max(1, packed)))
          return refuse('it would unpack to far more than an invoice holds.');
        if (/\.(?:zip|xlsx|7z|rar)$/i.test(name)) return refuse('it holds another archive.');
        zip.readEntry();
      });
      zip.readEntry();
    });
  });
}
