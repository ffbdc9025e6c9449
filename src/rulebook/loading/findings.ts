import { didYouMean, type Path, type Problem, RulebookError, type SourceFile } from '../problems.js';

/** What a word may be. */
export type Allowed = ReadonlyMap<string, unknown> | ReadonlySet<string>;

/** What is found wrong with a rulebook while it is loaded, each at its file, line and column. Files go by their name below the folder. */
export class Findings {
  readonly problems: Problem[] = [];
  readonly files = new Map<string, SourceFile>();

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

  /** The content of a file that has passed its schema. */
  value<T>(name: string): T {
    return this.files.get(name)?.value as T;
  }

  /** A finding on a file as a whole, which need not exist. */
  reportFile(file: string, message: string): void {
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
    if (word !== undefined && !allowed.has(word))
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
