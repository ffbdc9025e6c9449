import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Context } from 'koa';
import nunjucks from 'nunjucks';
import { parsePence, poundsText } from '../../rulebook/money.js';
import { STYLESHEET } from './stylesheet.js';

const COMPONENTS = dirname(dirname(createRequire(import.meta.url).resolve('govuk-frontend/dist/govuk/template.njk')));
/** Templates are not compiled, so they are read where they were written. */
const VIEWS = fileURLToPath(new URL('../../../src/server/pages/views', import.meta.url));

const environment = new nunjucks.Environment(new nunjucks.FileSystemLoader([VIEWS, COMPONENTS]), {
  autoescape: true,
  throwOnUndefined: false,
});

/** Day and time in the United Kingdom, for people; "never" for null. */
export const dayText = (at: number | null): string =>
  at === null
    ? 'never'
    : new Date(at).toLocaleString('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'Europe/London' });
environment.addFilter('day', dayText);
/** An amount of an answer as texts write it: £1,240.00. */
environment.addFilter('pounds', (amount: string | null) =>
  amount === null ? 'not known' : poundsText(parsePence(amount) ?? 0),
);

/** What every page may show. */
export interface PageData {
  /** Heading and title of the page. */
  title: string;
  /** The signed-in address. */
  email?: string;
  /** Token that forms of a session carry. */
  csrf?: string;
  [name: string]: unknown;
}

/** The HTML of a page. `view` is a template of ours without its ending. */
export function pageHtml(view: string, data: PageData, path = ''): string {
  return environment.render(`${view}.njk`, { ...data, stylesheet: STYLESHEET.path, path });
}

/** Answers with a page. */
export function showPage(ctx: Context, view: string, data: PageData, status = 200): void {
  ctx.status = status;
  ctx.type = 'text/html; charset=utf-8';
  ctx.body = pageHtml(view, data, ctx.path);
}
