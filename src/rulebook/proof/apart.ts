import type { ObservedPoint } from '../lints/observed.js';
import type { Problem } from '../problems.js';

/** The proof of the known answers, which can be made elsewhere because nothing else waits for it. */
export interface ProvedApart {
  cases: number;
  problems: Problem[];
  /** The facts that the rules were asked with. */
  points: ObservedPoint[];
}

/** Proves the known answers beside whoever asks. */
export interface ProverApart {
  /**
   * @param digest of the rulebook to be proved.
   * @returns null when it has another one or cannot read the answers, so that they are still to be proved.
   */
  proved(digest: string): Promise<ProvedApart | null>;
}
