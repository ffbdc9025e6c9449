import { parentPort, workerData } from 'node:worker_threads';
import { loadRulebook } from '../../rulebook/load.js';
import type { ProvedCases } from '../../rulebook/proof/apart.js';
import { provedCases } from '../../rulebook/proof/prove.js';
import type { AnswerFile } from './known_answers.js';
import { SECOND, SharedAnswers } from './shared_answers.js';

/** What this thread is given. */
export interface ProverTask {
  rules: string;
  schemas: string;
  today: string;
  files: readonly AnswerFile[];
  takers: Int32Array;
}

/** What this thread says, as its only message. */
export interface SecondProof {
  /** Of the rulebook that it loaded. */
  digest: string;
  proved: ProvedCases;
}

const { rules, schemas, today, files, takers } = workerData as ProverTask;

/** Null where something cannot be read: the first thread reads the same files and reports what is wrong with them. */
async function answer(): Promise<SecondProof | null> {
  try {
    const book = await loadRulebook(rules, schemas);
    return {
      digest: book.digest,
      proved: await provedCases(book, new SharedAnswers(files, today, takers, SECOND, null).untaken(book)),
    };
  } catch {
    return null;
  }
}

parentPort?.postMessage(await answer());
