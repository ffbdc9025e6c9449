import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ran } from './a_terminal.js';

let root: string;
let env: Record<string, string>;
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'notice708-operator-'));
  env = { DATA_DIR: join(root, 'data') };
});
afterAll(() => rmSync(root, { recursive: true, force: true }));
const operate = (...args: string[]) => ran(args, { env });

describe('the operator, without a server or mail', () => {
  it('makes a first key, and the account with it; the key alone is on standard output', async () => {
    const { code, out, err } = await operate(
      'keys',
      'create',
      'Sam@example.com',
      '--scope',
      'projects:read',
      '--name',
      'Tablet',
    );
    expect(code).toBe(0);
    expect(out).toMatch(/^n708_live_[0-9a-f]{64}\n$/);
    expect(err).toMatch(/^key_\w+ of sam@example\.com: projects:read\. It is not shown again\.\n$/);
    const listed = await operate('keys', 'list', 'sam@example.com');
    expect(listed.out).toContain(`n708_live_...${out.trim().slice(-4)}`);
    expect(listed.out).not.toContain(out.trim());
  });

  it('says so where there is no data folder, and makes none', async () => {
    const nowhere = join(root, 'typo');
    for (const command of [
      ['accounts', 'list'],
      ['keys', 'list', 'sam@example.com'],
      ['audit'],
      ['decisions', 'replay'],
    ]) {
      const { code, err } = await operate(...command, '--data-dir', nowhere);
      expect([command, code]).toEqual([command, 3]);
      expect(err).toContain(`there is no notice708.sqlite in ${nowhere}`);
    }
    expect(existsSync(nowhere)).toBe(false);
  });

  it('lists, shows, changes plans, disables, revokes; the trail has it all', async () => {
    expect((await operate('accounts', 'list')).out).toMatch(/^email .*\nsam@example\.com +free +active/);
    expect((await operate('accounts', 'plan', 'sam@example.com', 'pro')).out).toBe('sam@example.com is on plan pro.\n');
    expect((await operate('accounts', 'disable', 'sam@example.com')).code).toBe(0);
    const [key] = JSON.parse((await operate('keys', 'list', 'sam@example.com', '--json')).out);
    expect((await operate('keys', 'revoke', key.id)).out).toContain('is revoked');
    const shown = (await operate('accounts', 'show', 'sam@example.com')).out;
    expect(shown).toContain('plan pro  disabled');
    expect(shown).toContain('key.revoked');
    const events = JSON.parse((await operate('audit', '--json')).out).map((e: { event: string }) => e.event);
    expect(events).toEqual([
      'key.revoked',
      'account.disabled',
      'account.plan_changed',
      'key.created',
      'account.created',
    ]);
  });

  it.each([
    [['accounts', 'lst'], 2, 'did you mean "list"'],
    [['accounts', 'show', 'nobody@example.com'], 3, 'there is no account of nobody@example.com'],
    [['accounts', 'plan', 'sam@example.com', 'fre'], 3, 'did you mean "free"'],
    [['keys', 'create', 'sam'], 3, '"sam" is not an e-mail address'],
    [['keys', 'create'], 2, 'say whose account'],
    [['keys', 'create', 'sam@example.com', '--scope', 'project:read'], 3, 'did you mean "projects:read"'],
    [['keys', 'revoke', 'key_x'], 3, 'there is no key "key_x" in use'],
    [['audit', '--most', '0'], 2, 'a whole number'],
    [['backup'], 2, 'name the folder'],
    [['restore', '/nonexistent'], 3, 'not a finished backup'],
  ] as const)('%j is refused with %d', async (args, code, message) => {
    const said = await operate(...args);
    expect(said.code).toBe(code);
    expect(said.err).toContain(message);
  });

  it('backs up, verifies and restores the folder', async () => {
    const copy = join(root, 'copy');
    expect((await operate('backup', copy)).out).toMatch(/: 2 files, \d+ rows, made .*Z, verified\.\n$/);
    expect((await operate('backup', copy, '--verify')).code).toBe(0);
    expect((await operate('backup', copy)).code).toBe(3);
    expect((await operate('restore', copy)).out).toContain('What was there is in');
    expect((await operate('accounts', 'list')).out).toContain('sam@example.com');
  });
});
