import { createHash } from 'node:crypto';

/** SHA-256 in base64. */
export function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('base64');
}
