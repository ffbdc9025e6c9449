import { once } from 'node:events';
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { type ObservedAnswers, observedAnswersTo } from '../../rulebook/comparison/lines.js';
import type { Line } from '../../rulebook/line.js';
import { loadRulebook } from '../../rulebook/load.js';
import type { RulebookPlaces } from '../open_rulebook.js';

/** What this thread says, as its only message. */
export interface SecondAnswers {
  /** Of the rulebook that it loaded. */
  digest: string;
  answered: ObservedAnswers;
}

const { rules, schemas } = workerData as RulebookPlaces;
const port = parentPort as MessagePort;
const asked = once(port, 'message') as Promise<[readonly Line[]]>;

/** Null where the rules cannot be loaded: the first thread loads the same and reports what is wrong with them. */
async function answer(): Promise<SecondAnswers | null> {
  const book = await loadRulebook(rules, schemas).catch(() => null);
  const [lines] = await asked;
  return book && { digest: book.digest, answered: await observedAnswersTo(lines, book) };
}

port.postMessage(await answer());
