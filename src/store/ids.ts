import { randomBytes } from 'node:crypto';

/** A random id that says what it is of, for example `acc_5f0c...`. */
export const newId = (prefix: string): string => `${prefix}_${randomBytes(12).toString('hex')}`;
