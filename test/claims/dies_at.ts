import { readFileSync } from 'node:fs';
import type { CompiledQuery } from 'kysely';
import { built } from '../../bench/built.js';

const { openStore } = await built<typeof import('../../src/store/open.js')>('store/open.js');

/**
 * A process of its own that carries out a change and is killed at one step of it: `dies_at.ts FOLDER FILE STEP`.
 * FILE holds the statements of the change; STEP is the number of statements done when it dies, or `never`.
 */
const [folder = '', file = '', step = ''] = process.argv.slice(2);
const statements = JSON.parse(readFileSync(file, 'utf8')) as { sql: string; parameters: unknown[]; expect?: number }[];
const store = await openStore(folder);
let done = 0;
const writes = statements.map(({ sql, parameters, expect }) => ({
  query: {
    compile: () => {
      if (String(done++) === step) process.kill(process.pid, 'SIGKILL');
      return { sql, parameters } as unknown as CompiledQuery;
    },
  },
  ...(expect === undefined ? {} : { expect }),
}));
await store.commit(writes);
if (step === 'after') process.kill(process.pid, 'SIGKILL');
await store.close();
