import { headingText } from '../table/column_names.js';
import { isSumKind, totalKind } from '../table/labels.js';
import type { Page, Word } from '../table/page.js';
import { withHeadsJoined } from './merged_heads.js';

/** Wide enough apart that every cell is a piece of text of its own, whatever stands in it. */
const CELL = { width: 100, filled: 60, height: 10, text: 8 } as const;

/** Days since the end of 1899, of the years 2000 to 2049. */
const SERIAL = /^(?:3652[6-9]|365[3-9]\d|36[6-9]\d\d|3[7-9]\d{3}|4\d{4}|5[0-3]\d{3}|54[0-7]\d\d)$/;
const OF_DATES = /\bdate\b|\btax ?point\b/i;

/** A sheet counts days; where "Date" stands beside such a number, or heads its column, it is one. */
function withDates(rows: readonly (readonly string[])[]): (readonly string[])[] {
  return rows.map((cells, r) =>
    cells.map((cell, c) => {
      if (!SERIAL.test(cell.trim())) return cell;
      const beside = cells.slice(0, c).findLast((text) => text.trim() !== '') ?? '';
      const above = rows.slice(0, r).findLast((row) => /[a-z]{3}/i.test(row[c] ?? ''))?.[c] ?? '';
      if (!OF_DATES.test(headingText(beside)) && !OF_DATES.test(headingText(above))) return cell;
      return new Date(Date.UTC(1899, 11, 30 + Number(cell))).toISOString().slice(0, 10);
    }),
  );
}

/** `Gross 2,055.42` in one cell: the name of a sum and the sum are two. */
function labelAndSum(text: string): string[] {
  const [, label = '', sum = ''] = /^(\p{L}[^\d£]*?):? (£?-?\d[\d,]*\.\d\d)$/u.exec(text) ?? [];
  return isSumKind(totalKind(label)) ? [label, sum] : [text];
}

/** The cells of a sheet as words of a page, each in its column, so that one reader serves sheets and paper alike. */
export function pageOfCells(rows: readonly (readonly string[])[], number = 1): Page {
  const words: Word[] = [];
  withDates(withHeadsJoined(rows)).forEach((cells, r) => {
    cells.forEach((cell, c) => {
      const text = cell.replace(/\s+/g, ' ').trim();
      if (text === '') return;
      const parts = labelAndSum(text);
      const width = CELL.filled / parts.length;
      parts.forEach((part, p) => {
        words.push({
          text: part,
          x0: c * CELL.width + p * width,
          x1: c * CELL.width + (p + 1) * width,
          y0: r * CELL.height,
          y1: r * CELL.height + CELL.text,
          confidence: null,
        });
      });
    });
  });
  const columns = Math.max(1, ...rows.map((r) => r.length));
  return { number, width: columns * CELL.width, height: Math.max(1, rows.length) * CELL.height, words };
}

/** Lines of plain text as words of a page set in letters of one width. */
export function pageOfText(text: string, number = 1): Page {
  const lines = text.split(/\r\n|\n|\r/).map((line) => line.replace(/\t/g, '        '));
  const words = lines.flatMap((line, r) =>
    [...line.matchAll(/\S+/g)].map(
      (match): Word => ({
        text: match[0],
        x0: match.index * 5,
        x1: (match.index + match[0].length) * 5,
        y0: r * 12 + 1,
        y1: r * 12 + 10.5,
        confidence: null,
      }),
    ),
  );
  return { number, width: Math.max(1, ...lines.map((l) => l.length)) * 5, height: lines.length * 12, words };
}
