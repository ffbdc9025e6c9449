import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { compiled } from './compiled.js';

/** Where `notice708 rules prepare` keeps what it worked out of the rules of the program: beside its compiled modules. */
export const PREPARED = compiled(import.meta.url, '../../prepared');

/** Bytes that `readKept` knows to be whole. */
export function writeKept(path: string, bytes: Uint8Array): void {
  mkdirSync(dirname(path), { recursive: true });
  // Written beside and renamed: a program that starts meanwhile finds all of it or nothing.
  const beside = `${path}.${process.pid}`;
  writeFileSync(beside, Buffer.concat([seal(bytes), bytes]));
  renameSync(beside, path);
}

/** What `writeKept` wrote; null when it is not there or was damaged, so that it must be worked out again. */
export function readKept(path: string): Buffer | null {
  try {
    const kept = readFileSync(path);
    const bytes = kept.subarray(SEAL_BYTES);
    return kept.subarray(0, SEAL_BYTES).equals(seal(bytes)) ? bytes : null;
  } catch {
    return null;
  }
}

const SEAL_BYTES = 32;

function seal(bytes: Uint8Array): Buffer {
  return createHash('sha256').update(bytes).digest();
}
