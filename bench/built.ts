import { execFileSync } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';

export const ROOT = resolve(import.meta.dirname, '..');

/** The compiled command line, as users run it. */
export const MAIN = join(ROOT, 'dist', 'cli', 'main.js');

const DIST = join(ROOT, 'dist');
/** What the program is made of. */
const SOURCES = ['src', 'rules', 'schemas', 'package.json', 'tsconfig.json', 'tsconfig.build.json'];

/** Compiles `src` to `dist` and prepares the rules, as `npm run build` does, unless nothing was changed since. */
export function build(): void {
  if (Math.max(...SOURCES.map((name) => changedAt(join(ROOT, name)))) < madeAt('lexicon.js.bin')) return;
  const tsc = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin', 'tsc');
  execFileSync(process.execPath, [tsc, '-p', join(ROOT, 'tsconfig.build.json')], { cwd: ROOT, stdio: 'inherit' });
  execFileSync(process.execPath, [MAIN, 'rules', 'prepare'], { cwd: ROOT, stdio: 'ignore' });
}

/** A compiled module by its path below `dist`. */
export function built<Module>(path: string): Promise<Module> {
  return import(join(DIST, path)) as Promise<Module>;
}

/** When a file of the prepared rules was made, which a build does last; 0 when it was not. */
export function madeAt(name: string): number {
  return statSync(join(DIST, 'prepared', name), { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

/** When a file, or anything in a folder, was changed last; a folder itself is, when something is taken out of it. */
function changedAt(path: string): number {
  const at = statSync(path);
  const inside = at.isDirectory() ? readdirSync(path).map((name) => changedAt(join(path, name))) : [];
  return Math.max(at.mtimeMs, ...inside);
}
