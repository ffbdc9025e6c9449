import { built } from '../../bench/built.js';

const { Jobs } = await built<typeof import('../../src/claims/jobs.js')>('claims/jobs.js');
const { readInChild } = await built<typeof import('../../src/extraction/child/run.js')>('extraction/child/run.js');
const { readSettings } = await built<typeof import('../../src/server/settings.js')>('server/settings.js');
const { startServer } = await built<typeof import('../../src/server/start.js')>('server/start.js');
const { DocumentFiles } = await built<typeof import('../../src/store/document_files.js')>('store/document_files.js');

/**
 * A server of its own that is killed at one step of a document's way: `dies_in_job.ts STEP`, settings from the environment.
 * It says where it listens, and then dies without another word when it comes to STEP.
 */
const [step = ''] = process.argv.slice(2);
const die = () => process.kill(process.pid, 'SIGKILL');

function dieAfter(name: string, prototype: object, method: string): void {
  const methods = prototype as Record<string, (...args: unknown[]) => Promise<unknown>>;
  const real = methods[method];
  if (step !== name || !real) return;
  methods[method] = async function (this: unknown, ...args: unknown[]) {
    const result = await real.apply(this, args);
    if (result !== null && result !== 0) die();
    return result;
  };
}

dieAfter('bytes arrived', DocumentFiles.prototype, 'receive');
dieAfter('file on the disk', DocumentFiles.prototype, 'keep');
dieAfter('job taken', Jobs.prototype, 'take');
dieAfter('job recovered', Jobs.prototype, 'recover');

const server = await startServer(readSettings(process.env), {
  readDocument: async (bytes, options) => {
    const draft = await readInChild(bytes, {
      ...options,
      onProgress: (progress) => {
        options.onProgress(progress);
        if (step === 'page being read') die();
      },
    });
    if (step === 'document read') die();
    return draft;
  },
});
const { commit } = server.store;
let seen = 0;
server.store.commit = async (writes) => {
  const isResult = writes.some(({ query }) => query.compile().sql.includes('insert into "decisions"'));
  const isSubmission = writes.some(({ query }) => query.compile().sql.includes('insert into "documents"'));
  const deadly = (isResult && step.startsWith('result')) || (isSubmission && step.startsWith('submission'));
  const at = Number(/write (\d+)/.exec(step)?.[1] ?? -1);
  const dying = writes.map((write) => ({
    ...write,
    query: {
      compile: () => {
        if (deadly && seen++ === at) die();
        return write.query.compile();
      },
    },
  }));
  await commit(dying);
  if (deadly && step.endsWith('committed')) die();
};
process.stdout.write(`${server.url}\n`);
