import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { OPERATOR } from '../../src/accounts/audit.js';
import { emailAddress } from '../../src/accounts/email_address.js';
import { lastPart, type Opened, openTestAccess, STRANGER } from './opened.js';

const MINUTE = 60_000;
let opened: Opened;
beforeEach(async () => {
  opened = await openTestAccess();
});
afterEach(() => opened.close());

const ask = () =>
  opened.access.approvals.ask('sam@example.com', { scopes: ['projects:read'], client: 'Agent' }, STRANGER);
const approvalToken = async () => lastPart((await opened.links())[0]);
const retrievalToken = async (requestId: string) =>
  (await opened.access.approvals.poll(requestId))?.retrievalToken ?? '';

describe('registration', () => {
  it('makes the account when the link is confirmed, once, and not before', async () => {
    await opened.access.signUp.ask('sam@example.com', STRANGER);
    expect(await opened.access.accounts.list()).toEqual([]);
    const token = lastPart((await opened.links())[0]);
    expect(await opened.access.signUp.pending(token)).toBe('sam@example.com');
    expect(await opened.access.accounts.list()).toEqual([]);
    expect(await opened.access.signUp.confirm(token, STRANGER)).toMatchObject({ plan: 'free', state: 'active' });
    expect(await opened.access.signUp.confirm(token, STRANGER)).toBeNull();
    expect(await opened.access.signUp.pending(token)).toBeNull();
    expect(await opened.access.accounts.list()).toHaveLength(1);
  });

  it('a link ends after a day', async () => {
    await opened.access.signUp.ask('sam@example.com', STRANGER);
    const token = lastPart((await opened.links())[0]);
    opened.later(24 * 60 * MINUTE);
    expect(await opened.access.signUp.confirm(token, STRANGER)).toBeNull();
  });

  it('two links of one address make one account', async () => {
    await opened.access.signUp.ask('sam@example.com', STRANGER);
    await opened.access.signUp.ask('sam@example.com', STRANGER);
    const tokens = (await opened.links()).map(lastPart);
    const made = await Promise.all(tokens.map((token) => opened.access.signUp.confirm(token, STRANGER)));
    expect(made[0]?.id).toBe(made[1]?.id);
    expect(await opened.access.accounts.list()).toHaveLength(1);
  });

  it('a known address gets another message, a blocked one none; the answer is the same', async () => {
    const account = await opened.access.accounts.make('sam@example.com', OPERATOR);
    await opened.access.signUp.ask('sam@example.com', STRANGER);
    expect((await opened.access.outbox.kept()).map((m) => m.subject)).toEqual([
      'You already have a Notice 708 account',
    ]);
    await opened.access.accounts.setState(account.id, 'disabled', OPERATOR);
    await opened.access.signUp.ask('sam@example.com', STRANGER);
    expect(await opened.access.outbox.kept()).toHaveLength(1);
  });

  it('no more than the allowed messages reach one address', async () => {
    const limited = await openTestAccess({ mailsPerAddress: 2 });
    for (let i = 0; i < 4; i++) await limited.access.signUp.ask('sam@example.com', STRANGER);
    await limited.access.signUp.ask('other@example.com', STRANGER);
    expect((await limited.access.outbox.kept()).map((m) => m.recipient).sort()).toEqual([
      'other@example.com',
      'sam@example.com',
      'sam@example.com',
    ]);
    await limited.close();
  });
});

describe('a request for access', () => {
  it('pending, approved by mail, ready, shown once, then over', async () => {
    await opened.access.accounts.make('sam@example.com', OPERATOR);
    const { requestId, userCode } = await ask();
    expect(userCode).toMatch(/^[B-DF-HJ-NP-TV-XZ]{4}-[B-DF-HJ-NP-TV-XZ]{4}$/);
    expect(await opened.access.approvals.poll(requestId)).toEqual({ status: 'pending', interval: 3 });
    const [mail] = await opened.access.outbox.kept();
    expect(mail?.subject).toContain(userCode);
    expect(mail?.body).not.toContain(requestId);
    const token = await approvalToken();
    expect(await opened.access.approvals.pending(token)).toMatchObject({
      userCode,
      client: 'Agent',
      clientAddress: '203.0.113.7',
      scopes: ['projects:read'],
    });
    expect(await opened.access.approvals.decide(token, true, STRANGER)).toBe(true);
    expect(await opened.access.approvals.decide(token, false, STRANGER)).toBe(false);
    const retrieval = await retrievalToken(requestId);
    expect(await retrievalToken(requestId)).toBe(retrieval);
    expect(await opened.access.approvals.retrievable(retrieval)).toBe(true);
    const [first, second] = await Promise.all([
      opened.access.approvals.retrieve(retrieval, STRANGER),
      opened.access.approvals.retrieve(retrieval, STRANGER),
    ]);
    const shown = [first, second].filter((made) => made !== null);
    expect(shown).toHaveLength(1);
    expect(opened.access.keys.authenticate(shown[0]?.key ?? '')?.scopes).toEqual(new Set(['projects:read']));
    expect(await opened.access.approvals.poll(requestId)).toMatchObject({ status: 'expired' });
  });

  it('denied stays denied', async () => {
    await opened.access.accounts.make('sam@example.com', OPERATOR);
    const { requestId } = await ask();
    const token = await approvalToken();
    await opened.access.approvals.decide(token, false, STRANGER);
    expect((await opened.access.approvals.poll(requestId))?.status).toBe('denied');
    expect(await opened.access.approvals.decide(token, true, STRANGER)).toBe(false);
  });

  it('of an address without an account, or a blocked one, stays pending and sends nothing', async () => {
    const { requestId } = await ask();
    expect((await opened.access.approvals.poll(requestId))?.status).toBe('pending');
    const account = await opened.access.accounts.make('sam@example.com', OPERATOR);
    await opened.access.accounts.setState(account.id, 'disabled', OPERATOR);
    await ask();
    expect(await opened.access.outbox.kept()).toEqual([]);
    opened.later(10 * MINUTE);
    expect((await opened.access.approvals.poll(requestId))?.status).toBe('expired');
  });

  it('ends after ten minutes; an approved one gives its key for fifteen more', async () => {
    await opened.access.accounts.make('sam@example.com', OPERATOR);
    const late = await ask();
    const lateToken = await approvalToken();
    opened.later(10 * MINUTE);
    expect(await opened.access.approvals.decide(lateToken, true, STRANGER)).toBe(false);
    expect((await opened.access.approvals.poll(late.requestId))?.status).toBe('expired');
    const { requestId } = await ask();
    await opened.access.approvals.decide(await approvalToken(), true, STRANGER);
    const retrieval = await retrievalToken(requestId);
    opened.later(15 * MINUTE);
    expect(await opened.access.approvals.retrieve(retrieval, STRANGER)).toBeNull();
  });

  it('of an account that was disabled after approval gives no key', async () => {
    const account = await opened.access.accounts.make('sam@example.com', OPERATOR);
    const { requestId } = await ask();
    await opened.access.approvals.decide(await approvalToken(), true, STRANGER);
    const retrieval = await retrievalToken(requestId);
    await opened.access.accounts.setState(account.id, 'disabled', OPERATOR);
    expect(await opened.access.approvals.retrieve(retrieval, STRANGER)).toBeNull();
  });

  it('polled too soon is told to wait longer; an unknown id is nothing', async () => {
    const { requestId } = await ask();
    await opened.access.approvals.poll(requestId);
    expect((await opened.access.approvals.poll(requestId))?.interval).toBe(5);
    opened.later(5_000);
    expect((await opened.access.approvals.poll(requestId))?.interval).toBe(3);
    expect(await opened.access.approvals.poll('req_unknown')).toBeNull();
  });
});

describe('signing in', () => {
  it('by code: five wrong ones end it, the right one opens a session once', async () => {
    await opened.access.accounts.make('sam@example.com', OPERATOR);
    const codeOf = async () => /\b\d{6}\b/.exec((await opened.access.outbox.kept())[0]?.body ?? '')?.[0] ?? '';
    const first = await opened.access.signIn.ask('sam@example.com', STRANGER);
    const code = await codeOf();
    const wrong = code === '000000' ? '111111' : '000000';
    for (let i = 0; i < 5; i++) expect(await opened.access.signIn.byCode(first, wrong, STRANGER)).toBeNull();
    expect(await opened.access.signIn.byCode(first, code, STRANGER)).toBeNull();
    opened.later(1);
    const second = await opened.access.signIn.ask('sam@example.com', STRANGER);
    const session = await opened.access.signIn.byCode(second, ` ${await codeOf()} `, STRANGER);
    expect(await opened.access.signIn.byCode(second, await codeOf(), STRANGER)).toBeNull();
    expect((await opened.access.signIn.session(session ?? ''))?.account.email).toBe('sam@example.com');
    await opened.access.signIn.signOut(session ?? '', STRANGER);
    expect(await opened.access.signIn.session(session ?? '')).toBeNull();
  });

  it('by link, once; a session ends after twelve hours or when the account is disabled', async () => {
    const account = await opened.access.accounts.make('sam@example.com', OPERATOR);
    await opened.access.signIn.ask('sam@example.com', STRANGER);
    const link = lastPart((await opened.links())[0]);
    expect(await opened.access.signIn.usable(link)).toBe(true);
    const session = (await opened.access.signIn.byLink(link, STRANGER)) ?? '';
    expect(await opened.access.signIn.byLink(link, STRANGER)).toBeNull();
    await opened.access.accounts.setState(account.id, 'disabled', OPERATOR);
    expect(await opened.access.signIn.session(session)).toBeNull();
    await opened.access.accounts.setState(account.id, 'active', OPERATOR);
    expect(await opened.access.signIn.session(session)).not.toBeNull();
    opened.later(12 * 60 * MINUTE);
    expect(await opened.access.signIn.session(session)).toBeNull();
  });

  it('the code of one attempt does not open another', async () => {
    await opened.access.accounts.make('sam@example.com', OPERATOR);
    await opened.access.signIn.ask('sam@example.com', STRANGER);
    const code = /\b\d{6}\b/.exec((await opened.access.outbox.kept())[0]?.body ?? '')?.[0] ?? '';
    expect(await opened.access.signIn.byCode('sin_other', code, STRANGER)).toBeNull();
  });
});

describe('behaviour set B', () => {
  it('a key and a recovery code at once; a fresh key for the code only', async () => {
    const made = await opened.access.registration.create('sam@example.com', STRANGER);
    expect(opened.access.keys.authenticate(made?.apiKey ?? '')?.verified).toBe(false);
    expect(await opened.access.registration.create('sam@example.com', STRANGER)).toBeNull();
    const fresh = await opened.access.registration.freshKey('sam@example.com', made?.recoveryCode ?? '', STRANGER);
    expect(opened.access.keys.authenticate(fresh?.apiKey ?? '')).not.toBeNull();
    for (const code of [null, '', 'x'])
      expect(await opened.access.registration.freshKey('sam@example.com', code, STRANGER)).toBeNull();
  });

  it('an account made otherwise has no recovery code, not even an empty one', async () => {
    await opened.access.accounts.make('sam@example.com', OPERATOR);
    expect(await opened.access.registration.freshKey('sam@example.com', null, STRANGER)).toBeNull();
  });
});

describe('addresses', () => {
  it.each([
    [' Sam@Example.COM ', 'sam@example.com'],
    ["o'neill+vat@sub.example.co.uk", "o'neill+vat@sub.example.co.uk"],
    ['sam@exämple.de', 'sam@exämple.de'],
  ])('%j is %j', (given, stored) => {
    expect(emailAddress(given)).toBe(stored);
  });

  it.each([
    '',
    'sam',
    'sam@',
    '@example.com',
    'sam@example',
    'a b@example.com',
    'sam@example.com\r\nBcc: x@y.zz',
    'sam@exa_mple.com',
    '<sam@example.com>',
  ])('%j is none', (given) => {
    expect(emailAddress(given)).toBeNull();
  });

  it('what passes has one @, no space and no control character', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (noise) => {
        const address = emailAddress(`${noise}@example.com`);
        expect(address === null || /^[^\s\p{Cc}@]+@[^\s\p{Cc}@]+$/u.test(address)).toBe(true);
      }),
    );
  });
});

it('the trail says what happened, in order, and holds no secret', async () => {
  await opened.access.accounts.make('sam@example.com', OPERATOR);
  const { requestId } = await ask();
  const token = await approvalToken();
  await opened.access.approvals.decide(token, true, STRANGER);
  const retrieval = await retrievalToken(requestId);
  const made = await opened.access.approvals.retrieve(retrieval, STRANGER);
  const trail = await opened.access.audit.list();
  expect(trail.map((e) => e.event)).toEqual(['key.created', 'approval.approved', 'approval.asked', 'account.created']);
  for (const secret of [requestId, token, retrieval, made?.key ?? 'none'])
    expect(JSON.stringify(trail)).not.toContain(secret);
});
