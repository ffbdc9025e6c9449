/**
 * The rows with the fields of all of them, by name; a row has undefined where it has no such field. What is read of them line after
 * line is then found at one place of each, which is several times as fast as looking for it.
 */
export function inOneShape<Row extends object>(rows: readonly Row[]): Row[] {
  const fields = new Set(rows.flatMap((row) => Object.keys(row)));
  const blank = Object.fromEntries([...fields].sort().map((field) => [field, undefined]));
  return rows.map((row) => ({ ...blank, ...row }));
}
