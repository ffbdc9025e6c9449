import { didYouMean, type Path, type Problem, RulebookError, type SourceFile } from '../problems.js';

/** What a word may be. */
export type Allowed = ReadonlyMap<string, unknown> | ReadonlySet<string>;

/** Files that are lists of entries of their own: one that is wrong says nothing of the others. */
const ENTRY_FILES = /^(?:self_build_\w+|questions|catalogue\/concepts)\//;

/** What is found wrong with a rulebook while it is loaded, each at its file, line and column. Files go by their name below the folder. */
export class Findings {
  readonly problems: Problem[] = [];
  readonly files = new Map<string, SourceFile>();
  /** Ids of entries with errors of form: others may name them, and nothing else is known of them. */
  private readonly damaged = new Set<string>();
  /** A file on which all others rest cannot be used, so that names cannot be checked. */
  private incomplete = false;

  /**
   * Takes a file in. Of one with errors of form, the entries without any are kept.
   * @param file null when the text is not YAML.
   */
  take(name: string, text: string, file: SourceFile | null, problems: readonly Problem[]): void {
    this.problems.push(...problems);
    if (file && problems.length === 0) this.files.set(name, file);
    else if (!ENTRY_FILES.test(name)) this.incomplete = true;
    else if (file && problems.every(({ id }) => id !== undefined)) {
      for (const { id } of problems) this.damaged.add(id as string);
      this.files.set(name, file);
    } else for (const [, id] of text.matchAll(/\bid: *"?([\w.]+)/g)) this.damaged.add(id as string);
  }

  /** The entries of a list of a file that have no errors of form, each with its index. */
  entries<Entry extends { id: string }>(file: SourceFile, list: string): [entry: Entry, index: number][] {
    const all = (file.value as Record<string, Entry[]>)[list] ?? [];
    return all.map((entry, i): [Entry, number] => [entry, i]).filter(([{ id }]) => !this.damaged.has(id));
  }

  /** Whether something of this id is there, though its form is wrong. */
  isDamaged(id: string): boolean {
    return this.damaged.has(id);
  }

  /** @throws RulebookError with all that was found so far when the names in the files cannot be checked. */
  stopUnlessComplete(): void {
    if (this.incomplete) this.stopOnProblems();
  }

  /** @throws RulebookError with all that was found so far, in the order of the files. */
  stopOnProblems(): void {
    if (this.problems.length === 0) return;
    throw new RulebookError(
      this.problems.sort((a, b) => a.file.localeCompare(b.file) || a.line - b.line || a.column - b.column),
    );
  }

  /** The files whose name begins so, in order of name. */
  under(folder: string): [name: string, file: SourceFile][] {
    return [...this.files].filter(([name]) => name.startsWith(folder));
  }

  /** The content of a file; of one that is a list of entries, some may have errors of form (`entries` leaves them out). */
  value<T>(name: string): T {
    return this.files.get(name)?.value as T;
  }

  /** A finding on a file as a whole, which need not exist. */
  reportFile(file: string, message: string): void {
    this.incomplete = true;
    this.problems.push({ file, line: 1, column: 1, severity: 'error', message });
  }

  report(file: string, path: Path, message: string, id?: string): void {
    const source = this.files.get(file);
    if (source) this.problems.push(source.problem(path, message, id));
  }

  /** A finding on words inside a text. */
  reportWords(file: string, path: Path, words: string, message: string, id?: string): void {
    const source = this.files.get(file);
    if (source) this.problems.push(source.wordsProblem(path, words, message, id));
  }

  /** A finding on the key itself and not on what it holds. */
  reportKey(file: string, path: Path, message: string, id?: string): void {
    const source = this.files.get(file);
    if (source) this.problems.push(source.keyProblem(path, message, id));
  }

  /** Reports a word that is not allowed, with the nearest that is. */
  known(file: string, path: Path, word: string | undefined, allowed: Allowed, what: string, id?: string): void {
    if (word !== undefined && !allowed.has(word) && !this.damaged.has(word))
      this.report(file, path, `unknown ${what} "${word}"${didYouMean(word, allowed.keys())}`, id);
  }

  /** The same for each word of a list. */
  allKnown(
    file: string,
    path: Path,
    words: readonly string[] | undefined,
    allowed: Allowed,
    what: string,
    id?: string,
  ): void {
    words?.forEach((word, i) => {
      this.known(file, [...path, i], word, allowed, what, id);
    });
  }

  /** `file:line:column`, to name a second place in a message. */
  place(file: string, path: Path): string {
    const source = this.files.get(file);
    const at = source?.at(path);
    return `${source?.file ?? file}:${at?.line ?? 1}:${at?.column ?? 1}`;
  }
}
