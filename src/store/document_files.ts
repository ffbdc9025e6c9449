import { createHash, randomBytes } from 'node:crypto';
import { createReadStream, type ReadStream } from 'node:fs';
import { mkdir, open, readdir, readFile, rename, stat, statfs, unlink } from 'node:fs/promises';
import { join } from 'node:path';

/** Below the data folder. */
export const DOCUMENTS_FOLDER = 'documents';
const PART = '.part';
/** A file without a row this old belongs to a submission that was never acknowledged. */
const ORPHAN_MS = 24 * 60 * 60 * 1000;

/** There is no room for another document. */
export class StorageFull extends Error {
  constructor() {
    super('There is no room left on the disk of this server; nothing was stored.');
    this.name = 'StorageFull';
  }
}

/** A document is larger than it may be. */
export class TooManyBytes extends Error {
  constructor(readonly limit: number) {
    super(`more than ${limit} bytes`);
    this.name = 'TooManyBytes';
  }
}

/** Bytes that have arrived and do not count yet. */
export interface Arrived {
  /** Hex. */
  sha256: string;
  bytes: number;
  /** Whole and flushed, under a name of its own. */
  path: string;
}

/**
 * The bytes of submitted documents: files named by their content, written once and never changed. They lie beside the
 * database and not in it: a document of megabytes would hold up every other write while it is stored, and its write-ahead
 * log and every backup would carry it again. A file is complete on the disk before the row that names it.
 */
export class DocumentFiles {
  readonly folder: string;

  constructor(
    dataDir: string,
    /** Bytes that must stay free on the disk. */
    private readonly leftFree: number,
  ) {
    this.folder = join(dataDir, DOCUMENTS_FOLDER);
  }

  /**
   * Takes in bytes as they come; `keep` or `drop` what it gives.
   * @throws TooManyBytes, StorageFull, and whatever the source throws: nothing is then left behind.
   */
  async receive(source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>, mostBytes: number): Promise<Arrived> {
    await this.roomFor(mostBytes);
    const path = join(this.folder, `${randomBytes(16).toString('hex')}${PART}`);
    const hash = createHash('sha256');
    let bytes = 0;
    try {
      const file = await open(path, 'wx', 0o600);
      try {
        for await (const chunk of source) {
          bytes += chunk.byteLength;
          if (bytes > mostBytes) throw new TooManyBytes(mostBytes);
          hash.update(chunk);
          await file.writeFile(chunk);
        }
        await file.sync();
      } finally {
        await file.close();
      }
      return { sha256: hash.digest('hex'), bytes, path };
    } catch (error) {
      await this.drop({ path });
      throw asFull(error);
    }
  }

  /** The bytes of what has arrived, to look at before they count. */
  bytesOf(arrived: Pick<Arrived, 'path'>): Promise<Buffer> {
    return readFile(arrived.path);
  }

  /** Makes what has arrived the document of its hash. The same bytes twice are one file. */
  async keep({ path, sha256 }: Arrived): Promise<void> {
    try {
      await rename(path, this.pathOf(sha256));
      const folder = await open(this.folder, 'r');
      try {
        await folder.sync();
      } finally {
        await folder.close();
      }
    } catch (error) {
      throw asFull(error);
    }
  }

  async drop({ path }: Pick<Arrived, 'path'>): Promise<void> {
    await unlink(path).catch(() => {});
  }

  /** A document whole; null when it is missing or is not what was stored. */
  async read(sha256: string): Promise<Buffer | null> {
    const bytes = await readFile(this.pathOf(sha256)).catch(ifMissing);
    return bytes && createHash('sha256').update(bytes).digest('hex') === sha256 ? bytes : null;
  }

  /** A document to be sent on; null when it is missing. */
  async stream(sha256: string): Promise<{ body: ReadStream; bytes: number } | null> {
    const found = await stat(this.pathOf(sha256)).catch(ifMissing);
    return found && { body: createReadStream(this.pathOf(sha256)), bytes: found.size };
  }

  /**
   * Removes files that no row names and that are a day old.
   * @param named which of these hashes rows name.
   */
  async sweep(named: (hashes: string[]) => Promise<ReadonlySet<string>>, now: number = Date.now()): Promise<string[]> {
    const names = await readdir(this.folder).catch(ifMissing);
    if (!names) return [];
    const kept = await named(names.filter((name) => !name.endsWith(PART)));
    const removed: string[] = [];
    for (const name of names.filter((n) => !kept.has(n))) {
      const found = await stat(join(this.folder, name)).catch(ifMissing);
      if (!found || now - found.mtimeMs < ORPHAN_MS) continue;
      await unlink(join(this.folder, name)).catch(ifMissing);
      removed.push(name);
    }
    return removed;
  }

  private pathOf(sha256: string): string {
    if (!/^[0-9a-f]{64}$/.test(sha256)) throw new Error(`"${sha256}" is no hash of a document`);
    return join(this.folder, sha256);
  }

  /** @throws StorageFull when less would stay free than must. */
  private async roomFor(bytes: number): Promise<void> {
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
    const { bavail, bsize } = await statfs(this.folder);
    if (bavail * bsize - bytes < this.leftFree) throw new StorageFull();
  }
}

const NO_ROOM: ReadonlySet<string | undefined> = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);

function asFull(error: unknown): unknown {
  return NO_ROOM.has((error as NodeJS.ErrnoException).code) ? new StorageFull() : error;
}

function ifMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}
