import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import nunjucks from 'nunjucks';
import type { Rulebook } from '../../rulebook/rulebook.js';
import { BadInputError } from '../exit_codes.js';
import { commitsOf } from './history.js';
import { namesFor, pagesOf, searchIndex } from './pages.js';
import { type ProductPage, productPage } from './product_page.js';

export interface SiteOptions {
  /** Folder to write; made when it is not there, and what an earlier run wrote there is replaced. */
  out: string;
  /** Folder the rulebook was loaded from, for its history. */
  rulesDir: string;
  /** Folder of templates and assets. */
  siteDir: string;
  /** ISO date of supply the answers hold for. */
  date: string;
  /** Called after each product that was worked out. */
  onProgress?: (done: number) => void;
}

export interface SiteReport {
  pages: number;
  products: number;
  bytes: number;
  /** Whether git could tell the history of the rules. */
  history: boolean;
}

/** Stands in a folder that was written here, so that no other folder is ever emptied. */
const MARK = '.notice708-docs';

/**
 * Writes the rulebook as static pages.
 * @throws BadInputError when the folder holds something else.
 */
export async function writeSite(book: Rulebook, options: SiteOptions): Promise<SiteReport> {
  const { out, siteDir, date } = options;
  if (existsSync(out) && !existsSync(join(out, MARK)) && readdirSync(out).length > 0)
    throw new BadInputError(`${out} holds files that "rules docs" did not write; name an empty or new folder`);
  const { concepts } = book.catalogue;
  const products: ProductPage[] = [];
  for (const concept of concepts) {
    products.push(await productPage(book, concept, date));
    options.onProgress?.(products.length);
  }
  const history = await commitsOf(options.rulesDir);
  const pages = pagesOf(book, products, history);

  const templates = new nunjucks.Environment(new nunjucks.FileSystemLoader(join(siteDir, 'templates')), {
    autoescape: true,
    throwOnUndefined: false,
    trimBlocks: true,
    lstripBlocks: true,
  });
  for (const [name, value] of Object.entries(namesFor(book, date))) templates.addGlobal(name, value);
  rmSync(out, { recursive: true, force: true });
  let bytes = 0;
  const write = (path: string, text: string) => {
    const file = join(out, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
    bytes += Buffer.byteLength(text);
  };
  write(MARK, `Written by "notice708 rules docs"; the next run replaces this folder.\n`);
  for (const { path, template, values } of pages)
    write(path, templates.render(template, { ...values, root: '../'.repeat(path.split('/').length - 1) }));
  const assets = join(siteDir, 'assets');
  mkdirSync(join(out, 'assets'), { recursive: true });
  for (const name of readdirSync(assets)) {
    copyFileSync(join(assets, name), join(out, 'assets', name));
    bytes += readFileSync(join(assets, name)).length;
  }
  write('assets/search-index.js', searchIndex(book, products, date));
  return { pages: pages.length, products: products.length, bytes, history: history !== null };
}
