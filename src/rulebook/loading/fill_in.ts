import type { Path, Problem, SourceFile } from '../problems.js';
import { idAt } from './schema_faults.js';

/** Stands in a skeleton where its author must still write; no file that holds it is part of a rulebook. */
export const FILL_IN = 'FILL IN';

/** The places of a file that are still to be filled in. */
export function stillToFillIn(file: SourceFile): Problem[] {
  return [...places(file.value, [])].map(([path, text]) =>
    file.problem(path, `still to be filled in: “${text.replace(/\s+/g, ' ').trim()}”`, idAt(file.value, path)),
  );
}

function* places(value: unknown, path: Path): Iterable<[Path, string]> {
  if (typeof value === 'string' && value.includes(FILL_IN)) yield [path, value];
  else if (typeof value === 'object' && value !== null)
    for (const [key, inner] of Object.entries(value))
      yield* places(inner, [...path, Array.isArray(value) ? Number(key) : key]);
}
