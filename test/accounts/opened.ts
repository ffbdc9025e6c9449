import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Access, openAccess } from '../../src/accounts/access.js';
import type { Deliver } from '../../src/accounts/mail.js';
import { openSecrets } from '../../src/accounts/secrets.js';
import { openStore, type Store } from '../../src/store/open.js';

export interface Opened {
  folder: string;
  store: Store;
  access: Access;
  /** Moves the clock. */
  later(ms: number): void;
  /** Links of the mail kept so far, the newest first. */
  links(): Promise<string[]>;
  close(): Promise<void>;
}

/** Access over a real database in a folder of its own, with a clock that stands still. */
export async function openTestAccess(
  options: { deliver?: Deliver; mailsPerAddress?: number; onFailure?: () => void } = {},
): Promise<Opened> {
  const folder = mkdtempSync(join(tmpdir(), 'notice708-access-'));
  const store = await openStore(folder);
  let now = Date.UTC(2026, 10, 20, 12);
  const access = openAccess(store, openSecrets(folder), {
    mail: { deliver: options.deliver ?? null, onFailure: options.onFailure ?? (() => {}) },
    mailLimits: { perAddress: options.mailsPerAddress ?? 50, inAll: null },
    emailOnly: false,
    page: (path) => `https://vat.example${path}`,
    clock: () => now,
  });
  return {
    folder,
    store,
    access,
    later: (ms) => {
      now += ms;
    },
    links: async () => (await access.outbox.kept()).flatMap(({ body }) => body.match(/https:\/\/\S+/g) ?? []),
    close: async () => {
      await access.outbox.settled();
      await store.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export const STRANGER = { who: 'anonymous', clientAddress: '203.0.113.7' };
export const lastPart = (link: string | undefined): string => link?.split('/').at(-1) ?? '';
