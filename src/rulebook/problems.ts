import { type Document, isMap, isNode, isScalar, LineCounter, parseDocument } from 'yaml';

/** One finding about a rulebook file, at the place a specialist must look. */
export interface Problem {
  file: string;
  line: number;
  column: number;
  severity: 'error' | 'warning';
  /** Rule, concept or question id, when the finding is inside one. */
  id?: string;
  message: string;
  /** The lint of docs/lints.md that found it; absent for errors of form, names, examples and marked lines. */
  lint?: string;
  /** What was probably meant. */
  suggestion?: string;
  /** A case that shows the finding: facts, and a line that has them where one is known. */
  witness?: { facts: Readonly<Record<string, string | null>>; line?: string };
}

/** One line: `file:line:column [id] what is wrong (for example ...) (lint)`. */
export function formatProblem(p: Problem): string {
  const id = p.id ? `[${p.id}] ` : '';
  const warning = p.severity === 'warning' ? 'warning: ' : '';
  const lint = p.lint ? ` (${p.lint})` : '';
  return `${p.file}:${p.line}:${p.column} ${id}${warning}${p.message}${caseOf(p.witness)}${lint}`;
}

function caseOf(witness: Problem['witness']): string {
  if (!witness) return '';
  const facts = Object.entries(witness.facts).map(([fact, value]) => `${fact} ${value ?? 'not known'}`);
  const line = witness.line === undefined ? [] : [`“${witness.line}”`];
  const shown = [...line, ...(facts.length > 0 ? [facts.join(', ')] : [])];
  return shown.length > 0 ? `; for example ${shown.join(' with ')}` : '';
}

/** Thrown when the rulebook cannot be used. `problems` holds every finding, not only the first. */
export class RulebookError extends Error {
  constructor(readonly problems: Problem[]) {
    super(`The rulebook has ${problems.length} error(s):\n${problems.map(formatProblem).join('\n')}`);
    this.name = 'RulebookError';
  }
}

/** Where a value stands in its file: keys and list indexes from the top. */
export type Path = readonly (string | number)[];

interface Positions {
  doc: Document.Parsed;
  lines: LineCounter;
}

/** Most values that one alias may stand for: rules use few, and a file of nested ones would fill the memory. */
const MOST_ALIASES = 50;

/** A YAML file that can tell where everything in it stands. */
export class SourceFile {
  private constructor(
    readonly file: string,
    readonly value: unknown,
    readonly text: string,
    private parsed: Positions | null,
  ) {}

  /** A file whose value is known; it is parsed again when something in it must be placed. */
  static ofKnown(file: string, text: string, value: unknown): SourceFile {
    return new SourceFile(file, value, text, null);
  }

  /** Parses YAML 1.2 with unique keys. Syntax faults are added to `problems`, and null comes back. */
  static parse(file: string, text: string, problems: Problem[]): SourceFile | null {
    const positions = positionsOf(text);
    const { doc, lines } = positions;
    for (const error of doc.errors) {
      const at = lines.linePos(error.pos[0]);
      const message = error.message.split('\n')[0] ?? error.message;
      problems.push({ file, line: at.line, column: at.col, severity: 'error', message: `not valid YAML: ${message}` });
    }
    if (doc.errors.length > 0) return null;
    try {
      return new SourceFile(file, doc.toJS({ maxAliasCount: MOST_ALIASES }), text, positions);
    } catch (error) {
      if (!(error instanceof ReferenceError)) throw error;
      const message = `aliases (*) stand for more than ${MOST_ALIASES} values; write them out`;
      problems.push({ file, line: 1, column: 1, severity: 'error', message });
      return null;
    }
  }

  private get positions(): Positions {
    this.parsed ??= positionsOf(this.text);
    return this.parsed;
  }

  /** Line and column (1-based) of the node at `path`, or of its nearest parent that exists. */
  at(path: Path): { line: number; column: number } {
    const { doc } = this.positions;
    for (let depth = path.length; depth >= 0; depth--) {
      const node = depth === 0 ? doc.contents : doc.getIn(path.slice(0, depth), true);
      if (isNode(node) && node.range) return this.place(node.range[0]);
    }
    return { line: 1, column: 1 };
  }

  /** Line and column of the last key of `path` itself, not of what it holds. */
  atKey(path: Path): { line: number; column: number } {
    const map = this.positions.doc.getIn(path.slice(0, -1), true);
    const pair = isMap(map)
      ? map.items.find(({ key }) => isScalar(key) && String(key.value) === path.at(-1))
      : undefined;
    return pair && isScalar(pair.key) && pair.key.range ? this.place(pair.key.range[0]) : this.at(path);
  }

  /** Line and column of `words` inside the text at `path`; of the text when a line break parts them. */
  atWords(path: Path, words: string): { line: number; column: number } {
    const { doc } = this.positions;
    const node = doc.getIn(path, true);
    const offset = isNode(node) && node.range ? this.text.slice(0, node.range[1]).indexOf(words, node.range[0]) : -1;
    return offset < 0 ? this.at(path) : this.place(offset);
  }

  problem(path: Path, message: string, id?: string, severity: Problem['severity'] = 'error'): Problem {
    return { file: this.file, ...this.at(path), severity, message, ...(id ? { id } : {}) };
  }

  keyProblem(path: Path, message: string, id?: string): Problem {
    return { ...this.problem([], message, id), ...this.atKey(path) };
  }

  wordsProblem(path: Path, words: string, message: string, id?: string): Problem {
    return { ...this.problem([], message, id), ...this.atWords(path, words) };
  }

  private place(offset: number): { line: number; column: number } {
    const at = this.positions.lines.linePos(offset);
    return { line: at.line, column: at.col };
  }
}

function positionsOf(text: string): Positions {
  const lines = new LineCounter();
  return { doc: parseDocument(text, { lineCounter: lines, uniqueKeys: true, strict: true }), lines };
}

export function valueAt(value: unknown, path: Path): unknown {
  return path.reduce<unknown>((v, key) => (v as Record<string | number, unknown> | null | undefined)?.[key], value);
}

/** Edit distance that counts a swap of neighbours as one. */
function distance(a: string, b: string): number {
  const rows = Array.from({ length: a.length + 1 }, () => new Array<number>(b.length + 1).fill(0));
  const cell = (i: number, j: number) => rows[i]?.[j] ?? 0;
  const set = (i: number, j: number, value: number) => {
    const row = rows[i];
    if (row) row[j] = value;
  };
  for (let i = 0; i <= a.length; i++) set(i, 0, i);
  for (let j = 0; j <= b.length; j++) set(0, j, j);
  for (let i = 1; i <= a.length; i++) {
    for (let j = 1; j <= b.length; j++) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1;
      let best = Math.min(cell(i - 1, j) + 1, cell(i, j - 1) + 1, cell(i - 1, j - 1) + cost);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        best = Math.min(best, cell(i - 2, j - 2) + 1);
      set(i, j, best);
    }
  }
  return cell(a.length, b.length);
}

/** The allowed word nearest to what was written, when one is near enough to be meant. */
export function nearest(word: string, allowed: Iterable<string>): string | undefined {
  let best: string | undefined;
  let bestDistance = Math.max(2, Math.floor(word.length / 3)) + 1;
  for (const candidate of allowed) {
    if (Math.abs(candidate.length - word.length) >= bestDistance) continue;
    const d = distance(word.toLowerCase(), candidate.toLowerCase());
    if (d < bestDistance) {
      best = candidate;
      bestDistance = d;
    }
  }
  return best;
}

/** The allowed words nearest to what was written, nearest first, however far they are. */
export function nearestFew(word: string, allowed: Iterable<string>, count: number): string[] {
  const far = (candidate: string) => distance(word.toLowerCase(), candidate.toLowerCase());
  return [...allowed]
    .map((candidate) => ({ candidate, far: far(candidate) }))
    .sort((a, b) => a.far - b.far)
    .slice(0, count)
    .map(({ candidate }) => candidate);
}

export function didYouMean(word: string, allowed: Iterable<string>): string {
  const near = nearest(word, allowed);
  return near === undefined ? '' : ` (did you mean "${near}"?)`;
}
