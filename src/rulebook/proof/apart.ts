import type { ObservedPoint } from '../lints/observed.js';
import type { Problem } from '../problems.js';
import type { Case } from './cases.js';
import type { LookalikeFault } from './lookalikes.js';

/** The part of a proof that can be made elsewhere, because nothing else waits for it. */
export interface ProvedApart {
  /** Of the cases. */
  problems: Problem[];
  /** The facts that the rules were asked with. */
  points: ObservedPoint[];
  lookalikes: LookalikeFault[];
}

/** Proves look-alikes and cases beside whoever asks. */
export interface ProverApart {
  /**
   * @param digest of the rulebook to be proved.
   * @returns null when it has another one, so that all is still to be proved.
   */
  prove(cases: readonly Case[], digest: string): Promise<ProvedApart | null>;
}
