import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import type { Rulebook } from '../rulebook/rulebook.js';
import type { Write } from '../store/open.js';
import { Stale } from '../store/open.js';
import type { JobsTable } from '../store/tables.js';
import type { Claims } from './claims.js';
import { evidencedFile } from './document_evidence.js';
import type { Invoice, Row } from './records.js';
import { NotFound } from './stored.js';

/** The reading of one document. Times are milliseconds since 1970. */
export interface Job {
  id: string;
  organisationId: string;
  projectId: string;
  invoiceId: string;
  state: JobsTable['state'];
  attempts: number;
  nextAttemptAt: number;
  lease: string | null;
  page: number | null;
  pages: number | null;
  queuedAt: number;
  startedAt: number | null;
  finishedAt: number | null;
  /** Why the latest try failed. */
  failure: { code: string; reason: string; retryCanHelp: boolean } | null;
}

/** A job of this process until its lease ends. */
export interface LeasedJob extends Job {
  lease: string;
}

/** Why a try failed, and how often such a document is tried. */
export interface Failure {
  code: string;
  reason: string;
  retryCanHelp: boolean;
  /** Tries in all; 1 where trying again cannot help. */
  tries: number;
}

export interface JobTimes {
  /** Until this long after it was last heard of, a job belongs to whoever took it. */
  leaseMs: number;
  /** Wait before the second try; four times as long before each further one. */
  backOffMs: number;
}

/** Tries of a document whose reader died with the whole process. */
const TRIES_AFTER_CRASH = 5;
const DIED: Failure = {
  code: 'reader_failed',
  reason: 'The server stopped while reading it.',
  retryCanHelp: true,
  tries: TRIES_AFTER_CRASH,
};

/** The queue of documents to be read. Every change of a job names the lease it is made under, so none is read twice at once. */
export class Jobs {
  constructor(
    private readonly claims: Claims,
    private readonly times: JobTimes,
    private readonly book: () => Rulebook,
  ) {}

  /** The next job that is due, now leased; null when there is none. Organisations take turns. */
  async take(): Promise<LeasedJob | null> {
    const { store, clock } = this.claims;
    for (;;) {
      const at = clock();
      const row = await store.db
        .selectFrom('jobs')
        .selectAll()
        .where('state', '=', 'queued')
        .where('next_attempt_at', '<=', at)
        .orderBy((e) =>
          e
            .selectFrom('jobs as earlier')
            .select(({ fn }) => fn.max('earlier.started_at').as('last'))
            .whereRef('earlier.organisation_id', '=', 'jobs.organisation_id'),
        )
        .orderBy('seq')
        .limit(1)
        .executeTakeFirst();
      if (!row) return null;
      const leased: LeasedJob = { ...jobOf(row), state: 'running', attempts: row.attempts + 1, lease: newLease() };
      const taken = {
        state: 'running' as const,
        attempts: leased.attempts,
        lease: leased.lease,
        lease_until: at + this.times.leaseMs,
        started_at: at,
        page: null,
        pages: null,
      };
      try {
        await store.commit([
          {
            query: store.db.updateTable('jobs').set(taken).where('id', '=', row.id).where('state', '=', 'queued'),
            expect: 1,
          },
          this.extraction(row.invoice_id, { extraction: 'running', updated_at: at }),
        ]);
        return { ...leased, startedAt: at };
      } catch (error) {
        if (!(error instanceof Stale)) throw error;
      }
    }
  }

  /** Says that a job is being worked on, and how far. False when it is no longer ours. */
  async heardOf({ id, lease }: LeasedJob, progress: { page: number; pages: number } | null = null): Promise<boolean> {
    const { store, clock } = this.claims;
    const { numUpdatedRows } = await store.db
      .updateTable('jobs')
      .set({ lease_until: clock() + this.times.leaseMs, ...progress })
      .where('id', '=', id)
      .where('lease', '=', lease)
      .executeTakeFirst();
    return numUpdatedRows === 1n;
  }

  /** The write that ends a job with its result; stale when the job is no longer ours. */
  done({ id, lease }: LeasedJob, pages: number, at: number): Write {
    return {
      query: this.claims.store.db
        .updateTable('jobs')
        .set({ ...ENDED, ...NO_FAILURE, state: 'done', finished_at: at, page: pages, pages })
        .where('id', '=', id)
        .where('lease', '=', lease),
      expect: 1,
    };
  }

  /** Ends a try: the job is tried again later, or has failed. */
  async failed(job: LeasedJob, failure: Failure): Promise<'queued' | 'failed' | 'lost'> {
    try {
      if (job.attempts < failure.tries) {
        await this.queueAgain(job, failure);
        return 'queued';
      }
      await this.giveUp(job, failure);
      return 'failed';
    } catch (error) {
      if (error instanceof Stale) return 'lost';
      throw error;
    }
  }

  /** Gives a job back as if it had not been taken. */
  async giveBack({ id, lease, attempts, invoiceId }: LeasedJob): Promise<void> {
    const { store, clock } = this.claims;
    const at = clock();
    const back = {
      state: 'queued' as const,
      attempts: attempts - 1,
      next_attempt_at: at,
      lease: null,
      lease_until: null,
    };
    try {
      await store.commit([
        { query: store.db.updateTable('jobs').set(back).where('id', '=', id).where('lease', '=', lease), expect: 1 },
        this.extraction(invoiceId, { extraction: 'queued', updated_at: at }),
      ]);
    } catch (error) {
      if (!(error instanceof Stale)) throw error;
    }
  }

  /** Takes jobs from readers that are gone: whose lease has ended, or whose process on this machine has. */
  async recover(): Promise<number> {
    const { store, clock } = this.claims;
    const rows = await store.db.selectFrom('jobs').selectAll().where('state', '=', 'running').execute();
    let recovered = 0;
    for (const row of rows) {
      if (row.lease === null || (row.lease_until ?? 0) > clock()) if (!isGone(row.lease)) continue;
      if ((await this.failed(jobOf(row) as LeasedJob, DIED)) !== 'lost') recovered++;
    }
    return recovered;
  }

  /** When the next job is due; null when none waits. */
  async nextDue(): Promise<number | null> {
    const row = await this.claims.store.db
      .selectFrom('jobs')
      .select('next_attempt_at')
      .where('state', '=', 'queued')
      .orderBy('next_attempt_at')
      .limit(1)
      .executeTakeFirst();
    return row?.next_attempt_at ?? null;
  }

  private async queueAgain(job: LeasedJob, failure: Failure): Promise<void> {
    const { store, clock } = this.claims;
    const at = clock();
    await store.commit([
      this.ended(job, failure, { state: 'queued', next_attempt_at: at + this.backOff(job.attempts) }),
      this.extraction(job.invoiceId, { extraction: 'queued', updated_at: at }),
    ]);
  }

  /** A document that nobody could read is no evidence, which its invoice then says. */
  private async giveUp(job: LeasedJob, failure: Failure): Promise<void> {
    const { claims } = this;
    const { organisationId, projectId, invoiceId } = job;
    const request = { organisationId, idempotencyKey: null, tool: 'reading', body: null };
    await claims.changes.carryOut(projectId, request, async () => {
      const file = await claims.stored.file(organisationId, invoiceId);
      const at = claims.clock();
      const problem = { code: failure.code, message: failure.reason, found: null, expected: null };
      const invoice: Invoice = { ...file.invoice, extraction: 'failed', problems: [problem], updatedAt: at };
      const evidenced = await evidencedFile(claims, this.book(), { ...file, invoice });
      return {
        writes: [
          this.ended(job, failure, { state: 'failed', finished_at: at }),
          claims.writes.unchanged(file.project),
          claims.writes.invoice(evidenced.invoice),
          ...evidenced.others,
        ],
        answer: {},
      };
    });
  }

  private ended(
    job: LeasedJob,
    { code, reason, retryCanHelp }: Failure,
    next: { state: 'queued'; next_attempt_at: number } | { state: 'failed'; finished_at: number },
  ): Write {
    return {
      query: this.claims.store.db
        .updateTable('jobs')
        .set({ ...ENDED, ...next, failure: code, reason, retry_can_help: retryCanHelp ? 1 : 0 })
        .where('id', '=', job.id)
        .where('lease', '=', job.lease),
      expect: 1,
    };
  }

  /** Grows fourfold; a fifth more or less, so that what failed together is not tried together. */
  private backOff(attempts: number): number {
    return this.times.backOffMs * 4 ** (attempts - 1) * (0.8 + Math.random() * 0.4);
  }

  private extraction(invoiceId: string, set: { extraction: 'queued' | 'running'; updated_at: number }): Write {
    return {
      query: this.claims.store.db
        .updateTable('invoices')
        .set((e) => ({ ...set, revision: e('revision', '+', 1) }))
        .where('id', '=', invoiceId),
      expect: 1,
    };
  }
}

const ENDED = { lease: null, lease_until: null };
const NO_FAILURE = { failure: null, reason: null, retry_can_help: null };

/** A job of an organisation. @throws NotFound */
export async function jobNamed({ store }: Claims, organisationId: string, id: string): Promise<Job> {
  const row = await store.db
    .selectFrom('jobs')
    .selectAll()
    .where('organisation_id', '=', organisationId)
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) throw new NotFound('jobId', id);
  return jobOf(row);
}

function jobOf(row: Row<JobsTable>): Job {
  return {
    id: row.id,
    organisationId: row.organisation_id,
    projectId: row.project_id,
    invoiceId: row.invoice_id,
    state: row.state,
    attempts: row.attempts,
    nextAttemptAt: row.next_attempt_at,
    lease: row.lease,
    page: row.page,
    pages: row.pages,
    queuedAt: row.queued_at,
    startedAt: row.started_at,
    finishedAt: row.finished_at,
    failure:
      row.failure === null
        ? null
        : { code: row.failure, reason: row.reason ?? '', retryCanHelp: row.retry_can_help === 1 },
  };
}

/** Says which run of which process holds it. */
const RUN = `${hostname()} ${process.pid} ${startOf(process.pid)}`;
const newLease = (): string => `${RUN} ${randomBytes(8).toString('hex')}`;

/** Whether the process that holds a lease is known to have ended. One of another machine is not known. */
function isGone(lease: string | null): boolean {
  const [host, pid, start] = (lease ?? '').split(' ');
  return host === hostname() && startOf(Number(pid)) !== start;
}

/** When a process began, in ticks since the machine did: a number used again is another process. */
function startOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? 'unknown';
  } catch {
    // No such process; or a system without /proc, where the lease has to end by itself.
    return process.platform === 'linux' ? 'gone' : 'unknown';
  }
}
