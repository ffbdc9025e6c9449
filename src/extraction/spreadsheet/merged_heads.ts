import { headingKinds } from '../table/column_names.js';

/** Fewest headings that only the head of a table has. */
const HEADINGS = 3;

/**
 * Rows of cells whose heads go over two rows, with each head in one: "Price each" over "List   Disc   Net" is a cell that was merged over three
 * columns, and stands in the first of them. The rows keep their places.
 */
export function withHeadsJoined(rows: readonly (readonly string[])[]): (readonly string[])[] {
  const joined = [...rows];
  for (let r = 0; r + 1 < joined.length; r++) {
    const [upper, lower] = [joined[r] ?? [], joined[r + 1] ?? []];
    if (!isSpanned(upper, lower)) continue;
    joined[r] = Array.from({ length: Math.max(upper.length, lower.length) }, (_, c) => headAt(upper, lower, c));
    joined[r + 1] = [];
  }
  return joined;
}

function isFilled(cell: string | undefined): boolean {
  return (cell ?? '').trim() !== '';
}

/** Whether a row of headings goes on below: every cell there is a heading too, and some stand under no cell, right of one that spans them. */
function isSpanned(upper: readonly string[], lower: readonly string[]): boolean {
  const heads = upper.filter((cell) => headingKinds(cell).length > 0).length;
  const under = lower.flatMap((cell, c) => (isFilled(cell) ? [c] : []));
  return (
    heads >= HEADINGS &&
    under.length > 1 &&
    under.every((c) => headingKinds(lower[c] ?? '').length > 0 && isFilled(upper[spanAt(upper, c)])) &&
    under.some((c) => !isFilled(upper[c])) &&
    under.every((c) => isFilled(upper[c]) || under.includes(c - 1))
  );
}

/** The column of the heading that spans another one. */
function spanAt(upper: readonly string[], c: number): number {
  return upper.findLastIndex((cell, at) => at <= c && isFilled(cell));
}

/** The heading of a column: what stands below; a bare "Net" or "List" under prices is one of them. */
function headAt(upper: readonly string[], lower: readonly string[], c: number): string {
  const below = (lower[c] ?? '').trim();
  if (below === '') return upper[c] ?? '';
  const isPrice = headingKinds(upper[spanAt(upper, c)] ?? '')[0] === 'unitPrice';
  return isPrice && /^(?:net|nett|list|gross)$/i.test(below) ? `${below} price` : below;
}
