import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { compiled } from '../../rulebook/loading/compiled.js';

/** A thread that works beside this one and says one thing: what it came to. */
export class Beside<Answer> {
  private readonly answer: Promise<Answer>;

  private constructor(private readonly thread: Worker) {
    this.answer = new Promise((answered, failed) => {
      thread.once('message', answered);
      thread.once('error', failed);
      thread.once('exit', (code) => failed(new Error(`the thread that works beside this one ended with ${code}`)));
    });
    // Until somebody asks, what became of it is nobody's concern.
    this.answer.catch(() => {});
  }

  /**
   * @param module `import.meta.url` of the module asking, and the path of the thread's own from there.
   * @returns null where there is no second processor, so that it would only take the time of the first.
   */
  static start<Answer>(module: string, path: string, workerData: unknown): Beside<Answer> | null {
    if (availableParallelism() < 2) return null;
    return new Beside<Answer>(new Worker(compiled(module, path), { workerData }));
  }

  /** Hands the thread what it waits for. */
  tell(message: unknown): void {
    this.thread.postMessage(message);
  }

  /** @throws Error when it ends without an answer. */
  said(): Promise<Answer> {
    return this.answer;
  }

  async end(): Promise<void> {
    await this.thread.terminate();
  }
}
