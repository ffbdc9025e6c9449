import { newToken, type Secrets } from '../accounts/secrets.js';
import type { AskingToWrite, Claims } from '../claims/claims.js';
import { type DocumentLimits, QueueFull, retryReading, type Submitted, submitDocument } from '../claims/documents.js';
import { documentKind } from '../extraction/document_kind.js';
import { DocumentRefused, type RefusalCode } from '../extraction/refusal.js';
import type { DocumentType } from '../rulebook/evidence.js';
import { type Arrived, type DocumentFiles, StorageFull, TooManyBytes } from '../store/document_files.js';
import { Stale, type Write } from '../store/open.js';
import { documentTypeOf } from './read_invoice.js';
import { ToolError } from './tool_error.js';

/** Whoever holds an upload address may use it once, until then. */
export const UPLOAD_MS = 15 * 60 * 1000;
/** Longer names are cut; the name is shown and never opened. */
const LONGEST_NAME = 200;

/** What the sender says of a document; its content decides. */
export interface About {
  projectId: string;
  fileName: string | null;
  saidToBe: DocumentType | null;
}

/** An open upload address. */
export interface Upload {
  about: About;
  organisationId: string;
  accountId: string;
  actor: string;
  tokenHash: string;
}

export interface SubmissionLimits extends DocumentLimits {
  /** Bytes of one document. */
  documentBytes: number;
}

/** Takes documents in: bytes to the disk, a look at what they are, then the invoice and its place in the queue. */
export class Submissions {
  /** Documents are looked at one after another: each may be as large as is allowed. */
  private looking: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly claims: Claims,
    readonly files: DocumentFiles,
    private readonly secrets: Secrets,
    readonly limits: SubmissionLimits,
    /** Called when there is something to read. */
    private readonly onQueued: () => void,
  ) {}

  /**
   * Takes in a document.
   * @param upload the address it was sent to, which is used up with it.
   * @throws ToolError saying what is wrong with the document or which limit is reached; NotFound; nothing is then stored.
   */
  async submit(
    asking: AskingToWrite,
    about: About,
    source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
    upload: Upload | null = null,
  ): Promise<Submitted> {
    await this.claims.stored.project(asking.organisationId, about.projectId);
    const arrived = await this.receiving(() => this.files.receive(source, this.limits.documentBytes));
    return this.submitArrived(asking, about, arrived, upload);
  }

  /** Runs what takes bytes in; what is wrong with them is said as the caller is told it. */
  async receiving<Result>(run: () => Promise<Result>): Promise<Result> {
    try {
      return await run();
    } catch (error) {
      throw refusalOf(error, this.limits.documentBytes);
    }
  }

  /** The same for a document that has arrived already. */
  async submitArrived(
    asking: AskingToWrite,
    about: About,
    arrived: Arrived,
    upload: Upload | null = null,
  ): Promise<Submitted> {
    try {
      const mediaType = await this.lookAt(arrived);
      await this.files.keep(arrived);
      const document = {
        sha256: arrived.sha256,
        bytes: arrived.bytes,
        mediaType,
        fileName: fileName(about.fileName),
        saidToBe: about.saidToBe,
      };
      const submitted = await submitDocument(
        this.claims,
        { ...asking, body: { projectId: about.projectId, ...document } },
        about.projectId,
        document,
        this.limits,
        upload ? [this.usingUp(upload)] : [],
      );
      if (submitted.status === 'queued') this.onQueued();
      return submitted;
    } catch (error) {
      if (upload && error instanceof Stale) throw uploadGone();
      throw refusalOf(error, this.limits.documentBytes);
    } finally {
      await this.files.drop(arrived);
    }
  }

  /** Queues a document whose reading failed once more. */
  async retry(asking: AskingToWrite, invoiceId: string): Promise<Submitted> {
    const submitted = await this.receiving(() => retryReading(this.claims, asking, invoiceId, this.limits));
    if (submitted.status === 'queued') this.onQueued();
    return submitted;
  }

  /** Makes a one-time address. @throws NotFound for the project. */
  async openUpload(
    asking: { organisationId: string; accountId: string; actor: string },
    about: About,
  ): Promise<{ token: string; expiresAt: number }> {
    await this.claims.stored.project(asking.organisationId, about.projectId);
    const token = newToken();
    const expiresAt = this.claims.clock() + UPLOAD_MS;
    await this.claims.store.db
      .insertInto('uploads')
      .values({
        token_hash: this.secrets.hash('upload', token),
        organisation_id: asking.organisationId,
        project_id: about.projectId,
        account_id: asking.accountId,
        actor: asking.actor,
        file_name: fileName(about.fileName),
        said_to_be: about.saidToBe,
        expires_at: expiresAt,
      })
      .execute();
    return { token, expiresAt };
  }

  /** What an address was made for. @throws ToolError when it is unknown, used or has ended: which of these is not said. */
  async upload(token: string): Promise<Upload> {
    const tokenHash = this.secrets.hash('upload', token);
    const row = await this.claims.store.db
      .selectFrom('uploads')
      .innerJoin('accounts', 'accounts.id', 'uploads.account_id')
      .selectAll('uploads')
      .where('token_hash', '=', tokenHash)
      .where('used_at', 'is', null)
      .where('expires_at', '>', this.claims.clock())
      .where('accounts.state', '=', 'active')
      .executeTakeFirst();
    if (!row) throw uploadGone();
    return {
      tokenHash,
      organisationId: row.organisation_id,
      accountId: row.account_id,
      actor: row.actor,
      about: {
        projectId: row.project_id,
        fileName: row.file_name,
        saidToBe: documentTypeOf(row.said_to_be),
      },
    };
  }

  /** Forgets addresses that have ended. */
  async sweep(): Promise<void> {
    await this.claims.store.db.deleteFrom('uploads').where('expires_at', '<', this.claims.clock()).execute();
  }

  private usingUp({ tokenHash }: Upload): Write {
    return {
      query: this.claims.store.db
        .updateTable('uploads')
        .set({ used_at: this.claims.clock() })
        .where('token_hash', '=', tokenHash)
        .where('used_at', 'is', null),
      expect: 1,
    };
  }

  private async lookAt(arrived: Arrived): Promise<string> {
    const look = this.looking.then(async () => (await documentKind(await this.files.bytesOf(arrived))).mime);
    this.looking = look.catch(() => {});
    return look;
  }
}

const CODES: Partial<Record<RefusalCode, readonly [string, number]>> = {
  empty: ['empty_document', 400],
  too_large: ['document_too_large', 413],
};

function refusalOf(error: unknown, mostBytes: number): unknown {
  if (error instanceof DocumentRefused) {
    const [code, status] = CODES[error.code] ?? ['unsupported_document', 415];
    return new ToolError(code, `The document was not stored: ${error.message}`, status);
  }
  if (error instanceof TooManyBytes)
    return new ToolError(
      'document_too_large',
      `The document was not stored: it has more than ${sizeText(mostBytes)}. Scan it at 200 to 300 dpi in grey, or split it.`,
      413,
    );
  if (error instanceof QueueFull)
    return new ToolError('queue_full', error.message, 429, { retryAfterSecs: error.retryAfterSecs });
  if (error instanceof StorageFull) return new ToolError('storage_full', error.message, 507);
  return error;
}

const MB = 1024 * 1024;
const sizeText = (bytes: number): string => (bytes < MB ? `${bytes} bytes` : `${Number((bytes / MB).toFixed(1))} MB`);

const uploadGone = (): ToolError =>
  new ToolError('upload_ended', 'This upload address is not known, was used, or has ended; ask for a new one.', 410);

/** A name fit to be shown and offered for saving: its last part, without control characters and marks of direction. */
function fileName(given: string | null): string | null {
  const last = given?.split(/[/\\]/).at(-1) ?? '';
  const name = last
    .replace(/\p{C}/gu, '')
    .replace(/^[.\s]+/, '')
    .trim();
  if (name.length <= LONGEST_NAME) return name === '' ? null : name;
  const ending = /\.[A-Za-z0-9]{1,8}$/.exec(name)?.[0] ?? '';
  return `${name.slice(0, LONGEST_NAME - ending.length)}${ending}`;
}
