import { randomUUID } from 'node:crypto';

/** A random id that says what it is of, for example `acc_5f0c...`: 90 random bits and the fixed ones of a UUID. */
export const newId = (prefix: string): string => `${prefix}_${randomUUID().replaceAll('-', '').slice(0, 24)}`;
