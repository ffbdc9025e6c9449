import type { Page, Word } from '../table/page.js';

/** Wide enough apart that every cell is a piece of text of its own, whatever stands in it. */
const CELL = { width: 100, filled: 60, height: 10, text: 8 } as const;

/** The cells of a sheet as words of a page, each in its column, so that one reader serves sheets and paper alike. */
export function pageOfCells(rows: readonly (readonly string[])[], number = 1): Page {
  const words: Word[] = [];
  rows.forEach((cells, r) => {
    cells.forEach((cell, c) => {
      const text = cell.replace(/\s+/g, ' ').trim();
      if (text === '') return;
      words.push({
        text,
        x0: c * CELL.width,
        x1: c * CELL.width + CELL.filled,
        y0: r * CELL.height,
        y1: r * CELL.height + CELL.text,
        confidence: null,
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
