import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const SOURCE = createRequire(import.meta.url).resolve('govuk-frontend/dist/govuk/govuk-frontend.min.css');

/**
 * The stylesheet of the pages: govuk-frontend without what only GOV.UK may use (its typeface and crest).
 * The path changes with the content, so a browser may keep it.
 */
export const STYLESHEET = made();

function made(): { path: string; css: string } {
  const css = readFileSync(SOURCE, 'utf8')
    .replace(/@font-face\{[^}]*\}/g, '')
    .replace(/"?GDS Transport"?,arial,sans-serif/g, 'system-ui,"Segoe UI",Roboto,Arial,sans-serif')
    .replace(/url\(\/assets\/[^)]*\)/g, 'none')
    .concat(
      '.n708-code{font-family:ui-monospace,Menlo,Consolas,monospace;overflow-wrap:anywhere;white-space:pre-wrap}',
      '.n708-scroll{overflow-x:auto}',
      '.n708-key{font-family:ui-monospace,Menlo,Consolas,monospace;white-space:pre}',
      '.n708-copy{margin:0;padding:15px;background:#f3f2f1;user-select:all}',
      '.n708-block{margin:0 0 30px;background:#f3f2f1}',
    );
  return { path: `/assets/pages-${createHash('sha256').update(css).digest('hex').slice(0, 12)}.css`, css };
}
