/** A pure function of text that keeps its last results; a known text costs a look. */
export function remembering<Result>(most: number, make: (text: string) => Result): (text: string) => Result {
  const results = new Map<string, Result>();
  return (text) => {
    const known = results.get(text);
    if (known !== undefined) return known;
    const result = make(text);
    // A Map keeps the order of insertion, so the first key is the oldest.
    if (results.size >= most) results.delete(results.keys().next().value as string);
    results.set(text, result);
    return result;
  };
}
