import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openAccess } from '../../src/accounts/access.js';
import { MOST_KEYS, TooManyKeys } from '../../src/accounts/api_keys.js';
import { OPERATOR } from '../../src/accounts/audit.js';
import { openSecrets } from '../../src/accounts/secrets.js';
import { type Opened, openTestAccess } from './opened.js';

let opened: Opened;
beforeEach(async () => {
  opened = await openTestAccess();
});
afterEach(() => opened.close());

const make = async (scopes: ('projects:read' | 'jobs:read')[] = ['projects:read']) => {
  const account = await opened.access.accounts.make('sam@example.com', OPERATOR);
  const made = await opened.access.keys.create(account.id, { name: 'x', scopes, madeBy: 'operator' }, OPERATOR);
  return { account, ...made };
};

describe('a key', () => {
  it('has the announced form and proves account, plan and scopes', async () => {
    const { account, key, record } = await make(['jobs:read', 'projects:read']);
    expect(key).toMatch(/^n708_live_[0-9a-f]{64}$/);
    expect(record.shown).toBe(`n708_live_...${key.slice(-4)}`);
    expect(opened.access.keys.authenticate(key)).toMatchObject({
      accountId: account.id,
      plan: 'free',
      verified: true,
      scopes: new Set(['projects:read', 'jobs:read']),
      credential: { kind: 'api_key', id: record.id },
    });
  });

  it('is nowhere in the data folder, and neither is the secret in the database', async () => {
    const { key } = await make();
    opened.store.raw.pragma('wal_checkpoint(TRUNCATE)');
    const file = readFileSync(join(opened.folder, 'notice708.sqlite'));
    expect(file.includes('sam@example.com')).toBe(true);
    expect(file.includes(key)).toBe(false);
    expect(file.includes(key.slice('n708_live_'.length))).toBe(false);
    const secret = readFileSync(join(opened.folder, 'server.secret'), 'utf8').trim();
    expect(file.includes(secret)).toBe(false);
    expect(statSync(join(opened.folder, 'server.secret')).mode & 0o777).toBe(0o600);
  });

  it.each([
    '',
    'n708_live_',
    `n708_live_${'0'.repeat(63)}`,
    `N708_LIVE_${'0'.repeat(64)}`,
    `n708_live_${'g'.repeat(64)}`,
  ])('malformed (%j) is refused without a look into the database', (key) => {
    expect(opened.access.keys.authenticate(key)).toBeNull();
  });

  it('is void from the moment it is revoked, its account disabled, or the secret another', async () => {
    const { account, key, record } = await make();
    const other = openAccess(opened.store, openSecrets(opened.folder, '0'.repeat(64)), {
      mail: { deliver: null, onFailure: () => {} },
      mailLimits: { perAddress: null, inAll: null },
      emailOnly: false,
      page: (path) => path,
    });
    expect(other.keys.authenticate(key)).toBeNull();
    await opened.access.accounts.setState(account.id, 'disabled', OPERATOR);
    expect(opened.access.keys.authenticate(key)).toBeNull();
    await opened.access.accounts.setState(account.id, 'active', OPERATOR);
    expect(opened.access.keys.authenticate(key)).not.toBeNull();
    expect(await opened.access.keys.revoke(record.id, OPERATOR, 'acc_of_another')).toBe(false);
    expect(opened.access.keys.authenticate(key)).not.toBeNull();
    expect(await opened.access.keys.revoke(record.id, OPERATOR)).toBe(true);
    expect(opened.access.keys.authenticate(key)).toBeNull();
    expect(await opened.access.keys.revoke(record.id, OPERATOR)).toBe(false);
  });

  it('writes its last use at most every five minutes', async () => {
    const { account, key } = await make();
    const lastUsed = async () => (await opened.access.keys.list(account.id))[0]?.lastUsedAt;
    expect(await lastUsed()).toBeNull();
    opened.access.keys.authenticate(key);
    const first = await lastUsed();
    expect(first).toBeGreaterThan(0);
    opened.later(4 * 60_000);
    opened.access.keys.authenticate(key);
    expect(await lastUsed()).toBe(first);
    opened.later(60_000);
    opened.access.keys.authenticate(key);
    expect(await lastUsed()).toBe((first ?? 0) + 5 * 60_000);
  });

  it(`is refused past ${MOST_KEYS} in use, until one is revoked`, async () => {
    const { account, record } = await make();
    const more = () =>
      opened.access.keys.create(account.id, { name: 'x', scopes: ['jobs:read'], madeBy: 'operator' }, OPERATOR);
    for (let i = 1; i < MOST_KEYS; i++) await more();
    await expect(more()).rejects.toThrow(TooManyKeys);
    await opened.access.keys.revoke(record.id, OPERATOR);
    await more();
  });
});

it('a secret file that is damaged stops the start and says what to do', async () => {
  const { writeFileSync } = await import('node:fs');
  writeFileSync(join(opened.folder, 'server.secret'), 'x');
  expect(() => openSecrets(opened.folder)).toThrow(/does not hold 64 hex digits; put the original back/);
});
