/** How often each right answer got each answer. */
export type Confusion<T> = ReadonlyMap<T, ReadonlyMap<T, number>>;

/**
 * The confusion table in words: a row for what is right, a column for what was said.
 * @param values in the order to show them; those that never occur are left out.
 */
export function confusionTable<T extends string>(values: readonly T[], results: readonly Confusion<T>[]): string {
  const seen = values.filter((t) =>
    results.some((confusion) => confusion.has(t) || [...confusion.values()].some((counts) => counts.has(t))),
  );
  const count = (right: T, said: T) =>
    results.reduce((sum, confusion) => sum + (confusion.get(right)?.get(said) ?? 0), 0);
  const width = Math.max(...seen.map((t) => t.length)) + 2;
  const row = (cells: readonly string[]) =>
    cells.map((cell, i) => (i === 0 ? cell.padEnd(width) : cell.padStart(width))).join('');
  return [
    row(['right \\ said', ...seen]),
    ...seen.map((right) => row([right, ...seen.map((said) => String(count(right, said)))])),
  ].join('\n');
}

/** The head of a table of results, and one row of it. */
export const SCORE_HEAD = `${'set'.padEnd(36)}${'cases'.padStart(6)}${'right'.padStart(7)}${''.padStart(8)}${'unsafe'.padStart(8)}\n`;

export function scoreRow(name: string, cases: number, right: number, unsafe: number): string {
  const percent = `${((100 * right) / Math.max(1, cases)).toFixed(1)}%`;
  return `${name.padEnd(36)}${String(cases).padStart(6)}${String(right).padStart(7)}${percent.padStart(8)}${String(unsafe).padStart(8)}\n`;
}
