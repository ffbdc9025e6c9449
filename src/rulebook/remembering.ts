/** Results by text. Of those not asked for lately the oldest are forgotten, so that no more than `most` are kept. */
export class Memory<Result> {
  private recent = new Map<string, Result>();
  private older = new Map<string, Result>();

  constructor(private readonly most: number) {}

  get(text: string): Result | undefined {
    const recent = this.recent.get(text);
    if (recent !== undefined) return recent;
    const older = this.older.get(text);
    if (older !== undefined) this.keep(text, older);
    return older;
  }

  keep(text: string, result: Result): void {
    if (this.most === 0) return;
    // Dropping half at once costs less than finding the oldest each time.
    if (this.recent.size * 2 >= this.most) {
      this.older = this.recent;
      this.recent = new Map();
    }
    this.recent.set(text, result);
  }
}

/** A pure function of text that keeps its last results; a known text costs a look. */
export function remembering<Result>(most: number, make: (text: string) => Result): (text: string) => Result {
  const results = new Memory<Result>(most);
  return (text) => {
    const known = results.get(text);
    if (known !== undefined) return known;
    const result = make(text);
    results.keep(text, result);
    return result;
  };
}
