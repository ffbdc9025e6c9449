import { fileURLToPath } from 'node:url';

/**
 * Where something that the build makes lies, by its path from a compiled module. Under a loader of TypeScript, as in
 * tests, the module asking is source, and what is asked for lies in `dist` all the same.
 * @param module `import.meta.url` of the module asking.
 */
export function compiled(module: string, path: string): string {
  const url = new URL(path, module).href;
  return fileURLToPath(module.endsWith('.ts') ? url.replace(/\/src\/(?!.*\/src\/)/, '/dist/') : url);
}
