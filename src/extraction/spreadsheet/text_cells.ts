import { isMoney, readNumber } from '../numbers.js';

/** What stands between two cells of a row of text. */
export const BETWEEN = '    ';

/** Rows of cells under each other, each column as wide as its widest cell. */
export function aligned(rows: readonly (readonly string[])[]): string[] {
  const widths: number[] = [];
  for (const row of rows)
    row.forEach((cell, c) => {
      widths[c] = Math.max(widths[c] ?? 0, cell.length);
    });
  return rows.map((row) =>
    row
      .map((cell, c) => cell.padEnd(widths[c] ?? 0))
      .join(BETWEEN)
      .trimEnd(),
  );
}

/** Whether a row holds a sum of money and nothing else. */
export function moneyAlone(line: string): boolean {
  const number = readNumber(line.trim());
  return number !== null && isMoney(number);
}
