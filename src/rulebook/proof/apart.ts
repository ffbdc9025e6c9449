import type { ObservedPoint } from '../lints/observed.js';
import type { Problem } from '../problems.js';
import type { Rulebook } from '../rulebook.js';
import type { Case } from './cases.js';

/** What was proved of known answers. */
export interface ProvedCases {
  cases: number;
  problems: Problem[];
  /** The facts that the rules were asked with. */
  points: ObservedPoint[];
}

/** One file of known answers, and how many of all were begun before it. */
export interface CaseFile {
  cases: readonly Case[];
  begun: number;
  of: number;
}

/** Files of known answers, which provers beside each other may share: each proves the next that nobody has taken. */
export interface SharedCases {
  /** The files that are left, each taken when it is asked for. */
  untaken(book: Rulebook): Iterable<CaseFile>;
  /**
   * What another prover found of the files it took; null when there is no other or it could prove nothing, and then what it
   * took is untaken again.
   * @param digest of the rulebook to be proved.
   */
  provedApart(digest: string): Promise<ProvedCases | null>;
}
