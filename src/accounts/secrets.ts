import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export const SECRET_FILE = 'server.secret';

const SECRET_BYTES = 32;

/** What a hash is for; the same text hashed for two purposes gives unrelated results. */
export type Purpose =
  | 'api_key'
  | 'sign_up'
  | 'approval_request'
  | 'approval_link'
  | 'key_retrieval'
  | 'sign_in_code'
  | 'sign_in_link'
  | 'session'
  | 'csrf'
  | 'recovery'
  | 'mail_address'
  | 'oauth'
  | 'upload';

/** Keyed hashes: without the server's secret a stolen database cannot be searched for a guessed key or code. */
export class Secrets {
  constructor(private readonly secret: Buffer) {}

  /** Hex of 64 characters, for storage and look-up. */
  hash(purpose: Purpose, text: string): string {
    return this.mac(purpose, text).toString('hex');
  }

  /** A token that only this server can make again from the same text, for links that must not be stored. */
  derive(purpose: Purpose, text: string): string {
    return this.mac(`derive ${purpose}`, text).toString('base64url');
  }

  /** Encrypts text for storage (AES-256-GCM); what it belongs to is bound in, so it cannot be moved to another row. */
  seal(text: string, belongsTo: string): string {
    const iv = randomBytes(12);
    const cipher = createCipheriv('aes-256-gcm', this.mac('seal', ''), iv).setAAD(Buffer.from(belongsTo));
    return Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString('base64');
  }

  /** @throws Error when it was sealed with another secret, for something else, or changed since. */
  unseal(sealed: string, belongsTo: string): string {
    const bytes = Buffer.from(sealed, 'base64');
    const decipher = createDecipheriv('aes-256-gcm', this.mac('seal', ''), bytes.subarray(0, 12))
      .setAAD(Buffer.from(belongsTo))
      .setAuthTag(bytes.subarray(-16));
    return Buffer.concat([decipher.update(bytes.subarray(12, -16)), decipher.final()]).toString('utf8');
  }

  private mac(purpose: string, text: string): Buffer {
    return createHmac('sha256', this.secret).update(`${purpose}\0${text}`).digest();
  }
}

/** A random token of 256 bits, safe in a URL. */
export const newToken = (): string => randomBytes(32).toString('base64url');

/**
 * The server's secret: `given` (64 hex digits) when the operator keeps it elsewhere, otherwise the file `server.secret`
 * in the data folder, made on first use and readable by its owner only. With another secret no key or link is known.
 * @throws Error when the file cannot be used or holds no secret.
 */
export function openSecrets(dataDir: string, given: string | null = null): Secrets {
  if (given !== null) return new Secrets(Buffer.from(given, 'hex'));
  const file = join(dataDir, SECRET_FILE);
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    writeFileSync(file, `${randomBytes(SECRET_BYTES).toString('hex')}\n`, { flag: 'wx', mode: 0o600, flush: true });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST')
      throw new Error(`${file} cannot be written: ${(error as Error).message}`);
  }
  const text = readFileSync(file, 'utf8').trim();
  if (!/^[0-9a-f]{64}$/.test(text))
    throw new Error(`${file} does not hold 64 hex digits; put the original back, or delete it and every key with it`);
  chmodSync(file, 0o600);
  return new Secrets(Buffer.from(text, 'hex'));
}
