import { BadInputError, EXIT, UsageError } from '../exit_codes.js';
import { parseFlags } from '../flags.js';
import { rulebookPlaces, SITE_FOLDER } from '../open_rulebook.js';
import { withProgress } from '../progress.js';
import type { Terminal } from '../terminal.js';

const OUT = 'rulebook-pages';

/** `notice708 rules docs` writes the rulebook as pages that anybody can read, with no network and no server. */
export async function docs(args: readonly string[], terminal: Terminal): Promise<number> {
  const flags = parseFlags(
    args,
    {
      out: { type: 'string', short: 'o' },
      date: { type: 'string' },
      json: { type: 'boolean' },
      rules: { type: 'string' },
    },
    'rules docs',
  );
  if (flags.positionals.length > 0)
    throw new UsageError(
      `"rules docs" takes no ${flags.positionals.join(' ')}; a folder is given with --out`,
      'rules docs',
    );
  const started = Date.now();
  const places = rulebookPlaces(flags.text('rules'));
  const out = flags.text('out') ?? OUT;
  const date = flags.text('date') ?? new Date().toISOString().slice(0, 10);
  if (!/^\d{4}-\d{2}-\d{2}$/.test(date) || Number.isNaN(Date.parse(date)))
    throw new BadInputError(`--date: "${date}" is not a date; write it as 2026-11-20`);
  const [book, { writeSite }] = await Promise.all([terminal.openRulebook(places), import('../docs/site.js')]);
  const report = await withProgress(terminal, book.catalogue.concepts.length, 'products', (onProgress) =>
    writeSite(book, { out, rulesDir: places.rules, siteDir: SITE_FOLDER, date, onProgress }),
  );
  const seconds = (Date.now() - started) / 1000;
  if (flags.has('json')) terminal.out(`${JSON.stringify({ out, date, ...report, seconds })}\n`);
  else
    terminal.out(
      `${out}/index.html: ${report.pages.toLocaleString('en-GB')} pages, ${report.products.toLocaleString('en-GB')} products and services, ${(report.bytes / 1e6).toFixed(1)} MB${report.history ? '' : '; no git here, so no history'} (${seconds.toFixed(1)} s)\n`,
    );
  return EXIT.ok;
}
