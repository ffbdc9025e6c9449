import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { build, madeAt, ROOT } from '../bench/built.js';

/**
 * Tests that start processes start the program as users do, compiled: it is made to be that of the source. What loading the rules works out
 * is kept for the source too, or each file of tests would work it out for itself.
 */
export function setup(): void {
  build();
  if (madeAt('lexicon.ts.bin') >= madeAt('lexicon.js.bin')) return;
  execFileSync(process.execPath, ['--import', 'tsx', join(ROOT, 'src', 'cli', 'main.ts'), 'rules', 'prepare'], {
    cwd: ROOT,
    stdio: 'ignore',
  });
}
