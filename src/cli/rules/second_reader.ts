import type { ObservedAnswers } from '../../rulebook/comparison/lines.js';
import type { Line } from '../../rulebook/line.js';
import type { RulebookPlaces } from '../open_rulebook.js';
import { Beside } from './beside.js';
import type { SecondAnswers } from './reader_thread.js';

/** A thread that loads a rulebook for itself, and decides lines by it while the first one decides them by another. */
export class SecondReader {
  private constructor(private readonly beside: Beside<SecondAnswers | null>) {}

  /** @returns null where a second thread would not help. */
  static start({ rules, schemas }: RulebookPlaces): SecondReader | null {
    const beside = Beside.start<SecondAnswers | null>(import.meta.url, './reader_thread.js', { rules, schemas });
    return beside && new SecondReader(beside);
  }

  /**
   * @param digest of the rulebook they are to be decided by.
   * @returns null when the thread has another one, or could not load it.
   * @throws Error when it ends without an answer.
   */
  async answered(digest: string, lines: readonly Line[]): Promise<ObservedAnswers | null> {
    this.beside.tell(lines);
    const answer = await this.beside.said();
    return answer?.digest === digest ? answer.answered : null;
  }

  end(): Promise<void> {
    return this.beside.end();
  }
}
