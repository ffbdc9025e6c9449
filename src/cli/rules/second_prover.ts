import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { RulebookFolders } from '../../rulebook/load.js';
import { compiled } from '../../rulebook/loading/compiled.js';
import type { ProvedCases } from '../../rulebook/proof/apart.js';
import type { AnswerFile } from './known_answers.js';
import type { ProverTask, SecondProof } from './prover_thread.js';

/** A thread that loads the rulebook for itself, and proves files of known answers while the first one proves the rest. */
export class SecondProver {
  private readonly answer: Promise<SecondProof | null>;

  private constructor(private readonly thread: Worker) {
    this.answer = new Promise((answered, failed) => {
      thread.once('message', answered);
      thread.once('error', failed);
      thread.once('exit', (code) => failed(new Error(`the thread that proves beside this one ended with ${code}`)));
    });
    // Until somebody asks, what became of it is nobody's concern.
    this.answer.catch(() => {});
  }

  /**
   * @param today ISO date for answers without a tax point.
   * @param takers a number for each file in shared memory: who took it.
   * @returns null where there is no second processor, so that it would only take the time of the first.
   */
  static start(
    { rules, schemas }: RulebookFolders,
    today: string,
    files: readonly AnswerFile[],
    takers: Int32Array,
  ): SecondProver | null {
    if (availableParallelism() < 2) return null;
    const workerData: ProverTask = { rules, schemas, today, files, takers };
    return new SecondProver(new Worker(compiled(import.meta.url, './prover_thread.js'), { workerData }));
  }

  /**
   * @returns null when it has another rulebook or could not read something, so that its files are still to be proved.
   * @throws Error when it ends without an answer.
   */
  async proved(digest: string): Promise<ProvedCases | null> {
    const answer = await this.answer;
    return answer?.digest === digest ? answer.proved : null;
  }

  async end(): Promise<void> {
    await this.thread.terminate();
  }
}
