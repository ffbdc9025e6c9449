import { execFileSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';

export const ROOT = resolve(import.meta.dirname, '..');

/** The compiled command line, as users run it. */
export const MAIN = join(ROOT, 'dist', 'cli', 'main.js');

/**
 * Compiles `src` to `dist` and prepares the rules, as `npm run build` does. Everything is measured compiled: tsx wraps each closure to keep its name, and that costs
 * more than some of the work measured here.
 */
export function build(): void {
  const tsc = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin', 'tsc');
  execFileSync(process.execPath, [tsc, '-p', join(ROOT, 'tsconfig.build.json')], { cwd: ROOT, stdio: 'inherit' });
  execFileSync(process.execPath, [MAIN, 'rules', 'prepare'], { cwd: ROOT, stdio: 'ignore' });
}

/** A compiled module by its path below `dist`. */
export function built<Module>(path: string): Promise<Module> {
  return import(join(ROOT, 'dist', path)) as Promise<Module>;
}
