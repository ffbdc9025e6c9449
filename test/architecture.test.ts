import { readdirSync, readFileSync } from 'node:fs';
import { join, posix, relative, resolve, sep } from 'node:path';
import { describe, expect, it } from 'vitest';

/** Section 2 of the design: imports run downwards only. */
const LAYERS: readonly (readonly string[])[] = [
  ['cli'],
  ['server'],
  ['tools'],
  ['claims', 'accounts', 'extraction'],
  ['rulebook', 'store'],
];

/** Within the rulebook a line is read, given its meaning, decided and presented, and no step knows a later one. */
const STEPS: readonly string[] = ['reading', 'meaning', 'deciding', 'presenting'];

/** What the rulebook must never touch: it is pure, with no network, no database and no clock but the date it is given. */
const IMPURE =
  /^(?:node:(?:http|https|net|tls|dns|child_process|worker_threads|cluster|dgram)|koa.*|@koa\/.*|@modelcontextprotocol\/.*|better-sqlite3|kysely|pino)$/;

const SRC = resolve(import.meta.dirname, '..', 'src');

interface SourceFile {
  /** Path below src, with forward slashes. */
  name: string;
  text: string;
  imports: string[];
}

const files: SourceFile[] = readdirSync(SRC, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
  .map((entry) => {
    const path = join(entry.parentPath, entry.name);
    const text = readFileSync(path, 'utf8');
    return { name: relative(SRC, path).split(sep).join(posix.sep), text, imports: importsOf(text) };
  });

function importsOf(text: string): string[] {
  const found = text.matchAll(
    /(?:^|[;\s])(?:import|export)\b[^'";]*?\bfrom\s*'([^']+)'|\bimport\s*\(\s*'([^']+)'\s*\)|(?:^|\n)import\s*'([^']+)'/g,
  );
  return [...found].map((m) => m[1] ?? m[2] ?? m[3] ?? '');
}

/** The folder below src that a file of ours belongs to. */
function folderOf(name: string): string {
  return name.split('/')[0] ?? '';
}

function rank(folder: string): number {
  return LAYERS.findIndex((layer) => layer.includes(folder));
}

describe('the house keeps its plan', () => {
  it('has only folders that the design names', () => {
    const folders = [...new Set(files.map((f) => folderOf(f.name)))];
    expect(folders.filter((folder) => rank(folder) < 0)).toEqual([]);
    expect(folders).toContain('rulebook');
  });

  it('imports downwards only', () => {
    const upward: string[] = [];
    for (const file of files) {
      for (const target of file.imports.filter((i) => i.startsWith('.'))) {
        const folder = folderOf(posix.join(posix.dirname(file.name), target));
        const own = folderOf(file.name);
        if (folder !== own && rank(folder) <= rank(own)) upward.push(`${file.name} imports ${target}`);
      }
    }
    expect(upward).toEqual([]);
  });

  it('knows no later step of deciding a line', () => {
    const step = (name: string) => STEPS.indexOf(posix.basename(posix.dirname(name)));
    const later = files
      .filter((f) => folderOf(f.name) === 'rulebook' && step(f.name) >= 0)
      .flatMap((f) =>
        f.imports
          .filter((i) => step(posix.join(posix.dirname(f.name), i)) > step(f.name))
          .map((i) => `${f.name} imports ${i}`),
      );
    expect(later).toEqual([]);
  });

  it('finds imports at all', () => {
    expect(files.find((f) => f.name === 'cli/program.ts')?.imports).toContain('./check.js');
    expect(files.find((f) => f.name === 'cli/main.ts')?.imports).toContain('./program.js');
  });

  it('keeps the rulebook pure', () => {
    const rulebook = files.filter((f) => folderOf(f.name) === 'rulebook');
    const impure = rulebook.flatMap((f) =>
      f.imports.filter((i) => IMPURE.test(i)).map((i) => `${f.name} imports ${i}`),
    );
    const clocks = rulebook
      .filter((f) =>
        /\bDate\.now\(|\bnew Date\(\s*\)|\bperformance\.now\(|\bMath\.random\(|\bprocess\.env\b/.test(f.text),
      )
      .map((f) => `${f.name} reads a clock, chance or the environment`);
    expect([...impure, ...clocks]).toEqual([]);
  });

  it('keeps files that only import types of each other from running in circles', () => {
    const graph = new Map(files.map((f) => [f.name, runtimeImports(f)]));
    const circles: string[] = [];
    const state = new Map<string, 'open' | 'done'>();
    const visit = (name: string, trail: string[]) => {
      if (state.get(name) === 'done') return;
      if (state.get(name) === 'open') {
        circles.push([...trail.slice(trail.indexOf(name)), name].join(' -> '));
        return;
      }
      state.set(name, 'open');
      for (const next of graph.get(name) ?? []) visit(next, [...trail, name]);
      state.set(name, 'done');
    };
    for (const name of graph.keys()) visit(name, []);
    expect(circles).toEqual([]);
  });

  it('has no room for odds and ends', () => {
    const dumps = files.filter((f) =>
      /(?:^|\/)(?:utils?|helpers?|common|types|misc|shared|lib)(?:\.tsx?$|\/)/.test(f.name),
    );
    expect(dumps.map((f) => f.name)).toEqual([]);
  });

  it('lists files that have grown long', () => {
    const long = files.map((f) => ({ name: f.name, lines: f.text.split('\n').length })).filter((f) => f.lines > 400);
    for (const { name, lines } of long) console.warn(`src/${name} has ${lines} lines; a file should stay under 300`);
    expect(files.length).toBeGreaterThan(0);
  });
});

/** Files of ours that are really loaded: a static import that is not only of types. */
function runtimeImports(file: SourceFile): string[] {
  const found = file.text.matchAll(/(?:^|\n)(import|export)\s+(?!type\b)([^'";]*?)\bfrom\s*'(\.[^']+)'/g);
  return [...found]
    .filter((m) => !/^\{\s*(?:type\s+\w+(?:\s+as\s+\w+)?\s*,?\s*)+\}\s*$/.test(m[2] ?? ''))
    .map((m) => posix.join(posix.dirname(file.name), m[3] ?? '').replace(/\.js$/, '.ts'));
}
