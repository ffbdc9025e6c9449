import { nearestPence } from './numbers.js';
import type { Figure, LineReading } from './reading.js';

/** The figures a line may have that are summed in a column. */
export const SUMMED = ['net', 'vat', 'gross', 'amount'] as const;
export type Summed = (typeof SUMMED)[number];

/** Whether lines that follow each other come to a figure in one of their columns, as those of a section do. */
export function isOfRun(lines: readonly LineReading[], kinds: readonly Summed[], figure: Figure): boolean {
  const wanted = nearestPence(figure);
  return kinds.some((kind) =>
    lines.some((_, from) => {
      let sum = 0;
      for (const line of lines.slice(from)) {
        const of = line[kind];
        if (of === null) return false;
        sum += nearestPence(of);
        if (sum === wanted) return true;
      }
      return false;
    }),
  );
}
