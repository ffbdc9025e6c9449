import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ran } from '../cli/a_terminal.js';
import { axeFindings, CHROMIUM, openBrowser, WHY_SKIPPED } from './a_browser.js';

const TYPES: Readonly<Record<string, string>> = { '.html': 'text/html', '.css': 'text/css', '.js': 'text/javascript' };
const POLICY =
  "default-src 'none'; style-src 'self'; script-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'";

/** One of each kind. */
const PAGES = [
  'index.html',
  'products/index.html',
  'products/q.html',
  'products/structure.brick.html',
  'products/store.wardrobe_basic.html',
  'products/esm.heat_pump.html',
  'routes/index.html',
  'routes/self_build_431c-supply_and_install.html',
  'rules/431c.works.reduced.html',
  'law/index.html',
  'law/vfup.html',
  'questions.html',
];

describe.skipIf(CHROMIUM === undefined)(`the pages of "rules docs" in a browser${WHY_SKIPPED}`, () => {
  let browser: Browser;
  let folder: string;
  let server: Server;
  let base: string;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'notice708-pages-'));
    const { code, out } = await ran(['rules', 'docs', '--out', join(folder, 'site'), '--date', '2026-11-20']);
    expect(code).toBe(0);
    expect(out).toMatch(/site\/index\.html: [\d,]+ pages, [\d,]+ products and services, [\d.]+ MB.* \([\d.]+ s\)\n$/);
    server = createServer((request, response) => {
      const path = resolve(folder, 'site', `.${new URL(request.url ?? '/', 'http://x').pathname}`);
      try {
        const body = readFileSync(path);
        response.setHeader('Content-Security-Policy', POLICY);
        response.setHeader('Content-Type', `${TYPES[extname(path)] ?? 'text/plain'}; charset=utf-8`);
        response.end(body);
      } catch {
        response.writeHead(404).end();
      }
    });
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    browser = await openBrowser();
  }, 120_000);
  afterAll(async () => {
    await browser?.close();
    server?.close();
    if (folder) rmSync(folder, { recursive: true, force: true });
  });

  it('axe finds nothing', async () => {
    const context = await browser.newContext();
    const page = await context.newPage();
    const found: string[] = [];
    for (const path of PAGES) {
      await page.goto(base + path);
      found.push(...(await axeFindings(page)));
    }
    expect(found).toEqual([]);
    await context.close();
  }, 120_000);

  it('has contrast enough in the dark too', async () => {
    const context = await browser.newContext({ colorScheme: 'dark' });
    const page = await context.newPage();
    const found: string[] = [];
    for (const path of PAGES.filter((p) => !p.endsWith('index.html') && p !== 'questions.html')) {
      await page.goto(base + path);
      found.push(...(await axeFindings(page, ['color-contrast'])));
    }
    expect(found).toEqual([]);
    await context.close();
  }, 120_000);

  it('nothing is wider than a narrow screen, and twice the text size fits', async () => {
    for (const viewport of [
      { width: 320, height: 640 },
      { width: 640, height: 400 },
    ]) {
      const page = await browser.newPage({ viewport });
      for (const path of PAGES) {
        await page.goto(base + path);
        const over = await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');
        expect(over, `${path} at ${viewport.width} px`).toBeLessThanOrEqual(0);
      }
      await page.close();
    }
  });

  it('searches by keyboard, under a strict policy, with no error', async () => {
    const context = await browser.newContext();
    const page = await context.newPage();
    const errors: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error' && !message.location().url.endsWith('/favicon.ico')) errors.push(message.text());
    });
    page.on('pageerror', (error) => errors.push(error.message));
    await page.goto(`${base}products/structure.brick.html`);
    await page.getByRole('searchbox').focus();
    await page.keyboard.type('wardrobe');
    expect(await page.locator('#found').textContent()).toMatch(/^\d+ found/);
    expect(await page.locator('#results a').first().textContent()).toContain('itted wardrobe');
    expect(await axeFindings(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/products/store.wardrobe_fitted.html');
    expect(errors).toEqual([]);
    await context.close();
  });

  it('finds what people call things', async () => {
    const page = await browser.newPage();
    await page.goto(`${base}index.html`);
    for (const [asked, wanted] of [
      ['carpet', 'finish.carpet'],
      ['heat pump', 'esm.heat_pump'],
      ['skip', 'waste.skip'],
      ['13.5', 'law/n708'],
      ['431nb.materials.building', 'rules/431nb.materials.building_materials'],
    ] as const) {
      await page.getByRole('searchbox').fill(asked);
      const links = await page.locator('#results a').all();
      const best = await Promise.all(links.slice(0, 3).map((link) => link.getAttribute('href')));
      expect(best.join(' '), asked).toContain(wanted);
    }
    await page.getByRole('searchbox').fill('zzqx');
    expect(await page.locator('#found').textContent()).toContain('Nothing found');
    await page.close();
  });

  it('works from a disk, and without JavaScript', async () => {
    const disk = pathToFileURL(join(folder, 'site', 'index.html')).href;
    const page = await browser.newPage();
    await page.goto(disk);
    await page.getByRole('searchbox').fill('bricks');
    expect(await page.locator('#results a').first().textContent()).toBe('Bricks');
    await page.close();

    const plain = await browser.newContext({ javaScriptEnabled: false });
    const still = await plain.newPage();
    await still.goto(disk);
    expect(await still.getByRole('searchbox').count()).toBe(0);
    await still.getByRole('link', { name: 'A to Z', exact: true }).click();
    await still.getByRole('link', { name: 'Bricks', exact: true }).click();
    expect(await still.getByRole('heading', { level: 1 }).textContent()).toBe('Bricks');
    expect(await still.getByRole('table').textContent()).toContain('Should be 0%');
    await plain.close();
  });
});
