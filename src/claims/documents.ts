import type { DocumentType } from '../rulebook/evidence.js';
import { newId } from '../store/ids.js';
import type { Write } from '../store/open.js';
import { type AskingToWrite, type Claims, NotAllowed } from './claims.js';
import { evidencedFile } from './document_evidence.js';
import { type Invoice, invoiceOf, invoiceRow } from './records.js';
import { newInvoice, UNKNOWN_HEAD, writeRequest } from './route_line.js';

/** A document whose bytes are on the disk. */
export interface GivenDocument {
  /** Of its bytes, in hex. */
  sha256: string;
  bytes: number;
  /** By content. */
  mediaType: string;
  fileName: string | null;
  /** What the sender says it is. */
  saidToBe: DocumentType | null;
}

/** What an organisation may have; null for no limit. */
export interface DocumentLimits {
  /** Documents queued or being read. */
  queued: number | null;
  /** Bytes of all documents. */
  storedBytes: number | null;
}

/** Too many documents of the organisation wait to be read. */
export class QueueFull extends Error {
  constructor(
    readonly most: number,
    readonly retryAfterSecs: number,
  ) {
    super(`${most} documents of your organisation wait to be read already; send the next when some are done.`);
    this.name = 'QueueFull';
  }
}

/** A document as it was stored. */
export interface StoredDocument extends GivenDocument {
  invoiceId: string;
  organisationId: string;
}

export interface Submitted {
  invoiceId: string;
  projectId: string;
  jobId: string;
  status: 'queued' | 'running' | 'done' | 'failed';
  /** The same bytes were in the project already. */
  known: boolean;
  state: Invoice['state'];
}

const RETRY_AFTER_SECS = 60;

/**
 * Stores a document as an invoice of its project and queues it to be read. The same bytes again are the same invoice; when
 * reading them had failed, they are queued anew.
 * @param also carried out with it, or nothing is.
 * @throws NotFound, QueueFull, NotAllowed when the organisation holds as many bytes as it may.
 */
export function submitDocument(
  claims: Claims,
  asking: AskingToWrite,
  projectId: string,
  given: GivenDocument,
  limits: DocumentLimits,
  also: readonly Write[] = [],
): Promise<Submitted> {
  const { stored, changes, store, clock } = claims;
  return changes.carryOut<Submitted>(projectId, writeRequest(asking), async () => {
    const project = await stored.project(asking.organisationId, projectId);
    const at = clock();
    const known = await knownJob(claims, projectId, given.sha256);
    if (known) {
      const again = known.status === 'failed' && known.state === 'open';
      if (again) await refuseBeyond(claims, asking.organisationId, 0, limits);
      return {
        writes: [...(again ? await requeued(claims, asking, known, at) : []), ...also],
        answer: { ...known, status: again ? 'queued' : known.status, known: true },
      };
    }
    await refuseBeyond(claims, asking.organisationId, given.bytes, limits);
    const invoice: Invoice = {
      ...newInvoice(project, { ...UNKNOWN_HEAD, documentType: given.saidToBe ?? 'unknown' }, at),
      extraction: 'queued',
      contentHash: given.sha256,
    };
    const jobId = newId('job');
    const owner = { organisation_id: project.organisationId, project_id: project.id, invoice_id: invoice.id };
    return {
      writes: [
        {
          // Another process may have taken in the same bytes since: then it is asked again.
          query: store.db
            .insertInto('invoices')
            .values(invoiceRow(invoice))
            .onConflict((c) => c.doNothing()),
          expect: 1,
        },
        {
          query: store.db.insertInto('documents').values({
            invoice_id: invoice.id,
            organisation_id: project.organisationId,
            sha256: given.sha256,
            bytes: given.bytes,
            media_type: given.mediaType,
            file_name: given.fileName,
            said_to_be: given.saidToBe,
            submitted_by: asking.actor,
            created_at: at,
          }),
        },
        {
          query: store.db.insertInto('jobs').values({
            ...owner,
            id: jobId,
            state: 'queued',
            attempts: 0,
            next_attempt_at: at,
            queued_at: at,
          }),
        },
        ...also,
      ],
      answer: {
        invoiceId: invoice.id,
        projectId: project.id,
        jobId,
        status: 'queued',
        known: false,
        state: 'open',
      },
    };
  });
}

/**
 * Queues a document whose reading failed to be read again.
 * @throws NotFound, QueueFull, NotAllowed when it was read, is being read, or is closed.
 */
export async function retryReading(
  claims: Claims,
  asking: AskingToWrite,
  invoiceId: string,
  limits: DocumentLimits,
): Promise<Submitted> {
  const { stored, changes, clock } = claims;
  const { projectId } = await stored.invoice(asking.organisationId, invoiceId);
  return changes.carryOut<Submitted>(projectId, writeRequest(asking), async () => {
    const invoice = await stored.invoice(asking.organisationId, invoiceId);
    if (invoice.state !== 'open')
      throw new NotAllowed(`invoice_${invoice.state}`, `Invoice ${invoiceId} is ${invoice.state}; reopen it first.`);
    if (invoice.extraction === 'not_needed')
      throw new NotAllowed('no_document', `Invoice ${invoiceId} was given as lines; there is no document to read.`);
    if (invoice.extraction === 'done')
      throw new NotAllowed(
        'already_read',
        `Invoice ${invoiceId} has been read. Reading it again would put its lines beside those that were answered.`,
      );
    const job = await jobOfInvoice(claims, invoiceId);
    const again = invoice.extraction === 'failed';
    if (again) await refuseBeyond(claims, asking.organisationId, 0, limits);
    return {
      writes: again ? await requeued(claims, asking, job, clock()) : [],
      answer: { ...job, status: again ? 'queued' : job.status, known: true },
    };
  });
}

/** The document of an invoice. @throws NotFound, NotAllowed for one that was given as lines. */
export async function documentOf(
  { store, stored }: Claims,
  organisationId: string,
  invoiceId: string,
): Promise<StoredDocument> {
  const row = await store.db
    .selectFrom('documents')
    .selectAll()
    .where('organisation_id', '=', organisationId)
    .where('invoice_id', '=', invoiceId)
    .executeTakeFirst();
  if (!row) {
    await stored.invoice(organisationId, invoiceId);
    throw new NotAllowed('no_document', `Invoice ${invoiceId} was given as lines; it has no document.`);
  }
  return {
    invoiceId,
    organisationId,
    sha256: row.sha256,
    bytes: row.bytes,
    mediaType: row.media_type,
    fileName: row.file_name,
    saidToBe: row.said_to_be as DocumentType | null,
  };
}

/** Which of these hashes documents have. */
export async function namedDocuments({ store }: Claims, hashes: readonly string[]): Promise<ReadonlySet<string>> {
  const named = new Set<string>();
  for (let from = 0; from < hashes.length; from += 500) {
    const rows = await store.db
      .selectFrom('documents')
      .select('sha256')
      .distinct()
      .where('sha256', 'in', hashes.slice(from, from + 500))
      .execute();
    for (const row of rows) named.add(row.sha256);
  }
  return named;
}

async function knownJob(
  { store }: Claims,
  projectId: string,
  sha256: string,
): Promise<Omit<Submitted, 'known'> | null> {
  const row = await store.db
    .selectFrom('invoices')
    .innerJoin('jobs', 'jobs.invoice_id', 'invoices.id')
    .selectAll('invoices')
    .select(['jobs.id as job_id', 'jobs.state as job_state'])
    .where('invoices.project_id', '=', projectId)
    .where('invoices.content_hash', '=', sha256)
    .executeTakeFirst();
  if (!row) return null;
  const { id, state } = invoiceOf(row);
  return { invoiceId: id, projectId, jobId: row.job_id, status: row.job_state, state };
}

async function jobOfInvoice({ store }: Claims, invoiceId: string): Promise<Omit<Submitted, 'known'>> {
  const row = await store.db
    .selectFrom('jobs')
    .innerJoin('invoices', 'invoices.id', 'jobs.invoice_id')
    .select(['jobs.id', 'jobs.project_id', 'jobs.state as job_state', 'invoices.state'])
    .where('jobs.invoice_id', '=', invoiceId)
    .executeTakeFirstOrThrow();
  return { invoiceId, projectId: row.project_id, jobId: row.id, status: row.job_state, state: row.state };
}

async function refuseBeyond(
  { store }: Claims,
  organisationId: string,
  more: number,
  { queued, storedBytes }: DocumentLimits,
): Promise<void> {
  if (queued !== null) {
    const row = await store.db
      .selectFrom('jobs')
      .select(({ fn }) => fn.countAll<number>().as('n'))
      .where('organisation_id', '=', organisationId)
      .where('state', 'in', ['queued', 'running'])
      .executeTakeFirstOrThrow();
    if (row.n >= queued) throw new QueueFull(queued, RETRY_AFTER_SECS);
  }
  if (storedBytes !== null && more > 0) {
    const row = await store.db
      .selectFrom('documents')
      .select(({ fn }) => fn.sum<number | null>('bytes').as('n'))
      .where('organisation_id', '=', organisationId)
      .executeTakeFirstOrThrow();
    if ((row.n ?? 0) + more > storedBytes)
      throw new NotAllowed(
        'storage_limit',
        `The documents of your organisation would take more than ${Math.floor(storedBytes / 1024 / 1024)} MB; the operator of this server can allow more.`,
      );
  }
}

async function requeued(
  claims: Claims,
  { organisationId, book }: AskingToWrite,
  { jobId, invoiceId }: Pick<Submitted, 'jobId' | 'invoiceId'>,
  at: number,
): Promise<Write[]> {
  const { store, stored, writes } = claims;
  const file = await stored.file(organisationId, invoiceId);
  const invoice: Invoice = { ...file.invoice, extraction: 'queued', problems: [], updatedAt: at };
  const evidenced = await evidencedFile(claims, book, { ...file, invoice });
  return [
    {
      query: store.db
        .updateTable('jobs')
        .set({
          state: 'queued',
          attempts: 0,
          next_attempt_at: at,
          queued_at: at,
          started_at: null,
          finished_at: null,
          page: null,
          pages: null,
          failure: null,
          reason: null,
          retry_can_help: null,
        })
        .where('id', '=', jobId)
        .where('state', '=', 'failed'),
      expect: 1,
    },
    writes.invoice(evidenced.invoice),
    ...evidenced.others,
  ];
}
