import { type ChildProcess, fork } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { compiled } from '../../rulebook/loading/compiled.js';
import type { ProvedApart, ProverApart } from '../../rulebook/proof/apart.js';
import { FIXTURES, type RulebookPlaces } from '../open_rulebook.js';
import type { ProofAnswer } from './proof_process.js';

/** A process that loads the rulebook and the known answers for itself, and proves them while the first one proves the rest. */
export class SecondProcess implements ProverApart {
  private readonly answer: Promise<ProofAnswer | null>;

  private constructor(private readonly child: ChildProcess) {
    this.answer = new Promise((answered, failed) => {
      child.once('message', (answer) => answered(answer as ProofAnswer | null));
      child.once('error', failed);
      child.once('exit', (code, signal) =>
        failed(new Error(`the process that proves beside this one ended with ${signal ?? code}`)),
      );
    });
    // Until somebody asks, what became of it is nobody's concern.
    this.answer.catch(() => {});
  }

  /**
   * @param today ISO date for answers without a tax point.
   * @param fixtures folder of the known answers.
   * @returns null where there is no second processor, so that it would only take the time of the first.
   */
  static start({ rules, schemas }: RulebookPlaces, today: string, fixtures = FIXTURES): SecondProcess | null {
    if (availableParallelism() < 2) return null;
    const program = compiled(import.meta.url, './proof_process.js');
    return new SecondProcess(fork(program, [rules, schemas, today, fixtures], { serialization: 'advanced' }));
  }

  /** @throws Error when the process ends without an answer. */
  async proved(digest: string): Promise<ProvedApart | null> {
    const answer = await this.answer;
    return answer?.digest === digest ? answer.proved : null;
  }

  end(): void {
    this.child.kill();
  }
}
