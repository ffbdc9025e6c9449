import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MAIN } from '../../bench/built.js';
import { loadRulebook } from '../../src/rulebook/load.js';
import type { Rulebook } from '../../src/rulebook/rulebook.js';
import { ran } from './a_terminal.js';

const ROOT = resolve(import.meta.dirname, '..', '..');

let book: Rulebook;
let folder: string;
let site: string;
let said: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'notice708-docs-'));
  site = join(folder, 'pages');
  book = await loadRulebook(join(ROOT, 'rules'), join(ROOT, 'schemas'));
  const command = [MAIN, 'rules', 'docs'];
  const run = promisify(execFile)(process.execPath, [...command, '--out', site, '--date', '2026-11-20', '--json']);
  said = (await run).stdout;
}, 120_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const read = (path: string) => readFileSync(join(site, path), 'utf8');
/** The text of a page, as a reader sees it. */
const text = (path: string) =>
  read(path)
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ');
const files = () =>
  readdirSync(site, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.html'))
    .map((entry) => join(entry.parentPath, entry.name));

describe('rules docs', () => {
  it('writes a page for every product, rule, source and supply type', () => {
    expect(JSON.parse(said)).toMatchObject({ out: site, date: '2026-11-20', pages: files().length });
    for (const { id } of book.catalogue.concepts) expect(existsSync(join(site, 'products', `${id}.html`))).toBe(true);
    for (const { id } of book.rules) expect(existsSync(join(site, 'rules', `${id}.html`))).toBe(true);
    expect(readdirSync(join(site, 'routes'))).toHaveLength(13);
    for (const key of ['n708', 'vata94_s35', 'case']) expect(existsSync(join(site, 'law', `${key}.html`))).toBe(true);
  });

  it('has no dead link, on a disk as on a server', () => {
    const ids = new Map<string, Set<string>>();
    const dead: string[] = [];
    const all = files();
    for (const file of all)
      ids.set(file, new Set([...readFileSync(file, 'utf8').matchAll(/ id="([^"]*)"/g)].map((m) => m[1] ?? '')));
    for (const file of all) {
      for (const [, href = ''] of readFileSync(file, 'utf8').matchAll(/(?:href|src)="([^"]*)"/g)) {
        if (/^https?:/.test(href)) continue;
        const [path = '', anchor] = href.split('#');
        const target = path === '' ? file : resolve(dirname(file), path);
        if (!existsSync(target) || (anchor !== undefined && !ids.get(target)?.has(anchor)))
          dead.push(`${file}: ${href}`);
      }
    }
    expect(dead).toEqual([]);
  });

  it('keeps to a strict content security policy: no script, style or event in a page', () => {
    for (const file of files()) {
      const html = readFileSync(file, 'utf8');
      expect(html).not.toMatch(/<script(?![^>]*\bsrc=)|<style|\sstyle=|\son\w+=|javascript:/);
      expect(html).not.toMatch(/undefined|\[object |\{\w+\}.*<\/h1>|NaN/);
    }
  });

  it('answers what a self-builder looks for', () => {
    const carpet = text('products/finish.carpet.html');
    expect(carpet).toMatch(/Bought alone No No/);
    expect(carpet).toContain('never a building material');
    const brick = text('products/structure.brick.html');
    expect(brick).toMatch(/Bought alone Yes Yes/);
    expect(brick).toMatch(/Supplied and fitted by one firm Should be 0% Yes, but only 5%/);
    expect(brick).toMatch(/Claim £200\.00\. Keep the VAT invoice/);
    expect(brick).toMatch(/brick cutter hire: see concrete, compaction and cutting equipment hire/);
    const wardrobe = text('products/store.wardrobe_basic.html');
    expect(wardrobe).toMatch(/Bought alone It depends It depends/);
    expect(wardrobe).toMatch(/The question: .*→ The VAT can be claimed/);
    expect(text('products/esm.heat_pump.html')).toContain('2022-04-01 to 2027-03-31 in Great Britain');
    expect(text('products/waste.skip.html')).toMatch(/However the invoice describes the supply No No/);
  });

  it('says of each thing what the rules say of it', async () => {
    const { productPage } = await import('../../src/cli/docs/product_page.js');
    for (const concept of book.catalogue.concepts.filter((_, i) => i % 40 === 0)) {
      const page = await productPage(book, concept, '2026-11-20');
      const [first] = page.routes[0]?.ways ?? [];
      const { out } = await ran(
        ['check', page.text, '--route', 'nb', '--supply-type', first?.supplyType ?? '', '--net', '1000', '--vat']
          .concat(first?.main.rate === '5%' ? '50' : '200')
          .concat('--tax-point', '2026-11-20', '--json'),
        { openRulebook: async () => book },
      );
      expect(JSON.parse(out).classification.treatment).toBe(first?.main.treatment);
      expect(text(`products/${concept.id}.html`).length).toBeGreaterThan(500);
    }
  });

  it('shows law with its date, and the history of the rules from git', () => {
    const rule = text('rules/431nb.materials.building_materials.html');
    expect(rule).toMatch(/VAT Notice 708, 13 checked \d{4}-\d{2}-\d{2}; read at the source/);
    expect(rule).toContain('Supplies from 1994-09-01, with no end');
    expect(rule).toContain('Facing bricks 65mm');
    if (existsSync(join(ROOT, '.git')))
      expect(rule).toMatch(/Changes to rules\/self_build_431nb\/materials\.yaml \d{4}-/);
    expect(text('law/n708.html')).toContain('13.5');
  });

  it('refuses to replace a folder that it did not write', async () => {
    const other = join(folder, 'other');
    mkdirSync(other);
    writeFileSync(join(other, 'letter.txt'), 'keep me');
    const { code, err } = await ran(['rules', 'docs', '--out', other], { openRulebook: async () => book });
    expect(code).toBe(3);
    expect(err).toContain('holds files that "rules docs" did not write');
    expect(readFileSync(join(other, 'letter.txt'), 'utf8')).toBe('keep me');
    expect((await ran(['rules', 'docs', '--date', '2026-13-40'])).err).toContain('is not a date');
  });
});
