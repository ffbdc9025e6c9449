/** Phrases made of one word or phrase of each list in turn. */
export function compoundsOf(compounds: readonly (readonly (readonly string[])[])[] = []): string[] {
  return compounds.flatMap((lists) =>
    lists.reduce<string[]>(
      (begun, words) => begun.flatMap((start) => words.map((word) => `${start} ${word}`.trim())),
      [''],
    ),
  );
}
