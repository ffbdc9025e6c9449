import type { Rulebook } from '../rulebook/rulebook.js';
import type { Store } from '../store/open.js';
import { Changes } from './changes.js';
import { Stored } from './stored.js';
import { Writes } from './writes.js';

/** What organisations keep, over one store. */
export interface Claims {
  store: Store;
  stored: Stored;
  writes: Writes;
  changes: Changes;
  clock: () => number;
}

/** Puts the parts of claims together. */
export function openClaims(store: Store, clock: () => number = Date.now): Claims {
  return { store, stored: new Stored(store), writes: new Writes(store.db), changes: new Changes(store, clock), clock };
}

/** Who asks, and under which law and day. */
export interface Asking {
  organisationId: string;
  /** As decisions and the trail name them. */
  actor: string;
  book: Rulebook;
  /** ISO date (UTC) that counts as today. */
  today: string;
}

/** A change that asks for its own idempotency. */
export interface AskingToWrite extends Asking {
  tool: string;
  idempotencyKey: string | null;
  /** The arguments as checked, which the key stands for. */
  body: unknown;
}

/** The thing is not in a state that allows the change. */
export class NotAllowed extends Error {
  constructor(
    /** Stable code in snake_case. */
    readonly code: string,
    message: string,
  ) {
    super(message);
    this.name = 'NotAllowed';
  }
}
