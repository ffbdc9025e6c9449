import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Subject } from '../lints/lint.js';
import type { Rule } from '../model.js';
import { type Path, type Problem, SourceFile } from '../problems.js';

/** File, line and column, as problems show them. */
export type Place = Pick<Problem, 'file' | 'line' | 'column'>;

/** The list of a file in which entries of a kind stand, and the key that names each. */
const LISTS: Readonly<Record<string, { file: string; list: string; key: string }>> = {
  fact: { file: 'facts.yaml', list: 'facts', key: 'name' },
  source: { file: 'rulebook.yaml', list: 'sources', key: 'key' },
  impossible: { file: 'impossible.yaml', list: 'impossible', key: 'id' },
  window: { file: 'rulebook.yaml', list: 'zeroRateWindows', key: 'item' },
};

/** Folders whose files each hold a list of one kind. */
const FOLDERS: Readonly<Record<string, { folder: string; list: string }>> = {
  concept: { folder: 'catalogue/concepts', list: 'concepts' },
  question: { folder: 'questions', list: 'questions' },
};

/** Where things stand in the files of a rulebook. Files are read when something in them must be shown. */
export class Places {
  private readonly parsed = new Map<string, SourceFile>();
  private readonly entries = new Map<string, { file: SourceFile; path: Path }>();
  private readonly indexed = new Set<string>();

  /** @param rulesDir the folder the rules were loaded from; places begin with "rules/" whatever its name is. */
  constructor(
    private readonly rulesDir: string,
    private readonly rules: readonly Rule[],
  ) {}

  of({ kind, id, path = [] }: Subject): Place {
    if (kind === 'partition') return this.ofPartition(id);
    if (kind === 'rate') return this.at('rulebook.yaml', ['rates', id, ...path]);
    if (kind === 'exception') return this.at('lint_exceptions.yaml', ['exceptions', ...path]);
    const entry = this.entry(kind, id);
    return entry
      ? { file: entry.file.file, ...entry.file.at([...entry.path, ...path]) }
      : { file: 'rules', line: 1, column: 1 };
  }

  /** The file whose rules are for this route and supply type alone, or one of those that are for it too. */
  private ofPartition(name: string): Place {
    const [route, supplyType] = name.split('/');
    const here = this.rules.filter(
      (rule) => rule.route === route && rule.supplyTypes.some((type) => type === supplyType),
    );
    const own = [...here].sort((a, b) => a.supplyTypes.length - b.supplyTypes.length)[0];
    return own ? this.at(below(own.file), ['rules']) : { file: `rules/${route}`, line: 1, column: 1 };
  }

  private at(name: string, path: Path): Place {
    const file = this.source(name);
    return { file: file.file, ...file.at(path) };
  }

  private entry(kind: string, id: string): { file: SourceFile; path: Path } | undefined {
    if (!this.indexed.has(kind)) {
      this.indexed.add(kind);
      const list = LISTS[kind];
      const folder = FOLDERS[kind];
      if (list) this.index(kind, list.file, list.list, list.key);
      if (folder)
        for (const name of readdirSync(join(this.rulesDir, folder.folder)).sort())
          if (name.endsWith('.yaml')) this.index(kind, `${folder.folder}/${name}`, folder.list, 'id');
      if (kind === 'rule')
        for (const file of new Set(this.rules.map((rule) => rule.file))) this.index(kind, below(file), 'rules', 'id');
    }
    return this.entries.get(`${kind} ${id}`);
  }

  private index(kind: string, name: string, list: string, key: string): void {
    const file = this.source(name);
    const entries = (file.value as Record<string, Record<string, unknown>[]>)[list] ?? [];
    for (const [i, entry] of entries.entries())
      this.entries.set(`${kind} ${String(entry[key])}`, { file, path: [list, i] });
  }

  private source(name: string): SourceFile {
    const known = this.parsed.get(name);
    if (known) return known;
    const file = SourceFile.parse(`rules/${name}`, readFileSync(join(this.rulesDir, name), 'utf8'), []);
    if (!file) throw new Error(`${name} was loaded and cannot be parsed`);
    this.parsed.set(name, file);
    return file;
  }
}

function below(file: string): string {
  return file.replace(/^rules\//, '');
}
