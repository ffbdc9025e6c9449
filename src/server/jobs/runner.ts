import { setImmediate as breathe } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Claims } from '../../claims/claims.js';
import { documentOf } from '../../claims/documents.js';
import { type Failure, Jobs, type JobTimes, type LeasedJob } from '../../claims/jobs.js';
import { type ReadInvoice, recordReading } from '../../claims/reading_result.js';
import type { Draft, Progress } from '../../extraction/draft.js';
import { DocumentRefused, type RefusalCode } from '../../extraction/refusal.js';
import { type AskVision, VisionFailed, type VisionProvider } from '../../extraction/vision/proposal.js';
import type { Rulebook } from '../../rulebook/rulebook.js';
import type { DocumentFiles } from '../../store/document_files.js';
import { Stale } from '../../store/open.js';
import { readInvoice } from '../../tools/read_invoice.js';
import type { FailureCode } from './failure_codes.js';

export interface RunnerOptions extends JobTimes {
  /** Documents read at once. */
  workers: number;
  /** How often it is looked for jobs that another process queued or left. */
  lookMs: number;
}

export interface RunnerParts {
  claims: Claims;
  files: DocumentFiles;
  book(): Rulebook;
  log: Logger;
  /** Reads a document, elsewhere than in this process. */
  read(
    bytes: Uint8Array,
    options: { signal: AbortSignal; onProgress: (progress: Progress) => void; vision?: AskVision },
  ): Promise<Draft>;
  /** Shown what does not reconcile; without it documents are shown to nobody. */
  vision?: VisionProvider;
}

type Told = Failure & { code: FailureCode };

/** What may pass by itself is tried again; what costs minutes each time, once. */
const TRIES: Partial<Record<RefusalCode, number>> = { reader_failed: 3, too_slow: 2, too_much_memory: 2 };
const OUR_FAULT: Told = {
  code: 'internal_error',
  reason:
    'Something failed on our side while reading it. Try again later, or tell the operator of this server the job id.',
  retryCanHelp: true,
  tries: 3,
};
const LOST: Told = {
  code: 'document_missing',
  reason: 'The file is missing on this server or is no longer as it was submitted. Submit it again.',
  retryCanHelp: false,
  tries: 1,
};

/**
 * Reads queued documents, in this process and one after another for each worker. What happens to one document, be it a crash
 * of its reader, touches no other.
 */
export class JobRunner {
  readonly jobs: Jobs;
  private readonly running = new Map<LeasedJob, AbortController>();
  private readonly loops: Promise<void>[] = [];
  private stopping = false;
  private sleepers: (() => void)[] = [];
  private lastLook = 0;

  constructor(
    private readonly parts: RunnerParts,
    private readonly options: RunnerOptions,
  ) {
    this.jobs = new Jobs(parts.claims, options, () => parts.book());
  }

  start(): void {
    for (let i = 0; i < this.options.workers; i++) this.loops.push(this.work());
  }

  /** There may be something to read. */
  wake(): void {
    for (const sleeper of this.sleepers.splice(0)) sleeper();
  }

  /** Takes no further job, gives those under way `graceMs` to end, and gives back what has not ended. */
  async stop(graceMs: number): Promise<void> {
    this.stopping = true;
    this.wake();
    const late = setTimeout(() => {
      for (const abort of this.running.values()) abort.abort();
    }, graceMs);
    await Promise.all(this.loops);
    clearTimeout(late);
  }

  private async work(): Promise<void> {
    while (!this.stopping) {
      try {
        await this.look();
        const job = await this.jobs.take();
        if (job) await this.run(job);
        else await this.sleep();
      } catch (error) {
        // The database is busy or full; the queue is as it was.
        this.parts.log.error({ err: error }, 'queue of documents');
        await this.sleep();
      }
    }
  }

  private async look(): Promise<void> {
    const { clock } = this.parts.claims;
    if (clock() - this.lastLook < this.options.lookMs) return;
    this.lastLook = clock();
    const recovered = await this.jobs.recover();
    if (recovered > 0) this.parts.log.warn({ recovered }, 'documents whose reader ended');
  }

  private async sleep(): Promise<void> {
    if (this.stopping) return;
    const due = await this.jobs.nextDue().catch(() => null);
    const ms = Math.min(
      this.options.lookMs,
      Math.max(50, (due ?? Number.POSITIVE_INFINITY) - this.parts.claims.clock()),
    );
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.sleepers.push(() => {
        clearTimeout(timer);
        resolve();
      });
      if (this.stopping) this.wake();
    });
  }

  private async run(job: LeasedJob): Promise<void> {
    const { log } = this.parts;
    const abort = new AbortController();
    this.running.set(job, abort);
    // What is no longer ours is not worth reading on.
    const heard = (progress: Progress | null) =>
      void this.jobs.heardOf(job, progress).then(
        (ours) => ours || abort.abort(),
        (error) => log.error({ err: error, job: job.id }, 'progress not written'),
      );
    const beat = setInterval(() => heard(null), this.options.leaseMs / 3);
    const from = performance.now();
    const said = (outcome: string, more: object = {}) =>
      log.info(
        { job: job.id, attempt: job.attempts, outcome, ms: Math.round(performance.now() - from), ...more },
        'document',
      );
    try {
      const { lines, pages } = await this.read(job, abort.signal, heard);
      said('done', { lines, pages });
    } catch (error) {
      if (this.stopping && abort.signal.aborted) {
        await this.jobs.giveBack(job);
        said('given back');
      } else if (error instanceof Stale) said('lost');
      else {
        const failure = failureOf(error);
        if (failure === OUR_FAULT) log.error({ err: error, job: job.id }, 'document not read');
        said(await this.jobs.failed(job, failure), { failure: failure.code });
      }
    } finally {
      clearInterval(beat);
      this.running.delete(job);
    }
  }

  private async read(
    job: LeasedJob,
    signal: AbortSignal,
    onProgress: (progress: Progress) => void,
  ): Promise<{ lines: number; pages: number }> {
    const { claims, files, book, read } = this.parts;
    const document = await documentOf(claims, job.organisationId, job.invoiceId);
    const bytes = await files.read(document.sha256);
    if (!bytes) throw new DocumentLost();
    const vision = this.asking(job, signal);
    const draft = await read(bytes, { signal, onProgress, ...(vision === null ? {} : { vision }) });
    const invoice = readInvoice(draft, document.saidToBe, book());
    await this.thinkAhead(book(), invoice);
    const { lines } = await recordReading(
      claims,
      {
        organisationId: job.organisationId,
        projectId: job.projectId,
        invoiceId: job.invoiceId,
        actor: `job ${job.id}`,
        book: book(),
        end: (at) => this.jobs.done(job, draft.pages, at),
      },
      invoice,
    );
    return { lines, pages: draft.pages };
  }

  /** A model that does not answer leaves a document as it was read; the log says why, with nothing of the document. */
  private asking(job: LeasedJob, signal: AbortSignal): AskVision | null {
    const { vision, log } = this.parts;
    if (vision === undefined) return null;
    return async (pictures) => {
      try {
        const proposal = await vision.read(pictures, signal);
        log.info({ job: job.id, pages: pictures.length }, 'shown to the vision model');
        return proposal;
      } catch (error) {
        const reason = error instanceof VisionFailed ? error.message : 'the call failed';
        log.warn({ job: job.id, pages: pictures.length, reason }, 'no answer of the vision model');
        return null;
      }
    };
  }

  /** Reads the words of the lines one by one, so that those who ask meanwhile are answered; the rulebook remembers them. */
  private async thinkAhead(book: Rulebook, { lines }: ReadInvoice): Promise<void> {
    for (const { text } of lines) {
      book.read(text);
      await breathe();
    }
  }
}

class DocumentLost extends Error {}

function failureOf(error: unknown): Told {
  if (error instanceof DocumentLost) return LOST;
  if (!(error instanceof DocumentRefused)) return OUR_FAULT;
  return {
    code: error.code,
    reason: `The document was not read: ${error.message}`,
    retryCanHelp: error.retryCanHelp,
    tries: TRIES[error.code] ?? 1,
  };
}
