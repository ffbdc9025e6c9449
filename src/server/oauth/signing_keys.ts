import { generateKeyPairSync } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { JWKS } from 'oidc-provider';

export const SIGNING_KEYS_FILE = 'oauth.jwks';

/**
 * Keys the authorization server publishes. Access tokens are opaque, so they sign ID tokens only; the file is made on
 * first use and readable by its owner only.
 * @throws Error when the file cannot be read or written.
 */
export function openSigningKeys(dataDir: string): JWKS {
  const file = join(dataDir, SIGNING_KEYS_FILE);
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const made = { keys: [{ ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'ES256' }] };
  try {
    writeFileSync(file, `${JSON.stringify(made)}\n`, { flag: 'wx', mode: 0o600, flush: true });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST')
      throw new Error(`${file} cannot be written: ${(error as Error).message}`);
  }
  return JSON.parse(readFileSync(file, 'utf8')) as JWKS;
}
