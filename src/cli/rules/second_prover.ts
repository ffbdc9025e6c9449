import type { ProvedCases } from '../../rulebook/proof/apart.js';
import type { RulebookPlaces } from '../open_rulebook.js';
import { Beside } from './beside.js';
import type { AnswerFile } from './known_answers.js';
import type { ProverTask, SecondProof } from './prover_thread.js';

/** A thread that loads the rulebook for itself, and proves files of known answers while the first one proves the rest. */
export class SecondProver {
  private constructor(private readonly beside: Beside<SecondProof | null>) {}

  /**
   * @param today ISO date for answers without a tax point.
   * @param takers a number for each file in shared memory: who took it.
   * @returns null where a second thread would not help.
   */
  static start(
    { rules, schemas }: RulebookPlaces,
    today: string,
    files: readonly AnswerFile[],
    takers: Int32Array,
  ): SecondProver | null {
    const task: ProverTask = { rules, schemas, today, files, takers };
    const beside = Beside.start<SecondProof | null>(import.meta.url, './prover_thread.js', task);
    return beside && new SecondProver(beside);
  }

  /**
   * @returns null when it has another rulebook or could not read something, so that its files are still to be proved.
   * @throws Error when it ends without an answer.
   */
  async proved(digest: string): Promise<ProvedCases | null> {
    const answer = await this.beside.said();
    return answer?.digest === digest ? answer.proved : null;
  }

  end(): Promise<void> {
    return this.beside.end();
  }
}
