/**
 * Solves linear equations by elimination.
 * @param given one row for each equation: its factors and what they come to.
 * @returns the unknowns, in the order of the factors; not finite where the equations do not settle them.
 */
export function solved(given: readonly (readonly number[])[]): number[] {
  const rows = given.map((row) => [...row]);
  const size = rows.length;
  for (let column = 0; column < size; column++) {
    let pivot = column;
    for (let r = column + 1; r < size; r++)
      if (Math.abs(rows[r]?.[column] ?? 0) > Math.abs(rows[pivot]?.[column] ?? 0)) pivot = r;
    [rows[column], rows[pivot]] = [rows[pivot] as number[], rows[column] as number[]];
    const lead = rows[column] as number[];
    const scale = lead[column] ?? 1;
    for (let k = column; k <= size; k++) lead[k] = (lead[k] ?? 0) / scale;
    for (let r = 0; r < size; r++) {
      const row = rows[r] as number[];
      const factor = row[column] ?? 0;
      if (r !== column && factor !== 0)
        for (let k = column; k <= size; k++) row[k] = (row[k] ?? 0) - factor * (lead[k] ?? 0);
    }
  }
  return rows.map((row) => row[size] ?? 0);
}
