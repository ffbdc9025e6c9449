import { type ChildProcess, fork } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { compiled } from '../../rulebook/loading/compiled.js';
import type { ProvedApart, ProverApart } from '../../rulebook/proof/apart.js';
import type { Case } from '../../rulebook/proof/cases.js';
import type { ProofRequest } from './proof_process.js';

/** A process that loads the rulebook for itself while the first one does, and then proves a part of it beside. */
export class SecondProcess implements ProverApart {
  private readonly answer: Promise<ProvedApart | null>;

  private constructor(private readonly child: ChildProcess) {
    this.answer = new Promise((answered, failed) => {
      child.once('message', (answer) => answered(answer as ProvedApart | null));
      child.once('error', failed);
      child.once('exit', (code, signal) =>
        failed(new Error(`the process that proves beside this one ended with ${signal ?? code}`)),
      );
    });
    // Where nothing was asked of it, what became of it is nobody's concern.
    this.answer.catch(() => {});
  }

  /** @returns null where there is no second processor, so that it would only take the time of the first. */
  static start({ rules, schemas }: { rules: string; schemas: string }): SecondProcess | null {
    if (availableParallelism() < 2) return null;
    const program = compiled(import.meta.url, './proof_process.js');
    return new SecondProcess(fork(program, [rules, schemas], { serialization: 'advanced' }));
  }

  /**
   * Once only.
   * @throws Error when the process ends without an answer.
   */
  prove(cases: readonly Case[], digest: string): Promise<ProvedApart | null> {
    this.child.send({ cases, digest } satisfies ProofRequest, (error) => {
      if (error) this.child.emit('error', error);
    });
    return this.answer;
  }

  end(): void {
    this.child.kill();
  }
}
