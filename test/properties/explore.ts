import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';

/** `npm run properties -- [--seed N] [--runs N]`: the properties on other lines than CI tries, and on more of them. */
const { values } = parseArgs({ options: { seed: { type: 'string' }, runs: { type: 'string' } } });
const seed = values.seed ?? String(Math.floor(Math.random() * 2 ** 31));
const runs = values.runs ?? '10';
for (const [name, value] of Object.entries({ seed, runs }))
  if (!/^\d+$/.test(value)) {
    console.error(`--${name} takes a whole number, not "${value}"`);
    process.exit(2);
  }
console.log(`seed ${seed}, each property ${runs} times as often`);
const { status } = spawnSync('npx', ['vitest', 'run', 'test/properties/properties.test.ts'], {
  stdio: 'inherit',
  env: { ...process.env, FC_SEED: seed, FC_RUNS: runs },
});
process.exitCode = status ?? 1;
