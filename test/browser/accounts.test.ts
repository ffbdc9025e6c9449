import { mkdirSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { UnauthorizedError } from '@modelcontextprotocol/sdk/client/auth.js';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OPERATOR } from '../../src/accounts/audit.js';
import { SCOPES } from '../../src/accounts/scopes.js';
import type { RunningServer } from '../../src/server/start.js';
import { bricks, startTestServer, stopAll } from '../server/harness.js';
import { axeFindings, CHROMIUM, openBrowser, WHY_SKIPPED } from './a_browser.js';

const NARROW = 320;

describe.skipIf(CHROMIUM === undefined)(`accounts in a browser${WHY_SKIPPED}`, { timeout: 120_000 }, () => {
  let server: RunningServer;
  let browser: Browser;
  let callbackServer: Server;
  let callback: string;

  beforeAll(async () => {
    server = await startTestServer({ LIMIT_ACCOUNT_REQUESTS_PER_HOUR: 'off', LIMIT_PAGES_PER_MINUTE: 'off' });
    browser = await openBrowser();
    callbackServer = createServer((_request, response) => response.end('<title>Back in the program</title>'));
    await new Promise<void>((resolve) => callbackServer.listen(0, '127.0.0.1', resolve));
    callback = `http://127.0.0.1:${(callbackServer.address() as AddressInfo).port}/callback`;
  });
  afterAll(async () => {
    await browser?.close();
    callbackServer?.close();
    await stopAll();
  });

  /** A person at a browser: any error of a page is the test's. */
  async function person(): Promise<{ page: Page; context: BrowserContext; faults: string[] }> {
    const context = await browser.newContext({ viewport: { width: 1000, height: 800 } });
    const page = await context.newPage();
    const faults: string[] = [];
    page.on('pageerror', (error) => faults.push(String(error)));
    page.on('console', (message) => {
      // Chromium itself reports answers such as 410 and 400, which these tests cause.
      if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
        faults.push(message.text());
    });
    return { page, context, faults };
  }

  /** Looks at a page as axe does, wide and narrow; keeps a picture of it where SCREENSHOTS names a folder. */
  async function looked(page: Page, name: string): Promise<void> {
    expect(await axeFindings(page), name).toEqual([]);
    await picture(page, name);
    const { width, height } = page.viewportSize() ?? { width: 1000, height: 800 };
    await page.setViewportSize({ width: NARROW, height });
    expect(await page.evaluate('document.documentElement.scrollWidth'), name).toBeLessThanOrEqual(NARROW);
    await picture(page, `${name}-narrow`);
    await page.setViewportSize({ width, height });
  }

  async function picture(page: Page, name: string): Promise<void> {
    const folder = process.env.SCREENSHOTS;
    if (!folder) return;
    mkdirSync(folder, { recursive: true });
    await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true });
  }

  /** Opens the newest message's link in the embedded mailbox, as a person would. */
  async function openNewestMail(page: Page): Promise<void> {
    await page.goto(`${server.url}/dev/mailbox`);
    await page.locator('main a').first().click();
  }

  async function signIn(page: Page, email: string): Promise<void> {
    await page.goto(`${server.url}/sign-in`);
    await page.getByLabel('E-mail address').fill(email);
    await page.getByRole('button', { name: 'Send the code' }).click();
    const mailbox = await page.context().newPage();
    await mailbox.goto(`${server.url}/dev/mailbox`);
    const [code] = /\d{6}/.exec((await mailbox.locator('main').textContent()) ?? '') ?? [''];
    await mailbox.close();
    await page.getByLabel('Code').fill(code);
    await page.getByRole('button', { name: 'Sign in' }).click();
  }

  async function agent(key?: string): Promise<Client> {
    const client = new Client({ name: 'Site assistant', version: '1' });
    const headers: Record<string, string> = key === undefined ? {} : { Authorization: `Bearer ${key}` };
    await client.connect(new StreamableHTTPClientTransport(new URL(`${server.url}/mcp`), { requestInit: { headers } }));
    return client;
  }
  const told = async (client: Client, name: string, args: Record<string, unknown> = {}) =>
    (await client.callTool({ name, arguments: args })).structuredContent as Record<string, unknown>;

  it('create account, confirm, authenticate, compare the code, approve, fetch the key once, call with it', async () => {
    const email = 'sam@example.com';
    const { page, context, faults } = await person();
    const stranger = await agent();
    expect(await told(stranger, 'create_account', { email })).toMatchObject({ status: 'confirmation_sent' });
    await page.goto(`${server.url}/dev/mailbox`);
    await looked(page, 'mailbox');
    await openNewestMail(page);
    const confirmAddress = page.url();
    await page.reload();
    await looked(page, 'confirm');
    await page.getByRole('button', { name: 'Confirm' }).click();
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Your account is ready');
    await looked(page, 'confirmed');
    await page.goto(confirmAddress);
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('This link has ended');
    await looked(page, 'link-ended');

    const asked = await told(stranger, 'authenticate_account', { email, clientName: 'Site assistant' });
    expect(await told(stranger, 'poll_authentication', { request_id: asked.request_id })).toMatchObject({
      status: 'pending',
    });
    await openNewestMail(page);
    expect(await page.locator('main').textContent()).toContain(String(asked.user_code));
    expect(await page.locator('main').textContent()).toContain('Site assistant');
    await looked(page, 'approve');
    const approve = await page.getByRole('button', { name: 'Approve API access' }).boundingBox();
    const deny = await page.getByRole('button', { name: 'Deny' }).boundingBox();
    // As easy to hit: side by side, no smaller than it need be for its shorter word.
    expect(Math.abs((approve?.y ?? 0) - (deny?.y ?? 99))).toBeLessThan(5);
    expect(deny?.height ?? 0).toBeGreaterThanOrEqual((approve?.height ?? 99) - 2);
    await page.getByRole('button', { name: 'Approve API access' }).click();
    await looked(page, 'approved');

    const ready = await told(stranger, 'poll_authentication', { request_id: asked.request_id });
    expect(ready.status).toBe('ready');
    await page.goto(String(ready.key_retrieval_url));
    await looked(page, 'key-before');
    await page.getByRole('button', { name: 'Show my key' }).click();
    const key = (await page.locator('#api-key').textContent())?.trim() ?? '';
    expect(key).toMatch(/^n708_live_[0-9a-f]{64}$/);
    for (const client of ['Claude Code', 'Cursor', 'VS Code', 'curl'])
      expect(await page.locator('main').textContent()).toContain(client);
    await looked(page, 'key');
    await page.goto(String(ready.key_retrieval_url));
    expect(await page.content()).not.toContain(key);

    const holder = await agent(key);
    expect(await told(holder, 'check_account_status')).toMatchObject({ authenticated: true, email, plan: 'free' });
    expect(await told(holder, 'check_line_item', bricks())).toMatchObject({
      classification: { vatReclaimable: '248.00' },
    });
    expect(faults).toEqual([]);
    await Promise.all([stranger.close(), holder.close(), context.close()]);
  });

  it('the project wizard: two regimes make two projects, a question is answered and an action item noted', async () => {
    const email = 'hall@example.com';
    const { id: accountId } = await server.access.accounts.make(email, OPERATOR);
    const { page, context, faults } = await person();
    await signIn(page, email);
    await page.getByRole('link', { name: 'Projects' }).click();
    await looked(page, 'projects-none');
    await page.getByRole('button', { name: 'Set up a project' }).click();
    await page.getByRole('button', { name: 'Continue' }).click();
    await looked(page, 'project-new-wrong');
    await page.getByLabel('Name of the project').fill('Hall Farm');
    for (const [at, name, kind] of [
      [1, 'Barn', 'converted_building'],
      [2, 'Cottage', 'new_dwelling'],
    ] as const) {
      await page.fill(`#part${at}`, name);
      await page.selectOption(`#kind${at}`, kind);
      await page.fill(`#suppliers${at}`, 'Ash Builders');
    }
    await page.getByRole('button', { name: 'Continue' }).click();
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('You need 2 projects');
    await looked(page, 'several-projects');
    await page.getByRole('button', { name: 'Set up these 2 projects' }).click();
    await looked(page, 'projects');
    await page.getByRole('link', { name: 'Hall Farm: Barn' }).click();
    await looked(page, 'project');
    await page.getByLabel('England').check();
    await page.getByRole('button', { name: 'Save answer' }).click();
    await page.getByText('To do (Ask Ash Builders for separate invoices)').click();
    await page.getByLabel('How far it has come: Ask Ash Builders').selectOption('asked');
    await page.getByRole('button', { name: /^Save ?: Ask Ash Builders/ }).click();
    expect(await page.locator('main').textContent()).toContain('Asked for (Ask Ash Builders for separate invoices)');
    const { key } = await server.access.keys.create(
      accountId,
      { name: 'x', scopes: SCOPES, madeBy: 'operator' },
      OPERATOR,
    );
    for (const lineText of ['Garage door, electric', 'Apple trees x 4'])
      await fetch(new URL('/api/v1/route-line-item', server.url), {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${key}` },
        body: JSON.stringify({
          projectId: page.url().split('/').at(-1)?.replace(/#.*/, ''),
          item: { lineText, netAmount: '1800.00', vatCharged: '360.00', supplyType: 'materials' },
          invoice: { supplierName: 'Perth Garden Centre', invoiceNumber: 'PG-1' },
        }),
      });
    await page.reload();
    await looked(page, 'project-questions');
    const asked = page.locator('form', { hasText: 'Apple trees x 4' });
    await asked.getByRole('radio').first().check();
    await asked.getByRole('button', { name: /^Save answer/ }).click();
    expect(await page.locator('form', { hasText: 'Apple trees x 4' }).count()).toBe(0);
    expect(faults).toEqual([]);
    await context.close();
  });

  it('a request that is denied gives nothing', async () => {
    await server.access.accounts.make('deny@example.com', OPERATOR);
    const { page, context } = await person();
    const stranger = await agent();
    const asked = await told(stranger, 'authenticate_account', { email: 'deny@example.com' });
    await openNewestMail(page);
    await page.getByRole('button', { name: 'Deny' }).click();
    await looked(page, 'denied');
    const poll = await told(stranger, 'poll_authentication', { request_id: asked.request_id });
    expect([poll.status, poll.key_retrieval_url]).toEqual(['denied', undefined]);
    await Promise.all([stranger.close(), context.close()]);
  });

  it('OAuth: the client is refused, its person signs in and consents in the browser, the tool answers; then access is ended', async () => {
    const email = 'olive@example.com';
    await server.access.accounts.make(email, OPERATOR);
    const { page, context, faults } = await person();
    const kept: { client?: never; tokens?: never; verifier?: string } = {};
    const provider = {
      redirectUrl: callback,
      clientMetadata: { client_name: 'Desk assistant', redirect_uris: [callback], scope: 'projects:read jobs:read' },
      clientInformation: () => kept.client,
      saveClientInformation: (client: unknown) => {
        kept.client = client as never;
      },
      tokens: () => kept.tokens,
      saveTokens: (tokens: unknown) => {
        kept.tokens = tokens as never;
      },
      saveCodeVerifier: (verifier: string) => {
        kept.verifier = verifier;
      },
      codeVerifier: () => kept.verifier ?? '',
      redirectToAuthorization: async (url: URL) => {
        await page.goto(url.href);
        expect(new URL(page.url()).pathname).toBe('/sign-in');
        await page.getByLabel('E-mail address').fill(email);
        await page.getByRole('button', { name: 'Send the code' }).click();
        await looked(page, 'sign-in-code');
        const mailbox = await context.newPage();
        await mailbox.goto(`${server.url}/dev/mailbox`);
        const [code] = /\d{6}/.exec((await mailbox.locator('main').textContent()) ?? '') ?? [''];
        await mailbox.close();
        await page.getByLabel('Code').fill('000000' === code ? '111111' : '000000');
        await page.getByRole('button', { name: 'Sign in' }).click();
        await looked(page, 'sign-in-code-wrong');
        await page.getByLabel('Code').fill(code);
        await page.getByRole('button', { name: 'Sign in' }).click();
        expect(await page.locator('main').textContent()).toContain('Desk assistant');
        await looked(page, 'consent');
        await page.getByRole('button', { name: 'Allow' }).click();
        await page.waitForURL(`${callback}**`);
      },
    };
    const transport = () =>
      new StreamableHTTPClientTransport(new URL(`${server.url}/mcp/auth`), { authProvider: provider });
    const first = transport();
    await expect(new Client({ name: 'x', version: '1' }).connect(first)).rejects.toThrow(UnauthorizedError);
    await first.finishAuth(new URL(page.url()).searchParams.get('code') ?? '');
    const client = new Client({ name: 'x', version: '1' });
    await client.connect(transport());
    expect(await told(client, 'check_account_status')).toMatchObject({ authenticated: true, email });
    expect(await told(client, 'check_line_item', bricks())).toMatchObject({ ok: true });

    await page.goto(`${server.url}/settings/applications`);
    expect(await page.locator('main').textContent()).toContain('Desk assistant');
    await looked(page, 'applications');
    await page.getByRole('button', { name: /End access/ }).click();
    expect(await page.locator('main').textContent()).toContain('No program has access');
    await looked(page, 'applications-none');
    await expect(told(client, 'check_account_status')).rejects.toThrow();
    expect(faults).toEqual([]);
    await context.close();
  });

  it('sign in, Settings: create a key, see it once, call with it, revoke it; plan and usage; sign out', async () => {
    const email = 'pat@example.com';
    const { page, context, faults } = await person();
    await page.goto(`${server.url}/register`);
    await looked(page, 'register');
    await page.getByLabel('E-mail address').fill('pat');
    await page.getByRole('button', { name: 'Send the link' }).click();
    await looked(page, 'register-error');
    await page.getByLabel('E-mail address').fill(email);
    await page.getByRole('button', { name: 'Send the link' }).click();
    await openNewestMail(page);
    await page.getByRole('button', { name: 'Confirm' }).click();
    await page.goto(`${server.url}/settings/api-keys`);
    expect(new URL(page.url()).pathname).toBe('/sign-in');
    await looked(page, 'sign-in');
    await signIn(page, email);
    expect(new URL(page.url()).pathname).toBe('/settings/api-keys');
    await looked(page, 'api-keys-none');
    await page.getByRole('button', { name: 'Create key' }).click();
    expect(await page.title()).toMatch(/^Error: /);
    await looked(page, 'api-keys-error');
    await page.getByLabel('Name').fill('Tablet on site');
    for (const box of await page.getByRole('checkbox').all()) await box.setChecked(false);
    await page.getByRole('checkbox', { name: /See projects/ }).check();
    await page.getByRole('button', { name: 'Create key' }).click();
    const key = (await page.locator('#api-key').textContent())?.trim() ?? '';
    const holder = await agent(key);
    expect(await told(holder, 'check_account_status')).toMatchObject({ scopes: ['projects:read'] });
    await told(holder, 'check_line_item', bricks());
    await page.goto(`${server.url}/settings/api-keys`);
    expect(await page.content()).not.toContain(key);
    expect(await page.locator('table').textContent()).toContain('Tablet on site');
    await looked(page, 'api-keys');
    await page.getByRole('link', { name: 'Plan and usage' }).click();
    expect(await page.locator('main').textContent()).toMatch(
      /free[\s\S]*5 in 24 hours[\s\S]*Tablet on site[\s\S]*4 of 5; all again on/,
    );
    await looked(page, 'account');
    await page.getByRole('link', { name: 'API keys' }).click();
    await page.getByRole('button', { name: /Revoke/ }).click();
    expect(await page.locator('table').textContent()).toContain('Revoked');
    await looked(page, 'api-keys-revoked');
    await expect(told(holder, 'check_account_status')).rejects.toThrow();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await looked(page, 'signed-out');
    await page.goto(`${server.url}/settings/api-keys`);
    expect(new URL(page.url()).pathname).toBe('/sign-in');
    expect(faults).toEqual([]);
    await context.close();
  });

  it('the page of a key is not kept: going back does not show it again', async () => {
    const email = 'back@example.com';
    await server.access.accounts.make(email, OPERATOR);
    const { page, context } = await person();
    await signIn(page, email);
    await page.getByLabel('Name').fill('Once');
    await page.getByRole('button', { name: 'Create key' }).click();
    const key = (await page.locator('#api-key').textContent())?.trim() ?? '';
    await page.goto(`${server.url}/settings/account`);
    await page.goBack().catch(() => null);
    // While the browser is still on its way there is nothing to look at; that counts as not yet gone.
    await expect.poll(() => page.content().catch(() => key), { timeout: 20_000 }).not.toContain(key);
    await context.close();
  });
});
