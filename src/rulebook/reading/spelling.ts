const MIN_LENGTH = 5;
const LOOKS_ALIKE: Record<string, string> = { '0': 'o', '1': 'l', '5': 's', '8': 'b', '6': 'b' };

/** What a misspelt word may have been. */
export class Spelling {
  private kept: ReadonlyMap<string, readonly string[]> | null = null;

  /** @param words those that a misspelling may stand for. */
  constructor(private readonly words: ReadonlySet<string>) {}

  /** Words that may be what a misspelt word was, by `keysOf`; made for the first unknown word. */
  private get byKey(): ReadonlyMap<string, readonly string[]> {
    this.kept ??= wordsByKey(this.words);
    return this.kept;
  }

  /**
   * The words that an unknown word may be a misspelling of: at least five letters, one letter wrong, missing, added or
   * swapped, the same first letter or one that scans alike. A word with digits only when they were scanned for letters
   * ("c0pper"); else it is a model or an order code.
   */
  near(form: string): string[] {
    if (form.length < MIN_LENGTH) return [];
    const read = form.replace(/[01568]/g, (digit) => LOOKS_ALIKE[digit] ?? digit);
    if (/\d/.test(read)) return [];
    if (read !== form) return this.words.has(read) ? [read] : [];
    const found: string[] = [];
    for (let length = read.length - 1; length <= read.length + 1; length++) {
      for (const key of keysOf(read, length)) {
        for (const word of this.byKey.get(key) ?? []) {
          if (!found.includes(word) && withinOne(read, word)) found.push(word);
        }
      }
    }
    return found;
  }
}

function wordsByKey(words: Iterable<string>): Map<string, string[]> {
  const byKey = new Map<string, string[]>();
  for (const word of words) {
    if (word.length < MIN_LENGTH || /\d/.test(word)) continue;
    for (const key of keysOf(word, word.length)) {
      const alike = byKey.get(key);
      if (alike) alike.push(word);
      else byKey.set(key, [word]);
    }
  }
  return byKey;
}

/** One wrong letter after the first leaves the second letter right, or else the last. */
function keysOf(word: string, length: number): [string, string] {
  const first = `${length}${word[0]}`;
  return [`${first}${word[1]}`, `${first}-${word[word.length - 1]}`];
}

/** One edit apart: a letter replaced, added, dropped, or two neighbours swapped. */
export function withinOne(a: string, b: string): boolean {
  if (a === b) return true;
  if (Math.abs(a.length - b.length) > 1) return false;
  let i = 0;
  while (i < a.length && i < b.length && a.charCodeAt(i) === b.charCodeAt(i)) i++;
  if (a.length === b.length) {
    return (
      a.slice(i + 1) === b.slice(i + 1) || (a[i] === b[i + 1] && a[i + 1] === b[i] && a.slice(i + 2) === b.slice(i + 2))
    );
  }
  return a.length > b.length ? a.slice(i + 1) === b.slice(i) : a.slice(i) === b.slice(i + 1);
}
