import type { CaseFile, ProvedCases, SharedCases } from '../../rulebook/proof/apart.js';
import type { Rulebook } from '../../rulebook/rulebook.js';
import { type AnswerFile, casesIn } from './known_answers.js';
import type { SecondProver } from './second_prover.js';

/** By file, who took it. */
const NOBODY = 0;
export const FIRST = 1;
export const SECOND = 2;

/** The files of known answers as one prover sees them. */
export class SharedAnswers implements SharedCases {
  /**
   * @param today ISO date for answers without a tax point.
   * @param takers a number for each file, which the provers share.
   * @param self the number of this prover.
   */
  constructor(
    private readonly files: readonly AnswerFile[],
    private readonly today: string,
    private readonly takers: Int32Array,
    private readonly self: number,
    private readonly second: SecondProver | null,
  ) {}

  *untaken(book: Rulebook): Generator<CaseFile> {
    for (const [at, file] of this.files.entries())
      if (Atomics.compareExchange(this.takers, at, NOBODY, this.self) === NOBODY)
        yield { cases: casesIn(book, this.today, file), begun: at, of: this.files.length };
  }

  async provedApart(digest: string): Promise<ProvedCases | null> {
    const proved = (await this.second?.proved(digest)) ?? null;
    if (proved === null) for (const at of this.files.keys()) Atomics.compareExchange(this.takers, at, SECOND, NOBODY);
    return proved;
  }
}
